"""Results as records of go write them: `B+3.5`, `W+R`, `0`, `Void`."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.game import Ending
from viewer.games.go.faults import SIDE_NAMES

_BLACK, _WHITE = SIDE_NAMES
_LETTERS = "BW"

RESULTS: tuple[Ending, ...] = (
    Ending("B+R", message("{side} wins by resignation", side=_BLACK)),
    Ending("W+R", message("{side} wins by resignation", side=_WHITE)),
    Ending("B+T", message("{side} wins on time", side=_BLACK)),
    Ending("W+T", message("{side} wins on time", side=_WHITE)),
    Ending("B+F", message("{side} wins by forfeit", side=_BLACK)),
    Ending("W+F", message("{side} wins by forfeit", side=_WHITE)),
    Ending("B+", message("{side} wins", side=_BLACK)),
    Ending("W+", message("{side} wins", side=_WHITE)),
    Ending("0", message("Draw (jigo)")),
    Ending("Void", message("No result: the game was stopped")),
    Ending("?", message("Unknown result")),
)


def margin_words(text: str) -> Message | None:
    """What a result with a margin means, None for what is none."""
    letter, plus, points = text.partition("+")
    whole, _, rest = points.partition(".")
    digits = f"{whole}{rest}"
    if not plus or len(letter) != 1 or letter not in _LETTERS:
        return None
    if not (whole and digits.isascii() and digits.isdecimal() and len(digits) < 8):
        return None
    side = SIDE_NAMES[_LETTERS.index(letter)]
    return message("{side} wins by {points}", side=side, points=points)
