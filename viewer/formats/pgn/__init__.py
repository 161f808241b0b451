"""PGN, portable game notation: any number of games in a text file.

Read leniently, and written back unchanged except for edits. Source: the standard of 1994 (Steven
J. Edwards and others), and what programs have added since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import CP1252, UTF8
from viewer.formats.capabilities import CheckedByRecord, ExplainedHeaders, RecordChecks
from viewer.formats.format import Format
from viewer.formats.kit.charsets import first
from viewer.formats.pgn.fields import FIELDS, GAME_FIELDS, NEW, SPELLED_RESULTS, role_in
from viewer.tree.annotation import CLOCK, ELAPSED
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.format import Collection, RecordWriter
    from viewer.formats.stretch import Stretch
    from viewer.tree.diagnostic import Diagnostic

FORM = "form"
MOVES = "moves"
ENCODING = "encoding"
OWN = "own"
"""The form that a file has."""
PSN = "PSN"
"""What files of shogi are called whose name says so."""

_OF_XIANGQI = (
    choice(
        MOVES,
        message("Moves"),
        {
            "chinese": message("PGN, moves in simplified Chinese"),
            "traditional": message("PGN, moves in traditional Chinese"),
            "wxf": message("PGN, moves in WXF (C2=5)"),
            "iccs": message("PGN, moves in ICCS (H2-E2)"),
        },
    ),
    choice(
        ENCODING,
        message("Encoding"),
        {
            "utf-8": message("PGN in UTF-8"),
            "gb18030": message("PGN in GB18030, for older Chinese programs"),
        },
    ),
)


class PgnFormat(ExplainedHeaders, CheckedByRecord, Format):
    """The format; its code is imported when it is needed."""

    id = "pgn"
    reader = "viewer.formats.pgn.collection:PgnCollection"
    writer = "viewer.formats.pgn.output:write"
    checker = "viewer.formats.pgn.standard.strict:strict"
    variant = "PGN"
    initial = NEW
    fields = FIELDS
    game_fields = GAME_FIELDS
    facets = frozenset((CLOCK, ELAPSED))
    mark_kinds = frozenset(("square", "arrow"))
    free_headers = True
    options = (
        choice(ENCODING, message("Encoding"), {"utf-8": message("PGN in UTF-8")}),
        choice(
            FORM,
            message("Form"),
            {
                OWN: message("As the file is written; new games in the export form"),
                "export": message("The standard's export form, in Latin-1"),
                "export-utf-8": message(
                    "The export form in UTF-8, though the standard has Latin-1"
                ),
                "reduced": message("The reduced export form, in Latin-1: seven tags and the moves"),
                "reduced-utf-8": message("The reduced export form in UTF-8"),
            },
        ),
    )
    game_options = MappingProxyType({"xiangqi": _OF_XIANGQI})
    encodings = first(UTF8, CP1252)
    on_request = frozenset(f"pgn.strict.export-{part}" for part in ("tags", "lines", "movetext"))
    bytewise = True
    flowing = True
    roles_by_key = True

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """PGN, unless the file was called PSN before."""
        own = collection.format == self.id and collection.variant == PSN
        return PSN if own else self.variant

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The value of a role; in shogi written by programs for chess, White is the first player.

        A result in other signs or in Chinese words is returned in PGN's own.
        """
        said = super().by_role(role_in(role, headers, game), headers, game)
        return SPELLED_RESULTS.get(said.strip(), said) if role == "result" else said

    def collate(self, collection: Collection) -> list[int]:
        """The collating sequence of section 12 of the standard."""
        from viewer.formats.pgn.standard.collate import collate  # deferred

        return collate(collection)

    def record_checks(self, collection: Collection, first: int) -> RecordChecks:
        """The check of games against the standard."""
        from viewer.formats.pgn.standard.strict import GameChecks  # deferred

        return GameChecks(collection, first)

    def finding_limit(self) -> Callable[[Iterable[Diagnostic]], list[Diagnostic]]:
        """The limit of findings in a file, and of notes of one kind."""
        from viewer.formats.pgn.standard.strict import Told  # deferred

        return Told().told

    def stretch(self, collection: Collection, indexes: range) -> Stretch:
        """Consecutive games."""
        from viewer.formats.pgn.stretch import stretch_of  # deferred

        return stretch_of(collection, indexes)

    def read_some(self, source: Source) -> Collection:
        """Games of any kinds."""
        from viewer.formats.pgn.stretch import SomeGames  # deferred

        return SomeGames(source, DEFAULT, None)

    def read_stretch(self, stretch: Stretch, expected: int) -> Collection:
        """The games of a stretch."""
        from viewer.formats.pgn.stretch import PgnStretch  # deferred

        return PgnStretch(stretch, DEFAULT, expected)

    def record_writer(self, options: Mapping[str, str]) -> RecordWriter | None:
        """The writer of the forms of the standard."""
        if options.get(FORM, OWN) == OWN:
            return None
        from viewer.formats.pgn.output import exported  # deferred

        return exported

    def file_name(self, games: Sequence[Sequence[Header]]) -> str:
        """A file name by section 11 of the standard."""
        from viewer.formats.pgn.standard.naming import file_name  # deferred

        return file_name(games)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """The roster of the game."""
        from viewer.formats.pgn.dialects import roster_of  # deferred

        return tuple(Header(*tag) for tag in roster_of(game).items())

    def contradicts(self, header: Header, record: Record) -> bool:
        """Whether a tag names another game than the record's, or a start that wasn't understood."""
        from viewer.formats.pgn.dialects import contradicts  # deferred

        return contradicts(header, record)

    def meaning(self, key: str, value: str) -> Message | None:
        """The country that a Site tag ends with, by section 15 of the standard."""
        if key != "Site":
            return None
        from viewer.formats.pgn.standard.countries import site_country  # deferred

        return site_country(value)


FORMAT = PgnFormat()
