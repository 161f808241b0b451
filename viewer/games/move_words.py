"""Moves that name no place on the board: what lists of moves call them, and what people do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from viewer.base.messages import Message, in_context

MOVE_WORDS: Mapping[str, Message] = MappingProxyType(
    {
        "pass": in_context("a move in a list", "pass"),
        "swap-pieces": in_context("a move in a list", "swap-pieces"),
        "swap-sides": in_context("a move in a list", "swap-sides"),
        "resign": in_context("a move in a list", "resign"),
        "forfeit": in_context("a move in a list", "forfeit"),
        "propose-draw": in_context("a move in a list", "propose-draw"),
        "accept-draw": in_context("a move in a list", "accept-draw"),
        "draw": in_context("a move in a list", "draw"),
    }
)
"""By their notation."""

SAID: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pass": ("pass", "Passen", "停一手", "虚手", "虛手", "パス", "패스"),
        "swap-pieces": (
            *("swap-pieces", "swap", "Steintausch", "交换棋子", "交換棋子"),
            *("石・ペグのスワップ", "スワップ", "돌·페그 바꾸기"),
        ),
        "swap-sides": (
            *("swap-sides", "Seitentausch", "交换双方", "交換雙方", "先後のスワップ", "편 바꾸기"),
        ),
        "resign": (*("resign", "resigns", "resigned", "Aufgabe", "认输", "認輸", "投了", "기권"),),
        "forfeit": (
            *("forfeit", "kampflos verloren", "弃权", "棄權", "反則負け・不戦敗", "몰수패"),
        ),
        "propose-draw": (
            *("propose-draw", "draw?", "Remisangebot", "提和", "引き分け提案", "무승부 제안"),
        ),
        "accept-draw": (
            *("accept-draw", "Remis angenommen", "同意和棋", "引き分けに同意", "무승부 수락"),
        ),
        "draw": ("draw", "Remis", "和棋", "引き分け", "무승부"),
    }
)
"""What people call them, by their notation: `MOVE_WORDS` in each of Qipu's languages, and other words."""
ENDS = frozenset(("resign", "forfeit", "accept-draw", "draw"))
"""Those that end a game."""
OFFER = "propose-draw"
"""What may also be said with a move, behind it."""

_MEANT = MappingProxyType({said.lower(): word for word, all in SAID.items() for said in all})


def word_meant(text: str) -> str:
    """The notation of what people call by a text, in any case of letters; "" for none."""
    low = text.lower()
    return _MEANT.get(low) or _MEANT.get(low.replace(" ", "-"), "")


def without_offer(text: str) -> tuple[str, bool]:
    """(a move's text without the offer of a draw behind it, whether there was one)."""
    for said in SAID[OFFER]:
        if text.lower().endswith(f" {said.lower()}"):
            return text[: -len(said)].rstrip(), True
    return text, False


def pattern_of(words: Iterable[str]) -> str:
    """The pattern of what people call some of them, the longest first."""
    said = sorted((one for word in words for one in SAID[word]), key=len, reverse=True)
    return "|".join(map(_spelt, said)) or r"(?!)"


def _spelt(said: str) -> str:
    """The pattern of a word; of one of Latin letters, where it begins and ends, perhaps with a capital."""
    if said[0].isascii():
        first = f"[{said[0].upper()}{said[0]}]" if said[0].islower() else said[0]
        return (
            rf"(?<![A-Za-zÀ-žЀ-ӿ0-9_@#$]){first}{re.escape(said[1:])}"
            r"(?![A-Za-zÀ-žЀ-ӿ0-9_]|[-:][A-Za-z]|\s(?:declined|refused|rule|option))"
        )
    return rf"{said}(?![\u30a1-\u30ff])" if "\u30a1" <= said[-1] <= "\u30ff" else said
