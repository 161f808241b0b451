"""The clocks of a game in the words of each protocol.

UCI, USI and UCCI tell them with `go`; GTP has `time_settings` or KataGo's `kata-time_settings` before the
game, and `time_left` before each move. What a protocol has no words for is told as something that leaves no
more time than there is.
"""

from __future__ import annotations

from collections.abc import Collection

from viewer.engines.translation.translator import UCCI, USI
from viewer.games.match_clock import Clocks, TimeLeft, TimeSystem

_SETTINGS, _KATA = "time_settings", "kata-time_settings"


def go_words(protocol: str, clocks: Clocks, side: int) -> str:
    """The arguments of `go` for a side to move. Times are in milliseconds."""
    if protocol == USI:
        return _usi(clocks)
    if protocol == UCCI:
        return _ucci(clocks, side)
    return _uci(clocks, side)


def _added(system: TimeSystem) -> int:
    """What a move is given, in milliseconds."""
    return 1000 * (system.increment + system.delay)


def _uci(clocks: Clocks, side: int) -> str:
    first, second = clocks.left
    words = f"wtime {first.shown} btime {second.shown}"
    if _added(clocks.system):
        words += f" winc {_added(clocks.system)} binc {_added(clocks.system)}"
    mine = clocks.left[side]
    return f"{words} movestogo {mine.moves}" if mine.overtime else words


def _usi(clocks: Clocks) -> str:
    """USI's b is the first side; byo-yomi is what a move has once the main time is used up."""
    first, second = clocks.left
    words = f"btime {first.main} wtime {second.main}"
    if clocks.system.period:
        each = min(left.period // left.moves for left in clocks.left if not left.fallen)
        return f"{words} byoyomi {each}"
    added = _added(clocks.system)
    return f"{words} binc {added} winc {added}" if added else f"{words} byoyomi 0"


def _ucci(clocks: Clocks, side: int) -> str:
    mine, other = clocks.left[side], clocks.left[1 - side]
    words = f"time {mine.shown}"
    added = _added(clocks.system)
    if mine.overtime:
        words += f" movestogo {mine.moves}"
    elif added or not clocks.system.period:
        words += f" increment {added}"
    words += f" opptime {other.shown}"
    return f"{words} oppincrement {added}" if added else words


def gtp_settings(system: TimeSystem, commands: Collection[str]) -> str:
    """The command that tells the time of a game, in seconds; "" if the engine has none."""
    if _KATA in commands:
        if system.period and system.moves > 1:
            return f"{_KATA} canadian {system.main} {system.period} {system.moves}"
        if system.period:
            return f"{_KATA} byoyomi {system.main} {system.period} {system.periods}"
        added = system.increment + system.delay
        return f"{_KATA} {f'fischer {system.main} {added}' if added else f'absolute {system.main}'}"
    if _SETTINGS not in commands:
        return ""
    return f"{_SETTINGS} {system.main} {system.period} {system.moves if system.period else 0}"


def gtp_left(clocks: Clocks, colours: tuple[str, str], commands: Collection[str]) -> list[str]:
    """The commands that tell what both sides have left, in whole seconds."""
    if "time_left" not in commands:
        return []
    periods = _KATA in commands and clocks.system.moves == 1
    return [
        f"time_left {colour} {left.shown // 1000} {_number(left, periods)}"
        for colour, left in zip(colours, clocks.left, strict=True)
    ]


def _number(left: TimeLeft, periods: bool) -> int:
    """Moves, or KataGo's periods, left in overtime; 0 in the main time."""
    if not left.overtime:
        return 0
    return left.periods if periods else left.moves
