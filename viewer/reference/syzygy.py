"""Syzygy endgame tablebases of chess in a folder, probed by python-chess.

They know of each position with few pieces who wins with best play, and how many plies at most pass until
the next capture or move of a pawn (DTZ). There is a pair of files (.rtbw, .rtbz) for each set of pieces.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import chess
from chess.syzygy import MissingTableError, Tablebase

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.games.chess.position import move_of
from viewer.reference.reference import (
    RESULT,
    ZEROING,
    KnownMove,
    Reference,
    ReferenceFault,
    reading,
)

_SUFFIXES = (".rtbw", ".rtbz", ".atbw", ".atbz", ".gtbw", ".gtbz")
_WINS = 2
_FURTHEST = 10_000
"""Above any distance."""
_RESULTS = {
    2: message("wins"),
    1: message("wins, drawn by the 50-move rule"),
    0: message("draws"),
    -1: message("loses, drawn by the 50-move rule"),
    -2: message("loses"),
}
"""By python-chess's number for the player of the move."""
_POSITIONS = {
    2: message("{side} wins with best play."),
    1: message("{side} would win, but the 50-move rule makes it a draw."),
    0: message("A draw with best play."),
    -1: message("{side} would lose, but the 50-move rule makes it a draw."),
    -2: message("{side} loses with best play."),
}
_SIDES = (message("White"), message("Black"))


def opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens the tables of a folder. Raises ReferenceFault."""
    yield JobStep(1, 1, Tablebases(path, name))


class Tablebases(Reference):
    """The tablebases of a folder."""

    game = "chess"
    columns = (RESULT, ZEROING)
    computes = True

    def __init__(self, folder: str, name: str) -> None:
        """Raises ReferenceFault if the folder can't be read or has no tables."""
        self.name = name
        self._folder = folder
        with reading(name):
            names = [one for one in os.listdir(folder) if one.endswith(_SUFFIXES)]
        if not names:
            raise ReferenceFault(message("{name} has no Syzygy tables (.rtbw, .rtbz).", name=name))
        self.pieces = max(len(one.partition(".")[0]) - 1 for one in names)
        self._open: dict[type[chess.Board], Tablebase] = {}

    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves of a position. Raises ReferenceFault."""
        board = self._board(state)
        if board is None:
            return
        tables = self._tables(board)
        for move in list(board.legal_moves):
            after = board.copy(stack=False)
            zeroing = after.is_zeroing(move)
            after.push(move)
            with self._probing():
                try:
                    result = -tables.probe_wdl(after)
                except MissingTableError:
                    continue
                ending = zeroing or after.is_checkmate()
                plies = (1 if ending else self._plies(tables, after)) if result else None
            distance = (plies or 0) if result > 0 else -(plies or 0)
            yield KnownMove(
                move_of(move),
                result=_RESULTS[result],
                zeroing=plies,
                praise=(result == _WINS) - (result == -_WINS),
                order=distance - result * _FURTHEST,
            )

    def _plies(self, tables: Tablebase, board: chess.Board) -> int | None:
        """Plies from before the last move to the next capture or move of a pawn, None if not known."""
        try:
            return abs(tables.probe_dtz(board)) + 1
        except MissingTableError:
            return None

    def remark(self, state: Any) -> Message | None:
        """Who wins, or which table is missing."""
        board = state.board
        if board is None or board.tbw_suffix is None:
            return message("There are no Syzygy tables for this variant.")
        if board.castling_rights:
            return message("Tablebases have no positions in which a side may still castle.")
        if chess.popcount(board.occupied) > self.pieces:
            return message("Its tables have at most {count} pieces.", count=self.pieces)
        copy = board.copy(stack=False)
        tables = self._tables(copy)
        with self._probing():
            try:
                result = tables.probe_wdl(copy)
            except MissingTableError as error:
                return message("A table is missing: {table}.", table=_named(error, copy.tbw_suffix))
            words = _POSITIONS[result].given(side=_SIDES[state.side])
            try:
                tables.probe_dtz(copy)
            except MissingTableError as error:
                return message(
                    "{words} A table is missing: {table}.",
                    words=words,
                    table=_named(error, copy.tbz_suffix),
                )
        return words

    def _board(self, state: Any) -> chess.Board | None:
        """The board, None for a position that no table can have."""
        board = state.board
        if board is None or board.tbw_suffix is None or board.castling_rights:
            return None
        if chess.popcount(board.occupied) > self.pieces or board.status() & ~_HARMLESS:
            return None
        found: chess.Board = board
        return found

    def _tables(self, board: chess.Board) -> Tablebase:
        """The tables for a board's variant."""
        variant = type(board)
        tables = self._open.get(variant)
        if tables is None:
            tables = Tablebase(VariantBoard=variant)
            with reading(self.name):
                tables.add_directory(self._folder)
            self._open[variant] = tables
        return tables

    @contextmanager
    def _probing(self) -> Iterator[None]:
        """Turn what python-chess raises on a broken table into ReferenceFault."""
        try:
            yield
        except (OSError, ValueError, IndexError, AssertionError, struct.error) as error:
            raise ReferenceFault(
                message("A table of {name} is broken: {why}", name=self.name, why=str(error))
            ) from error

    def close(self) -> None:
        """Close its files."""
        for tables in self._open.values():
            tables.close()
        self._open.clear()


def _named(error: MissingTableError, suffix: str) -> str:
    """The file of a missing table."""
    return str(error.args[0]).rpartition(" ")[2] + suffix


_HARMLESS = chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_BAD_CASTLING_RIGHTS
