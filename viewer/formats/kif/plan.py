"""Planning how a record is written: the order of its nodes, numbers, times, names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.text import UTF8
from viewer.formats.kif.encoding import CODECS, CP932, UTF16, name_of
from viewer.formats.kif.growth import Branches
from viewer.formats.kif.lines import REST, Origin, block_of, origin_of
from viewer.formats.kif.start import uwate
from viewer.formats.kit.charsets import UTF16_LE, canonical
from viewer.formats.kit.evaluations import in_comments
from viewer.formats.kit.shogi_words import CSA_KEYS, renamed
from viewer.games import game_of
from viewer.games.game import State
from viewer.games.shogi.position import Position, position_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

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


# ---------------------------------- Planning how a record is written: order, numbers, times, names


class Plan:
    """The plan for writing a record.

    Attributes:
        record, dialect: the record, and the dialect to write. Evaluations are in its comments, and CSA's
            headers have KIF's keys in a new file.
        origin: the properties of the file it was read from, None for a new file.
        source, target: codecs of its raw bytes, and of the new file; `wrap` for what is read as UTF-8.
        codec: of the new file's text.
        eol: end of new lines.
        plain: whether moves are written without numbers, with ▲ and △.
        shift: added to a ply for its number.
        plus: whether `+` is written.
        start: its position.
        uwate: whether the players are 下手 and 上手.
        order: the nodes that are printed.
        regular: whether numbers and order are those of Kifu for Windows, regardless of the file's.
    """

    def __init__(
        self, record: Record, dialect: str, encoding: str | None, regular: bool = False
    ) -> None:
        self.dialect = dialect
        self.regular = regular
        self.origin: Origin | None = origin_of(record, dialect)
        origin = self.origin
        wanted = encoding or record.encoding or CP932
        if origin is None and encoding is None and wanted not in CODECS:
            wanted = CP932
        self.wrap = ""
        if wanted not in CODECS:
            of_file = origin.wrap if origin is not None else ""
            self.wrap = of_file if name_of(of_file) == wanted else canonical(wanted)
            if wanted == UTF16 and not of_file:
                self.wrap = UTF16_LE
            wanted = UTF8
        self.target = wanted if wanted in CODECS else UTF8
        self.codec = name_of(self.wrap) if self.wrap else self.target
        self.source = origin.codec if origin is not None else self.target
        self.eol = origin.eol if origin is not None else "\r\n"
        self.plain = origin.plain if origin is not None else dialect == "ki2"
        self.shift = origin.shift if origin is not None else 0
        self.plus = not self.plain and (origin is None or origin.plus is not False)
        self.odd = frozenset(origin.odd) if origin is not None else frozenset()
        self.shogi = record.game == "shogi"
        self.start: Position = position_of(record.setup if self.shogi else None)
        self.uwate = _has_uwate(record, self.start)
        record = in_comments(record)
        self.record = record if origin is not None else _in_kifs_words(record, self.uwate)
        self.order: list[Node] = printing_order(
            record.root, self.children, self.start, origin is not None and not regular
        )
        self._states: States | None = None

    @property
    def open_end(self) -> bool:
        """Whether the last line of the file that was read has no end: then that of the new one has none."""
        return self.origin is not None and self.origin.open and self.record.fact(REST) is None

    @property
    def moved(self) -> bool:
        """Whether the text changes its codec or wrapping."""
        origin = self.origin
        return origin is None or (origin.codec, origin.wrap) != (self.target, self.wrap)

    def children(self, node: Node) -> Sequence[Node]:
        """The children that are printed."""
        children = node.children
        for child in children:
            if not self._is_printed(child):
                return [one for one in children if self._is_printed(one)]
        return children

    def _is_printed(self, node: Node) -> bool:
        if self.origin is not None and block_of(node) is not None:
            return True
        if self.dialect == "bod" or not self.shogi:
            return False
        action = node.action
        return type(action) in (Move, Written, Terminal) and bool(
            action.text.strip()  # type: ignore[union-attr]  # by its type
        )

    # ----------------------------------------------------------------------- the rules, asked late

    def state(self, node: Node) -> State:
        """The position after a node."""
        if self._states is None:
            self._states = States(game_of("shogi"), self.record)
        return self._states.at(node)

    def action(self, node: Node) -> Action | None:
        """A node's action, resolved to a move."""
        return self.state(node).action if type(node.action) is Written else node.action

    def mover(self, node: Node) -> int:
        """The side that moves at a node: 0 for black, 1 for white."""
        assert node.parent is not None
        return self.state(node.parent).side


def _in_kifs_words(record: Record, uwate: bool) -> Record:
    """The record with KIF's keys for the headers that CSA has as well."""
    names = {**CSA_KEYS, "N+": "下手", "N-": "上手"} if uwate else CSA_KEYS
    headers = renamed(record.headers, names)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _has_uwate(record: Record, start: Position) -> bool:
    """Whether the players are called 下手 and 上手: by the headers, else by the start."""
    keys = {header.key for header in record.headers if header.value}
    if keys & {"下手", "上手"}:
        return True
    return not keys & {"先手", "後手"} and uwate(start)
