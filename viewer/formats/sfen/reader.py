"""Reading lines of SFENs, USI's `position` commands, and USEN words."""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import UTF8
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import SHOGI
from viewer.formats.kit.collections import ListCollection, SingleText
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.japanese import decode
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.kit.segments import facts_around
from viewer.games.shogi.position import (
    CODE_OF,
    SQUARE_NAMES,
    START,
    Position,
    parts_of,
    read_sfen,
    setup_of,
    write_sfen,
)
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# ----------------------------------------------------- Lines of SFENs and USI's `position` commands


BOM = "\ufeff"
_BLANKS = " \t\u3000"
_PREFIX = re.compile(r"(?:position(?=[ \t]))?[ \t]*(?:(?:sfen|fen)(?=[ \t]))?[ \t]*", re.IGNORECASE)
_BOARD = re.compile(r"(?:[0-9A-Za-z+]*/){5,12}[0-9A-Za-z+]*(?=[\s]|\Z)")
_STARTPOS = re.compile(r"startpos(?=[\s]|\Z)", re.IGNORECASE)
_SIDE = re.compile(r"[ \t]+([bw])(?=\s|\Z)", re.IGNORECASE)
_HANDS = re.compile(r"[ \t]+(-|(?:[0-9]*[A-Za-z])+)(?=\s|\Z)")
_PLY = re.compile(r"[ \t]+([0-9]{1,6})(?=\s|\Z)")
_MOVES = re.compile(r"[ \t]*(?<![^\s\ufeff])moves(?=\s|\Z)", re.IGNORECASE)
_WORD = re.compile(r"[^\s]+")
_USI = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBRK]\*[1-9][a-i]|pass")
_ENDS = ("resign", "win", "rep_draw", "draw", "timeout", "0000")
_COMMENT = re.compile(r"\s*(?:#|//|;|%|--)")


class SfenLine(NamedTuple):
    """A line with a position.

    Attributes:
        text: the line without its line end.
        prefix: (start, end) of `position sfen ` and the like.
        position: (start, end) of `startpos` or the SFEN; empty if the line begins with `moves`.
        moves: (start, end) of each move, and of the game's end, if it is given.
        rest: offset after the moves, at which unknown text may begin.
    """

    text: str
    prefix: tuple[int, int]
    position: tuple[int, int]
    moves: tuple[tuple[int, int], ...]
    rest: int

    def said(self, place: tuple[int, int]) -> str:
        """The text between two offsets (start, end)."""
        return self.text[place[0] : place[1]]


def is_comment(text: str) -> bool:
    """Whether a line is blank or a comment."""
    return not text.strip(" \t\r\n\u3000\ufeff\x1a") or _COMMENT.match(text) is not None


def is_usi(word: str) -> bool:
    """Whether a word is a move in USI notation (or `pass`)."""
    return _USI.fullmatch(word) is not None


def is_end(word: str) -> bool:
    """Whether a word after moves is an end of the game."""
    return word in _ENDS


def lex(text: str) -> SfenLine | None:
    """Split a line into its parts; None if it has no position."""
    at = 1 if text.startswith(BOM) else 0
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    found = _PREFIX.match(text, at)
    begin = found.end() if found is not None else at
    start = _STARTPOS.match(text, begin)
    if start is not None:
        end = start.end()
    else:
        board = _BOARD.match(text, begin)
        if board is not None:
            end = _fields(text, board.end())
        elif _MOVES.match(text, at):
            begin = end = at
        else:
            return None
    moves, rest = _moves(text, end)
    return SfenLine(text, (at, begin), (begin, end), moves, rest)


def _fields(text: str, at: int) -> int:
    """The offset at which the fields of an SFEN end; the board ends at `at`."""
    for field in (_SIDE, _HANDS, _PLY):
        found = field.match(text, at)
        if found is None or found.group(1).lower() == "moves":
            continue
        at = found.end()
    return at


def _moves(text: str, at: int) -> tuple[tuple[tuple[int, int], ...], int]:
    intro = _MOVES.match(text, at)
    if intro is None:
        return (), at
    out: list[tuple[int, int]] = []
    end = intro.end()
    for word in _WORD.finditer(text, end):
        said = word.group()
        if not is_usi(said) and not is_end(said):
            break
        out.append(word.span())
        end = word.end()
        if is_end(said):
            break
    return tuple(out), end


# ----------------- The collection of a list of positions: one record for each line with a position

# Facts of a record:
BEFORE = "sfen.before"  # raw: the lines without a position before its own
LINE = "sfen.line"  # value: codec; raw: its line, with the line end
AFTER = "sfen.after"  # raw: lines without a position at the end of the file

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_SHOWN = 60


def position_of_line(line: SfenLine) -> tuple[Position, Message | None]:
    """The position of a line, and its first fault, None if there is none."""
    if line.position[0] == line.position[1]:
        return START, None
    return read_sfen(line.said(line.position))


