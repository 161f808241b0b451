"""Finding the positions of a file in one pass over its lines, block by block.

A line without a position (blank, a comment, anything else) belongs to the next position, and those at
the end to the last one, so that every byte belongs to a record.
"""

from __future__ import annotations

import re
from array import array

from viewer.base.source import Source
from viewer.formats.entry import Likeness
from viewer.formats.epd.lexer import POSITION
from viewer.formats.kit.segments import SegmentIndex

_BLOCK = 1 << 20
_COMMENT = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:[#%;]|//|\Z)")
_PGN_TAG = re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)?\[[A-Za-z]\w*[ \t]+\"", re.MULTILINE)
_CHESS = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:[1-8pnbrqkPNBRQK~+]{1,16}/){7}[1-8pnbrqkPNBRQK~+]{1,16}"
    rb"(?:\[[A-Za-z-]*\]|/[pnbrqPNBRQ]*)?(?=[ \t][wb](?:\s|\Z)|\s*\Z)",
    re.MULTILINE,
)


def is_comment(line: bytes) -> bool:
    """Whether a line without a position is blank or a comment."""
    return _COMMENT.match(line) is not None


def holds_positions(head: bytes) -> bool:
    """Whether the beginning of a file has a line with a chess position, and no PGN tag before it."""
    head = head.replace(b"\r", b"\n")
    found = _CHESS.search(head)
    return found is not None and _PGN_TAG.search(head, 0, found.start()) is None


class Lines(SegmentIndex):
    """The lines with a position found so far; each ends after its line end.

    Attributes:
        numbers: the line number of each, from 1.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._number = 0  # lines before the current offset
        self._rest = b""  # the beginning of an incomplete line
        self._skipped = 0  # the number of its bytes after that
        self.numbers = array("Q")

    def _find_more(self) -> None:
        read = self._at + len(self._rest) + self._skipped
        block = self._source.read(read, _BLOCK)
        self.done = not block or read + len(block) >= self._source.size
        if not self.done and b"\n" not in block and b"\r" not in block[:-1]:
            if self._rest:  # a line of megabytes: its beginning suffices to recognise it
                self._skipped += len(block)
            else:
                self._rest = block
            return
        lines = (self._rest + block).splitlines(keepends=True)
        skipped, self._rest, self._skipped = self._skipped, b"", 0
        if not self.done and not lines[-1].endswith(b"\n"):
            self._rest = lines.pop()  # an incomplete line, or a CR whose LF may follow
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
    """The likeness of a file of positions; the file's name decides between EPD and FEN."""
    if holds_positions(head):
        return Likeness.YES
    found = any(POSITION.match(line) for line in head.splitlines())
    return Likeness.IF_NAMED if found else Likeness.NO
