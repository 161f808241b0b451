"""Replaying lines of chess: legal moves found, made and written in place, without python-chess's boards.

A position is a few integers, a bit for each square (a1 is the lowest), that change with each move. Of the
attacks only those are computed that can matter: pins if the origin stands on a line with the own king, checks
if the origin or the target stands on one with the other. Unusual spellings, castling that isn't plainly
legal and everything that isn't legal are left to `advance`.
"""

from __future__ import annotations

from typing import Self

import chess

from viewer.games.chess.notation import (
    CASTLING,
    COORDINATES_OF,
    LETTERS,
    SAN,
    SAN_OF,
    Spelt,
    localised,
)
from viewer.games.chess.position import KINDS, MOVE_OF, Position
from viewer.games.replays import Replay
from viewer.tree.action import Action, Move, Written

_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING = range(1, 7)  # python-chess's types
_MEN = 7  # places of a side in a list by types; the first is for all of its pieces
_SQUARES = tuple(chess.SQUARE_NAMES)
_BITS = tuple(chess.BB_SQUARES)
_RANK_MASKS, _RANK_ATTACKS = chess.BB_RANK_MASKS, chess.BB_RANK_ATTACKS
_FILE_MASKS, _FILE_ATTACKS = chess.BB_FILE_MASKS, chess.BB_FILE_ATTACKS
_DIAG_MASKS, _DIAG_ATTACKS = chess.BB_DIAG_MASKS, chess.BB_DIAG_ATTACKS
_KNIGHT_ATTACKS, _KING_ATTACKS = tuple(chess.BB_KNIGHT_ATTACKS), tuple(chess.BB_KING_ATTACKS)
_PAWN_ATTACKS = tuple(chess.BB_PAWN_ATTACKS[chess.WHITE]), tuple(chess.BB_PAWN_ATTACKS[chess.BLACK])
# The lines from a square on an empty board.
_STRAIGHT = tuple(_RANK_ATTACKS[at][0] | _FILE_ATTACKS[at][0] for at in range(64))
_DIAGONAL = tuple(_DIAG_ATTACKS[at][0] for at in range(64))
_LINES = tuple(a | b for a, b in zip(_STRAIGHT, _DIAGONAL, strict=True))
_HOME = (0, 56)  # the first square of each side's back rank
_HOME_RANKS = (chess.BB_RANK_1, chess.BB_RANK_8)
_BOARD = chess.BB_ALL


