"""Neutral texts of Hex: places, moves, and positions that are set up.

Place   `a1`: letters of the column from the left, number of the row from the top; a1 is in an acute
        corner (see `viewer.games.cells`). Lower case.
Move    `1 e3`: player and place. Player 1 joins top and bottom and usually begins (SGF's Black, red on most
        boards), player 2 left and right (SGF's White, blue). Places beyond the edge are moves too.
        `2 swap-pieces`  the stone on the board goes to the reflected place and changes its colour;
                         players keep their colours, player 1 is next.
        `2 swap-sides`   the stone stays, players exchange their colours; who now plays player 2's colour
                         is next: the same number plays twice, `1 b2`, `2 swap-sides`, `2 f5`.
        `1 pass`, `2 resign`, `1 forfeit`.
        The number says whose colour it is (for a swap: of who swaps; it is 2 in files that say no colour).
        A text without a number (`e3`, `resign`) is a move of the side to move: a Move for what a
        person types; readers of files write the number, since a dump shows it.
        What is no such text (a colour of 3) is an action Written: shown, without effect, and a ply.
Set-up  `11`, `11x9` (width x height), then stones: `11 B a1 c3 W d4`; B is player 1's, W player 2's.
        A text with a size is a whole position (of a root; elsewhere the board is another from here on).
        One without changes what is there: `B a1 W b2 E c3`, E for places that become empty.
        `PL B` or `PL W` at the end: who plays. Where it isn't said: of a whole position player 1 if both
        have as many stones or player 1 fewer, else player 2; of a change as it was.
        A root without Setup (action None) is the empty board of 11 by 11.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.games import cells
from viewer.games.cells import column_row, on_board, place_at

__all__ = [
    "FIRST",
    "FORFEIT",
    "LARGEST",
    "PASS",
    "RESIGN",
    "SECOND",
    "SMALLEST",
    "SWAP_PIECES",
    "SWAP_SIDES",
    "USUAL",
    "WORDS",
    "Placement",
    "column_row",
    "complaint_of",
    "on_board",
    "place_at",
    "read_setup",
    "read_size",
    "write_setup",
]

SMALLEST, LARGEST = 1, 63
"""Lines that a board has in each direction."""
USUAL = 11

FIRST, SECOND = "1", "2"
SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"
PASS, RESIGN, FORFEIT = "pass", "resign", "forfeit"
WORDS = (SWAP_PIECES, SWAP_SIDES, PASS, RESIGN, FORFEIT)
"""What a move can be beside a stone on a place."""


class Placement(NamedTuple):
    """What a set-up says.

    Attributes:
        width, height: of the board, None where the text has no size: it changes what is there.
        first, second, empty: places where a stone of player 1 or 2 comes to be, or none.
        to_play: "1" or "2", "" where nothing is said.
    """

    width: int | None = None
    height: int | None = None
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    to_play: str = ""


def read_size(text: str) -> tuple[int, int] | None:
    """Width and height of `11` or `11x9`, None for anything else, also sizes that no board has."""
    return cells.read_size(text, SMALLEST, LARGEST)


def read_setup(text: str) -> Placement:
    """A set-up as far as it can be read: what is no place is left out (see `complaint_of`).

    Places off the board are kept: how large it is, may be said elsewhere. A size that no board has is
    read as the usual one.
    """
    return _read(text)[0]


def complaint_of(text: str) -> Message | None:
    """The first thing in a set-up that couldn't be read, None where all could."""
    return _read(text)[1]


def write_setup(placement: Placement) -> str:
    """The neutral text of a set-up: lists row by row, each place once, nothing that is empty."""
    words: list[str] = []
    width, height = placement.width, placement.height
    if width is not None:
        words.append(cells.size_text(width, height or width))
    for sign, places in zip("BWE", _lists(placement), strict=True):
        if places:
            words.append(sign)
            words.extend(cells.sorted_places(places))
    if placement.to_play:
        words.extend(("PL", _LETTER[placement.to_play]))
    return " ".join(words)


_LETTER = {FIRST: "B", SECOND: "W"}
_PLAYER = {"B": FIRST, "W": SECOND, "1": FIRST, "2": SECOND}


def _lists(placement: Placement) -> tuple[Iterable[str], Iterable[str], Iterable[str]]:
    return placement.first, placement.second, placement.empty


def _read(text: str) -> tuple[Placement, Message | None]:
    words = text.split()
    complaint: Message | None = None
    size: tuple[int, int] | None = None
    if words and words[0][0].isdigit():
        size = read_size(words[0])
        if size is None:
            complaint = message(
                "“{text}” is not the size of a Hex board: 1 to {largest} lines.",
                text=words[0][:40],
                largest=LARGEST,
            )
            size = USUAL, USUAL
        del words[0]
    to_play = ""
    if len(words) > 1 and words[-2] == "PL" and words[-1] in _PLAYER:
        to_play = _PLAYER[words[-1]]
        del words[-2:]
    lists: dict[str, list[str]] = {"B": [], "W": [], "E": []}
    current: list[str] | None = None
    for word in words:
        if word in lists:
            current = lists[word]
        elif current is not None and column_row(word.lower()) is not None:
            current.append(word.lower())
        elif complaint is None:
            complaint = message("“{text}” is not a cell of a Hex board.", text=word[:40])
    width, height = size if size is not None else (None, None)
    first, second, empty = (tuple(places) for places in lists.values())
    return Placement(width, height, first, second, empty, to_play), complaint
