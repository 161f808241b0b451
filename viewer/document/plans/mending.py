"""A move is replaced, put in or left out, and what follows is played again.

What follows is played as it was meant: the same piece to the same square, else what the move's text
means in the new position. A move that the rules don't allow any more stays as it is, where the
rules say so (`Game.violation`); nothing of it is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Edit, Location
from viewer.document.edits.ops import InRecord
from viewer.games.game import Game, State
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, SetAction
from viewer.tree.record import rows_of
from viewer.tree.serial import NodeData


class Mended(NamedTuple):
    """An edit of one move, and what became of those that follow it, in the order of the record.

    Attributes:
        edit: to be done.
        broken: ids of nodes whose moves break a rule now, and didn't before.
        changed: ids of nodes whose moves are others now: another piece, or the other side's stone.
    """

    edit: Edit
    broken: tuple[int, ...] = ()
    changed: tuple[int, ...] = ()


class _Replay(NamedTuple):
    """What follows, played again: actions by id of the nodes that need another, and as in `Mended`."""

    actions: dict[int, Action]
    broken: tuple[int, ...]
    changed: tuple[int, ...]


def replaced(document: EditableRecords, key: int, node: Node, action: Action) -> Mended | None:
    """Another action in the place of a node's, with all below it; None if it is that one, or at the root."""
    above, states = node.parent, document.states(key)
    if above is None or states.at(node).action == action:
        return None
    game, before = states.game, states.at(above)
    again = _played_again(
        game, node.children, states.at(node), game.step(before, game.resolve(before, action))
    )
    ops: list[Op] = [SetAction(node.id, action)]
    ops += [SetAction(id, other) for id, other in again.actions.items()]
    return _mended(key, ops, message("Replace a move"), node, node.id, again)


def inserted(document: EditableRecords, key: int, node: Node, action: Action) -> Mended:
    """An action between a node and all that follows it."""
    record, states = document.record_of(key), document.states(key)
    game, here = states.game, states.at(node)
    again = _played_again(game, node.children, here, game.step(here, game.resolve(here, action)))
    new = record.next_id
    rows = [NodeData(new, -1, action, {})]
    for child in node.children:
        rows += _rows(child, again, len(rows), 0)
    ops: list[Op] = [Remove(child.id) for child in node.children]
    ops.append(Insert(node.id, 0, tuple(rows)))
    return _mended(key, ops, message("Insert a move"), node, new, again)


def left_out(document: EditableRecords, key: int, node: Node) -> Mended | None:
    """A node without which what follows it goes on from the node before; None at the root."""
    above, states = node.parent, document.states(key)
    if above is None:
        return None
    again = _played_again(states.game, node.children, states.at(node), states.at(above))
    ops: list[Op] = [Remove(node.id)]
    place = above.children.index(node)
    for index, child in enumerate(node.children, place):
        ops.append(Insert(above.id, index, tuple(_rows(child, again))))
    return _mended(key, ops, message("Leave out a move"), node, above.id, again)


def edit_of(document: EditableRecords, key: int, node: Node, mended: Mended) -> Edit:
    """The edit, as a plan."""
    return mended.edit


def _mended(
    key: int, ops: Iterable[Op], words: Message, before: Node, after: int, again: _Replay
) -> Mended:
    steps = tuple(InRecord(key, op) for op in ops)
    edit = Edit(steps, words, Location(key, before.id), Location(key, after))
    return Mended(edit, again.broken, again.changed)


def _rows(top: Node, again: _Replay, offset: int = 0, parent: int = -1) -> list[NodeData]:
    """The rows of a branch, behind `offset` others and below one of them."""
    return [
        row._replace(
            parent=row.parent + offset if row.parent >= 0 else parent,
            action=again.actions.get(row.id, row.action),
        )
        for row in rows_of(top)
    ]


def _played_again(game: Game[State], tops: Sequence[Node], was: State, now: State) -> _Replay:
    """Play branches that followed one state after another."""
    actions: dict[int, Action] = {}
    broken, changed = [], []
    stack = [(top, was, now) for top in reversed(tops)]
    while stack:
        node, before, here = stack.pop()
        old = game.advance(before, node.action)
        action, stated = _meant(game, before, old, here), game.resolve(here, node.action)
        new = game.step(here, action)
        if stated != action:
            if type(stated) is Written and game.violation(new) is not None:
                new = game.step(here, stated)  # no move either way: it stays as it is written
            elif action is not None:
                actions[node.id] = action
        if game.violation(new) is not None:
            if game.violation(old) is None:
                broken.append(node.id)
        elif action != old.action:
            changed.append(node.id)
        stack.extend((child, old, new) for child in reversed(node.children))
    return _Replay(actions, tuple(broken), tuple(changed))


def _meant(game: Game[State], before: State, old: State, here: State) -> Action | None:
    """What an action that led from `before` to `old` is in another state."""
    move = old.action
    if type(move) is not Move:
        return game.resolve(here, move)
    turned = before.side != here.side
    allowed = game.violation(game.step(here, move)) is None
    if allowed and not turned and _piece(game, before, move) == _piece(game, here, move):
        return move
    text = game.notation(old, game.notations[0].id)
    read = game.read_moves(here, text)
    if turned:  # only a stone on the same square is the same move of the other side
        read = [one for one in read if game.touches(one) == game.touches(move)]
        return read[0] if len(read) == 1 else move
    if move in read or not read:
        other = allowed and not read and game.violation(old) is None
        return Written(text) if other else move  # another piece stands there
    return read[0] if len(read) == 1 else move


def _piece(game: Game[State], state: State, move: Move) -> str:
    """The kind of the piece that a move takes up, "" for none."""
    origin, *others = game.touches(move) or ("",)
    return dict(game.pieces(state)).get(origin, "") if others else ""
