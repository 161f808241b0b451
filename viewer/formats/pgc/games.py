"""Finding the games of a file by markers and lengths alone, without decoding moves."""

from __future__ import annotations

from viewer.base.source import Source
from viewer.formats.kit.segments import SegmentIndex
from viewer.formats.pgc.syntax import BEGIN, END, LONGEST, REDUCED, read_token

_WINDOW = 1 << 20
_PART = 1 << 19


class Games(SegmentIndex):
    """The games of a file found so far.

    Attributes:
        stopped: offset of an unknown marker, at which reading stopped, None if none was found.
        unclosed: whether the last game has no end record.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._window = b""
        self._window_at = 0
        self._inside = False  # whether a general game isn't closed yet
        self.stopped: int | None = None
        self.unclosed = False

    def _find_more(self) -> None:
        stop = self._at + _PART
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
