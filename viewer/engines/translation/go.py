"""Go for GTP: boards, komi, handicap and stones; points such as Q16."""

from __future__ import annotations

import json
from typing import Any

from viewer.base.messages import Message, message
from viewer.engines.translation.translator import GtpTranslator
from viewer.games.go.board import BLACK, COLOURS, WHITE, Position, chain_without_liberty
from viewer.games.go.setup import AREA, column_row
from viewer.games.stones.grid import placement_of
from viewer.tree.action import Move

_LARGEST = 25
_FIRST_HANDICAP = 2
_BONUS = {"all": "N", "less-one": "N-1"}  # by `Rules.returned`


class GoTranslator(GtpTranslator):
    """Go."""

    words = ("komi", "final_score", "kgs-time_settings", "fixed_handicap")

    def unsound(self, state: Position) -> Message | None:
        """A stone without a liberty stands on the board, or GTP can't name the board's points."""
        grid, board = state.grid, state.board
        if grid.width > _LARGEST or grid.height > _LARGEST:
            return message("Engines play on boards of up to {count} lines.", count=_LARGEST)
        for point in grid.points:
            if board[point] and chain_without_liberty(board, point, grid.stride) is not None:
                return message("The stone on {point} has no liberty.", point=grid.names[point])
        return None

    def set_up(self, state: Position) -> list[str]:
        """Size, komi, then the stones: as a handicap if Black alone has some and White is to move."""
        grid, rules = state.grid, state.rules
        size = str(grid.width)
        command = "boardsize"
        if grid.width != grid.height:
            command, size = "rectangular_boardsize", f"{grid.width} {grid.height}"
        placement = placement_of(grid, state.board)
        black = [grid.names[grid.point_of[square]] for square in placement.first]
        white = [grid.names[grid.point_of[square]] for square in placement.second]
        handicap = len(black) if not white and len(black) >= _FIRST_HANDICAP and state.side else 0
        komi = rules.komi_for(handicap)
        commands = [f"{command} {size}", "clear_board", f"komi {komi:g}"]
        if handicap:
            return [*commands, f"set_free_handicap {' '.join(black)}"]
        for colour, names in ((BLACK, black), (WHITE, white)):
            commands += [f"play {COLOURS[colour]} {name}" for name in names]
        return commands

    def rules(self, state: Position) -> str:
        """The rules in JSON, as in KataGo's docs/GTP_Extensions.md, with what White gets for a handicap."""
        rules = state.rules
        area = rules.scoring == AREA
        bonus = _BONUS.get(rules.returned, "0") if area else "0"
        told = {
            "hasButton": False,
            "ko": rules.ko.upper(),
            "scoring": "AREA" if area else "TERRITORY",
            "suicide": rules.suicide,
            "tax": "NONE" if area else "SEKI",
            "whiteHandicapBonus": bonus,
        }
        return json.dumps(told, separators=(",", ":"))

    def play(self, text: str, state: Position) -> str:
        """`play B Q16`."""
        colour, square = text.split(" ")
        point = state.grid.point_of.get(square)
        return f"play {colour} {'pass' if point is None else state.grid.names[point]}"

    def squares(self, state: Position) -> list[str]:
        """All points."""
        return [state.grid.squares[point] for point in state.grid.points]

    def square(self, name: str, state: Position) -> str:
        """The point in SGF's letters."""
        point = state.grid.named.get(name.upper())
        return "" if point is None else state.grid.squares[point]

    def move_in(self, text: str, side: int, state: Any, dialect: Any) -> Move | None:
        """A point, or pass."""
        colour = (BLACK, WHITE)[side]
        if text.lower() == "pass":
            return Move(state.grid.move_text(colour, 0))
        square = self.square(text, state)
        return Move(f"{COLOURS[colour]} {square}") if square and column_row(square) else None
