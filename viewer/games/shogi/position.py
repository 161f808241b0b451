"""Positions: squares, pieces and moves as numbers, what a move makes of a position, and SFEN, its text.

A square is a number as an SFEN reads: 9a is 0, 1a is 8, 1i is 80. A board is 81 bytes, one a square: 0
where it is empty, else a kind (PAWN … KING, 8 more where promoted), and 16 more for White's. Hands are
16 numbers: how many of each kind Black holds, by kind, then 8 on White's. SFEN is read leniently, with
four fields, and written in one way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import compress
from typing import Self

from viewer.base.messages import Message, counted, message
from viewer.base.patterns import late
from viewer.games.game import NOT_ASKED, State
from viewer.tree.action import Action, Move, Setup

BLACK, WHITE = 0, 1
HAND_ORDER = "RBGSNLPrbgsnlp"
"""The order of an SFEN's hands."""
MOST_IN_HAND = 999
"""What an SFEN may say is held of a kind; real sets have 18 pawns at most."""

FILES = "987654321"
RANKS = "abcdefghi"
SQUARE_NAMES: tuple[str, ...] = tuple(file + rank for rank in RANKS for file in FILES)
"""Name of each square as an SFEN reads: 9a, 8a … 1i."""

START_TEXT = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
EMPTY_TEXT = "9/9/9/9/9/9/9/9/9 b - 1"

PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(1, 9)
PROMOTION = 8

KINDS: tuple[str, ...] = tuple(
    f"{'+' if letter != '.' and code > KING else ''}{letter}".replace(".", "")
    for letters in (".PLNSGBRKPLNS.BR", ".plnsgbrkplns.br")
    for code, letter in enumerate(letters)
)
"""SFEN letters of each piece, by its byte; "" where there is none."""
CODE_OF: dict[str, int] = {kind: code for code, kind in enumerate(KINDS) if kind}
PROMOTABLE = frozenset((PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK))

SQUARES = range(81)
SQUARE_OF: dict[str, int] = {place: square for square, place in enumerate(SQUARE_NAMES)}
HAND_PLACES: tuple[str, ...] = tuple(f"{letter}*" for letter in HAND_ORDER)
"""Places of the stands, in an SFEN's order."""
HAND_INDEX: tuple[int, ...] = tuple(
    (CODE_OF[letter] & 7) + (8 if letter.islower() else 0) for letter in HAND_ORDER
)
"""Where hands have the number of each of HAND_PLACES."""
NO_HANDS: tuple[int, ...] = (0,) * 16

Hands = tuple[int, ...]
MoveParts = tuple[int, int, bool, int]
"""A move: origin (-1 for a drop), target, whether it promotes, the kind that is dropped (0 for none)."""

PASS: MoveParts = (-1, -1, False, 0)
PASS_TEXT = "pass"
NO_PIECES = bytes(81)


class _MoveParts(dict[str, MoveParts | None]):
    """The parts of a move's text, None if it is no move; read once, then looked up.

    Only texts that are moves are kept, so that there are never more than 13,690.
    """

    def __missing__(self, text: str) -> MoveParts | None:
        target = SQUARE_OF.get(text[2:4])
        parts: MoveParts
        if text == PASS_TEXT:
            parts = PASS
        elif target is None:
            return None
        elif text[1:2] == "*":
            kind = CODE_OF.get(text[0], 0)
            if not PAWN <= kind < KING or len(text) != 4:
                return None
            parts = (-1, target, False, kind)
        else:
            origin = SQUARE_OF.get(text[:2])
            if origin is None or text[4:] not in ("", "+"):
                return None
            parts = (origin, target, text[4:] == "+", 0)
        self[text] = parts
        return parts


class _MoveOf(dict[MoveParts, Move]):
    """The one Move object of the parts of a move."""

    def __missing__(self, parts: MoveParts) -> Move:
        origin, target, promotes, kind = parts
        if kind:
            text = f"{KINDS[kind]}*{SQUARE_NAMES[target]}"
        elif origin < 0:
            text = PASS_TEXT
        else:
            text = SQUARE_NAMES[origin] + SQUARE_NAMES[target] + ("+" if promotes else "")
        move = self[parts] = Move(text)
        return move


MOVE_PARTS = _MoveParts()
MOVE_OF = _MoveOf()
_ODD_DROP = late(r"[RBGSNLPK]\*[1-9][a-i]\+?")


def parts_of(text: str) -> MoveParts | None:
    """The parts of a move for files: drops that no rule knows (`K*5e`, `P*5e+`) have some, a pass none."""
    parts = MOVE_PARTS[text]
    if parts is None and _ODD_DROP.fullmatch(text):
        return -1, SQUARE_OF[text[2:4]], text.endswith("+"), CODE_OF[text[0]]
    return None if parts is PASS else parts


