"""Reading the game of a PSN file: one pass over its lines, without asking the rules."""

from __future__ import annotations

from typing import Final

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import SHOGI
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.formats.kit.japanese import decode
from viewer.formats.kit.judge import guess
from viewer.formats.kit.shogi import elapsed_parts
from viewer.formats.psn import items as kinds
from viewer.formats.psn.items import (
    MOVE_LINE,
    PsnItem,
    action_of,
    comment_of,
    is_known,
    is_usi,
    items_of,
    tag_of,
)
from viewer.games.shogi.tags import setup_of_tags
from viewer.tree.action import Action, Terminal
from viewer.tree.annotation import BEFORE, COMMENT, ELAPSED, NoteValue
from viewer.tree.diagnostic import Severity
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

FILE: Final = "psn.file"
"""The fact of a record with the bytes before its moves; value: the fields of `PsnStyle`."""
BLOCK: Final = "psn.block"
"""The fact of a node with its lines, those of a variation that it begins included; value: `PsnBlock`'s."""
UNREAD: Final = "psn.unread"
"""The fact of a record with the lines that a limit kept from being read."""
REST: Final = "psn.rest"
_SHOWN = 40


class PsnStyle(NamedTuple):
    """The properties of a file.

    Attributes:
        codec: of its text; `by_hand` whether the user chose it.
        eol: its line end.
        shift: the number of its first move, less one.
        usi: whether its moves are those of USI.
        open: whether its last line has no end.
    """

    codec: str
    by_hand: bool = False
    eol: str = "\n"
    shift: int = 0
    usi: bool = False
    open: bool = False


class PsnBlock(NamedTuple):
    """A node as it was read.

    Attributes:
        action: its action.
        elapsed, comment, before: its notes.
        ply: its ply, which is that of its number but in damaged files.
        ahead: the number of items before its own line.
    """

    action: Action
    elapsed: str
    comment: str
    before: str
    ply: int
    ahead: int


class PsnDiagnostics(LimitedDiagnostics):
    """The diagnostics of a file."""

    format = "psn"


def elapsed_of(text: str) -> str:
    """A time of a line (`00:03`, `75:00`, `1:02:03`) as `h:mm:ss`."""
    hours, minutes, seconds = (["0", *text.split(":")])[-3:]
    whole, _, fraction = seconds.partition(".")
    total = int(hours) * 3600 + int(minutes) * 60 + int(whole)
    said = f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}"
    return f"{said}.{fraction}" if fraction else said


def milliseconds(elapsed: str) -> int:
    """The milliseconds of a time `h:mm:ss`, 0 for other texts."""
    parts = elapsed_parts(elapsed)
    if parts is None:
        return 0
    hours, minutes, seconds, fraction = parts
    return (hours * 3600 + minutes * 60 + seconds) * 1000 + int((fraction[1:] + "000")[:3])


