"""A wei7 file as a collection of one record: version 3 as JSON, version 2 as XML."""

from __future__ import annotations

import re
from xml.parsers import expat

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Unreadable
from viewer.formats.kit.json.file import JsonCollection
from viewer.formats.wei7.reader import ParsedFile
from viewer.formats.wei7.rules import SYMBOL, Fault, diagnostics_of, parse
from viewer.formats.wei7.steps import EVALUATIONS
from viewer.games.go.setup import LARGEST, USUAL, square_at, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, PROBLEM, TITLE, Mark, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

VARIANT = "wei7 3.0"
_START = re.compile(r"\ufeff?\s*<")


class Wei7Collection(JsonCollection):
    """The record of a wei7 file. Raises Unreadable if the file holds no record, OSError."""

    format = "wei7"

    def __init__(self, source: Source, limits: Limits) -> None:
        self.variant = VARIANT
        super().__init__(source, limits)

    def _readable(self, data: bytes) -> bytes:
        return _divided(data, self._limits) if self.source.size > len(data) else data

    def _parsed(self) -> Record:
        if is_xml(self._text):
            old = read_xml(self._text, self._limits)
            self._tell(0, old.found)
            self.variant = f"wei7 {old.version[:20]}".rstrip()
            return old.record
        reading = ParsedFile(self._text, self._limits)
        if reading.top < 0:
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "wei7.no-object")
        self._tell(0, reading.found)
        return reading.record


def is_xml(text: str) -> bool:
    """Whether the text of a file is XML, and so of version 2."""
    return _START.match(text) is not None


def _divided(data: bytes, limits: Limits) -> bytes:
    """The beginning of a file that is too long, up to an offset where edits can't damage the rest."""
    text = decode(data, UTF8)
    if is_xml(text):
        return data
    tape, _ = parse(text, limits.diagnostics)
    return encode(text[: tape.resume()], UTF8)


# ---------------------------------------------------------------------------------------- version 2

_LINE_END = re.compile(r"\r\n|\r|\n")
_SIDES = {"black": "B", "white": "W"}
# The keys in version 3 for the attributes of <game>.
_HEADERS = {
    "name": "info.name",
    "place": "info.place",
    "time": "info.time",
    "komi": "info.rules.komi",
}


class XmlReading(NamedTuple):
    """A file of version 2: its record, the diagnostics, the version that it names."""

    record: Record
    found: list[Diagnostic]
    version: str


def read_xml(text: str, limits: Limits) -> XmlReading:
    """Read a file of version 2; of a damaged file, the part before the damage."""
    reader = _Reader(text, limits)
    reader.run()
    return XmlReading(reader.record(), diagnostics_of(text, reader.faults), reader.version)


class _Level:
    """An open <moves> element with the last node of its line."""

    def __init__(self, last: Node | None) -> None:
        self.last = last


