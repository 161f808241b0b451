"""What was played in a part of the board: a joseki's next moves in all games that have it, turned to mine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.games import game_of
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.explorer import EVERY
from viewer.library.ask.matches import Matches, matches_of
from viewer.library.ask.searching import records_of
from viewer.library.query import ContinuedFrom, Query, RegionWanted, Seen, moved
from viewer.library.schema import GAMES
from viewer.library.store import Store
from viewer.tree.action import Move

Array = Any  # npt.NDArray of any number
_OTHER = {"B": "W", "W": "B", "1": "2", "2": "1"}
"""The colours that begin the neutral moves of stones."""


class Continuation(NamedTuple):
    """A move in the part.

    Attributes:
        move: in neutral notation, as it is seen in the part that was asked for.
        games: how many times it followed.
        won, drawn, lost: how many of the games the first side has, in the part's colours, where it is known.
        record, node: the first of them, and its node before the move.
    """

    move: str
    games: int
    won: int
    drawn: int
    lost: int
    record: int
    node: int


class Continued(NamedTuple):
    """What followed in a part, most frequent first.

    Attributes:
        moves: in the part.
        places: how many times the part came about, as many as there are corners where it stood.
        elsewhere: after how many of these somebody played elsewhere first.
        records: in how many records.
        covers: what was searched.
    """

    moves: list[Continuation]
    places: int
    elsewhere: int
    records: int
    covers: list[Message]


class _Stay(NamedTuple):
    """The part as it stood for some plies of a main line: from the first to the last, and the last node."""

    record: int
    first: int
    last: int
    node: int
    seen: Seen


def continued(store: Store, wanted: ContinuedFrom, among: Query = EVERY) -> Continued:
    """What was played next in a part, in the main lines of the records of a query. Raises LibraryFailed."""
    return store.asked(lambda store: _continued(store, wanted, among))


def _continued(store: Store, wanted: ContinuedFrom, among: Query) -> Continued:
    only = None if among == EVERY else store.listed(among, lambda: records_of(store, among))
    stays: list[_Stay] = []
    for seen in wanted.ways:
        region = RegionWanted(wanted.game, wanted.chart, (seen.part,))
        for found in matches_of(Query(region=region, main_lines=True), store):
            stays += _stays(found, seen, only)
    records = sorted({one.record for one in stays})
    lines = _lines(store, records)
    counted: defaultdict[str, list[_Stay]] = defaultdict(list)
    elsewhere = 0
    for stay in stays:
        moves, _ = lines[stay.record]
        elsewhere += stay.last > stay.first
        if stay.last < len(moves):
            counted[_seen(wanted, stay.seen, moves[stay.last])].append(stay)
    inside = [
        _counted(move, some, lines)
        for move, some in _alike_together(wanted, counted).items()
        if _lands(wanted, move)
    ]
    inside.sort(key=lambda one: (-one.games, one.move))
    return Continued(inside, len(stays), elsewhere, len(records), store.covers(lines=True))


def _stays(found: Matches, seen: Seen, only: Array | None) -> Iterator[_Stay]:
    """The runs of plies at which the part stood."""
    ids, nodes, plies = found.places(found.records)
    if only is not None:
        kept = np.isin(ids, only)
        ids, nodes, plies = ids[kept], nodes[kept], plies[kept]
    order = np.lexsort((plies, ids))
    ids, nodes, plies = ids[order], nodes[order], plies[order]
    begins = np.flatnonzero((np.diff(ids, prepend=-1) != 0) | (np.diff(plies, prepend=-2) != 1))
    ends = np.append(begins[1:], len(ids))[: len(begins)] - 1
    for first, last in zip(begins, ends, strict=True):
        yield _Stay(int(ids[last]), int(plies[first]), int(plies[last]), int(nodes[last]), seen)


def _lines(store: Store, records: list[int]) -> dict[int, tuple[list[str], int | None]]:
    """The moves of main lines and the scores, by record."""
    wanted = "record IN (SELECT unnest(?::BIGINT[]))"
    sql = f"SELECT record, moves, score FROM {store.table(GAMES)} WHERE {wanted}"
    return {record: (_split(moves), score) for record, moves, score in store.rows(sql, [records])}


def _split(moves: str) -> list[str]:
    """The moves of a main line: those of stones are two words."""
    found: list[str] = []
    for word in moves.split():
        if found and found[-1] in _OTHER:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _seen(wanted: ContinuedFrom, seen: Seen, move: str) -> str:
    """A move as it is seen in the part."""
    colour, blank, rest = move.partition(" ")
    if blank and seen.exchanges:
        move = f"{_OTHER.get(colour, colour)} {rest}"
    return moved(move, wanted.squares, seen.back)


def _alike_together(
    wanted: ContinuedFrom, counted: Mapping[str, list[_Stay]]
) -> dict[str, list[_Stay]]:
    """Moves that the part's own symmetry makes the same are one, by the name of the most frequent."""
    found: dict[str, list[_Stay]] = {}
    named: dict[str, str] = {}
    for move in sorted(counted, key=lambda move: (-len(counted[move]), move)):
        for one in {move, *(_seen(wanted, own, move) for own in wanted.own)}:
            named.setdefault(one, move)
        found.setdefault(named[move], []).extend(counted[move])
    return found


def _lands(wanted: ContinuedFrom, move: str) -> bool:
    touched = game_of(wanted.game).touches(Move(move))
    return bool(touched) and touched[-1] in wanted.inside


def _counted(
    move: str, stays: list[_Stay], lines: dict[int, tuple[list[str], int | None]]
) -> Continuation:
    scores = []
    for stay in stays:
        score = lines[stay.record][1]
        scores.append(score if score is None or not stay.seen.exchanges else WON - score)
    first = min(stays, key=lambda one: (one.record, one.last))
    won, drawn, lost = (scores.count(one) for one in (WON, DRAWN, LOST))
    return Continuation(move, len(stays), won, drawn, lost, first.record, first.node)
