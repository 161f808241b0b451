"""The codecs of the games in a PGN file, which PGN doesn't name.

A file may join games from several sources: each game is UTF-8 if its bytes are. All others are judged
together, since most are too short for it, unless one is plainly in another codec.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

from viewer.base.patterns import late
from viewer.base.text import CP1252, UTF8, decode
from viewer.formats.kit import expected
from viewer.formats.kit.charsets import EUC_JP, WIDE, is_utf8
from viewer.formats.kit.judge import PartCodecs, is_plainly, judge_legacy
from viewer.formats.pgn.kinds import SHOGI, XIANGQI

_EXPECTED = {XIANGQI: expected.XIANGQI, SHOGI: expected.SHOGI}
_DOUBLE = late(rb"[\x80-\xff]{2}")  # rare in Western words, common in others


def expected_of(kind: str) -> expected.Expected:
    """What is known of the text of a kind of games before it is read."""
    return _EXPECTED.get(kind, expected.ANY)


class GameCodecs:
    """The codecs of the games of a file.

    Attributes:
        chosen: the codec that the user chose for all games, None for none.
        parts: gives the codecs of the games that aren't UTF-8, for the bytes of one of them; None where
            a game is read by itself.
    """

    def __init__(
        self, chosen: str | None = None, parts: Callable[[bytes], PartCodecs] | None = None
    ) -> None:
        if chosen is not None:
            name = codecs.lookup(chosen).name
            chosen = {"ascii": UTF8, "utf-8-sig": UTF8}.get(name, name)
        self.chosen = chosen
        self.parts = parts

    def of(self, data: bytes, kind: Callable[[], str]) -> str:
        """The codec of a game, of which `kind` tells the kind."""
        if self.chosen is not None:
            return self.chosen
        try:
            data.decode(UTF8)
        except UnicodeDecodeError as error:
            # A file that was cut may end within a character.
            if error.end < len(data) or error.reason != "unexpected end of data":
                if self.parts is not None:
                    return self.parts(data).of(data)
                return judge_legacy(data, expected_of(kind()), 0).codec
        return UTF8

    def text(self, raw: bytes) -> str | None:
        """The text of a non-ASCII value, None if it takes the whole game to know its codec."""
        if self.chosen is not None:
            return decode(raw, self.chosen)
        if is_utf8(raw):
            return raw.decode(UTF8)
        if self.parts is None:
            return None
        parts = self.parts(raw)
        if not _DOUBLE.search(raw):
            return decode(raw, parts.single)
        return raw.decode(parts.paired) if is_plainly(raw, parts.paired) else None


ALONE = GameCodecs()
"""For a game that is read by itself."""


def known(codec: str | None) -> GameCodecs:
    """Those of a game that was written in a codec, if it isn't UTF-8."""
    codec = codec if codec and codec != UTF8 else CP1252
    paired = codec if codec in WIDE or codec == EUC_JP else ""
    return GameCodecs(None, lambda _: PartCodecs(paired, CP1252 if paired else codec))