class _Reader:
    def __init__(self, text: str, limits: Limits) -> None:
        self.faults: list[Fault] = []
        self.version = ""
        self._text = text.removeprefix("\ufeff")
        self._shift = len(text) - len(self._text)
        self._limits = limits
        self._parser = expat.ParserCreate("utf-8")
        self._names: list[str] = []
        self._headers: list[Header] = []
        self._words: list[str] = []
        self._size = USUAL
        self._root = Node(0, None)
        self._nodes: dict[int, Node] = {0: self._root}
        self._children: dict[Node, list[Node]] = {}
        self._levels: list[_Level] = []
        self._marked: Node = self._root  # the node that gets the next marks and stones
        self._stones: dict[Node, list[tuple[str, str]]] = {}
        self._full = False
        self._lines: list[int] = []

    def run(self) -> None:
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words.append
        words = message(
            "A file of version 2 of wei7, which is XML. It is read as far as it goes; with changes it "
            "is saved as version 3.0."
        )
        self.faults.append(Fault(Severity.INFO, "wei7.xml", words, 0))
        try:
            # Files of version 2 never declare entities; reading ends at the declaration of one.
            parser.EntityDeclHandler = self._refuse
            parser.Parse(self._text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            at = len(
                self._text.encode("utf-8", "replace")[: parser.ErrorByteIndex].decode(
                    "utf-8", "ignore"
                )
            )
            reason = message("The XML ends here: {reason}.", reason=expat.ErrorString(error.code))
            self.faults.append(Fault(Severity.WARNING, "wei7.syntax", reason, at + self._shift))
        except _Refused:
            words = message("The file declares entities of XML; it isn't read on.")
            self.faults.append(Fault(Severity.WARNING, "wei7.syntax", words, 0))

    def _refuse(self, *_: object) -> None:
        raise _Refused

    def record(self) -> Record:
        for node, some in self._children.items():
            node.children = tuple(some)
        for node in {*self._stones, self._root}:
            stones = self._stones.get(node, [])
            placement = Placement(
                first=tuple(place for side, place in stones if side == "B"),
                second=tuple(place for side, place in stones if side == "W"),
            )
            if node is self._root:
                placement = placement._replace(width=self._size, height=self._size)
            if stones or (node is self._root and self._size != USUAL):
                node.action = Setup(write_setup(placement))
        return Record("go", self._root, tuple(self._headers), None, (), self._numbered())

    def _numbered(self) -> dict[int, Node]:
        nodes: dict[int, Node] = {}
        for id, node in enumerate(self._root.walk()):
            node.id = id
            nodes[id] = node
        return nodes

    def _tell(self, words: Message) -> None:
        if len(self.faults) < self._limits.diagnostics:
            at = self._place_in_text()
            self.faults.append(Fault(Severity.WARNING, "wei7.bad-value", words, at))

    def _place_in_text(self) -> int:
        """The offset of the parser's current line in the text; the lines are searched once."""
        if not self._lines:
            self._lines = [0]
            for found in _LINE_END.finditer(self._text):
                self._lines.append(found.end())
        line = min(self._parser.CurrentLineNumber, len(self._lines)) - 1
        return self._shift + self._lines[line]

    # ------------------------------------------------------------------------------ elements

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        above = self._names[-1] if self._names else ""
        self._names.append(name)
        self._words.clear()
        if self._full:
            return
        if name == "wei7":
            self.version = attributes.get("version", "")
        elif name == "game":
            for key, text in attributes.items():
                self._headers.append(Header(_HEADERS.get(key, f"info.{key}"), text))
        elif name == "moves":
            self._levels.append(_Level(self._levels[-1].last if self._levels else None))
        elif name in ("pre", "black", "white") and not self._levels:
            self._tell(message("<{name}> stands outside of the moves.", name=name))
        elif name == "pre":
            self._pre(attributes)
        elif name in _SIDES and above == "pre":
            place = self._place(attributes)
            if place is not None:
                self._stones.setdefault(self._marked, []).append((_SIDES[name], place))
        elif name in _SIDES:
            self._move(name, attributes)
        elif name == "mark":
            self._mark(attributes)

    def _end(self, name: str) -> None:
        if self._names and self._names[-1] == name:
            self._names.pop()
        if name == "size":
            text = "".join(self._words).strip()
            good = (
                text.isascii() and text.isdecimal() and len(text) < 4 and 0 < int(text) <= LARGEST
            )
            if good:
                self._size = int(text)
            else:
                words = message(
                    "“{text}” is no size of a board of up to {largest} lines; {usual} are shown.",
                    text=text[:40],
                    largest=LARGEST,
                    usual=USUAL,
                )
                self._tell(words)
        elif name == "moves" and self._levels:
            self._levels.pop()

    def _pre(self, attributes: dict[str, str]) -> None:
        level = self._levels[-1]
        if len(self._levels) == 1 and level.last is None:
            self._say(self._root, attributes)
            level.last = self._marked = self._root
        else:
            self._marked = level.last = self._node(level.last, None, attributes)

    def _move(self, name: str, attributes: dict[str, str]) -> None:
        level = self._levels[-1]
        place = "pass"
        if "x" in attributes or "y" in attributes:
            found = self._place(attributes)
            if found is None:
                return
            place = found
        action = Move(f"{_SIDES[name]} {place}")
        above = level.last or self._root
        node = self._node(above, action, attributes)
        # In the file, variations precede the move that they replace, but that move is the main line.
        some = self._children[above]
        some.insert(0, some.pop())
        level.last = self._marked = node

    def _node(self, above: Node | None, action: Move | None, attributes: dict[str, str]) -> Node:
        above = above or self._root
        node = Node(len(self._nodes), above, action)
        self._nodes[node.id] = node
        self._children.setdefault(above, []).append(node)
        self._say(node, attributes)
        if len(self._nodes) >= self._limits.nodes:
            self._full = True
            self._tell(message("The record has too many moves; the rest isn't read."))
        return node

    def _say(self, node: Node, attributes: dict[str, str]) -> None:
        notes: dict[str, NoteValue] = dict(node.notes)
        for key, facet in (("title", TITLE), ("comment", COMMENT)):
            if attributes.get(key):
                notes[facet] = attributes[key]
        if attributes.get("problem") in _SIDES:
            notes[PROBLEM] = attributes["problem"]
        word = attributes.get("eval", "")
        if word in EVALUATIONS:
            notes[GLYPHS] = (EVALUATIONS[word],)
        elif word:
            self._tell(message("There is no evaluation “{name}”.", name=word[:40]))
        node.notes = notes or EMPTY

    def _mark(self, attributes: dict[str, str]) -> None:
        place = self._place(attributes)
        text = next((text for key, text in attributes.items() if key not in ("x", "y")), "")
        if place is not None and SYMBOL.match(text):
            mark = Mark("label", (place,), text=text)
            self._marked.notes = {**self._marked.notes, MARKS: (*self._marked.marks, mark)}

    def _place(self, attributes: dict[str, str]) -> str | None:
        numbers: list[int] = []
        for key in ("x", "y"):
            text = attributes.get(key, "")
            if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < LARGEST):
                self._tell(message("This is no point of a board."))
                return None
            numbers.append(int(text))
        return square_at(numbers[0], numbers[1])


class _Refused(Exception):
    """Raised at the declaration of an entity, to end the reading."""
