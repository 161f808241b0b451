"""The codecs of the games in a PGN file, which PGN doesn't name.

A file may join games from several sources: each game is UTF-8 if its bytes are. All others are judged
together, since most are too short for it, unless one is plainly in another codec.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from contextlib import suppress

from viewer.base.text import CP1252, UTF8, decode
from viewer.formats.pgn.kinds import SHOGI, XIANGQI
from viewer.formats.shared import expected

_EXPECTED = {XIANGQI: expected.XIANGQI, SHOGI: expected.SHOGI}
_WESTERN = (CP1252, "cp1250")
_DOUBLE = re.compile(rb"[\x80-\xff]{2}")  # rare in Western words, common in others


def expected_of(kind: str) -> expected.Expected:
    """What is known of the text of a kind of games before it is read."""
    return _EXPECTED.get(kind, expected.ANY)


class GameCodecs:
    """The codecs of the games of a file.

    Attributes:
        chosen: the codec that the user chose for all games, None for none.
        others: gives the codec of the games that aren't UTF-8, for the bytes of one of them; None where
            a game is read by itself.
    """

    def __init__(
        self, chosen: str | None = None, others: Callable[[bytes], str] | None = None
    ) -> None:
        if chosen is not None:
            name = codecs.lookup(chosen).name
            chosen = {"ascii": UTF8, "utf-8-sig": UTF8}.get(name, name)
        self.chosen = chosen
        self.others = others

    def of(self, data: bytes, kind: Callable[[], str]) -> str:
        """The codec of a game, of which `kind` tells the kind."""
        if self.chosen is not None:
            return self.chosen
        try:
            data.decode(UTF8)
        except UnicodeDecodeError as error:
            # A file that was cut may end within a character.
            if error.end < len(data) or error.reason != "unexpected end of data":
                return self._legacy(data, kind)
        return UTF8

    def _legacy(self, data: bytes, kind: Callable[[], str]) -> str:
        from viewer.formats.shared.judge import judge_legacy  # deferred: most games are UTF-8

        if self.others is None:
            return judge_legacy(data, expected_of(kind()), 0).codec
        codec = self.others(data)
        if codec in _WESTERN:
            if not _DOUBLE.search(data):
                return codec
        else:
            with suppress(UnicodeDecodeError):
                data.decode(codec)
                return codec
        own = judge_legacy(data, expected_of(kind()), 0)
        return codec if own.other is None and codec in _WESTERN else own.codec

    def text(self, raw: bytes) -> str | None:
        """The text of a non-ASCII value, None if it takes the whole game to know its codec."""
        if self.chosen is not None:
            return decode(raw, self.chosen)
        try:
            return raw.decode(UTF8)
        except UnicodeDecodeError:
            pass
        codec = CP1252 if self.others is None else self.others(raw)
        if codec in _WESTERN:
            return None if _DOUBLE.search(raw) else decode(raw, codec)
        from viewer.formats.shared.judge import is_plainly  # deferred: most values are UTF-8

        return raw.decode(codec) if is_plainly(raw, codec) else None


ALONE = GameCodecs()
"""For a game that is read by itself."""


def known(codec: str | None) -> GameCodecs:
    """Those of a game that was written in a codec, if it isn't UTF-8."""
    return GameCodecs(None, lambda _: codec or CP1252)
