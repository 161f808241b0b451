"""Who won: the score that a result says, in the words of any game, and that the end of a line shows."""

from __future__ import annotations

import unicodedata
from typing import Any

from viewer.games.capabilities import Connecting
from viewer.games.game import Game, State
from viewer.tree.action import Terminal

WON, DRAWN, LOST = 2, 1, 0
"""The first side's score in half points."""
RESIGNED, ON_TIME, ON_BOARD, AS_DRAW = "resigned", "time", "board", "draw"
"""How a game ends: a side resigns, its flag falls, it is mated or the other one has won; nobody wins."""
_LETTERS = {RESIGNED: "R", ON_TIME: "T", ON_BOARD: ""}

_DRAWS = frozenset(
    (
        *("1/2-1/2", "½-½", "1⁄2-1⁄2", "1/2", "½", "0.5-0.5", "0", "=", "d", "draw", "jigo"),
        *("和", "和棋", "平", "持碁", "持将棋", "千日手", "引き分け", "引分", "引分け", "無勝負"),
    )
)
_FIRST = frozenset(
    (
        *("1-0", "1:0", "2-0", "2:0", "+-", "先手勝ち", "先手の勝ち", "先勝", "先胜"),
        *("下手勝ち", "下手の勝ち"),
    )
)
_SECOND = frozenset(
    (
        *("0-1", "0:1", "0-2", "0:2", "-+", "後手勝ち", "後手の勝ち", "後勝", "后胜"),
        *("上手勝ち", "上手の勝ち"),
    )
)
_CHARACTERS = {"red": "红紅", "black": "黑", "white": "白"}
_VICTORY = ("胜", "勝", " wins", " won")
_LOSES = frozenset(("投了", "詰み", "切れ負け", "反則負け", "resign", "resigns"))
_WINS = frozenset(("反則勝ち", "入玉勝ち"))


def score_of(game: Game[Any], text: str) -> int | None:
    """The first side's score in half points that a result says; None where it says none."""
    plain = unicodedata.normalize("NFKC", text).strip() if not text.isascii() else text.strip()
    word = plain.casefold()
    if not word:
        return None
    if word in _DRAWS:
        return DRAWN
    if word in _FIRST:
        return WON
    if word in _SECOND:
        return LOST
    letter, plus, _ = plain.partition("+")
    if plus:
        for at, ending in enumerate(game.results[:2]):
            if ending.text.partition("+")[0] == letter.strip().upper():
                return (WON, LOST)[at]
    if any(one in word for one in _VICTORY):
        for at, side in enumerate(game.sides):
            if word.startswith((side.id, *_CHARACTERS.get(side.id, ()))):
                return (WON, LOST)[at]
    return None


def result_by(game: Game[Any], how: str, state: State, side: int) -> str:
    """The result of a game that a side has lost so (`RESIGNED` …) at a position, as records write it."""
    if how == AS_DRAW or (how == ON_TIME and game.drawn_on_time(state)):
        return "0" if game.results else "1/2-1/2"
    if game.results:
        return f"{game.results[1 - side].text.partition('+')[0]}+{_LETTERS[how]}"
    return ("0-1", "1-0")[side]


def score_at_end(game: Game[Any], last: State) -> int | None:
    """The score that the end of a line shows: who resigned, was mated, or joined their edges."""
    action = last.action
    if isinstance(action, Terminal):
        word = game.end_meaning(last, action.text)
        if word in _DRAWS:
            return DRAWN
        if word in _LOSES:
            return (LOST, WON)[last.side]
        if word in _WINS:
            return (WON, LOST)[last.side]
        return score_of(game, word)
    if isinstance(game, Connecting):
        outcome = game.outcome(last)
        return None if outcome is None else score_of(game, outcome.result)
    return None