class Position(State):
    """A position in a line.

    Attributes:
        board: 81 bytes, see the module.
        hands: 16 numbers, see the module.
        number: SFEN's number of the next move.
        first: the first position of the line, None if it is this one.
    """

    __slots__ = ("board", "first", "hands", "number")

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        board: bytes,
        hands: Hands,
        number: int,
        back: Self | None = None,
    ) -> None:
        # Not by State.__init__: one is made for each node of a record.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.board = board
        self.hands = hands
        self.number = number
        self.back = back
        self.first: Self | None = None if previous is None else previous.first or previous
        self.known_violation = NOT_ASKED

    def forget_move(self) -> None:
        """It isn't the first of its line."""
        assert self.previous is not None
        self.first = self.previous.first or self.previous

    def played(self, parts: MoveParts | None) -> Position:
        """The position alone after a move that a file says, or what is none; the turn passes in any case."""
        board, hands, _ = after_move(self.board, self.hands, self.side, parts or PASS)
        return Position(None, None, 1 - self.side, 0, board, hands, self.number + 1)

    def numbered(self, number: int) -> Position:
        """The position alone, with another number of the next move."""
        return set_up(self.board, self.hands, self.side, number)

    def same(self, other: Position | None) -> bool:
        """Whether pieces, side to move and number are those of another position, in whatever line."""
        return other is not None and (self.board, self.hands, self.side, self.number) == (
            other.board,
            other.hands,
            other.side,
            other.number,
        )


def set_up(board: bytes, hands: Hands = NO_HANDS, side: int = BLACK, number: int = 1) -> Position:
    """A position in no line."""
    return Position(None, None, side, 0, board, hands, number)


def hands_of(held: Mapping[str, int]) -> Hands:
    """Hands from how many of each kind are held, by the letters of HAND_ORDER."""
    if not held:
        return NO_HANDS
    hands = [0] * 16
    for letter, index in zip(HAND_ORDER, HAND_INDEX, strict=True):
        hands[index] = max(0, held.get(letter, 0))
    return tuple(hands)


def after_move(board: bytes, hands: Hands, side: int, parts: MoveParts) -> tuple[bytes, Hands, int]:
    """Board, hands and side to move after any move, legal or not.

    A drop of a piece not in hand adds one, a captured king disappears; after a move the
    side that doesn't own the piece is to move, so that records with moves out of turn continue.
    """
    origin, target, promotes, kind = parts
    cells = bytearray(board)
    if kind:
        cells[target] = kind | side << 4
        at = kind + 8 * side
        if kind != KING and hands[at]:
            held = list(hands)
            held[at] -= 1
            hands = tuple(held)
        return bytes(cells), hands, 1 - side
    piece = board[origin] if origin >= 0 else 0
    if not piece:
        return board, hands, 1 - side
    side = piece >> 4
    cells[origin] = 0
    taken = cells[target]
    if taken and taken & 15 != KING:
        held = list(hands)
        held[(taken & 7) + 8 * side] += 1
        hands = tuple(held)
    if promotes and piece & 15 in PROMOTABLE:
        piece += PROMOTION
    cells[target] = piece
    return bytes(cells), hands, 1 - side


def occupied(board: bytes) -> list[int]:
    """The occupied squares, from 9a on."""
    return list(compress(SQUARES, board))


# -------------------------------------------------------------------------------------- SFEN

_INTRODUCTIONS = frozenset(("position", "sfen", "fen"))
_HELD = late(r"(\d*)(.)")
_GAP = late(r"\.+")
_SIGNS = tuple(kind or "." for kind in KINDS)
_PIECE_LETTERS = frozenset("PLNSGBRKplnsgbrk")
_PROMOTABLE = frozenset("PLNSBRplnsbr")
_SIDES = {"b": BLACK, "w": WHITE}
_SHOWN = 24  # characters of a bad word


def read_sfen(text: str) -> tuple[Position, Message | None]:
    """The position of an SFEN, and the first thing that is odd about it.

    `sfen …`, `position sfen …`, `position startpos` and a tail of moves are read as well; fields that
    are missing are black's turn, empty hands, number 1, and are not odd. Nothing raises.
    """
    fields = text[:2000].split()
    while fields and fields[0].lower() in _INTRODUCTIONS:
        fields.pop(0)
    if "moves" in fields:
        del fields[fields.index("moves") :]
    if not fields:
        return set_up(NO_PIECES), message("The position is empty text.")
    if fields[0].lower() == "startpos":
        fields[:1] = START_TEXT.split()
    board, complaint = _read_board(fields[0])
    side, number = BLACK, 1
    hands: dict[str, int] = {}
    if len(fields) > 1:
        found = _SIDES.get(fields[1].lower())
        if found is not None:
            side = found
        else:
            complaint = complaint or message(
                "The side to move is “{word}”; it should be b (black) or w (white).",
                word=_short(fields[1]),
            )
    if len(fields) > 2:
        if fields[2].isdecimal():  # hands left out
            fields.insert(2, "-")
        hands, odd = _read_hands(fields[2])
        complaint = complaint or odd
    if len(fields) > 3:
        word = fields[3]
        if word.isdecimal() and word.isascii() and len(word) <= 9:
            number = max(1, int(word))
        else:
            complaint = complaint or message(
                "The number of the move is “{word}”.", word=_short(word)
            )
    return set_up(board, hands_of(hands), side, number), complaint


