"""The file being written: raw bytes unchanged, new text in the codec."""

from __future__ import annotations

from viewer.formats.kif.encoding import decode, encode


class FileContent:
    """Bytes in the codec of the new file.

    Attributes:
        fresh: whether the next piece begins a line.
        blank: whether the last line is empty, or nothing was written.
    """

    def __init__(self, source: str, target: str, eol: str) -> None:
        self._source = source
        self._target = target
        self.eol = eol
        self._parts: list[bytes] = []
        self.fresh = True
        self.blank = True

    def raw(self, data: bytes) -> None:
        """Add bytes of the file that was read."""
        if not data:
            return
        if self._source != self._target:
            data = encode(decode(data, self._source), self._target)
        self._put(data)

    def text(self, text: str) -> None:
        """Add new text within a line, or a whole line with its end."""
        if text:
            self._put(encode(text, self._target))

    def line(self, text: str) -> None:
        """Add a new line."""
        self.start_line()
        self.text(text + self.eol)

    def start_line(self) -> None:
        """End the current line, if there is one."""
        if not self.fresh:
            self.text(self.eol)

    def leave_open(self) -> None:
        """Take the end of the last line away."""
        if self._parts and self._parts[-1].endswith(end := self.eol.encode()):
            self._parts[-1] = self._parts[-1].removesuffix(end)
            self.fresh = False

    def _put(self, data: bytes) -> None:
        begun = self.fresh
        self._parts.append(data)
        self.fresh = data[-1:] in (b"\n", b"\r")
        self.blank = begun and not data.strip(b"\r\n")

    def data(self) -> bytes:
        """All bytes of the file so far."""
        return b"".join(self._parts)
