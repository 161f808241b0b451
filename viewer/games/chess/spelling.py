"""What texts of moves say, before anybody knows a position: standard notation and coordinates, by patterns.

Texts come again and again, so each is read once.
"""

from __future__ import annotations

import chess

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.chess.position import CHESS_MOVE_OF

_PAWN = chess.PAWN
LETTERS = " PNBRQK"
"""Of python-chess's types."""
CASTLING, ANY_PIECE = 0, -1
"""In place of a type."""

_SAN = late(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?([+#]?)")
_CASTLING_TEXT = late(r"O-O(-O)?([+#]?)")


class Spelt(NamedTuple):
    """A move as a text says it.

    Attributes:
        kind: the type of the piece, `CASTLING`, or `ANY_PIECE` for that on the origin.
        origins: the squares that the text allows.
        to: the target; of the king who castles 6 (king's side) or 2, on the first rank.
        promotion: the type of the new piece, 0 for none.
        said: file and rank of the origin, as far as they are said.
        captures: whether there is an x.
        sign: +, # or nothing.
    """

    kind: int
    origins: int
    to: int
    promotion: int = 0
    said: str = ""
    captures: bool = False
    sign: str = ""


class _SanOf(dict[str, Spelt | None]):
    """What texts in standard notation say, None for others, which aren't kept."""

    def __missing__(self, text: str) -> Spelt | None:
        spelt = _read_castling(text) or _read(text)
        if spelt is not None:
            self[text] = spelt
        return spelt


def _read_castling(text: str) -> Spelt | None:
    found = _CASTLING_TEXT.fullmatch(text)
    return (
        None
        if found is None
        else Spelt(CASTLING, chess.BB_ALL, 2 if found[1] else 6, sign=found[2])
    )


def _read(text: str) -> Spelt | None:
    found = _SAN.fullmatch(text)
    if found is None:
        return None
    letter, file, rank, x, target, promotion, sign = found.groups()
    to, kind = chess.parse_square(target), LETTERS.index(letter or "P")
    if bool(promotion) != (kind == _PAWN and to >> 3 in (0, 7)):
        return None
    if kind == _PAWN and (bool(x) != bool(file) or file == target[0] or rank):
        return None
    named = file or (target[0] if kind == _PAWN else "")
    origins = chess.BB_FILES[ord(named) - 97] if named else chess.BB_ALL
    if rank:
        origins &= chess.BB_RANKS[int(rank) - 1]
    return Spelt(kind, origins, to, LETTERS.index(promotion or " "), file + rank, bool(x), sign)


class _CoordinatesOf(dict[str, Spelt | None]):
    """The same for moves as a record has them (e2e4), of which there are few."""

    def __missing__(self, text: str) -> Spelt | None:
        move = CHESS_MOVE_OF[text]
        spelt = None
        if move and not move.drop:
            spelt = Spelt(
                ANY_PIECE, chess.BB_SQUARES[move.from_square], move.to_square, move.promotion or 0
            )
            self[text] = spelt
        return spelt


SAN_OF = _SanOf()


def spelt(text: str) -> Spelt | None:
    """What a text in standard notation says; None for others."""
    return SAN_OF[text]


COORDINATES_OF = _CoordinatesOf()
