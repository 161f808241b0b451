"""Games of Hex and Twixt downloaded from Little Golem (.hsgf, .tsgf); read, not written.

They look like SGF, but an SGF reader would get colours and places wrong (see `reader`).
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.format import Format, HeaderField
from viewer.formats.kit.charsets import TEXT_ENCODINGS


class GolemFormat(Format):
    """The format of Little Golem's files."""

    id = "lg-sgf"
    reader = "viewer.formats.littlegolem.reader:GolemCollection"
    fields = (
        HeaderField("PB", message("First player"), "side0"),
        HeaderField("PW", message("Second player"), "side1"),
        HeaderField("EV", message("Event"), "event"),
        HeaderField("RE", message("Result"), "result"),
        HeaderField("GC", message("About the game")),
        HeaderField("SO", message("Source")),
    )
    free_headers = True
    encodings = TEXT_ENCODINGS
    writable = False
    name = message("Files of Little Golem")


FORMAT = GolemFormat()
