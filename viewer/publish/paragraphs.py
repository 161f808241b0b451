"""The items of a section as paragraphs of runs, in the order in which a book sets them.

The main line runs on through short comments. A variation is a paragraph of its own; a variation within it
stands in brackets, as in printed books.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from viewer.publish.outline import Comment, Diagram, Item, Moves, PrintedMove, Title

MAIN, LINE, COMMENT, ASIDE, TOLD = "m", "v", "c", "a", "t"
"""Kinds of runs: moves of the main line, of variations, comments, what stands small after moves, words for
events. In capitals: something that mustn't be broken between lines."""
WIDE_MOVE = {MAIN: "W", LINE: "w"}
"""A move in Chinese characters: set in the font of those, unbroken."""

Run = tuple[str, str]
_JOINED = (MAIN, LINE, COMMENT, ASIDE, TOLD)
_BRACKETS = ("()", "[]")
_NO_SPACE_BEFORE = tuple(",.;:!?)]}，。；：！？）】」』、…%")
WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef▲△☗☖]")
"""A sign of moves that are written without a space behind their number."""
_BREAKABLE = re.compile("[-–—/…\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WIDE_END = re.compile("[\u3000-\u303f！（），－．：；？]$")
_HAN_WORD = re.compile("([\u3400-\u9fff\uf900-\ufaff]{1,8})")


class Paragraph:
    """A paragraph: `level` is 0 for the main line, 1 for variations; `runs` are its texts."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.runs: list[Run] = []

    def add(self, kind: str, text: str, glued: bool = False) -> None:
        """Add a text after a space, unless `glued`, or its first sign or the text before forbids one."""
        if self.runs and not glued and not text.startswith(_NO_SPACE_BEFORE):
            last_kind, last = self.runs[-1]
            if not _WIDE_END.search(last):
                self.runs[-1] = (last_kind, last + " ")
        if self.runs and self.runs[-1][0] == kind and kind in _JOINED:
            self.runs[-1] = (kind, self.runs[-1][1] + text)
        else:
            self.runs.append((kind, text))


Block = Paragraph | Title | Diagram


def blocks(items: Iterable[Item], latin: bool = True) -> Iterator[Block]:
    """Paragraphs, titles and diagrams of a section.

    In a book in a `latin` script a few Chinese characters within a comment are kept together: they would be
    spaced out where a line is justified.
    """
    yield from _Setting(latin).blocks(items)


class _Setting:
    def __init__(self, latin: bool) -> None:
        self._latin = latin
        self._open: Paragraph | None = None
        self._depth = 0  # the level of the line that is being set
        self._glued = False  # whether the next text follows an opening bracket

    def blocks(self, items: Iterable[Item]) -> Iterator[Block]:
        for item in items:
            match item:
                case Moves():
                    yield from self._go_to(item.level, item.begins)
                    for move in item.moves:
                        self._move(move, item.level)
                case Comment():
                    yield from self._go_to(item.level, item.begins)
                    yield from self._say(item)
                case Diagram():
                    yield from self._flush()
                    yield item
                case Title():
                    yield from self._go_to(0, False)
                    yield from self._flush()
                    yield item
        yield from self._go_to(0, False)
        yield from self._flush()

    # ------------------------------------------------------------------------------- levels

    def _go_to(self, level: int, begins: bool) -> Iterator[Block]:
        """Go to a line of a level: close the brackets of deeper ones, open others, or a new paragraph."""
        if begins and level and level == self._depth:
            if level > 1:
                self._close(level)
                self._depth -= 1
            else:
                yield from self._flush()
        while self._depth > level:
            if self._depth > 1:
                self._close(self._depth)
            else:
                yield from self._flush()
            self._depth -= 1
        while self._depth < level:
            self._depth += 1
            if self._depth > 1:
                self._add(LINE, _BRACKETS[self._depth % 2][0])
                self._glued = True
            else:
                yield from self._flush()

    def _close(self, level: int) -> None:
        self._paragraph().add(LINE, _BRACKETS[level % 2][1], glued=True)
        self._glued = False

    def _flush(self) -> Iterator[Block]:
        if self._open is not None and self._open.runs:
            yield self._open
        self._open = None
        self._glued = False

    def _paragraph(self) -> Paragraph:
        if self._open is None:
            self._open = Paragraph(min(self._depth, 1))
        return self._open

    def _add(self, kind: str, text: str) -> None:
        self._paragraph().add(kind, text, self._glued)
        self._glued = False

    # -------------------------------------------------------------------------------- texts

    def _move(self, move: PrintedMove, level: int) -> None:
        if not move.played:
            self._add(TOLD, move.text)
        else:
            text = move.text + "".join(map(_apart, move.signs))
            if move.number:
                wide = WIDE.match(text) or not move.number.endswith(".")
                text = f"{move.number}{text}" if wide else f"{move.number}\u00a0{text}"
            kind = LINE if level else MAIN
            if WIDE.search(text):
                kind = WIDE_MOVE[kind]
            elif _BREAKABLE.search(text):
                kind = kind.upper()
            self._add(kind, text)
        for aside in move.asides:
            self._add(ASIDE, aside)

    def _say(self, comment: Comment) -> Iterator[Block]:
        parts = [part.strip() for part in comment.text.split("\n") if part.strip()]
        if comment.level > 1:
            parts = [" ".join(parts)]
        if len(parts) > 1 or (comment.level == 0 and comment.node == 0):
            yield from self._flush()
            for part in parts:
                self._words(part)
                yield from self._flush()
            return
        for part in parts:
            self._words(part)

    def _words(self, text: str) -> None:
        """Add a part of a comment."""
        if not self._latin or text.isascii():
            self._add(COMMENT, text)
            return
        first = True
        for index, piece in enumerate(_HAN_WORD.split(text)):
            if not piece:
                continue
            self._glued = self._glued or not first
            self._add(COMMENT.upper() if index % 2 else COMMENT, piece)
            first = False


def _apart(sign: str) -> str:
    """A sign as it stands behind a move: a number (of a verdict) would be read as part of it."""
    return f"\u202f({sign})" if any(map(str.isdigit, sign)) else sign


def as_data(block: Paragraph) -> dict[str, Any]:
    """A paragraph for the template."""
    # Moves that mustn't be broken would space out the Chinese characters of a justified line.
    ragged = any(kind in WIDE_MOVE.values() for kind, _ in block.runs)
    return {"kind": "par", "level": block.level, "runs": block.runs, "justify": not ragged}
