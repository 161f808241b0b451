"""PGN, portable game notation: any number of games of chess in a text file.

Read as leniently as files are, and written back as they were. Source: the standard of 1994 (Steven
J. Edwards and others), and what programs have added since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.formats.format import Format, Option
from viewer.formats.pgn.fields import FIELDS, NEW
from viewer.tree.annotation import CLOCK, ELAPSED

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.format import Collection, Output
    from viewer.tree.diagnostic import Diagnostic
    from viewer.tree.record import Header

FORM = "form"


class PgnFormat(Format):
    """The format; its code is imported when it is needed."""

    id = "pgn"
    fields = FIELDS
    facets = frozenset((CLOCK, ELAPSED))
    free_headers = True
    options = (
        Option(
            FORM,
            message("Form"),
            {
                "own": message("As the file is written; new games in the export form"),
                "export": message("The standard's export form"),
                "export-latin-1": message("The standard's export form, in Latin-1 as it wants it"),
                "reduced": message("The reduced export form: seven tags and the moves"),
            },
        ),
    )
    encodings = ("utf-8", "cp1252", "iso8859-1")
    flowing = True

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The games of a source. Raises Unreadable where all are of other games, OSError."""
        from viewer.formats.pgn.collection import PgnCollection

        return PgnCollection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The games as a file. Games that aren't found yet are found first. Raises OSError."""
        from viewer.formats.pgn.output import write  # not needed to open a file

        chosen = dict(options or {})
        form = chosen.pop(FORM, "own")
        for name in chosen:
            raise KeyError(name)
        if form not in self.options[0].values:
            raise ValueError(form)
        return write(collection, form)

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """Where a file breaks a "must" of the standard's import format."""
        from viewer.formats.pgn.standard.strict import strict  # not needed to open a file

        return strict(collection)

    def collate(self, collection: Collection) -> list[int] | None:
        """The collating sequence of section 12 of the standard."""
        from viewer.formats.pgn.standard.collate import collate  # not needed to open a file

        return collate(collection)

    def file_name(self, games: Sequence[Sequence[Header]]) -> str:
        """A name as section 11 of the standard forms them."""
        from viewer.formats.pgn.standard.naming import file_name  # not needed to open a file

        return file_name(games)

    def meaning(self, key: str, value: str) -> Message | None:
        """The country that a Site tag ends with, by section 15 of the standard."""
        if key != "Site":
            return None
        from viewer.formats.pgn.standard.countries import site_country  # not needed to open a file

        return site_country(value)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """The seven tag roster."""
        return NEW

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """PGN has no versions."""
        return "PGN"


FORMAT = PgnFormat()
