"""The ends that records of shogi write at a ply, in the words of KIF."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.games.score import Ending

ENDS: tuple[Ending, ...] = (
    Ending("投了", message("The side to move resigns")),
    Ending("詰み", message("Mate")),
    Ending("千日手", message("Draw by repetition")),
    Ending("持将棋", message("Draw by impasse")),
    Ending("切れ負け", message("The side to move loses on time")),
    Ending("反則負け", message("The side to move loses by a foul")),
    Ending("反則勝ち", message("The other side's last move was a foul")),
    Ending("入玉勝ち", message("The side to move declares a win")),
    Ending("中断", message("The game is broken off")),
)
