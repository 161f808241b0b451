"""Whose turn it is at a start that doesn't say so: that of who plays first."""

from __future__ import annotations

from viewer.games.stones.placement import SetupSyntax
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node

_NODES = 4  # that are looked at for the first move


def first_side(root: Node, syntax: SetupSyntax) -> int | None:
    """The side that plays first in a record, None where no move is near its root.

    It is looked for down the main line, over a few nodes that only set up or say something. Where a
    set-up says whose turn it is, the moves behind it tell nothing.
    """
    node = root
    for _ in range(_NODES):
        if not node.children:
            return None
        node = node.children[0]
        action = node.action
        if isinstance(action, Move):
            player, space = action.text[:1], action.text[1:2]
            known = space == " " and player in syntax.players
            return syntax.players.index(player) if known else None
        if isinstance(action, Setup) and syntax.read(action.text).to_play:
            return None
    return None
