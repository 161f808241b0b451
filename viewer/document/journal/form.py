"""The form of a journal: lines, each with a checksum, so that what a crash tore is known from what is whole.

A line is `CRC32 DATA` or `CRC32 DATA<tab>BULK`: eight hexadecimal digits over all that follows them,
an object of JSON in ASCII, and where there is much of it (a tree, a file) more JSON, deflated, in base64.
The first line names the form and its version.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from viewer.base.messages import Message, message

FORM = 1
"""The version of the form that is written; it grows where a reader of the last one would misunderstand."""

_LEVEL = 1  # of zlib: four times smaller for a second a gigabyte more
_MOST_BULK = (
    1 << 29
)  # bytes that the bulk of a line may unpack to: a record of a million nodes has a tenth
_TRIPLES = 3 << 16  # base64 of a multiple of three bytes can be joined
DATA_ERRORS = (ValueError, TypeError, LookupError, OverflowError, AttributeError, RecursionError)
"""What plain data raises that isn't what it should be."""


class JournalError(Exception):
    """A journal can't be used; `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class NewerJournal(JournalError):
    """A journal of a newer Qipu, which that one can read."""

    def __init__(self) -> None:
        super().__init__(
            message("What was kept of unsaved edits was written by a newer version of Qipu.")
        )


class SoundLine(NamedTuple):
    """A sound line.

    Attributes:
        data: its object.
        bulk: what stands behind it, as it stands there; b"" where nothing does.
        end: where the line ends in the file.
    """

    data: dict[str, Any]
    bulk: bytes
    end: int

    def unpacked(self) -> Any:
        """The value of the bulk. Raises ValueError where there is none that is sound."""
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(b64decode(self.bulk, validate=True), _MOST_BULK)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        if unpacker.unconsumed_tail:
            raise ValueError("too long")
        return json.loads(text)


class SoundLines(NamedTuple):
    """The sound lines of a journal, and whether something stands behind them that isn't."""

    lines: tuple[SoundLine, ...]
    torn: bool


def packed_line(data: dict[str, Any], bulk: Iterable[str] = ()) -> bytes:
    """A line; `bulk` is text of JSON in parts. Nobody else waits longer than for one part."""
    body = json.dumps(data, separators=(",", ":")).encode("ascii")
    packed = b"".join(_packed(bulk))
    if packed:
        body += b"\t" + packed
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _packed(parts: Iterable[str]) -> Iterator[bytes]:
    packer = zlib.compressobj(_LEVEL)
    ready, some = b"", False
    for part in parts:
        some = True
        ready += packer.compress(part.encode("ascii"))
        whole = len(ready) - len(ready) % _TRIPLES
        yield b64encode(ready[:whole])
        ready = ready[whole:]
    if some:
        yield b64encode(ready + packer.flush())


def sound_lines(data: bytes) -> SoundLines:
    """The lines of a journal up to the first that isn't sound.

    Raises NewerJournal, JournalError where not even the first line can be read.
    """
    lines: list[SoundLine] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start) + 1
        line = _line(data, start, end) if end else None
        if line is None:
            break
        if not lines:
            _check_form(line)
        lines.append(line)
        start = end
    if not lines:
        raise JournalError(message("What was kept of unsaved edits is damaged and can't be read."))
    return SoundLines(tuple(lines), start < len(data))


def _line(data: bytes, start: int, end: int) -> SoundLine | None:
    body = data[start + 9 : end - 1]
    if data[start : start + 9] != b"%08x " % zlib.crc32(body):
        return None
    text, _, bulk = body.partition(b"\t")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return SoundLine(found, bulk, end) if isinstance(found, dict) else None


def _check_form(line: SoundLine) -> None:
    form = line.data.get("form")
    if isinstance(form, int) and form > FORM:
        raise NewerJournal
