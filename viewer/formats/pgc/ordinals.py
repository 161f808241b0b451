"""The legal moves of a position in PGC's order, which gives each move its ordinal."""

from __future__ import annotations

import chess

from viewer.games.chess.san import write_san

_LETTERS = " PNBRQK"
_PROMOTIONS = {
    None: "",
    chess.KNIGHT: "=N",
    chess.BISHOP: "=B",
    chess.ROOK: "=R",
    chess.QUEEN: "=Q",
}
# Groups by the first letter of SAN: B K N O Q R, then pawns by file; here by python-chess's piece type.
_GROUP_OF = (-1, -1, 2, 0, 5, 4, 1)
_CASTLING = 3
_PAWNS = 6


class Order:
    """Legal moves sorted by SAN in ASCII order, computed only as far as they are needed.

    SAN is used without check signs, which can't change the order: the only SAN of a position that begins
    another one is O-O, of O-O-O, and both signs come before the hyphen.
    """

    def __init__(self, board: chess.Board) -> None:
        self._board = board
        self._orthodox = type(board) is chess.Board
        if (
            not self._orthodox
        ):  # drops, pawns that become kings: nothing but their names orders them
            self._groups = [list(board.generate_legal_moves())]
            return
        groups: list[list[chess.Move]] = [[] for _ in range(_PAWNS + 8)]
        pawns, kings = board.pawns, board.kings
        kind_at = board.piece_type_at
        for move in board.generate_legal_moves():
            origin = move.from_square
            if pawns >> origin & 1:
                groups[_PAWNS + (origin & 7)].append(move)
            elif kings >> origin & 1:
                castling = board.is_castling(move)
                groups[_CASTLING if castling else _GROUP_OF[chess.KING]].append(move)
            else:
                groups[_GROUP_OF[kind_at(origin) or 0]].append(move)
        self._groups = groups

    def __len__(self) -> int:
        return sum(map(len, self._groups))

    def at(self, ordinal: int) -> chess.Move | None:
        """The move with an ordinal, None if it is beyond the last one."""
        for group in self._groups:
            if ordinal < len(group):
                return group[0] if len(group) == 1 else self._sorted(group)[ordinal]
            ordinal -= len(group)
        return None

    def of(self, move: chess.Move) -> int | None:
        """The ordinal of a move, None if the move isn't legal."""
        before = 0
        for group in self._groups:
            if move in group:
                return before + self._sorted(group).index(move)
            before += len(group)
        return None

    def all(self) -> list[chess.Move]:
        """All moves in order."""
        return [move for group in self._groups for move in self._sorted(group)]

    def _sorted(self, group: list[chess.Move]) -> list[chess.Move]:
        """Moves whose SAN begins with the same letter, in order; in variants all moves."""
        if not self._orthodox:
            return sorted(group, key=lambda move: write_san(self._board, move).rstrip("+#"))
        origins: dict[int, list[int]] = {}
        for move in group:
            origins.setdefault(move.to_square, []).append(move.from_square)
        return sorted(group, key=lambda move: self._name(move, origins[move.to_square]))

    def _name(self, move: chess.Move, origins: list[int]) -> str:
        """SAN without check signs; `origins`: from where pieces of this kind can move to its target."""
        board = self._board
        origin, target = move.from_square, move.to_square
        name = chess.SQUARE_NAMES[target]
        kind = board.piece_type_at(origin) or 0
        if kind == chess.PAWN:
            if origin & 7 != target & 7:
                name = f"{chess.FILE_NAMES[origin & 7]}x{name}"
            return name + _PROMOTIONS[move.promotion]
        if kind == chess.KING and board.is_castling(move):
            return "O-O" if board.is_kingside_castling(move) else "O-O-O"
        takes = "x" if board.occupied >> target & 1 else ""
        return f"{_LETTERS[kind]}{_which(origin, origins)}{takes}{name}"


def _which(origin: int, origins: list[int]) -> str:
    """SAN's disambiguation: the file, else the rank, else both; "" if only one piece can move there."""
    if len(origins) == 1:
        return ""
    others = [other for other in origins if other != origin]
    file, rank = chess.FILE_NAMES[origin & 7], chess.RANK_NAMES[origin >> 3]
    if all(other & 7 != origin & 7 for other in others):
        return file
    return rank if all(other >> 3 != origin >> 3 for other in others) else file + rank
