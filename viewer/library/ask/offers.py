"""Names that begin what is typed: players, events and openings of a library, the most frequent first."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.library.schema import GAMES
from viewer.library.store import Store
from viewer.library.words import folded

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


_KINDS = {
    "player": "(SELECT player0 AS name, folded0 AS said FROM {games} UNION ALL"
    " SELECT player1, folded1 FROM {games})",
    "event": "(SELECT event AS name, strip_accents(lower(event)) AS said FROM {games})",
    "opening": "(SELECT opening AS name, lower(opening) AS said FROM {games})",
}

# Names that are the same to the letter are counted before they are trimmed: there are fewer of them.
_NAMED = """
SELECT trim(said_so) AS name, CAST(sum(many) AS BIGINT) AS games
FROM (SELECT name AS said_so, count(*) AS many, bool_or(starts_with(ltrim(said), ?)) AS begins
    FROM {source} WHERE name <> '' AND contains(said, ?) GROUP BY name)
GROUP BY ALL ORDER BY bool_or(begins) DESC, games DESC, name LIMIT ?
"""


def offers(store: Store, text: str, most: int = _MOST, game: str = "") -> list[NameOffer]:
    """Names with a text in them, at most so many of each kind; those that begin with it come first.

    Of one game only, if its id is given. Names that differ only in blanks around them are one.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _offers(store, folded(text), most, game))


def _offers(store: Store, text: str, most: int, game: str) -> list[NameOffer]:
    games = f"(SELECT * FROM {store.table(GAMES)} WHERE game = ? OR ? = '')"
    found: list[NameOffer] = []
    for kind, source in _KINDS.items():
        rows = store.rows(
            _NAMED.format(source=source.format(games=games)),
            [text, *[game] * 2 * source.count("{games}"), text, most],
        )
        found += [NameOffer(kind, name, many) for name, many in rows]
    return found
