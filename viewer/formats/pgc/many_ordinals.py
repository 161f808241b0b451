"""The ordinals of the moves of many lines at once; `ordinals` says the same of one position after another."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import numpy as np

from viewer.games.chess.lines import ChessLines
from viewer.games.chess.many_boards import (
    BISHOP,
    BIT,
    HOME,
    KING,
    KNIGHT,
    MEN,
    NOWHERE,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    ZERO,
    Array,
    Boards,
    U,
    pawn_reach,
    reach,
    square_of,
)

_AT_ONCE = 1 << 13  # positions: what is computed of them stays in the processor's cache
_GROUPS = (BISHOP, KING, KNIGHT, 0, QUEEN, ROOK, PAWN)
"""The types of pieces in the order of their letters; 0 for castling."""
_CASTLING = _GROUPS.index(0)
_GROUP_OF = np.array([_GROUPS.index(type) for type in range(7)], dtype=np.int64)
_ALL = ~ZERO
_BETWEEN = np.array([chess.between(a, b) for a in range(64) for b in range(64)], dtype=U)
_RAYS = np.array([chess.ray(a, b) for a in range(64) for b in range(64)], dtype=U)
_FILES = np.array([chess.BB_FILES[square & 7] for square in range(64)], dtype=U)
_RANKS = np.array([chess.BB_RANKS[square >> 3] for square in range(64)], dtype=U)
_AHEAD = np.array([sum(chess.BB_FILES[: square & 7]) for square in range(64)], dtype=U)
_LAST = U(chess.BB_RANK_1 | chess.BB_RANK_8)
_NOT_A, _NOT_H = ~U(chess.BB_FILE_A), ~U(chess.BB_FILE_H)
_THIRD = (U(chess.BB_RANK_3), U(chess.BB_RANK_6))
_PROMOTIONS = np.array([0, 0, 1, 0, 3, 2, 0], dtype=np.int64)  # B, N, Q, R by type
_SIGN, _TAKES = 5, 17  # bits of a sign, the sign x: digits are 1 to 8, letters 9 to 16


def ordinals(played: ChessLines) -> Array:
    """The ordinal of each ply's move; of lines that aren't whole anything."""
    plies = len(played.packed)
    found = np.zeros(plies, dtype=np.uint8)
    side = (np.arange(plies) - np.repeat(played.first, played.count)) & 1
    for start in range(0, plies, _AT_ONCE):
        for one in (0, 1):
            rows = start + np.flatnonzero(side[start : start + _AT_ONCE] == one)
            if len(rows):
                found[rows] = _Positions(played, rows, one).ordinals()
    return found


class _Positions:
    """Positions before moves of a side, and the moves."""

    def __init__(self, played: ChessLines, rows: Array, side: int) -> None:
        first, before = played.is_first[rows], np.maximum(rows - 1, 0)
        men = played.before(rows)
        boards = Boards.of(men)
        boards.rights = np.where(first, U(chess.BB_CORNERS), played.rights[before])
        self._boards, self._men, self._side, self._own = boards, men, side, MEN * side
        self._ep = np.where(first, NOWHERE, played.ep[before].astype(np.int64))
        self._king = king = boards.kings[side]
        self._occupied = occupied = men[0] | men[MEN]
        packed = played.packed[rows].astype(np.int64)
        self._origin, self._to, self._promotion = packed & 63, packed >> 6 & 63, packed >> 12
        self._games = games = np.arange(len(rows))
        checkers = boards.attackers(king, 1 - side, occupied, games)
        between = _BETWEEN[king << 6 | square_of(checkers)]
        several = checkers & (checkers - ONE) != 0
        blocked = np.where(several, ZERO, checkers | between)
        self._allowed = np.where(checkers == 0, ~men[self._own], blocked)
        self._pinned = self._pins()
        kind = np.zeros(len(rows), dtype=np.int64)
        for type in _GROUPS:
            if type:
                kind[men[self._own + type] & BIT[self._origin] != 0] = type
        castled = (kind == KING) & (np.abs(self._origin - self._to) == 2)
        self._group = np.where(castled, _CASTLING, _GROUP_OF[kind])

    def _pins(self) -> Array:
        """The men of the side who stand between their king and a piece that would attack him."""
        men, there, king = self._men, MEN - self._own, self._king
        queens = men[there + QUEEN]
        aimed = reach(ROOK, king, np.zeros(len(king), dtype=U)) & (men[there + ROOK] | queens)
        aimed |= reach(BISHOP, king, np.zeros(len(king), dtype=U)) & (men[there + BISHOP] | queens)
        pinned = np.zeros(len(king), dtype=U)
        at = np.flatnonzero(aimed)
        while len(at):
            one = aimed[at] & (~aimed[at] + ONE)
            aimed[at] ^= one
            between = _BETWEEN[king[at] << 6 | square_of(one)] & self._occupied[at]
            alone = (between & (between - ONE) == 0) & (between & men[self._own, at] != 0)
            pinned[at] |= np.where(alone, between, ZERO)
            at = at[aimed[at] != 0]
        return pinned

    def ordinals(self) -> Array:
        """The ordinal of each move."""
        group = self._group
        found = np.zeros(len(group), dtype=np.int64)
        for place, kind in enumerate(_GROUPS[:-1]):
            at = np.flatnonzero(group >= place)
            if not len(at):
                continue
            if place == _CASTLING:
                short, long = self._castling(at)
                found[at] += np.where(group[at] > place, short.astype(np.int64) + long, 0)
                found[at] += (group[at] == place) & (self._to[at] & 7 == 2) & short
                continue
            own: list[tuple[Array, Array, Array]] = []
            for some, origin, reached in self._of(kind, at):
                later = group[some] > place
                found[some[later]] += np.bitwise_count(reached[later])
                now = ~later & (reached != 0)
                if now.any():
                    own.append((some[now], origin[now], reached[now]))
            if own:
                self._rank(own, found)
        at = np.flatnonzero(group == len(_GROUPS) - 1)
        if len(at):
            found[at] += self._pawns_before(at) + self._pawn_rank(at)
        return found

    def _of(self, kind: int, at: Array) -> Iterator[tuple[Array, Array, Array]]:
        """Pieces of a type in the games `at`: the games, origins, the squares that each reaches.

        One piece a game at a time.
        """
        if kind == KING:
            yield at, self._king[at], self._safe(at)
            return
        rest = self._men[self._own + kind].copy()
        at = at[(rest[at] != 0) & (self._allowed[at] != 0)]
        while len(at):
            one = rest[at] & (~rest[at] + ONE)
            rest[at] ^= one
            origin = square_of(one)
            reached = reach(kind, origin, self._occupied[at]) & self._allowed[at]
            pinned = np.flatnonzero(self._pinned[at] & one)
            reached[pinned] &= _RAYS[self._king[at[pinned]] << 6 | origin[pinned]]
            yield at, origin, reached
            at = at[rest[at] != 0]

    def _safe(self, at: Array) -> Array:
        """The squares to which the king can step."""
        own, king = self._men[self._own, at], self._king[at]
        rest = reach(KING, king, ZERO) & ~own
        around = self._occupied[at] & ~BIT[king]
        safe = np.zeros(len(at), dtype=U)
        while len(some := np.flatnonzero(rest)):
            one = rest[some] & (~rest[some] + ONE)
            rest[some] ^= one
            attacked = self._boards.attacked(
                square_of(one), 1 - self._side, around[some] | one, ~one, at[some]
            )
            safe[some] |= np.where(attacked, ZERO, one)
        return safe

    def _castling(self, at: Array) -> tuple[Array, Array]:
        """Whether the king can castle to the short and to the long side."""
        found = np.zeros((2, len(at)), dtype=bool)
        home = (self._boards.rights[at] != 0) & (self._king[at] == HOME[self._side] + 4)
        some = np.flatnonzero(home)
        if len(some):
            for place, to in enumerate((6, 2)):
                targets = np.full(len(some), to)
                found[place, some] = self._boards.castling(self._side, at[some], targets)
        return found[0], found[1]

    def _rank(self, own: list[tuple[Array, Array, Array]], found: Array) -> None:
        """Add how many moves of pieces of the type that moves have names that come before."""
        pieces = [
            (np.zeros(len(found), dtype=np.int64), np.zeros(len(found), dtype=U)) for _ in own
        ]
        for (some, origin, reached), (origins, reaches) in zip(own, pieces, strict=True):
            origins[some], reaches[some] = origin, reached
        mine = np.zeros(len(found), dtype=np.int64)
        keys = []
        for place, (some, origin, reached) in enumerate(own):
            bits = np.unpackbits(
                reached.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little"
            )
            at, to = np.nonzero(bits)
            games, start = some[at], origin[at]
            others = np.zeros(len(games), dtype=U)
            for other, (origins, reaches) in enumerate(pieces):
                if other != place:
                    both = reaches[games] & BIT[to] != 0
                    others |= np.where(both, BIT[origins[games]], ZERO)
            key = self._key(games, start, to, others)
            is_mine = (start == self._origin[games]) & (to == self._to[games])
            mine[games[is_mine]] = key[is_mine]
            keys.append((games, key))
        for games, key in keys:
            found += np.bincount(games[key < mine[games]], minlength=len(found))

    def _key(self, games: Array, start: Array, to: Array, others: Array) -> Array:
        """Numbers in the order of the names of pieces' moves: origin as far as it is told, x, target."""
        file, rank = others & _FILES[start] != 0, others & _RANKS[start] != 0
        tells_file = (others != 0) & ~(file & ~rank)
        tells_rank = (others != 0) & file
        takes = self._occupied[games] & BIT[to] != 0
        shift = np.full(len(to), 5 * _SIGN)
        key = np.zeros(len(to), dtype=np.int64)
        for told, sign in (
            (tells_file, 9 + (start & 7)),
            (tells_rank, 1 + (start >> 3)),
            (takes, _TAKES),
        ):
            shift -= _SIGN * told
            key += np.where(told, sign << shift, 0)
        return key + (9 + (to & 7) << shift - _SIGN) + (1 + (to >> 3) << shift - 2 * _SIGN)

    # ----------------------------------------------------------------------------------- pawns

    def _reached(self, at: Array, pawns: Array) -> tuple[Array, Array, Array]:
        """Squares that pawns reach: straight on, capturing to the left and to the right as white sees it."""
        found = self._pushed(at, pawns & ~self._pinned[at], np.full(len(at), _ALL))
        rest = pawns & self._pinned[at]
        some = np.flatnonzero(rest)
        while len(some):
            one = rest[some] & (~rest[some] + ONE)
            rest[some] ^= one
            line = _RAYS[self._king[at[some]] << 6 | square_of(one)]
            for whole, part in zip(found, self._pushed(at[some], one, line), strict=True):
                whole[some] |= part
            some = some[rest[some] != 0]
        return found

    def _pushed(self, at: Array, pawns: Array, line: Array) -> tuple[Array, Array, Array]:
        """The same for pawns that may go along a line only."""
        free, taken = ~self._occupied[at], self._men[MEN - self._own, at]
        allowed = self._allowed[at] & line
        third = _THIRD[self._side]
        if self._side == 0:
            ahead = pawns << U(8) & free
            ahead |= (ahead & third) << U(8) & free
            left, right = (pawns & _NOT_A) << U(7), (pawns & _NOT_H) << U(9)
        else:
            ahead = pawns >> U(8) & free
            ahead |= (ahead & third) >> U(8) & free
            left, right = (pawns & _NOT_A) >> U(9), (pawns & _NOT_H) >> U(7)
        return ahead & allowed, left & taken & allowed, right & taken & allowed

    def _passing(self, at: Array) -> Array:
        """The pawns that can capture en passant."""
        found = np.zeros(len(at), dtype=U)
        some = np.flatnonzero(self._ep[at] != NOWHERE)
        ep = self._ep[at[some]]
        able = pawn_reach(self._side, ep) & self._men[self._own + PAWN, at[some]]
        some, ep, able = some[able != 0], ep[able != 0], able[able != 0]
        while len(some):
            one = able & (~able + ONE)
            able = able ^ one
            passed = BIT[ep + (-8 if self._side == 0 else 8)]
            kinds = np.full(len(some), PAWN)
            legal = self._boards.unexposed(self._side, at[some], one, kinds, ep, passed)
            found[some[legal]] |= one[legal]
            left = able != 0
            some, ep, able = some[left], ep[left], able[left]
        return found

    def _pawns_before(self, at: Array) -> Array:
        """The number of moves of pawns on the files ahead of that which moves."""
        ahead = _AHEAD[self._origin[at]]
        count = np.bitwise_count(self._passing(at) & ahead).astype(np.int64)
        pawns = self._men[self._own + PAWN, at] & ahead
        return count + sum(_weight(some) for some in self._reached(at, pawns))

    def _pawn_rank(self, at: Array) -> Array:
        """How many moves of the pawns on the same file come before: first those that don't capture."""
        origin, to = self._origin[at], self._to[at]
        file = _FILES[origin]
        on, left, right = self._reached(at, self._men[self._own + PAWN, at] & file)
        passing = self._passing(at) & file != 0
        ep = np.where(passing, BIT[self._ep[at]], ZERO)
        beside = (self._ep[at] & 7) - (origin & 7)
        left, right = (
            left | np.where(beside == -1, ep, ZERO),
            right | np.where(beside == 1, ep, ZERO),
        )
        lower = BIT[to] - ONE
        step = (to & 7) - (origin & 7)
        count = _weight(np.where(step == 0, on & lower, on))
        count += np.where(step == 0, 0, _weight(np.where(step < 0, left & lower, left)))
        count += np.where(step > 0, _weight(right & lower), 0)
        return count + _PROMOTIONS[self._promotion[at]]


def _weight(squares: Array) -> Array:
    """The number of moves of pawns to squares, four for each promotion."""
    found = np.bitwise_count(squares).astype(np.int64)
    return found + 3 * np.bitwise_count(squares & _LAST).astype(np.int64)
