"""The cross table of an event: who played whom, with what result, in which order they stand."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.library.ask.grouping import UNSAID
from viewer.library.ask.searching import asked_of
from viewer.library.failures import LibraryFailed
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.store import Store

EVERYONE, ROUNDS = "round-robin", "swiss"
MOST: Final = 500
"""Players of a table at most: more are no single event."""
_MET = (
    0.6  # share of the pairs that have met, from which on a table shows everyone against everyone
)
_NUMBER = re.compile("[0-9]+")
_DIGITS = {character: value for value, character in enumerate("〇一二三四五六七八九十")}
_CHINESE = re.compile("[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]")


class Meeting(NamedTuple):
    """A game of a player.

    Attributes:
        opponent: index of the opponent in the table.
        side: that the player has, 0 or 1.
        score: of the player, in half points (2 won, 1 drawn, 0 lost); None where it isn't known.
        round: its number, 0 if it isn't known.
        record: its id in the library.
    """

    opponent: int
    side: int
    score: int | None
    round: int
    record: int


class Standing(NamedTuple):
    """A player of a table.

    Attributes:
        rank: from 1; players who are equal in everything share one.
        name: as most records write it.
        rating: the highest that is known, else None.
        points: in half points.
        games: with a known result.
        won: games won.
        second: what decides between equal points: Sonneborn-Berger's sum where everyone meets everyone
            (quarter points), else Buchholz's (half points).
        meetings: in the order of the rounds.
    """

    rank: int
    name: str
    rating: int | None
    points: int
    games: int
    won: int
    second: int
    meetings: tuple[Meeting, ...]


class CrossTable(NamedTuple):
    """A table of players, the first one on top.

    Attributes:
        kind: EVERYONE or ROUNDS.
        rounds: how many rounds there are; 0 where rounds aren't known.
        players: in order.
        games: how many there are; copies of a game count once.
        covers: what was searched.
    """

    kind: str
    rounds: int
    players: list[Standing]
    games: int
    covers: list[Message]


_ROWS = """
SELECT min(record) AS record, g.folded0, g.folded1, mode(g.player0), mode(g.player1), max(g.rating0),
    max(g.rating1), max(g.score), mode(g.round), min(nullif(g.day, 0)) AS day
FROM {games} AS g JOIN ({matching}) USING (record)
GROUP BY g.game, g.folded0, g.folded1, g.moves,
    CASE WHEN g.plies < 8 THEN coalesce(g.round, '') || ' ' || coalesce(g.day, 0) ELSE '' END
