"""Positions as text: SFEN of four fields, read leniently, written in one way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.tree.action import Setup

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


class Diagram(NamedTuple):
    """A position.

    Attributes:
        cells: kind of the piece on each of 81 squares as an SFEN reads (index 9 * rank + (9 - file)):
            `P`, `+P` … of black, `p`, `+p` … of white, "" if there is none.
        hands: how many of each kind are held, by letter: `P` … `R` black's, `p` … `r` white's.
        side: whose turn it is, 0 black's, 1 white's.
        ply: number of the next move.
    """

    cells: tuple[str, ...]
    hands: Mapping[str, int] = MappingProxyType({})
    side: int = BLACK
    ply: int = 1


_INTRODUCTIONS = frozenset(("position", "sfen", "fen"))
_HELD = late(r"(\d*)(.)")
_GAP = late(r"\.+")
_PIECE_LETTERS = frozenset("PLNSGBRKplnsgbrk")
_PROMOTABLE = frozenset("PLNSBRplnsbr")
_SIDES = {"b": BLACK, "w": WHITE}
_SHOWN = 24  # characters of a bad word


def read_sfen(text: str) -> tuple[Diagram, Message | None]:
    """The position of an SFEN, and the first thing that is odd about it.

    `sfen …`, `position sfen …`, `position startpos` and a tail of moves are read as well; fields that
    are missing are black's turn, empty hands, ply 1, and are not odd. Nothing raises.
    """
    words = text[:2000].split()
    while words and words[0].lower() in _INTRODUCTIONS:
        words.pop(0)
    if "moves" in words:
        del words[words.index("moves") :]
    if not words:
        return Diagram(("",) * 81), message("The position is empty text.")
    if words[0].lower() == "startpos":
        words[:1] = START_TEXT.split()
    cells, complaint = _read_board(words[0])
    side, ply = BLACK, 1
    hands: dict[str, int] = {}
    if len(words) > 1:
        found = _SIDES.get(words[1].lower())
        if found is not None:
            side = found
        else:
            complaint = complaint or message(
                "The side to move is “{word}”; it should be b (black) or w (white).",
                word=_short(words[1]),
            )
    if len(words) > 2:
        if words[2].isdecimal():  # hands left out
            words.insert(2, "-")
        hands, odd = _read_hands(words[2])
        complaint = complaint or odd
    if len(words) > 3:
        word = words[3]
        if word.isdecimal() and word.isascii() and len(word) <= 9:
            ply = max(1, int(word))
        else:
            complaint = complaint or message(
                "The number of the move is “{word}”.", word=_short(word)
            )
    return Diagram(cells, hands, side, ply), complaint


def _short(word: str) -> str:
    return word if len(word) <= _SHOWN else word[: _SHOWN - 1] + "…"


def _read_board(field: str) -> tuple[tuple[str, ...], Message | None]:
    rows = field.split("/")
    cells: list[str] = []
    complaint: Message | None = None
    for rank, row in zip(RANKS, rows, strict=False):
        read, odd = _read_rank(row, rank)
        cells.extend(read)
        complaint = complaint or odd
    if len(rows) != 9:
        complaint = complaint or counted(
            "The position has one rank, not 9.", "The position has {count} ranks, not 9.", len(rows)
        )
    cells.extend([""] * (81 - len(cells)))
    return tuple(cells), complaint


def _read_rank(row: str, rank: str) -> tuple[list[str], Message | None]:
    """The nine cells of a rank, and its first fault."""
    cells: list[str] = []
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
            cells.extend([""] * int(letter))
            continue
        if letter in _PIECE_LETTERS and (not plus or letter in _PROMOTABLE):
            cells.append(plus + letter)
        else:
            place = SQUARE_NAMES[RANKS.index(rank) * 9 + len(cells)]
            complaint = complaint or message(
                "“{letter}” on {place} is no piece.", letter=plus + letter, place=place
            )
            cells.append(letter if letter in _PIECE_LETTERS else "")
        plus = ""
    if len(cells) > 9:
        complaint = complaint or message("Rank {rank} has more than 9 squares.", rank=rank)
    elif len(cells) < 9 or plus:
        complaint = complaint or message("Rank {rank} has fewer than 9 squares.", rank=rank)
    return (cells + [""] * 9)[:9], complaint


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


# ------------------------------------------------------------------------------------ writing


def write_sfen(diagram: Diagram) -> str:
    """Four fields: board, side to move, hands in the order RBGSNLPrbgsnlp, ply."""
    return (
        f"{write_board(diagram.cells)} {'bw'[diagram.side]} "
        f"{write_hands(diagram.hands)} {diagram.ply}"
    )


def write_board(cells: tuple[str, ...]) -> str:
    """The first field of an SFEN."""
    signs = [cell or "." for cell in cells]
    rows = "/".join(["".join(signs[at : at + 9]) for at in range(0, 81, 9)])
    return _GAP.sub(_length, rows)


def _length(gap: re.Match[str]) -> str:
    return str(len(gap[0]))


def write_hands(hands: Mapping[str, int]) -> str:
    """The third field of an SFEN; `-` for empty hands."""
    said = []
    for letter in HAND_ORDER:
        count = hands.get(letter, 0)
        if count > 0:
            said.append(letter if count == 1 else f"{count}{letter}")
    return "".join(said) or "-"


START: Diagram = read_sfen(START_TEXT)[0]
"""The usual start of an even game."""


def setup_of(diagram: Diagram) -> Setup | None:
    """The set-up of a root: None for the usual start with ply 1."""
    text = write_sfen(diagram)
    return None if text == START_TEXT else Setup(text)


def diagram_of(setup: Setup | None) -> Diagram:
    """The position of a root's set-up; unreadable parts are left out."""
    return START if setup is None else read_sfen(setup.text)[0]