class ChessReplay(Replay[Position]):
    """A position of chess with a king on either side, the side that isn't to move not in check.

    Attributes:
        side: index of the side to move.
        san: the last move in the standard's export format, if `writing`.
        men: squares of the pieces, by 7 * side + python-chess's type; 7 * side has all of a side.
        rights: the squares of rooks that may castle.
        ep: the square behind a pawn that has just moved two squares, None if none has.
        checked: whether the side to move is in check.
    """

    __slots__ = (
        "_changed",
        "_clock",
        "_kings",
        "_number",
        "_quiet",
        "_style",
        "_types",
        "checked",
        "ep",
        "men",
        "rights",
        "san",
        "side",
        "writing",
    )

    def __init__(self, board: chess.Board, writing: bool = False, style: str = SAN) -> None:
        """For a board that `can_replay`; with `writing`, moves are written as well, as `text` in a style."""
        self.writing = writing
        self._style = style
        self.san = ""
        self.side = int(not board.turn)
        masks = board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings
        self.men: list[int] = []
        for colour in (chess.WHITE, chess.BLACK):
            own = board.occupied_co[colour]
            self.men += (own, *(own & mask for mask in masks))
        self._types = [0] * 64
        for type, mask in enumerate(masks, 1):
            for square in chess.scan_forward(mask):
                self._types[square] = type
        self._kings = [self.men[_KING].bit_length() - 1, self.men[_MEN + _KING].bit_length() - 1]
        self.rights = board.clean_castling_rights()
        self.ep = board.ep_square
        self.checked = board.is_check()
        self._changed = 0
        self._clock = board.halfmove_clock
        self._number = board.fullmove_number
        # Moves since the last capture or pawn's move: origin | target << 6.
        self._quiet: list[int] = []

    def copy(self) -> Self:
        """The same position again."""
        other = type(self).__new__(type(self))
        other.writing, other.san, other.side = self.writing, self.san, self.side
        other._style = self._style
        other.men, other._types, other._kings = self.men[:], self._types[:], self._kings[:]
        other.rights, other.ep, other.checked = self.rights, self.ep, self.checked
        other._clock, other._number, other._changed = self._clock, self._number, self._changed
        other._quiet = self._quiet[:]
        return other

    def board(self) -> chess.Board:
        """The position as a board of python-chess."""
        board = chess.Board(None)
        men = self.men
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = (
            men[type] | men[_MEN + type] for type in chess.PIECE_TYPES
        )
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = men[0], men[_MEN]
        board.occupied = men[0] | men[_MEN]
        board.turn = self.side == 0
        board.castling_rights, board.ep_square = self.rights, self.ep
        board.halfmove_clock, board.fullmove_number = self._clock, self._number
        return board

    def state(self, ply: int) -> Position:
        """The position as a state."""
        return Position(None, None, ply, self.board())

    @property
    def repeats(self) -> bool:
        """Whether all pieces stood as they do now twice before since the last capture or pawn's move."""
        times = 0
        now: dict[int, int] = {}  # going back: where pieces that stood elsewhere than now stand now
        for back, move in enumerate(reversed(self._quiet), 1):
            origin, target = move & 63, move >> 6
            there = now.pop(target, target)
            if there != origin:
                now[origin] = there
            times += not now and back % 2 == 0
        return times > 1

    def changed(self) -> tuple[tuple[str, str], ...]:
        """From a1 on."""
        found, types, black = [], self._types, self.men[_MEN]
        changed = self._changed
        while changed:
            low = changed & -changed
            changed ^= low
            at = low.bit_length() - 1
            found.append((_SQUARES[at], KINDS[bool(black & low)][types[at]] if types[at] else ""))
        return tuple(found)

    # ----------------------------------------------------------------------------------- moves

    @property
    def text(self) -> str:
        """`san` in the letters of the style."""
        return localised(self.san, self._style)

    def make(self, action: Action | None) -> Move | None:
        """Make a legal move in standard notation or coordinates. Takes about two microseconds."""
        if type(action) is Written:
            spelt = SAN_OF[action.text]
        elif type(action) is Move:
            spelt = self._of_coordinates(action.text)
        else:
            return None
        if spelt is None:
            return None
        kind, origins, to, promotion, said, captures, sign = spelt
        if kind == CASTLING:
            return self._castle(to)
        side, men = self.side, self.men
        if men[_MEN * side] >> to & 1:
            return None
        taken, passed = self._types[to], 0
        if kind == _PAWN:
            able, passed = self._pawns_to(to, origins, taken)
            taken = _PAWN if passed else taken
        else:
            able = reach(kind, to, men[0] | men[_MEN]) & men[_MEN * side + kind]
        found = able & origins
        if (
            kind == _KING
            or self.checked
            or passed
            or found & (found - 1)
            or (found & _LINES[self._kings[side]] and self._is_aimed_at())
        ):
            found = self.unexposed(found, kind, to, passed)
        if not found or found & (found - 1):
            return None
        origin = found.bit_length() - 1
        if not self.writing:
            self._move(kind, found, to, promotion, taken, passed)
            return MOVE_OF[origin | to << 6 | promotion << 12]
        wanted = _SQUARES[origin][0] if kind == _PAWN and taken else ""
        if able != found and kind != _PAWN:
            others = self.unexposed(able ^ found, kind, to, 0)
            wanted = _told_apart(origin, others) if others else ""
        self._move(kind, found, to, promotion, taken, passed)
        mark = self._sign() if self.checked else ""
        if said == wanted and captures == bool(taken) and sign == mark and type(action) is Written:
            self.san = action.text
        else:
            self.san = _written(kind, wanted, bool(taken), to, promotion) + mark
        return MOVE_OF[origin | to << 6 | promotion << 12]

    def _of_coordinates(self, text: str) -> Spelt | None:
        """What a record's move says, with the type of the piece on its origin."""
        spelt = COORDINATES_OF[text]
        if spelt is None:
            return None
        kind, to, home = self._types[spelt.origins.bit_length() - 1], spelt.to, _HOME[self.side]
        if not kind or bool(spelt.promotion) != (kind == _PAWN and to >> 3 in (0, 7)):
            return None
        if kind == _KING and spelt.origins == 16 << home and to - home in (2, 6):
            return Spelt(CASTLING, spelt.origins, to - home)
        return spelt._replace(kind=kind)

    def _move(
        self, kind: int, found: int, to: int, promotion: int, taken: int, passed: int
    ) -> None:
        """Make a legal move of a piece of a type, from the square of `found`.

        `taken` is the type of what it captures, `passed` the square of a pawn captured en passant.
        """
        men, types, side = self.men, self._types, self.side
        own, bit, origin = _MEN * side, _BITS[to], found.bit_length() - 1
        new = promotion or kind
        men[own] ^= found | bit
        men[own + kind] ^= found
        men[own + new] |= bit
        types[origin] = 0
        types[to] = new
        if taken:
            gone = passed or bit
            men[_MEN - own] ^= gone
            men[_MEN - own + taken] ^= gone
            if passed:
                types[passed.bit_length() - 1] = 0
        if kind == _KING:
            self._kings[side] = to
            self.rights &= ~_HOME_RANKS[side]
        if self.rights:
            self.rights &= ~(found | bit)
        self.ep = (origin + to) >> 1 if kind == _PAWN and abs(origin - to) == 16 else None
        if taken or kind == _PAWN:
            self._clock = 0
            self._quiet.clear()
        else:
            self._clock += 1
            self._quiet.append(origin | to << 6)
        self._end_move(new, bit, found | passed)

    def _pawns_to(self, to: int, origins: int, taken: int) -> tuple[int, int]:
        """Pawns of the side that reach a square, and the square of one that is captured en passant."""
        side = self.side
        pawns = self.men[_MEN * side + _PAWN]
        if taken:
            return _PAWN_ATTACKS[1 - side][to] & pawns, 0
        back = -8 if side == 0 else 8
        if not 0 <= to + back < 64:
            return 0, 0
        behind = _BITS[to + back]
        if to == self.ep and not origins & behind:
            return _PAWN_ATTACKS[1 - side][to] & pawns, behind
        if not behind & pawns and to >> 3 == (3 if side == 0 else 4) and not self._types[to + back]:
            behind = _BITS[to + 2 * back]
        return behind & pawns, 0

    def _is_aimed_at(self) -> bool:
        """Whether the king of the side to move would be in check on an empty board: pieces may be pinned."""
        men, king = self.men, self._kings[self.side]
        there = _MEN - _MEN * self.side
        queens = men[there + _QUEEN]
        return bool(
            (men[there + _ROOK] | queens) & _STRAIGHT[king]
            or (men[there + _BISHOP] | queens) & _DIAGONAL[king]
        )

    def unexposed(self, origins: int, kind: int, to: int, passed: int) -> int:
        """Those of the origins from which a piece can go to a square without leaving its king in check."""
        found = 0
        occupied = self.men[0] | self.men[_MEN] | _BITS[to]
        while origins:
            origin = origins & -origins
            origins ^= origin
            king = to if kind == _KING else self._kings[self.side]
            after = occupied & ~(origin | passed)
            if not self._is_attacked(king, 1 - self.side, after, ~(passed or _BITS[to])):
                found |= origin
        return found

    def _is_attacked(self, square: int, by: int, occupied: int, left: int) -> bool:
        """Whether those men of a side that are `left` attack a square."""
        men = self.men
        own = _MEN * by
        if (
            _KNIGHT_ATTACKS[square] & men[own + _KNIGHT] & left
            or _PAWN_ATTACKS[1 - by][square] & men[own + _PAWN] & left
            or _KING_ATTACKS[square] & men[own + _KING]
        ):
            return True
        queens = men[own + _QUEEN]
        sliders = (men[own + _ROOK] | queens) & _STRAIGHT[square] & left
        if sliders and sliders & (
            _RANK_ATTACKS[square][_RANK_MASKS[square] & occupied]
            | _FILE_ATTACKS[square][_FILE_MASKS[square] & occupied]
        ):
            return True
        sliders = (men[own + _BISHOP] | queens) & _DIAGONAL[square] & left
        return bool(sliders and sliders & _DIAG_ATTACKS[square][_DIAG_MASKS[square] & occupied])

    def may_castle(self, to: int) -> bool:
        """Whether castling brings the king to a file, 6 or 2."""
        side = self.side
        home = _HOME[side]
        rook, between = home + (7 if to == 6 else 0), (0x60 if to == 6 else 0x0E) << home
        occupied = self.men[0] | self.men[_MEN]
        if self.checked or self._kings[side] != home + 4 or occupied & between:
            return False
        if not self.rights >> rook & 1:
            return False
        ways = (home + 5, home + 6) if to == 6 else (home + 3, home + 2)
        return not any(self._is_attacked(one, 1 - side, occupied, _BOARD) for one in ways)

    def safe(self, reached: int) -> int:
        """Those of some squares on which the king of the side to move isn't attacked."""
        side, men, found = self.side, self.men, 0
        occupied = (men[0] | men[_MEN]) & ~men[_MEN * side + _KING]
        while reached:
            bit = reached & -reached
            reached ^= bit
            if not self._is_attacked(bit.bit_length() - 1, 1 - side, occupied | bit, ~bit):
                found |= bit
        return found

    def type_at(self, square: int) -> int:
        """The type of the piece on a square, 0 for none."""
        return self._types[square]

    def _castle(self, to: int) -> Move | None:
        """The usual castling, if nothing is in its way."""
        if not self.may_castle(to):
            return None
        side = self.side
        home = _HOME[side]
        king, rook, beside = home + 4, home + (7 if to == 6 else 0), home + (5 if to == 6 else 3)
        target = home + to
        own = _MEN * side
        kings, rooks = _BITS[king] | _BITS[target], _BITS[rook] | _BITS[beside]
        self.men[own] ^= kings | rooks
        self.men[own + _KING] ^= kings
        self.men[own + _ROOK] ^= rooks
        for square, type in ((king, 0), (rook, 0), (target, _KING), (beside, _ROOK)):
            self._types[square] = type
        self._kings[side] = target
        self.rights &= ~_HOME_RANKS[side]
        self.ep = None
        self._clock += 1
        self._end_move(_ROOK, _BITS[beside], kings | rooks)
        if self.writing:
            mark = self._sign() if self.checked else ""
            self.san = ("O-O" if to == 6 else "O-O-O") + mark
        return MOVE_OF[king | target << 6]

    def _end_move(self, kind: int, bit: int, left: int) -> None:
        """Let the other side move, and see whether it is in check.

        A piece of a type came onto the square `bit`; those of `left` were left.
        """
        self._changed = bit | left
        side = self.side
        men = self.men
        king = self._kings[1 - side]
        checked = False
        if (left | bit) & _LINES[king]:
            own = _MEN * side
            occupied = men[0] | men[_MEN]
            sliders = (men[own + _ROOK] | men[own + _QUEEN]) & _STRAIGHT[king]
            checked = bool(
                sliders
                and sliders
                & (
                    _RANK_ATTACKS[king][_RANK_MASKS[king] & occupied]
                    | _FILE_ATTACKS[king][_FILE_MASKS[king] & occupied]
                )
            )
            if not checked:
                sliders = (men[own + _BISHOP] | men[own + _QUEEN]) & _DIAGONAL[king]
                checked = bool(
                    sliders and sliders & _DIAG_ATTACKS[king][_DIAG_MASKS[king] & occupied]
                )
        if kind == _KNIGHT:
            checked = checked or bool(_KNIGHT_ATTACKS[king] & bit)
        elif kind == _PAWN:
            checked = checked or bool(_PAWN_ATTACKS[1 - side][king] & bit)
        self.checked = checked
        self._number += side
        self.side = 1 - side

    def _sign(self) -> str:
        """The sign of the move that gave check."""
        side = self.side
        king = self._kings[side]
        if self.safe(_KING_ATTACKS[king] & ~self.men[_MEN * side]):
            return "+"
        return "+" if any(self.board().generate_legal_moves()) else "#"


