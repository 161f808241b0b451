"""Write a record as a game of a CSA file: the game it was read from with the edits, or a new game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from viewer.formats.csa.content import TIMES, CsaContent, is_writable, start_lines, time_as_written
from viewer.formats.csa.lexer import (
    BOARD,
    COMMENT,
    ENCODING,
    HEADER,
    MOVE,
    START,
    TIME,
    VERSION,
    split,
)
from viewer.formats.csa.reader import NOTE_KEY, GameStyle
from viewer.formats.kit.japanese import CP932, EUC_JP, UTF8, decode, encode
from viewer.formats.kit.law import replaced
from viewer.formats.kit.shogi_words import elapsed_of, elapsed_parts
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record

_NAMES = {UTF8: "UTF-8", CP932: "SHIFT_JIS", EUC_JP: "EUC-JP"}
_LINE_END = re.compile(r"\r\n|\r|\n")
_HEAD = (ENCODING, VERSION, HEADER)


def header_line(key: str, value: str) -> str:
    """The statement of a header, without line end."""
    if key == NOTE_KEY:
        value = value.replace("\\", "\\\\").replace("\n", "\\n")
    if key in TIMES:
        value = time_as_written(value)
    value = _LINE_END.sub(" ", _printed(value))
    return key + value if key[0] == "N" else f"{key}:{value}"


def time_text(elapsed: str, version: str) -> str:
    """The statement of a time (`T12`), "" if the text is no time. Fractions are written from version 3 on."""
    parts = elapsed_parts(elapsed)
    if parts is None:
        return ""
    hours, minutes, seconds, fraction = parts
    return f"T{hours * 3600 + minutes * 60 + seconds}{fraction if version >= '3' else ''}"


def comment_lines(node: Node) -> list[str]:
    """The lines of a node's comment."""
    return _LINE_END.split(node.comment) if node.comment else []


def _comment_line(text: str) -> str:
    return "'*" + _printed(text)


def _printed(text: str) -> str:
    """A text without NUL characters: a file that contains one isn't recognized as text."""
    return text.replace("\0", "")


def start_text(content: CsaContent, style: GameStyle) -> bytes:
    """The lines of the start position, for a game that has no other statement."""
    return "".join(line + style.line_end for line in start_lines(content.position)).encode()


def naming_codec(data: bytes, codec: str, style: GameStyle) -> bytes:
    """A game with a first line that names its codec (as in V3.0), which its bytes alone wouldn't show."""
    return f"{_encoding_line(codec)}{style.line_end}".encode() + data


def _encoding_line(codec: str) -> str:
    return f"'CSA encoding={_NAMES.get(codec, codec.upper())}"


def _notes(node: Node, version: str) -> list[str]:
    time = time_text(elapsed_of(node), version)
    return [*([time] if time else []), *[_comment_line(text) for text in comment_lines(node)]]


def emit(record: Record, content: CsaContent, style: GameStyle, codec: str, new: bool) -> bytes:
    """The bytes of a game in the codec `codec`: as it was read, with its edits; `new`: all of it anew."""
    return _Emission(record, content, style, codec, new).data()


