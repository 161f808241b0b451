"""A record in terms of CSA, and its bytes: those of the game it was read from with the edits, or new ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.formats.csa.lexer import (
    BOARD,
    COMMENT,
    ENCODING,
    HEADER,
    LINE_END,
    MOVE,
    START,
    TIME,
    TIMES,
    VERSION,
    GameStyle,
    comment_line,
    encoding_line,
    header_line,
    move_text,
    split,
    start_lines,
    time_text,
)
from viewer.formats.kit.foreign import ResolvedActions
from viewer.formats.kit.japanese import decode, encode
from viewer.formats.kit.law import behind, partners, replaced
from viewer.formats.kit.shogi import (
    KIF_KEYS,
    beside_start,
    csa_end,
    date_of,
    elapsed_of,
    limit_of,
    renamed,
)
from viewer.games.shogi.names import end_meaning
from viewer.games.shogi.position import Position, parts_of, position_of, setup_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# ---------------------------------------------------------- The content of a record in terms of CSA


_LIMIT, _BYOYOMI = "持ち時間", "秒読み"
_KEY = re.compile(r"N[+-]|\$[^:\r\n]+")
_STATEMENT = re.compile(r"[+-][0-9][^\s,]*")


class CsaStep(NamedTuple):
    """A node of the line to write.

    Attributes:
        node: the node.
        text: its statement.
        action: the action to compare when losses are looked for.
        side: that was to move before it.
    """

    node: Node
    text: str
    action: Action
    side: int


class CsaContent(NamedTuple):
    """The content of a game to write.

    Attributes:
        position: the start, as move 1: CSA has no move number.
        start: the text of its setup, "" for the usual start.
        headers: with CSA's keys, without the name of a handicap that the start position shows.
        line: the nodes below the root, up to the first that can't be written.
    """

    position: Position
    start: str
    headers: tuple[Header, ...]
    line: tuple[CsaStep, ...]


def content_of(record: Record) -> CsaContent:
    """The content of a record that CSA can hold."""
    head = head_of(record)
    return head._replace(line=tuple(_line(record, head.position)))


def head_of(record: Record) -> CsaContent:
    """The content of a record but for its line."""
    position = position_of(record.setup).numbered(1)
    setup = setup_of(position)
    start = "" if setup is None else setup.text
    return CsaContent(position, start, headers_of(beside_start(record.headers, position)), ())


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers with CSA's keys: a KIF key is renamed unless CSA's own key is present too.

    A date or a time limit that CSA can't write keeps its KIF key.
    """
    headers = _with_limit(headers)
    odd = [key for key, value in headers if KIF_KEYS.get(key) in TIMES and date_of(value) is None]
    odd.append(_LIMIT)
    return renamed(headers, {key: own for key, own in KIF_KEYS.items() if key not in odd})


def _with_limit(headers: Sequence[Header]) -> tuple[Header, ...]:
    """The headers with 持ち時間, and 秒読み beside it, as CSA's time limit, where it can be said so."""
    said = dict(headers)
    limit = limit_of(said.get(_LIMIT, ""), said.get(_BYOYOMI, ""))
    if limit is None or KIF_KEYS[_LIMIT] in said or len(said) < len(headers):
        return tuple(headers)
    own = Header(KIF_KEYS[_LIMIT], limit)
    return tuple(own if one.key == _LIMIT else one for one in headers if one.key != _BYOYOMI)


def time_as_meant(value: str) -> str:
    """Like `time_as_written`, but unchanged if its weekday is wrong for its date: CSA can't write that."""
    date = date_of(value)
    return date.plain if date is not None and date.right else value


def is_writable(key: str) -> bool:
    """Whether a header with this key can be written to a file."""
    return _KEY.fullmatch(key) is not None


