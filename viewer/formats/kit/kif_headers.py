"""What KIF's headers say of players and times, as JKF has them too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.formats.format import Format
from viewer.tree.action import Setup
from viewer.tree.record import Header

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeLimit

_TIME, _BYOYOMI = "持ち時間", "秒読み"


class KifHeaders(Format):
    """A format of shogi with the headers of KIF."""

    def with_players(
        self, headers: Sequence[Header], game: str, start: Setup | None, names: Sequence[str]
    ) -> tuple[Header, ...]:
        """先手 and 後手; in a handicap game 下手 and 上手."""
        from viewer.formats.kit.shogi import named_by_start  # deferred

        return named_by_start(super().with_players(headers, game, start, names), start)

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """持ち時間 in minutes, 秒読み (byo-yomi) in seconds."""
        if limit.seconds and (not limit.periods or limit.moves > 1):
            return ()  # it isn't byo-yomi of each move
        said = (
            (_TIME, f"{limit.minutes}分", limit.minutes),
            (_BYOYOMI, f"{limit.seconds}秒", limit.seconds),
        )
        return tuple(Header(key, text) for key, text, wanted in said if wanted)
