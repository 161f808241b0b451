"""Groups, duplicates and names of several libraries together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.library.ask.crosstable import CrossTable
from viewer.library.ask.duplicates import Duplicate, alike, like, one_of, worst
from viewer.library.ask.grouping import Group
from viewer.library.ask.searching import Hit, hits_of
from viewer.library.ask.spellings import NamedRecords, Spellings, records_of_players
from viewer.library.face import Library
from viewer.library.failures import Damaged, Unbuilt
from viewer.library.names import Spelling, clusters
from viewer.library.query import Query
from viewer.library.storage import LocalStorage
from viewer.library.store import Store
from viewer.library.together import PlacedHit
from viewer.library.united import MOST, United, placed

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
