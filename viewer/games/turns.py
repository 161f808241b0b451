"""Whose turn it is at a start that doesn't say so: that of who plays first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.tree.action import Move, Setup
from viewer.tree.node import Node

_NODES = 4  # that are looked at for the first move


def first_side(
    root: Node, sides: Mapping[str, int], says_turn: Callable[[str], bool]
) -> int | None:
    """The side that plays first in a record, None where no move is near its root.

    It is looked for down the main line, over a few nodes that only set up or say something. `sides` has
    the sides by the first two characters of a move's text; where a set-up's text says whose turn it is
    (`says_turn`), the moves behind it tell nothing.
    """
    node = root
    for _ in range(_NODES):
        if not node.children:
            return None
        node = node.children[0]
        action = node.action
        if isinstance(action, Move):
            return sides.get(action.text[:2])
        if isinstance(action, Setup) and says_turn(action.text):
            return None
    return None
