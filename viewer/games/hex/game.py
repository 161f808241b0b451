"""Hex: the object that the registry names, with what the modules beside it give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.base.messages import Message, message
from viewer.games.game import NotationStyle, PieceSet, Side, StartPosition
from viewer.games.geometry import Geometry
from viewer.games.hex.board import (
    BLUE,
    RED,
    Position,
    winning_chain,
)
from viewer.games.hex.geometry import BARRED, FLAT, LAYOUTS, geometry_as, geometry_for
from viewer.games.hex.notation import A1, GOLEM, HEXWORLD, HTP, SGF, format_move, parse_move
from viewer.games.hex.observe import observe, outcome
from viewer.games.hex.results import RESULTS
from viewer.games.hex.setup import SECOND, SYNTAX, USUAL, Placement, column_row, read_setup
from viewer.games.hex.starts import SIZES, misplaced, side_after, start_label, start_position
from viewer.games.hex.violations import SIDE_NAMES, swap_violation, violation_of
from viewer.games.score import Outcome
from viewer.games.stones.connection import (
    OUTSIDE,
    SWAPS_PIECES,
    SWAPS_SIDES,
    ConnectionGame,
)
from viewer.games.stones.grid import with_stones
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header

_PIECE_NAMES = {
    "red": message("Red stone"),
    "blue": message("Blue stone"),
    "red-swapped": message("Red stone after a swap"),
    "blue-swapped": message("Blue stone after a swap"),
}


class Hex(ConnectionGame[Position]):
    """Hex. Moves, squares and set-ups are as in `viewer.games.hex.setup`."""

    id = "hex"
    name = message("Hex")
    sides = (
        Side("red", SIDE_NAMES[0], "side-red"),
        Side("blue", SIDE_NAMES[1], "side-blue"),
    )
    starts = tuple(
        StartPosition(str(size), message("{size} by {size} cells", size=size), Setup(str(size)))
        for size in SIZES
    )
    notations = (
        NotationStyle(A1, message("Letters and numbers (e3)")),
        NotationStyle(SGF, message("SGF (B[e3])")),
        NotationStyle(HEXWORLD, message("HexWorld (e3, :s)")),
        NotationStyle(HTP, message("HTP (black e3)")),
        NotationStyle(GOLEM, message("Little Golem (ec)")),
    )
    piece_names = _PIECE_NAMES
    geometry = geometry_for(USUAL, USUAL)
    mark_sign = "triangle"
    stones = ("red", "blue")
    mark_kinds = ("triangle", "square", "circle", "cross", "label", "line", "arrow")
    verdicts = True
    results = RESULTS
    piece_sets = (
        PieceSet("stones", message("Stones with depth"), geometry.art),
        PieceSet("flat", message("Flat"), FLAT),
        PieceSet("barred", message("Flat, with bars"), BARRED),
    )
    trays = (("red",), ("blue",))
    syntax = SYNTAX
    layouts = LAYOUTS

    def position(self, setup: Setup | None, headers: Sequence[Header] = ()) -> Position:
        """The position of a root."""
        return start_position(setup)

    def side_after(self, placement: Placement) -> int:
        """The side that a set-up says, else who has fewer stones, else red."""
        return side_after(placement)

    def misplaced(self, placement: Placement, width: int, height: int) -> Message | None:
        """The first square beyond the edge."""
        return misplaced(placement, width, height)

    def start_label(self, start: Position) -> Message | None:
        """Another size, or that stones were set up."""
        return start_label(start)

    # ---------------------------------------------------------------------------------- play

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action: everything is played as it is written.

        A stone on an occupied cell takes its place. After a move the other colour is to move, but
        for swapped sides, after which the same number plays again.
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
        """Stones put on and taken off in mid-game; with a size the whole board is another."""
        placement = read_setup(setup.text)
        if placement.width is not None:
            new = start_position(setup)
            grid, board, side = new.grid, new.board, new.side
        else:
            grid, side = state.grid, state.side
            board = with_stones(grid, state.board, placement)
        if placement.to_play:
            side = int(placement.to_play == SECOND)
        return Position(state, setup, side, state.ply, grid, board, bool(placement.to_play))

    def find_violation(self, state: Position) -> Message | None:
        """Which rule the last action breaks."""
        return violation_of(state)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """A stone of the side to move on each empty cell, row by row; records go on after a win."""
        grid, board, colour = state.grid, state.board, state.side + 1
        return [grid.move(colour, point) for point in grid.points if not board[point]]

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The square of a stone; () for anything else."""
        if not isinstance(action, Move):
            return ()
        sign, _, square = action.text.rpartition(" ")
        return (square,) if sign in ("1", "2", "") and column_row(square) is not None else ()

    def touched(self, state: Position) -> tuple[str, ...]:
        """The square of the last stone, also of one that was swapped."""
        action, before = state.action, state.previous
        if state.swapped and before is not None and state.swaps > before.swaps:
            return (state.grid.squares[state.swapped],)
        return self.touches(action)

    def swap_violation(self, state: Position, colour: int, point: int) -> Message | None:
        """Why a colour can't swap in a position, None where it can."""
        return swap_violation(state, colour, point)

    def chain(self, state: Position) -> tuple[int, ...]:
        """The points of the winning chain, from top or left."""
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

    def stone_of(self, kind: str) -> int:
        """The byte of a stone, whether it was swapped or not."""
        return super().stone_of(kind.removesuffix("-swapped"))

    # --------------------------------------------------------------------------------- words

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; one out of turn says its colour."""
        parsed = before.grid.parsed_moves[move.text]
        if parsed is None or parsed[1] == OUTSIDE:
            return move.text
        colour, point = parsed
        other = bool(colour) and colour - 1 != before.side
        return format_move(before.grid, colour or before.side + 1, point, style, coloured=other)

    def read_moves(self, state: Position, text: str, style: str = "") -> list[Move]:
        """The move that a text means if it breaks no rule; without a colour the side to move's."""
        found = parse_move(state.grid, text)
        if found is None:
            return []
        move = state.grid.move(found[0] or state.side + 1, found[1])
        return [] if violation_of(self.step(state, move)) is not None else [move]

    def outcome(self, state: Position) -> Outcome | None:
        """The win of the side that has joined its edges."""
        return outcome(state)

    def observations(self, state: Position) -> list[Message]:
        """Turns, swaps, passes, and who has joined its edges."""
        return observe(state)


def _swapped(state: Position) -> tuple[bytes, int]:
    """All stones reflected and in the other colour, and where the only one is (else 0)."""
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