def reach(kind: int, to: int, occupied: int) -> int:
    """The squares from which a piece of a type, but a pawn, reaches a square."""
    if kind == _KNIGHT:
        return _KNIGHT_ATTACKS[to]
    if kind == _KING:
        return _KING_ATTACKS[to]
    reach = 0
    if kind != _ROOK:
        reach = _DIAG_ATTACKS[to][_DIAG_MASKS[to] & occupied]
    if kind != _BISHOP:
        reach |= (
            _RANK_ATTACKS[to][_RANK_MASKS[to] & occupied]
            | _FILE_ATTACKS[to][_FILE_MASKS[to] & occupied]
        )
    return reach


def can_replay(board: chess.Board | None) -> bool:
    """Whether a board is of chess as usual, with one king a side, of which none could be captured."""
    if type(board) is not chess.Board or board.chess960 or board.promoted:
        return False
    if board.pawns & (_HOME_RANKS[0] | _HOME_RANKS[1]) or board.kings.bit_count() != 2:
        return False
    kings = board.kings & board.occupied_co[chess.WHITE]
    return kings.bit_count() == 1 and not board.was_into_check()


def _told_apart(origin: int, others: int) -> str:
    """What the standard adds of an origin where others reach the same square: file, rank or both."""
    name = _SQUARES[origin]
    if not others & chess.BB_FILES[origin & 7]:
        return name[0]
    return name if others & chess.BB_RANKS[origin >> 3] else name[1]


def _written(kind: int, origin: str, captures: bool, to: int, promotion: int) -> str:
    letter = "" if kind == _PAWN else LETTERS[kind]
    end = f"={LETTERS[promotion]}" if promotion else ""
    return f"{letter}{origin}{'x' if captures else ''}{_SQUARES[to]}{end}"
