"""Games of Hex and Twixt as Little Golem lets them be downloaded (.hsgf, .tsgf); read, not written.

They look like SGF, but a reader of SGF would get colours and places wrong (see `reader`).
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Collection, Format, HeaderField, Output
from viewer.formats.shared.charsets import ENCODINGS
from viewer.tree.record import Header


class GolemFormat(Format):
    """The format."""

    id = "lg-sgf"
    fields = (
        HeaderField("PB", message("First player"), "side0"),
        HeaderField("PW", message("Second player"), "side1"),
        HeaderField("EV", message("Event"), "event"),
        HeaderField("RE", message("Result"), "result"),
        HeaderField("GC", message("About the game")),
        HeaderField("SO", message("Source")),
    )
    free_headers = True
    encodings = ENCODINGS
    writable = False

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The games in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.littlegolem.collection import GolemCollection

        return GolemCollection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """Games that nobody touched, as they are. Raises Unwritable for all others."""
        from viewer.formats.shared.readonly import copied

        for name in options or {}:
            raise KeyError(name)
        return copied(collection, self.id, message("Files of Little Golem"))

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: nothing new is written."""
        return ()


FORMAT = GolemFormat()
