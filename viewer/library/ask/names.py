"""Names in a library: which spellings may be the same person's, and names with what is typed in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.base.folding import folded, is_pinyin
from viewer.base.named import NamedTuple
from viewer.base.person_names import name_alone, name_written
from viewer.base.spellings import by_person
from viewer.library.ask.grouping import UNSAID
from viewer.library.ask.searching import asked_of
from viewer.library.ask.texts import PLAYERS, texts_of, ways_of
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.store import Store, Tables


class Spelling(NamedTuple):
    """A spelling of a name: how many records have it, the first and last year of them."""

    name: str
    records: int
    first_year: int | None = None
    last_year: int | None = None


def clusters(spellings: Iterable[Spelling]) -> list[list[Spelling]]:
    """Spellings that may be one person's (`by_person`); only where there are several."""
    known = {one.name: one for one in spellings}
    people = by_person({name: one.records for name, one in known.items()})
    several = [[known[name] for name in names] for names in people if len(names) > 1]
    several.sort(key=lambda group: (-sum(one.records for one in group), group[0].name))
    return several


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


_MOST = 6


class NameOffer(NamedTuple):
    """A name of a library.

    Attributes:
        kind: "player", "event" or "opening", the key of a condition.
        name: as the records say it, without blanks around it.
        games: how many have it.
    """

    kind: str
    name: str
    games: int


_PLAYERS = (
    "(SELECT player0 AS name, folded0 AS said FROM {games} UNION ALL"
    " SELECT player1, folded1 FROM {games})"
)

_GAMES_OF = "(SELECT * FROM {games} WHERE game = ? OR ? = '')"

# Names that are the same to the letter are counted before they are trimmed: there are fewer of them.
_NAMED = """
SELECT trim(said_so) AS name, CAST(sum(many) AS BIGINT) AS games
FROM (SELECT name AS said_so, count(*) AS many, bool_or(starts_with(ltrim(said), ?)) AS begins
    FROM {source} WHERE name <> '' AND contains(said, ?) GROUP BY name)
GROUP BY ALL ORDER BY bool_or(begins) DESC, games DESC, name LIMIT ?
"""


_LISTED = """
SELECT trim(name) AS name, count(*) AS games FROM {source}
WHERE name IN (SELECT unnest(?::VARCHAR[])) GROUP BY trim(name) ORDER BY games DESC, name LIMIT ?
"""


def offers(store: Store, text: str, most: int = _MOST, game: str = "") -> list[NameOffer]:
    """Names with a text in them, at most so many of each kind; those that begin with it come first.

    Of one game only, if its id is given. Names that differ only in blanks around them are one.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _offers(store, folded(text), most, game))


_COUNTED = "SELECT count(*) FROM {source} WHERE said IN (SELECT unnest(?::VARCHAR[]))"


def _joined(store: Tables, some: Sequence[NameOffer], games: str, game: str) -> list[NameOffer]:
    """Offers of players, those of one who is written in several ways as one."""
    found: dict[str, NameOffer] = {}
    known = ways_of([folded(one.name) for one in some], store)
    for one in some:
        alone = name_alone(folded(one.name))
        ways = known.get(alone)
        if ways and alone not in found:
            sql = _COUNTED.format(source=_PLAYERS.format(games=games))
            ((count,),) = store.rows(sql, [*[game] * 4, list(ways)])
            one = NameOffer("player", name_written(one.name, alone), count)
        found.setdefault(alone, one)
    return list(found.values())


def players_named(store: Tables, text: str, most: int, game: str) -> list[NameOffer]:
    """Players as `offers` finds them. Raises duckdb.Error."""
    text, games = folded(text), _GAMES_OF.format(games=store.table(GAMES))
    source = _PLAYERS.format(games=games)
    rows = store.rows(_NAMED.format(source=source), [text, *[game] * 4, text, most])
    found = [NameOffer("player", name, many) for name, many in rows]
    if is_pinyin(text) and (names := texts_of(store, PLAYERS).read(text)):
        rows = store.rows(_LISTED.format(source=source), [*[game] * 4, names, most])
        found = ([NameOffer("player", name, many) for name, many in rows] + found)[:most]
    return _joined(store, found, games, game)


def _offers(store: Store, text: str, most: int, game: str) -> list[NameOffer]:
    games = _GAMES_OF.format(games=store.table(GAMES))
    found = players_named(store, text, most, game)
    for kind in ("event", "opening"):
        texts = texts_of(store, kind)
        names = texts.found(text)
        if names:
            source = f"(SELECT {kind} AS name FROM {games})"
            rows = store.rows(_LISTED.format(source=source), [*[game] * 2, names, len(names)])
            offered = [NameOffer(kind, name, many) for name, many in rows]
            offered.sort(key=lambda one: not texts.begins(one.name, text))
            found += offered[:most]
    return found


def offered_together(found: Iterable[NameOffer], most: int) -> list[NameOffer]:
    """The offers of several libraries as one, at most so many of each kind."""
    counts: dict[tuple[str, str], int] = {}
    for one in found:
        counts[one.kind, one.name] = counts.get((one.kind, one.name), 0) + one.games
    kinds: dict[str, list[NameOffer]] = {}
    for (kind, name), games in counts.items():
        kinds.setdefault(kind, []).append(NameOffer(kind, name, games))
    return [one for some in kinds.values() for one in some[:most]]
