"""Edits that extract a line: as a separate record, or by deleting the moves before it."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.document.clip.clip import branch_rows
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Edit, Location
from viewer.document.edits.ops import InRecord, RecordData
from viewer.document.plans import records as plans_records
from viewer.document.record_set import headers_of
from viewer.games.capabilities import counts_of, links_of
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Setup
from viewer.tree.annotation import BOOKMARK, COMMENT, FACETS, MARKS, TITLE, VIEW
from viewer.tree.inherited import notes_at
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, SetAction, SetHeaders, SetNote
from viewer.tree.record import rows_of
from viewer.tree.serial import NodeData

_OF_POSITION = (COMMENT, BOOKMARK, TITLE, MARKS, VIEW)
"""Facets of a move that say something about the position behind it; others are of the move alone."""


# ---------------------------------------------------------------------------------- extracting


def line_record(document: EditableRecords, key: int, node: Node) -> RecordData:
    """The line from the start to a node, with all below the node, as a separate record."""
    record = document.record_of(key)
    rows: list[NodeData] = []
    for one in node.path()[:-1]:
        rows.append(NodeData(len(rows), len(rows) - 1, one.action, one.notes))
    ahead = len(rows)
    rows += [
        NodeData(ahead + number, row.parent + ahead, row.action, row.notes)
        for number, row in enumerate(rows_of(node))
    ]
    headers = headers_of(record, node, document.format)
    return RecordData(record.game, headers, record.encoding, (), tuple(rows))


def extract(document: EditableRecords, key: int, node: Node) -> Edit:
    """Insert the line through a node as a record after this one; the cursor goes to its start."""
    data = line_record(document, key, node)
    return plans_records.insert(document, key, node, [data], message("Extract a variation"))


# ------------------------------------------------------------------------ the moves before here


def start_here(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Delete the moves before a node, with their variations; the record starts with the position there."""
    if node.parent is None:
        return None
    record, states = document.record_of(key), document.states(key)
    root = record.root
    ops: list[Op] = [Remove(child.id) for child in root.children]
    ops.append(SetAction(root.id, Setup(states.game.setup_text(states.at(node)))))
    said, own = notes_at(node), dict(root.notes)
    wanted = {facet: said[facet] for facet in _OF_POSITION if said.get(facet)}
    if COMMENT in wanted and COMMENT in own:
        division = "\u2029" if document.flowing else "\n"
        wanted[COMMENT] = f"{own[COMMENT]}{division}{wanted[COMMENT]}"
    for facet in FACETS:
        value = wanted.get(facet, own.get(facet) if facet == COMMENT else None)
        if value is not None or facet in own:
            empty = FACETS[facet].empty
            ops.append(SetNote(root.id, facet, empty if value is None else value))
    ids = record.next_id
    for number, child in enumerate(node.children):
        rows = [
            row._replace(id=ids + place) for place, row in enumerate(branch_rows(child, states))
        ]
        ids += len(rows)
        ops.append(Insert(root.id, number, tuple(rows)))
    headers = headers_of(record, node, document.format)
    if headers != record.headers:
        ops.append(SetHeaders(headers))
    edits = tuple(InRecord(key, op) for op in ops)
    words = message("Delete the moves before here")
    return Edit(edits, words, Location(key, node.id), Location(key, root.id))


def lacks(states: States, node: Node) -> list[Message]:
    """What a record that starts with the position at a node loses of the moves before."""
    game, before = states.game, states.at(node)
    after = game.start(Setup(game.setup_text(before)))
    found: list[Message] = []
    if before.side != after.side:
        side = states.side_name(after.side)
        found.append(message("The side to move is another: {side}.", side=side))
    if dict(game.pieces(before)) != dict(game.pieces(after)):
        found.append(message("Not all pieces can be set up."))
    if dict(counts_of(game, before)) != dict(counts_of(game, after)):
        found.append(message("Pieces in hand aren't kept."))
    if set(links_of(game, before)) != set(links_of(game, after)):
        found.append(message("The links are those that the rules make of the pegs."))
    legal = {move.text for move in game.legal_moves(before)}
    freed = {move.text for move in game.legal_moves(after)} - legal
    if freed and before.side == after.side:
        found.append(
            counted(
                "A move that the rules forbid here (ko, repetition) will be allowed: {move}.",
                "{count} moves that the rules forbid here will be allowed, such as {move}.",
                len(freed),
                move=min(freed),
            )
        )
    known = [str(one) for one in game.observations(after)]
    found += [
        message("It isn't known any more: {what}", what=one)
        for one in game.observations(before)
        if str(one) not in known
    ]
    return found


def renumbered(states: States, node: Node) -> Message | None:
    """The number of the next move in a record that starts with the position at a node.

    None if it stays the same.
    """
    before = states.at(node)
    after = states.game.start(Setup(states.game.setup_text(before)))
    labels = [_next_label(states, state) for state in (before, after)]
    if labels[0] == labels[1]:
        return None
    return message("The next move has the number {label}", label=labels[1])


def _next_label(states: States, state: State) -> str:
    """The label of the next move after a state: as a start, or in its record."""
    start = states.at(states.record.root) if state.previous is not None else state
    return states.game.numbering(start).label(state.ply + 1)
