"""Where the games of a file are: markers and lengths alone say it, no move is decoded."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.pgc.syntax import BEGIN, END, LONGEST, REDUCED, read_token

_WINDOW = 1 << 20
_PART = 1 << 19


class Games:
    """The games, as far as they are known. What is no game belongs to the one behind, at the end to the last.

    Attributes:
        starts, ends: of each game.
        stopped: offset of an unknown marker that nothing can be read behind, None so far.
        done: whether no more can be found.
        unclosed: whether the last game has no end record.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._window = b""
        self._window_at = 0
        self._at = 0
        self._inside = False  # a general game that isn't closed yet
        self.starts = array("Q")
        self.ends = array("Q")
        self.stopped: int | None = None
        self.done = False
        self.unclosed = False

    def __len__(self) -> int:
        """Number of games known whole: what is behind the last one may belong to it."""
        return len(self.starts) if self.done else max(0, len(self.ends) - 1)

    def find_first(self) -> None:
        """Read on until one game is known, or there is none. Raises OSError."""
        while not self.done and not len(self):
            self._find(self._at + _PART)

    def find_all(self) -> Iterator[JobStep[int]]:
        """The job that finds the others. Raises OSError."""
        while not self.done:
            self._find(self._at + _PART)
            yield JobStep(self._at, self._source.size, len(self))

    def span(self, index: int) -> Span:
        """All bytes of a game, with what is no game before it, at the end of the file also behind."""
        start = self.ends[index - 1] if index else 0
        last = self.done and index == len(self.starts) - 1
        return Span(start, (self._source.size if last else self.ends[index]) - start)

    def _find(self, stop: int) -> None:
        while self._at < stop and not self.done:
            self._next()

    def _next(self) -> None:
        at = self._at
        if at >= self._source.size:
            self._finish(at)
            return
        local = at - self._window_at
        if local + LONGEST > len(self._window) and (
            self._window_at + len(self._window) < self._source.size
        ):
            self._window = self._source.read(at, _WINDOW)
            self._window_at, local = at, 0
            if not self._window:  # the file has become shorter
                self._finish(at)
                return
        token = read_token(self._window, local)
        if token is None:
            self.stopped = at
            self._finish(at)
            return
        end = self._window_at + token.end
        if token.marker in (REDUCED, BEGIN):
            if self._inside:
                self.ends.append(at)
            self.starts.append(at)
            self._inside = token.marker == BEGIN
            if not self._inside:
                self.ends.append(end)
        elif token.marker == END and self._inside:
            self.ends.append(end)
            self._inside = False
        self._at = end

    def _finish(self, at: int) -> None:
        self.unclosed = self._inside
        if self._inside:
            self.ends.append(at)
            self._inside = False
        self.done = True
