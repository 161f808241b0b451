"""The explorer: the moves that were made from a position, with their results."""

from __future__ import annotations

from typing import Any, NamedTuple

from viewer.base.messages import Message
from viewer.library.ask.conditions import keyed
from viewer.library.counting import COUNTED
from viewer.library.query import PositionWanted
from viewer.library.schema import COUNTS, GAMES, POSITIONS
from viewer.library.store import Store


class NextMove(NamedTuple):
    """A move that was made from a position.

    Attributes:
        move: in neutral notation.
        games: how many records have it.
        won, drawn, lost: how many of them the first side has, where the result is known.
        rating: the average rating of the players, None if none is known.
        last_year: of the latest of them, None if none is known.
        record: the id of the first of them, by year.
    """

    move: str
    games: int
    won: int
    drawn: int
    lost: int
    rating: int | None
    last_year: int | None
    record: int


class Explored(NamedTuple):
    """The next moves of a position, most frequent first; how many records have it; what was searched."""

    moves: list[NextMove]
    games: int
    covers: list[Message]


def explore(store: Store, wanted: PositionWanted) -> Explored:
    """The moves made from a position in main lines.

    Only for the position as it is: arrangements seen from elsewhere have other moves.
    """
    return store.asked(lambda store: _explore(store, wanted))


def _explore(store: Store, wanted: PositionWanted) -> Explored:
    one = wanted.any_of[0]
    wanted = PositionWanted(wanted.game, (one,))
    test, values = keyed(wanted)
    parts: list[str] = []
    bound: list[Any] = []
    for segment in store.manifest.segments:
        counts = (
            ""
            if segment.dead
            else store.source(COUNTS, wanted.game, keys=[one.key], segments=[segment])
        )
        if counts and store.rows(f"SELECT 1 FROM {counts} WHERE {test} LIMIT 1", values):
            parts.append(f"SELECT * FROM {counts} WHERE {test}")
            bound += values
            continue
        source = store.source(POSITIONS, wanted.game, keys=[one.key], segments=[segment])
        if source:
            parts.append(COUNTED.format(source=source, condition=test))
            bound += values
    covers = store.covers(lines=True, main_lines=True)
    if not parts:
        return Explored([], 0, covers)
    rows = store.rows(
        "SELECT move, sum(games), sum(won), sum(drawn), sum(lost), sum(rating_sum), sum(rated),"
        " max(last_year), list(first_record)"
        f" FROM ({' UNION ALL '.join(f'({part})' for part in parts)}) GROUP BY move",
        bound,
    )
    firsts = _earliest(store, [record for row in rows for record in row[8]])
    moves = [
        NextMove(
            move,
            int(games),
            int(won),
            int(drawn),
            int(lost),
            round(int(total) / int(rated)) if rated else None,
            year,
            min(records, key=lambda record: firsts[record]),
        )
        for move, games, won, drawn, lost, total, rated, year, records in rows
        if move is not None
    ]
    moves.sort(key=lambda one: (-one.games, one.move))
    return Explored(moves, sum(int(row[1]) for row in rows), covers)


def _earliest(store: Store, records: list[int]) -> dict[int, tuple[int, int]]:
    """(year, id) of records, by which the first of several is chosen."""
    if len(set(records)) < 2 or len(store.manifest.segments) < 2:
        return {record: (0, record) for record in records}
    marks = ", ".join("?" for _ in records)
    rows = store.rows(
        f"SELECT record, coalesce(year, 9999) FROM {store.table(GAMES)} WHERE record IN ({marks})",
        records,
    )
    return {record: (year, record) for record, year in rows}


def place_of(store: Store, record: int) -> tuple[str, int]:
    """Path and number (from 0) of a record. Raises KeyError."""
    rows = store.rows(f"SELECT file, number FROM {store.table(GAMES)} WHERE record = ?", [record])
    if not rows:
        raise KeyError(record)
    return store.paths[rows[0][0]], rows[0][1]
