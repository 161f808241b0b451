"""Finds the place of a move by its number: in the line printed last, or in an earlier one that is longer."""

from __future__ import annotations

from viewer.formats.kif.moves import destination
from viewer.games.shogi.position import SQUARE_OF, Position
from viewer.tree.action import Action, Move
from viewer.tree.node import Node

_TRIED = 8  # earlier lines that are looked at
_PATIENCE = 2_000_000  # steps along earlier lines, in a whole file


class Branches:
    """The line printed last, as a path from the root, and the ends of earlier lines.

    Kifu for Windows prints the deepest variation first, so that each begins on the line before it. Others
    (Shogi Playground, rsshogi) print them from the first move on; then a number can be beyond the end of
    the line before, and the nearest earlier line is meant that is long enough and in which the move can be
    played.
    """

    def __init__(self, root: Node, path: list[Node]) -> None:
        self.path = path
        self.fans: dict[Node, list[Node]] = {}  # children of forks, until all are known
        self._ends: list[tuple[int, Node]] = []  # (length, last node), each longer than the next
        self._patience = _PATIENCE

    def add(self, parent: Node, node: Node) -> None:
        """Add a node below another."""
        fan = self.fans.get(parent)
        if fan is not None:
            fan.append(node)
        elif parent.children:
            self.fans[parent] = [*parent.children, node]
        else:
            parent.children = (node,)

    def end(self) -> None:
        """Finish: all children are known."""
        for node, fan in self.fans.items():
            node.children = tuple(fan)

    def go(self, place: int, action: Action, start: Position) -> bool:
        """Shorten the path to the node that ply `place` follows.

        Returns False, with the path unchanged, if there is none.
        """
        path = self.path
        if place < 1:
            return False
        if place <= len(path):
            self._remember()
            del path[place:]
            return True
        best: Node | None = None
        tried = 0
        for length, leaf in reversed(self._ends):
            if length < place:
                continue
            tried += 1
            if tried > _TRIED or self._patience < 0:
                break
            node = leaf
            for _ in range(length - place):
                assert node.parent is not None
                node = node.parent
            self._patience -= 2 * length
            best = best or node
            if self._can(node, place, action, start):
                best = node
                break
        if best is None:
            return False
        self._remember()
        path[:] = best.path()
        return True

    def _remember(self) -> None:
        length = len(self.path)
        while self._ends and self._ends[-1][0] <= length:
            self._ends.pop()
        self._ends.append((length, self.path[-1]))

    def _can(self, above: Node, place: int, action: Action, start: Position) -> bool:
        """Whether the side to move has a piece on the origin of a move, or the target of a drop is empty."""
        if type(action) is not Move or len(action.text) < 4:
            return True
        drop = action.text[1] == "*"
        square = action.text[2:4] if drop else action.text[:2]
        node: Node | None = above
        ply = place - 1
        while node is not None and node.parent is not None:
            if type(node.action) is Move:
                if destination(node.action) == square:
                    return not drop and (ply - place) % 2 == 0
                if node.action.text[:2] == square:
                    return drop
            node, ply = node.parent, ply - 1
        if square not in SQUARE_OF:
            return True
        piece = start.board[SQUARE_OF[square]]
        if drop or not piece:
            return drop and not piece
        return piece >> 4 == (place - 1 + start.side) % 2
