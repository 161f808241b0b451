"""Clock times: reading and writing them, and what both clocks show at each node."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.states import States
from viewer.tree.annotation import CLOCK, OVERTIME
from viewer.tree.evaluation import elapsed_of
from viewer.tree.inherited import Inherited
from viewer.tree.node import Node

if TYPE_CHECKING:
    from fractions import Fraction  # costly to load, and few records have times

_TIME = late(
    r"(?:(?:(?P<hours>\d{1,6}):)?(?P<minutes>\d{1,6}):)?(?P<seconds>\d{1,9}(?:\.\d{1,9})?)",
    re.ASCII,
)
_LONGEST = 40
_CONTROL = late(
    r"(?:\d{1,4}/)?(?P<start>\d{1,7}(?:\.\d{1,9})?)(?:\+(?P<increment>\d{1,7}(?:\.\d{1,9})?))?(?::.*)?",
    re.ASCII | re.DOTALL,
)
_TIMES = (CLOCK, OVERTIME)


class Times(NamedTuple):
    """The times of one side as the record writes them; "" if it has none.

    Attributes:
        clock: left on the clock.
        elapsed: used for the last move.
        overtime: moves or periods left in byo-yomi, given with that clock.
    """

    clock: str = ""
    elapsed: str = ""
    overtime: str = ""


@lru_cache(maxsize=1 << 12)  # clocks of many games show the same times
def seconds_of(text: str) -> Fraction | None:
    """A time as records write it (h:mm:ss, mm:ss, seconds, with a fraction); None for anything else."""
    found = _TIME.fullmatch(text.strip()[:_LONGEST])
    if found is None:
        return None
    from fractions import Fraction  # deferred

    total = Fraction(found["seconds"])
    for part, worth in (("hours", 3600), ("minutes", 60)):
        total += int(found[part] or 0) * worth
    return total


def time_text(seconds: Fraction) -> str:
    """Seconds as h:mm:ss, with milliseconds if there are any."""
    whole = int(seconds)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    rest = round((seconds - whole) * 1000)
    return f"{text}.{rest:03}".rstrip("0") if 0 < rest < 1000 else text


class TimeControl(NamedTuple):
    """The time a side has for a game.

    Attributes:
        start: seconds on its clock at the start, None if unknown.
        increment: seconds added for each move.
    """

    start: Fraction | None
    increment: Fraction | int


class TimeLimit(NamedTuple):
    """The time that each player of a new record has.

    Attributes:
        minutes: at the start.
        seconds: added for each move; with periods, the length of one in byo-yomi.
        periods: number of byo-yomi periods, 0 for none.
        moves: to be made in each.
    """

    minutes: int
    seconds: int = 0
    periods: int = 0
    moves: int = 1


def time_control(text: str) -> TimeControl:
    """A time control as headers write it: "600", "600+5" or "40/7200:3600" (PGN 9.6.1; SGF's TM)."""
    found = _CONTROL.fullmatch(text.strip())
    if found is None:
        return TimeControl(None, 0)
    from fractions import Fraction  # deferred

    return TimeControl(Fraction(found["start"]), Fraction(found["increment"] or 0))


def totals(states: States, line: Sequence[Node]) -> list[str]:
    """For each node of a line from the root, the time its side has used up to then; "" without one.

    A time that can't be read counts as nothing. Takes a few microseconds per node with a time, and
    nothing if no node has one.
    """
    from fractions import Fraction  # deferred

    sums = [Fraction(0), Fraction(0)]
    found = [""] * len(line)
    for index, node in enumerate(line):
        used = elapsed_of(node) if node.notes else ""
        if used and node.parent is not None:
            side = states.at(node.parent).side
            sums[side] += seconds_of(used) or 0
            found[index] = time_text(sums[side])
    return found


SideTimes = tuple[Times, Times]
"""The times of the first and the second side."""
NO_TIMES: SideTimes = (Times(), Times())


def times_after(states: States) -> Callable[[SideTimes, Node], SideTimes]:
    """A function for `Inherited`: (times at the parent, node) -> times at the node."""

    def after(above: SideTimes, node: Node) -> SideTimes:
        notes, used = node.notes, elapsed_of(node)
        if node.parent is None or (not used and notes.keys().isdisjoint(_TIMES)):
            return above
        side = states.at(node.parent).side
        clock, elapsed, overtime = above[side]
        if CLOCK in notes:
            # Moves left belong to the clock that is said with them: without them, byo-yomi is no more.
            clock, overtime = str(notes[CLOCK]), ""
        mine = Times(clock, used or elapsed, str(notes.get(OVERTIME, overtime)))
        return (mine, above[1]) if side == 0 else (above[0], mine)

    return after


def thinking_time(
    states: States, times: Inherited[SideTimes], node: Node, control: TimeControl
) -> Fraction | None:
    """The seconds that a side took for the move to a node; None if the record doesn't tell.

    It is the time that the record says was used, else the difference between the side's clock before
    and after the move. A clock that stands higher than that, as in a new period, tells nothing, and
    neither does one in byo-yomi that shows a full period again. `times` are the times at each node.
    """
    notes, parent = node.notes, node.parent
    if not notes or parent is None:
        return None
    used = seconds_of(elapsed_of(node))
    now = seconds_of(str(notes.get(CLOCK, "")))
    if used is not None or now is None:
        return used
    side = states.at(parent).side
    clock = times.at(parent)[side].clock
    before = seconds_of(clock) if clock else control.start
    if before is None:
        return None
    used = before + control.increment - now
    return None if used < 0 or (used == 0 and OVERTIME in notes) else used
