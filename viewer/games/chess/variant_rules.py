"""The rules of each variant of chess beyond the moves, which python-chess has: `variants` names them.

This module is loaded with the first board of a variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import chess
import chess.variant
from chess.variant import CrazyhouseBoard, CrazyhousePocket, ThreeCheckBoard

from viewer.base.messages import Message, counted, message
from viewer.games.chess.fen import SIDE_NAMES, ParsedFen, short
from viewer.games.chess.position import HELD, PIECES, SQUARES, pocket_square
from viewer.games.chess.variants import VariantRules

_MOST = 99  # pieces of a kind in a pocket
_LETTERS = frozenset("QRBNPqrbnp")


def _name(colour: chess.Color) -> Message:
    return SIDE_NAMES[not colour]


def _winner(board: chess.Board) -> chess.Color | None:
    """The side that a variant's own rule has made the winner, None for a draw."""
    if board.is_variant_draw():
        return None
    return board.turn if board.is_variant_win() else not board.turn


class _KingOfTheHill(VariantRules):
    board_class = chess.variant.KingOfTheHillBoard

    def end(self, board: chess.Board) -> Message | None:
        if not board.is_variant_end():
            return None
        inside = board.kings & chess.BB_CENTER
        winner = _name(bool(inside & board.occupied_co[chess.WHITE]))
        return message("{side}'s king has reached the centre: {side} wins.", side=winner)


class _ThreeCheck(VariantRules):
    board_class = ThreeCheckBoard

    def take(self, board: chess.Board, read: ParsedFen) -> Message | None:
        if read.checks is not None:
            white, black = read.checks
            remaining = cast("ThreeCheckBoard", board).remaining_checks
            remaining[chess.WHITE], remaining[chess.BLACK] = white, black
        return super().take(board, read)

    def tally(self, board: chess.Board) -> tuple[Message, Message] | None:
        remaining = cast("ThreeCheckBoard", board).remaining_checks
        return _checks(remaining[chess.WHITE]), _checks(remaining[chess.BLACK])

    def key(self, board: chess.Board) -> tuple[object, ...]:
        return tuple(cast("ThreeCheckBoard", board).remaining_checks)

    def end(self, board: chess.Board) -> Message | None:
        if not board.is_variant_end():
            return None
        winner = _winner(board)
        if winner is None:
            return message("Both sides have given all their checks.")
        return message("{side} has given the last check and wins.", side=_name(winner))


def _checks(left: int) -> Message:
    return counted("{count} check left", "{count} checks left", max(left, 0))


class _Atomic(VariantRules):
    board_class = chess.variant.AtomicBoard

    def end(self, board: chess.Board) -> Message | None:
        if not board.is_variant_end():
            return None
        gone = [side for side in chess.COLORS if not board.kings & board.occupied_co[side]]
        if len(gone) > 1:
            return message("Both kings have exploded.")
        return message(
            "{side}'s king has exploded: {winner} wins.",
            side=_name(gone[0]),
            winner=_name(not gone[0]),
        )

    def forbids(self, board: chess.Board, move: chess.Move) -> Message | None:
        if not board.is_pseudo_legal(move) or not board.is_capture(move):
            return None
        if board.kings >> move.from_square & 1:
            return message("A king doesn't capture: he would explode.")
        after = self.pushed(board, move)
        if not after.kings & after.occupied_co[board.turn]:
            return message("{side}'s own king would explode.", side=_name(board.turn))
        return None


class _Horde(VariantRules):
    board_class = chess.variant.HordeBoard

    def end(self, board: chess.Board) -> Message | None:
        if not board.is_variant_end() or not board.occupied:
            return None
        if not board.occupied_co[chess.WHITE]:
            return message("The horde has been captured: {side} wins.", side=_name(chess.BLACK))
        return message(
            "{side} has no pieces left: {winner} wins.",
            side=_name(chess.BLACK),
            winner=_name(chess.WHITE),
        )


class _RacingKings(VariantRules):
    board_class = chess.variant.RacingKingsBoard

    def end(self, board: chess.Board) -> Message | None:
        if not board.is_variant_end():
            return None
        winner = _winner(board)
        if winner is None:
            return message("Both kings have reached the eighth rank: the race is drawn.")
        return message(
            "{side}'s king has reached the eighth rank and wins the race.", side=_name(winner)
        )

    def forbids(self, board: chess.Board, move: chess.Move) -> Message | None:
        if board.is_pseudo_legal(move) and board.gives_check(move):
            return message("In Racing Kings no move may give check.")
        return None


