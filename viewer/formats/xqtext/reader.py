"""Reads the game of a text."""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.kit.charsets import XIANGQI
from viewer.formats.kit.collections import SingleText
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.kit.xiangqi import USUAL, USUAL_BOARD, setup_of
from viewer.formats.xqtext.layout import Layout, is_move, layout_of
from viewer.games import game_of
from viewer.tree.action import Setup, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

FILE = "xqtext.file"
"""Fact of a record; value: its codec, whether the user chose it, the number of moves; raw: the file."""
_BLACK_DIGITS = frozenset("123456789１２３４５６７８９")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SHOWN = 40


def headers_of(text: str, layout: Layout) -> tuple[Header, ...]:
    """The headers that have a value, each once."""
    said: dict[str, str] = {}
    for value in layout.values:
        if value.end > value.start:
            said.setdefault(value.key, text[value.start : value.end])
    return tuple(Header(key, value) for key, value in said.items())


def record_of(text: str, layout: Layout, codec: str) -> tuple[Record, list[Diagnostic]]:
    """The game of a text, and the faults, at offsets in characters."""
    found: list[Diagnostic] = []

    def tell(code: str, words: Message, at: int, node: int) -> None:
        found.append(diagnostic_at(Severity.WARNING, f"xqtext.{code}", words, at, node))

    setup = _setup(text, layout)
    if setup is None and layout.fen is not None:
        fen = text[slice(*layout.fen)]
        words = message("The start position can't be read: {text}", text=fen[:60])
        tell("start", words, layout.fen[0], 0)
    tree = MoveLine(None if setup in (None, USUAL) else setup)
    for word in layout.words:
        node = tree.add(Written(word.text))
        if not is_move(word.text):
            words = message("This is no move: “{text}”.", text=word.text[:_SHOWN])
            tell("move", words, word.start, node.id)
    for remark in layout.remarks:
        node = tree.nodes[remark.ply]
        said = _comment(text[remark.start : remark.end])
        node.notes = {COMMENT: f"{node.comment}\n{said}" if node.comment else said}
    if layout.more >= 0:
        words = message("The text goes on with moves of another game, which aren't read.")
        tell("more", words, layout.more, tree.last.id)
    headers = headers_of(text, layout)
    return Record("xiangqi", tree.root, headers, codec, nodes=tree.nodes), found


def _comment(raw: str) -> str:
    return "\n".join(line.strip(" \t\u3000") for line in _LINE_END.split(raw))


def _setup(text: str, layout: Layout) -> Setup | None:
    """The start, None if the text has none that can be read."""
    if layout.board is None and layout.fen is not None:
        try:
            return game_of("xiangqi").parse_setup(text[slice(*layout.fen)])
        except ValueError:
            return None
    black = layout.board is not None and layout.to_move == "b"
    if layout.words and not layout.to_move:
        black = _black_first(layout)
    return setup_of(USUAL_BOARD if layout.board is None else layout.board, black)


def _black_first(layout: Layout) -> bool:
    """Whether Black begins: Red's move is left out, or only the other side's have digits in Chinese."""
    digits = [word.text[-1:] in _BLACK_DIGITS for word in layout.words]
    return layout.black_first or (digits[0] and not all(digits))


class XQTextCollection(SingleText):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    format = "xqtext"
    variant = "Text"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding, XIANGQI)
        text = self._decoded.text
        self._layout = layout_of(text, min(limits.plies, limits.nodes - 1))
        there = self._layout.words or any(self._layout.board or ()) or self._layout.values
        if not there and encoding is None:
            raise self._nothing()
        self._tell_read(record_of(text, self._layout, self._decoded.codec)[1])

    def _read(self) -> Record:
        """The game, a new object at each call."""
        data, codec, by_hand, text = self._decoded
        record, _ = record_of(text, self._layout, codec)
        record.facts = (Fact(FILE, (codec, by_hand, len(self._layout.words)), data),)
        return record
