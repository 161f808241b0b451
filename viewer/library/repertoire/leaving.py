"""Where games left the lines of a repertoire, by whom, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.library.query import explored_from
from viewer.library.repertoire.games import Games, LastKnown, Played
from viewer.library.repertoire.lines import LinePosition, RepertoireLines
from viewer.library.repertoire.seen import NEVER, GamesSeen, Seen
from viewer.tree.action import Move

Mine = Callable[[str], bool]
"""Whether a player's name is a name of the person whose repertoire it is."""


class Who(StrEnum):
    """Who left the lines: the repertoire's side, the other; or they ended there."""

    MINE = "mine"
    OTHER = "other"
    END = "end"


class Departure(NamedTuple):
    """A game that left the lines.

    Attributes:
        game: its id, players and day. last: where it, or its corner, was in them for the last time, and the
            move there.
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
        games: how many were looked at. Where lines are of a corner, what is above counts corners of games.
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
    known_names: dict[str, bool] = {}
    every = {one.record: one for one in games.played(lines.game.id)}
    ways = {record: _ways(lines, one, mine, known_names) for record, one in every.items()}
    played = {record: one for record, one in every.items() if ways[record]}
    last: dict[tuple[int, int], LastKnown] = {}
    yield JobStep(0, len(played))
    for some in games.last_known(lines):
        for one in some:
            place = one.record, one.corner
            if one.exchanged in ways.get(one.record, ()) and (
                place not in last or last[place].ply < one.ply
            ):
                last[place] = one
        yield JobStep(len(last), lines.parts * len(played))
    found = list(last.values())
    known = NEVER
    if seen is not None:
        keys = (one.key for one in played.values())
        known = seen.look(lines.game.id, lines.side, keys)
    yield JobStep(len(played), len(played), departures(lines, played, found, known))


def _ways(
    lines: RepertoireLines, game: Played, mine: Mine | None, known: dict[str, bool]
) -> tuple[bool, ...]:
    """Whether a game counts with colours as they are (False), in a corner also exchanged (True)."""
    found = []
    for exchanged in (False, True) if lines.corners else (False,):
        name = game.names[lines.side != exchanged]
        if mine is not None and name not in known:
            known[name] = mine(name)
        if mine is None or known[name]:
            found.append(exchanged)
    return tuple(found)


def departures(
    lines: RepertoireLines,
    played: Mapping[int, Played],
    found: Sequence[LastKnown],
    known: Seen = NEVER,
) -> Departures:
    """Who left the lines, of games at their last position in them.

    A game without a day counts as of the one on which it was looked at first.
    """

    def order(last: LastKnown) -> tuple[int, int, int]:
        game = played[last.record]
        return game.day or known.first.get(game.key, 0), last.record, last.corner

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
    elsewhere = lines.parts * len(played) - len(found)
    return Departures(told, within, elsewhere, len(played), new, known.since)


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