class _Antichess(VariantRules):
    board_class: type[chess.Board] = chess.variant.AntichessBoard

    def end(self, board: chess.Board) -> Message | None:
        if not board.occupied:
            return None
        if board.is_variant_end():
            gone = not board.occupied_co[chess.WHITE]
            return message("{side} has no pieces left and wins.", side=_name(gone))
        if not board.is_stalemate():
            return None
        winner, side = _winner(board), _name(board.turn)
        if winner is None:
            return message(
                "{side} has no legal move, and both have as many pieces: a draw.", side=side
            )
        if winner == board.turn:
            return message("{side} has no legal move and wins.", side=side)
        return message(
            "{side} has no legal move and more pieces: {winner} wins.",
            side=side,
            winner=_name(winner),
        )

    def forbids(self, board: chess.Board, move: chess.Move) -> Message | None:
        if not board.is_pseudo_legal(move) or board.is_capture(move):
            return None
        if any(board.generate_pseudo_legal_captures()):
            return message("{side} can capture, and so has to.", side=_name(board.turn))
        return None


class _Giveaway(_Antichess):
    board_class = chess.variant.GiveawayBoard


class _Suicide(_Antichess):
    board_class = chess.variant.SuicideBoard


class _Crazyhouse(VariantRules):
    board_class = CrazyhouseBoard
    has_pockets = True

    def take(self, board: chess.Board, read: ParsedFen) -> Message | None:
        pocket = read.pocket or ""
        counts: dict[str, int] = {}
        for letter in pocket:
            if letter in _LETTERS:
                counts[f"{letter}@"] = counts.get(f"{letter}@", 0) + 1
        self.set_counts(board, counts)
        odd = next((letter for letter in pocket if letter not in _LETTERS), None)
        if odd is None:
            return None
        return message(
            "“{letter}” in the pockets ({text}) is no piece that can be in hand.",
            letter=odd,
            text=short(pocket),
        )

    def pushed(self, board: chess.Board, move: chess.Move) -> chess.Board:
        after = cast("CrazyhouseBoard", board.copy(stack=False))
        mine = after.pockets[after.turn]
        if move.drop and not mine.count(move.drop):
            mine.add(move.drop)  # python-chess drops only what is there
        after.push(move)
        while mine.count(chess.KING):  # captured against the rules: he disappears
            mine.remove(chess.KING)
        after.clear_stack()
        return after

    def counts(self, board: chess.Board) -> Mapping[str, int]:
        pockets = cast("CrazyhouseBoard", board).pockets
        return {
            pocket_square(side, type): count
            for side, colour in enumerate((chess.WHITE, chess.BLACK))
            for type in HELD
            if (count := pockets[colour].count(type))
        }

    def set_counts(self, board: chess.Board, counts: Mapping[str, int]) -> None:
        pockets = cast("CrazyhouseBoard", board).pockets
        pockets[:] = [CrazyhousePocket(), CrazyhousePocket()]
        for square, count in counts.items():
            if square in SQUARES:
                side, type = SQUARES[square]
                for _ in range(min(count, _MOST)):
                    pockets[not side].add(type)

    def key(self, board: chess.Board) -> tuple[object, ...]:
        return board.promoted, *sorted(self.counts(board).items())

    def forbids(self, board: chess.Board, move: chess.Move) -> Message | None:
        type, target = move.drop, move.to_square
        if not type:
            return None
        held = cast("CrazyhouseBoard", board).pockets[board.turn]
        if type == chess.KING or not held.count(type):
            return message(
                "{side} has no {piece} in the pocket.",
                side=_name(board.turn),
                piece=PIECES[type],
            )
        if board.occupied >> target & 1:
            return message(
                "There is a piece on {place}; drops go to free squares.",
                place=chess.SQUARE_NAMES[target],
            )
        if type == chess.PAWN and chess.BB_BACKRANKS >> target & 1:
            return message("A pawn isn't dropped on the first or the last rank.")
        return None


CRAZYHOUSE = _Crazyhouse()
KING_OF_THE_HILL = _KingOfTheHill()
THREE_CHECK = _ThreeCheck()
ATOMIC = _Atomic()
HORDE = _Horde()
RACING_KINGS = _RacingKings()
ANTICHESS = _Antichess()
GIVEAWAY = _Giveaway()
SUICIDE = _Suicide()