def _short(word: str) -> str:
    return word if len(word) <= _SHOWN else word[: _SHOWN - 1] + "…"


def _read_board(field: str) -> tuple[bytes, Message | None]:
    rows = field.split("/")
    cells: list[int] = []
    complaint: Message | None = None
    for rank, row in zip(RANKS, rows, strict=False):
        read, odd = _read_rank(row, rank)
        cells.extend(read)
        complaint = complaint or odd
    if len(rows) != 9:
        complaint = complaint or counted(
            "The position has one rank, not 9.", "The position has {count} ranks, not 9.", len(rows)
        )
    return bytes(cells).ljust(81, b"\0"), complaint


def _read_rank(row: str, rank: str) -> tuple[list[int], Message | None]:
    """The nine cells of a rank, and its first fault."""
    cells: list[int] = []
    complaint: Message | None = None
    plus = ""
    for letter in row:
        if len(cells) >= 9:
            complaint = complaint or message("Rank {rank} has more than 9 squares.", rank=rank)
            break
        if letter == "+" and not plus:
            plus = letter
            continue
        if letter in "123456789" and not plus:
            cells.extend([0] * int(letter))
            continue
        if letter in _PIECE_LETTERS and (not plus or letter in _PROMOTABLE):
            cells.append(CODE_OF[plus + letter])
        else:
            place = SQUARE_NAMES[RANKS.index(rank) * 9 + len(cells)]
            complaint = complaint or message(
                "“{letter}” on {place} is no piece.", letter=plus + letter, place=place
            )
            cells.append(CODE_OF.get(letter, 0))
        plus = ""
    if len(cells) > 9:
        complaint = complaint or message("Rank {rank} has more than 9 squares.", rank=rank)
    elif len(cells) < 9 or plus:
        complaint = complaint or message("Rank {rank} has fewer than 9 squares.", rank=rank)
    return (cells + [0] * 9)[:9], complaint


def _read_hands(field: str) -> tuple[dict[str, int], Message | None]:
    if field == "-":
        return {}, None
    hands: dict[str, int] = {}
    complaint: Message | None = None
    for digits, letter in _HELD.findall(field):
        if letter not in HAND_ORDER:
            complaint = complaint or message(
                "“{letter}” is no piece that can be in hand.", letter=letter
            )
            continue
        count = (int(digits) if digits.isascii() and len(digits) < 6 else 0) if digits else 1
        if count > MOST_IN_HAND or (digits and not count):
            complaint = complaint or message(
                "There are {count} {letter} in hand.", count=_short(digits), letter=letter
            )
            count = min(count, MOST_IN_HAND)
        if count:
            hands[letter] = min(MOST_IN_HAND, hands.get(letter, 0) + count)
    return hands, complaint


def write_sfen(position: Position) -> str:
    """Four fields: board, side to move, hands in the order RBGSNLPrbgsnlp, number of the next move."""
    return (
        f"{write_board(position.board)} {'bw'[position.side]} "
        f"{write_hands(position.hands)} {position.number}"
    )


def write_board(board: bytes) -> str:
    """The first field of an SFEN."""
    signs = [_SIGNS[piece] for piece in board]
    rows = "/".join(["".join(signs[at : at + 9]) for at in range(0, 81, 9)])
    return _GAP.sub(_length, rows)


def _length(gap: re.Match[str]) -> str:
    return str(len(gap[0]))


def write_hands(hands: Hands) -> str:
    """The third field of an SFEN; `-` for empty hands."""
    if not any(hands):
        return "-"
    said = []
    for letter, index in zip(HAND_ORDER, HAND_INDEX, strict=True):
        count = hands[index]
        if count:
            said.append(letter if count == 1 else f"{count}{letter}")
    return "".join(said)


START: Position = read_sfen(START_TEXT)[0]
"""The usual start of an even game."""


def setup_of(position: Position) -> Setup | None:
    """The set-up of a root: None for the usual start with number 1."""
    text = write_sfen(position)
    return None if text == START_TEXT else Setup(text)


def position_of(setup: Setup | None) -> Position:
    """The position of a root's set-up; unreadable parts are left out."""
    return START if setup is None else read_sfen(setup.text)[0]
