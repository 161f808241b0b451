"""Results as written in records of go: `B+3.5`, `W+R`, `0`, `Void`."""

from __future__ import annotations

from viewer.base.messages import Message, Number, message
from viewer.games.go.violations import SIDE_NAMES
from viewer.games.score import results_of

_LETTERS = "BW"

RESULTS = results_of(SIDE_NAMES, _LETTERS, message("Draw (jigo)"))


def margin_words(text: str) -> Message | None:
    """The meaning of a result with a margin, None for other texts."""
    letter, plus, points = text.partition("+")
    whole, _, rest = points.partition(".")
    digits = f"{whole}{rest}"
    if not plus or len(letter) != 1 or letter not in _LETTERS:
        return None
    if not (whole and digits.isascii() and digits.isdecimal() and len(digits) < 8):
        return None
    side = SIDE_NAMES[_LETTERS.index(letter)]
    return message("{side} wins by {points}", side=side, points=Number(float(points), len(rest)))
