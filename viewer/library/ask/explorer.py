"""The explorer: the moves that were made from a position, with their results; of one library or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.conditions import keyed
from viewer.library.ask.matches import distinct, within
from viewer.library.ask.searching import Hit, hits_of, records_of
from viewer.library.manifest import Segment
from viewer.library.pages import Pages, Unread
from viewer.library.query import PositionWanted, Query, Wanted
from viewer.library.schema import COUNTED, COUNTS, GAMES, MISSING, POSITIONS, VARIATIONS
from viewer.library.store import Store

Array = Any  # npt.NDArray of any number
_NO_YEAR = 9999
_AMONG = "among"
"""The table of the records that are asked, while they are."""
_SOME = f"""
WITH here AS MATERIALIZED (SELECT * FROM {{source}} WHERE {{where}})
SELECT * EXCLUDE (side), (SELECT count(DISTINCT record) FROM here WHERE move IS NOT NULL)
FROM ({COUNTED.format(source="here", condition="true")})
"""
"""The next moves where only some records are asked, and how many of these go on."""
EVERY = Query()


class NextMove(NamedTuple):
    """A move that was made from a position.

    Attributes:
        move: in neutral notation.
        games: how many records have it.
        won, drawn, lost: how many of them the first side has, where the result is known.
        rating_sum, rated: of the known averages of the players' ratings, and how many are known.
        last_year: of the latest of them, None if none is known.
        first_year: of the earliest of them, None if none is known.
        record: the id of the first of them, by year.
        library: the name of the library that has this record, "" where one alone is asked.
        alike: the moves that the position's symmetry makes the same, this one among them; () if it has none.
        node: of this record, before the move, where a part of a position was asked for.
    """

    move: str
    games: int
    won: int
    drawn: int
    lost: int
    rating_sum: int
    rated: int
    last_year: int | None
    first_year: int | None
    record: int
    library: str = ""
    alike: tuple[str, ...] = ()
    node: int | None = None

    def seen_as(self, move: str) -> NextMove:
        """The same as another of the moves that are alike, if it is one of them."""
        return self._replace(move=move) if move in self.alike else self

    @property
    def rating(self) -> int | None:
        """The average rating of the players, None if none is known."""
        return round(self.rating_sum / self.rated) if self.rated else None


class Explored(NamedTuple):
    """The next moves of a position in main lines, most frequent first.

    Attributes:
        moves: the moves.
        games: how many records go on from it.
        varied: how many records go on from it in a variation.
        covers: what was searched.
    """

    moves: list[NextMove]
    games: int
    varied: int
    covers: list[Message]


def explore(store: Store, wanted: PositionWanted, among: Query = EVERY) -> Explored:
    """The moves made from a position, in the records of a query, as they are seen in the position.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _explore(store, wanted, among))


def _explore(store: Store, wanted: PositionWanted, among: Query) -> Explored:
    wanted = as_seen(wanted)
    records = None
    if among != EVERY:
        records = store.listed(among, lambda: records_of(store, among))
    try:
        return _explored_on_pages(store, wanted, records)
    except Unread:
        store.go_on()
    if records is None:
        return _explored(store, wanted)
    store.connection.register(_AMONG, {"record": records})
    try:
        return _explored(store, wanted, f" AND record IN (SELECT record FROM {_AMONG})")
    finally:
        store.connection.unregister(_AMONG)


def _explored_on_pages(store: Store, wanted: PositionWanted, among: Array | None) -> Explored:
    """The moves in some records (ascending), in all for None, without SQL. Raises Unread."""
    found: list[tuple[int, NextMove]] = []
    played: list[Array] = []
    varied: list[Array] = []
    for one in wanted.any_of:
        rest = store.manifest.segments
        if among is None:
            counted = [_counted_before(store, segment, wanted.game, one) for segment in rest]
            rest = [segment for segment, moves in zip(rest, counted, strict=True) if not moves]
            found += [(one.key, move) for moves in counted for move in moves]
        words: dict[str, int] = {}
        parts = [*_rows(store, POSITIONS, wanted.game, one, among, _COUNTED, words, rest)]
        if parts:
            joined = {key: np.concatenate([part[key] for part in parts]) for key in _COUNTED}
            played.append(joined["record"])
            firsts = {key: values[~joined["again"]] for key, values in joined.items()}
            found += [(one.key, move) for move in counted_moves(firsts, list(words))]
        for part in _rows(store, VARIATIONS, wanted.game, one, among, _PLAYED, {}):
            varied.append(part["record"])
    moves = added_up_as_seen(found, wanted)
    games = _games(moves) if among is None else len(distinct(played))
    return Explored(moves, games, len(distinct(varied)), store.covers(lines=True))


