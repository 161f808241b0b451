"""The order in which nodes are printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.formats.kif.branches import Branches
from viewer.formats.kif.facts import block_of
from viewer.games.shogi.position import Position
from viewer.tree.node import Node

Children = Callable[[Node], Sequence[Node]]


def printing_order(root: Node, children: Children, start: Position, old: bool) -> list[Node]:
    """All nodes below the root, in printing order.

    `children` gives the printed children of a node. The order is that of Kifu for Windows, unless
    the file has (`old`) a different one that still means the same.
    """
    usual = deepest_first(root, children)
    if not old:
        return usual
    last = 0
    for node in usual:
        if block_of(node) is not None:
            if node.id < last:
                break
            last = node.id
    else:
        return usual
    kept = _as_in_file(root, usual, children)
    return kept if _says(kept, root, children, start) else usual


def deepest_first(root: Node, children: Children) -> list[Node]:
    """A line to its end, then the variations from its end back to its beginning, each in the same way."""
    out: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        line = [node]
        while below := children(node):
            node = below[0]
            line.append(node)
        out += line
        for above in line:
            stack += reversed(children(above)[1:])
    return out[1:]


def _as_in_file(root: Node, usual: list[Node], children: Children) -> list[Node]:
    """The nodes of the file in its order, with each new branch after the nodes that it follows."""
    old = sorted((node for node in usual if block_of(node) is not None), key=lambda one: one.id)
    last = {root: root}
    for node in old:
        last[node] = node
    for node in reversed(old):
        parent = node.parent
        if parent in last and last[parent].id < last[node].id:
            last[parent] = last[node]
    behind: dict[Node, list[Node]] = {}
    for node in usual:
        parent = node.parent
        if parent in last and node not in last:  # the top of a new branch
            assert parent is not None
            place = parent if children(parent)[0] is node else last[parent]
            behind.setdefault(place, []).extend([node, *deepest_first(node, children)])
    out = list(behind.get(root, ()))
    for node in old:
        out.append(node)
        out += behind.get(node, ())
    return out


def _says(order: list[Node], root: Node, children: Children, start: Position) -> bool:
    """Whether a reader makes the same tree from an order, by the numbers alone."""
    path = [root]
    branches = Branches(root, path)
    plies = {root: 0}
    met: dict[Node, list[Node]] = {}
    for node in order:
        parent = node.parent
        if parent is None or parent not in plies or node.action is None:
            return False
        place = plies[node] = plies[parent] + 1
        if place != len(path) and not branches.go(place, node.action, start):
            return False
        if path[-1] is not parent:
            return False
        path.append(node)
        met.setdefault(parent, []).append(node)
    return all(list(children(parent)) == some for parent, some in met.items())
