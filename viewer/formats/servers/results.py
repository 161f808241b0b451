"""Results as the servers write them: sentences in English, Korean or Chinese, or a letter and a number."""

from __future__ import annotations

import re

_SIDES = {
    **dict.fromkeys(("black", "b", "흑", "黑", "黒"), "B"),
    **dict.fromkeys(("white", "w", "백", "白"), "W"),
}
_WON = re.compile(rf"({'|'.join(_SIDES)})\s*[\s,+]?\s*(.*)", re.IGNORECASE)
_WAYS = {
    "T": r"(?:wins?|won) (?:by|on) time|시간\s*승|(?:超时|超時|时间|時間)[胜勝]|t",
    "R": r"(?:wins?|won) by resign(?:ation|ing)?|불계\s*승|中[盘盤押][胜勝]|r",
    "F": r"(?:wins?|won) by forfeit|f",
    "": r"wins?|won|승|[胜勝]",
}
_NUMBER = r"(\d+(?:\.\d+)?)"
_LEADS = (
    rf"(?:(?:wins?|won)(?: by)? )?{_NUMBER}()(?: ?points?)?(?: ?(?:wins?|won))?",
    rf"{_NUMBER}\s*[目집]\s*([半반]?)\s*[胜勝승]",
    rf"[胜勝]\s*{_NUMBER}\s*目(半?)",
)
"""The points and whether there is half a point more."""


def result_of(text: str) -> str:
    """A result as games of go have it: W+T for "white wins by time"; the text if it isn't understood."""
    found = _WON.fullmatch(text.strip().rstrip("."))
    if found is None or not found[2]:
        return text
    side, how = _SIDES[found[1].lower()], found[2]
    for letter, words in _WAYS.items():
        if re.fullmatch(words, how, re.IGNORECASE):
            return f"{side}+{letter}"
    for words in _LEADS:
        if (lead := re.fullmatch(words, how, re.IGNORECASE)) is not None:
            return f"{side}+{float(lead[1]) + (0.5 if lead[2] else 0):g}"
    return text