class _Emission:
    def __init__(
        self, record: Record, content: CsaContent, style: GameStyle, codec: str, new: bool
    ) -> None:
        self._new = new
        self._style = style
        self._codec = codec
        self._content = content
        self._root = record.root
        self._end = style.line_end.encode()
        start = None if new else record.fact(START)
        self._same_start = start is not None and start.value == content.start
        self._left: dict[str, list[str]] = {}
        for key, value in content.headers:
            self._left.setdefault(key, []).append(value)
        self._out: list[bytes] = []
        self._tail = b""  # of a line whose last statement was taken out

    def data(self) -> bytes:
        """The bytes of the game."""
        root = [self._value(fact) for fact in self._headers(self._root)]
        # New headers go before the moves; headers after the moves get the later values of a key.
        behind = [fact for step in self._content.line for fact in self._headers(step.node)]
        new = self._new_headers(behind)
        values = {
            step.node.id: [self._value(fact) for fact in self._headers(step.node)]
            for step in self._content.line
        }
        self._write_root(root, new)
        for step in self._content.line:
            if self._new or step.node.fact(MOVE) is None:
                self._line(step.text)
                for text in _notes(step.node, self._style.version):
                    self._line(text)
            else:
                self._write_node(step.node, step.text, values[step.node.id])
        if self._tail and self._out and self._out[-1].endswith(b","):
            self._out[-1] = self._out[-1][:-1] + self._tail
        if self._open_end() and self._out and self._out[-1].endswith(self._end):
            self._out[-1] = self._out[-1].removesuffix(self._end)
        return b"".join(self._out)

    def _facts(self, node: Node) -> Sequence[Fact]:
        """What was read at a node: a new game is a read one without."""
        return () if self._new else node.facts

    def _headers(self, node: Node) -> list[Fact]:
        return [fact for fact in self._facts(node) if fact.name == HEADER]

    def _open_end(self) -> bool:
        """Whether the last line of the game that was read has no end: then the new one has none."""
        nodes = [self._root, *(step.node for step in self._content.line)]
        raw = next((facts[-1].raw for node in reversed(nodes) if (facts := self._facts(node))), b"")
        return isinstance(raw, bytes) and raw[-1:] not in (b"\n", b"\r", b",", b"")

    def _value(self, fact: Fact) -> str | None:
        """The current value of a header, None if it was removed."""
        assert isinstance(fact.value, tuple)
        left = self._left.get(str(fact.value[0]))
        return left.pop(0) if left else None

    # ------------------------------------------------------------------------------- nodes

    def _write_root(self, headers: list[str | None], new: list[str]) -> None:
        names = [fact.name for fact in self._facts(self._root)]
        board = names.index(BOARD) if BOARD in names else len(names)
        head = 1 + max((i for i, name in enumerate(names[:board]) if name in _HEAD), default=-1)
        ahead: dict[int, list[str]] = {}
        named = self._new or self._codec != self._style.codec
        if named and self._style.version >= "3" and ENCODING not in names:
            ahead.setdefault(0, []).append(_encoding_line(self._codec))
        if self._new:
            ahead.setdefault(0, []).append(f"V{self._style.version}")
        ahead.setdefault(head, []).extend(new)
        if not self._same_start:
            place = board if board < len(names) else head
            ahead.setdefault(place, []).extend(start_lines(self._content.position))
        after = 1 + max((i for i, name in enumerate(names) if name in (*_HEAD, BOARD)), default=-1)
        self._write(self._root, "", headers, ahead, after)

    def _write_node(self, node: Node, text: str, headers: list[str | None]) -> None:
        names = [fact.name for fact in node.facts]
        after = 1 + max(i for i, name in enumerate(names) if name in (MOVE, TIME))
        ahead: dict[int, list[str]] = {}
        self._write(node, text, headers, ahead, after)

    def _write(
        self,
        node: Node,
        text: str,
        headers: list[str | None],
        ahead: dict[int, list[str]],
        after: int,
    ) -> None:
        """Write the statements of a node; `ahead`: new ones by index, `after`: the index of new comments."""
        time = "" if node.parent is None else elapsed_of(node)
        comments = self._comments(node, ahead, after)
        values = iter(headers)
        facts = self._facts(node)
        for index, fact in enumerate(facts):
            for line in ahead.get(index, ()):
                self._line(line)
            now: str | None
            same = False
            if fact.name == MOVE:
                now, same = text, fact.value == text
            elif fact.name == TIME:
                now, same = time_text(time, self._style.version) or None, fact.value == time
            elif fact.name == COMMENT:
                line_now = comments[index]
                now = None if line_now is None else _comment_line(line_now)
                same = fact.value == line_now
            elif fact.name == HEADER:
                value = next(values)
                assert isinstance(fact.value, tuple)
                now = None if value is None else header_line(str(fact.value[0]), value)
                same = fact.value[1] == value
            elif fact.name == ENCODING:
                now, same = _encoding_line(self._codec), fact.value == self._codec
            else:
                now, same = None, fact.name != BOARD or self._same_start
            self._statement(fact, now, same)
            if fact.name == MOVE and time and node.fact(TIME) is None:
                self._add_time(time)
        for line in ahead.get(len(facts), ()):
            self._line(line)

    def _comments(
        self, node: Node, ahead: dict[int, list[str]], after: int
    ) -> dict[int, str | None]:
        """The text of each comment line (None: removed), by index of its fact; adds new ones to `ahead`."""
        facts = self._facts(node)
        places = [i for i, fact in enumerate(facts) if fact.name == COMMENT]
        old = [str(facts[place].value) for place in places]
        new = comment_lines(node)
        if "\n".join(old) == "\n".join(new):
            return dict(zip(places, old, strict=True))
        now, come, known = replaced(old, new)
        more = [_comment_line(line) for line in come]
        if more:
            if known:
                after = places[known - 1] + 1
            elif places:
                after = places[0]
            elif node.parent is not None:
                after = _line_end(facts, after)
            ahead.setdefault(after, []).extend(more)
        return dict(zip(places, now, strict=True))

    def _new_headers(self, behind: Sequence[Fact]) -> list[str]:
        """The lines of headers new to the file; those after the moves (`behind`) keep the last values."""
        out: list[str] = []
        kept = Counter(fact.value[0] for fact in behind if isinstance(fact.value, tuple))
        for key, value in self._content.headers:
            left = self._left[key]
            if len(left) > kept[key] and left[0] == value:
                del left[0]
                if is_writable(key):
                    out.append(header_line(key, value))
        return out

    # ------------------------------------------------------------------------------- bytes

    def _statement(self, fact: Fact, now: str | None, same: bool) -> None:
        raw = fact.raw
        assert isinstance(raw, bytes)
        lead, _, tail = split(raw)
        if not same and now is None:
            # The statement before it on its line gets the line end; what follows a comment goes on with
            # the line that the comment cut.
            if tail[-1:] in (b"\r", b"\n") and self._out and self._out[-1].endswith(b","):
                self._tail = tail
                if fact.name != COMMENT:
                    self._out[-1] = self._out[-1][:-1] + tail
            return
        if not same:
            assert now is not None
            self._put(lead + encode(now, self._codec) + tail)
        elif self._codec != self._style.codec:
            self._put(encode(decode(raw, self._style.codec), self._codec))
        else:
            self._put(raw)

    def _put(self, raw: bytes) -> None:
        if not raw:
            return
        # The last line of a file may have no end.
        if self._out and self._out[-1][-1:] not in (b"\r", b"\n", b","):
            self._out.append(self._end)
        self._out.append(raw)

    def _line(self, text: str) -> None:
        self._put(encode(text, self._codec) + self._end)

    def _add_time(self, elapsed: str) -> None:
        text = time_text(elapsed, self._style.version)
        if not text:
            return
        before = self._out[-1]
        core = before.rstrip(b"\r\n")
        if self._style.comma and not before.endswith(b","):
            self._out[-1] = core + b"," + text.encode() + (before[len(core) :] or self._end)
        else:
            self._line(text)


def _line_end(facts: Sequence[Fact], index: int) -> int:
    """The index behind the line that the statement before an index stands on, if it ends among the facts."""
    for place in range(index, len(facts) + 1):
        raw = facts[place - 1].raw
        if isinstance(raw, bytes) and raw[-1:] != b",":
            return place
    return index


def house_style(version: str, codec: str, line_end: str = "\n") -> GameStyle:
    """The style of a new game."""
    return GameStyle(codec, version, line_end, False)
