"""The legal moves of a position in PGC's order, which gives each move its ordinal."""

from __future__ import annotations

import chess

from viewer.games.chess.replay import ChessReplay, reach
from viewer.games.chess.san import write_san
from viewer.tree.action import Move

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
        kind = board.piece_type_at(origin) or 0
        if kind == chess.PAWN:
            return _pawn_name(origin, target) + _PROMOTIONS[move.promotion]
        if kind == chess.KING and board.is_castling(move):
            return "O-O" if board.is_kingside_castling(move) else "O-O-O"
        takes = bool(board.occupied >> target & 1)
        return _piece_name(kind, origin, target, takes, origins)


def ordinal_of(replay: ChessReplay, move: Move) -> int:
    """The ordinal of a legal move in a replay's position: what comes before it is counted, not generated."""
    legal = _Legal(replay)
    text = move.text
    origin, target = _SQUARE[text[:2]], _SQUARE[text[2:4]]
    kind = replay.type_at(origin)
    if kind == chess.PAWN:
        file = origin & 7
        names = sorted(legal.pawn_names(file))
        promotion = f"={text[4].upper()}" if len(text) > 4 else ""
        before = legal.pawns_before(file) if file else 0
        before += sum(map(legal.count, (chess.BISHOP, chess.KING, chess.KNIGHT)))
        before += len(legal.castling()) + legal.count(chess.QUEEN) + legal.count(chess.ROOK)
        return before + names.index(_pawn_name(origin, target) + promotion)
    if kind == chess.KING and abs(origin - target) == 2:
        before = sum(map(legal.count, (chess.BISHOP, chess.KING, chess.KNIGHT)))
        return before + legal.castling().index(target & 7)
    before = 0
    for other in _BEFORE[kind]:
        before += legal.count(other)
    if kind in (chess.QUEEN, chess.ROOK):
        before += len(legal.castling())
    return before + legal.rank(kind, origin, target)


_BEFORE: dict[int, tuple[int, ...]] = {
    chess.BISHOP: (),
    chess.KING: (chess.BISHOP,),
    chess.KNIGHT: (chess.BISHOP, chess.KING),
    chess.QUEEN: (chess.BISHOP, chess.KING, chess.KNIGHT),
    chess.ROOK: (chess.BISHOP, chess.KING, chess.KNIGHT, chess.QUEEN),
}
"""The pieces whose moves come before those of a type; castling stands before the queen's."""
_SQUARE = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_OF_FILE = tuple(chess.BB_FILES)
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_NOT_A, _NOT_H = ~chess.BB_FILE_A, ~chess.BB_FILE_H