def record_of(line: SfenLine, limits: Limits, codec: str, facts: tuple[Fact, ...] = ()) -> Record:
    """Make a record from a line."""
    tree = MoveLine(setup_of(position_of_line(line)[0]))
    for span in line.moves[: limits.nodes - 1]:
        word = line.said(span)
        tree.add(Terminal(word) if is_end(word) else Move(word))
    return Record("shogi", tree.root, (), codec, facts, tree.nodes)


class SfenCollection(ListCollection):
    """The positions of a source. Raises Unreadable if there are none, OSError."""

    format = "sfen"
    variant = "SFEN"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.body_bytes)
        self._codec = encoding or self._judged(data, SHOGI)
        self._places: list[tuple[int, int, int]] = []  # start, end, number of each line
        self._scan(data)
        if not self._places:
            raise Unreadable(message("There is no line with a position."), "sfen.no-position")
        self._tell_cut(len(data))

    def _scan(self, data: bytes) -> None:
        at = number = 0
        while at < len(data):
            found = _LINE.match(data, at)
            assert found is not None
            number += 1
            text = decode(found.group(), self._codec)
            if lex(text.rstrip("\r\n")) is not None:
                self._places.append((at, found.end(), number))
            elif not is_comment(text):
                words = message("There is no position on this line: “{text}”.", text=_shown(text))
                record = max(0, len(self._places) - 1)
                self._add("sfen.no-position", words, record, at, number, 1)
            at = found.end()

    def __len__(self) -> int:
        return len(self._places)

    def _bounds(self, index: int) -> tuple[int, int]:
        """The offsets of its line together with the lines without a position before it."""
        return self._places[index - 1][1] if index else 0, self._places[index][1]

    def headers(self, index: int) -> tuple[Header, ...]:
        """No headers: a line has none."""
        return ()

    def record(self, index: int) -> Record:
        """The record of a line, read on each call; its faults are reported on the first."""
        start, end, number = self._places[index]
        raw = self.source.read(start, end - start)
        text = decode(raw, self._codec).rstrip("\r\n")
        line = lex(text)
        assert line is not None
        span = self.span(index)
        facts = [Fact(LINE, self._codec, raw)]
        facts += facts_around(self.source, span, start, end, BEFORE, AFTER)
        if index not in self._told:
            self._told.add(index)
            self._judge(index, line, start, number)
        return record_of(line, self._limits, self._codec, tuple(facts))

    # -------------------------------------------------------------------------- diagnostics

    def _judge(self, index: int, line: SfenLine, start: int, number: int) -> None:
        odd = position_of_line(line)[1]
        if odd is not None:
            text = _shown(line.said(line.position))
            words = message("{what} “{text}”", what=odd, text=text)
            self._add("sfen.bad-position", words, index, start, number, line.position[0] + 1)
        if line.text[line.rest :].strip(" \t\u3000\x1a"):
            words = message(
                "This isn't understood; it is kept: “{text}”.",
                text=_shown(line.text[line.rest :].strip()),
            )
            self._add("sfen.rest", words, index, start, number, line.rest + 1)
        if len(line.moves) >= self._limits.nodes:
            words = message("The line has too many moves; the rest isn't read.")
            self._add("sfen.too-long", words, index, start, number, 1)

    def _add(self, code: str, words: Message, index: int, at: int, line: int, column: int) -> None:
        if len(self._found) < self._limits.diagnostics:
            self._found.append(
                Diagnostic(Severity.WARNING, code, words, index, None, at, line, column)
            )


def _shown(text: str) -> str:
    return text.strip()[:_SHOWN]


# ------------------------------------------------------- A USEN word: sections, moves, ends, starts


ENDS = {"r": "投了", "t": "切れ負け", "i": "反則負け", "p": "中断", "j": "持将棋"}
"""KIF's words for the ends of a game, by USEN's letters."""
DIGITS = 3
"""The number of digits of a move."""

_SECTION = r"~\d{1,5}\.[0-9a-z]*(?:\.[a-z]?)?"
FILE = re.compile(
    rf"(?P<ahead>\s*)(?P<start>[0-9A-Za-z_.-]*)(?P<sections>(?:{_SECTION})+)(?P<behind>\s*)"
)
SECTION = re.compile(r"~(?P<ply>\d{1,5})\.(?P<moves>[0-9a-z]*)(?:\.(?P<end>[a-z]?))?")
_DIGIT = "0123456789abcdefghijklmnopqrstuvwxyz"
_DROPPED = {"P": 10, "L": 11, "N": 12, "S": 13, "G": 9, "B": 14, "R": 15, "K": 8}
_OF_DROPPED = {number: kind for kind, number in _DROPPED.items()}
_OF_KIND = {CODE_OF[kind]: number for kind, number in _DROPPED.items()}
_SQUARES = 81
_NUMBER = re.compile(r" \d+\Z")


