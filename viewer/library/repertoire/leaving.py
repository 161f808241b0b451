"""Where games left the lines of a repertoire, by whom, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.explorer import NextMove, added_up_as_seen
from viewer.library.ask.searching import Hit
from viewer.library.face import Library
from viewer.library.opened import OpenGames
from viewer.library.query import PositionWanted, explored_from
from viewer.library.repertoire.lines import KnownKeys, LinePosition, RepertoireLines
from viewer.library.repertoire.seen import NEVER, GamesSeen, Seen
from viewer.library.schema import GAMES, MISSING, POSITIONS
from viewer.library.store import Store
from viewer.tree.action import Move

Array = Any  # npt.NDArray of any number
Mine = Callable[[str], bool]
"""Whether a player's name is a name of the person whose repertoire it is."""
Explore = Callable[[PositionWanted], Sequence[NextMove]]
"""The next moves of a position, most frequent first."""


class Who(StrEnum):
    """Who left the lines: the repertoire's side, the other; or they ended there."""

    MINE = "mine"
    OTHER = "other"
    END = "end"


class LastKnown(NamedTuple):
    """A game at its last position that is in the lines.

    Attributes:
        record: its id. position: by its number. key: of the arrangement in which the game has it.
        ply, node: of the game, before the move. move: that it made there, "" where it ends.
    """

    record: int
    position: int
    key: int
    ply: int
    node: int
    move: str


class Played(NamedTuple):
    """A game: its id, the names of its players, its day (yyyymmdd, 0: unknown), its key.

    The key follows from names, day and where the game ended: it is the same in any file.
    """

    record: int
    names: tuple[str, str]
    day: int
    key: int


class Games(Protocol):
    """Games that are looked through: of a library, or of files that were counted."""

    def played(self, game: str) -> list[Played]:
        """The records of a game. Raises LibraryFailed."""

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """The games that reach a position of the lines, some at a time. Raises LibraryFailed."""

    def exploring(self, lines: RepertoireLines) -> Explore:
        """What finds the next moves of positions, those of the lines above all. Raises LibraryFailed."""

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """What is said of some games, by their ids. Raises LibraryFailed."""


class GamesCounted:
    """The games of files, counted in memory."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self.hits_of = games.hits_of

    def played(self, game: str) -> list[Played]:
        """See `Games`."""
        return _played(self._games.asked(_PLAYED.format(games=GAMES), [game]))

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """See `Games`."""
        known = lines.keys(0), lines.keys(1)
        for part in self._games.parts:
            table = part.games.get(lines.game.id)
            if table is None:
                continue
            numbers = _numbers(table["key"], table["side"], known)
            some = np.flatnonzero(numbers >= 0)
            last = some[_last(table["record"][some], table["ply"][some])]
            columns = [
                table[key][last].tolist() for key in ("record", "key", "ply", "node", "move")
            ]
            yield [
                LastKnown(
                    record, number, key, ply, node, "" if move == MISSING else part.words[move]
                )
                for number, record, key, ply, node, move in zip(
                    numbers[last].tolist(), *columns, strict=True
                )
            ]

    def exploring(self, lines: RepertoireLines) -> Explore:
        """See `Games`. The moves from all positions of the lines are counted at once, without ratings."""
        moves = self._moves_in(lines)

        def explore(wanted: PositionWanted) -> Sequence[NextMove]:
            if lines.has(wanted):
                found = [
                    (one.key, move)
                    for one in wanted.any_of
                    for move in moves.get((one.key, one.side or 0), ())
                ]
                return added_up_as_seen(found, wanted)
            return self._games.explore_position(wanted).moves

        return explore

    def _moves_in(self, lines: RepertoireLines) -> dict[tuple[int, int], list[NextMove]]:
        """The moves from the positions of lines, by key and side to move of their arrangements."""
        known = lines.keys(0), lines.keys(1)
        words: dict[str, int] = {}
        parts: list[dict[str, Array]] = []
        for part in self._games.parts:
            table = part.games.get(lines.game.id)
            if table is None:
                continue
            some = _numbers(table["key"], table["side"], known) >= 0
            some &= table["move"] != MISSING
            codes = np.array([words.setdefault(one, len(words)) for one in part.words], np.int64)
            rows = {key: table[key][some] for key in ("key", "side", "record", "score")}
            parts.append({**rows, "move": codes[table["move"][some]]})
        if not parts:
            return {}
        return _counted(
            {key: np.concatenate([one[key] for one in parts]) for key in parts[0]}, [*words]
        )


class GamesOfLibrary:
    """The games of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.hits_of = library.hits_of

    def played(self, game: str) -> list[Played]:
        """See `Games`."""
        return self._library.store.asked(
            lambda store: _played(store.rows(_PLAYED.format(games=store.table(GAMES)), [game]))
        )

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """See `Games`."""
        known = lines.keys(0), lines.keys(1)
        yield self._library.store.asked(lambda store: _last_in(store, lines.game.id, known))

    def exploring(self, lines: RepertoireLines) -> Explore:
        """See `Games`."""
        return lambda wanted: self._library.explore_position(wanted).moves


