"""Where a game gets diagrams that nobody asked for, as an editor would place them.

They stand where long comments begin and where long variations branch off. A game in which neither
occurs shows the position after its opening, one every dozen moves and the last.
"""

from __future__ import annotations

from collections.abc import Callable

from viewer.tree.action import is_ply
from viewer.tree.node import Node

_LONG_COMMENT = 160  # letters
_WIDE = 2.5  # letters that a Chinese character, a kana or a hangul counts for
_LONG_VARIATION = 6  # plies
_APART = 4  # plies between two diagrams
_OFTEN = 8  # plies between two that stand wherever something is said
_SOONEST = 8  # plies before the first one: everybody knows the positions before
_OPENING = 20  # plies
_EVERY = 24  # plies


def sensible_places(
    root: Node,
    asked: Callable[[Node], bool],
    comments: bool = True,
    variations: bool = True,
    often: bool = False,
) -> frozenset[int]:
    """The ids of nodes of the main line after which a diagram helps, beside those that are `asked` for.

    `comments`, `variations`: whether these are printed, and count. `often`: about every eight plies, short
    ones count as well.

    No two of all these are within four plies; those that are asked for count, and are not among the result.
    """
    apart = _OFTEN if often else _APART
    least, shortest = (1, 1) if often else (_LONG_COMMENT, _LONG_VARIATION)
    line: list[Node] = []
    given: list[int] = []  # plies of diagrams that are asked for
    wanted: list[int] = []
    for node in root.main_line():
        if node.parent is None:
            if asked(node):
                given.append(0)
            continue
        if not is_ply(node.action):
            if asked(node):
                given.append(len(line))
            continue
        if variations and any(_length(other) >= shortest for other in node.parent.children[1:]):
            wanted.append(len(line))  # the position before the move
        line.append(node)
        if asked(node):
            given.append(len(line))
        elif comments and _letters(node.comment) >= least:
            wanted.append(len(line))
    wanted = [ply for ply in dict.fromkeys(wanted) if ply >= _SOONEST]
    if not wanted and not any(given):
        wanted = _spread(len(line), bool(given))
    chosen: list[int] = []
    for ply in wanted:
        if all(abs(ply - other) >= apart for other in (*given, *chosen[-1:])):
            chosen.append(ply)
    return frozenset(line[ply - 1].id for ply in chosen)


def _spread(length: int, shown: bool) -> list[int]:
    """Plies of a game of which nothing is said; `shown`: its start has a diagram."""
    first = _EVERY if shown else _OPENING
    plies = list(range(first, length - _EVERY // 2, _EVERY))
    return [*plies, length] if length >= (_EVERY // 2 if shown else 1) else plies


def _length(node: Node) -> int:
    """Plies of a variation, along its first moves, as far as it matters."""
    count = 0
    for one in node.main_line():
        count += is_ply(one.action)
        if count >= _LONG_VARIATION:
            break
    return count


def _letters(comment: str) -> float:
    """The length of a comment in letters of the Latin alphabet."""
    if len(comment) >= _LONG_COMMENT or comment.isascii():
        return len(comment)
    return sum(_WIDE if one >= "\u2e80" else 1 for one in comment)
