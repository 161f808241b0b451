"""Where the positions of a file are: one pass over its lines, in blocks.

A line that holds no position (blank, a comment, something else) belongs to the position behind it,
those at the end to the last one; so no byte is nobody's.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats import Likeness
from viewer.formats.epd.lexer import POSITION
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


class Lines:
    """The lines with a position, as far as they are known.

    Attributes:
        starts, ends: of each line with a position; the line end is within.
        numbers: of these lines, from 1.
        done: whether the whole source was looked at.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._at = 0  # up to here the lines are known
        self._number = 0  # lines before
        self._rest = b""  # of a line that isn't complete: its beginning
        self._skipped = 0  # and so many bytes more
        self.starts = array("Q")
        self.ends = array("Q")
        self.numbers = array("Q")
        self.done = False

    def __len__(self) -> int:
        """Number of records known whole: the last one may go on until the end of the file is seen."""
        return len(self.starts) if self.done else max(0, len(self.starts) - 1)

    def find_first(self) -> None:
        """Read on until one record is known, or there is none. Raises OSError."""
        while not self.done and not len(self):
            self._read_block()

    def find_all(self) -> Iterator[JobStep[int]]:
        """The job that finds the others. Raises OSError."""
        while not self.done:
            self._read_block()
            yield JobStep(self._at, self._source.size, len(self))

    def span(self, index: int) -> Span:
        """All bytes of a record: its line, the lines before that have no position, those at the end."""
        start = self.ends[index - 1] if index else 0
        last = self.done and index == len(self.starts) - 1
        return Span(start, (self._source.size if last else self.ends[index]) - start)

    def _read_block(self) -> None:
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
