"""What was played in a part of the board: a joseki's next moves in all games that have it, turned to mine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.processes import processors
from viewer.games import game_of
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.explorer import EVERY, NextMove, added_up
from viewer.library.ask.matches import Column, matches_of, unsigned
from viewer.library.ask.searching import records_of
from viewer.library.pages import Pages, Unread
from viewer.library.query import ContinuedFrom, Part, Query, RegionWanted, Seen, moved
from viewer.library.schema import BOARDS, GAMES
from viewer.library.store import Store
from viewer.tree.action import Move

Array = Any  # npt.NDArray of any number
_OTHER = {"B": "W", "W": "B", "1": "2", "2": "1"}
"""The colours that begin the neutral moves of stones."""
_MOVES: Final = re.compile(r"(?:[BW12] )?\S+")
ELSEWHERE = ""
"""The move of what was played outside of the part first."""


class Continued(NamedTuple):
    """What followed in a part.

    Attributes:
        moves: in the part, as they are seen in the one that was asked for, most frequent first. `node` is the
            one before the move; the first side is that of the part's colours. A move counts where it is the
            next one in the part, though moves elsewhere came between.
        elsewhere: the same of the places after which somebody played elsewhere first; its move is ELSEWHERE.
        places: how many times the part came about, as many as there are corners where it stood.
        records: in how many records.
        covers: what was searched.
    """

    moves: list[NextMove]
    elsewhere: NextMove
    places: int
    records: int
    covers: list[Message]


class Stay(NamedTuple):
    """The part as it stood for some plies of a main line.

    Attributes:
        record, node: the record, the node of the last of them.
        seen: the arrangement.
        lasted: whether they are several: somebody played elsewhere first.
        move: what ended it, as the record has it; "" where the line ended.
        score, rating, year: what is known of the record.
    """

    record: int
    node: int
    seen: Seen
    lasted: bool
    move: str
    score: int | None
    rating: int | None
    year: int | None


def continued(store: Store, wanted: ContinuedFrom, among: Query = EVERY) -> Continued:
    """What was played next in a part, in the main lines of the records of a query. Raises LibraryFailed."""
    return store.asked(lambda store: _continued(store, wanted, among))


def _continued(store: Store, wanted: ContinuedFrom, among: Query) -> Continued:
    only = None if among == EVERY else store.listed(among, lambda: records_of(store, among))
    runs: list[_Run] = []
    for seen, where in zip(wanted.ways, _standing(store, wanted), strict=True):
        runs += _runs(where, seen, only)
    said = _said(store, sorted({one.record for one in runs}))
    stays = []
    for run in runs:
        moves, score, rating, year = said[run.record]
        move = moves[run.last] if run.last < len(moves) else ""
        lasted = run.last > run.first
        stays.append(Stay(run.record, run.node, run.seen, lasted, move, score, rating, year))
    return counted_stays(wanted, stays, store.covers(lines=True, main_lines=True))


class _Run(NamedTuple):
    """Consecutive plies of a main line at which an arrangement stood: the first, the last, its node."""

    record: int
    first: int
    last: int
    node: int
    seen: Seen


_Where = tuple[Array, Array, Array]
"""Records, nodes and plies."""


def _standing(store: Store, wanted: ContinuedFrom) -> list[_Where]:
    """Where each of the arrangements stands in main lines. Raises duckdb.Error."""
    try:
        return _standing_on_pages(store, wanted)
    except Unread:
        store.go_on()
    found = []
    for seen in wanted.ways:
        region = RegionWanted(wanted.game, wanted.chart, (seen.part,))
        (matches,) = matches_of(Query(region=region, main_lines=True), store)
        found.append(matches.places(matches.records))
    return found


def _standing_on_pages(store: Store, wanted: ContinuedFrom) -> list[_Where]:
    """The same by one reading of the boards for all arrangements. Raises Unread."""
    parts = [seen.part for seen in wanted.ways]
    rows = {one.row for part in parts for one in part.rows}
    rows |= {one.row for part in parts for one in part.squares}
    columns = ("record", "node", "ply", *(f"r{row}" for row in sorted(rows)))
    groups = [
        (pages, group)
        for pages in store.pages(BOARDS, wanted.game, columns, wanted.chart)
        for group in range(len(pages.rows))
    ]

    def look(one: tuple[Pages, int]) -> list[_Where | None]:
        store.go_on()
        pages, group = one
        known: dict[str, Array] = {}

        def column(name: str) -> Array:
            if name not in known:
                known[name] = pages.column(group, name)
            return known[name]

        found: list[_Where | None] = []
        for part in parts:
            at = _with(part, column, pages.rows[group])
            ids = column("record")[at] if len(at) else at
            at = at[store.alive(ids)] if len(at) else at
            there = [column(name)[at] for name in columns[:3]] if len(at) else None
            found.append(None if there is None else (there[0], there[1], there[2]))
        return found

    nothing = (np.zeros(0, np.int64),) * 3
    with ThreadPoolExecutor(processors()) as pool:
        answers = list(pool.map(look, groups))
    found = []
    for number in range(len(parts)):
        some = [nothing, *(one[number] for one in answers if one[number] is not None)]
        ids, nodes, plies = (np.concatenate(one) for one in zip(*some, strict=True))
        found.append((ids, nodes, plies))
    return found


def _with(part: Part, column: Column, count: int) -> Array:
    """The boards of a group that have an arrangement, ascending; of each row only those that are left.

    `column` returns one by its name. The rows with most of the part are asked first.
    """
    at: Array = None
    for row in sorted(part.rows, key=lambda one: -one.value.bit_count()):
        values = unsigned(column(f"r{row.row}"))
        number = values.dtype.type
        values = values if at is None else values[at]
        right = np.flatnonzero((values & number(row.mask)) == number(row.value))
        at = right if at is None else at[right]
        if not len(at):
            return at
    for square in part.squares:
        values = unsigned(column(f"r{square.row}"))
        number = values.dtype.type
        values = values if at is None else values[at]
        inside = (values >> number(square.shift)) & number(square.mask)
        right = np.flatnonzero(np.isin(inside, np.array(square.values, values.dtype)))
        at = right if at is None else at[right]
        if not len(at):
            return at
    return np.arange(count) if at is None else at


def _runs(where: _Where, seen: Seen, only: Array | None) -> Iterator[_Run]:
    ids, nodes, plies = where
    if only is not None:
        kept = np.isin(ids, only)
        ids, nodes, plies = ids[kept], nodes[kept], plies[kept]
    order = np.lexsort((plies, ids))
    ids, nodes, plies = ids[order], nodes[order], plies[order]
    begins = np.flatnonzero((np.diff(ids, prepend=-1) != 0) | (np.diff(plies, prepend=-2) != 1))
    ends = np.append(begins[1:], len(ids))[: len(begins)] - 1
    for first, last in zip(begins, ends, strict=True):
        yield _Run(int(ids[last]), int(plies[first]), int(plies[last]), int(nodes[last]), seen)


_Facts = tuple[list[str], int | None, int | None, int | None]


def _said(store: Store, records: list[int]) -> dict[int, _Facts]:
    """Of records the moves of main lines, scores, ratings and years."""
    wanted = "record IN (SELECT unnest(?::BIGINT[]))"
    sql = f"SELECT record, moves, score, rating, year FROM {store.table(GAMES)} WHERE {wanted}"
    rows = store.rows(sql, [records])
    return {record: (_MOVES.findall(moves), *facts) for record, moves, *facts in rows}


# ------------------------------------------------------------------------------------- counting


def counted_stays(
    wanted: ContinuedFrom, stays: Sequence[Stay], covers: Sequence[Message]
) -> Continued:
    """What followed the stays of a part, wherever they were found."""
    ended: defaultdict[str, list[Stay]] = defaultdict(list)
    known: dict[tuple[int, str], str] = {}
    for stay in stays:
        if stay.move:
            key = id(stay.seen), stay.move
            if key not in known:
                known[key] = _seen(wanted, stay.seen, stay.move)
            ended[known[key]].append(stay)
    inside = [
        _counted(move, some)
        for move, some in _alike_together(wanted, ended).items()
        if _lands(wanted, move)
    ]
    return Continued(
        added_up(inside),
        _counted(ELSEWHERE, [stay for stay in stays if stay.lasted]),
        len(stays),
        len({one.record for one in stays}),
        list(covers),
    )


def added_together(some: Sequence[Continued]) -> Continued:
    """The answers of several that were asked for the same part."""
    elsewhere = added_up(one.elsewhere for one in some)
    covers: list[Message] = []
    for one in some:
        covers += [words for words in one.covers if words not in covers]
    return Continued(
        added_up(move for one in some for move in one.moves),
        elsewhere[0] if elsewhere else _counted(ELSEWHERE, ()),
        sum(one.places for one in some),
        sum(one.records for one in some),
        covers,
    )


def _seen(wanted: ContinuedFrom, seen: Seen, move: str) -> str:
    """A move as it is seen in the part."""
    colour, blank, rest = move.partition(" ")
    if blank and seen.exchanges:
        move = f"{_OTHER.get(colour, colour)} {rest}"
    return moved(move, wanted.squares, seen.back)


def _alike_together(
    wanted: ContinuedFrom, ended: Mapping[str, list[Stay]]
) -> dict[str, list[Stay]]:
    """Moves that the part's own symmetry makes the same are one, by the name of the most frequent."""
    found: dict[str, list[Stay]] = {}
    named: dict[str, str] = {}
    for move in sorted(ended, key=lambda move: (-len(ended[move]), move)):
        for one in {move, *(_seen(wanted, own, move) for own in wanted.own)}:
            named.setdefault(one, move)
        found.setdefault(named[move], []).extend(ended[move])
    return found


def _lands(wanted: ContinuedFrom, move: str) -> bool:
    touched = game_of(wanted.game).touches(Move(move))
    return bool(touched) and touched[-1] in wanted.inside


def _counted(move: str, stays: Iterable[Stay]) -> NextMove:
    some = list(stays)
    scores = [
        one.score if one.score is None or not one.seen.exchanges else WON - one.score
        for one in some
    ]
    won, drawn, lost = (scores.count(one) for one in (WON, DRAWN, LOST))
    ratings = [one.rating for one in some if one.rating is not None]
    years = [one.year for one in some if one.year is not None]
    first = min(some, key=_age, default=None)
    return NextMove(
        move,
        len(some),
        won,
        drawn,
        lost,
        sum(ratings),
        len(ratings),
        max(years, default=None),
        min(years, default=None),
        -1 if first is None else first.record,
        node=None if first is None else first.node,
    )


def _age(one: Stay) -> tuple[bool, int, int, int]:
    return one.year is None, one.year or 0, one.record, one.node
