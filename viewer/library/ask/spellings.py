"""The names of players in a library, by those that may be one person's."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.library.ask.grouping import UNSAID
from viewer.library.ask.searching import asked_of
from viewer.library.names import Spelling, clusters
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.store import Store


class Spellings(NamedTuple):
    """Spellings that may be one person's, most frequent first; how many names there are in all."""

    clusters: list[list[Spelling]]
    names: int


_NAMES = """
SELECT name, count(*), min(year), max(year) FROM (
    SELECT player0 AS name, folded0 AS folded, year FROM {games}
    UNION ALL SELECT player1, folded1, year FROM {games}
) WHERE folded NOT IN ({unsaid}) GROUP BY name ORDER BY name
"""


def spellings(store: Store, query: Query) -> Spellings:
    """The names of players in the records that a query describes. Raises LibraryFailed."""
    return store.asked(lambda store: _spellings(store, query))


def _spellings(store: Store, query: Query) -> Spellings:
    known = names_of(store, query)
    return Spellings(clusters(known), len(known))


def names_of(store: Store, query: Query) -> list[Spelling]:
    """All names of players in the records that a query describes."""
    found = asked_of(store, query)
    if not found.source:
        return []
    games = f"(SELECT g.* FROM {store.table(GAMES)} AS g JOIN matching USING (record))"
    names = _NAMES.format(games=games, unsaid=", ".join("?" for _ in UNSAID))
    rows = store.rows(
        f"WITH matching AS MATERIALIZED ({found.sql}) {names}", [*found.values, *UNSAID]
    )
    return [Spelling(*row) for row in rows]


class NamedRecords(NamedTuple):
    """The records of a file, numbered from 0, in which players have one of some names."""

    path: str
    numbers: tuple[int, ...]


_PLACES = """
SELECT file, list(number ORDER BY number) FROM {games}
WHERE player0 IN (SELECT unnest(?::VARCHAR[])) OR player1 IN (SELECT unnest(?::VARCHAR[]))
GROUP BY file ORDER BY file
"""


def records_of_players(store: Store, names: Iterable[str]) -> list[NamedRecords]:
    """Where players have exactly one of these names. Raises LibraryFailed."""
    wanted = list(names)

    def asked(store: Store) -> list[NamedRecords]:
        rows = store.rows(_PLACES.format(games=store.table(GAMES)), [wanted, wanted])
        return [NamedRecords(store.paths[file], tuple(numbers)) for file, numbers in rows]

    return store.asked(asked)
