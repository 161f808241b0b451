"""CBR and CBL, the files of CCBridge (象棋桥): CBR holds one game of xiangqi, CBL a library of games.

Reads and writes versions 1 and 2 of CBR, and the libraries of CCBridge 2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.fields import choice
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.formats.ccbridge.layout import KIND_KEY, KINDS, RESULT_KEY, RESULTS, SECOND, UTF16
from viewer.formats.format import NO_GLYPHS, Collection, HeaderField
from viewer.formats.shared.chinese_times import ChineseTimes
from viewer.tree.record import Header

_RESULT_WORDS: Mapping[str, Message] = {
    "*": message("Unknown"),
    "1-0": message("Red wins"),
    "0-1": message("Black wins"),
    "1/2-1/2": message("Draw"),
    "several": message("Several results"),
}
_KIND_WORDS: Mapping[str, Message] = {
    "opening": message("Whole game or opening, played"),
    "study-opening": message("Whole game or opening, composed"),
    "endgame": message("Middlegame or endgame, played"),
    "study-endgame": message("Middlegame or endgame, composed"),
}
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
    _variant = "viewer.formats.ccbridge.writer:variant_of_written"

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The name of the version that `write` makes, such as "CBR 2"."""
        variant: str = load_named(self._variant)(collection, self.chosen(options))
        return variant


CBR = CbrFormat()


class CblFormat(ChineseTimes):
    """CBL, the format of a library of games."""

    id = "cbl"
    reader = "viewer.formats.ccbridge.games:CblCollection"
    writer = "viewer.formats.ccbridge.library_writer:write"
    variant = "CBL"
    initial = INITIAL
    fields = FIELDS
    codec = UTF16
    glyphs = NO_GLYPHS


CBL = CblFormat()
