"""Lines taken out of a record, or made all of it; records joined as lines of another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, message, sentences
from viewer.base.named import NamedTuple
from viewer.document.clip.clip import branch_rows
from viewer.document.document import Document
from viewer.document.edits import (
    ANYWHERE,
    DocumentOp,
    Edit,
    InRecord,
    Location,
    RecordData,
    RemoveRecord,
    RewriteRecord,
)
from viewer.document.plans import EditableRecords
from viewer.document.plans import records as plans_records
from viewer.document.plans.mending import Joiner
from viewer.document.record_set import headers_of
from viewer.document.whole.sweep import Runner, scope_of, start_of
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format
from viewer.games.capabilities import counts_of
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Setup, Terminal, is_move
from viewer.tree.annotation import BOOKMARK, COMMENT, FACETS, MARKS, TITLE, VIEW
from viewer.tree.inherited import notes_at
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Record, rows_of
from viewer.tree.serial import NodeData

_OF_POSITION = (COMMENT, BOOKMARK, TITLE, MARKS, VIEW)
"""Facets of a move that say something about the position behind it; others are of the move alone."""
_YEAR = re.compile("[0-9]{4}")


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


def extraction(document: EditableRecords, key: int, node: Node) -> Edit:
    """Insert the line through a node as a record after this one; the cursor goes to its start."""
    data = line_record(document, key, node)
    return plans_records.insert(document, key, node, [data], message("Extract a variation"))


# ------------------------------------------------------------------------ the moves before here


def later_start(document: EditableRecords, key: int, node: Node) -> Edit | None:
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
    if set(game.links(before)) != set(game.links(after)):
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


class Joining(NamedTuple):
    """A planned join.

    Attributes:
        edit: None if no record can be joined to the first.
        joined: how many records become variations.
        stay: indices of the records that are left alone, since their game or start differs.
        tree: of how many games a tree is made; 0 where they become variations of the first.
    """

    edit: Edit | None
    joined: int
    stay: tuple[int, ...]
    tree: int = 0


class Way(NamedTuple):
    """How records are joined.

    Attributes:
        moves: only the first so many moves of each, as its game numbers them; 0 for all.
        named: whether a comment says which game leaves the others where, in a tree where it ends, with its
            result.
        often: whether of several moves that which most games go on with comes first.
    """

    moves: int = 0
    named: bool = True
    often: bool = False

    @property
    def as_tree(self) -> bool:
        """Whether what is made is no game any more, but a tree of which all games are variations."""
        return self.moves > 0 or self.often


USUAL = Way()


def joining(
    document: EditableRecords, keys: Sequence[int], here: Location, way: Way = USUAL
) -> Iterator[JobStep[Joining]]:
    """A job that plans joining records to the first of them, in the order of the document.

    Moves are paired by meaning; equal ones are merged. Annotations of both are kept: comments that
    differ are appended. Players, event and result of each game are noted where it leaves the
    others. A tree of games keeps the headers in which all of them agree. Raises OSError.
    """
    format_ = FORMATS[document.format].load()
    indices = {key: index for index, key in enumerate(document.keys())}
    first, *others = sorted(keys, key=lambda key: indices[key])
    joiner = Joiner(document.record_of(first), "\u2029" if document.flowing else "\n")
    start = starting_position(document.states(first))
    gone: list[int] = []
    stay: list[int] = []
    tree = _Tree(joiner, format_) if way.as_tree else None
    for done, key in enumerate([first, *others] if way.as_tree else others):
        record, states = document.record_of(key), document.states(key)
        if record.game == joiner.record.game and starting_position(states) == start:
            label = label_of(format_, record) if way.named else ""
            if tree is not None:
                tree.add(record, states, label, way.moves)
            else:
                joiner.join(record, states, label)
            if key != first:
                gone.append(key)
        else:
            stay.append(indices[key])
        yield JobStep(done + 1, len(keys))
    if tree is not None:
        tree.finish(way.often)
    edit, made = None, 0 if tree is None else len(gone) + 1
    if gone or made:
        ops: list[DocumentOp] = [RewriteRecord(first, tuple(joiner.ops))]
        ops += [RemoveRecord(key) for key in gone]
        words = counted("Join a game", "Join {count} games", len(gone) + 1)
        after = here if here.record == first else Location(first, ANYWHERE)
        edit = Edit(tuple(ops), words, here, after)
    yield JobStep(len(others), len(others), Joining(edit, len(gone), tuple(stay), made))


class _Tree:
    """A tree of games: none of them is more than a variation, and its headers are true of all."""

    def __init__(self, joiner: Joiner, format_: Format) -> None:
        self._joiner, self._format = joiner, format_
        self._headers = joiner.record.headers
        self._shared = set(self._headers)
        self._games: Counter[int] = Counter()  # that came through a node
        for child in list(joiner.record.root.children):
            joiner.do(Remove(child.id))

    def add(self, record: Record, states: States, label: str, moves: int) -> None:
        """Join a record, or so many of its first moves; the label stands where its main line ends."""
        self._shared &= set(record.headers)
        some = _beginning(record, states, moves) if moves else RecordData.of(record).record()
        *_, last = some.root.main_line()
        if label:
            text = self._joiner.division.join(one for one in (label, last.comment) if one)
            apply(some, SetNote(last.id, COMMENT, text))
        placed = self._joiner.join(some, States(states.game, some), "")
        self._games.update(placed[node.id] for node in some.root.main_line())

    def finish(self, often: bool) -> None:
        """Say of the tree what is true of all games; with `often` order the moves."""
        record = self._joiner.record
        new = {one.key: one for one in self._format.new_headers(record.game)}
        headers = [one if one in self._shared else new.get(one.key) for one in self._headers]
        kept = tuple(one for one in headers if one is not None)
        if kept != record.headers:
            self._joiner.do(SetHeaders(kept))
        for node in list(record.walk()) if often else ():
            wanted = sorted(node.children, key=lambda child: -self._games[child.id])
            for to, child in enumerate(wanted):
                index = node.children.index(child)
                if index != to:
                    self._joiner.do(Reorder(node.id, index, to))


def _beginning(record: Record, states: States, moves: int) -> Record:
    """The first moves of a record and of its variations, without ends."""
    numbering = states.game.numbering(states.at(record.root))
    last = numbering.at(1)[0] + moves
    rows: list[NodeData] = []
    places: dict[int, tuple[int, int]] = {}  # of each row that stays: its new index, its ply
    for index, row in enumerate(rows_of(record.root)):
        parent, ply = places.get(row.parent, (-1, 0))
        if index and (parent < 0 or type(row.action) is Terminal):
            continue
        ply += is_move(row.action)
        if not index or numbering.at(ply)[0] < last or not ply:
            places[index] = len(rows), ply
            rows.append(NodeData(len(rows), parent, row.action, row.notes))
    return RecordData(record.game, record.headers, record.encoding, (), tuple(rows)).record()


def starting_position(states: States) -> str:
    """The position that a record begins with, as text."""
    return states.game.setup_text(states.at(states.record.root))


def label_of(format_: Format, record: Record) -> str:
    """The comment that names a game: "Morphy – Anderssen, Paris 1858, 1-0"; "" if nothing is known."""

    def said(role: str) -> str:
        text = format_.by_role(role, record.headers, record.game).strip()
        return "" if text in ("?", "*", "-") else text

    players = " – ".join(name for name in (said("side0"), said("side1")) if name)
    year = _YEAR.search(said("date"))
    event = said("event")
    if year is not None and year[0] not in event:
        event = f"{event} {year[0]}".strip()
    return ", ".join(part for part in (players or said("title"), event, said("result")) if part)


def joined_words(joining: Joining) -> Message:
    """The sentence after it was done."""
    if not joining.joined and not joining.stay and not joining.tree:
        return message("There is only one game: nothing to join.")
    if not joining.joined and not joining.tree:
        return message("None of these games can be joined: they begin otherwise.")
    done = counted(
        "Joined a game as a variation.", "Joined {count} games as variations.", joining.joined
    )
    if joining.tree:
        done = counted("Made a tree of one game.", "Made a tree of {count} games.", joining.tree)
    if not joining.stay:
        return done
    left = counted(
        "One stays, since it begins otherwise: game {number}.",
        "{count} stay, since they begin otherwise; the first is game {number}.",
        len(joining.stay),
        number=joining.stay[0] + 1,
    )
    return sentences([done, left])


def join(
    document: Document, records: str = "", run: Runner = run_inline, way: Way = USUAL
) -> Message:
    """Join games to the first of them, as variations.

    `records`, `run`, result and errors as for `strip.strip`.
    """
    keys = scope_of(document, records).keys
    (made,) = run(joining(document, keys, start_of(document), way))
    document.do(made.edit)
    return joined_words(made)


class TreeOfGames(NamedTuple):
    """A tree of games, behind it the games that begin otherwise; `words`: what was done."""

    records: tuple[RecordData, ...]
    words: Message


def making_tree(records: Collection, way: Way) -> Iterator[JobStep[TreeOfGames]]:
    """The job that makes a tree of games, or joins them; they themselves stay as they are. Raises OSError."""
    document = Document(records)
    for step in joining(document, document.keys(), start_of(document), way):
        if step.result is None:
            yield JobStep(step.done, step.total)
            continue
        if step.result.edit is not None:
            document.do(step.result.edit)
        keys = document.keys()
        left = tuple(RecordData.of(document.record_of(key)) for key in keys)
        yield JobStep(1, 1, TreeOfGames(left, joined_words(step.result)))


def extract(document: Document, node: Node) -> None:
    """Insert the line through a node, with all below it, as a game after its own."""
    document.do(extraction(document, document.key_of(node), node))


def start_here(document: Document, node: Node) -> Message | None:
    """Make a game start with the position at a node. Returns what that loses, None for nothing."""
    key = document.key_of(node)
    states = document.states(key)
    number = renumbered(states, node)
    lost = lacks(states, node) + ([] if number is None else [number])
    document.do(later_start(document, key, node))
    return sentences(lost) if lost else None
