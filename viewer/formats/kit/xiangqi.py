"""What formats of xiangqi share: squares, moves and starts as numbers; pieces of a set; times in words.

A square is a number here, file * 10 + rank, as in XQF; boards are the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.base.patterns import late
from viewer.formats.format import Format
from viewer.games.xiangqi.position import (
    BLACK,
    LETTERS,
    RED,
    SQUARE_NAMES,
    START_TEXT,
    read_board,
    setup_text,
)
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeLimit

BOARD = 90  # squares 0..89; anything above is no square
POINTS = tuple(9 * (square % 10) + square // 10 for square in range(BOARD))
"""The point on the board of each square."""
NAMES = tuple(SQUARE_NAMES[point] for point in POINTS)
_NUMBERS = {name: square for square, name in enumerate(NAMES)}
_OFF_BOARD = late(r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])-"
                        r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])")  # fmt: skip

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


# ------------------------------------------------------------------------------------------ starts

USUAL = Setup(START_TEXT)
USUAL_BOARD = read_board(START_TEXT[:-2])[0]
_RANKS = late(rf"[1-9{LETTERS.replace('.', '')}]+(?:/[1-9{LETTERS.replace('.', '')}]+){{9}}")


def setup_of(board: bytes, black: bool) -> Setup:
    """The root's action for a board and whether Black is to move."""
    return Setup(setup_text(board, BLACK if black else RED))


def read_start(text: str) -> tuple[bytes, bool] | None:
    """The board in a Setup's text, and whether Black is to move; None if the text is invalid."""
    words = text.split()
    if not 1 <= len(words) <= 6 or _RANKS.fullmatch(words[0]) is None:
        return None
    board, complaint, _ = read_board(words[0])
    return (board, words[1:2] == ["b"]) if complaint is None else None


def start_of(record: Record) -> tuple[bytes, bool]:
    """As `read_start` of a record's set-up; the usual start if it has none that is valid."""
    found = read_start(record.setup.text) if record.setup is not None else None
    return found or (USUAL_BOARD, False)


def board_with(pieces: Mapping[int, str]) -> bytes:
    """The board with pieces by square, as letters of a FEN."""
    cells = bytearray(BOARD)
    for square, letter in pieces.items():
        cells[POINTS[square]] = LETTERS.index(letter)
    return bytes(cells)


def black_moves(board: bytes, first_moves: Iterable[Action | None], who: int) -> bool:
    """Whether Black moves first, by the colour of the piece in the first move that starts on one.

    The file's own value (`who`, 1: Black) is used only if there is no such move; it is wrong in 386 of
    84,244 real XQF files.
    """
    for action in first_moves:
        squares = squares_of(action)
        if squares is not None and squares[0] < BOARD and (piece := board[POINTS[squares[0]]]):
            return piece >> 3 == BLACK
    return who == 1


# ------------------------------------------------------------------------------ the pieces of a set

ABSENT = 0xFF
SLOTS = bytes(map(LETTERS.index, "RNBAKABNRCCPPPPPrnbakabnrccppppp"))
"""The piece of each slot, as on the board."""


def board_of(squares: Iterable[int]) -> bytes:
    """The board with the pieces of the slots by their squares; of two on one, that in the later slot."""
    cells = bytearray(BOARD)
    for square, piece in zip(squares, SLOTS, strict=True):
        if square < BOARD:
            cells[POINTS[square]] = piece
    return bytes(cells)


def slots_for(board: bytes, present: list[int] | None = None) -> tuple[list[int], int]:
    """The squares of the 32 slots for a board, and the number of pieces that have no slot.

    `present` are the squares so far. A slot whose piece hasn't moved keeps its square, an unused one its
    number; others are filled from each side's right to its left, as in XQStudio's start position.
    """
    slots = [ABSENT] * 32 if present is None else list(present)
    waiting = bytearray(board)
    free: dict[int, list[int]] = {}
    for slot, square in enumerate(slots):
        if square < BOARD and waiting[POINTS[square]] == SLOTS[slot]:
            waiting[POINTS[square]] = 0
        else:
            free.setdefault(SLOTS[slot], []).append(slot)
    left_over = 0
    for file in range(8, -1, -1):
        for rank, piece in enumerate(waiting[file::9]):
            # Red's right is at file i, Black's at file a.
            choices = free.get(piece)
            if choices:
                slots[choices.pop(-1 if piece >> 3 else 0)] = 10 * file + rank
            elif piece:
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
        if limit.periods:
            return ()
        parts = [f"每方{limit.minutes}分钟"] if limit.minutes else []
        parts += [f"每步加{limit.seconds}秒"] if limit.seconds else []
        key = self.key_of("time-rule", game)
        return (Header(key, "，".join(parts)),) if key else ()
