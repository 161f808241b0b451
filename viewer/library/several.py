"""Several libraries together: their games as one table, groups, duplicates and names of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from viewer.base.loading import load_named
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.library.ask.duplicates import Duplicate, alike, like, one_of, worst
from viewer.library.ask.grouping import CrossTable, Group
from viewer.library.ask.names import NamedRecords, Spelling, Spellings, clusters, records_of_players
from viewer.library.ask.searching import Hit, hits_of
from viewer.library.face import Library
from viewer.library.failures import Damaged, Unbuilt
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.storage import LocalStorage, bury, connected
from viewer.library.store import Store, empty, with_few_bound
from viewer.library.together import PlacedHit

_SHIFT = 56  # bits of a record's id in its library
MOST = 1 << (62 - _SHIFT)
"""Libraries that can be united."""
_COLUMNS = (
    *("game", "chart", "moves", "set_up", "last", "plies"),
    *("folded0", "folded1", "result", "year", "day"),
)


class United:
    """The games of libraries on this machine; a file that several of them have counts once.

    To be closed; a context manager. Raises LibraryFailed, duckdb.Error.
    """

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores
        self._connection = connected(stores[0].folder, more=[one.folder for one in stores[1:]])
        seen: set[str] = set()
        for at, store in enumerate(stores):
            segments = store.manifest.segments
            bury(
                self._connection, [one for segment in segments for one in segment.dead], f"dead{at}"
            )
            self._connection.execute(f"CREATE TABLE known{at} (file BIGINT)")
            known = [file for file, path in store.paths.items() if path in seen]
            self._connection.execute(f"INSERT INTO known{at} SELECT unnest(?::BIGINT[])", [known])
            seen |= set(store.paths.values())

    def __enter__(self) -> United:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def interrupt(self) -> None:
        """Have what another thread is asking end with duckdb.InterruptException, if it asks still."""
        with suppress(load_named("duckdb:ConnectionException")):
            self._connection.interrupt()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; see `Store.rows`."""
        sql, bound = with_few_bound(sql, values)
        rows: list[tuple[Any, ...]] = self._connection.execute(sql, bound).fetchall()
        return rows

    @property
    def games(self) -> str:
        """What to select games from: the columns that duplicates are found by."""
        columns = ", ".join(_COLUMNS)
        parts = [
            f"SELECT record + {at << _SHIFT} AS record, {columns} FROM {source}"
            f" WHERE record NOT IN (SELECT record FROM dead{at})"
            f" AND file NOT IN (SELECT file FROM known{at})"
            for at, store in enumerate(self._stores)
            if (source := store.source(GAMES, alive=False))
        ]
        return f"({' UNION ALL '.join(parts)})" if parts else empty(GAMES)


def placed(record: int) -> tuple[int, int]:
    """The index of the library of a record, and its id there."""
    return record >> _SHIFT, record & ((1 << _SHIFT) - 1)


EVERY = 1 << 40
_SHOWN = 5000


class Groups(NamedTuple):
    """Groups, how many there are in all, and how many records they have."""

    groups: list[Group]
    total: int
    games: int


def _usable(libraries: Iterable[Library]) -> Iterator[Library]:
    """The libraries that are built and sound."""
    for library in libraries:
        try:
            library.store  # noqa: B018  # opens the tables
        except (Unbuilt, Damaged):
            continue
        yield library


def groups_in(libraries: Sequence[Library], query: Query, by: str, most: int = _SHOWN) -> Groups:
    """The groups of all libraries, most games first. Raises LibraryFailed."""
    found: dict[str, list[Group]] = {}
    games = 0
    usable = list(_usable(libraries))
    for library in usable:
        one = library.grouped(query, by, most if len(usable) == 1 else EVERY)
        games += one.games
        if len(usable) == 1:
            return Groups(one.groups, one.total, one.games)
        for group in one.groups:
            found.setdefault(group.key, []).append(group)
    merged = [_together(some) for some in found.values()]
    merged.sort(key=lambda group: (not group.key, -group.games, group.key))
    return Groups(merged[:most], len(merged), games)


def _together(some: Sequence[Group]) -> Group:
    first = max(some, key=lambda group: group.games)
    rated = [group for group in some if group.rating is not None]
    weight = sum(group.games for group in rated)
    firsts = [group.first_year for group in some if group.first_year is not None]
    lasts = [group.last_year for group in some if group.last_year is not None]
    return Group(
        first.key,
        first.value,
        sum(group.games for group in some),
        sum(group.won for group in some),
        sum(group.drawn for group in some),
        sum(group.lost for group in some),
        round(sum((group.rating or 0) * group.games for group in rated) / weight)
        if weight
        else None,
        min(firsts, default=None),
        max(lasts, default=None),
        tuple(sorted({way for group in some for way in group.also})),
    )


