"""The schedule of playback: the wait before each node of a line, by the record's times or at an even pace.

All ways of recording times are supported: moments since the beginning (wei7), times used for moves (KIF,
CSA, JKF, PGN's `%emt`), clocks (PGN's `%clk`, SGF's `BL` and `WL`). Without times, each move and each
preset position is a pause point (wei7 3.16.5); other nodes (titles, messages, claims) are shown briefly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from viewer.base.named import NamedTuple
from viewer.base.settings import Settings
from viewer.games.clocks import Clocks, seconds_of
from viewer.tree.action import Setup, is_ply
from viewer.tree.annotation import CLOCK, COMMENT, MARKS, MOMENT, PROBLEM
from viewer.tree.evaluation import elapsed_of
from viewer.tree.node import Node

OWN = "own"
"""The value of the setting `playback-pace` for the record's own times."""
_LEAST = 0.12  # s: long enough to see each node, and for a piece to finish gliding
_UNDER_A_SECOND = 0.5  # s: the average of a time written as 0 in whole seconds
_BRIEF = 1.0  # s: after a node that isn't a pause point
_MOST = 7 * 86_400.0  # s: the longest wait of a timer
_LONGEST = 300  # characters of a moment
_PRESET = (COMMENT, MARKS, PROBLEM)


class Pace(NamedTuple):
    """The pace and speed of playback.

    Attributes:
        own: whether the record's times are used, if it has any.
        speed: the factor by which all waits are divided.
        seconds: the wait after a pause point without times, at speed 1.
        longest: the longest wait for a recorded time, in seconds at any speed; 0 for no limit.
    """

    own: bool = True
    speed: float = 1.0
    seconds: float = 2.0
    longest: float = 30.0


def pace_of(settings: Settings) -> Pace:
    """The pace in the settings."""
    return Pace(
        settings["playback-pace"] == OWN,
        float(settings["playback-speed"]),
        float(settings["playback-seconds"]),
        float(settings["playback-longest"]),
    )


class Wait(NamedTuple):
    """The wait before a node is shown.

    Attributes:
        seconds: its length.
        recorded: the time in the record, in seconds; None if the wait isn't based on one.
    """

    seconds: float
    recorded: float | None = None


class Schedule:
    """The waits of a line.

    Attributes:
        line: the nodes from the root.
        timed: whether the line has times.
    """

    def __init__(self, line: Sequence[Node], clocks: Clocks) -> None:
        """Takes a microsecond a node; computes no positions."""
        self.line, self._clocks = line, clocks
        self._by_moments = _waits_by_moments(line)
        self.timed = any(self._by_moments.values()) or _has_times(line, clocks)

    def _recorded(self, index: int) -> float | None:
        """The recorded seconds between a node and the one before it; None if there are none."""
        if not self.timed:
            return None
        if index in self._by_moments:
            return self._by_moments[index]
        used = self._clocks.thinking_time(self.line[index])
        return None if used is None else float(used) or _UNDER_A_SECOND

    def wait(self, index: int, pace: Pace) -> Wait:
        """The wait before the node with an index in the line, at least 1."""
        recorded = self._recorded(index) if pace.own else None
        if recorded is None:
            paused = is_pause_point(self.line[index - 1])
            seconds = pace.seconds if paused else min(pace.seconds, _BRIEF)
            return Wait(min(max(seconds / pace.speed, _LEAST), _MOST))
        seconds = recorded / pace.speed
        if 0 < pace.longest < seconds:
            seconds = pace.longest
        return Wait(min(max(seconds, _LEAST), _MOST), recorded)


def is_pause_point(node: Node) -> bool:
    """Whether playback without times rests at a node: the start, a move, a preset position (wei7 3.16.5)."""
    if node.parent is None or is_ply(node.action) or isinstance(node.action, Setup):
        return True
    return node.action is None and any(facet in node.notes for facet in _PRESET)


def _waits_by_moments(line: Sequence[Node]) -> dict[int, float]:
    """The waits determined by moments, in seconds, by the indices of nodes in a line.

    A moment earlier than a previous one gives no wait (wei7 3.16.3.1). Pause points without a moment
    share the time between the moments before and after them equally.
    """
    waits: dict[int, float] = {}
    last, reached = 0, 0.0
    for index, node in enumerate(line):
        moment = _moment(node)
        if moment is None or index == 0:
            continue
        between = range(last + 1, index)
        sharing = [one for one in between if is_pause_point(line[one])]
        gap = max(moment - reached, 0.0)
        waits.update(dict.fromkeys(between, 0.0))
        waits.update(dict.fromkeys((*sharing, index), gap / (len(sharing) + 1)))
        last, reached = index, max(moment, reached)
    return waits


def _has_times(line: Sequence[Node], clocks: Clocks) -> bool:
    """Whether moves of a line have times other than 0:00, which some programs write without measuring."""
    shown: set[object] = set()
    for node in line:
        notes = node.notes
        if notes and seconds_of(elapsed_of(node)):
            return True
        if CLOCK in notes and (clock := seconds_of(str(notes[CLOCK]))) is not None:
            shown |= {clock, clocks.control.start} - {None}
            if len(shown) > 1:
                return True
    return False


def _moment(node: Node) -> float | None:
    """The moment of a node, in seconds since the beginning; None if it has none."""
    text = str(node.notes.get(MOMENT, "")) if node.notes else ""
    if not text or len(text) > _LONGEST:
        return None
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if isfinite(seconds) else None
