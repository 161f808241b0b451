"""Hex: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from viewer.base.fields import Field, Values
from viewer.base.messages import Message, counted, in_context, message
from viewer.games.capabilities import Begun
from viewer.games.game import NotationStyle, Side, StartPosition
from viewer.games.geometry import Geometry, PieceSet
from viewer.games.hex.board import (
    A1,
    BLUE,
    GOLEM,
    HEXWORLD,
    HTP,
    RED,
    SGF,
    SYNTAX,
    USUAL,
    ParsedMove,
    Position,
    format_move,
    grid_of,
    parse_move,
    read_setup,
    winning_chain,
)
from viewer.games.hex.geometry import BARRED, FLAT, LAYOUTS, geometry_as, geometry_for
from viewer.games.score import results_of
from viewer.games.stones.connection import (
    OUTSIDE,
    SAID_OF,
    SECOND,
    SWAPS_PIECES,
    SWAPS_SIDES,
    WON,
    WORD_OF,
    ConnectionGame,
)
from viewer.games.stones.coordinates import column_row
from viewer.games.stones.game import STONES, board_fields, board_setup
from viewer.games.stones.grid import placement_of, with_stones
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header

SIDE_NAMES = (in_context("hex", "Red"), message("Blue"))
_STONES = (message("a red stone"), message("a blue stone"))
_SIZES = (11, 13, 14, 19, 3, 5, 6, 7, 8, 9, 10, 15, 17)  # those of servers and tournaments first
_SAID_OF = {
    **SAID_OF,
    SWAPS_PIECES: message("{side} has taken over the stone, reflected and in its own colour."),
}
_PIECE_NAMES = {
    "red": message("Red stone"),
    "blue": message("Blue stone"),
    "red-swapped": message("Red stone after a swap"),
    "blue-swapped": message("Blue stone after a swap"),
}


def _cells(count: int) -> Message:
    return counted("{count} cell", "{count} cells", count)


class Hex(ConnectionGame[Position], Begun[Position]):
    """Hex. `viewer.games.hex.board` describes the texts of moves, squares and set-ups."""

    id = "hex"
    printing = "viewer.games.stones.printing:ConnectionPrinting"
    name = message("Hex")
    two_moves = "a10 f6"
    spoken = (
        r"(?<![A-Za-zÀ-žЀ-ӿ0-9_@#$])(?<!\d-)(?<![a-z]\d:)"
        r"[A-Xa-x]{1,2}\d{1,2}(?![A-Za-zÀ-žЀ-ӿ0-9_]|[-:][A-Za-z])"
    )
    move_words = tuple(WORD_OF.values())
    sides = (
        Side("red", SIDE_NAMES[0], "side-red"),
        Side("blue", SIDE_NAMES[1], "side-blue"),
    )
    starts = tuple(
        StartPosition(str(size), message("{size} by {size} cells", size=size), Setup(str(size)))
        for size in _SIZES
    )
    notations = (
        NotationStyle(A1, message("Letters and numbers (e3)")),
        NotationStyle(SGF, message("SGF (B[e3])")),
        NotationStyle(HEXWORLD, message("HexWorld (e3, :s)")),
        NotationStyle(HTP, message("HTP (black e3)")),
        NotationStyle(GOLEM, message("Little Golem (ec)")),
    )
    board_words = STONES._replace(squares=in_context("of a board", "cells"), counted=_cells)
    piece_names = _PIECE_NAMES
    geometry = geometry_for(USUAL, USUAL)
    stones = ("red", "blue")
    verdicts = True
    letters = "BW"  # SGF's Black is the first side
    results = results_of(SIDE_NAMES, letters, ways=WON)
    piece_sets = (
        PieceSet("stones", message("Stones with depth"), geometry.art),
        PieceSet("flat", message("Flat"), FLAT),
        PieceSet("barred", message("Flat, with bars"), BARRED),
    )
    trays = (("red",), ("blue",))
    syntax = SYNTAX
    layouts = LAYOUTS
    alike = (
        ("same", False),
        ("half-turn", False),
        ("transpose", True),
        ("anti-transpose", True),
    )
    unusual_size = message("{width} by {height} cells")
    said_of = _SAID_OF
    joined = (
        message("{side} has joined top and bottom: {stones}."),
        message("{side} has joined left and right: {stones}."),
    )
    no_first_stone = message("A swap is the answer to the first stone.")
    own_first_stone = message("The first stone is {side}'s own: the other side may swap.")

    def position(self, setup: Setup | None, headers: Sequence[Header] = ()) -> Position:
        """The position at a root; headers are ignored."""
        placement = SYNTAX.read_sized(setup)
        grid = grid_of(*SYNTAX.size_of(placement))
        board = with_stones(grid, grid.empty, placement)
        turn_known = bool(placement.to_play)
        side = self.side_after(placement if turn_known else placement_of(grid, board))
        return Position(None, setup, side, 0, grid, board, turn_known)

    def beginning_fields(self, values: Values) -> Sequence[Field]:
        """The board."""
        return board_fields(self)

    def beginning_setup(self, values: Values) -> Setup:
        """The board. Raises ValueError with a Message."""
        return board_setup(self, values)

    def beginning_headers(self, values: Values) -> Mapping[str, str]:
        """Nothing: there is one set of rules."""
        return {}

    # ---------------------------------------------------------------------------------- play

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action, which is played even if illegal.

        A stone on an occupied cell replaces the old one. After a move the other colour is to move, except
        after swapped sides, when the same number plays again.
        """
        grid, board = state.grid, state.board
        kind = type(action)
        if kind is Move:
            parsed = grid.parsed_moves[action.text]  # type: ignore[union-attr]  # a Move
            if parsed is not None:
                colour, point = parsed
                colour = colour or state.side + 1
                swapped, swaps, side = state.swapped, state.swaps, 2 - colour
                if point > 0:
                    cells = bytearray(board)
                    cells[point] = colour
                    board = bytes(cells)
                    if point == swapped:
                        swapped = 0
                elif point in (SWAPS_PIECES, SWAPS_SIDES):
                    swaps += 1
                    if point == SWAPS_SIDES:
                        side = colour - 1
                    elif grid.width == grid.height:
                        board, swapped = _swapped(state)
                ply = state.ply + 1
                return Position(state, action, side, ply, grid, board, True, swapped, swaps)
        if kind is Move or kind is Written:
            side, ply, turn_known = 1 - state.side, state.ply + 1, state.turn_known
            return Position(
                state, action, side, ply, grid, board, turn_known, state.swapped, state.swaps
            )
        return self.step_without_move(state, action)

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """Add and remove stones in mid-game; a set-up with a size replaces the whole board."""
        placement = read_setup(setup.text)
        if placement.width is not None:
            new = self.position(setup)
            grid, board, side = new.grid, new.board, new.side
        else:
            grid, side = state.grid, state.side
            board = with_stones(grid, state.board, placement)
        if placement.to_play:
            side = int(placement.to_play == SECOND)
        return Position(state, setup, side, state.ply, grid, board, bool(placement.to_play))

    def move_violation(
        self, before: Position, after: Position, parsed: ParsedMove
    ) -> Message | None:
        """The rule that a move breaks, None if it breaks none.

        Several moves in a row by one side are allowed: files may omit passes, and handicaps are played
        in this way.
        """
        colour, point = parsed
        if point in (SWAPS_PIECES, SWAPS_SIDES):
            return self.swap_violation(before, colour or before.side + 1, point)
        if point == OUTSIDE:
            return message("The cell is beyond the edge of the board.")
        if point > 0 and (there := before.board[point]):
            square, stone = before.grid.squares[point], _STONES[there - 1]
            return message("On {place} there is {stone} already.", place=square, stone=stone)
        return None

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """A move of the side to move to each empty cell, row by row; also after a win."""
        grid, board, colour = state.grid, state.board, state.side + 1
        return [grid.move(colour, point) for point in grid.points if not board[point]]

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The square of a stone; () for anything else."""
        if not isinstance(action, Move):
            return ()
        sign, _, square = action.text.rpartition(" ")
        return (square,) if sign in ("1", "2", "") and column_row(square) is not None else ()

    def touched(self, state: Position) -> tuple[str, ...]:
        """The square of the last stone placed, or of the stone that was just swapped."""
        action, before = state.action, state.previous
        if state.swapped and before is not None and state.swaps > before.swaps:
            return (state.grid.squares[state.swapped],)
        return self.touches(action)

    def chain(self, state: Position) -> tuple[int, ...]:
        """The points of the winning chain, from top or left; () if there is none."""
        return winning_chain(state)

    # -------------------------------------------------------------------------------- the board

    def geometry_of(self, state: Position) -> Geometry:
        """The board of the state's size, flat."""
        return geometry_for(state.grid.width, state.grid.height)

    def geometry_as(self, state: Position, layout: str) -> Geometry:
        """The board of the state's size in one of `layouts`."""
        return geometry_as(state.grid.width, state.grid.height, layout)

    def pieces(self, state: Position) -> Iterable[tuple[str, str]]:
        """(square, kind) of each stone, row by row."""
        found, swapped = super().pieces(state), state.swapped
        if not swapped:
            return found
        at = state.grid.squares[swapped]
        return [(square, f"{kind}-swapped" if square == at else kind) for square, kind in found]

    def stone_at(self, state: Position, square: str) -> str:
        """The kind of the stone on a square, which may have been swapped."""
        kind, swapped = super().stone_at(state, square), state.swapped
        here = kind and swapped and square == state.grid.squares[swapped]
        return f"{kind}-swapped" if here else kind

    def stone_of(self, kind: str) -> int:
        """The byte of a stone, whether it was swapped or not."""
        return super().stone_of(kind.removesuffix("-swapped"))

    # --------------------------------------------------------------------------------- words

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; a move out of turn is written with its colour."""
        parsed = before.grid.parsed_moves[move.text]
        if parsed is None or parsed[1] == OUTSIDE:
            return move.text
        colour, point = parsed
        other = bool(colour) and colour - 1 != before.side
        return format_move(before.grid, colour or before.side + 1, point, style, coloured=other)

    def move_meant(self, state: Position, text: str) -> Move | None:
        """The move that a text means, even against the rules."""
        found = parse_move(state.grid, text)
        return None if found is None else state.grid.move(found[0] or state.side + 1, found[1])


def _swapped(state: Position) -> tuple[bytes, int]:
    """The board with all stones reflected and recoloured, and the point of the only stone (else 0)."""
    grid, cells = state.grid, bytearray(state.grid.empty)
    last = count = 0
    for point in grid.points:
        stone = state.board[point]
        if stone:
            last = grid.reflected(point)
            cells[last] = RED + BLUE - stone
            count += 1
    return bytes(cells), last if count == 1 else 0


GAME = Hex()
