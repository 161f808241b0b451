"""How a game of shogi ends: the words that records write for an end, and the one each of them means."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import message
from viewer.games.score import Ending
from viewer.games.shogi.position import BLACK

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
"""The ends that the user can choose, under KIF's words."""

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "投了": ("TORYO", "resign", "Resigns", "Resign"),
    "中断": ("CHUDAN", "Interrupt"),
    "千日手": ("SENNICHITE", "rep_draw", "Sennichite", "RepetitionDraw"),
    "持将棋": ("JISHOGI", "Jishogi"),
    "詰み": ("TSUMI", "詰", "Mate"),
    "不詰": ("FUZUMI",),
    "切れ負け": ("TIME_UP", "時間切れ", "Time-up", "timeout", "Timeup"),
    "反則負け": ("ILLEGAL_MOVE", "反則手", "IllegalMove"),
    "入玉勝ち": (
        "KACHI",
        "入玉宣言",
        "勝ち宣言",
        "入玉宣言勝ち",
        "トライ",
        "win",
        "DeclarationWin",
    ),
    "引き分け": ("HIKIWAKE", "引分", "引分け", "draw"),
    "最大手数": ("MAX_MOVES", "MaxMovesDraw"),
    "反則勝ち": ("IllegalAction", "RepetitionWin"),
    "待った": ("MATTA",),
    "エラー": ("ERROR",),
}
"""What records of CSA, KIF, USI and PSN write for the same end, by the first of KIF's words for it."""

FOUL_WIN = "反則勝ち"
_FOULS = {"+ILLEGAL_ACTION": BLACK, "-ILLEGAL_ACTION": 1 - BLACK}
_MEANT = {word: end for end, words in SPELLINGS.items() for word in words}


def spelled(word: str) -> str:
    """The first of KIF's words for an end, whoever is to move; the word itself if no other is known."""
    word = word.removeprefix("%")
    return _MEANT.get(word, word)


def end_meaning(word: str, side: int) -> str:
    """The first of KIF's words for an end at a position where `side` is to move.

    CSA's words for a foul name who broke a rule, KIF's say whether it is the side to move.
    """
    word = spelled(word)
    if word in _FOULS:
        return "反則負け" if _FOULS[word] == side else FOUL_WIN
    return word
