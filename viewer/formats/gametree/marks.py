"""Which nodes are marked as main variations (`g`), where the record's main variations have changed.

The main variation of a node is the child that says so (facet "main"), else the first; in a file it is
the first child with the mark, else the first. Marks are left as they were wherever both agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.gametree.facts import marked
from viewer.tree.annotation import MAIN
from viewer.tree.node import Node


class Marks:
    """The marks of one writing.

    Of a file with `uses`, nodes that have come (ids from `read` on) are marked along the main line; in
    a new file (`fresh`) all main variations are.
    """

    def __init__(self, fresh: bool, read: int, uses: bool) -> None:
        self._fresh, self._read, self._uses = fresh, read, uses
        self.inexact = False  # whether several are said to be the main variation
        self._wanted: dict[int, bool | None] = {}
        self._only_if_there: set[int] = set()  # marked if the file had a mark there, set or not

    def settle(self, parent: Node, children: Sequence[Node]) -> None:
        """Decide about a family; the parent's own mark must be decided before."""
        main = children[0]
        if len(children) > 1:
            told = [child for child in children if child.notes and MAIN in child.notes]
            if told:
                main = told[0]
                self.inexact = self.inexact or len(told) > 1
        if self._fresh:
            self._wanted[main.id] = True
            return
        said = next((child for child in children if child.facts and marked(child.facts)), None)
        if said is main:
            return
        if said is None:
            if main is not children[0] or (main.id >= self._read and self._is_marked(parent)):
                self._wanted[main.id] = True
            return
        if main is children[0] and MAIN not in main.notes:
            for child in children[1:]:
                if marked(child.facts):
                    self._wanted[child.id] = None
            self._wanted[main.id] = True
            self._only_if_there.add(main.id)
            return
        self._wanted[main.id] = True
        for child in children:
            if child is main:
                break
            if marked(child.facts):
                self._wanted[child.id] = False

    def _is_marked(self, node: Node) -> bool:
        """Whether a node will be marked, in a file that uses marks."""
        if not self._uses:
            return False
        wanted = self._wanted.get(node.id, marked(node.facts))
        return bool(wanted) or node.parent is None

    def keeps(self, node: Node) -> bool:
        """Whether nothing was decided about a node: its mark is as it was."""
        return node.id not in self._wanted

    def differs(self, node: Node) -> bool:
        """Whether a node without facts gets a mark."""
        return self._wanted.get(node.id) is not None and node.id not in self._only_if_there

    def wanted(self, node: Node, was: bool | None) -> bool | None:
        """The mark of a node that had this one (None: none)."""
        if node.id in self._only_if_there and was is None:
            return None
        return self._wanted.get(node.id, was)
