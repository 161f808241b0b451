"""A text in a codec in which ASCII isn't ASCII, as UTF-8 for readers that take text apart as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from viewer.base.source import BytesSource, Source, piece_bytes
from viewer.base.spans import Piece


class RecodedSource(BytesSource):
    """The text of a source as UTF-8.

    Attributes:
        inner: the source.
        codec: of its text.
    """

    def __init__(
        self, inner: Source, codec: str, data: bytes, back: Callable[[bytes], bytes]
    ) -> None:
        """`data` is the text of `inner` as UTF-8, and `back` makes the bytes in the codec of UTF-8."""
        super().__init__(data, inner.name)
        self.inner = inner
        self.codec = codec
        self._back = back

    def written(self, pieces: Iterable[Piece], source: Source) -> Iterator[Piece]:
        """Pieces of a file that was read from here (and is in `source`), in its codec. Raises OSError."""
        yield self._back(b"".join([piece_bytes(piece, source) for piece in pieces]))

    def close(self) -> None:
        """Close the source."""
        self.inner.close()
