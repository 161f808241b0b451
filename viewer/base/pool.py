"""A source extended by texts from elsewhere (pasted records), which are then read and copied by span too."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.source import Source
from viewer.base.spans import Span

_BITS = 40  # of a text's length: each has a place of its own, far behind the end of any file


class Pool:
    """A source and added texts, all readable by span. Texts are not adjacent to each other.

    Attributes:
        inner: the source, None where there are texts only.
    """

    def __init__(self, inner: Source | None) -> None:
        self.inner = inner
        self._texts: list[bytes] = []

    @property
    def name(self) -> str:
        """The name of the source."""
        return "" if self.inner is None else self.inner.name

    @property
    def size(self) -> int:
        """The size of the source itself."""
        return 0 if self.inner is None else self.inner.size

    def add(self, text: bytes) -> Span:
        """Add a text; returns its span."""
        self._texts.append(text)
        return Span((len(self._texts) << _BITS) + (1 << 63), len(text))

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span; fewer only past the end of the source or of a text. Raises OSError."""
        if start < 1 << 63:
            return b"" if self.inner is None else self.inner.read(start, length)
        number, at = divmod(start - (1 << 63), 1 << _BITS)
        return self._texts[number - 1][at : at + length]

    def lost(self) -> Sequence[Span]:
        """Spans of the source whose bytes are gone. Raises OSError."""
        return () if self.inner is None else self.inner.lost()

    def close(self) -> None:
        """Let go of the source."""
        if self.inner is not None:
            self.inner.close()
