"""Games of Hex and Twixt from servers and programs, which are read but not written.

Little Golem's and Abstract Play's are JSON, as their pages give it; twixtui is a program that plays Twixt on
a terminal. Sources: public programs that read or write them.
"""

from __future__ import annotations

from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, HeaderField

RESULTS: dict[str, Message] = {
    "1-0": message("The first player wins"),
    "0-1": message("The second player wins"),
    "1/2-1/2": message("Draw"),
}


class ConnectionFormat(Format):
    """One of these formats; its module `viewer.formats.connection.NAME` has `probe` and `read`."""

    single = True
    writable = False
    free_headers = True
    fields = (
        HeaderField("First", message("First player"), "side0"),
        HeaderField("Second", message("Second player"), "side1"),
        HeaderField("Event", message("Event"), "event"),
        HeaderField("Result", message("Result"), "result", RESULTS),
        HeaderField("Ending", message("How the game ended"), telling=True),
        HeaderField("RU", message("Rules"), kind="rules"),
    )

    def __init__(self, id: str, variant: str, module: str) -> None:
        self.id = id
        self.variant = variant
        self.name = message("{format} files", format=variant)
        self._module = module

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the game in a source. Raises Unreadable if there is none, OSError."""
        made = load_named("viewer.formats.connection.collection:ConnectionCollection")
        parse = load_named(f"viewer.formats.connection.{self._module}:read")
        collection: Collection = made(source, limits, self.id, self.variant, parse)
        return collection


LG_JSON = ConnectionFormat("lg-json", "Little Golem (JSON)", "golem")
ABSTRACT_PLAY = ConnectionFormat("abstractplay", "Abstract Play", "abstractplay")
TWIXTUI = ConnectionFormat("twixtui", "twixtui", "twixtui")