ORDER BY day NULLS LAST, record
"""
# The same moves by the same players are one game, however often it is there; very short ones may be several.


class Pairing(NamedTuple):
    """A game between two players, by their folded names; `score` is that of the first."""

    record: int
    players: tuple[str, str]
    score: int | None
    round: int


def crosstable(store: Store, query: Query) -> CrossTable:
    """The table of the records that a query describes.

    Points first; then Sonneborn-Berger's sum or Buchholz's, then games won, then names.
    Raises LibraryFailed where there are too many players for an event.
    """
    return store.asked(lambda store: _crosstable(store, query))


def _crosstable(store: Store, query: Query) -> CrossTable:
    found = asked_of(store, query)
    covers = store.covers()
    if not found.source:
        return CrossTable(EVERYONE, 0, [], 0, covers)
    rows = store.rows(
        _ROWS.format(games=store.table(GAMES), matching=found.sql) + " LIMIT ?",
        [*found.values, MOST * MOST],
    )
    games: list[Pairing] = []
    names: dict[str, str] = {}
    ratings: dict[str, int] = {}
    for record, folded0, folded1, name0, name1, rating0, rating1, score, round_, _ in rows:
        pair = (folded0 or "", folded1 or "")
        if pair[0] in UNSAID or pair[1] in UNSAID or pair[0] == pair[1]:
            continue
        for folded, name, rating in zip(pair, (name0, name1), (rating0, rating1), strict=True):
            names.setdefault(folded, name)
            if rating is not None:
                ratings[folded] = max(rating, ratings.get(folded, 0))
        games.append(Pairing(record, pair, score, round_number(round_ or "")))
    if len(names) > MOST:
        raise LibraryFailed(
            message(
                "These games have {count} players: choose those of one event.",
                count=Number(len(names)),
            )
        )
    return table_of(games, names, ratings, covers)


def table_of(
    games: Sequence[Pairing],
    names: dict[str, str],
    ratings: dict[str, int],
    covers: list[Message],
) -> CrossTable:
    """The table of games between players, by their folded names."""
    met = {frozenset(game.players) for game in games}
    pairs = len(names) * (len(names) - 1) / 2
    rounds = max((game.round for game in games), default=0)
    everyone = not rounds or len(met) >= _MET * pairs
    points, won, played = (defaultdict[str, int](int) for _ in range(3))
    against: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for game in games:
        if game.score is None:
            continue
        for at, player in enumerate(game.players):
            score = 2 - game.score if at else game.score
            points[player] += score
            won[player] += score == 2
            played[player] += 1
            against[player].append((game.players[1 - at], score))
    second = {
        player: sum(points[other] * (score if everyone else 1) for other, score in against[player])
        for player in names
    }

    def order(player: str) -> tuple[int, int, int]:
        return -points[player], -second[player], -won[player]

    players = sorted(names, key=lambda player: (*order(player), names[player].casefold()))
    place = {player: at for at, player in enumerate(players)}
    meetings: dict[str, list[Meeting]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.round):
        for at, player in enumerate(game.players):
            mine = game.score if game.score is None or not at else 2 - game.score
            meetings[player].append(
                Meeting(place[game.players[1 - at]], at, mine, game.round, game.record)
            )
    standings: list[Standing] = []
    for at, player in enumerate(players):
        equal = at and order(players[at - 1]) == order(player)
        standings.append(
            Standing(
                standings[-1].rank if equal else at + 1,
                names[player],
                ratings.get(player),
                points[player],
                played[player],
                won[player],
                second[player],
                tuple(meetings[player]),
            )
        )
    return CrossTable(EVERYONE if everyone else ROUNDS, rounds, standings, len(games), covers)


def round_number(text: str) -> int:
    """The number of a round: of "3", "3.2", "R 3", "第三轮"; 0 if there is none."""
    text = unicodedata.normalize("NFKC", text)
    found = _NUMBER.search(text)
    if found is not None:
        return int(found[0]) if len(found[0]) < 4 else 0
    chinese = _CHINESE.search(text)
    if chinese is None:
        return 0
    tens, ten, ones = chinese[0].rpartition("十")
    if not ten:
        return _DIGITS[ones]
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


# ------------------------------------------------------------------------------------- as text


def half_points(count: int) -> str:
    """Half points as people write them: "3½"."""
    whole, half = divmod(count, 2)
    return f"{whole or ''}½" if half else str(whole)


def cells(table: CrossTable, player: int) -> list[str]:
    """The cells of a player's row: against each player in order, or round by round.

    Against everyone "1", "½½", "" for games that weren't played and "*" for an unknown result; in rounds
    the opponent's place, the side (1 or 2) and the result: "4/1 ½".
    """
    one = table.players[player]
    if table.kind == EVERYONE:
        found = [""] * len(table.players)
        for meeting in one.meetings:
            found[meeting.opponent] += _points(meeting.score)
        return found
    found = [""] * table.rounds
    for meeting in one.meetings:
        if meeting.round:
            text = f"{meeting.opponent + 1}/{meeting.side + 1} {_points(meeting.score)}"
            at = meeting.round - 1
            found[at] = f"{found[at]}, {text}" if found[at] else text
    return found


def _points(score: int | None) -> str:
    return "*" if score is None else "0½1"[score]