def crosstable_in(libraries: Sequence[Library], query: Query) -> CrossTable:
    """The cross table of the library that has most of the games. Raises LibraryFailed."""
    tables = [library.crosstable(query) for library in _usable(libraries)]
    if not tables:
        raise Unbuilt(message("The library hasn't been built yet."))
    return max(tables, key=lambda table: table.games)


def duplicates_in(
    libraries: Sequence[Library],
    most: int = _SHOWN,
    begun: Callable[[Callable[[], object]], object] = lambda _: None,
) -> list[Duplicate]:
    """The duplicates in all libraries together, a file of several of them counted once.

    Libraries at URLs are looked at one by one. `begun` gets what ends the question, for another thread.

    Raises LibraryFailed.
    """
    usable = list(_usable(libraries))
    here = [one for one in usable if isinstance(one.store.storage, LocalStorage)][:MOST]
    found: dict[frozenset[tuple[str, int]], Duplicate] = {}
    alone = [one for one in usable if one not in here]
    groups = _united(here, most, begun) if len(here) > 1 else []
    for library in [*alone, *(here if len(here) == 1 else [])]:
        groups += library.duplicates(limit=most).groups
    for group in groups:
        found.setdefault(frozenset((hit.path, hit.number) for hit in group.hits), group)
    return list(found.values())


def _united(
    libraries: Sequence[Library], most: int, begun: Callable[[Callable[[], object]], object]
) -> list[Duplicate]:
    """The duplicates in libraries on this machine together. Raises LibraryFailed."""

    def asked(_: Store) -> list[Duplicate]:
        stores = [one.store for one in libraries]
        with United(stores) as united:
            begun(united.interrupt)
            found = alike(united.rows, united.games)[:most]
        wanted: dict[int, list[int]] = {}
        for group in found:
            for at, mine in map(placed, group[1]):
                wanted.setdefault(at, []).append(mine)
        hits = {at: hits_of(stores[at], some) for at, some in wanted.items()}
        return [
            Duplicate(
                kind, sorted((hits[at][mine] for at, mine in map(placed, records)), key=_shorter)
            )
            for kind, records in found
        ]

    while True:
        known = [one.store.manifest.generation for one in libraries]
        try:
            return libraries[0].store.asked(asked)
        except Damaged:  # or built again meanwhile
            if known == [one.store.manifest.generation for one in libraries]:
                raise


def _shorter(hit: Hit) -> int:
    return -int(hit.values["plies"] or 0)


class Twins(NamedTuple):
    """The duplicates of a record in libraries, longest first, and the least sure kind of them."""

    kind: str
    hits: list[PlacedHit]


def duplicates_of(libraries: Sequence[Library], at: int, record: int) -> Twins:
    """The duplicates of a record of the library at an index in all of them; files of several count once.

    Raises LibraryFailed.
    """
    one = one_of(libraries[at].store, record)
    if one is None:
        return Twins("", [])
    seen: set[tuple[str, int]] = set()
    kinds: list[str] = []
    hits: list[PlacedHit] = []
    for library in _usable([libraries[at], *libraries[:at], *libraries[at + 1 :]]):
        index = libraries.index(library)
        found = like(library.store, one)
        if index == at:  # which isn't its own duplicate
            found.sort(key=lambda pair: pair[1].record != record)
        for kind, hit in found:
            if (hit.path, hit.number) not in seen and (index, hit.record) != (at, record):
                kinds.append(kind)
                hits.append(PlacedHit(index, hit))
            seen.add((hit.path, hit.number))
    hits.sort(key=lambda one: _shorter(one.hit))
    return Twins(worst(kinds), hits)


def spellings_in(libraries: Sequence[Library], query: Query) -> Spellings:
    """Names that may be one person's, in the records of all libraries. Raises LibraryFailed."""
    known: dict[str, Spelling] = {}
    for library in _usable(libraries):
        for one in library.names(query):
            before = known.get(one.name)
            if before is not None:
                firsts = [year for year in (one.first_year, before.first_year) if year is not None]
                lasts = [year for year in (one.last_year, before.last_year) if year is not None]
                one = Spelling(
                    one.name,
                    one.records + before.records,
                    min(firsts, default=None),
                    max(lasts, default=None),
                )
            known[one.name] = one
    return Spellings(clusters(known.values()), len(known))


def places_of_names(libraries: Sequence[Library], names: Sequence[str]) -> list[NamedRecords]:
    """The records in which players have one of these names; a file of several libraries counts once."""
    found: dict[str, NamedRecords] = {}
    for library in _usable(libraries):
        for place in records_of_players(library.store, names):
            found.setdefault(place.path, place)
    return list(found.values())
