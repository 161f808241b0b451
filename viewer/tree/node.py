"""A place in the tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.tree.action import Action
from viewer.tree.annotation import BEFORE, COMMENT, FACETS, GLYPHS, MARKS, Mark, NoteValue
from viewer.tree.facts import Fact, Facts, find_fact

EMPTY: Mapping[str, NoteValue] = {}


class Node:
    """A place in the tree: the action that leads to it, and what is said there.

    Read it freely; only `viewer.tree.ops` and the readers of files change it. About 200 bytes each,
    so that a record of 226,000 nodes fits in 100 MB with its index.

    Attributes:
        id: unique in the record, never used again; reading the same bytes gives the same ids.
        parent: None at the root.
        children: in file order, the first is the main line.
        action: None where nothing happens (a root without set-up, a node of a comment alone).
        notes: annotations by the names of `FACETS`; only those that aren't empty.
        facts: what the reader of the file saw here.
    """

    __slots__ = ("action", "children", "facts", "id", "notes", "parent")

    def __init__(
        self,
        id: int,
        parent: Node | None,
        action: Action | None = None,
        notes: Mapping[str, NoteValue] = EMPTY,
        facts: Facts = (),
    ) -> None:
        self.id = id
        self.parent = parent
        self.children: tuple[Node, ...] = ()
        self.action = action
        self.notes = notes
        self.facts = facts

    def note(self, facet: str) -> NoteValue:
        """The annotation of a facet, the facet's empty value if there is none."""
        value = self.notes.get(facet)
        return FACETS[facet].empty if value is None else value

    @property
    def comment(self) -> str:
        """The comment, its lines joined with line feeds; "" if none."""
        return self.notes.get(COMMENT, "")  # type: ignore[return-value]  # by FACETS

    @property
    def before(self) -> str:
        """The comment ahead of the move; "" if none."""
        return self.notes.get(BEFORE, "")  # type: ignore[return-value]  # by FACETS

    @property
    def glyphs(self) -> tuple[int, ...]:
        """NAG numbers."""
        return self.notes.get(GLYPHS, ())  # type: ignore[return-value]  # by FACETS

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Signs on the board."""
        return self.notes.get(MARKS, ())  # type: ignore[return-value]  # by FACETS

    def fact(self, name: str) -> Fact | None:
        """What the reader saw under a name."""
        return find_fact(self.facts, name)

    @property
    def ply(self) -> int:
        """Number of nodes above this one; 0 at the root. Walks up."""
        count, node = 0, self.parent
        while node is not None:
            count, node = count + 1, node.parent
        return count

    def path(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes: list[Node] = [self]
        node = self.parent
        while node is not None:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes

    def walk(self) -> Iterator[Node]:
        """This node and all below, pre-order, children in file order. Iterative."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            while len(node.children) == 1:
                (node,) = node.children
                yield node
            stack.extend(node.children[::-1])

    def main_line(self) -> Iterator[Node]:
        """This node and its first children, down to the leaf."""
        node = self
        while True:
            yield node
            if not node.children:
                return
            node = node.children[0]

    def __repr__(self) -> str:
        return f"<Node {self.id} {self.action} {len(self.children)} children>"
