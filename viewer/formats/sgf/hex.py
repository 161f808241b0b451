"""Hex in SGF (GM[11]): Black is player 1 and joins top and bottom. Source: FF[4] for Hex, of 2021."""

from __future__ import annotations

from typing import ClassVar

from viewer.formats.sgf.lettered import LetteredDialect, Lists
from viewer.games.hex.setup import USUAL, WORDS, read_setup, read_size, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action


class HexDialect(LetteredDialect):
    """Hex on a board of a width and a height."""

    game = "hex"
    number = "11"
    player: ClassVar = {"B": "1", "W": "2"}
    letter: ClassVar = {"1": "B", "2": "W"}
    words = frozenset(WORDS)
    usual = USUAL

    @classmethod
    def read_size(cls, text: str) -> tuple[int, int] | None:
        """Width and height."""
        return read_size(text)

    def long_move(self, player: str, raw: str) -> Action | None:
        """There are none."""
        return None

    def move_text(self, item: str) -> str:
        """As it is."""
        return item

    def read_placement(self, text: str) -> tuple[tuple[int, int] | None, Lists, str]:
        """Size, stones and who plays."""
        found = read_setup(text)
        size = None if found.width is None else (found.width, found.height or found.width)
        return size, (found.first, found.second, found.empty), found.to_play

    def write_placement(self, size: tuple[int, int] | None, lists: Lists, to_play: str) -> str:
        """A set-up's text."""
        width, height = size or (None, None)
        first, second, empty = lists
        return write_setup(Placement(width, height, first, second, empty, to_play=to_play))
