"""A wei7 file as a collection of one record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Unreadable
from viewer.formats.kit.json.file import JsonCollection
from viewer.formats.wei7.reader import ParsedFile
from viewer.formats.wei7.tape import parse
from viewer.formats.wei7.xml import is_xml, read_xml
from viewer.tree.record import Record

VARIANT = "wei7 3.0"


class Wei7Collection(JsonCollection):
    """The record of a wei7 file. Raises Unreadable if the file holds no record, OSError."""

    format = "wei7"

    def __init__(self, source: Source, limits: Limits) -> None:
        self.variant = VARIANT
        super().__init__(source, limits)

    def _readable(self, data: bytes) -> bytes:
        return _divided(data, self._limits) if self.source.size > len(data) else data

    def _parsed(self) -> Record:
        if is_xml(self._text):
            old = read_xml(self._text, self._limits)
            self._tell(0, old.found)
            self.variant = f"wei7 {old.version[:20]}".rstrip()
            return old.record
        reading = ParsedFile(self._text, self._limits)
        if reading.top < 0:
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "wei7.no-object")
        self._tell(0, reading.found)
        return reading.record


def _divided(data: bytes, limits: Limits) -> bytes:
    """The beginning of a file that is too long, up to an offset where edits can't damage the rest."""
    text = decode(data, UTF8)
    if is_xml(text):
        return data
    tape, _ = parse(text, limits.diagnostics)
    return encode(text[: tape.resume()], UTF8)
