"""The go records of three servers, which are read and not written: GIB, NGF, UGF.

GIB is Tygem's, NGF that of WBaduk and cyberoro, UGF (and UGI) Panda-Net's. None has a published
description; what is known comes from files and from other programs that read them.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, HeaderField, Output
from viewer.formats.shared.charsets import ENCODINGS
from viewer.tree.record import Header

if TYPE_CHECKING:
    from viewer.formats.servers.collection import Reader

_GIB = (
    HeaderField("GAMEBLACKNAME", message("Black"), "side0"),
    HeaderField("GAMEWHITENAME", message("White"), "side1"),
    HeaderField("GAMENAME", message("Name of the game"), "title"),
    HeaderField("GAMEDATE", message("Date"), "date"),
    HeaderField("GAMEPLACE", message("Place"), "place"),
    HeaderField("GAMERESULT", message("Result"), "result"),
    HeaderField("GAMETIME", message("Time"), "time-rule"),
    HeaderField("GAMECONDITION", message("Conditions")),
)
_NGF = (
    HeaderField("title", message("Name of the game"), "title"),
    HeaderField("white", message("White"), "side1"),
    HeaderField("black", message("Black"), "side0"),
    HeaderField("date", message("Date"), "date"),
    HeaderField("place", message("Place"), "place"),
    HeaderField("komi", message("Komi")),
    HeaderField("handicap", message("Handicap stones")),
    HeaderField("time", message("Time"), "time-rule"),
    HeaderField("result", message("Result"), "result"),
)
_UGF = (
    HeaderField("PlayerB", message("Black"), "side0"),
    HeaderField("PlayerW", message("White"), "side1"),
    HeaderField("Title", message("Name of the game"), "title"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Place", message("Place"), "place"),
    HeaderField("Winner", message("Result"), "result"),
    HeaderField("Ptime", message("Time"), "time-rule"),
    HeaderField("Writer", message("Program")),
)


class ServerFormat(Format):
    """One of the three."""

    encodings = ENCODINGS
    single = True
    writable = False

    def __init__(self, id: str, variant: str, fields: tuple[HeaderField, ...]) -> None:
        self.id = id
        self.fields = fields
        self._variant = variant

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The game in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.servers.collection import ServerCollection

        return ServerCollection(source, limits, encoding, self.id, self._variant, _reader(self.id))

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """A game that nobody touched, as it is. Raises Unwritable for all others."""
        from viewer.formats.shared.readonly import copied

        for name in options or {}:
            raise KeyError(name)
        return copied(collection, self.id, self.name)

    @property
    def name(self) -> Message:
        """The format as people call it."""
        return message("{format} files", format=self._variant)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: nothing new is written."""
        return ()


def _reader(id: str) -> Reader:
    read: Reader = importlib.import_module(f"viewer.formats.servers.{id}").read
    return read


GIB = ServerFormat("gib", "GIB", _GIB)
NGF = ServerFormat("ngf", "NGF", _NGF)
UGF = ServerFormat("ugf", "UGF", _UGF)
