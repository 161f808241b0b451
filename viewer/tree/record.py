"""One game with its variations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from viewer.base.named import NamedTuple
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import NoteValue
from viewer.tree.facts import Fact, Facts, find_fact
from viewer.tree.node import Node
from viewer.tree.serial import NodeData, pack_node


class Header(NamedTuple):
    """One entry of the record's head: key as the file spells it (nested ones dotted), and its text."""

    key: str
    value: str


class Record:
    """A tree of nodes with headers.

    Read it freely; only `viewer.tree.ops` and the readers of files change it.

    Attributes:
        game: id of the game ("xiangqi", "chess", …).
        headers: in the file's order.
        root: the node before the first move; its action, if any, is the Setup of the start.
        encoding: codec of the record's text, None where the format has only one.
        facts: what the reader of the file saw of the record as a whole.
        next_id: the id of the next new node.
        line: its main line, if that was played before it was read; what was edited since isn't of it.
    """

    __slots__ = (
        *("__weakref__", "encoding", "facts", "game", "headers", "line"),
        *("next_id", "nodes", "root"),
    )

    def __init__(
        self,
        game: str,
        root: Node,
        headers: tuple[Header, ...] = (),
        encoding: str | None = None,
        facts: Facts = (),
        nodes: dict[int, Node] | None = None,
    ) -> None:
        """`nodes` is the index by id where the reader has already made it."""
        self.game = game
        self.root = root
        self.headers = headers
        self.encoding = encoding
        self.facts = facts
        self.nodes = {node.id: node for node in root.walk()} if nodes is None else nodes
        self.next_id = max(self.nodes) + 1
        self.line: Any = None

    def node(self, id: int) -> Node:
        """The node of an id. Raises KeyError."""
        return self.nodes[id]

    def dissolve(self) -> None:
        """Cut the links from nodes to their parents, for a record that nobody will use any more.

        What has no rings is freed at once; to collect the garbage of many takes as long as to read them.
        """
        for node in self.nodes.values():
            node.parent = None

    def walk(self) -> Iterator[Node]:
        """All nodes, pre-order, children in file order. Iterative."""
        return self.root.walk()

    def header(self, key: str, default: str = "") -> str:
        """The first header of a key."""
        for entry in self.headers:
            if entry.key == key:
                return entry.value
        return default

    def fact(self, name: str) -> Fact | None:
        """What the reader saw of the whole record under a name."""
        return find_fact(self.facts, name)

    @property
    def setup(self) -> Setup | None:
        """The start position, None for the game's usual one."""
        return self.root.action if isinstance(self.root.action, Setup) else None

    def mapped(
        self,
        action: Callable[[Node], Action | None],
        headers: Iterable[Header] | None = None,
        notes: Callable[[Node], Mapping[str, NoteValue]] | None = None,
    ) -> Record:
        """A copy with other actions, headers or annotations: to compare, or to write in another form.

        Ids, the shape and the codec stay; facts don't, since they would be those of other things.
        Iterative; each function is asked once a node, parents first.
        """
        copies: dict[int, Node] = {}
        for node in self.walk():
            parent = None if node.parent is None else copies[node.parent.id]
            said = node.notes if notes is None else notes(node)
            copies[node.id] = Node(node.id, parent, action(node), said)
        for node in self.walk():
            if node.children:
                copies[node.id].children = tuple([copies[child.id] for child in node.children])
        headers = self.headers if headers is None else tuple(headers)
        return Record(self.game, copies[self.root.id], headers, self.encoding, nodes=copies)

    def copy(self) -> Record:
        """The same record again, with its ids and facts. Iterative."""
        copies: dict[int, Node] = {}
        for node in self.walk():
            parent = None if node.parent is None else copies[node.parent.id]
            copies[node.id] = Node(node.id, parent, node.action, node.notes, node.facts)
        for node in self.nodes.values():
            if node.children:
                copies[node.id].children = tuple([copies[child.id] for child in node.children])
        copy = Record(
            self.game, copies[self.root.id], self.headers, self.encoding, self.facts, copies
        )
        copy.next_id = self.next_id
        return copy

    def digest(self) -> str:
        """SHA-256 over everything in the record (ids and facts as well), as hex."""
        import hashlib  # deferred: costly to load, and no part of opening a file

        total = hashlib.sha256()
        head = (self.game, tuple(tuple(entry) for entry in self.headers), self.encoding or "")
        total.update(repr((head, self.facts)).encode("utf-8", "surrogatepass"))
        for row in rows_of(self.root):
            total.update(repr(pack_node(row)).encode("utf-8", "surrogatepass"))
        return total.hexdigest()


def with_header(headers: Iterable[Header], key: str, value: str) -> tuple[Header, ...]:
    """Headers with the first entry of a key set, added at the end, or (value "") taken out."""
    out: list[Header] = []
    found = False
    for entry in headers:
        if entry.key == key and not found:
            found = True
            if value:
                out.append(Header(key, value))
        else:
            out.append(entry)
    if not found and value:
        out.append(Header(key, value))
    return tuple(out)


def rows_of(top: Node) -> list[NodeData]:
    """A node and all below as flat rows, pre-order; `NodeData.parent` is the position of the parent row.

    The first row's parent is -1. Iterative.
    """
    rows: list[NodeData] = []
    stack: list[tuple[Node, int]] = [(top, -1)]
    while stack:
        node, parent = stack.pop()
        here = len(rows)
        rows.append(NodeData(node.id, parent, node.action, node.notes, node.facts))
        stack.extend((child, here) for child in reversed(node.children))
    return rows


def nodes_of(rows: Iterable[NodeData]) -> list[Node]:
    """The nodes of flat rows, linked; the first is the top, without a parent."""
    nodes: list[Node] = []
    fans: dict[int, list[Node]] = {}
    for row in rows:
        parent = nodes[row.parent] if row.parent >= 0 else None
        node = Node(row.id, parent, row.action, row.notes, row.facts)
        nodes.append(node)
        if row.parent >= 0:
            fans.setdefault(row.parent, []).append(node)
    for position, children in fans.items():
        nodes[position].children = tuple(children)
    return nodes
