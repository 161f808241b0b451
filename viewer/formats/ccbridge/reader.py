"""Reads a record of CCBridge: what it says, what is told about it, and the file of a single one.

The tree is in pre-order. A node is four bytes (flags, a reserved one, from, to), then its comment if it
has one: its size in four bytes, and its text. The first node is the start of the game; its squares have
no meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.ccbridge.layout import (
    KIND_KEY,
    KINDS,
    PIECES,
    RESULT_KEY,
    RESULTS,
    SECOND,
    SQUARES,
    UTF16,
    Layout,
    checked_layout,
    decode_comment,
    encode_comment,
    read_board,
    read_headers,
    variant_of,
)
from viewer.formats.headers import value_of
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.formats.kit.xiangqi import BOARD, action_of, black_moves, setup_of
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# --------------------------------------------------------------------------------------- the record

LAST, SIBLING, HAS_COMMENT = 1, 2, 4
"""Flags of a node: it is the last of its line; a sibling follows; it has a comment."""

# Facts of a node:
NOISE = "ccbridge.noise"  # raw: flags and reserved byte, if the writer would make others
COMMENT_FACT = (
    "ccbridge.comment"  # value: its text; raw: its bytes, if the writer would make others
)
# Of the root:
ROOT = "ccbridge.root"  # raw: its squares

_SMALL = 1 << 16


@dataclass(slots=True)
class ReadRecord:
    """A record as it was read, and the faults found in it.

    Attributes:
        record: the tree and the headers; the record itself has no facts yet.
        end: the number of bytes read.
        cut: whether the bytes end before the tree is complete.
        limit: the limit that ended the reading: "nodes", "comment" or "".
        strange: nodes with squares that aren't on the board, with their offsets.
        spoilt: nodes with undecodable comments, with their offsets.
        promised: the number of siblings announced by flags and missing.
        unknown: the number of squares with unknown codes.
        side: the code of the side to move in the head.
        black: whether that is Black; None for an unknown code.
    """

    record: Record
    end: int = 0
    cut: bool = False
    limit: str = ""
    strange: list[tuple[Node, int]] = field(default_factory=list)
    spoilt: list[tuple[Node, int]] = field(default_factory=list)
    promised: int = 0
    unknown: int = 0
    side: int = 1
    black: bool | None = False


@dataclass(slots=True)
class CbrRecord(ReadRecord):
    """A record of a CBR file or of a library; `layout` has the offsets of its version."""

    layout: Layout = SECOND


def read_record(layout: Layout, data: bytes, limits: Limits) -> CbrRecord:
    """Read the record that begins with these bytes, up to the limits of nodes and of a comment's bytes."""
    with GarbagePause(len(data) >= _SMALL):
        root = Node(0, None)
        read = CbrRecord(Record("xiangqi", root), layout=layout)
        nodes = _read_tree(data, read, limits)
    codes = data[layout.board : layout.board + BOARD]
    board = read_board(codes)
    read.unknown = codes.translate(PIECES).count(0) - codes.count(0)
    read.side = data[layout.side] if layout.side < len(data) else 1
    read.black = {1: False, 2: True}.get(read.side)
    root = nodes[0]
    first_moves = [node.action for node in root.children]
    root.action = setup_of(board, black_moves(board, first_moves, int(bool(read.black))))
    headers = read_headers(data, layout)
    read.record = Record("xiangqi", root, headers, None, (), dict(enumerate(nodes)))
    return read


