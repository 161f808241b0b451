"""Charts of chess boards: 64 squares from a1, then the pockets of Crazyhouse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import chess

from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.chess.position import KINDS, SQUARE_NAMES, Position, pocket_square
from viewer.games.chess.position import SQUARES as POCKETS
from viewer.games.chess.setups import variant_at

_SIDE = 6  # added to the type of Black's pieces
_OWN, _OTHERS = range(5), range(5, 10)  # places of White's and Black's pockets after the squares


@lru_cache(maxsize=16)
def chart_named(variant: str, pockets: bool) -> Chart:
    """The chart of a variant, "chess" for the game itself and Chess960."""
    kept = [64 + at for at in (*_OWN, *_OTHERS)] if pockets else []
    exchanged = [64 + at for at in (*_OTHERS, *_OWN)] if pockets else []
    held = [(square, type + _SIDE * side) for square, (side, type) in POCKETS.items()]
    return Chart(
        "8x8" if variant == "chess" else f"8x8 {variant}",
        8,
        8,
        SQUARE_NAMES,
        ("", *KINDS[0][1:], *KINDS[1][1:]),
        tuple(held) if pockets else (),
        64 + len(kept),
        exchanged_values((type, type + _SIDE) for type in chess.PIECE_TYPES),
        (
            symmetry_of("same", 8, 8, kept),
            symmetry_of("mirror", 8, 8, kept),
            symmetry_of("flip", 8, 8, exchanged, exchanges=True),
            symmetry_of("half-turn", 8, 8, exchanged, exchanges=True),
        ),
    )


def chart_of(state: Position) -> Chart | None:
    """The chart of a state; None in variants that aren't played."""
    board = state.board
    if board is None:
        return None
    if type(board) is chess.Board:
        return chart_named("chess", False)
    found = variant_at(state)
    return chart_named(type(board).uci_variant or "", found is not None and found.rules.has_pockets)


def cells_at(state: Position) -> bytes:
    """The cells of a state, none without a chart.

    Without numpy, which the window needs for nothing else at its start (14 MB).
    """
    board = state.board
    if board is None:
        return b""
    cells = bytearray(64)
    black = board.occupied_co[chess.BLACK]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    for type_, squares in zip(chess.PIECE_TYPES, kinds, strict=True):
        while squares:
            square = squares & -squares
            cells[square.bit_length() - 1] = type_ + _SIDE * bool(black & square)
            squares ^= square
    return bytes(cells) + (bytes(pocket_counts(state)) if _holds(state) else b"")


def _holds(state: Position) -> bool:
    """Whether the cells of a state have pockets."""
    chart = None if type(state.board) is chess.Board else chart_of(state)
    return chart is not None and bool(chart.held)


def cells_of(states: Sequence[Position]) -> bytes:
    """The cells of states of one chart, one after the other."""
    import numpy as np  # deferred

    boards = [state.board for state in states if state.board is not None]
    masks = np.array(
        [
            (
                *(one.pawns, one.knights, one.bishops, one.rooks, one.queens, one.kings),
                one.occupied_co[chess.BLACK],
            )
            for one in boards
        ],
        dtype="<u8",
    )
    planes = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
    planes = planes.reshape(len(boards), 7, 64)
    values = np.array([*chess.PIECE_TYPES, _SIDE], dtype=np.uint8)
    cells = np.einsum("ijk,j->ik", planes, values, dtype=np.uint8)
    if _holds(states[0]):
        pockets = [pocket_counts(state) for state in states]
        cells = np.concatenate([cells, np.array(pockets, dtype=np.uint8)], axis=1)
    found: bytes = cells.tobytes()
    return found


def pocket_counts(state: Position) -> list[int]:
    """The number of pieces in each pocket."""
    found = variant_at(state)
    counts = {} if found is None else found.rules.counts(found.board)
    return [counts.get(pocket_square(side, type), 0) for side, type in POCKETS.values()]
