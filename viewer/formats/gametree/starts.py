"""The start position of a record in a game tree: the size of a square board."""

from __future__ import annotations

from viewer.base.loading import load_named
from viewer.formats.gametree.layout import TreeGame
from viewer.games.stones.placement import SetupSyntax
from viewer.tree.action import Setup


def _syntax_of(kind: TreeGame) -> SetupSyntax:
    syntax: SetupSyntax = load_named(f"viewer.games.{kind.game}.setup:SYNTAX")
    return syntax


def lines_of(kind: TreeGame, setup: Setup | None) -> int:
    """The number of lines of the smallest square board that holds a start position."""
    if setup is None:
        return kind.usual
    syntax = _syntax_of(kind)
    return max(syntax.size_of(syntax.read_sized(setup)))


def spelt(kind: TreeGame, setup: Setup | None) -> Setup:
    """A start in its neutral text, also for None, the usual start; unchanged if its text isn't valid."""
    if setup is None:
        return Setup(str(kind.usual))
    syntax = _syntax_of(kind)
    if syntax.complaint(setup.text) is not None:
        return setup
    return Setup(syntax.write(syntax.read_sized(setup)))