def _counted_before(store: Store, segment: Segment, game: str, one: Wanted) -> list[NextMove]:
    """The moves that were counted when a segment was built; none if it has lost records. Raises Unread."""
    found: list[NextMove] = []
    if segment.dead:
        return found
    for pages in store.pages(COUNTS, game, ("key", "side", *_MOVE), "", [one.key], [segment]):
        for group, rows in pages.rows_of(one.key, "key"):
            sides = pages.column(group, "side", rows=rows)
            places, words = pages.texts(group, "move", rows)
            columns = [pages.column(group, name, MISSING, rows).tolist() for name in _MOVE[1:]]
            for side, place, *said in zip(sides, places, *columns, strict=True):
                if place != MISSING and one.side in (side, None):
                    values: list[Any] = [None if x == MISSING else x for x in said]
                    found.append(NextMove(words[place], *values))
    return found


def _rows(
    store: Store,
    table: str,
    game: str,
    one: Wanted,
    among: Array | None,
    names: Sequence[str],
    words: dict[str, int],
    segments: Sequence[Segment] | None = None,
) -> Iterator[dict[str, Array]]:
    """Columns of the rows of an arrangement that a move was made from, by groups; `words` numbers moves.

    Raises Unread, of all records also where there are so many rows that SQL is quicker.
    """
    several = 0
    for pages in store.pages(table, game, ("key", *names), "", [one.key], segments):
        for group, rows in pages.rows_of(one.key, "key"):
            store.go_on()
            several += rows.stop - rows.start
            if among is None and several > _MANY:
                raise Unread(table)
            records = pages.column(group, "record", rows=rows)
            kept = store.alive(records) if among is None else within(records, among)
            if one.side is not None and kept.any():
                kept &= pages.column(group, "side", rows=rows) == one.side
            if kept.any():
                yield _columns(pages, group, rows.start + np.flatnonzero(kept), names, words)


_MOVE = (
    "move",
    "games",
    "won",
    "drawn",
    "lost",
    "rating_sum",
    "rated",
    "last_year",
    "first_year",
    "first_record",
)
_MANY = 1 << 14  # rows
_PLAYED = ("record", "side", "move")
_COUNTED = (*_PLAYED, "score", "rating", "year", "again")


def _columns(
    pages: Pages, group: int, at: Array, names: Sequence[str], words: dict[str, int]
) -> dict[str, Array]:
    """Columns of those rows of a group that a move was made from; `words` numbers moves. Raises Unread."""
    rows = slice(int(at[0]), int(at[-1]) + 1)
    places, listed = pages.texts(group, "move", rows)
    at = at - rows.start
    at = at[places[at] >= 0]
    found = {key: pages.column(group, key, MISSING, rows)[at] for key in names if key != "move"}
    some, back = np.unique(places[at], return_inverse=True)
    numbers = [words.setdefault(listed[place], len(words)) for place in some]
    return {**found, "move": np.array(numbers, np.int64)[back]}


def counted_moves(rows: Mapping[str, Array], words: Sequence[str]) -> Iterator[NextMove]:
    """The moves that were made, counted: of columns of positions by name, each row of another game.

    `words`: the moves by their numbers in the column `move`.
    """
    codes, places = np.unique(rows["move"], return_inverse=True)
    for at, code in enumerate(codes.tolist()):
        here = np.flatnonzero(places == at)
        scores, ratings, years, records = (
            rows[key][here] for key in ("score", "rating", "year", "record")
        )
        known, dated = ratings[ratings != MISSING], years[years != MISSING]
        first = records[years == dated.min()] if len(dated) else records
        won, drawn, lost = (int(np.count_nonzero(scores == one)) for one in (WON, DRAWN, LOST))
        yield NextMove(
            words[code],
            len(here),
            won,
            drawn,
            lost,
            int(known.astype(np.int64).sum()),
            len(known),
            int(dated.max()) if len(dated) else None,
            int(dated.min()) if len(dated) else None,
            int(first.min()),
        )


def _explored(store: Store, wanted: PositionWanted, among: str = "") -> Explored:
    """The moves in the records for which `among`, one more condition, holds."""
    test, values = keyed(wanted)
    test += among
    keys = sorted({one.key for one in wanted.any_of})
    found: list[tuple[int, NextMove]] = []
    games = 0
    for segment in store.manifest.segments:
        rows: list[tuple[Any, ...]] = []
        if not segment.dead and not among:  # counted when it was built
            source = store.source(COUNTS, wanted.game, keys=keys, segments=[segment])
            if source:
                rows = store.rows(f"SELECT * EXCLUDE (side) FROM {source} WHERE {test}", values)
        rest = sorted(set(keys).difference(row[0] for row in rows))
        if rest:
            source = store.source(POSITIONS, wanted.game, keys=rest, segments=[segment])
            if source:
                some = wanted._replace(any_of=tuple(x for x in wanted.any_of if x.key in rest))
                condition, bound = keyed(some)
                if among:
                    counted = store.rows(
                        _SOME.format(source=source, where=condition + among), bound
                    )
                    rows += [row[:-1] for row in counted]
                    games += counted[0][-1] if counted else 0
                else:
                    every = COUNTED.format(source=source, condition=condition)
                    rows += store.rows(f"SELECT * EXCLUDE (side) FROM ({every})", bound)
        found += [(key, NextMove(*row)) for key, *row in rows if row[0] is not None]
    source = store.source(VARIATIONS, wanted.game, keys=keys)
    varied = _records_in(store, source, test, values) if source else 0
    moves = added_up_as_seen(found, wanted)
    return Explored(moves, games if among else _games(moves), varied, store.covers(lines=True))