class _Reading:
    """The tree of a file's items.

    Attributes:
        root, nodes, headers: the record.
        head: the bytes before the first move.
        unread: the bytes that a limit kept from being read.
    """

    def __init__(self, data: bytes, codec: str, limits: Limits) -> None:
        self.findings = PsnDiagnostics(limits.diagnostics)
        self.root = Node(0, None)
        self.nodes: dict[int, Node] = {0: self.root}
        self.headers: list[Header] = []
        self.head = b""
        self.unread = b""
        self.shift: int | None = None
        self.usi = 0
        self._codec = codec
        self._limits = limits
        self._path = [self.root]
        self._last = self.root
        self._raw: list[bytes] = []  # of the last node
        self._comments: list[str] = []
        self._ahead: list[PsnItem] = []  # a Variation and what follows it
        self._line = 1
        self._fans: dict[Node, list[Node]] = {}
        self._run(data)
        for node, fan in self._fans.items():
            node.children = tuple(fan)

    def _run(self, data: bytes) -> None:
        at = 0
        for item in items_of(data, self._codec):
            if len(self.nodes) >= self._limits.nodes or self.findings.count > self._limits.odd:
                self.unread = data[at:]
                words = message("Reading ended here; the rest is kept as it is.")
                self._tell(ERROR, "limit", words)
                break
            self._item(item)
            at += len(item.raw)
            self._line += item.raw.count(b"\n") or item.raw.count(b"\r")
        self._give_up_ahead()
        self._end_block()

    def _item(self, item: PsnItem) -> None:
        if item.kind == kinds.MOVE and self._move(item):
            return
        if item.kind == kinds.VARIATION and self._last is not self.root:
            self._begin_variation(item)
            return
        if self._ahead:
            self._ahead.append(item)
            return
        self._raw.append(item.raw)
        if item.kind == kinds.COMMENT:
            self._comments.append(comment_of(item.raw, self._codec))
        elif item.kind == kinds.TAG and self._last is self.root:
            tag = tag_of(item.raw, self._codec)
            if tag is not None:
                self.headers.append(Header(*tag))
            else:
                self._stray(item)
        elif item.kind != kinds.BLANK and item.raw.strip(b" \t\r\n\x1a\xef\xbb\xbf"):
            self._stray(item)

    def _stray(self, item: PsnItem) -> None:
        words = message("This line isn't understood; it is kept.")
        self._tell(WARNING, "unknown-line", words)

    def _begin_variation(self, item: PsnItem) -> None:
        """Move the blank lines before a variation into its block."""
        self._give_up_ahead()
        blanks = len(self._raw)
        while blanks > 1 and not self._raw[blanks - 1].strip():
            blanks -= 1
        self._ahead = [PsnItem(kinds.BLANK, raw) for raw in self._raw[blanks:]] + [item]
        del self._raw[blanks:]

    def _give_up_ahead(self) -> None:
        """Add what announced a variation without moves to the last node's lines."""
        if not self._ahead:
            return
        self._tell(WARNING, "empty-variation", message("The variation has no moves."))
        for item in self._ahead:
            self._raw.append(item.raw)
            if item.kind == kinds.COMMENT:
                self._comments.append(comment_of(item.raw, self._codec))
        self._ahead = []

    def _move(self, item: PsnItem) -> bool:
        found = MOVE_LINE.fullmatch(item.raw)
        if found is None:
            return False
        word = decode(found[4], self._codec)
        action = action_of(word)
        if self.shift is None:
            self.shift = item.number - 1
        ply = item.number - self.shift
        opens = any(one.kind == kinds.VARIATION for one in self._ahead)
        if not 0 < ply <= len(self._path) or (ply != len(self._path) and not opens):
            words = message(
                "The number {number} doesn't follow the line above.", number=item.number
            )
            self._tell(WARNING, "lost-number", words)
            if not 0 < ply <= len(self._path):
                ply = len(self._path)
        self._end_block()
        del self._path[ply:]
        comments = [
            comment_of(one.raw, self._codec) for one in self._ahead if one.kind == kinds.COMMENT
        ]
        before = "\n".join(comments)
        elapsed = elapsed_of(found[7].decode("ascii")) if found[7] else ""
        notes: dict[str, NoteValue] = {}
        if before:
            notes[BEFORE] = before
        if elapsed:
            notes[ELAPSED] = elapsed
        parent = self._path[-1]
        node = Node(len(self.nodes), parent, action, notes or EMPTY)
        block = PsnBlock(action, elapsed, "", before, ply, len(self._ahead))
        node.facts = (Fact(BLOCK, tuple(block), b""),)
        self._fans.setdefault(parent, []).append(node)
        self.nodes[node.id] = self._last = node
        self._path.append(node)
        self._raw = [*(one.raw for one in self._ahead), item.raw]
        self._ahead = []
        self.usi += is_usi(word) or -1
        if type(action) is Terminal and not is_known(action):
            words = message("“{word}” is taken for an end of the game.", word=word[:_SHOWN])
            self._tell(WARNING, "unknown-end", words)
        elif found[11].strip():
            words = message("The rest of the line isn't understood; it is kept.")
            self._tell(INFO, "rest-of-line", words)
        return True

    def _end_block(self) -> None:
        """Give the last node its lines and its comment."""
        raw, node = b"".join(self._raw), self._last
        comment = "\n".join(self._comments)
        self._raw, self._comments = [], []
        if comment:
            node.notes = {**node.notes, COMMENT: comment}
        if node is self.root:
            self.head = raw
            return
        block = PsnBlock(*node.facts[0].value)  # type: ignore[misc]  # as _move made it
        node.facts = (Fact(BLOCK, tuple(block._replace(comment=comment)), raw),)

    def _tell(self, severity: Severity, code: str, words: Message) -> None:
        self.findings.add(severity, code, words, self._last.id, None, self._line)


class PsnCollection(SingleCollection):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    format = "psn"
    variant = "PSN"

    def __init__(self, source: Source, limits: Limits, encoding: str | None = None) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.body_bytes)
        codec = encoding or self._judged(data, SHOGI)
        reading = _Reading(data, codec, limits)
        tags = {header.key: header.value for header in reversed(reading.headers)}
        if len(reading.nodes) == 1 and not tags:
            raise Unreadable(message("There is no game in the file."), "psn.empty")
        setup, complaint = setup_of_tags(tags)
        reading.root.action = setup
        if complaint is not None:
            reading.findings.add(WARNING, "setup", complaint, 0)
        ends = {end: data.count(end.encode()) for end in ("\r\n", "\n", "\r")}
        ends["\n"] -= ends["\r\n"]
        ends["\r"] -= ends["\r\n"]
        style = PsnStyle(
            codec,
            encoding is not None and codec != guess(data, "", SHOGI),
            max(ends, key=lambda end: ends[end]) if any(ends.values()) else "\n",
            reading.shift or 0,
            reading.usi > 0,
            not data.endswith((b"\n", b"\r")),
        )
        facts = [Fact(FILE, tuple(style), reading.head)]
        if reading.unread:
            facts.append(Fact(UNREAD, None, reading.unread))
        self._record = Record(
            "shogi",
            reading.root,
            tuple(reading.headers),
            codec,
            (*facts, *self._rest(REST, len(data))),
            reading.nodes,
        )
        self._found += reading.findings.sorted()
        self._tell_cut(len(data))

    def _read(self) -> Record:
        return self._record
