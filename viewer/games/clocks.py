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
from viewer.tree.record import Header

if TYPE_CHECKING:
    from fractions import Fraction  # costly to load, and few records have times

    from viewer.games.time_controls import TimeControl

_TIME = late(
    r"(?:(?:(?P<hours>\d{1,6}):)?(?P<minutes>\d{1,6}):)?(?P<seconds>\d{1,9}(?:\.\d{1,9})?)",
    re.ASCII,
)
_LONGEST = 40
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


class Clocks:
    """What both clocks show at each node of a record: what it says, or what the times used leave."""

    def __init__(
        self, states: States, rule: Callable[[Sequence[Header], str], TimeControl]
    ) -> None:
        self._states, self._rule = states, rule
        self._times = Inherited(self._after, NO_TIMES)
        self.at = self._times.at  # the times of both sides at a node
        self._control: TimeControl | None = None

    @property
    def control(self) -> TimeControl:
        """The time that each side has, by the headers."""
        if self._control is None:
            self._control = self._rule(self._states.record.headers, self._states.record.game)
        return self._control

    def forget(self) -> None:
        """Forget what is known: the record was edited."""
        self._control = None
        self._times.forget()

    def _after(self, above: SideTimes, node: Node) -> SideTimes:
        notes, used = node.notes, elapsed_of(node)
        if node.parent is None or (not used and notes.keys().isdisjoint(_TIMES)):
            return above
        side = self._states.at(node.parent).side
        clock, elapsed, overtime = above[side]
        if CLOCK in notes:
            # Moves left belong to the clock that is said with them: without them, byo-yomi is no more.
            clock, overtime = str(notes[CLOCK]), ""
        elif used and not overtime:
            clock = self._left(node, clock, used)
        mine = Times(clock, used or elapsed, str(notes.get(OVERTIME, overtime)))
        return (mine, above[1]) if side == 0 else (above[0], mine)

    def _left(self, node: Node, before: str, used: str) -> str:
        """What is left after a move; "" if nobody knows, as where all times are 0:00, written unmeasured."""
        if (spent := seconds_of(used)) is None or not (before or spent):
            return before
        if (left := seconds_of(before) if before else self.control.start) is None:
            return before
        plies = self._states.at(node).ply - self._states.at(self._states.record.root).ply
        return time_text(max(left - spent, 0 * spent) + self.control.added((plies + 1) // 2))

    def thinking_time(self, node: Node) -> Fraction | None:
        """The seconds that a side took for the move to a node; None if the record doesn't tell.

        It is what the record says, else what the side's clock lost: nothing if it stands higher, as in a new
        period, or shows a full period of byo-yomi again.
        """
        notes, parent = node.notes, node.parent
        if not notes or parent is None:
            return None
        used = seconds_of(elapsed_of(node))
        now = seconds_of(str(notes.get(CLOCK, "")))
        if used is not None or now is None:
            return used
        clock = self.at(parent)[self._states.at(parent).side].clock
        if (before := seconds_of(clock) if clock else self.control.start) is None:
            return None
        used = before + self.control.increment - now
        return None if used < 0 or (used == 0 and OVERTIME in notes) else used