def _games(moves: Iterable[NextMove]) -> int:
    """How many games have some moves.

    One that comes back to the position with another move counts in both, which is seen in small numbers.
    """
    return sum(one.games for one in moves)


def _records_in(store: Store, source: str, test: str, values: Sequence[Any]) -> int:
    """How many records go on from the positions of a table that pass a test."""
    sql = f"SELECT count(DISTINCT record) FROM {source} WHERE {test} AND move IS NOT NULL"
    ((count,),) = store.rows(sql, values)
    return int(count)


def as_seen(wanted: PositionWanted) -> PositionWanted:
    """The arrangements whose moves can be told: without `turns` the position as it is."""
    return wanted if wanted.turns is not None else wanted._replace(any_of=wanted.any_of[:1])


def added_up_as_seen(
    some: Iterable[tuple[int, NextMove]], wanted: PositionWanted
) -> list[NextMove]:
    """Moves from arrangements, by their keys, once each as seen in the position; those alike are one."""
    turns = wanted.turns
    if turns is None:
        return added_up(one for _, one in some)
    seen = added_up(one._replace(move=turns.seen(key, one.move)) for key, one in some)
    if not turns.own:
        return seen
    # The most frequent of moves that are alike comes first, and stands for them.
    named: dict[str, str] = {}
    for one in seen:
        for move in turns.alike(one.move):
            named.setdefault(move, one.move)
    merged = added_up(one._replace(move=named[one.move]) for one in seen)
    return [one._replace(alike=tuple(sorted(turns.alike(one.move)))) for one in merged]


def added_up(some: Iterable[NextMove]) -> list[NextMove]:
    """Moves that were counted in several places, each once; most frequent first."""
    found: dict[str, NextMove] = {}
    for one in some:
        known = found.get(one.move)
        found[one.move] = one if known is None else _sum(known, one)
    return sorted(found.values(), key=lambda one: (-one.games, one.move))


def _sum(one: NextMove, other: NextMove) -> NextMove:
    """The sum of two counts of the same move; the first game is that of the earlier year."""
    first = min(one, other, key=_age)
    alike = one.alike or other.alike
    years = [year for year in (one.last_year, other.last_year) if year is not None]
    return first._replace(
        games=one.games + other.games,
        won=one.won + other.won,
        drawn=one.drawn + other.drawn,
        lost=one.lost + other.lost,
        rating_sum=one.rating_sum + other.rating_sum,
        rated=one.rated + other.rated,
        last_year=max(years, default=None),
        alike=alike,
    )


def _age(one: NextMove) -> tuple[int, str, int]:
    year = _NO_YEAR if one.first_year is None else one.first_year
    return year, one.library, one.record


def place_of(store: Store, record: int) -> tuple[str, int]:
    """Path and number (from 0) of a record. Raises KeyError."""
    rows = store.rows(f"SELECT file, number FROM {store.table(GAMES)} WHERE record = ?", [record])
    if not rows:
        raise KeyError(record)
    return store.paths[rows[0][0]], rows[0][1]


def first_games(store: Store, records: Sequence[int]) -> dict[int, Hit]:
    """What is known of the first games of moves, by their ids; without nodes."""
    return store.asked(lambda store: hits_of(store, records))


class HitAt(NamedTuple):
    """A record with the nodes of its main line that have a position, and the ply of the first of them."""

    hit: Hit
    ply: int


def hit_at(store: Store, record: int, wanted: PositionWanted) -> HitAt | None:
    """A record with the nodes that have a position; None if it has gone."""
    return store.asked(lambda store: _hit_at(store, record, wanted))


def _hit_at(store: Store, record: int, wanted: PositionWanted) -> HitAt | None:
    hit = hits_of(store, [record]).get(record)
    if hit is None:
        return None
    test, values = keyed(wanted)
    source = store.source(POSITIONS, wanted.game, keys=[one.key for one in wanted.any_of])
    rows: list[tuple[Any, ...]] = []
    if source:
        rows = store.rows(
            f"SELECT node, ply FROM {source} WHERE {test} AND record = ? ORDER BY ply",
            [*values, record],
        )
    return HitAt(hit._replace(nodes=tuple(node for node, _ in rows)), rows[0][1] if rows else 0)
