"""Where positions, parts of them, material and texts are: rows found in pages of tables, else by SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from viewer.base.named import NamedTuple
from viewer.base.processes import processors
from viewer.library.ask.conditions import Nodes, nodes_of, runs
from viewer.library.pages import Pages, Unread
from viewer.library.query import (
    MaterialWanted,
    MaterialWay,
    OneOf,
    Part,
    PositionWanted,
    Query,
    RegionWanted,
)
from viewer.library.schema import BOARDS, BRANCHES, POSITIONS, VARIATIONS
from viewer.library.store import Store

Array = Any  # npt.NDArray of any number
Column = Callable[[str], Array]
Tests = Sequence[Callable[[Column, int], Array]]
_PLACE = ("record", "node", "ply")
_TOGETHER = 16  # groups that a thread takes at a time


class _Piece(NamedTuple):
    """Rows of one group: their records, dead ones too; record, node and ply of all, once asked for."""

    records: Array
    rows: Callable[[], tuple[Array, ...]]


class Matches:
    """The nodes that match.

    Attributes:
        records: those that have some, int64, ascending.
    """

    def __init__(
        self, store: Store, pieces: Sequence[_Piece], by_sql: Callable[[], Sequence[_Piece]]
    ) -> None:
        """`by_sql`: the pieces again, should pages turn out not to be understood."""
        self._pieces = pieces
        self._by_sql = by_sql
        records = distinct([one.records for one in pieces])
        self.records = records[store.alive(records)]

    def nodes(self, records: Sequence[int]) -> dict[int, list[int]]:
        """The nodes of some records: the first one of the line, then all of them, ascending.

        Raises duckdb.Error.
        """
        wanted = np.sort(np.array(records, np.int64))
        ids, places, plies = self.places(wanted)
        if not len(ids):
            return {}
        order = np.argsort(ids, kind="stable")
        starts = np.flatnonzero(np.diff(ids[order], prepend=-1))
        found: dict[int, list[int]] = {}
        for start, end in zip(starts, [*starts[1:], len(order)], strict=True):
            here = order[start:end]
            first = int(places[here[np.argmin(plies[here])]])
            found[int(ids[here[0]])] = [first, *np.unique(places[here]).tolist()]
        return found

    def places(self, wanted: Array) -> tuple[Array, Array, Array]:
        """Record, node and ply of what matches in some records (ascending).

        Raises duckdb.Error.
        """
        try:
            some = self._rows(wanted)
        except Unread:
            self._pieces = self._by_sql()
            some = self._rows(wanted)
        nothing = (np.zeros(0, np.int64),) * 3
        ids, nodes, plies = (np.concatenate(column) for column in zip(nothing, *some, strict=True))
        kept = within(ids, wanted)
        return ids[kept], nodes[kept], plies[kept]

    def _rows(self, wanted: Array) -> list[tuple[Array, ...]]:
        return [one.rows() for one in self._pieces if within(one.records, wanted).any()]


def distinct(some: Sequence[Array]) -> Array:
    """The records of arrays, each once, ascending: int64."""
    records = np.concatenate([*some, np.zeros(0, np.int64)])
    steps = np.diff(records)
    if (steps > 0).all():
        return records
    if (steps < 0).any():
        records = np.sort(records)
        steps = np.diff(records)
    return records[np.concatenate([[True], steps > 0])]


def within(records: Array, wanted: Array) -> Array:
    """Which of some records are among those that are wanted (ascending)."""
    at = np.minimum(np.searchsorted(wanted, records), max(0, len(wanted) - 1))
    return wanted[at] == records if len(wanted) else np.zeros(len(records), bool)


def matches_of(query: Query, store: Store, some: Sequence[int] | None = None) -> list[Matches]:
    """The nodes that match each part of a query that is about positions or texts; all of them must match.

    `some`: only these records are asked about; others may be among the answer. Raises duckdb.Error.
    """
    wanted = None if some is None else np.sort(np.array(some, np.int64))
    ways: list[Callable[[], Iterator[_Piece]] | None] = []
    if query.position is not None:
        ways.append(partial(_at_position, query.position, store, query.main_lines))
    if query.region is not None:
        tests = [partial(_fits, part) for part in query.region.any_of]
        parts = query.region.any_of
        names = {f"r{row.row}" for part in parts for row in part.rows}
        names |= {f"r{square.row}" for part in parts for square in part.squares}
        ways.append(
            partial(_on_boards, query.region, store, query.main_lines, tests, names, wanted)
        )
    if query.material is not None:
        material = query.material
        tests = [partial(_in_way, way) for way in material.any_of]
        counts = [one for way in material.any_of for one in way.counts]
        names = {f"n{kind}" for one in counts for kind in one.kinds}
        standing = [some for way in material.any_of for some in way.standing]
        names |= {f"r{square.row}" for some in standing for square in some}
        main = material.only_main(query.main_lines)
        find = partial(_on_boards, material, store, main, tests, names, wanted)
        ways.append(partial(find, material.lasting))
    if query.comment:
        ways.append(None)
    return [
        Matches(store, _pieces(store, nodes, way), partial(_pieces, store, nodes, None))
        for nodes, way in zip(nodes_of(query, store), ways, strict=True)
    ]


def _pieces(
    store: Store, nodes: Nodes, way: Callable[[], Iterator[_Piece]] | None
) -> Sequence[_Piece]:
    if not nodes.sql:
        return []
    if way is not None:
        try:
            return [*way()]
        except Unread:
            store.go_on()
    rows = store.arrays(f"SELECT record, node, ply FROM ({nodes.sql})", nodes.values)
    return [_Piece(rows["record"], lambda: tuple(rows[name] for name in _PLACE))]


def _at_position(wanted: PositionWanted, store: Store, main_lines: bool) -> Iterator[_Piece]:
    """By the keys of its arrangements. Raises Unread."""
    for table in (POSITIONS,) if main_lines else (POSITIONS, VARIATIONS):
        for one in wanted.any_of:
            for pages in store.pages(table, wanted.game, ("key", "side", *_PLACE), keys=[one.key]):
                for group, rows in pages.rows_of(one.key, "key"):
                    store.go_on()
                    at = np.arange(rows.start, rows.stop)
                    if one.side is not None:
                        at = at[pages.column(group, "side", rows=rows) == one.side]
                    records = pages.column(group, "record", rows=rows)[at - rows.start]
                    yield _Piece(records, partial(_placed, pages, group, at))


def _placed(pages: Pages, group: int, at: Array) -> tuple[Array, ...]:
    if not len(at):
        return (np.zeros(0, np.int64),) * len(_PLACE)
    rows = slice(int(at[0]), int(at[-1]) + 1)
    return tuple(pages.column(group, name, rows=rows)[at - rows.start] for name in _PLACE)


def _on_boards(
    wanted: RegionWanted | MaterialWanted,
    store: Store,
    main_lines: bool,
    tests: Tests,
    names: set[str],
    some: Array | None,
    lasting: int = 1,
) -> Iterator[_Piece]:
    """By a test of all boards, or of those of some records, by as many threads as there are processors.

    `lasting`: how many boards one after the other must pass the same test. Raises Unread.
    """
    groups: list[tuple[Pages, int]] = []
    for table in (BOARDS,) if main_lines else (BOARDS, BRANCHES):
        columns = (*_PLACE, *sorted(names))
        for pages in store.pages(table, wanted.game, columns, wanted.chart):
            low, high = pages.ranges("record")
            if some is None:
                groups += [(pages, group) for group in range(len(low))]
            else:  # the first one that isn't below the least is not above the greatest
                at = np.searchsorted(some, low.astype(np.int64))
                there = np.append(some, np.iinfo(np.int64).max)[at] <= high.astype(np.int64)
                groups += [(pages, int(group)) for group in np.flatnonzero(there)]

    def look_at(some: Sequence[tuple[Pages, int]]) -> list[_Piece | _Edge]:
        found: list[_Piece | _Edge] = []
        for pages, group in some:
            store.go_on()
            if lasting > 1:
                found += _stretches_in(pages, group, tests, lasting)
            else:
                found += _matching_in(pages, group, tests)
        return found

    edges: list[_Edge] = []
    with ThreadPoolExecutor(processors()) as pool:
        several = [groups[at : at + _TOGETHER] for at in range(0, len(groups), _TOGETHER)]
        for found in pool.map(look_at, several):
            for one in found:
                if isinstance(one, _Edge):
                    edges.append(one)
                else:
                    yield one
    yield from _over_edges(edges, lasting)


def _tested(pages: Pages, group: int, tests: Tests) -> list[Array]:
    """Which rows of a group pass each test."""
    known: dict[str, Array] = {}

    def column(name: str) -> Array:
        if name not in known:
            known[name] = pages.column(group, name)
        return known[name]

    return [test(column, pages.rows[group]) for test in tests]


def _matching(pages: Pages, group: int, tests: Tests) -> Array:
    """The rows of a group that pass one of the tests."""
    return np.flatnonzero(_passing(pages, group, tests))


def _passing(pages: Pages, group: int, tests: Tests) -> Array:
    """Whether each row of a group passes one of the tests."""
    found, *others = _tested(pages, group, tests)
    for one in others:
        found |= one
    return found


def _matching_in(pages: Pages, group: int, tests: Tests) -> Iterator[_Piece]:
    found = _passing(pages, group, tests)
    if found.any():
        first, ids = pages.runs(group, "record")
        # The rows are found again when they are asked for: of most groups they never are.
        rows = partial(_placed_again, pages, group, partial(_matching, pages, group, tests))
        yield _Piece(ids[np.logical_or.reduceat(found, first)], rows)


def _placed_again(pages: Pages, group: int, again: Callable[[], Array]) -> tuple[Array, ...]:
    return _placed(pages, group, again())


def _records_at(pages: Pages, group: int, at: Array) -> Array:
    """The records of rows of a group."""
    first, ids = pages.runs(group, "record")
    found: Array = ids[np.searchsorted(first, at, "right") - 1]
    return found


class _Edge(NamedTuple):
    """Rows of a group one after the other that pass a test, at its begin or end: those of the next groups
    may go on with them.
    """

    pages: Pages
    test: int
    group: int
    first: int
    last: int
    record: int

    def goes_on(self, other: _Edge) -> bool:
        """Whether another edge is the next rows of the same record."""
        return (
            (self.pages, self.test, self.record) == (other.pages, other.test, other.record)
            and self.last == self.pages.rows[self.group] - 1
            and (other.group, other.first) == (self.group + 1, 0)
        )


def _stretches(pages: Pages, group: int, test: Array) -> tuple[Array, Array, Array]:
    """The first row, the last, and the record of rows one after the other that pass a test."""
    at = np.flatnonzero(test)
    records = _records_at(pages, group, at)
    ends = np.flatnonzero((np.diff(at) != 1) | (np.diff(records) != 0))
    firsts = np.concatenate([at[:1], at[ends + 1]])
    lasts = np.concatenate([at[ends], at[-1:]])
    return firsts, lasts, np.concatenate([records[:1], records[ends + 1]])


def _stretches_in(pages: Pages, group: int, tests: Tests, lasting: int) -> Iterator[_Piece | _Edge]:
    """Rows one after the other that pass a test: enough of them, or at the edges of the group."""
    long: list[Array] = []
    for number, test in enumerate(_tested(pages, group, tests)):
        firsts, lasts, records = _stretches(pages, group, test)
        long.append(records[lasts - firsts + 1 >= lasting])
        for at in {0, len(firsts) - 1} if len(firsts) else ():
            if firsts[at] == 0 or lasts[at] == len(test) - 1:
                ends = int(firsts[at]), int(lasts[at])
                yield _Edge(pages, number, group, *ends, int(records[at]))
    found = np.concatenate(long)
    if len(found):
        again = partial(_long_rows, pages, group, tests, lasting)
        yield _Piece(found, partial(_placed_again, pages, group, again))


def _long_rows(pages: Pages, group: int, tests: Tests, lasting: int) -> Array:
    found = []
    for test in _tested(pages, group, tests):
        firsts, lasts, _ = _stretches(pages, group, test)
        kept = np.flatnonzero(lasts - firsts + 1 >= lasting)
        found += [np.arange(firsts[at], lasts[at] + 1) for at in kept]
    return np.unique(np.concatenate(found))


def _over_edges(edges: Sequence[_Edge], lasting: int) -> Iterator[_Piece]:
    """The rows of stretches that go over several groups, if there are enough of them."""
    ordered = sorted(edges, key=lambda one: (one.test, id(one.pages), one.group, one.first))
    joined: list[list[_Edge]] = []
    for edge in ordered:
        if joined and joined[-1][-1].goes_on(edge):
            joined[-1].append(edge)
        else:
            joined.append([edge])
    for some in joined:
        if len(some) > 1 and sum(one.last - one.first + 1 for one in some) >= lasting:
            for one in some:
                rows = np.arange(one.first, one.last + 1)
                yield _Piece(np.array([one.record]), partial(_placed, one.pages, one.group, rows))


def _fits(part: Part, column: Column, count: int) -> Array:
    """Which boards have one arrangement of a part of a position."""
    found: Array = None
    for row in part.rows:
        if found is not None and not found.any():
            return found
        values = unsigned(column(f"r{row.row}"))
        fits = (values & values.dtype.type(row.mask)) == values.dtype.type(row.value)
        found = fits if found is None else found & fits
    found = np.ones(count, bool) if found is None else found
    for square in part.squares:
        values = unsigned(column(f"r{square.row}"))
        number = values.dtype.type
        inside = values & number(square.mask << square.shift)
        several = np.zeros(count, bool)
        for low, high in runs(square.values):
            several |= (inside >= number(low << square.shift)) & (
                inside <= number(high << square.shift)
            )
        found &= several
    return found


def unsigned(values: Array) -> Array:
    """Columns of rows as the numbers that they are; Parquet's have signs."""
    return values.view(f"<u{values.dtype.itemsize}")


def _in_way(way: MaterialWay, column: Column, count: int) -> Array:
    """Which boards have material in one way."""
    found = np.ones(count, bool)
    for one in way.counts:
        values = np.zeros(count, np.int32)
        for kind in one.kinds:
            values += column(f"n{kind}")
        found &= (values >= one.least) & (values <= one.most)
        if not found.any():
            return found
    for some in way.standing:
        at = np.flatnonzero(found)
        found[at] = _somewhere(some, column, at)
    return found


def _somewhere(some: Sequence[OneOf], column: Column, at: Array) -> Array:
    """Which of some boards have a square as it must be."""
    found = np.zeros(len(at), bool)
    for square in some:
        values = unsigned(column(f"r{square.row}"))[at]
        inside = (values >> values.dtype.type(square.shift)) & values.dtype.type(square.mask)
        for value in square.values:
            found |= inside == value
    return found
