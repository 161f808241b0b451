"""What formats of xiangqi share: squares, moves, positions as numbers; pieces of a set; times in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.format import Format
from viewer.games.clocks import TimeLimit
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header

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


# ------------------------------------------------------------------------------ the pieces of a set

ABSENT = 0xFF
SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"


def pieces_at(squares: Iterable[int]) -> dict[int, str]:
    """The pieces on the board by square; if two have the same square, the one in the later slot."""
    return {square: letter for square, letter in zip(squares, SLOTS, strict=True) if square < BOARD}


def slots_for(pieces: Mapping[int, str], present: list[int] | None = None) -> tuple[list[int], int]:
    """The squares of the 32 slots for a position, and the number of pieces that have no slot.

    `present` are the squares so far. A slot whose piece hasn't moved keeps its square, an unused one its
    number; others are filled from each side's right to its left, as in XQStudio's start position.
    """
    slots = [ABSENT] * 32 if present is None else list(present)
    waiting = dict(pieces)
    free: dict[str, list[int]] = {}
    for slot, square in enumerate(slots):
        if waiting.get(square) == SLOTS[slot]:
            del waiting[square]
        else:
            free.setdefault(SLOTS[slot], []).append(slot)
    left_over = 0
    for square in sorted(waiting, key=lambda at: (-(at // 10), at)):
        piece = waiting[square]
        # Red's right is at file i, Black's at file a.
        choices = free.get(piece)
        if choices:
            slots[choices.pop(0 if piece.isupper() else -1)] = square
        else:
            left_over += 1
    for slot in (slot for choices in free.values() for slot in choices):
        if slots[slot] < BOARD:
            slots[slot] = ABSENT
    return slots, left_over


# ----------------------------------------------------------------------------------- times in words


class ChineseTimes(Format):
    """A format of xiangqi in which the time limit is free text."""

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """The limit as 每方60分钟，每步加30秒."""
        parts = [f"每方{limit.minutes}分钟"] if limit.minutes else []
        parts += [f"每步加{limit.seconds}秒"] if limit.seconds else []
        key = self.key_of("time-rule", game)
        return (Header(key, "，".join(parts)),) if key else ()