def _counted(
    rows: Mapping[str, Array], words: Sequence[str]
) -> dict[tuple[int, int], list[NextMove]]:
    """Rows of positions with the moves that follow them, counted by key, side and move."""
    order = np.lexsort((rows["move"], rows["side"], rows["key"]))
    columns = {key: values[order] for key, values in rows.items()}
    key, side, move = columns["key"], columns["side"], columns["move"]
    new = np.ones(len(key), bool)
    new[1:] = (key[1:] != key[:-1]) | (side[1:] != side[:-1]) | (move[1:] != move[:-1])
    first = np.flatnonzero(new)
    if not len(first):
        return {}
    games = np.diff(np.append(first, len(key)))
    scores = [np.add.reduceat(columns["score"] == one, first, dtype=np.int64) for one in _SCORES]
    records = np.minimum.reduceat(columns["record"], first)
    found: dict[tuple[int, int], list[NextMove]] = {}
    counts = (key[first], side[first], move[first], games, *scores, records)
    for at, to_move, code, count, won, drawn, lost, record in zip(
        *(x.tolist() for x in counts), strict=True
    ):
        one = NextMove(words[code], count, won, drawn, lost, 0, 0, None, None, record)
        found.setdefault((at, to_move), []).append(one)
    return found


_SCORES = (WON, DRAWN, LOST)
_PLAYED = """
SELECT record, player0, player1, day,
    md5_number_lower(concat_ws(chr(10), folded0, folded1, day, plies, last))
FROM {games} WHERE game = ? ORDER BY record
"""
_KEYS = "keys_of_lines"
_LAST = f"""
SELECT record, arg_max(number, ply), arg_max(p.key, ply), max(ply), arg_max(node, ply), arg_max(move, ply)
FROM {{source}} AS p JOIN {_KEYS} AS k ON p.key = k.key AND p.side = k.side
GROUP BY record ORDER BY record
"""


def _played(rows: Iterable[Sequence[Any]]) -> list[Played]:
    return [
        Played(record, (first or "", second or ""), day or 0, key)
        for record, first, second, day, key in rows
    ]


def _last_in(store: Store, game: str, known: tuple[KnownKeys, KnownKeys]) -> list[LastKnown]:
    keys = np.concatenate([one.keys for one in known])
    source = store.source(POSITIONS, game, keys=keys.tolist()) if len(keys) else ""
    if not source:
        return []
    with _table(store, known, keys):
        rows = store.rows(_LAST.format(source=source))
    return [LastKnown(*row)._replace(move=row[-1] or "") for row in rows]


@contextmanager
def _table(store: Store, known: tuple[KnownKeys, KnownKeys], keys: Array) -> Iterator[None]:
    numbers = np.concatenate([one.numbers for one in known])
    sides = np.concatenate(
        [np.full(len(one.keys), side, np.int8) for side, one in enumerate(known)]
    )
    store.connection.register(_KEYS, {"key": keys, "number": numbers, "side": sides})
    try:
        yield
    finally:
        store.connection.unregister(_KEYS)


def _numbers(keys: Array, sides: Array, known: tuple[KnownKeys, KnownKeys]) -> Array:
    """The positions of rows, by number; -1 for those that aren't in the lines."""
    return np.where(sides == 0, known[0].find(keys), known[1].find(keys))


def _last(records: Array, plies: Array) -> Array:
    """The rows with the highest ply of each record."""
    order = np.lexsort((plies, records))
    ordered = records[order]
    ends = np.append(ordered[1:] != ordered[:-1], True) if len(ordered) else np.zeros(0, bool)
    found: Array = order[ends]
    return found


# ------------------------------------------------------------------------------ who left


