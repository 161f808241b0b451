"""SGF, smart game format (FF[1] to FF[4]): any number of game trees in a text file.

What is understood of a node is its action and its annotations; all else is kept as it stands, so that
an edit changes one value. Headers are the root's other properties by their ids. Source: FF[4] by Arno
Hollosi, and what programs write in its name. The modules but `go`, `hex`, `twixt` and what the last two
share (`lettered`) know no game: GM says which one reads the nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.formats.format import Format, HeaderField, Option
from viewer.formats.sgf import fields as described
from viewer.formats.shared.charsets import ENCODINGS

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.format import Collection, Output
    from viewer.tree.node import Node
    from viewer.tree.record import Header


class SgfFormat(Format):
    """The format; its code is imported when it is needed."""

    id = "sgf"
    fields = described.FIELDS
    facets = described.FACETS
    glyphs = described.GLYPHS
    colours = False
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
        """Without komi where there is none; in Twixt White is the first side."""
        return {"hex": described.HEX_FIELDS, "twixt": described.TWIXT_FIELDS}.get(game, self.fields)

    def judged(self, node: Node) -> int:
        """Wrong where the node has WV or is named so, as collections of problems mark it."""
        from viewer.formats.sgf.problems import is_wrong

        return -1 if is_wrong(node) else 0

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: a game needs none."""
        return ()

    def meaning(self, key: str, value: str) -> Message | None:
        """What a result, a time or a way of showing means."""
        return described.meaning(key, value)

    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """What FF[4] has against a value."""
        return described.fault(key, value)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The version of the file that `write` makes."""
        from viewer.formats.sgf.writer import NEW, chosen_form

        own = collection.format == self.id and bool(collection.variant)
        return collection.variant if own and chosen_form(options) != NEW else "SGF FF[4]"


FORMAT = SgfFormat()
