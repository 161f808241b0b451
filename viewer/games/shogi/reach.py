"""The moves of each piece, as tables by piece and square; the pieces that reach a square; legal moves.

All moves of an ordinary position are rsshogi's. Positions that no game can reach (several kings, a hundred
rooks, a side in check while the other is to move) are left to our own tables, which accept any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from viewer.games.shogi.position import (
    BISHOP,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    MOVE_OF,
    MOVE_PARTS,
    PAWN,
    PROMOTABLE,
    PROMOTION,
    ROOK,
    SILVER,
    SQUARES,
    Hands,
    MoveParts,
    Position,
    after_move,
    occupied,
    write_sfen,
)
from viewer.tree.action import Move

Direction = tuple[int, int]  # rows down, columns to the right, for Black
Targets = tuple[tuple[int, ...], ...]
Rays = tuple[tuple[tuple[int, ...], ...], ...]

_STRAIGHT: tuple[Direction, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
_DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_GOLD: tuple[Direction, ...] = (*_STRAIGHT, (-1, -1), (-1, 1))

_STEPS: dict[int, tuple[Direction, ...]] = {
    PAWN: ((-1, 0),),
    KNIGHT: ((-2, -1), (-2, 1)),
    SILVER: ((-1, 0), *_DIAGONAL),
    GOLD: _GOLD,
    KING: (*_STRAIGHT, *_DIAGONAL),
    **{kind + PROMOTION: _GOLD for kind in (PAWN, LANCE, KNIGHT, SILVER)},
    BISHOP + PROMOTION: _STRAIGHT,
    ROOK + PROMOTION: _DIAGONAL,
}
_SLIDES: dict[int, tuple[Direction, ...]] = {
    LANCE: ((-1, 0),),
    BISHOP: _DIAGONAL,
    ROOK: _STRAIGHT,
    BISHOP + PROMOTION: _DIAGONAL,
    ROOK + PROMOTION: _STRAIGHT,
}
PIECES: tuple[int, ...] = tuple(
    kind | side << 4 for side in (0, 1) for kind in sorted({*_STEPS, *_SLIDES})
)
"""All pieces there are, by byte."""


def _ray(square: int, way: Direction) -> tuple[int, ...]:
    """The squares that lie in a direction, the nearest first."""
    row, column = square // 9 + way[0], square % 9 + way[1]
    found = []
    while 0 <= row < 9 and 0 <= column < 9:
        found.append(row * 9 + column)
        row, column = row + way[0], column + way[1]
    return tuple(found)


def _back(way: Direction) -> Direction:
    return -way[0], -way[1]


_JUMPS: tuple[Direction, ...] = (*_STEPS[KNIGHT], *map(_back, _STEPS[KNIGHT]))
_RAYS = {
    way: tuple(_ray(square, way) for square in SQUARES) for way in (*_STRAIGHT, *_DIAGONAL, *_JUMPS)
}
"""The squares that lie in each direction from each square."""


def _turned(ways: tuple[Direction, ...], side: int) -> tuple[Direction, ...]:
    """Directions as a side has them; white's are black's turned by half."""
    return tuple(map(_back, ways)) if side else ways


@cache
def _targets(ways: tuple[Direction, ...]) -> Targets:
    rays = [_RAYS[way] for way in ways]
    return tuple([tuple([ray[at][0] for ray in rays if ray[at]]) for at in SQUARES])


@cache
def _rays(ways: tuple[Direction, ...]) -> Rays:
    rays = [_RAYS[way] for way in ways]
    return tuple([tuple([ray[at] for ray in rays if ray[at]]) for at in SQUARES])


STEPS: dict[int, Targets] = {
    piece: _targets(_turned(_STEPS.get(piece & 15, ()), piece >> 4)) for piece in PIECES
}
"""The squares one step away, by piece and square."""
RAYS: dict[int, Rays] = {
    piece: _rays(_turned(_SLIDES.get(piece & 15, ()), piece >> 4)) for piece in PIECES
}
"""The lines that a piece runs along, nearest square first, by piece and square."""


def _turn(piece: int) -> int:
    return piece ^ 16


_Near = tuple[tuple[int, frozenset[int]], ...]
_Far = tuple[tuple[tuple[int, ...], frozenset[int]], ...]


def _attackers(side: int) -> tuple[tuple[_Near, ...], tuple[_Far, ...]]:
    """By square: which pieces of a side attack it from which square near by, and along which line."""

    def coming(goes: Mapping[int, tuple[Direction, ...]]) -> list[tuple[Direction, frozenset[int]]]:
        """Where from, seen from the target, and which pieces."""
        found = []
        for way in _RAYS:
            kinds = [kind for kind, ways in goes.items() if _back(way) in _turned(ways, side)]
            if kinds:
                found.append((way, frozenset(kind | side << 4 for kind in kinds)))
        return found

    steps, slides = coming(_STEPS), coming(_SLIDES)
    near = [
        tuple([(_RAYS[way][at][0], some) for way, some in steps if _RAYS[way][at]])
        for at in SQUARES
    ]
    far = [
        tuple([(_RAYS[way][at], some) for way, some in slides if _RAYS[way][at]]) for at in SQUARES
    ]
    return tuple(near), tuple(far)


_ATTACKERS = (_attackers(0), _attackers(1))


def attacked(board: bytes, square: int, by: int) -> bool:
    """Whether a side's pieces attack a square."""
    near, far = _ATTACKERS[by]
    for origin, pieces in near[square]:
        if board[origin] in pieces:
            return True
    for ray, pieces in far[square]:
        for at in ray:
            piece = board[at]
            if piece:
                if piece in pieces:
                    return True
                break
    return False