def _read_tree(data: bytes, read: CbrRecord, limits: Limits) -> list[Node]:
    squares = SQUARES[read.layout.version]
    actions: dict[bytes, Action] = {}
    nodes: list[Node] = []
    fans: dict[Node, list[Node]] = {}
    promised: list[Node] = []
    parent: Node | None = None
    pos, size = read.layout.tree, len(data)
    read.cut = True
    while pos + 4 <= size and not read.limit:
        if len(nodes) >= limits.nodes:
            read.limit = "nodes"
            break
        flags, reserved = data[pos], data[pos + 1]
        code = data[pos + 2 : pos + 4]
        action: Action | None = None
        if parent is not None:
            action = actions.get(code)
            if action is None:
                action = actions[code] = action_of(squares[code[0]], squares[code[1]])
        node = Node(len(nodes), parent, action)
        nodes.append(node)
        if parent is None:
            node.facts = (Fact(ROOT, None, code),)
        else:
            fans.setdefault(parent, []).append(node)
            if flags & SIBLING:
                promised.append(parent)
        if type(action) is Written:
            read.strange.append((node, pos))
        usual = LAST | HAS_COMMENT if parent is None else LAST | SIBLING | HAS_COMMENT
        if flags & ~usual or reserved:
            node.facts += (Fact(NOISE, None, data[pos : pos + 2]),)
        pos += 4
        if flags & HAS_COMMENT:
            behind = _read_comment(data, pos, node, read, limits)
            if behind is None:
                break
            pos = behind
        if not flags & LAST:
            parent = node
        elif promised:
            parent = promised.pop()
        else:
            read.cut = pos > size  # the last comment may be incomplete
            break
    read.end = min(pos, size)
    read.promised = len(promised)
    for node, children in fans.items():
        node.children = tuple(children)
    return nodes or [Node(0, None)]


def _read_comment(
    data: bytes, pos: int, node: Node, read: ReadRecord, limits: Limits
) -> int | None:
    """Read the comment whose size is at an offset; returns the offset after it, None if it is too long."""
    size = int.from_bytes(data[pos : pos + 4], "little")
    if size > limits.comment_bytes:
        if pos + 4 + size <= len(data):
            read.limit = "comment"
        return None
    raw = data[pos + 4 : pos + 4 + size]
    text = decode_comment(raw)
    if text:
        node.notes = {COMMENT: text}
    if not text or encode_comment(text) != raw:
        node.facts += (Fact(COMMENT_FACT, text, raw),)
    if "\ufffd" in text and "\ufffd".encode(UTF16) not in raw:
        read.spoilt.append((node, pos))
    return pos + 4 + size


# -------------------------------------------------------------------------------------- diagnostics

_LIMITS = {
    "nodes": message("too many moves"),
    "comment": message("a comment too long"),
}


class RecordDiagnostics(LimitedDiagnostics):
    """Diagnostics of one record of a CBR file or of a library."""

    def __init__(self, format: str, most: int) -> None:
        super().__init__(most)
        self.format = format

    def placed(self, index: int, offset: int | None) -> list[Diagnostic]:
        """All diagnostics, assigned to a record, with offsets counted from the beginning of the file.

        `offset` is that of the record, None if the file has it packed.
        """
        return [
            one._replace(
                record=index,
                offset=None if offset is None or one.offset is None else one.offset + offset,
            )
            for one in self.sorted()
        ]


def tell_record(found: RecordDiagnostics, read: CbrRecord, size: int, behind: int) -> None:
    """Add the diagnostics of a record of `size` bytes, of which `behind` follow the end of its tree."""
    tell_end(found, read, size, behind)
    _tell_head(found, read)
    tell_nodes(found, read, "UTF-16")


def tell_nodes(found: RecordDiagnostics, read: ReadRecord, codec: str) -> None:
    """Add those of nodes, whose text is in a codec."""
    for node, offset in read.strange:
        words = message(
            "A move from or to a square that isn't on the board: {move}.",
            move=getattr(node.action, "text", ""),
        )
        found.add(WARNING, "off-board", words, node.id, offset)
    for node, offset in read.spoilt:
        words = message("The comment has bytes that are no text in {codec}.", codec=codec)
        found.add(WARNING, "undecodable", words, node.id, offset)


def tell_codes(
    found: RecordDiagnostics,
    headers: Sequence[Header],
    kinds: tuple[str, Collection[str]],
    results: Collection[str],
    offsets: tuple[int | None, int | None] = (None, None),
) -> None:
    """Add those of the codes of kind and result: the header of the kind and its values, and the results."""
    key, known = kinds
    result, kind = value_of(headers, RESULT_KEY), value_of(headers, key)
    if result and result not in results:
        words = message("The result has the code {code}, which means nothing.", code=result)
        found.add(WARNING, "unknown-result", words, offset=offsets[1])
    if kind and kind not in known:
        words = message("The kind of the game has the code {code}, which means nothing.", code=kind)
        found.add(INFO, "unknown-kind", words, offset=offsets[0])


