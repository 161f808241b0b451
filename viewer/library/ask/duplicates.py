"""Records that are in a library more than once: with the same moves, or one as the beginning of another."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message, in_context
from viewer.library.ask.searching import Hit, hits_of
from viewer.library.schema import GAMES
from viewer.library.store import Store

SAME, SPELLING, CONTAINED = "same", "spelling", "contained"
KINDS: dict[str, Message] = {
    SAME: in_context("duplicates", "the same game"),
    SPELLING: in_context("duplicates", "the same moves, other headers"),
    CONTAINED: in_context("duplicates", "the beginning of another"),
}
LEAST = 16
"""Plies that games have at least to be compared: shorter ones are alike by chance."""


class Duplicate(NamedTuple):
    """Records that are duplicates of each other; the longest one first, then in the order of the library."""

    kind: str
    hits: list[Hit]


class Duplicates(NamedTuple):
    """Groups of duplicates, `total` counts those beyond the limit too; what was searched."""

    groups: list[Duplicate]
    total: int
    covers: list[Message]


_ALIKE = """
SELECT list(record ORDER BY record) AS records,
    CASE WHEN count(DISTINCT (folded0, folded1, result, coalesce(year, 0))) = 1
        THEN 'same' ELSE 'spelling' END AS kind
FROM {games} WHERE plies >= ? GROUP BY game, chart, moves, last HAVING count(*) > 1
"""
# The moves of a game sort right before those that continue them. Of games with the same moves only the first
# takes part, and only games of players whose names begin with the same word.
_CONTAINED = """
SELECT [longer, record] AS records, 'contained' AS kind FROM (
    SELECT record, moves, lead(record) OVER alike AS longer, lead(moves) OVER alike AS rest
    FROM (
        SELECT min(record) AS record, game, chart, moves,
            regexp_extract(coalesce(folded0, ''), '^[^ ,]*') AS name0,
            regexp_extract(coalesce(folded1, ''), '^[^ ,]*') AS name1
        FROM {games} WHERE plies >= ? AND NOT set_up GROUP BY ALL
    )
    WINDOW alike AS (PARTITION BY game, chart, name0, name1 ORDER BY moves)
) WHERE starts_with(rest, moves) AND rest <> moves
"""


def duplicates(store: Store, least: int = LEAST, limit: int = 1000) -> Duplicates:
    """Groups of records that are alike, of main lines of at least so many plies. Raises LibraryFailed."""
    return store.asked(lambda store: _duplicates(store, least, limit))


def _duplicates(store: Store, least: int, limit: int) -> Duplicates:
    games = store.table(GAMES)
    sql = f"{_ALIKE.format(games=games)} UNION ALL {_CONTAINED.format(games=games)}"
    ((total,),) = store.rows(f"SELECT count(*) FROM ({sql})", [least, least])
    rows = store.rows(
        f"SELECT records, kind FROM ({sql}) ORDER BY kind, records LIMIT ?", [least, least, limit]
    )
    hits = hits_of(store, [record for records, _ in rows for record in records])
    groups = [Duplicate(kind, [hits[record] for record in records]) for records, kind in rows]
    return Duplicates(groups, total, store.covers())
