"""Reading a USEN word: sections, moves, ends, starts."""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.base.text import UTF8
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import SingleText
from viewer.formats.kit.positions import diagnostic_at
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
