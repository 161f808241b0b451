"""Squares, moves and positions of xiangqi as its binary formats number them: squares are x * 10 + y."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.tree.action import Action, Move, Setup, Written

BOARD = 90  # squares 0..89; anything above is no square
PIECES = "RNBAKCPrnbakcp"
NAMES = tuple(f"{'abcdefghi'[square // 10]}{square % 10}" for square in range(BOARD))
_NUMBERS = {name: square for square, name in enumerate(NAMES)}
_OFF_BOARD = late(r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])-"
                        r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])")  # fmt: skip
USUAL_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

RESULTS: Mapping[str, Message] = MappingProxyType(
    {
        "*": message("Unknown"),
        "1-0": message("Red wins"),
        "0-1": message("Black wins"),
        "1/2-1/2": message("Draw"),
    }
)
"""The words for results, by what headers say."""
TYPES: Mapping[str, Message] = MappingProxyType(
    {
        "game": message("Whole game"),
        "opening": message("Opening"),
        "middlegame": message("Middlegame"),
        "endgame": message("Endgame or composition"),
    }
)
"""The words for the part of a game that a record is of, by what headers say, in the order of its codes."""

SIGNS: Mapping[int, str] = MappingProxyType(
    {1: "！", 2: "？", 3: "！！", 4: "？？", 5: "！？", 6: "？！"}
)
"""What comments of files without glyphs begin with in their place, by NAG number: so their users write."""


@cache
def action_of(source: int, target: int) -> Move | Written:
    """The move between two squares; a text of the two numbers if one is off the board.

    Equal moves are one object: there are at most 65,536.
    """
    if source < BOARD and target < BOARD:
        return Move(NAMES[source] + NAMES[target])
    return Written(f"{source}-{target}")


def squares_of(action: Action | None) -> tuple[int, int] | None:
    """The squares (0..255) of a move, None if the action has no square numbers."""
    if type(action) is Move:
        source, target = _NUMBERS.get(action.text[:2]), _NUMBERS.get(action.text[2:])
        return None if source is None or target is None else (source, target)
    if type(action) is Written:
        match = _OFF_BOARD.fullmatch(action.text)
        if match is not None:
            numbers = int(match[1]), int(match[2])
            return numbers if max(numbers) >= BOARD else None
    return None


class Position(NamedTuple):
    """Pieces by square, and whether Black is to move."""

    pieces: Mapping[int, str]
    black: bool

    def setup(self) -> Setup:
        """The position as the root's action."""
        piece = self.pieces.get
        board = "/".join(
            "".join([piece(square, ".") for square in range(y, BOARD, 10)])
            for y in range(9, -1, -1)
        )
        for gap in range(9, 0, -1):
            board = board.replace("." * gap, str(gap))
        return Setup(f"{board} {'b' if self.black else 'w'}")


def read_setup(text: str) -> Position | None:
    """The position in a Setup's text, None if the text is invalid."""
    words = text.split()
    rows = words[0].split("/") if words else []
    if len(rows) != 10 or not 1 <= len(words) <= 6:
        return None
    pieces: dict[int, str] = {}
    for y, row in zip(range(9, -1, -1), rows, strict=True):
        x = 0
        for char in row:
            if char in "123456789":
                x += int(char)
            elif char in PIECES and x < 9:
                pieces[10 * x + y] = char
                x += 1
            else:
                return None
        if x != 9:
            return None
    return Position(pieces, len(words) > 1 and words[1] == "b")


def black_moves(pieces: Mapping[int, str], first_moves: Iterable[Action | None], who: int) -> bool:
    """Whether Black moves first, by the colour of the piece in the first move that starts on one.

    The file's own value (`who`, 1: Black) is used only if there is no such move; it is wrong in 386 of
    84,244 real XQF files.
    """
    for action in first_moves:
        squares = squares_of(action)
        piece = pieces.get(squares[0]) if squares is not None else None
        if piece is not None:
            return piece.islower()
    return who == 1
