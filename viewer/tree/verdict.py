"""Verdicts on positions, as in game trees of Hex and Twixt, and the verdicts that follow from them.

A verdict (facet "verdict") is a number from the first side's view: 10000 means that it wins, -10000 that
the second side wins, 0 that the position is even; numbers between are an advantage, any other number
(12345 by custom) means undetermined. Programs that write verdicts put them on leaves and compute the
rest by minimax.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, message
from viewer.tree.annotation import VERDICT
from viewer.tree.node import Node

WON: Final = 10_000
UNDETERMINED: Final = 12_345
_AT_ONCE = 400  # nodes, some tenths of a millisecond


def verdict_of(node: Node) -> int | None:
    """The verdict annotated at a node, None if there is none or it is undetermined."""
    value = node.notes.get(VERDICT)
    return value if isinstance(value, int) and -WON <= value <= WON else None


def minimaxed(top: Node, first_moves: Callable[[Node], bool | None]) -> dict[int, int]:
    """The verdicts at and below a node, by id, as far as they follow from the verdicts of leaves.

    `first_moves` returns whether the first side chooses among a node's children, None if both sides have
    moves there (then nothing follows). A leaf has its own verdict; any other node the best of its children's
    for the side to move, if all of these are known or one is a win for that side. Verdicts annotated at
    inner nodes are ignored. Iterative, linear; changes no node.
    """
    found: dict[int, int] = {}
    run_inline(minimaxing(top, first_moves, found))
    return found


def minimaxing(
    top: Node, first_moves: Callable[[Node], bool | None], found: dict[int, int]
) -> Iterator[JobStep[None]]:
    """Do the work of `minimaxed` in steps, into `found`. Ends early if no node has a verdict."""
    order: list[Node] = []
    said = False
    for node in top.walk():
        order.append(node)
        said = said or VERDICT in node.notes
        if len(order) % _AT_ONCE == 0:
            yield JobStep(0, 0)
    if not said:
        return
    for number, node in enumerate(reversed(order)):
        children = node.children
        value = verdict_of(node) if not children else _best(children, found, first_moves(node))
        if value is not None:
            found[node.id] = value
        if number % _AT_ONCE == 0:
            yield JobStep(number, len(order))


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
    """Whether the first side plays all the moves after a node, by their neutral text (`1 e3`).

    None if both sides have moves there, or the text of a move doesn't name its side.
    """
    players = {getattr(child.action, "text", "")[:2] for child in node.children}
    return {"1 ": True, "2 ": False}.get(players.pop()) if len(players) == 1 else None


def words_with(value: int, sides: tuple[Message, Message]) -> Message:
    """A verdict in words, with the names of the sides, first and second."""
    if value == 0:
        return message("Even")
    if not -WON <= value <= WON:
        return message("Undetermined")
    side = sides[value < 0]
    if abs(value) == WON:
        return message("{side} wins", side=side)
    return message("Good for {side} ({share} %)", side=side, share=f"{abs(value) * 100 / WON:g}")


def sign_of(value: int) -> str:
    """A verdict in at most three characters: 1-0, 0-1, =, or an advantage in percent as +25."""
    if value == 0:
        return "="
    if abs(value) >= WON:
        return "1-0" if value > 0 else "0-1"
    share = min(99, max(1, round(abs(value) * 100 / WON)))
    return f"+{share}" if value > 0 else f"-{share}"


def glyph_of(value: int) -> str:
    """A verdict as a position glyph: +−, ±, ⩲ for the first side, =, ⩱, ∓, −+."""
    if value == 0:
        return "="
    strength = 2 if abs(value) >= WON else int(abs(value) >= WON // 2)
    return (("⩲", "±", "+−") if value > 0 else ("⩱", "∓", "−+"))[strength]


def mover_of(node: Node) -> int | None:
    """The side that plays a node's move by its neutral text (`1 e3`), 0 or 1; None if unknown."""
    return {"1 ": 0, "2 ": 1}.get(getattr(node.action, "text", "")[:2])


def praise_of(value: int, side: int | None) -> int:
    """Whether a verdict is good (1), bad (-1) or neither (0) for a side (0, 1); 0 if the side is None."""
    if side is None or value == 0:
        return 0
    return 1 if (value > 0) == (side == 0) else -1


def revised(node: Node, first_moves: Callable[[Node], bool | None], found: dict[int, int]) -> None:
    """Update computed verdicts after a node's verdict changed; stop at the first ancestor's that stays.

    `first_moves` and `found` are as for `minimaxing`.
    """
    at: Node | None = node
    while at is not None:
        children = at.children
        value = verdict_of(at) if not children else _best(children, found, first_moves(at))
        if found.get(at.id) == value and at is not node:
            return
        if value is None:
            found.pop(at.id, None)
        else:
            found[at.id] = value
        at = at.parent


def lent(
    groups: Iterable[Sequence[Node]],
    first_moves: Callable[[Node], bool | None],
    found: dict[int, int],
) -> None:
    """Give ends of lines the verdict of their position elsewhere, and update what follows from it.

    `groups`: nodes of the same position. An end with a verdict of its own keeps it.
    """
    known = [list(group) for group in groups]
    again = True
    while again:
        again = False
        for group in known:
            values = [
                value
                for node in group
                if (value := verdict_of(node)) is not None
                or (value := found.get(node.id)) is not None
            ]
            for node in group if values else ():
                if node.children or node.id in found or verdict_of(node) is not None:
                    continue
                found[node.id] = values[0]
                if node.parent is not None:
                    revised(node.parent, first_moves, found)
                again = True
