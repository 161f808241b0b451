"""Texts and values of headers as they are searched: folded words, dates and ratings as numbers, scores."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from viewer.games.capabilities import Connecting
from viewer.games.game import Game, State
from viewer.tree.action import Terminal

_ACCENTS = re.compile("[\u0300-\u036f]")
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_BLANKS = re.compile(r"\s+")
_YEAR = re.compile(r"(?<![0-9])([12][0-9]{3})(?![0-9])")
_COMPACT = re.compile(r"(?<![0-9])([12][0-9]{3})([01][0-9])([0-3][0-9])(?![0-9])")
_NUMBER = re.compile(r"[0-9]{1,2}(?![0-9])")
_RATING = re.compile(r"(?<![0-9])([1-9][0-9]{2,3})(?![0-9])")
_HIGHEST = 4000

WON, DRAWN, LOST = 2, 1, 0
RESULT_OF = {WON: "1-0", DRAWN: "1/2-1/2", LOST: "0-1"}
"""By score, the result of a record that has it only at its last move."""


def folded(text: str) -> str:
    """A text for comparing: NFKC, without case, accents of Latin letters and runs of blanks."""
    if text.isascii():
        return _BLANKS.sub(" ", text).strip().casefold()
    text = unicodedata.normalize("NFKC", text)
    if _ACCENTED.search(text):
        text = _ACCENTED.sub(lambda found: unicodedata.normalize("NFD", found[0]), text)
    return _BLANKS.sub(" ", _ACCENTS.sub("", text)).strip().casefold()


def day_of(text: str) -> int | None:
    """A date as yyyymmdd, with 00 for what isn't known: 1972.07.11, 2001-5, 1987年6月. None: no year."""
    text = unicodedata.normalize("NFKC", text)
    whole = _COMPACT.search(text)
    if whole is not None:
        return int(whole[1]) * 10000 + int(whole[2]) * 100 + int(whole[3])
    found = _YEAR.search(text)
    if found is None:
        return None
    rest = _NUMBER.findall(text, found.end())
    month = int(rest[0]) if rest else 0
    day = int(rest[1]) if len(rest) > 1 else 0
    if not 1 <= month <= 12:
        month = day = 0
    return int(found[1]) * 10000 + month * 100 + (day if day <= 31 else 0)


def rating_of(text: str) -> int | None:
    """A rating: the first number of three or four digits, up to 4000."""
    found = _RATING.search(text)
    if found is None or int(found[1]) > _HIGHEST:
        return None
    return int(found[1])


# ------------------------------------------------------------------------------------ results

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
