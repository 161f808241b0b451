"""Read the games of a CSA file: make a record of its statements, and diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source, Span
from viewer.formats.csa.lexer import (
    BOARD,
    COMMENT,
    DIVIDER,
    ENCODING,
    HEADER,
    MARK,
    MOVE,
    NOTE_KEY,
    OTHER,
    REST,
    SCRIPT,
    SERVER_ENDS,
    SERVER_RESULTS,
    SIGNS,
    START,
    TIME,
    VERSION,
    GameStyle,
    StartLines,
    Statement,
    games,
    move_text,
    read_move,
    read_note,
    statements,
)
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import SHOGI, canonical, fits
from viewer.formats.kit.collections import ListCollection
from viewer.formats.kit.japanese import BOM, CP932, UTF8, decode
from viewer.formats.kit.judge import guess
from viewer.formats.kit.shogi import elapsed_of_seconds
from viewer.games.shogi.position import MOVE_OF, setup_of
from viewer.games.shogi.position import START as START_POSITION
from viewer.tree.action import Action, Terminal, Written
from viewer.tree.annotation import COMMENT as COMMENT_NOTE
from viewer.tree.annotation import ELAPSED, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

_ENCODING = re.compile(rb"'(?:CSA )?encoding[=:]")
_VERSION = re.compile(rb"V([1-9][0-9]*(?:\.[0-9]+)?)")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_SHOWN = 60
_USUAL = 7  # characters of a move


class ParsedGame:
    """A game that is read: its `record`, and the diagnostics `found`, with lines and offsets in the game."""

    def __init__(self, data: bytes, codec: str, limits: Limits) -> None:
        self.codec = codec
        self.found: list[Diagnostic] = []
        self._limits = limits
        self._start = StartLines()
        self._position = START_POSITION
        self._headers: list[Header] = []
        self._node = Node(0, None)
        self._nodes = {0: self._node}
        self._facts: list[Fact] = []  # of the current node
        self._comments: list[str] = []
        self._elapsed: str | None = None
        self._version = ""
        self._comma = False
        self._set_up = self._side_said = False
        self._begun = self._ended = False
        self.record = self._read(data)

    def _read(self, data: bytes) -> Record:
        root = self._node
        rest = b""
        for one in statements(data):
            if len(self._nodes) >= self._limits.nodes:
                rest = data[one.start :]
                words = message("The game has too many moves; what follows isn't read.")
                self._complain(one, "csa.too-long", words, Severity.ERROR)
                break
            name, value = self._take(one)
            self._facts.append(Fact(name, value, data[one.start : one.end]))
        self._close_node()
        if not self._begun:
            self._begin("")
        ends = _LINE_END.search(data)
        end = "\n" if ends is None else ends.group().decode()
        style = GameStyle(self.codec, self._version, end, self._comma)
        start = "" if root.action is None else root.action.text
        facts = [Fact(START, start, b""), Fact(SCRIPT, tuple(style), b"")]
        if rest:
            facts.append(Fact(REST, None, rest))
        headers = tuple(self._headers)
        return Record("shogi", root, headers, self.codec, tuple(facts), self._nodes)

    # ---------------------------------------------------------------------------- statements

    def _take(self, one: Statement) -> tuple[str, object]:
        """Read a statement into the record; returns name and value of its fact."""
        take = _TAKERS.get(one.core[:1])
        if take is not None:
            return take(self, one)
        if one.core.strip(b"\x1a/ \t"):
            words = message("“{text}” isn't understood; it is kept.")
            self._complain(one, "csa.unknown", words)
        return OTHER, None

    def _take_remark(self, one: Statement) -> tuple[str, object]:
        if one.core.startswith(b"'*"):
            text = decode(one.core[2:], self.codec)
            self._comments.append(text)
            return COMMENT, text
        if _ENCODING.match(one.core):
            return ENCODING, self.codec
        return OTHER, None

    def _take_version(self, one: Statement) -> tuple[str, object]:
        found = _VERSION.fullmatch(one.core)
        if found is None:
            return self._unknown(one)
        self._version = self._version or found[1].decode()
        return VERSION, found[1].decode()

    def _take_name(self, one: Statement) -> tuple[str, object]:
        if one.core[1:2] not in (b"+", b"-"):
            return self._unknown(one)
        key = "N" + one.core[1:2].decode()
        return self._header(key, decode(one.core[2:], self.codec).strip(" \t"))

    def _take_header(self, one: Statement) -> tuple[str, object]:
        name, colon, text = one.core.partition(b":")
        if not colon or not name[1:].strip():
            return self._unknown(one)
        value = decode(text, self.codec).strip(" \t")
        key = decode(name, self.codec)
        return self._header(key, read_note(value) if key == NOTE_KEY else value)

    def _header(self, key: str, value: str) -> tuple[str, object]:
        self._headers.append(Header(key, value))
        return HEADER, (key, value)

    def _take_board(self, one: Statement) -> tuple[str, object]:
        if self._begun:
            words = message("A position stands behind the first move: “{text}”.")
            self._complain(one, "csa.late-position", words)
            return OTHER, None
        text = decode(one.core, self.codec)
        what, rest = text[1:2], text[2:]
        if what == "I":
            self._start.usual()
            good = self._start.take_off(rest.strip())
        elif what and what in "+-123456789":
            if not self._set_up:
                self._start.clear()
            if what in SIGNS:
                good = self._start.put(SIGNS.index(what), rest)
            else:
                good = self._start.set_row(int(what) - 1, rest.rstrip())
        else:
            return self._unknown(one)
        self._set_up = True
        if not good:
            words = message("The position isn't all understood: “{text}”.")
            self._complain(one, "csa.bad-position", words)
        return BOARD, None

    def _take_move(self, one: Statement) -> tuple[str, object]:
        text = decode(one.core, self.codec)
        if len(text) == 1:
            if self._begun:
                return self._unknown(one)
            self._start.side = SIGNS.index(text)
            self._side_said = True
            return BOARD, None
        self._begin(text[0])
        before = self._position
        read = read_move(before, text)
        if read is None:
            words = message("This is no move: “{text}”.")
            self._complain(one, "csa.bad-move", words, Severity.ERROR, ahead=True)
            self._add(Written(text))
            self._position = before.played(None)
            return MOVE, text
        in_turn = text[0] == SIGNS[before.side]
        if not in_turn:
            words = message("It is the other side's turn: “{text}”.")
            self._complain(one, "csa.wrong-side", words, ahead=True)
        elif not read.fits:
            words = message("The piece that is named doesn't stand there: “{text}”.")
            self._complain(one, "csa.wrong-piece", words, ahead=True)
        as_usual = read.fits and len(text) == _USUAL and in_turn
        written = text if as_usual else move_text(before, read.move)
        self._position = before.played(read.move)
        self._add(MOVE_OF[read.move])
        return MOVE, written

    def _take_end(self, one: Statement) -> tuple[str, object]:
        word = decode(one.core[1:], self.codec)
        return self._end(word) if word else self._unknown(one)

    def _take_server_end(self, one: Statement) -> tuple[str, object]:
        """Read `#RESIGN` and the like: an end, unless it only repeats the end of a game that has ended."""
        said = decode(one.core[1:], self.codec)
        if self._ended and (said in SERVER_ENDS or said in SERVER_RESULTS):
            return OTHER, None
        word = SERVER_ENDS.get(said)
        return self._end(word) if word else self._unknown(one)

    def _end(self, word: str) -> tuple[str, object]:
        self._begin("")
        self._add(Terminal(word))
        self._ended = True
        return MOVE, "%" + word

    def _take_time(self, one: Statement) -> tuple[str, object]:
        said = elapsed_of_seconds(decode(one.core[1:], self.codec).strip())
        if said is None or self._node.parent is None or self._elapsed is not None:
            return self._unknown(one)
        self._elapsed = said
        self._comma = self._comma or one.column > 1
        return TIME, said

    def _unknown(self, one: Statement) -> tuple[str, object]:
        words = message("“{text}” isn't understood here; it is kept.")
        self._complain(one, "csa.unknown", words)
        return OTHER, None

    # --------------------------------------------------------------------------------- nodes

    def _begin(self, sign: str) -> None:
        """Make the position set up so far the start, at the first move (with its sign) or end (with "")."""
        if self._begun:
            return
        self._begun = True
        if not self._side_said and sign in SIGNS and sign:
            self._start.side = SIGNS.index(sign)
        self._position = self._start.position()
        self._nodes[0].action = setup_of(self._position)

    def _add(self, action: Action) -> None:
        self._close_node()
        node = Node(len(self._nodes), self._node, action)
        self._node.children = (node,)
        self._nodes[node.id] = self._node = node

    def _close_node(self) -> None:
        node = self._node
        node.facts = tuple(self._facts)
        self._facts = []
        if not self._comments and self._elapsed is None:
            return
        notes: dict[str, NoteValue] = {}
        comment = "\n".join(self._comments)
        if comment:
            notes[COMMENT_NOTE] = comment
        if self._elapsed is not None:
            notes[ELAPSED] = self._elapsed
        node.notes = notes or EMPTY
        self._comments, self._elapsed = [], None

    # --------------------------------------------------------------------------- diagnostics

    def _complain(
        self,
        one: Statement,
        code: str,
        words: Message,
        severity: Severity = Severity.WARNING,
        ahead: bool = False,
    ) -> None:
        """Add a diagnostic about the current node; `ahead`: about the node that is made next."""
        if len(self.found) >= self._limits.diagnostics:
            return
        node = self._node.id + 1 if ahead else self._node.id
        shown = decode(one.core[: 4 * _SHOWN], self.codec)[:_SHOWN]
        told = words._replace(args={"text": shown})
        self.found.append(Diagnostic(severity, code, told, 0, node, one.at, one.line, one.column))


_Taker = Callable[[ParsedGame, Statement], tuple[str, object]]
_TAKERS: dict[bytes, _Taker] = {
    b"'": ParsedGame._take_remark,
    b"V": ParsedGame._take_version,
    b"N": ParsedGame._take_name,
    b"$": ParsedGame._take_header,
    b"P": ParsedGame._take_board,
    b"+": ParsedGame._take_move,
    b"-": ParsedGame._take_move,
    b"%": ParsedGame._take_end,
    b"#": ParsedGame._take_server_end,
    b"T": ParsedGame._take_time,
}


# ------------------------------------------ The games of a CSA file, each read when it is requested


_SAID = re.compile(rb"'(?:CSA )?encoding[=:][ \t]*([\w-]+)")


def variant_of_version(version: str) -> str:
    """The format with its version, as the status line shows it; version "" for a file that has none."""
    return f"CSA V{version}" if version else "CSA"


def codec_of(data: bytes, known: str, judged: Callable[[bytes], str] | None = None) -> str:
    """Detect the codec of a game by its bytes; `known` is the codec of its file, `judged` gives it.

    A file may join games from several sources. Bytes that are valid UTF-8 are read as that; otherwise the
    codec that the game names (V3.0) is used if its bytes are valid in it.
    """
    if data.isascii():
        return known
    said = _SAID.match(data)
    named = "" if said is None else canonical(said[1].decode())
    sure = (UTF8, named, known if known != CP932 else "")
    found = next((codec for codec in sure if codec and fits(data, codec)), None)
    return found or (guess(data, "", SHOGI) if judged is None else judged(data))


class CsaCollection(ListCollection):
    """The games of a source. Raises Unreadable if the file is empty, and OSError."""

    format = "csa"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits)
        self._headers: dict[int, tuple[Header, ...]] = {}
        data = source.read(0, limits.body_bytes)
        self._mark = BOM if data.startswith(BOM) else b""
        start = len(self._mark)
        body = data[start:]
        if not body.strip():
            raise Unreadable(message("There is nothing in the file."), "csa.empty")
        judged = partial(self._judged, expected=SHOGI)
        self._chosen = encoding is not None
        self._codec = encoding or (UTF8 if self._mark else codec_of(body, CP932, judged))
        self._spans = [Span(start + a, b - a) for a, b in games(body, 0)]
        self._read = len(data)
        self._tell_cut(len(data))
        self._lines: list[int] = []  # number of lines before each game
        lines = at = 0
        for span in self._spans:
            lines += _line_ends(data, at, span.start)
            self._lines.append(lines)
            at = span.start
        self._first: Record | None = None
        self._first = self.record(0)
        style = self._first.fact(SCRIPT)
        version = style.value[1] if style is not None and isinstance(style.value, tuple) else ""
        self.variant = variant_of_version(version)

    def __len__(self) -> int:
        return len(self._spans)

    def _bounds(self, index: int) -> tuple[int, int]:
        """Start and end of a game, without the divider line before it."""
        return self._spans[index].start, self._spans[index].end

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, which is read for them if it hasn't been yet."""
        if index not in self._headers:
            self.record(index)
        return self._headers[index]

    def record(self, index: int) -> Record:
        """Read a game; the first one was read when the file was opened and is returned once from memory."""
        if not index and self._first is not None:
            first, self._first = self._first, None
            return first
        span = self._spans[index]
        data = self.source.read(span.start, span.length)
        sure = self._chosen or self._mark
        codec = self._codec if sure else codec_of(data, self._codec)
        parsed = ParsedGame(data, codec, self._limits)
        record = parsed.record
        more: list[Fact] = []
        if self._mark:
            more.append(Fact(MARK, None, self._mark))
        if index:
            before = self._spans[index - 1].end
            more.append(Fact(DIVIDER, None, self.source.read(before, span.start - before)))
        if index == len(self) - 1:
            more += self._rest(REST, self._read)
        record.facts += tuple(more)
        self._headers[index] = record.headers
        self._tell(index, self._in_file(index, parsed.found))
        return record

    def _in_file(self, index: int, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics of a game, with lines and offsets in the file."""
        for one in found:
            assert one.line is not None
            assert one.offset is not None
            yield one._replace(
                record=index,
                line=one.line + self._lines[index],
                offset=one.offset + self._spans[index].start,
            )


def _line_ends(data: bytes, start: int, end: int) -> int:
    return (
        data.count(b"\n", start, end)
        + data.count(b"\r", start, end)
        - data.count(b"\r\n", start, end)
    )
