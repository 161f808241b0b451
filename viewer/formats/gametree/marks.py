"""Decide which nodes get the mark of the main variation (`g`) after the record has changed.

The main variation of a node is the child with the facet "main", else the first child; in a file, the first
child with the mark, else the first child. If both agree, the marks stay unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.gametree.facts import marked
from viewer.tree.annotation import MAIN
from viewer.tree.node import Node


class Marks:
    """The marks of main variations for writing a record once.

    If the file `uses` marks, new nodes (ids from `read` on) are marked along the main line; in a new file
    (`fresh`), all main variations are marked.
    """

    def __init__(self, fresh: bool, read: int, uses: bool) -> None:
        self._fresh, self._read, self._uses = fresh, read, uses
        self.inexact = False  # whether several siblings have the facet "main"
        self._wanted: dict[int, bool | None] = {}
        self._only_if_there: set[int] = (
            set()
        )  # get a mark only if they had a "g" in the file, set or not

    def settle(self, parent: Node, children: Sequence[Node]) -> None:
        """Decide the marks of the children of a node; that of the node itself must be decided before."""
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
        """Whether the file uses marks and a node will be marked, or is the root."""
        if not self._uses:
            return False
        wanted = self._wanted.get(node.id, marked(node.facts))
        return bool(wanted) or node.parent is None

    def keeps(self, node: Node) -> bool:
        """Whether a node's mark stays as it was in the file."""
        return node.id not in self._wanted

    def differs(self, node: Node) -> bool:
        """Whether a node that had no mark in the file gets one."""
        return self._wanted.get(node.id) is not None and node.id not in self._only_if_there

    def wanted(self, node: Node, was: bool | None) -> bool | None:
        """The mark to write for a node that had the mark `was` in the file (None: no mark)."""
        if node.id in self._only_if_there and was is None:
            return None
        return self._wanted.get(node.id, was)