def _line(record: Record, position: Position) -> list[CsaStep]:
    actions = ResolvedActions(record, _is_as_read)
    out: list[CsaStep] = []
    node = record.root
    while node.children:
        node = node.children[0]
        action = actions.at(node)
        side = position.side
        if isinstance(action, Move):
            parts = parts_of(action.text)
            text = "" if parts is None else move_text(position, parts)
            position = position.played(parts)
        elif isinstance(action, Terminal):
            text = _end(node, action.text, side)
            action = Terminal(end_meaning(action.text, side))
        elif isinstance(action, Written) and _can_stand(node, action):
            text = action.text
            position = position.played(None)
        else:
            break
        if not text:
            break
        out.append(CsaStep(node, text, action, side))
    return out


def _can_stand(node: Node, action: Written) -> bool:
    """Whether a Written action has the form of a move, or is the unchanged text of its file."""
    return _is_as_read(node) or _STATEMENT.fullmatch(action.text) is not None


def _is_as_read(node: Node) -> bool:
    """Whether the text of a node's action is still the text of its statement in the file."""
    fact = node.fact(MOVE)
    return fact is not None and node.action is not None and fact.value == node.action.text


def _end(node: Node, word: str, side: int) -> str:
    fact = node.fact(MOVE)
    if fact is not None and fact.value == "%" + word:
        return "%" + word
    return "%" + (csa_end(word, side) or "CHUDAN")


# ---- Write a record as a game of a CSA file: the game it was read from with the edits, or a new game


_HEAD = (ENCODING, VERSION, HEADER)


def comment_lines(node: Node) -> list[str]:
    """The lines of a node's comment."""
    return LINE_END.split(node.comment) if node.comment else []


