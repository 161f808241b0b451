"""Where the positions of a file are: one pass over its lines, in blocks.

A line that holds no position (blank, a comment, something else) belongs to the position behind it,
those at the end to the last one; so no byte is nobody's.
"""

from __future__ import annotations

import re
from array import array

from viewer.base.source import Source
from viewer.formats import Likeness
from viewer.formats.epd.lexer import POSITION
from viewer.formats.kit.segments import SegmentIndex
from viewer.formats.shared.ranks import game_of_ranks

_BLOCK = 1 << 20
_COMMENT = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[#%;]|//|\Z)")
_PGN_TAG = re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)?\[[A-Za-z]\w*[ \t]+\"", re.MULTILINE)
_CHESS = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:[1-8pnbrqkPNBRQK~+]{1,16}/){7}[1-8pnbrqkPNBRQK~+]{1,16}"
    rb"(?:\[[A-Za-z-]*\]|/[pnbrqPNBRQ]*)?(?=[ \t][wb](?:\s|\Z)|\s*\Z)",
    re.MULTILINE,
)


def is_comment(line: bytes) -> bool:
    """Whether a line without a position is blank or meant for people."""
    return _COMMENT.match(line) is not None


def holds_positions(head: bytes) -> bool:
    """Whether the beginning of a file has a line with a position of chess, and no tag of PGN before."""
    head = head.replace(b"\r", b"\n")
    found = _CHESS.search(head)
    return found is not None and _PGN_TAG.search(head, 0, found.start()) is None


class Lines(SegmentIndex):
    """The lines with a position, as far as they are known.

    Attributes:
        numbers: of the lines with a position, from 1; each ends behind its line end.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._number = 0  # lines before
        self._rest = b""  # of a line that isn't complete: its beginning
        self._skipped = 0  # and so many bytes more
        self.numbers = array("Q")

    def _find_more(self) -> None:
        read = self._at + len(self._rest) + self._skipped
        block = self._source.read(read, _BLOCK)
        self.done = not block or read + len(block) >= self._source.size
        if not self.done and b"\n" not in block and b"\r" not in block[:-1]:
            if self._rest:  # a line of megabytes: what it is, its beginning says
                self._skipped += len(block)
            else:
                self._rest = block
            return
        lines = (self._rest + block).splitlines(keepends=True)
        skipped, self._rest, self._skipped = self._skipped, b"", 0
        if not self.done and not lines[-1].endswith(b"\n"):
            self._rest = lines.pop()  # cut, or a CR whose LF may come
        at, number = self._at + skipped, self._number
        matches = POSITION.match
        for line in lines:
            number += 1
            end = at + len(line)
            if b"/" in line and matches(line):
                self.starts.append(at - skipped)
                self.ends.append(end)
                self.numbers.append(number)
            at, skipped = end, 0
        self._at, self._number = at, number


def probe(head: bytes) -> Likeness:
    """Whether the beginning of a file is one of positions; of EPD and FEN, its name chooses.

    Those of xiangqi are as sure: no other format takes them, and the reader says what they are.
    """
    if holds_positions(head):
        return Likeness.YES
    first = next((line for line in head.splitlines() if not is_comment(line)), b"")
    if POSITION.match(first) and game_of_ranks(first) == "xiangqi":
        return Likeness.YES
    found = any(POSITION.match(line) for line in head.splitlines())
    return Likeness.IF_NAMED if found else Likeness.NO
