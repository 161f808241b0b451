"""Openings of chess by their positions, from the table of lichess-org/chess-openings (CC0).

The table has a row for each position: its key in hexadecimal digits, its ECO code, its name.
`packaging/make_openings.py` makes it from the tables of that project.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from struct import Struct

import chess

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
        key, code, name = line.split("\t")
        found[key] = (code, name)
    return found


def _opening(code: str, name: str) -> Opening:
    """An opening from a name such as "Sicilian Defense: Najdorf Variation, English Attack"."""
    family, _, finer = name.partition(": ")
    variation, _, subvariation = finer.partition(", ")
    return Opening(family, code, variation, subvariation)