class Departure(NamedTuple):
    """A game that left the lines.

    Attributes:
        game: its id, players and day. last: where it was in them for the last time, and its move there.
        move: the same as it is seen in the lines. who: left them.
        time: which time it is that games were left at this position by this side, by day; 1 is the first.
        times: how often that happened.
        new: whether it wasn't looked at before today.
    """

    game: Played
    last: LastKnown
    move: str
    who: Who
    time: int
    times: int
    new: bool


class Departures(NamedTuple):
    """What became of games.

    Attributes:
        left: those that left the lines, the newest first.
        within: how many ended in them.
        elsewhere: how many never came to them.
        games: how many were looked at.
        new: how many of them weren't looked at before today. since: the last day (yyyymmdd) before on which
            some were new; None if they are looked at for the first time, or nobody remembers.
    """

    left: list[Departure]
    within: int
    elsewhere: int
    games: int
    new: int = 0
    since: int | None = None

    def of(self, who: Who) -> list[Departure]:
        """Those that one side left."""
        return [one for one in self.left if one.who is who]


def finding_departures(
    lines: RepertoireLines, games: Games, mine: Mine | None = None, seen: GamesSeen | None = None
) -> Iterator[JobStep[Departures]]:
    """The job that finds where games left lines; for a thread. Its result comes last.

    `mine`: only the games in which one of these names plays the side of the repertoire; None for all.
    `seen`: where the games are remembered. Raises LibraryFailed.
    """
    played = {one.record: one for one in _of_mine(games.played(lines.game.id), lines.side, mine)}
    found: list[LastKnown] = []
    yield JobStep(0, len(played))
    for some in games.last_known(lines):
        found += [one for one in some if one.record in played]
        yield JobStep(len(found), len(played))
    known = NEVER
    if seen is not None:
        keys = (one.key for one in played.values())
        known = seen.look(lines.game.id, lines.side, keys)
    yield JobStep(len(played), len(played), departures(lines, played, found, known))


def _of_mine(played: Iterable[Played], side: int, mine: Mine | None) -> Iterator[Played]:
    known: dict[str, bool] = {}
    for one in played:
        name = one.names[side]
        if mine is not None and name not in known:
            known[name] = mine(name)
        if mine is None or known[name]:
            yield one


def departures(
    lines: RepertoireLines,
    played: Mapping[int, Played],
    found: Sequence[LastKnown],
    known: Seen = NEVER,
) -> Departures:
    """Who left the lines, of games at their last position in them.

    A game without a day counts as of the one on which it was looked at first.
    """

    def order(last: LastKnown) -> tuple[int, int]:
        game = played[last.record]
        return game.day or known.first.get(game.key, 0), last.record

    seen: dict[tuple[int, int, str], tuple[str, bool]] = {}
    left: list[Departure] = []
    counts: Counter[tuple[int, Who]] = Counter()
    within = 0
    for last in sorted(found, key=order):
        position = lines.positions[last.position]
        step = last.position, last.key, last.move
        if step not in seen:
            seen[step] = _as_seen(lines, position, last)
        move, stays = seen[step]
        if not move or stays:  # a repetition leads back
            within += 1
            continue
        who = _who(position)
        counts[last.position, who] += 1
        time = counts[last.position, who]
        game = played[last.record]
        left.append(Departure(game, last, move, who, time, 0, known.is_new(game.key)))
    told = [one._replace(times=counts[one.last.position, one.who]) for one in reversed(left)]
    new = sum(known.is_new(one.key) for one in played.values())
    return Departures(told, within, len(played) - len(found), len(played), new, known.since)


def _as_seen(lines: RepertoireLines, position: LinePosition, last: LastKnown) -> tuple[str, bool]:
    """The move of a game as it is seen in a position, and whether it stays in the lines."""
    if not last.move:
        return "", False
    turns = explored_from(lines.game, position.state).turns
    move = last.move if turns is None else turns.seen(last.key, last.move)
    move = move if turns is None else min(turns.alike(move))
    return move, leads_to(lines, position, move) is not None


def _who(position: LinePosition) -> Who:
    if not position.after:
        return Who.END
    return Who.MINE if position.mine else Who.OTHER


def leads_to(lines: RepertoireLines, position: LinePosition, move: str) -> LinePosition | None:
    """The position of the lines that a move leads to; None if it is in none of them."""
    return lines.at(lines.game.step(position.state, Move(move)))
