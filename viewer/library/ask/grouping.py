"""The records that a query describes, grouped: by player, event, year, opening, game or result.

Of an event, the cross table: who played whom, with what result, in which order they stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.base.person_names import name_written
from viewer.library.ask.searching import asked_of
from viewer.library.ask.texts import PEOPLE, people
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
        also: other ways in which the name of a player is written, with a team before it.
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
    also: tuple[str, ...] = ()

    @property
    def name(self) -> Message:
        """The value in words, with the other ways of writing it."""
        if self.also:
            also = ", ".join(self.also)
            return message("{name} (also {others})", name=self.value, others=also)
        return message("{name}", name=self.value) if self.value else message("not known")

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
SELECT folded0 AS key, player0 AS value, score, rating0 AS rating, year, other0 AS other FROM {games}
UNION ALL
SELECT folded1 AS key, player1 AS value, 2 - score AS score, rating1 AS rating, year, other1 AS other
FROM {games}
"""
_PERSONS = f"""
(SELECT g.* REPLACE (coalesce(p0.alone, g.folded0) AS folded0, coalesce(p1.alone, g.folded1) AS folded1),
    p0.alone IS NOT NULL AS other0, p1.alone IS NOT NULL AS other1
FROM {{games}} AS g LEFT JOIN {PEOPLE} AS p0 ON p0.folded = g.folded0
LEFT JOIN {PEOPLE} AS p1 ON p1.folded = g.folded1)
"""
# Games with the names of players without teams; whether a name was written otherwise.
_WRITTEN = "(SELECT *, false AS other0, false AS other1 FROM {games})"
_ONE_EACH = (
    "SELECT {key} AS key, {value} AS value, score, rating, year, false AS other FROM {games}"
)
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
    CASE WHEN any_value(key) IN ({unsaid}) THEN ''
        ELSE coalesce(mode(value) FILTER (NOT other), mode(value)) END AS value,
    count(*) AS games,
    count(*) FILTER (score = 2) AS won,
    count(*) FILTER (score = 1) AS drawn,
    count(*) FILTER (score = 0) AS lost,
    CAST(round(avg(rating)) AS INTEGER) AS rating,
    min(year) AS first_year,
    max(year) AS last_year,
    list(DISTINCT value ORDER BY value) FILTER (other) AS also
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

    A game counts for both of its players; a name with a team before it is that of the player without it,
    unless the query has them apart. Raises LibraryFailed for what records can't be grouped by.
    """
    if by not in KINDS:
        known = ", ".join(KINDS)
        raise LibraryFailed(
            message("Games can't be grouped by “{name}”, but by {known}.", name=by, known=known)
        )
    if order not in ORDERS:
        known = ", ".join(ORDERS)
        raise LibraryFailed(
            message("Groups can't be sorted by “{name}”, but by {known}.", name=order, known=known)
        )
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
        _PLAYERS.format(games=_by_people(store, query, rows))
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
    return Grouped([_group(row) for row in found_rows], total, games, store.covers())


def _by_people(store: Store, query: Query, games: str) -> str:
    """Games with the names by which players are told apart as `folded0`, `folded1`."""
    joined = not query.apart and people(store)
    return (_PERSONS if joined else _WRITTEN).format(games=games)


def _group(row: Sequence[Any]) -> Group:
    *rest, also = row
    one = Group(*rest)
    if also:
        one = one._replace(value=name_written(one.value, one.key), also=tuple(also))
    return one


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
        _ROWS.format(games=_by_people(store, query, store.table(GAMES)), matching=found.sql)
        + " LIMIT ?",
        [*found.values, MOST * MOST],
    )
    games: list[Pairing] = []
    names: dict[str, str] = {}
    ratings: dict[str, int] = {}
    for record, folded0, folded1, name0, name1, rating0, rating1, score, round_, _ in rows:
        pair = (folded0 or "", folded1 or "")
        if pair[0] in UNSAID or pair[1] in UNSAID or pair[0] == pair[1]:
            continue
        for key, name, rating in zip(pair, (name0, name1), (rating0, rating1), strict=True):
            if key not in names:
                names[key] = name_written(name, key)
            if rating is not None:
                ratings[key] = max(rating, ratings.get(key, 0))
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
