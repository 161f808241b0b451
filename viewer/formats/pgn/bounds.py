"""Finding the offsets of the games of a file, block by block."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from viewer.base.limits import DEFAULT
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.pgn.split import BACK, Scan

BLOCK = 1 << 16


class Bounds:
    """The games of a source known so far, which are those whose end was found. Takes 8 bytes per game.

    Attributes:
        most: the maximum number of games; the last one gets all that follows.
        done: number of bytes scanned.
        complete: whether the whole file was scanned, so that every game is known.
        full: whether the limit was reached and there are more games.
    """

    block = BLOCK

    def __init__(self, source: Source, most: int = DEFAULT.records) -> None:
        self.source = source
        self.most = most
        self.full = False
        self.done = 0
        self.complete = False
        self._edges = array("Q", [0])
        self._lines = array("Q", [0])  # line ends before each block
        self._scan = Scan(0)
        self._held = b""
        self._base = 0  # offset of what is held

    def __len__(self) -> int:
        known = len(self._edges) - 1
        return known if self.complete else min(known, self.most - 1)

    def span(self, index: int) -> Span:
        """The bytes of a game. Raises IndexError for one that isn't known."""
        start = self._edges[index]
        return Span(start, self._edges[index + 1] - start)

    def step(self) -> None:
        """Scan one more block; does nothing if all is known. Raises OSError."""
        if self.complete:
            return
        block = self._read()
        final = len(block) < self.block
        if not self.full:
            self._feed(block, final)
        if final:
            self._finish()
        if not self.full and len(self._edges) - 1 > self.most:
            self.full, self._held = True, b""
            self._cut()
            if final:
                self._finish()

    def _read(self) -> bytes:
        block = self.source.read(self.done, self.block)
        self.done += len(block)
        self._lines.append(self._lines[-1] + self._line_ends(block))
        return block

    def _line_ends(self, block: bytes) -> int:
        return block.count(b"\n")

    def _feed(self, block: bytes, final: bool) -> None:
        """Feed one more block to `split`."""
        held = self._held + block
        while self._scan.run(held, final):
            self._edges.append(self._base + self._scan.at)
            self._scan = Scan(self._scan.at)
        if final:
            return
        drop = max(0, self._scan.at - BACK)
        self._scan.shift(drop)
        self._held = held[drop:]
        self._base += drop

    def _cut(self) -> None:
        """Forget the games beyond the limit, and the end of the last game within it."""
        del self._edges[self.most :]

    def _finish(self) -> None:
        # A file of nothing but white space has no game (section 8 of the standard).
        if self.done > self._edges[-1] and not (self._edges[-1] == 0 and self._scan.blank):
            self._edges.append(self.done)
        self.complete = True
        self._held = b""

    def values(
        self,
        key: str,
        start: int,
        stop: int,
        decode: Callable[[bytes], str | None],
        read: Callable[[int], str],
    ) -> list[str]:
        """The values of a tag in a range of known games.

        `decode` makes text of bytes that aren't ASCII where they say it, `read` gives the value in a game
        whose tags have to be read. Raises OSError.
        """
        return [read(index) for index in range(start, stop)]

    def lines_before(self, offset: int) -> int:
        """Number of line ends (LF) before an offset; reads a block at most. Raises OSError."""
        block = min(offset // self.block, len(self._lines) - 1)
        start = block * self.block
        return self._lines[block] + self.source.read(start, offset - start).count(b"\n")
