"""A record to try moves in: the line to a question without what follows, so that nothing is revealed."""

from __future__ import annotations

from viewer.games import game_of
from viewer.games.capabilities import Editable, counts_of
from viewer.games.states import States
from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue
from viewer.tree.inherited import DIM
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record


def _notes(node: Node, asked: bool) -> dict[str, NoteValue]:
    """Annotations for display: of nodes before the question only inherited ones."""
    notes: dict[str, NoteValue] = {}
    if VIEW in node.notes:
        notes[VIEW] = node.notes[VIEW]
    marks: tuple[Mark, ...] = node.marks
    kept = marks if asked else tuple(mark for mark in marks if mark.kind == DIM)
    if kept:
        notes[MARKS] = kept
    return notes


def trial_of(
    record: Record, states: States, question: Node, side: int, part: tuple[str, ...] = ()
) -> Record:
    """A record that ends with a question, with a side to move.

    If the line leads to another side to move, only the position. `part`: the corners of the part of the
    board to be shown, () for what the record says.
    """
    nodes: list[Node] = []
    for id, node in enumerate(question.path()):
        above = nodes[-1] if nodes else None
        notes = _notes(node, node is question)
        if part and node is question:
            notes[VIEW] = part
        nodes.append(Node(id, above, node.action, notes or EMPTY))
        if above is not None:
            above.children = (nodes[-1],)
    trial = Record(record.game, nodes[0], record.headers, record.encoding)
    game = game_of(record.game)
    if States(game, trial).at(nodes[-1]).side == side or not isinstance(game, Editable):
        return trial
    state = states.at(question)
    setup = game.compose(state, dict(game.pieces(state)), counts_of(game, state), side)
    said = _notes(question, True) | ({VIEW: part} if part else {})
    root = Node(0, None, setup, said or EMPTY)
    return Record(record.game, root, record.headers, record.encoding)
