"""Reads a JKF file."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.format import Unreadable
from viewer.formats.jkf.entries import GRAMMAR, Value, said_by, start_of
from viewer.formats.jkf.plain import read_plain
from viewer.formats.kit.diagnostics import TextPositions
from viewer.formats.kit.json.file import JsonCollection
from viewer.formats.kit.json.tape import parse
from viewer.games.shogi.position import setup_of
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record


class EntryList(NamedTuple):
    """An array of entries: its value, the nodes of its entries, the parent of the first node."""

    value: Value
    nodes: list[Node]
    parent: Node | None


class ParsedFile:
    """A file that is read.

    Attributes:
        record: its record.
        tape: the values of its text.
        top: the file's outermost value, None if there is none.
        lines: all arrays of entries; the first is `moves`.
        entries: the values of entries by the id of their node.
        forks: the lines of `forks` by the id of their parent node.
        headers: keys and values of the headers, in order.
        found: diagnostics.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self._limits = limits
        self.found: list[Diagnostic] = []
        self._places = TextPositions(text, UTF8)
        self.tape, faults = parse(text, limits.diagnostics, GRAMMAR)
        self.top = Value(self.tape, self.tape.top) if self.tape.top >= 0 else None
        self.lines: list[EntryList] = []
        self._of: dict[Node, Value] = {}
        self._count = 1
        root = Node(0, None)
        self._odd_nodes: list[tuple[Node, Value, Message]] = []
        moves = None if self.top is None else self.top.get("moves", "array")
        if moves is not None:
            self._read_lines(moves, root)
        nodes = self._number(root)
        self.entries = {node.id: entry for node, entry in self._of.items()}
        self.forks: dict[int, list[EntryList]] = {}
        for line in self.lines[1:]:
            assert line.parent is not None
            self.forks.setdefault(line.parent.id, []).append(line)
        for fault in faults:
            self._complain("jkf.syntax", fault.words, fault.at, None)
        initial = None if self.top is None else self.top.get("initial", "object")
        start = start_of(initial)
        root.action = setup_of(start.position)
        if initial is not None and not start.good:
            words = message("The start position isn't all understood.")
            self._complain("jkf.bad-position", words, initial.start, 0)
        for node, value, words in self._odd_nodes:
            self._complain("jkf.bad-entry", words, value.start, node.id)
        self.headers = self._headers()
        headers = tuple(Header(key, self._value(value)) for key, value in self.headers)
        self.record = Record("shogi", root, headers, None, (), nodes)

    def _headers(self) -> list[tuple[str, Value]]:
        header = None if self.top is None else self.top.get("header", "object")
        return [] if header is None else [(one.key, one.value) for one in header.members]

    def _value(self, value: Value) -> str:
        return value.text if value.kind == "string" else self.text[value.start : value.end]

    # --------------------------------------------------------------------------------- lines

    def _read_lines(self, moves: Value, root: Node) -> None:
        children: dict[Node, list[Node]] = {}
        todo: list[tuple[Value, Node | None]] = [(moves, None)]
        at = 0
        while at < len(todo):
            array, parent = todo[at]
            at += 1
            line = EntryList(array, [], parent)
            self.lines.append(line)
            above = parent
            for index, entry in enumerate(array.items):
                if self._count >= self._limits.nodes:
                    words = message("The record has too many moves; the rest isn't read.")
                    self._odd_nodes.append((root, entry, words))
                    return self._attach(children)
                if above is None:
                    # The first entry belongs to the start, if it has neither move nor end.
                    if index == 0 and entry.get("move") is None and entry.get("special") is None:
                        said = said_by(entry, self.text, None)
                        root.notes = said.notes
                        self._of[root] = entry
                        line.nodes.append(root)
                        above = root
                        self._odd_forks(entry, root)
                        continue
                    above = root
                node = self._node(entry, above)
                children.setdefault(above, []).append(node)
                line.nodes.append(node)
                for fork in self._fork_values(entry, node):
                    todo.append((fork, above))
                above = node
        self._attach(children)

    def _attach(self, children: dict[Node, list[Node]]) -> None:
        for node, some in children.items():
            # In file order, so the main line comes first, and of nested forks the outer one.
            some.sort(key=lambda one: self._of[one].start)
            node.children = tuple(some)

    def _node(self, entry: Value, above: Node) -> Node:
        said = said_by(entry, self.text, above.action)
        node = Node(-1, above, said.action, said.notes or EMPTY)
        self._of[node] = entry
        self._count += 1
        if entry.kind != "object":
            self._odd_nodes.append((node, entry, message("This is no entry of a move.")))
        elif not said.good:
            self._odd_nodes.append((node, entry, message("This move isn't understood.")))
        return node

    def _fork_values(self, entry: Value, node: Node) -> list[Value]:
        forks = entry.get("forks")
        if forks is None:
            return []
        out = [fork for fork in forks.items if fork.kind == "array" and fork.items]
        if forks.kind != "array" or any(fork.kind != "array" for fork in forks.items):
            words = message("A variation isn't a list of moves; it is passed over.")
            self._odd_nodes.append((node, forks, words))
        return out

    def _odd_forks(self, entry: Value, root: Node) -> None:
        forks = entry.get("forks")
        if forks is not None and forks.items:
            words = message("A variation hangs on the start; it is passed over.")
            self._odd_nodes.append((root, forks, words))

    def _number(self, root: Node) -> dict[int, Node]:
        nodes: dict[int, Node] = {}
        for id, node in enumerate(root.walk()):
            node.id = id
            nodes[id] = node
        return nodes

    # --------------------------------------------------------------------------- diagnostics

    def _complain(self, code: str, words: Message, at: int, node: int | None) -> None:
        if len(self.found) >= self._limits.diagnostics:
            return
        offset, line, column = self._places.of(at)
        begin = at - column + 1
        rest = self.text[begin : begin + 400].split("\n", 1)[0].strip()
        told = message("{what} Line {line}: {text}", what=words, line=line, text=rest[:60])
        self.found.append(Diagnostic(Severity.WARNING, code, told, 0, node, offset, line, column))


def read_record(text: str, limits: Limits) -> Record:
    """The record of a file's text."""
    return read_plain(text, limits) or ParsedFile(text, limits).record


# -------------------------------------------------------- A JKF file as a collection of one record


class JkfCollection(JsonCollection):
    """The record of a source. Raises Unreadable if the text is no JSON object, and OSError."""

    format = "jkf"
    variant = "JKF"

    def _parsed(self) -> Record:
        plain = read_plain(self._text, self._limits)
        if plain is not None:
            return plain
        reading = ParsedFile(self._text, self._limits)
        if reading.top is None or reading.top.kind != "object":
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "jkf.no-object")
        self._tell(0, reading.found)
        return reading.record
