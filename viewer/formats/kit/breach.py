"""A breach of a specification, as the checks of formats report it; those of the text of a chess position.

The latter are those of section 16.1.3 of the PGN standard (16.2.3 for EPD).
The readers of positions are tolerant; these checks are for authors of files. The only rule of chess used
is a pawn's double step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.tree.diagnostic import Severity


class Breach(NamedTuple):
    """A breach of a specification.

    Attributes:
        at: its offset in the bytes that are checked.
        section: the section of the specification.
        words: a description of the fault.
        code: the end of the diagnostic's code, after the name of the check.
        severity: less than a warning if the specification only advises otherwise.
    """

    at: int
    section: str
    words: Message
    code: str = "import"
    severity: Severity = Severity.WARNING


# --------------------------------------------------------------------------- the text of a position

PLACEMENT, SIDE, CASTLING, EN_PASSANT, CLOCK, NUMBER = range(6)

_PIECES = "PNBRQKpnbrqk"
_CASTLING = re.compile(r"-|(?=[KQkq])K?Q?k?q?")
_EN_PASSANT = re.compile(r"-|[a-h][36]")
_DIGITS = re.compile(r"[0-9]{1,9}")
# By the side to move: the rank of the en passant square, the pawn that jumped over it, its direction.
_JUMPS = {"w": ("6", "p", -1), "b": ("3", "P", 1)}


class FenFault(NamedTuple):
    """A fault of one field.

    Attributes:
        field: the field's index.
        code: the kind of fault: placement, side, castling, en-passant, clock, number.
        words: a description of the fault.
    """

    field: int
    code: str
    words: Message


def fen_faults(fields: Sequence[str], chess960: bool = False) -> Iterator[FenFault]:
    """The faults in the fields of a position; `fields` may have fewer than six.

    Castling rights aren't checked for Chess960, whose notations the standard of 1994 doesn't have.
    """
    squares = None
    for number, text in enumerate(fields[:6]):
        if number == PLACEMENT:
            squares = squares_of(text)
            words = _placement(text)
            if words is not None:
                yield FenFault(number, "placement", words)
        elif number == SIDE and text not in ("w", "b"):
            yield FenFault(number, "side", message("The side to move is w or b."))
        elif number == CASTLING and not (chess960 or _CASTLING.fullmatch(text)):
            words = message("Castling availability is - or some of KQkq, in this order.")
            yield FenFault(number, "castling", words)
        elif number == EN_PASSANT and text != "-":
            words = _en_passant(text, fields[SIDE], squares)
            if words is not None:
                yield FenFault(number, "en-passant", words)
        elif number == CLOCK:
            words = _clock(text, fields[EN_PASSANT])
            if words is not None:
                yield FenFault(number, "clock", words)
        elif number == NUMBER and not (_DIGITS.fullmatch(text) and int(text)):
            words = message("The number of the move is a positive integer.")
            yield FenFault(number, "number", words)


def squares_of(placement: str) -> str | None:
    """The 64 squares from a8 to h1, a dot for an empty one; None unless there are 8 ranks of 8."""
    rows = [re.sub("[1-8]", lambda run: "." * int(run[0]), row) for row in placement.split("/")]
    return "".join(rows) if [len(row) for row in rows] == [8] * 8 else None


def _placement(text: str) -> Message | None:
    rows = text.split("/")
    if len(rows) != 8:
        return message("A position has eight ranks, divided by strokes.")
    for rank, row in zip("87654321", rows, strict=True):
        if not all(one in _PIECES or one in "12345678" for one in row):
            return message("Rank {rank} has something else than pieces and digits.", rank=rank)
        if sum(int(one) if one.isdigit() else 1 for one in row) != 8:
            return message("Rank {rank} hasn't eight squares.", rank=rank)
        if re.search("[1-8]{2}", row):
            words = message(
                "Rank {rank} has two digits in a row, where one counts all the empty squares.",
                rank=rank,
            )
            return words
    return None


def _en_passant(text: str, side: str, squares: str | None) -> Message | None:
    if not _EN_PASSANT.fullmatch(text):
        return message("The en passant square is - or a square of rank 3 or 6.")
    if side not in _JUMPS:
        return None
    rank, pawn, forward = _JUMPS[side]
    if text[1] != rank:
        return message("The en passant square is on rank {rank} here.", rank=rank)
    if squares is None:
        return None
    file = "abcdefgh".index(text[0])
    over, behind, front = (
        squares[(8 - int(rank) - step * forward) * 8 + file] for step in (0, -1, 1)
    )
    if (over, behind, front) != (".", ".", pawn):
        return message("No pawn can have jumped over {square}.", square=text)
    return None


def _clock(text: str, en_passant: str) -> Message | None:
    if not _DIGITS.fullmatch(text):
        return message("The halfmove clock is an integer that isn't negative.")
    if int(text) and en_passant != "-":
        return message("The halfmove clock is 0 after a pawn's move, as the en passant square is.")
    return None
