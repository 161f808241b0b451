"""The records that a query describes, grouped: by player, event, year, opening, game or result."""

from __future__ import annotations

from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.ask.searching import asked_of
from viewer.library.failures import LibraryFailed
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.store import Store

KINDS: Final[dict[str, Message]] = {
    "player": message("player"),
    "event": message("event"),
    "year": message("year"),
    "opening": message("opening"),
    "game": message("game"),
    "result": message("result"),
}
"""What records can be grouped by."""
ORDERS: Final = ("games", "value", "score", "rating", "last_year")

UNSAID = ("", "?", "-", "*", "n.n.", "nn", "unknown")
"""Folded names that stand for nobody, and events that stand for none."""


class Group(NamedTuple):
    """Records that have something in common.

    Attributes:
        key: what they have in common, folded; "" of those of which it isn't known.
        value: as most of them write it; of a result "first", "draw", "second".
        games: how many there are.
        won, drawn, lost: how many of them the first side has, or the player, where the result is known.
        rating: the average rating of the players, or of the player; None if none is known.
        first_year, last_year: of the earliest and the latest; None if none is known.
    """

    key: str
    value: str
    games: int
    won: int
    drawn: int
    lost: int
    rating: int | None
    first_year: int | None
    last_year: int | None

    @property
    def score(self) -> float | None:
        """The share of the points, 0 to 1; None without results."""
        known = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / known if known else None


class Grouped(NamedTuple):
    """Groups; `total` counts those beyond the limit too, `games` all records; what was searched."""

    groups: list[Group]
    total: int
    games: int
    covers: list[Message]


_PLAYERS = """
SELECT folded0 AS key, player0 AS value, score, rating0 AS rating, year FROM {games}
UNION ALL
SELECT folded1 AS key, player1 AS value, 2 - score AS score, rating1 AS rating, year FROM {games}
"""
_ONE_EACH = "SELECT {key} AS key, {value} AS value, score, rating, year FROM {games}"
_SCORE = "CASE score WHEN 2 THEN 'first' WHEN 1 THEN 'draw' WHEN 0 THEN 'second' ELSE '' END"
_TELLS = {
    "event": ("lower(trim(coalesce(event, '')))", "trim(coalesce(event, ''))"),
    "year": ("coalesce(year::VARCHAR, '')", "coalesce(year::VARCHAR, '')"),
    "opening": (
        "lower(coalesce(nullif(opening_code, ''), opening, ''))",
        "trim(coalesce(opening_code, '') || ' ' || coalesce(opening, ''))",
    ),
    "game": ("game", "game"),
    "result": (_SCORE, _SCORE),
}
_GROUPED = """
SELECT CASE WHEN key IN ({unsaid}) THEN '' ELSE key END AS key,
    CASE WHEN any_value(key) IN ({unsaid}) THEN '' ELSE mode(value) END AS value,
    count(*) AS games,
    count(*) FILTER (score = 2) AS won,
    count(*) FILTER (score = 1) AS drawn,
    count(*) FILTER (score = 0) AS lost,
    CAST(round(avg(rating)) AS INTEGER) AS rating,
    min(year) AS first_year,
    max(year) AS last_year
FROM ({rows}) GROUP BY 1
"""
_SORTED = {
    "games": "games DESC",
    "value": "value",
    "score": "CASE WHEN won + drawn + lost > 0 THEN (won + drawn / 2) / (won + drawn + lost) END DESC",
    "rating": "rating DESC",
    "last_year": "last_year DESC",
}


def grouped(
    store: Store,
    query: Query,
    by: str,
    limit: int = 1000,
    skip: int = 0,
    order: str = "games",
    least: int = 1,
) -> Grouped:
    """The groups of at least so many records, in an order: most games, by name, best score and so on.

    A game counts for both of its players. Raises LibraryFailed for what records can't be grouped by.
    """
    if by not in KINDS:
        known = ", ".join(KINDS)
        raise LibraryFailed(
            message("Games can't be grouped by “{name}”, but by {known}.", name=by, known=known)
        )
    if order not in ORDERS:
        raise LibraryFailed(message("Groups can't be sorted by “{name}”.", name=order))
    return store.asked(lambda store: _grouped(store, query, by, limit, skip, order, least))


def _grouped(
    store: Store, query: Query, by: str, limit: int, skip: int, order: str, least: int
) -> Grouped:
    found = asked_of(store, query)
    if not found.source:
        return Grouped([], 0, 0, store.covers())
    ((games,),) = store.rows(f"SELECT count(*) FROM ({found.sql})", found.values)
    rows = f"(SELECT g.* FROM {store.table(GAMES)} AS g JOIN matching USING (record))"
    told = (
        _PLAYERS.format(games=rows)
        if by == "player"
        else _ONE_EACH.format(key=_TELLS[by][0], value=_TELLS[by][1], games=rows)
    )
    marks = ", ".join("?" for _ in UNSAID)
    sql = (
        f"WITH matching AS MATERIALIZED ({found.sql}),"
        f" groups AS ({_GROUPED.format(rows=told, unsaid=marks)})"
    )
    values = [*found.values, *UNSAID, *UNSAID]
    kept = "FROM groups WHERE games >= ?"
    ((total,),) = store.rows(f"{sql} SELECT count(*) {kept}", [*values, least])
    found_rows = store.rows(
        f"{sql} SELECT * {kept} ORDER BY key = '', {_SORTED[order]} NULLS LAST, games DESC, key"
        " LIMIT ? OFFSET ?",
        [*values, least, limit, skip],
    )
    return Grouped([Group(*row) for row in found_rows], total, games, store.covers())
