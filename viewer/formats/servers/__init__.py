"""Go records of three servers, read but not written: GIB, NGF, UGF.

GIB is Tygem's format, NGF that of WBaduk and cyberoro, UGF (and UGI) Panda-Net's. None has a published
specification. Source: files, and other programs that read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, HeaderField
from viewer.formats.servers.results import result_of
from viewer.formats.shared.charsets import TEXT_ENCODINGS
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
    HeaderField("komi", message("Komi"), kind="komi"),
    HeaderField("handicap", message("Handicap stones"), kind="handicap"),
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
    """One of the three formats."""

    encodings = TEXT_ENCODINGS
    single = True
    writable = False

    def __init__(self, id: str, variant: str, fields: tuple[HeaderField, ...]) -> None:
        self.id = id
        self.fields = fields
        self.variant = variant
        self.name = message("{format} files", format=variant)

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """As in other formats; a result as games of go have it, where it is understood."""
        value = super().by_role(role, headers, game)
        return result_of(value) if role == "result" else value

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the game of a source. Raises Unreadable if there is none, OSError."""
        from viewer.formats.servers.collection import ServerCollection  # deferred

        parse: Reader = load_named(f"viewer.formats.servers.{self.id}:read")
        return ServerCollection(source, limits, encoding, self.id, self.variant, parse)


GIB = ServerFormat("gib", "GIB", _GIB)
NGF = ServerFormat("ngf", "NGF", _NGF)
UGF = ServerFormat("ugf", "UGF", _UGF)
