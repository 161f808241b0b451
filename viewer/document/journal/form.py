"""The form of a journal: lines, each with a checksum, so that lines torn by a crash are recognized.

A line is `CRC32 DATA` or `CRC32 DATA<tab>BULK`: a checksum of everything after the space in eight
hexadecimal digits, a JSON object in ASCII, and for large data (a tree, a file) more JSON, deflated, in
base64. The first line states the version of the form. Each line says its number in the file, so that one
that is gone whole is missed; those of older versions don't.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Any

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.edits.history import Location

FORM = 1
"""The version of the form written; it is raised if a reader of the previous one would misunderstand it."""
_LEVEL = 1  # zlib's level: four times smaller, for a second more per gigabyte
# Bytes that the bulk of a line may unpack to: a record of a million nodes has a tenth.
_MOST_BULK = 1 << 29
_TRIPLES = 3 << 16  # base64 of a multiple of three bytes can be joined
_NUMBER = "n"
GAP: dict[str, Any] = {"kind": "gap"}
"""The data of what stands for damaged lines among sound ones."""
DATA_ERRORS = (ValueError, TypeError, LookupError, OverflowError, AttributeError, RecursionError)
"""The exceptions raised by reading invalid plain data."""


class JournalError(Exception):
    """A journal can't be used; `reason` is a sentence for the user."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class NewerJournal(JournalError):
    """A journal can't be used because a newer version of Qipu wrote it."""

    def __init__(self) -> None:
        super().__init__(
            message("What was kept of unsaved edits was written by a newer version of Qipu.")
        )


class DamagedJournal(JournalError):
    """A journal can't be used because it is damaged; `reason` names the file that it was set aside as."""

    def __init__(self, reason: Message | None = None) -> None:
        super().__init__(
            reason or message("What was kept of unsaved edits is damaged and can't be read.")
        )


class SoundLine(NamedTuple):
    """A line whose checksum is right, or a GAP in the place of damaged ones.

    Attributes:
        data: its JSON object.
        bulk: its BULK in base64, still packed; b"" if it has none.
        end: offset of the line's end in the file.
        number: of the line in its file, from 0; -1 if it doesn't say that.
    """

    data: dict[str, Any]
    bulk: bytes
    end: int
    number: int = -1

    @property
    def is_gap(self) -> bool:
        """Whether it stands for damaged lines."""
        return self.data is GAP

    def packed(self) -> bytes:
        """The line as bytes, without its number."""
        return _line_of(self.data, self.bulk)

    def unpacked(self) -> Any:
        """The value of the bulk. Raises ValueError if there is none or it is damaged or too long."""
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(b64decode(self.bulk, validate=True), _MOST_BULK)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        if unpacker.unconsumed_tail:
            raise ValueError("too long")
        return json.loads(text)


def packed_line(data: dict[str, Any], bulk: Iterable[str] = ()) -> bytes:
    """A line as bytes; `bulk` is JSON text in parts. Other threads wait for one part at most."""
    return _line_of(data, b"".join(_packed(bulk)))


def _line_of(data: dict[str, Any], bulk: bytes) -> bytes:
    body = json.dumps(data, separators=(",", ":")).encode("ascii")
    if bulk:
        body += b"\t" + bulk
    return _checked(body)


def _checked(body: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(body), body)


def numbered(line: bytes, number: int) -> bytes:
    """A line as bytes with its number in the file."""
    return _checked(b'{"%s":%d,%s' % (_NUMBER.encode(), number, line[10:-1]))


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


def sound_lines(data: bytes) -> list[SoundLine]:
    """The sound lines of a journal, with a gap wherever others stand or are missing between or behind them.

    Raises NewerJournal for a newer form, DamagedJournal if even the first line can't be read.
    """
    lines: list[SoundLine] = []
    start, last = 0, -1
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        line = _line(data, start, end)
        if not lines:
            if line is None:
                break
            _check_form(line)
        elif line is not None and line.number >= 0:
            if line.number <= last:  # a second time
                line = None
            elif line.number > last + 1 and not lines[-1].is_gap:
                lines.append(SoundLine(GAP, b"", start))
        if line is None and lines[-1].is_gap:
            lines.pop()
        last = last if line is None else line.number
        lines.append(SoundLine(GAP, b"", end) if line is None else line)
        start = end
    if not lines:
        raise DamagedJournal
    return lines


def _line(data: bytes, start: int, end: int) -> SoundLine | None:
    body = data[start + 9 : end - 1]
    if data[start:end] != b"%08x %s\n" % (zlib.crc32(body), body):
        return None
    text, _, bulk = body.partition(b"\t")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    number = found.pop(_NUMBER, -1)
    return SoundLine(found, bulk, end, number if isinstance(number, int) else -1)


def _check_form(line: SoundLine) -> None:
    form = line.data.get("form")
    if isinstance(form, int) and form > FORM:
        raise NewerJournal


def location(data: Any) -> Location:
    """The location in [record, node]. Raises TypeError or ValueError for anything else."""
    record, node = data
    return Location(whole(record), whole(node))


def text(value: object) -> str:
    """The value if it is a string. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def text_or_none(value: object) -> str | None:
    """The value if it is a string or None. Raises TypeError for anything else."""
    return None if value is None else text(value)


def whole(value: object) -> int:
    """The value if it is an integer of at most 64 bits and a sign. Raises TypeError for anything else."""
    if type(value) is not int or abs(value) >> 64:
        raise TypeError("no number")
    return value