def move_of(word: str) -> str:
    """The USI move for three digits, "" if they are no move."""
    if len(word) != DIGITS:
        return ""
    rest, plus = divmod(int(word, 36), 2)
    origin, target = divmod(rest, _SQUARES)
    to = f"{SQUARE_NAMES[_mirrored(target)]}{'+' if plus else ''}"
    if origin < _SQUARES:
        return SQUARE_NAMES[_mirrored(origin)] + to
    kind = _OF_DROPPED.get(origin - _SQUARES)
    return f"{kind}*{to}" if kind and not plus else ""


def word_of(move: str) -> str:
    """The three digits for a USI move, "" if the text is no move that USEN can hold."""
    parts = parts_of(move)
    if parts is None or (parts[3] and parts[2]):
        return ""
    start, target, plus, kind = parts
    origin = _SQUARES + _OF_KIND[kind] if kind else _mirrored(start)
    number = 2 * (_SQUARES * origin + _mirrored(target)) + plus
    return "".join(_DIGIT[number // 36**place % 36] for place in (2, 1, 0))


def _mirrored(square: int) -> int:
    """A square's number as USEN counts, from 1a, and the other way round."""
    return square - 2 * (square % 9) + 8


def start_text(start: Position) -> str:
    """A start as written in USEN, without its move number; "" for the usual one."""
    if start.numbered(1).same(START):
        return ""
    sfen = _NUMBER.sub("", write_sfen(start))
    return sfen.replace("/", "_").replace(" ", ".").replace("+", "z")


def sfen_of(start: str) -> str:
    """The SFEN of a start as written in USEN."""
    return start.replace("_", "/").replace(".", " ").replace("z", "+")


# --------------------------------------------------------------- Reading a USEN word into a record

TEXT = "usen.file"
"""The fact with the bytes that were read; value: whether the record holds the whole file."""


class UsenText:
    """A USEN text read into a record.

    Attributes:
        record: the record, None if the text isn't USEN.
        found: the faults of the text.
        whole: whether the record holds all of the text.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        self.record: Record | None = None
        self.found: list[Diagnostic] = []
        self.whole = True
        self._limits = limits
        match = FILE.fullmatch(text)
        if match is None:
            return
        start, odd = START, None
        if match["start"]:
            start, odd = read_sfen(sfen_of(match["start"]))
        root = Node(0, None, setup_of(start))
        self._nodes = {0: root}
        self._children: dict[int, list[Node]] = {}
        if odd is not None:
            self._tell("usen.bad-position", odd, match.start("start"), 0)
        path = [root]
        for section in SECTION.finditer(text, match.start("sections")):
            if not self._read(section, path):
                words = message("The record has too many moves; the rest isn't read.")
                self._tell("usen.too-long", words, section.start(), path[-1].id)
                self.whole = False
                break
        for id, some in self._children.items():
            self._nodes[id].children = tuple(some)
        self.record = Record("shogi", root, (), None, (), self._nodes)

    def _read(self, section: re.Match[str], path: list[Node]) -> bool:
        """Read a section as a branch of the line before it, `path`; False if there are too many moves."""
        ply = int(section["ply"])
        if ply >= len(path):
            words = message("A variation begins behind the end of the line that it leaves.")
            self._tell("usen.variation", words, section.start(), path[-1].id)
        del path[ply + 1 :]
        moves = section["moves"]
        for at in range(0, len(moves), DIGITS):
            word = moves[at : at + DIGITS]
            move = move_of(word)
            if not self._add(Move(move) if move else Written(word), path):
                return False
            if not move:
                words = message("This is no move: “{text}”.", text=word)
                self._tell("usen.move", words, section.start("moves") + at, path[-1].id)
        end = section["end"]
        return not end or self._add(Terminal(ENDS.get(end, end)), path)

    def _add(self, action: Action, path: list[Node]) -> bool:
        if len(self._nodes) >= self._limits.nodes:
            return False
        node = Node(len(self._nodes), path[-1], action)
        self._nodes[node.id] = node
        self._children.setdefault(path[-1].id, []).append(node)
        path.append(node)
        return True

    def _tell(self, code: str, words: Message, at: int, node: int) -> None:
        if len(self.found) < self._limits.diagnostics:
            self.found.append(diagnostic_at(Severity.WARNING, code, words, at, node))


class UsenCollection(SingleText):
    """The record of a source. Raises Unreadable if there is none, OSError."""

    format = "usen"
    variant = "USEN"

    def __init__(self, source: Source, limits: Limits) -> None:
        super().__init__(source, limits, UTF8)
        read = UsenText(self._decoded.text, limits)
        if read.record is None:
            raise Unreadable(message("This is no record in USEN."), "usen.none")
        self._tell_read(read.found)

    def headers(self, index: int) -> tuple[Header, ...]:
        """No headers: USEN has none."""
        return ()

    def _read(self) -> Record:
        """The record, read anew on each call."""
        data, _, _, text = self._decoded
        read = UsenText(text, self._limits)
        record = read.record
        assert record is not None
        whole = read.whole and self.source.size == len(data)
        record.facts = (Fact(TEXT, whole, data),)
        return record
