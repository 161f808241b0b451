"""What a file is written of: its bytes and lines, the order of nodes, and the plan for a record."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.kif.growth import REST, Branches, Origin, RawBlock, block_of, origin_of
from viewer.formats.kif.lines import (
    BOOKMARK,
    CODECS,
    UTF16,
    classify,
    decode,
    encode,
    name_of,
    split,
    text_of,
)
from viewer.formats.kif.start import uwate
from viewer.formats.kit.charsets import CP932, UTF16_LE, canonical
from viewer.formats.kit.foreign import ResolvedActions, in_comments
from viewer.formats.kit.law import kept
from viewer.formats.kit.shogi import CSA_KEYS, renamed
from viewer.games.game import State
from viewer.games.shogi.position import Position, position_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.annotation import NAMELESS
from viewer.tree.node import Node
from viewer.tree.record import Record


class NewFile:
    """Bytes in the codec of the new file.

    Attributes:
        fresh: whether the next piece begins a line.
        blank: whether the last line is empty, or nothing was written.
    """

    def __init__(self, source: str, target: str, eol: str) -> None:
        self._source = source
        self._target = target
        self.eol = eol
        self._parts: list[bytes] = []
        self.fresh = True
        self.blank = True

    def raw(self, data: bytes) -> None:
        """Add bytes of the file that was read."""
        if not data:
            return
        if self._source != self._target:
            data = encode(decode(data, self._source), self._target)
        self._put(data)

    def text(self, text: str) -> None:
        """Add new text within a line, or a whole line with its end."""
        if text:
            self._put(encode(text, self._target))

    def line(self, text: str) -> None:
        """Add a new line."""
        self.start_line()
        self.text(text + self.eol)

    def start_line(self) -> None:
        """End the current line, if there is one."""
        if not self.fresh:
            self.text(self.eol)

    def leave_open(self) -> None:
        """Take the end of the last line away."""
        if self._parts and self._parts[-1].endswith(end := self.eol.encode()):
            self._parts[-1] = self._parts[-1].removesuffix(end)
            self.fresh = False

    def _put(self, data: bytes) -> None:
        begun = self.fresh
        self._parts.append(data)
        self.fresh = data[-1:] in (b"\n", b"\r")
        self.blank = begun and not data.strip(b"\r\n")

    def data(self) -> bytes:
        """All bytes of the file so far."""
        return b"".join(self._parts)


# -------------------------------- Parsing a block of lines, and updating its comments line by line

_COMPARED = 10_000  # pairs of lines; beyond that, everything between the equal ends is replaced
_DIVISIONS = re.compile("\r\n?|\u2029\u2028*|\u2028")


class BlockItem(NamedTuple):
    """A line of a block.

    Attributes:
        kind, key, value, number: as in `lines.ClassifiedLine`.
        text: without its end.
        raw: its bytes, None if it is new.
    """

    kind: int
    text: str
    raw: bytes | None = None
    key: str = ""
    value: str = ""
    number: int = 0

    def put(self, file: NewFile) -> None:
        """Write the line."""
        file.start_line()
        if self.raw is None:
            file.line(self.text)
        else:
            file.raw(self.raw)


def items_of(raw: bytes, codec: str) -> list[BlockItem]:
    """The lines of a block."""
    return [item_of(line, codec) for line in split(raw)]


def item_of(raw: bytes, codec: str) -> BlockItem:
    """A line of a block."""
    text = text_of(raw, codec)
    line = classify(text)
    return BlockItem(line.kind, text, raw, line.key, line.value, line.number)


def said(items: Iterable[BlockItem], kind: int) -> str:
    """The text of comments, or of bookmarks."""
    values = [item.value for item in items if item.kind == kind]
    text = "\n".join(values)
    return NAMELESS if values and not text and kind == BOOKMARK else text


def lines_for(text: str) -> list[str]:
    """The lines of a comment or a bookmark; none for an empty one."""
    if text == NAMELESS:
        return [""]
    return _DIVISIONS.sub("\n", text).split("\n") if text else []


def set_lines(items: list[BlockItem], kind: int, sign: str, text: str, at: int) -> list[BlockItem]:
    """Items with comments, or bookmarks, set to a text; unchanged lines keep their bytes.

    New ones go where the others are, or, if there are none, to the index `at`.
    """
    was = [item.value for item in items if item.kind == kind]
    if said(items, kind) == text:
        return items
    new = [BlockItem(kind, sign + value, None, "", value) for value in lines_for(text)]
    if not was:
        return items[:at] + new + items[at:]
    before: dict[int, list[BlockItem]] = {}  # new lines ahead of the k-th that was there
    kept: set[int] = set()
    for first, last, start, end, same in _matches(was, [item.value for item in new]):
        if same:
            kept.update(range(first, last))
        else:
            before[first] = new[start:end]
    out: list[BlockItem] = []
    number = 0
    for item in items:
        if item.kind != kind:
            out.append(item)
            continue
        out += before.get(number, ())
        if number in kept:
            out.append(item)
        number += 1
        if number == len(was):
            out += before.get(number, ())
    return out


def _matches(was: list[str], now: list[str]) -> Iterator[tuple[int, int, int, int, bool]]:
    """Matching and differing stretches of both lists in order, and whether they are equal."""
    begin, end = kept(was, now)
    last, stop = len(was) - end, len(now) - end
    yield 0, begin, 0, begin, True
    if (last - begin) * (stop - begin) > _COMPARED:
        yield begin, last, begin, stop, False
    else:
        matcher = difflib.SequenceMatcher(None, was[begin:last], now[begin:stop], autojunk=False)
        for tag, i, j, k, m in matcher.get_opcodes():
            yield begin + i, begin + j, begin + k, begin + m, tag == "equal"
    yield last, len(was), stop, len(now), True


def put_comments(file: NewFile, comment: str, bookmark: str) -> None:
    """Write new comments and bookmarks, in the order of Kifu for Windows."""
    for value in lines_for(comment):
        file.line("*" + value)
    for value in lines_for(bookmark):
        file.line("&" + value)


# ---------------------------------------------------------------- the order in which nodes are printed

Children = Callable[[Node], Sequence[Node]]


def printing_order(
    root: Node, children: Children, start: Position, old: Container[Node]
) -> list[Node]:
    """All nodes below the root, in printing order.

    `children` gives the printed children of a node. The order is that of Kifu for Windows, unless
    the nodes of the file (`old`) have a different one there that still means the same.
    """
    usual = deepest_first(root, children)
    last = 0
    for node in usual:
        if node in old:
            if node.id < last:
                break
            last = node.id
    else:
        return usual
    stands = _as_in_file(root, usual, children, old)
    return stands if _says(stands, root, children, start) else usual


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


def _as_in_file(
    root: Node, usual: list[Node], children: Children, old: Container[Node]
) -> list[Node]:
    """The nodes of the file in its order, with each new branch after the nodes that it follows."""
    there = sorted((node for node in usual if node in old), key=lambda one: one.id)
    last = {root: root}
    for node in there:
        last[node] = node
    for node in reversed(there):
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
    for node in there:
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
        file = origin or Origin(dialect, self.target, "", "\r\n", 0, (), None, dialect == "ki2")
        self.source, self.eol, self.shift = file.codec, file.eol, file.shift
        self.plain = file.plain
        self.plus = not self.plain and file.plus is not False
        self.odd = frozenset(file.odd)
        self.shogi = record.game == "shogi"
        self.start: Position = position_of(record.setup if self.shogi else None)
        self.uwate = _has_uwate(record, self.start)
        record = in_comments(record)
        self.record = record if origin is not None else _in_kifs_words(record, self.uwate)
        self._blocks = _blocks_of(self.record) if origin is not None else {}
        self.order: list[Node] = printing_order(
            record.root, self.children, self.start, () if regular else self._blocks
        )
        self._actions = ResolvedActions(self.record, lambda _: False)

    @property
    def open_end(self) -> bool:
        """Whether the last line of the file that was read has no end: then that of the new one has none."""
        return self.origin is not None and self.origin.open and self.record.fact(REST) is None

    @property
    def moved(self) -> bool:
        """Whether the text changes its codec or wrapping."""
        origin = self.origin
        return origin is None or (origin.codec, origin.wrap) != (self.target, self.wrap)

    def block(self, node: Node) -> RawBlock | None:
        """The block of a node in the file that was read, None for a new node, and in a new file."""
        return self._blocks.get(node)

    def children(self, node: Node) -> Sequence[Node]:
        """The children that are printed."""
        children = node.children
        for child in children:
            if not self._is_printed(child):
                return [one for one in children if self._is_printed(one)]
        return children

    def _is_printed(self, node: Node) -> bool:
        if node in self._blocks:
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
        return self._actions.state(node)

    def action(self, node: Node) -> Action | None:
        """A node's action, resolved to a move."""
        return self._actions.at(node)

    def mover(self, node: Node) -> int:
        """The side that moves at a node: 0 for black, 1 for white."""
        assert node.parent is not None
        return self.state(node.parent).side


def _blocks_of(record: Record) -> dict[Node, RawBlock]:
    return {node: block for node in record.walk() if (block := block_of(node)) is not None}


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