def _notes(node: Node, version: str) -> list[str]:
    time = time_text(elapsed_of(node), version)
    return [*([time] if time else []), *[comment_line(text) for text in comment_lines(node)]]


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
        self._out: list[bytes] = []
        self._tail = b""  # of a line whose last statement was taken out
        self._new_headers: list[str] = []
        self._values = self._paired()

    def data(self) -> bytes:
        """The bytes of the game."""
        self._write_root()
        lines: list[str] = []
        for step in self._content.line:
            if self._new or step.node.fact(MOVE) is None:
                lines.append(step.text)
                if step.node.notes:
                    lines += _notes(step.node, self._style.version)
            else:
                self._lines(lines)
                lines.clear()
                self._write_node(step.node, step.text)
        self._lines(lines)
        if self._tail and self._out and self._out[-1].endswith(b","):
            self._out[-1] = self._out[-1][:-1] + self._tail
        if self._open_end() and self._out and self._out[-1].endswith(self._end):
            self._out[-1] = self._out[-1].removesuffix(self._end)
        return b"".join(self._out)

    def _facts(self, node: Node) -> Sequence[Fact]:
        """What was read at a node: a new game is a read one without."""
        return () if self._new else node.facts

    def _paired(self) -> Iterator[str | None]:
        """The value now of each header that was read, None if it is gone; keeps the lines of new ones.

        New headers go before the moves; headers after the moves get the later values of a key.
        """
        headers = self._content.headers
        line = () if self._new else self._content.line
        root = _header_keys(self._facts(self._root))
        later = [key for step in line for key in _header_keys(step.node.facts)]
        keys = [key for key, _ in headers]
        places = partners(keys, root)
        left = [index for index in range(len(keys)) if index not in places]
        many = Counter(later)
        last: list[int] = []
        for index in reversed(left):
            if many[keys[index]]:
                many[keys[index]] -= 1
                last.insert(0, index)
        for index in left:
            if index not in last and is_writable(keys[index]):
                self._new_headers.append(header_line(*headers[index]))
        found = partners([keys[index] for index in last], later)
        places += [None if place is None else last[place] for place in found]
        return iter([None if place is None else headers[place].value for place in places])

    def _open_end(self) -> bool:
        """Whether the last line of the game that was read has no end: then the new one has none."""
        nodes = [] if self._new else [self._root, *(step.node for step in self._content.line)]
        raw = next((facts[-1].raw for node in reversed(nodes) if (facts := self._facts(node))), b"")
        return isinstance(raw, bytes) and raw[-1:] not in (b"\n", b"\r", b",", b"")

    # ------------------------------------------------------------------------------- nodes

    def _write_root(self) -> None:
        names = [fact.name for fact in self._facts(self._root)]
        board = names.index(BOARD) if BOARD in names else len(names)
        head = behind(name in _HEAD for name in names[:board])
        ahead: dict[int, list[str]] = {}
        named = self._new or self._codec != self._style.codec
        if named and self._style.version >= "3" and ENCODING not in names:
            ahead.setdefault(0, []).append(encoding_line(self._codec))
        if self._new:
            ahead.setdefault(0, []).append(f"V{self._style.version}")
        ahead.setdefault(head, []).extend(self._new_headers)
        if not self._same_start:
            place = board if board < len(names) else head
            ahead.setdefault(place, []).extend(start_lines(self._content.position))
        after = behind(name in (*_HEAD, BOARD) for name in names)
        self._write(self._root, "", ahead, after)

    def _write_node(self, node: Node, text: str) -> None:
        self._write(node, text, {}, behind(fact.name in (MOVE, TIME) for fact in node.facts))

    def _write(self, node: Node, text: str, ahead: dict[int, list[str]], after: int) -> None:
        """Write the statements of a node; `ahead`: new ones by index, `after`: the index of new comments."""
        time = "" if node.parent is None else elapsed_of(node)
        comments = self._comments(node, ahead, after)
        facts = self._facts(node)
        for index, fact in enumerate(facts):
            self._lines(ahead.get(index, ()))
            now: str | None
            same = False
            if fact.name == MOVE:
                now, same = text, fact.value == text
            elif fact.name == TIME:
                now, same = time_text(time, self._style.version) or None, fact.value == time
            elif fact.name == COMMENT:
                line_now = comments[index]
                now = None if line_now is None else comment_line(line_now)
                same = fact.value == line_now
            elif fact.name == HEADER:
                value = next(self._values)
                assert isinstance(fact.value, tuple)
                now = None if value is None else header_line(str(fact.value[0]), value)
                same = fact.value[1] == value
            elif fact.name == ENCODING:
                now, same = encoding_line(self._codec), fact.value == self._codec
            else:
                now, same = None, fact.name != BOARD or self._same_start
            self._statement(fact, now, same)
            if fact.name == MOVE and time and node.fact(TIME) is None:
                self._add_time(time)
        self._lines(ahead.get(len(facts), ()))

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
        more = [comment_line(line) for line in come]
        if more:
            if known:
                after = places[known - 1] + 1
            elif places:
                after = places[0]
            elif node.parent is not None:
                after = _line_end(facts, after)
            ahead.setdefault(after, []).extend(more)
        return dict(zip(places, now, strict=True))

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

    def _lines(self, lines: Sequence[str]) -> None:
        """Write new lines."""
        if lines:
            text = self._style.line_end.join([*lines, ""])
            self._put(encode(text, self._codec))

    def _add_time(self, elapsed: str) -> None:
        text = time_text(elapsed, self._style.version)
        if not text:
            return
        before = self._out[-1]
        core = before.rstrip(b"\r\n")
        if self._style.comma and not before.endswith(b","):
            self._out[-1] = core + b"," + text.encode() + (before[len(core) :] or self._end)
        else:
            self._lines((text,))


def _header_keys(facts: Iterable[Fact]) -> list[str]:
    """The keys of the headers among some facts."""
    return [
        str(fact.value[0])
        for fact in facts
        if fact.name == HEADER and isinstance(fact.value, tuple)
    ]


def _line_end(facts: Sequence[Fact], index: int) -> int:
    """The index behind the line that the statement before an index stands on, if it ends among the facts."""
    for place in range(index, len(facts) + 1):
        raw = facts[place - 1].raw
        if isinstance(raw, bytes) and raw[-1:] != b",":
            return place
    return index
