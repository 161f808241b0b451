"""The swap, for which a game tree has no code.

Twixt Commentator writes the first move reflected in the diagonal, then a peg of the other player in the
same hole. This is read as the move that was played and `swap-pieces` if all answers to the move are swaps.
If there are other answers too, the first move is read and written without reflection.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.games.stones.coordinates import column_row, square_at
from viewer.tree.action import Action, Move
from viewer.tree.node import Node

SWAP = "swap-pieces"


def find_swaps(root: Node) -> None:
    """Turn second moves that are swaps into `swap-pieces`, and reflect first moves back, below a root."""
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
    """Whether a second move is by the other player, on the square of the first."""
    return (
        type(first) is Move
        and type(second) is Move
        and second.text[2:] == first.text[2:]
        and second.text[0] != first.text[0]
    )


def _swap_after(first: Move) -> str:
    return f"{'2' if first.text[0] == '1' else '1'} {SWAP}"


def is_swap(node: Node) -> bool:
    """Whether a node is a swap that a game tree can hold: the second move, by the other player."""
    above = node.parent
    if above is None or above.parent is None or above.parent.parent is not None:
        return False
    first = above.action
    if type(first) is not Move or type(node.action) is not Move:
        return False
    return column_row(first.text[2:]) is not None and node.action.text == _swap_after(first)


def is_reflected(written: Sequence[Node]) -> bool:
    """Whether to write a first move reflected: if all its `written` answers are swaps."""
    return bool(written) and all(is_swap(child) for child in written)
