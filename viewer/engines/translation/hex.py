"""Hex for GTP, as MoHex, Wolve and KataHex speak it: cells such as c4. Black is red, which moves first."""

from __future__ import annotations

from typing import Any

from viewer.base.messages import Message, message
from viewer.engines.translation.translator import GtpTranslator
from viewer.games.hex.board import BLUE, RED, Position
from viewer.games.stones.grid import placement_of
from viewer.tree.action import Move

_LARGEST = 26
_COLOURS = {"1": "B", "2": "W"}


class HexTranslator(GtpTranslator):
    """Hex. A swap isn't replayed, since engines disagree on its meaning: they get the board after it."""

    words = ("hexgui-analyze_commands", "mohex-get-pv", "dfpn-solve-state", "vc-build")

    def replays(self, text: str) -> bool:
        """Stones only."""
        return text.split(" ")[-1][-1].isdigit()

    def unsound(self, state: Position) -> Message | None:
        """The board is too large for letters."""
        if state.grid.width > _LARGEST or state.grid.height > _LARGEST:
            return message("Engines play on boards of up to {count} lines.", count=_LARGEST)
        return None

    def set_up(self, state: Position) -> list[str]:
        """Size and stones."""
        grid = state.grid
        placement = placement_of(grid, state.board)
        size = str(grid.width) if grid.width == grid.height else f"{grid.width} {grid.height}"
        stones = [f"play B {square}" for square in placement.first]
        stones += [f"play W {square}" for square in placement.second]
        return [f"boardsize {size}", "clear_board", *stones]

    def play(self, text: str, state: Position) -> str:
        """`play B c4`."""
        player, cell = text.split(" ")
        return f"play {_COLOURS[player]} {cell}"

    def squares(self, state: Position) -> list[str]:
        """All cells."""
        return [state.grid.squares[point] for point in state.grid.points]

    def square(self, name: str, state: Position) -> str:
        """The cell, in small letters."""
        name = name.lower()
        return name if name in state.grid.point_of else ""

    def move_in(self, text: str, side: int, state: Any, dialect: Any) -> Move | None:
        """A cell."""
        point = state.grid.point_of.get(text.lower())
        return None if point is None else state.grid.move((RED, BLUE)[side], point)
