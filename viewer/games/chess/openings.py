"""Openings of chess by their positions, from the table of lichess-org/chess-openings (CC0).

The table has a row for each position: its key in hexadecimal digits, its ECO code, its name, and a number for
its arrangement of pieces, by which those of many games are looked for at once (`arrangement_numbers`).
`packaging/make_openings.py` makes it from the tables of that project.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Any

import chess
import numpy as np

from viewer.base.named import NamedTuple
from viewer.base.resources import resource_text
from viewer.games.chess.position import Position
from viewer.games.openings import Opening

_PACKED = Struct("<7Q3B")


def opening_of(position: Position) -> Opening | None:
    """The opening of the last position of the line that has a name; None if none has."""
    names = _names()
    here: Position | None = position.settled()
    last: chess.Board | None = None
    while here is not None:
        board = here.board
        # Nodes without a move share the board. Other variants have boards of other classes.
        if board is not last and type(board) is chess.Board:
            row = names.get(position_key(board))
            if row is not None:
                return _opening(*row)
        last = board
        here = here.before()
    return None


def position_key(board: chess.Board) -> str:
    """The key of a position: 16 hexadecimal digits, from pieces, side, castling and a capture en passant."""
    en_passant = 0
    if board.ep_square is not None and board.has_legal_en_passant():
        en_passant = chess.square_file(board.ep_square) + 1
    rights = board.clean_castling_rights() if board.castling_rights else 0
    castling = sum(bool(rights & corner) << at for at, corner in enumerate(_CORNERS))
    packed = _PACKED.pack(
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        castling,
        en_passant,
    )
    return blake2b(packed, digest_size=8).hexdigest()


_CORNERS = (chess.BB_A1, chess.BB_H1, chess.BB_A8, chess.BB_H8)


@cache
def _names() -> Mapping[str, tuple[str, str]]:
    """(ECO code, name) by position."""
    found: dict[str, tuple[str, str]] = {}
    for line in resource_text("openings", "chess.tsv").splitlines():
        key, code, name, _ = line.split("\t")
        found[key] = (code, name)
    return found


# ------------------------------------------------------------------------------- many positions


class Arrangement(NamedTuple):
    """A position: its cells (see `charts`), side to move, squares of rooks that may castle, en passant."""

    cells: bytes
    side: int
    rights: int
    ep: int | None

    def board(self) -> chess.Board:
        """The position as a board of python-chess."""
        board = chess.Board(None)
        for square, value in enumerate(self.cells):
            if value:
                board.set_piece_at(square, chess.Piece((value - 1) % 6 + 1, value < 7))
        board.turn = self.side == 0
        board.castling_rights, board.ep_square = self.rights, self.ep
        return board


@lru_cache(maxsize=1 << 14)
def opening_at(arrangement: Arrangement) -> Opening | None:
    """The opening of a position; None if it has no name."""
    row = _names().get(position_key(arrangement.board()))
    return None if row is None else _opening(*row)


@cache
def arrangement_numbers() -> Any:
    """A number for each value of each square, shape (64, 13).

    The number of an arrangement is the exclusive or of those of its cells and of the usual start's cells.
    """
    digests = (blake2b(b"%d %d" % (at // 13, at % 13), digest_size=8) for at in range(64 * 13))
    numbers = np.array([int.from_bytes(one.digest(), "little") for one in digests], dtype=np.uint64)
    return numbers.reshape(64, 13)


def arrangement_number(cells: bytes, start: bytes) -> int:
    """The number of an arrangement."""
    numbers = arrangement_numbers()
    found = 0
    for square, (value, first) in enumerate(zip(cells, start, strict=True)):
        found ^= int(numbers[square, value]) ^ int(numbers[square, first])
    return found


@cache
def named_arrangements() -> Any:
    """The numbers of all arrangements that have a name, sorted."""
    lines = resource_text("openings", "chess.tsv").splitlines()
    found = {int(line.rpartition("\t")[2], 16) for line in lines}
    return np.array(sorted(found), dtype=np.uint64)


def _opening(code: str, name: str) -> Opening:
    """An opening from a name such as "Sicilian Defense: Najdorf Variation, English Attack"."""
    family, _, finer = name.partition(": ")
    variation, _, subvariation = finer.partition(", ")
    return Opening(family, code, variation, subvariation)
