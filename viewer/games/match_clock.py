"""The clocks of a game that is being played: main time, increment, delay, and overtime in periods.

Overtime is one thing: periods in each of which some moves must be made. Byo-yomi has periods of one move,
Canadian byo-yomi one period of several moves; a period in which they were made begins anew. All times are
whole milliseconds, but for those of a `TimeSystem`, in seconds.
"""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.named import NamedTuple

_ASLEEP = 10.0
"""Seconds without a tick after which the machine has slept."""
_SPARED = 1000  # milliseconds


class TimeSystem(NamedTuple):
    """The time that each side has for a game, in whole seconds.

    Attributes:
        main: at the start.
        increment: added after each move, as Fischer proposed.
        delay: of each move, that isn't counted.
        period: of overtime, once the main time is used up; 0 for none.
        periods: their number, at least 1.
        moves: to be made in each, at least 1.
    """

    main: int
    increment: int = 0
    delay: int = 0
    period: int = 0
    periods: int = 1
    moves: int = 1

    def beginning(self) -> TimeLeft:
        """What each side has at first."""
        return TimeLeft(1000 * self.main, 1000 * self.period, self.periods, self.moves)

    @property
    def pace(self) -> float:
        """The seconds that a move may take on average, in a game of usual length."""
        return max(1.0, self.period / self.moves, self.increment + self.main / 60)


class TimeLeft(NamedTuple):
    """What a side has left.

    Attributes:
        main: milliseconds of main time.
        period: milliseconds of the current period of overtime, of a whole one while there is main time.
        periods: left with the current one.
        moves: to be made in the current one.
        fallen: whether its flag has fallen.
    """

    main: int
    period: int
    periods: int
    moves: int
    fallen: bool = False

    @property
    def overtime(self) -> bool:
        """Whether the main time is used up."""
        return not self.main

    @property
    def shown(self) -> int:
        """What its clock shows, in milliseconds."""
        return self.main or self.period

    def after(self, system: TimeSystem, thought: int) -> TimeLeft:
        """What is left when the side to move has thought for so many milliseconds.

        A time is used up when it is reached: 30 seconds of thinking are more than a period of 30 seconds has.
        """
        spent = max(0, thought - 1000 * system.delay)
        if self.fallen or spent < self.main or not spent:
            return self._replace(main=self.main - spent) if not self.fallen else self
        spent -= self.main
        if spent < self.period:
            return self._replace(main=0, period=self.period - spent)
        whole = 1000 * system.period
        lost, spent = divmod(spent - self.period, whole) if whole else (self.periods, 0)
        if lost + 1 >= self.periods:
            return TimeLeft(0, 0, 0, 0, fallen=True)
        return TimeLeft(0, whole - spent, self.periods - lost - 1, system.moves)

    def moved(self, system: TimeSystem) -> TimeLeft:
        """What is left once the move is made."""
        if self.fallen:
            return self
        if self.main:
            return self._replace(main=self.main + 1000 * system.increment)
        if self.moves > 1:
            return self._replace(moves=self.moves - 1)
        return self._replace(period=1000 * system.period, moves=system.moves)


BothLeft = tuple[TimeLeft, TimeLeft]
"""What the first and the second side have left."""


class Clocks(NamedTuple):
    """Both clocks at a moment."""

    system: TimeSystem
    left: BothLeft

    def spared(self, side: int) -> Clocks:
        """As an engine that plays a side is told them, so that its answer arrives in time: a second less of
        its time and of its period, of short ones a quarter.
        """
        both = [*self.left]
        mine = both[side]
        main, period = (one - min(_SPARED, one // 4) for one in (mine.main, mine.period))
        both[side] = mine._replace(main=main, period=period)
        return Clocks(self.system, (both[0], both[1]))


class MatchClock:
    """The clocks of both sides, of which one runs or none.

    Attributes:
        system: the time of each side.
        side: the side to move.
    """

    def __init__(self, system: TimeSystem, now: Callable[[], float]) -> None:
        """`now`: seconds on a clock that never goes back."""
        self.system = system
        self.side = 0
        self._now = now
        self._left = [system.beginning(), system.beginning()]
        self._thought = 0  # on this move, before the clock was last started
        self._began: float | None = None  # when it was
        self._ticked = 0.0

    @property
    def running(self) -> bool:
        """Whether the clock of the side to move runs."""
        return self._began is not None

    @property
    def thought(self) -> int:
        """Milliseconds that the side to move has thought."""
        since = 0.0 if self._began is None else self._now() - self._began
        return self._thought + round(1000 * since)

    @property
    def fallen(self) -> bool:
        """Whether the flag of the side to move has fallen."""
        return self.left(self.side).fallen

    def left(self, side: int) -> TimeLeft:
        """What a side has left at this moment."""
        kept = self._left[side]
        return kept.after(self.system, self.thought) if side == self.side else kept

    @property
    def clocks(self) -> Clocks:
        """Both as they stand at this moment."""
        return Clocks(self.system, (self.left(0), self.left(1)))

    def start(self, side: int) -> None:
        """Run the clock of a side; its thinking goes on if it was stopped on the same move."""
        if side != self.side:
            self.side, self._thought, self._began = side, 0, None
        if self._began is None:
            self._began = self._ticked = self._now()

    def stop(self) -> None:
        """Stop the clock that runs. What was thought counts."""
        self._thought, self._began = self.thought, None

    def after_move(self) -> TimeLeft:
        """What the side to move would have left if it moved now."""
        return self.left(self.side).moved(self.system)

    def press(self) -> None:
        """The side to move has moved: the other one is to move; no clock runs."""
        self._left[self.side] = self.after_move()
        self.side, self._thought, self._began = 1 - self.side, 0, None

    def tick(self) -> bool:
        """Look at the clock, as is done several times a second; whether the machine has slept since.

        The time of its sleep doesn't count.
        """
        now = self._now()
        gap, self._ticked = now - self._ticked, now
        if self._began is None or gap < _ASLEEP:
            return False
        self._began += gap
        return True

    def kept(self) -> BothLeft:
        """What both had at the beginning of this move, for `set_back`."""
        return self._left[0], self._left[1]

    def set_back(self, left: BothLeft, side: int) -> None:
        """Set both clocks to what they were when a side was to move; none runs."""
        self._left = list(left)
        self.side, self._thought, self._began = side, 0, None
