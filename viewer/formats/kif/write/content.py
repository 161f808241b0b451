"""The file while it is written: raw bytes as they were, new text in the codec."""

from __future__ import annotations

from viewer.formats.kif.encoding import decode, encode


class FileContent:
    """Bytes in the codec of the file that is made.

    Attributes:
        fresh: whether the line that is written next begins.
        blank: whether the last line is an empty one, or nothing is written.
    """

    def __init__(self, source: str, target: str, eol: str) -> None:
        self._source = source
        self._target = target
        self.eol = eol
        self._parts: list[bytes] = []
        self.fresh = True
        self.blank = True

    def raw(self, data: bytes) -> None:
        """Bytes of the file that was read."""
        if not data:
            return
        if self._source != self._target:
            data = encode(decode(data, self._source), self._target)
        self._put(data)

    def text(self, text: str) -> None:
        """New text within a line, or a whole one with its end."""
        if text:
            self._put(encode(text, self._target))

    def line(self, text: str) -> None:
        """A new line."""
        self.start_line()
        self.text(text + self.eol)

    def start_line(self) -> None:
        """End the line that goes on, if one does."""
        if not self.fresh:
            self.text(self.eol)

    def _put(self, data: bytes) -> None:
        begun = self.fresh
        self._parts.append(data)
        self.fresh = data[-1:] in (b"\n", b"\r")
        self.blank = begun and not data.strip(b"\r\n")

    def data(self) -> bytes:
        """All of it."""
        return b"".join(self._parts)
