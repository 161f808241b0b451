"""Pieces of a file: bytes, or a span of the file that was read."""

from __future__ import annotations

from viewer.base.named import NamedTuple


class Span(NamedTuple):
    """`length` bytes of a source from offset `start`, referred to instead of copied."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """The offset after the last byte."""
        return self.start + self.length


Piece = bytes | Span
