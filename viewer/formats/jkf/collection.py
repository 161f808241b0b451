"""A JKF file as a collection of one record."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.format import Unreadable
from viewer.formats.jkf.reader import ParsedFile
from viewer.formats.kit.json.file import JsonCollection
from viewer.tree.record import Record


class JkfCollection(JsonCollection):
    """The record of a source. Raises Unreadable if the text is no JSON object, and OSError."""

    format = "jkf"
    variant = "JKF"

    def _parsed(self) -> Record:
        reading = ParsedFile(self._text, self._limits)
        if reading.top is None or reading.top.kind != "object":
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "jkf.no-object")
        self._tell(0, reading.found)
        return reading.record
