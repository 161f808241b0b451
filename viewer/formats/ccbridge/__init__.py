"""CBR and CBL, the files of CCBridge (象棋桥): CBR holds one game of xiangqi, CBL a library of games.

Reads and writes versions 1 and 2 of CBR, the libraries of CCBridge 2 and 3, and the packed ones before them.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.source import BytesGone, Source
from viewer.base.text import GB18030
from viewer.formats.ccbridge.layout import (
    KIND_KEY,
    KINDS,
    RESULT_KEY,
    RESULTS,
    SECOND,
    TYPE_KEY,
    UTF16,
)
from viewer.formats.format import NO_GLYPHS, Collection, Output
from viewer.formats.headers import HeaderField
from viewer.formats.kit import xiangqi
from viewer.formats.kit.xiangqi import ChineseTimes
from viewer.tree.record import Header

_RESULT_WORDS: Mapping[str, Message] = {**xiangqi.RESULTS, "several": message("Several results")}
_KIND_WORDS: Mapping[str, Message] = {
    "opening": message("Whole game or opening, played"),
    "study-opening": message("Whole game or opening, composed"),
    "endgame": message("Middlegame or endgame, played"),
    "study-endgame": message("Middlegame or endgame, composed"),
}
PACKED_MAGIC = b"CCBridge\x15\0\0\0"
"""The mark of a packed library, and the offset of its stream counted from 1."""
FIELDS = (
    *(HeaderField(place.key, place.name, place.role, limit=place.room) for place in SECOND.texts),
    HeaderField(RESULT_KEY, message("Result"), "result", _RESULT_WORDS),
    HeaderField(KIND_KEY, message("Kind of game"), choices=_KIND_WORDS),
)
INITIAL = (Header(RESULT_KEY, RESULTS[0]), Header(KIND_KEY, KINDS[0]))


class CbrFormat(ChineseTimes):
    """CBR, the format of a single game."""

    id = "cbr"
    reader = "viewer.formats.ccbridge.reader:CbrCollection"
    writer = "viewer.formats.ccbridge.writer:write"
    initial = INITIAL
    fields = FIELDS
    options = (
        choice(
            "version",
            message("Version"),
            {
                "2": message("CBR 2, of CCBridge 2 and 3"),
                "1": message("CBR 1, without dates of the file"),
            },
        ),
    )
    codec = UTF16
    single = True
    glyphs = NO_GLYPHS
    signs = xiangqi.SIGNS
    tagged = True
    _variant = "viewer.formats.ccbridge.writer:variant_of_written"

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The name of the version that `write` makes, such as "CBR 2"."""
        variant: str = load_named(self._variant)(collection, self.chosen(options))
        return variant


CBR = CbrFormat()


class CblFormat(ChineseTimes):
    """CBL, the format of a library of games. A packed one stays so; a new one isn't packed."""

    id = "cbl"
    reader = "viewer.formats.ccbridge.library:CblCollection"
    writer = "viewer.formats.ccbridge.library_writer:write"
    variant = "CBL"
    initial = INITIAL
    fields = (*FIELDS, HeaderField(TYPE_KEY, message("Type"), "type", xiangqi.TYPES))
    codec = UTF16
    glyphs = NO_GLYPHS
    signs = xiangqi.SIGNS
    tagged = True
    _packed_reader = "viewer.formats.ccbridge.packed:PackedCollection"
    _packed_writer = "viewer.formats.ccbridge.packed_writer:write"

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the library in a source. Raises Unreadable, OSError."""
        made = load_named(self._packed_reader if is_packed(source) else self.reader)
        collection: Collection = made(source, limits)
        return collection

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """The core of `write`; not to be called by others."""
        if not self._stays_packed(collection):
            return super().output_of(collection, chosen)
        output: Output = load_named(self._packed_writer)(collection)
        return output

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The name of the kind of library that `write` makes."""
        return collection.variant if self._stays_packed(collection) else self.variant

    def codec_of(self, collection: Collection) -> str:
        """The codec of its text."""
        return GB18030 if self._stays_packed(collection) else self.codec

    def _stays_packed(self, collection: Collection) -> bool:
        source = collection.source
        return source is not None and collection.format == self.id and is_packed(source)


def is_packed(source: Source) -> bool:
    """Whether a library is a packed one."""
    try:
        return source.read(0, len(PACKED_MAGIC)) == PACKED_MAGIC
    except BytesGone:
        return False


CBL = CblFormat()