def checked(board: bytes, side: int) -> bool:
    """Whether a king of a side is attacked; no king is never in check."""
    king = KING | side << 4
    at = board.find(king)
    while at >= 0:
        if attacked(board, at, 1 - side):
            return True
        at = board.find(king, at + 1)
    return False


def origins(board: bytes, piece: int, target: int) -> list[int]:
    """The squares from which pieces of a kind and side reach a square, whatever is on it."""
    if piece not in STEPS:
        return []
    found = [at for at in STEPS[_turn(piece)][target] if board[at] == piece]
    for ray in RAYS[_turn(piece)][target]:
        for at in ray:
            there = board[at]
            if there:
                if there == piece:
                    found.append(at)
                break
    return found


# ----------------------------------------------------------------------------------- promotion


def ranks_ahead(square: int, side: int) -> int:
    """The number of ranks in front of a square, as seen by a side: 0 on the last rank."""
    return 8 - square // 9 if side else square // 9


def may_promote(piece: int, origin: int, target: int) -> bool:
    """Whether a piece may promote on this move: it can, and enters, leaves or stays in the zone."""
    if piece & 15 not in PROMOTABLE:
        return False
    side = piece >> 4
    return ranks_ahead(target, side) < 3 or ranks_ahead(origin, side) < 3


_DEAD = {PAWN: 1, LANCE: 1, KNIGHT: 2}


def is_immobile(piece: int, square: int) -> bool:
    """Whether a piece could never move again from a square."""
    return ranks_ahead(square, piece >> 4) < _DEAD.get(piece & 15, 0)


# ------------------------------------------------- moves generated without a library, for any board


def board_moves(board: bytes, side: int) -> Iterator[MoveParts]:
    """The moves of a side's pieces on the board, whatever becomes of its king; by origin from 9a on."""
    for origin in occupied(board):
        piece = board[origin]
        if piece >> 4 != side or piece not in STEPS:
            continue
        targets = [at for at in STEPS[piece][origin] if not board[at] or board[at] >> 4 != side]
        for ray in RAYS[piece][origin]:
            for at in ray:
                there = board[at]
                if not there or there >> 4 != side:
                    targets.append(at)
                if there:
                    break
        promotable = piece & 15 in PROMOTABLE
        zone = promotable and ranks_ahead(origin, side) < 3
        for target in targets:
            if promotable and (zone or ranks_ahead(target, side) < 3):
                yield origin, target, True, 0
            if not is_immobile(piece, target):
                yield origin, target, False, 0


def drops(board: bytes, hands: Hands, side: int) -> Iterator[MoveParts]:
    """The drops of a side on free squares, without immobile pieces and second pawns on a file."""
    for kind in range(PAWN, KING):
        if not hands[kind + 8 * side]:
            continue
        piece = kind | side << 4
        for target in SQUARES:
            if board[target] or is_immobile(piece, target):
                continue
            if kind == PAWN and piece in board[target % 9 :: 9]:
                continue
            yield -1, target, False, kind


def exposes(board: bytes, hands: Hands, side: int, parts: MoveParts) -> bool:
    """Whether a side's king is in check after its move."""
    return checked(after_move(board, hands, side, parts)[0], side)


def is_drop_mate(board: bytes, hands: Hands, side: int, parts: MoveParts) -> bool:
    """Whether a drop is a pawn drop that gives mate.

    The pawn is next to the king, so that no drop of the other side can help.
    """
    if parts[3] != PAWN:
        return False
    king = parts[1] + (9 if side else -9)
    if not 0 <= king < 81 or board[king] != KING | (1 - side) << 4:
        return False
    after, held, other = after_move(board, hands, side, parts)
    return not any(not exposes(after, held, other, move) for move in board_moves(after, other))


def legal(board: bytes, hands: Hands, side: int) -> Iterator[MoveParts]:
    """The moves of a side that break no rule of a single move."""
    for parts in board_moves(board, side):
        if not exposes(board, hands, side, parts):
            yield parts
    in_check = checked(board, side)
    for parts in drops(board, hands, side):
        # A drop never opens a line.
        if in_check and exposes(board, hands, side, parts):
            continue
        if not is_drop_mate(board, hands, side, parts):
            yield parts


def can_move(board: bytes, hands: Hands, side: int) -> bool:
    """Whether a side has a legal move."""
    return next(legal(board, hands, side), None) is not None


# ------------------------------------------------------------- all legal moves of a position

_FULL_SET = (0, 18, 4, 4, 4, 4, 2, 2)  # of each kind, by its byte
_KINGS = (KING, KING | 16)


def legal_moves(position: Position) -> list[Move]:
    """The moves of the side to move that break no rule of a single move."""
    board, hands, side = position.board, position.hands, position.side
    if _is_usual(position):
        from rsshogi.core import Board  # deferred: takes a seventh of a second

        known = Board(write_sfen(position.numbered(1)))
        texts = [move.to_usi() for move in known.legal_moves()]
        return [MOVE_OF[parts] for text in texts if (parts := MOVE_PARTS[text]) is not None]
    return [MOVE_OF[parts] for parts in legal(board, hands, side)]


def _is_usual(position: Position) -> bool:
    """Whether a position could come from a game or a problem, as rsshogi requires."""
    board, hands = position.board, position.hands
    if any(board.count(king) > 1 for king in _KINGS) or checked(board, 1 - position.side):
        return False
    counts = [0] * 8
    for square, piece in enumerate(board):
        if piece:
            if is_immobile(piece, square):
                return False
            if piece & 15 != KING:
                counts[piece & 7] += 1
    return all(
        counts[kind] + hands[kind] + hands[kind + 8] <= most for kind, most in enumerate(_FULL_SET)
    )
