"""T1j's records of Twixt (.T1): a line for each fact about the game, then a line for each peg.

twixtbot-ui writes and reads them too, in its own way (see `layout`). A file is one game without
variations or comments. Source: files of both programs.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import NO_GLYPHS, Collection, Format, HeaderField, Output
from viewer.formats.shared.charsets import ENCODINGS
from viewer.tree.record import Header

_YES_NO = {"Y": message("Yes"), "N": message("No")}
_KINDS = {"H": message("A person"), "C": message("A computer")}


class T1Format(Format):
    """The format."""

    id = "t1"
    fields = (
        HeaderField("name1", message("First player"), "side0"),
        HeaderField("name2", message("Second player"), "side1"),
        HeaderField("kind1", message("First player is"), choices=_KINDS),
        HeaderField("kind2", message("Second player is"), choices=_KINDS),
        HeaderField("letters", message("Direction of letters"), choices={"V": message("Columns")}),
        HeaderField("pierule", message("May the first peg be taken over?"), choices=_YES_NO),
        HeaderField("over", message("Is the game over?"), choices=_YES_NO),
        HeaderField("version", message("Version of the format")),
    )
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The game in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.t1.reader import T1Collection

        return T1Collection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The first record as a file. Raises KeyError for any option, ValueError for no record."""
        from viewer.formats.t1.writer import write  # not needed to open a file

        return write(collection, options)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: what every file must say is written without being told."""
        return ()

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """There is one version."""
        return "T1"


FORMAT = T1Format()
