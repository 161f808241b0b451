"""The swap, for which a game tree has no code.

Twixt Commentator writes the first move reflected at the diagonal, and as the second one a peg of the
other player in the same hole. That is read as the move that was played and `swap-pieces`, where all answers
to that move are swaps. Where there are others too, the first move is what it says, and so it is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.games.stones.coordinates import column_row, square_at
from viewer.tree.action import Action, Move
from viewer.tree.node import Node

SWAP = "swap-pieces"


def find_swaps(root: Node) -> None:
    """Read the swaps below a root that was read."""
    for first in root.children:
        swaps = [child for child in first.children if _takes_over(first.action, child.action)]
        if not swaps or type(first.action) is not Move:
            continue
        player, _, place = first.action.text.partition(" ")
        at = column_row(place)
        if at is None:
            continue
        for child in swaps:
            child.action = Move(_swap_after(first.action))
        if len(swaps) == len(first.children):
            first.action = Move(f"{player} {square_at(at[1], at[0])}")


def _takes_over(first: Action | None, second: Action | None) -> bool:
    """Whether a second move is the other player's on the place of the first."""
    return (
        type(first) is Move
        and type(second) is Move
        and second.text[2:] == first.text[2:]
        and second.text[0] != first.text[0]
    )


def _swap_after(first: Move) -> str:
    return f"{'2' if first.text[0] == '1' else '1'} {SWAP}"


def is_swap(node: Node) -> bool:
    """Whether a node says that pieces are swapped, where a game tree can: as the second move."""
    above = node.parent
    if above is None or above.parent is None or above.parent.parent is not None:
        return False
    first = above.action
    if type(first) is not Move or type(node.action) is not Move:
        return False
    return column_row(first.text[2:]) is not None and node.action.text == _swap_after(first)


def is_reflected(written: Sequence[Node]) -> bool:
    """Whether a first move is written reflected: all answers to it (of those written) are swaps."""
    return bool(written) and all(is_swap(child) for child in written)
