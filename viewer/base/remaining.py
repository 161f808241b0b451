"""How much of long work is done, and how long the rest will take, in words."""

from __future__ import annotations

from viewer.base.messages import Message, message

_GUESSED_AFTER = 2.0  # seconds, before which nobody can say how long it takes


def seconds_left(share: float, seconds: float) -> int | None:
    """The seconds that the rest of work takes, of which a share (0 to 1) took some; None in the first two."""
    if seconds < _GUESSED_AFTER or share <= 0:
        return None
    return round(seconds / share - seconds)


def time_words(seconds: int) -> Message:
    """A time in its largest units: 5 s, 5 min, 5 h 5 min."""
    if seconds < 60:
        return message("{seconds} s", seconds=seconds)
    minutes = round(seconds / 60)
    if minutes < 60:
        return message("{minutes} min", minutes=minutes)
    hours, minutes = divmod(minutes, 60)
    return message("{hours} h {minutes} min", hours=hours, minutes=minutes)
