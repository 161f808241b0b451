"""A difference between two collections as plain data, and what two formats mean by the same words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from viewer.base.named import NamedTuple
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.headers import HeaderField
from viewer.formats.kit.foreign import ResolvedActions, with_breaks_of
from viewer.games import game_of
from viewer.tree.action import Action, Terminal, Written
from viewer.tree.likeness import in_order
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

ADDED, REMOVED, MOVED, CHANGED = "added", "removed", "moved", "changed"
RECORD = "record"
"""Of a whole record."""
BRANCH = "branch"
"""Of a node and what follows it."""
LINE = "line"
"""Of nodes within a line that goes on behind them."""
ACTION = "action"
START = "start"
HEADER = "header:"
"""Before the key of a header."""
_UNSAID = re.compile(r"[?.\-*\s]*")
T = TypeVar("T")


class Difference(NamedTuple):
    """One difference of the other collection ("theirs") from this one ("mine").

    Attributes:
        kind: ADDED, REMOVED, MOVED or CHANGED, from mine to theirs.
        facet: RECORD, BRANCH, LINE, ACTION, START, HEADER with a key, or a name of `annotation.FACETS`.
        mine, theirs: indices of the records, None if there is no such record on that side.
        node, other: ids of the nodes in mine and in theirs, for a header its indices; None if there is
            none on that side.
        before, after: the values in mine and in theirs. For a branch, a line and an action that is the
            action; for something moved its index among its siblings.
    """

    kind: str
    facet: str
    mine: int | None
    theirs: int | None
    node: int | None = None
    other: int | None = None
    before: object = None
    after: object = None

    @property
    def header(self) -> str:
        """The key of the header, "" for other facets."""
        return self.facet.removeprefix(HEADER) if self.facet.startswith(HEADER) else ""


class ComparedRecord:
    """A record being compared, with its format.

    Attributes:
        record: must not change meanwhile.
        format: id of its format.
        written: whether it contains Written actions.
        ends: whether it has ends that stand at a ply.
    """

    def __init__(self, record: Record, format: str) -> None:
        self.record = record
        self.format = format
        kinds = {type(node.action) for node in record.nodes.values()}
        self.written = Written in kinds
        self.ends = Terminal in kinds
        self._actions = ResolvedActions(record, lambda _: False)

    def action(self, node: Node) -> Action | None:
        """The action of a node; for a Written one, the move it means if any."""
        return self._actions.at(node)

    def meaning(self, node: Node) -> Action | None:
        """The action at a node, equal for two spellings of one move or one end."""
        return self._actions.meaning(node)

    def start(self) -> str:
        """The start position, explicit even for the usual one."""
        game = game_of(self.record.game)
        return game.setup_text(game.start(self.record.setup))


def compared(collection: Collection, index: int, format: str) -> ComparedRecord:
    """A record of a collection, with line breaks in comments as another format means them. Raises OSError."""
    record = with_breaks_of(FORMATS[format].load(), collection.record(index), collection.format)
    return ComparedRecord(record, collection.format)


def headers_for(other: ComparedRecord, side: ComparedRecord) -> tuple[Header, ...]:
    """The headers of another record in the spelling of this format.

    Between different formats they are mapped by role; headers without a value are left out.
    """
    if other.format == side.format:
        return other.record.headers
    theirs = FORMATS[other.format].load()
    usual = {field.key.casefold(): field.key for field in theirs.fields_of(other.record.game)}
    headers = [
        one._replace(key=usual.get(one.key.casefold(), one.key)) for one in other.record.headers
    ]
    found = [
        Header(field.key, theirs.by_role(field.role, headers, side.record.game))
        for field in _by_role(side, other)
    ]
    return tuple(entry for entry in found if not is_unsaid(entry.value))


def is_unsaid(value: str) -> bool:
    """Whether a header's value says nothing: dashes, dots, question marks, stars at most."""
    return _UNSAID.fullmatch(value) is not None


def comparable(side: ComparedRecord, other: ComparedRecord) -> set[int]:
    """The indices of a record's headers that the other record's format can hold."""
    headers = side.record.headers
    if other.format == side.format:
        return set(range(len(headers)))
    theirs = {field.role for field in FORMATS[other.format].load().fields_of(side.record.game)}
    known = {field.key for field in _by_role(side, other) if field.role in theirs}
    return {
        index for index, (key, value) in enumerate(headers) if key in known and not is_unsaid(value)
    }


def _by_role(side: ComparedRecord, other: ComparedRecord) -> Iterator[HeaderField]:
    """The fields of a record's format by role, of each the first that the record has, else the other has.

    Its key is spelled as in the record.
    """
    said, theirs = (
        {key.casefold(): key for key, value in one.record.headers if value.strip()}
        for one in (side, other)
    )
    roles: dict[str, list[HeaderField]] = {}
    for field in FORMATS[side.format].load().fields_of(side.record.game):
        if field.role and not field.start:
            key = said.get(field.key.casefold(), field.key)
            roles.setdefault(field.role, []).append(field._replace(key=key))
    for fields in roles.values():
        yield min(
            fields,
            key=lambda one: (one.key.casefold() not in said, one.key.casefold() not in theirs),
        )


def bare_action(side: ComparedRecord, node: Node) -> Action | None:
    """The action of a node without the file's spelling: for a Written one, the move it means."""
    return side.action(node) if type(node.action) is Written else node.action


def same_start(first: ComparedRecord, second: ComparedRecord) -> bool:
    """Whether two records start from the same position."""
    a, b = first.record.setup, second.record.setup
    return a == b or first.start() == second.start()


def woven(
    mine: Iterable[T], theirs: Sequence[T], place: Callable[[T], int], anchor: Callable[[T], bool]
) -> list[T]:
    """Items of mine in their order, with those of theirs inserted between.

    `anchor` says whether an item of mine has the same relative order on both sides. `place` is an item's
    index in theirs, for anchors and all of `theirs`, which is sorted by it. Between two anchors mine
    comes first.
    """
    result: list[T] = []
    at = 0
    for item in mine:
        if anchor(item):
            here = place(item)
            while at < len(theirs) and place(theirs[at]) < here:
                result.append(theirs[at])
                at += 1
        result.append(item)
    result.extend(theirs[at:])
    return result


def moves_into(now: Sequence[int], wanted: Sequence[int]) -> list[tuple[int, int]]:
    """The fewest moves, each (from, to), to be made one after another, that sort items."""
    if list(now) == list(wanted):
        return []
    now = list(now)
    place = {item: at for at, item in enumerate(now)}
    fixed = in_order([place[item] for item in wanted])
    moves: list[tuple[int, int]] = []
    for at, item in enumerate(wanted):
        if at not in fixed:
            here = now.index(item)
            del now[here]
            to = now.index(wanted[at - 1]) + 1 if at else 0
            now.insert(to, item)
            if here != to:
                moves.append((here, to))
    return moves