def _tell_head(found: RecordDiagnostics, read: CbrRecord) -> None:
    layout, record = read.layout, read.record
    values: dict[str, str] = dict(record.headers)
    tell_codes(found, record.headers, (KIND_KEY, KINDS), RESULTS, (layout.kind, layout.result))
    if read.unknown:
        words = counted(
            "One square of the start holds a code of no piece; it is shown empty.",
            "{count} squares of the start hold codes of no piece; they are shown empty.",
            read.unknown,
        )
        found.add(WARNING, "unknown-piece", words, record.root.id, layout.board)
    tell_side(found, read, layout.side)
    for place in layout.texts:
        if "\ufffd" in values.get(place.key, ""):
            words = message(
                "{field} has bytes that are no text in {codec}.", field=place.name, codec="UTF-16"
            )
            found.add(WARNING, "undecodable", words, offset=place.offset)


def tell_side(found: RecordDiagnostics, read: ReadRecord, offset: int | None = None) -> None:
    """Add that the file says another side to move than its moves, or none."""
    setup = read.record.setup
    black = setup is not None and setup.text.endswith(" b")
    if read.black is black:
        return
    if read.black is None:
        words = message(
            "The side to move has the code {code}, which means nothing.", code=read.side
        )
    elif black:
        words = message("The file says that Red moves first, but the first move is Black's.")
    else:
        words = message("The file says that Black moves first, but the first move is Red's.")
    found.add(INFO, "side", words, read.record.root.id, offset)


def tell_end(found: RecordDiagnostics, read: ReadRecord, size: int, behind: int) -> None:
    """Add those of the end of a record of `size` bytes, of which `behind` follow its end."""
    last = max(read.record.nodes)
    if read.limit:
        words = counted(
            "Reading ended here ({why}); one byte is kept as it is.",
            "Reading ended here ({why}); {count} bytes are kept as they are.",
            size - read.end,
            why=_LIMITS[read.limit],
        )
        found.add(ERROR, "limit", words, last, read.end)
    elif read.cut:
        words = message("The record ends before its moves do.")
        found.add(ERROR, "cut", words, last, read.end)
        if read.promised:
            words = counted(
                "A variation is promised, but the record ends.",
                "{count} variations are promised, but the record ends.",
                read.promised,
            )
            found.add(WARNING, "absent-move", words, last, read.end)
    elif behind:
        words = counted(
            "One byte follows after the end of the record.",
            "{count} bytes follow after the end of the record.",
            behind,
        )
        found.add(WARNING, "trailing-bytes", words, offset=read.end)


# -------------------------------------------------------------------------- a file of one record

RECORD = "ccbridge.record"
"""Fact of a record: its bytes; value: ReadAs."""
REST = "ccbridge.rest"  # fact of a record: the bytes after it in the file


class CbrCollection(SingleCollection):
    """The record of a CBR file, read when needed.

    Attributes:
        format: "cbr".
        source: the file.
    """

    format = "cbr"

    def __init__(self, source: Source, limits: Limits) -> None:
        """Read the bytes and find their layout. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self._data = source.read(0, limits.body_bytes)
        self._layout = checked_layout(self._data)
        self._tell_cut(len(self._data))

    @property
    def variant(self) -> str:
        """The version of the file, such as "CBR 2"."""
        return variant_of(self._layout.version)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers, read from the head only."""
        if index:
            raise IndexError(index)
        return read_headers(self._data, self._layout)

    def _read(self) -> Record:
        read = read_record(self._layout, self._data, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        size = len(self._data)
        tell_record(found, read, size, size - read.end)
        self._tell(0, found.sorted())
        record = with_bytes(read, self.format, self._data, self._limits)
        record.facts += self._rest(REST, size)
        return record


class ReadAs(NamedTuple):
    """How a record was read: the format of its file, the limits of its nodes and of a comment's bytes."""

    format: str
    nodes: int
    comment_bytes: int


def read_as(record: Record, name: str = RECORD) -> ReadAs | None:
    """How a record was read, None for a record without a fact of this name."""
    fact = record.fact(name)
    return ReadAs(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def with_bytes(
    read: ReadRecord, format: str, data: bytes, limits: Limits, name: str = RECORD
) -> Record:
    """A record that was read, with its bytes as a fact of a name."""
    value = ReadAs(format, limits.nodes, limits.comment_bytes)
    read.record.facts = (Fact(name, value, data),)
    return read.record
