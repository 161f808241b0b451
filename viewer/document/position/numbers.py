"""Move numbers on pieces: the number of the move that put each piece there."""

from __future__ import annotations

from collections.abc import Collection

from viewer.games.states import States
from viewer.tree.action import Move, Setup, Takeback, Written
from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node

NONE, ALL, VARIATION, FIGURES = "none", "all", "variation", "figure"
LAST = "last-"
"""Of the ways to number, followed by how many moves: `last-1`, `last-5`."""


def move_numbers(
    states: States, node: Node, way: str, pieces: Collection[str], since: Node | None = None
) -> dict[str, int]:
    """Move numbers by square, for the squares of `pieces`.

    Where a piece was taken and another one put, that of the last. `way` is "none", "all" (as the moves
    are numbered), "last-5" (of the last five moves), "variation" (counted from where the variation
    leaves its line) or "figure" (counted from where the last figure begins). With `since`, a node of
    the line, numbers are counted from behind that one, whatever `way` says; a node of another line
    means nothing.

    Walks up the line, no further than there are pieces without a number.
    """
    if since is not None:
        from_here = _moves_up_to(states, node, since)
        if from_here is not None:
            return _numbered(states, node, pieces, from_here, since, None)
    if way in (VARIATION, FIGURES):
        head = _head(node) if way == VARIATION else _figure(node)
        return _numbered(states, node, pieces, _ply(states, head), head, None)
    if way.startswith(LAST) and way[len(LAST) :].isdecimal():
        before = 1 - states.game.numbering(states.at(states.record.root)).number
        return _numbered(states, node, pieces, before, None, int(way[len(LAST) :]))
    if way == ALL:
        before = 1 - states.game.numbering(states.at(states.record.root)).number
        return _numbered(states, node, pieces, before, None, None)
    return {}


def _ply(states: States, node: Node) -> int:
    return states.at(node).ply


def _moves_up_to(states: States, node: Node, since: Node) -> int | None:
    """The ply of an ancestor, None if the node isn't one."""
    above: Node | None = node
    while above is not None and above is not since:
        above = above.parent
    return None if above is None else _ply(states, above)


def _head(node: Node) -> Node:
    """The node at which a node's variation branches off; the root on the main line.

    A node that hangs from its parent without its knowing it, as what is tried does, begins a variation.
    """
    while node.parent is not None:
        if node.parent.children[:1] != (node,):
            return node.parent
        node = node.parent
    return node


def _figure(node: Node) -> Node:
    """The node before the one where a node's figure begins; the root without figures."""
    while node.parent is not None:
        if FIGURE in node.notes:
            return node.parent
        node = node.parent
    return node


def _numbered(
    states: States,
    node: Node,
    pieces: Collection[str],
    before: int,
    until: Node | None,
    count: int | None,
) -> dict[str, int]:
    """Numbers of moves on the way up to `until` (or the root), at most `count`, reduced by `before`."""
    game, found = states.game, dict[str, int]()
    seen: set[str] = set()
    skipped = 0  # moves that were taken back further down
    wanted = set(pieces)
    while node.parent is not None and node is not until and wanted - seen:
        state = states.at(node)
        action, above = state.action, node.parent
        node = above
        if isinstance(action, Takeback):
            skipped += action.count
        elif isinstance(action, Setup):
            earlier, now = (dict(game.pieces(one)) for one in (states.at(above), state))
            seen |= {square for square in now if earlier.get(square) != now[square]}
        elif isinstance(action, Move | Written):
            if skipped:
                skipped -= 1
                continue
            for square in game.touched(state)[-1:]:
                if square not in seen:
                    seen.add(square)
                    if square in wanted:
                        found[square] = state.ply - before
            if count is not None:
                count -= 1
                if count <= 0:
                    break
    return found