class _Legal:
    """The legal moves of a replay's position, as squares that the pieces reach."""

    def __init__(self, replay: ChessReplay) -> None:
        self._replay, self._side = replay, replay.side
        men, own = replay.men, 7 * replay.side
        there = 7 - own
        self._men, self._own = men, own
        self._occupied = occupied = men[0] | men[7]
        king = men[own + chess.KING].bit_length() - 1
        straight, oblique = men[there + chess.ROOK], men[there + chess.BISHOP]
        straight |= men[there + chess.QUEEN]
        oblique |= men[there + chess.QUEEN]
        allowed = ~men[own]
        self._king = king
        if replay.checked:
            checkers = reach(chess.ROOK, king, occupied) & straight
            checkers |= reach(chess.BISHOP, king, occupied) & oblique
            checkers |= chess.BB_KNIGHT_ATTACKS[king] & men[there + chess.KNIGHT]
            checkers |= chess.BB_PAWN_ATTACKS[not replay.side][king] & men[there + chess.PAWN]
            if checkers & (checkers - 1):
                allowed = 0
            else:
                allowed = checkers | chess.between(king, checkers.bit_length() - 1)
        self._allowed = allowed
        self._lines: dict[int, int] = {}
        aimed = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
        aimed = aimed & straight | chess.BB_DIAG_ATTACKS[king][0] & oblique
        while aimed:
            sniper = aimed.bit_length() - 1
            aimed ^= 1 << sniper
            between = chess.between(king, sniper) & occupied
            if between and not between & (between - 1) and between & men[own]:
                self._lines[between.bit_length() - 1] = chess.ray(king, sniper)

    def count(self, kind: int) -> int:
        """The number of moves of the pieces of a type, without castling."""
        count = 0
        for _, reached in self._of(kind):
            count += reached.bit_count()
        return count

    def rank(self, kind: int, origin: int, target: int) -> int:
        """How many moves of a type of piece come before one of them in order."""
        found = self._of(kind)
        if len(found) == 1:  # quiet moves, then captures, each in the order of their squares' names
            reached = found[0][1]
            taking = reached & self._occupied
            bit = 1 << target
            if taking & bit:
                return (reached ^ taking).bit_count() + _sooner(taking, target)
            return _sooner(reached ^ taking, target)
        origins: dict[int, list[int]] = {}
        moves = []
        for start, reached in found:
            for to in chess.scan_forward(reached):
                origins.setdefault(to, []).append(start)
                moves.append((start, to))
        occupied = self._occupied
        names = {
            (start, to): _piece_name(kind, start, to, bool(occupied >> to & 1), origins[to])
            for start, to in moves
        }
        own = names[origin, target]
        return sum(name < own for name in names.values())

    def _of(self, kind: int) -> list[tuple[int, int]]:
        """The pieces of a type that can move, each with the squares that it reaches."""
        men = self._men[self._own + kind]
        if kind == chess.KING:
            reached = chess.BB_KING_ATTACKS[self._king] & ~self._men[self._own]
            safe = self._replay.safe(reached)
            return [(self._king, safe)] if safe else []
        found: list[tuple[int, int]] = []
        allowed, occupied, lines = self._allowed, self._occupied, self._lines
        if not allowed:
            return found
        while men:
            origin = men.bit_length() - 1
            men ^= 1 << origin
            reached = reach(kind, origin, occupied) & allowed
            if origin in lines:
                reached &= lines[origin]
            if reached:
                found.append((origin, reached))
        return found

    def castling(self) -> list[int]:
        """The files to which the king can castle, in order."""
        if not self._replay.rights:
            return []
        return [to for to in (6, 2) if self._replay.may_castle(to)]

    def pawns_before(self, file: int) -> int:
        """The number of moves of the pawns on the files ahead of one."""
        pawns = self._men[self._own + chess.PAWN] & _AHEAD[file]
        count = 0
        for origin in self._lines:
            if pawns >> origin & 1:
                pawns ^= 1 << origin
                count += self._weight(self._pawns(1 << origin, self._lines[origin]))
        count += self._weight(self._pawns(pawns, -1))
        return count + sum(origin & 7 < file for origin in self._passing())

    @staticmethod
    def _weight(targets: tuple[int, int, int]) -> int:
        """The number of moves to squares, four for each promotion."""
        return sum(to.bit_count() + 3 * (to & _LAST_RANKS).bit_count() for to in targets)

    def _pawns(self, pawns: int, line: int) -> tuple[int, int, int]:
        """Squares that pawns reach: straight on, capturing to the left and to the right as white sees it."""
        if not pawns:
            return 0, 0, 0
        free, taken = ~self._occupied & chess.BB_ALL, self._men[7 - self._own]
        allowed = self._allowed & line
        if self._side == 0:
            ahead = pawns << 8 & free
            ahead |= (ahead & chess.BB_RANK_3) << 8 & free
            left, right = (pawns & _NOT_A) << 7, (pawns & _NOT_H) << 9
        else:
            ahead = pawns >> 8 & free
            ahead |= (ahead & chess.BB_RANK_6) >> 8 & free
            left, right = (pawns & _NOT_A) >> 9, (pawns & _NOT_H) >> 7
        return ahead & allowed, left & taken & allowed, right & taken & allowed

    def _passing(self) -> list[int]:
        """The squares of pawns that can capture en passant."""
        replay, own = self._replay, self._own
        if replay.ep is None:
            return []
        able = chess.BB_PAWN_ATTACKS[self._side == 1][replay.ep] & self._men[own + chess.PAWN]
        if not able:
            return []
        passed = 1 << replay.ep + (-8 if self._side == 0 else 8)
        return [*chess.scan_forward(replay.unexposed(able, chess.PAWN, replay.ep, passed))]

    def pawn_names(self, file: int) -> list[str]:
        """The moves of the pawns on a file, as SAN without check signs."""
        names = []
        for origin in chess.scan_forward(self._men[self._own + chess.PAWN] & _OF_FILE[file]):
            for targets in self._pawns(1 << origin, self._lines.get(origin, -1)):
                for to in chess.scan_forward(targets):
                    name = _pawn_name(origin, to)
                    if to & 56 in (0, 56):
                        names += [f"{name}={letter}" for letter in "BNQR"]
                    else:
                        names.append(name)
        ep = self._replay.ep
        if ep is not None:
            names += [_pawn_name(one, ep) for one in self._passing() if one & 7 == file]
        return names


def _sooner(squares: int, target: int) -> int:
    """How many squares have names that come before another's: by file, then by rank."""
    file = _OF_FILE[target & 7]
    ahead = squares & _AHEAD[target & 7]
    return ahead.bit_count() + (squares & file & ((1 << target) - 1)).bit_count()


_AHEAD = tuple(sum(_OF_FILE[:file]) for file in range(8))
"""The squares of the files ahead of each."""


def _pawn_name(origin: int, target: int) -> str:
    """A pawn's move as SAN, without promotion and check signs."""
    name = chess.SQUARE_NAMES[target]
    return f"{chess.FILE_NAMES[origin & 7]}x{name}" if origin & 7 != target & 7 else name


def _piece_name(kind: int, origin: int, target: int, takes: bool, origins: list[int]) -> str:
    """A piece's move as SAN without check signs; `origins`: from where pieces of its kind can move there."""
    sign = "x" if takes else ""
    return f"{_LETTERS[kind]}{_which(origin, origins)}{sign}{chess.SQUARE_NAMES[target]}"


def _which(origin: int, origins: list[int]) -> str:
    """SAN's disambiguation: the file, else the rank, else both; "" if only one piece can move there."""
    if len(origins) == 1:
        return ""
    others = [other for other in origins if other != origin]
    file, rank = chess.FILE_NAMES[origin & 7], chess.RANK_NAMES[origin >> 3]
    if all(other & 7 != origin & 7 for other in others):
        return file
    return rank if all(other >> 3 != origin >> 3 for other in others) else file + rank
