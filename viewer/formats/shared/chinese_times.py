"""The time of a game of xiangqi in Chinese words, as its files have it."""

from __future__ import annotations

from viewer.formats.format import Format
from viewer.games.clocks import TimeLimit
from viewer.tree.record import Header


class ChineseTimes(Format):
    """A format of xiangqi in which the time limit is free text."""

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """The limit as 每方60分钟，每步加30秒."""
        parts = [f"每方{limit.minutes}分钟"] if limit.minutes else []
        parts += [f"每步加{limit.seconds}秒"] if limit.seconds else []
        key = self.key_of("time-rule", game)
        return (Header(key, "，".join(parts)),) if key else ()
