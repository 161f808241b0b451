"""Verdicts on positions, as game trees of Hex and Twixt have them, and those that follow from them.

A verdict (facet "verdict") is a number from the first side's view: 10000 it wins, -10000 the second
side wins, 0 even, between them an advantage; anything else (12345 by custom) says nothing. Programs that
write them put them on leaves and work out the rest, as `minimaxed` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from viewer.base.messages import Message, message
from viewer.tree.annotation import VERDICT
from viewer.tree.node import Node

WON: Final = 10_000
UNDETERMINED: Final = 12_345


def verdict_of(node: Node) -> int | None:
    """What is said of a node itself, None where nothing is or where it is undetermined."""
    value = node.notes.get(VERDICT)
    return value if isinstance(value, int) and -WON <= value <= WON else None


def minimaxed(top: Node, first_moves: Callable[[Node], bool | None]) -> dict[int, int]:
    """The verdicts at and below a node, by id, where leaf verdicts decide them.

    `first_moves` says of a node whether the first side chooses among its children, or None where both
    sides have moves there (then nothing follows). A leaf has its own verdict; another node the best of its
    children's for who chooses, known where all of them are or one of them is a win; what is said of an
    inner node itself counts for nothing. Iterative, linear; nothing is changed.
    """
    found: dict[int, int] = {}
    for node in reversed(list(top.walk())):
        children = node.children
        value = verdict_of(node) if not children else _best(children, found, first_moves(node))
        if value is not None:
            found[node.id] = value
    return found


def _best(children: Iterable[Node], found: dict[int, int], first: bool | None) -> int | None:
    if first is None:
        return None
    values = [found.get(child.id) for child in children]
    known = [value for value in values if value is not None]
    if not known:
        return None
    best = max(known) if first else min(known)
    return best if len(known) == len(values) or best == (WON if first else -WON) else None


def chooser(node: Node) -> bool | None:
    """Whether the first side plays all the moves below a node by their neutral text (`1 e3`).

    None where the other side has some of them, or where it isn't told.
    """
    players = {getattr(child.action, "text", "")[:2] for child in node.children}
    return {"1 ": True, "2 ": False}.get(players.pop()) if len(players) == 1 else None


def words_of(value: int) -> Message:
    """A verdict in words, the sides called first and second."""
    if value == WON:
        return message("The first player wins")
    if value == -WON:
        return message("The second player wins")
    if value == 0:
        return message("Even")
    if not -WON < value < WON:
        return message("Undetermined")
    percent = round(abs(value) / (WON / 100), 1)
    share = f"{percent:g}"
    if value > 0:
        return message("Good for the first player ({share} %)", share=share)
    return message("Good for the second player ({share} %)", share=share)
