"""Reads a JKF file: plain ones, as programs write them, by Python's parser of JSON, others by the tape."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.format import Unreadable
from viewer.formats.jkf.entries import GRAMMAR, PRESETS, Value, said_by, start_of
from viewer.formats.kit.diagnostics import TextPositions
from viewer.formats.kit.json.file import JsonCollection
from viewer.formats.kit.json.tape import parse
from viewer.games.shogi.names import KIND_OF_CSA, unpromoted
from viewer.games.shogi.position import RANKS, setup_of
from viewer.tree.action import Action, Move, Terminal
from viewer.tree.annotation import COMMENT, ELAPSED, NoteValue
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


# --------------- Plain files, read by Python's parser of JSON, which is quick and knows no offsets
#
# What isn't surely such a file, or has something odd to be told of, is left to `ParsedFile`.

# What Python's parser reads otherwise than the tape: escaped halves of characters, -0.
_ODD = re.compile(r"\\u[dD]|[:\[,][ \t\r\n]*-")
_MOST = 10**8  # a number has at most eight digits
_LONGEST = (
    1 << 20
)  # characters: the values of a longer text would take much more memory than its tape


class _NotPlain(ValueError):
    """There is something that `ParsedFile` has to look at."""


def read_plain(text: str, limits: Limits) -> Record | None:
    """The record of a file's text; None if it isn't plain."""
    if len(text) > _LONGEST or _ODD.search(text):
        return None
    try:
        file = json.loads(
            text, object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse
        )
        return _record(file, limits) if type(file) is dict else None
    except (ValueError, RecursionError):
        return None


def _refuse(word: str) -> Any:
    raise _NotPlain(word)


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(members)
    if len(fields) != len(members):
        raise _NotPlain
    return fields


def _of(kind: type, value: Any) -> Any:
    """A value that has to be of a kind."""
    if type(value) is not kind:
        raise _NotPlain
    return value


def _record(file: dict[str, Any], limits: Limits) -> Record:
    headers = tuple(
        [Header(key, _of(str, value)) for key, value in _of(dict, file.get("header", {})).items()]
    )
    initial = _of(dict, file.get("initial", {"preset": "HIRATE"}))
    start = PRESETS.get(_of(str, initial.get("preset")))
    if start is None or "data" in initial:
        raise _NotPlain
    root = Node(0, None, setup_of(start))
    moves = _of(list, file.get("moves"))
    if moves and not (_of(dict, moves[0]).keys() & {"move", "special"}):
        root.notes = _notes(moves[0])
        if "forks" in moves[0]:
            raise _NotPlain
        moves = moves[1:]
    _read_lines(moves, root)
    nodes = {}
    for id, node in enumerate(root.walk()):
        node.id = id
        nodes[id] = node
    if len(nodes) >= limits.nodes:
        raise _NotPlain
    return Record("shogi", root, headers, None, (), nodes)


def _read_lines(moves: list[Any], root: Node) -> None:
    lines = [(moves, root)]
    for line, above in lines:  # which grows: the variations of a line come behind it
        children = above.children
        for entry in line:
            _of(dict, entry)
            node = Node(-1, above, _action(entry), _notes(entry))
            above.children = (*children, node)
            if "forks" in entry:
                if children:  # the beginning of a variation has none of its own
                    raise _NotPlain
                lines += [(_of(list, fork), above) for fork in _of(list, entry["forks"])]
            above, children = node, ()


def _notes(entry: dict[str, Any]) -> Mapping[str, NoteValue]:
    if "comments" not in entry and "time" not in entry:
        return EMPTY
    notes: dict[str, NoteValue] = {}
    comment = "\n".join([_of(str, line) for line in _of(list, entry.get("comments", []))])
    if comment:
        notes[COMMENT] = comment
    if "time" in entry:
        now = _of(dict, _of(dict, entry["time"]).get("now"))
        parts = [_number(now.get(key, 0)) for key in ("h", "m")]
        total = 3600 * parts[0] + 60 * parts[1] + _number(now.get("s"))
        notes[ELAPSED] = f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"
    return notes or EMPTY


def _number(value: Any) -> int:
    if _of(int, value) >= _MOST:
        raise _NotPlain
    return int(value)


def _action(entry: dict[str, Any]) -> Action | None:
    if "special" in entry:
        word = _of(str, entry["special"])
        if not word or "move" in entry:
            raise _NotPlain
        return Terminal(word)
    if "move" not in entry:
        return None
    move = _of(dict, entry["move"])
    kind = KIND_OF_CSA.get(_of(str, move.get("piece")))
    if not kind:
        raise _NotPlain
    target, origin = _place(move.get("to")), move.get("from")
    if origin is None:
        return Move(f"{unpromoted(kind)}*{target}")
    return Move(_place(origin) + target + ("+" if move.get("promote") is True else ""))


def _place(value: Any) -> str:
    square = _of(dict, value)
    x, y = _of(int, square.get("x")), _of(int, square.get("y"))
    if not (1 <= x <= 9 and 1 <= y <= 9):
        raise _NotPlain
    return f"{x}{RANKS[y - 1]}"


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
