"""SGF, smart game format (FF[1] to FF[4]): any number of game trees in a text file.

What is understood of a node is its action and its annotations; all else is kept as it stands, so that
an edit changes one value. Headers are the root's other properties by their ids. Source: FF[4] by Arno
Hollosi, and what programs write in its name. The modules but `go` know no game: GM says which one
reads the nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.formats.format import Format, HeaderField, Option
from viewer.formats.shared.charsets import ENCODINGS

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.format import Collection, Output
    from viewer.tree.record import Header

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("PB", message("Black"), "side0"),
    HeaderField("BR", message("Black's rank")),
    HeaderField("BT", message("Black's team")),
    HeaderField("PW", message("White"), "side1"),
    HeaderField("WR", message("White's rank")),
    HeaderField("WT", message("White's team")),
    HeaderField("GN", message("Name of the game"), "title"),
    HeaderField("EV", message("Event"), "event"),
    HeaderField("RO", message("Round"), "round"),
    HeaderField("DT", message("Date"), "date"),
    HeaderField("PC", message("Place"), "place"),
    HeaderField("RE", message("Result"), "result"),
    HeaderField("RU", message("Rules")),
    HeaderField("KM", message("Komi")),
    HeaderField("HA", message("Handicap stones")),
    HeaderField("TM", message("Time (seconds)"), "time-rule"),
    HeaderField("OT", message("Overtime")),
    HeaderField("ON", message("Opening"), "opening"),
    HeaderField("GC", message("About the game")),
    HeaderField("AN", message("Annotator"), "annotator"),
    HeaderField("US", message("Entered by"), "author"),
    HeaderField("SO", message("Source")),
    HeaderField("CP", message("Copyright")),
    HeaderField("AP", message("Program")),
    HeaderField("ST", message("How variations are shown")),
)
_TURNED = {"side0": "side1", "side1": "side0"}
TWIXT_FIELDS = tuple(
    field._replace(role=_TURNED.get(field.role, field.role))
    for field in (*FIELDS[3:6], *FIELDS[:3], *FIELDS[6:])
)


class SgfFormat(Format):
    """The format; its code is imported when it is needed."""

    id = "sgf"
    fields = FIELDS
    free_headers = True
    encodings = ENCODINGS
    options = (
        Option(
            "form",
            message("Form"),
            {
                "own": message("As the file is written; new games in FF[4] and UTF-8"),
                "new": message("Written anew, in FF[4] and UTF-8"),
            },
        ),
    )

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The games in a source. Raises Unreadable where there is none that is known, OSError."""
        from viewer.formats.sgf.collection import SgfCollection

        return SgfCollection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The games as a file: as they were read, new ones in FF[4] and UTF-8."""
        from viewer.formats.sgf.writer import write  # not needed to open a file

        return write(collection, options)

    def fields_of(self, game: str) -> tuple[HeaderField, ...]:
        """In Twixt White is the first side."""
        return TWIXT_FIELDS if game == "twixt" else self.fields

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: a game needs none."""
        return ()

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The version of the file that `write` makes."""
        from viewer.formats.sgf.writer import NEW, chosen_form

        own = collection.format == self.id and bool(collection.variant)
        return collection.variant if own and chosen_form(options) != NEW else "SGF FF[4]"


FORMAT = SgfFormat()
