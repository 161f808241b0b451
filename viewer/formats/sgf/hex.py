"""Hex in SGF (GM[11]): Black is player 1 and joins top and bottom. Source: FF[4] for Hex, of 2021."""

from __future__ import annotations

from typing import ClassVar

from viewer.formats.sgf.lettered import LetteredDialect
from viewer.games.hex.setup import SYNTAX, WORDS
from viewer.tree.action import Action


class HexDialect(LetteredDialect):
    """Hex on a board of a width and a height."""

    game = "hex"
    number = "11"
    player: ClassVar = {"B": "1", "W": "2"}
    letter: ClassVar = {"1": "B", "2": "W"}
    words = frozenset(WORDS)
    syntax = SYNTAX

    def long_move(self, player: str, raw: str) -> Action | None:
        """None: Hex has no long moves."""
        return None

    def move_text(self, item: str) -> str:
        """The text, unchanged."""
        return item
