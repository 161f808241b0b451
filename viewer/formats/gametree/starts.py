"""The start position of a record as a game tree has it: the size of a square board."""

from __future__ import annotations

import importlib
from typing import Any

from viewer.formats.gametree.layout import TreeGame
from viewer.tree.action import Setup


def _setups(kind: TreeGame) -> Any:
    return importlib.import_module(f"viewer.games.{kind.game}.setup")


def lines_of(kind: TreeGame, setup: Setup | None) -> int:
    """The lines of a board on which a start has room."""
    if setup is None:
        return kind.usual
    placement = _setups(kind).read_setup(setup.text)
    return max(placement.width or kind.usual, placement.height or 0)


def spelt(kind: TreeGame, setup: Setup | None) -> Setup:
    """A start in its neutral text, the usual one spelt out."""
    if setup is None:
        return Setup(str(kind.usual))
    module = _setups(kind)
    placement = module.read_setup(setup.text)
    if placement.width is None:
        placement = placement._replace(width=kind.usual, height=kind.usual)
    return Setup(module.write_setup(placement))
