"""Chess records for the tests of the export form, made node by node."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.tree.action import Action, Setup, Written
from viewer.tree.annotation import NoteValue
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class Maker:
    """A record that grows: `play` goes on from a node, the root to begin with."""

    def __init__(self, fen: str | None = None, /, **headers: str) -> None:
        self._next = 1
        self.root = Node(0, None, None if fen is None else Setup(fen))
        self.headers = [Header(key, value) for key, value in headers.items()]

    def play(self, moves: str, after: Node | None = None, /, **notes: NoteValue) -> Node:
        """Append moves (divided by blanks) below a node; the notes are the last one's."""
        node = self.root if after is None else after
        for move in moves.split():
            node = self.add(node, Written(move))
        node.notes = {**node.notes, **notes}
        return node

    def add(
        self, parent: Node, action: Action | None, notes: Mapping[str, NoteValue] | None = None
    ) -> Node:
        node = Node(self._next, parent, action, notes or {})
        self._next += 1
        parent.children = (*parent.children, node)
        return node

    def record(self) -> Record:
        return Record("chess", self.root, tuple(self.headers))
