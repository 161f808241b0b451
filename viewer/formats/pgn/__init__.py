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
from viewer.base.messages import Message, in_context, message
from viewer.base.text import CP1252, UTF8
from viewer.formats.capabilities import CheckedByRecord, CheckedRecord, ExplainedHeaders
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import first
from viewer.formats.kit.chinese_results import CHINESE_RESULTS
from viewer.formats.kit.tags import ROSTER
from viewer.tree.annotation import CLOCK, ELAPSED
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.capabilities import Stretch
    from viewer.formats.format import Collection, RecordWriter
    from viewer.tree.diagnostic import Diagnostic


# ------------------------------------------ The tags of PGN with a general meaning, and their words


RESULTS: Mapping[str, Message] = {
    "*": message("Unknown"),
    "1-0": message("White wins"),
    "0-1": message("Black wins"),
    "1/2-1/2": message("Draw"),
}
SPELLED_RESULTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("1/2", "½-½", "0.5-0.5", "1/2:1/2"), "1/2-1/2"),
        **{"1:0": "1-0", "0:1": "0-1", "+:-": "1-0", "-:+": "0-1"},
        **CHINESE_RESULTS,
    }
)
"""What some write for a result, and what the Result tag calls it."""

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("Event", message("Event"), "event", unknown="?"),
    HeaderField("Site", message("Place"), "place", unknown="?"),
    HeaderField("Date", message("Date"), "date", unknown="????.??.??"),
    HeaderField("Round", message("Round"), "round", unknown="?"),
    HeaderField("White", message("White"), "side0", unknown="?"),
    HeaderField("Black", message("Black"), "side1", unknown="?"),
    HeaderField("Result", message("Result"), "result", RESULTS),
    HeaderField("WhiteTitle", message("White's title"), "title0"),
    HeaderField("BlackTitle", message("Black's title"), "title1"),
    HeaderField("WhiteElo", message("White's Elo"), "rank0"),
    HeaderField("BlackElo", message("Black's Elo"), "rank1"),
    HeaderField("WhiteTeam", message("White's team")),
    HeaderField("BlackTeam", message("Black's team")),
    HeaderField("ECO", message("ECO code"), "opening-code"),
    HeaderField("NIC", message("New in Chess code"), "nic-code"),
    HeaderField("Opening", message("Opening"), "opening"),
    HeaderField("Variation", message("Variation"), "variation"),
    HeaderField("SubVariation", message("Subvariation"), "subvariation"),
    HeaderField("EventDate", message("Beginning of the event")),
    HeaderField("EventType", message("Kind of event")),
    HeaderField("Section", message("Section")),
    HeaderField("Stage", message("Stage")),
    HeaderField("Board", in_context("its number in a match of teams", "Board")),
    HeaderField("Time", message("Time of day")),
    HeaderField("UTCDate", message("Date (UTC)")),
    HeaderField("UTCTime", message("Time of day (UTC)")),
    HeaderField("TimeControl", message("Time control"), "time-rule"),
    HeaderField("Termination", message("How it ended"), kind="termination", telling=True),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Mode", message("How it was played")),
    HeaderField("PlyCount", message("Number of plies"), "plies"),
    HeaderField("Variant", message("Variant")),
    HeaderField("SetUp", message("Set-up position"), start=True, implied=True),
    HeaderField("FEN", message("Position (FEN)"), start=True, implied=True),
    HeaderField("StudyName", message("Study")),
    HeaderField("ChapterName", message("Chapter"), "title"),
)

_XIANGQI: tuple[HeaderField, ...] = (
    HeaderField("Game", message("Game"), implied=True),
    HeaderField("Title", message("Title"), "title"),
    HeaderField("Event", message("Event"), "event", unknown="?"),
    HeaderField("Site", message("Place"), "place", unknown="?"),
    HeaderField("Date", message("Date"), "date", unknown="????.??.??"),
    HeaderField("Round", message("Round"), "round", unknown="?"),
    HeaderField("Red", message("Red"), "side0", unknown="?"),
    HeaderField("Black", message("Black"), "side1", unknown="?"),
    HeaderField("Result", message("Result"), "result", {**RESULTS, "1-0": message("Red wins")}),
    HeaderField("RedTeam", message("Red's team")),
    HeaderField("BlackTeam", message("Black's team")),
    HeaderField("RedElo", message("Red's Elo"), "rank0"),
    HeaderField("BlackElo", message("Black's Elo"), "rank1"),
    HeaderField("ECCO", message("ECCO code"), "opening-code"),
    HeaderField("Opening", message("Opening"), "opening"),
    HeaderField("Variation", message("Variation"), "variation"),
    HeaderField("TimeControl", message("Time control"), "time-rule"),
    HeaderField("RedTime", message("Red's time"), "clock0"),
    HeaderField("BlackTime", message("Black's time"), "clock1"),
    HeaderField("Type", message("Type"), "type"),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Author", message("Author"), "author"),
    HeaderField("Format", in_context("a way to write moves", "Notation"), implied=True),
    HeaderField("FEN", message("Position (FEN)"), start=True, implied=True),
)
_SHOGI: tuple[HeaderField, ...] = (
    HeaderField("Event", message("Event"), "event"),
    HeaderField("Site", message("Place"), "place"),
    HeaderField("Venue", message("Venue")),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Round", message("Round"), "round"),
    HeaderField("Sente", message("Black (Sente)"), "side0"),
    HeaderField("Gote", message("White (Gote)"), "side1"),
    HeaderField("Black", message("Black"), "side0"),
    HeaderField("White", message("White"), "side1"),
    HeaderField(
        "Result",
        message("Result"),
        "result",
        {
            **RESULTS,
            "1-0": in_context("shogi", "Black wins"),
            "0-1": in_context("shogi", "White wins"),
        },
    ),
    HeaderField("SenteGrade", message("Grade of Black (Sente)"), "rank0"),
    HeaderField("GoteGrade", message("Grade of White (Gote)"), "rank1"),
    HeaderField("Opening", message("Opening"), "opening"),
    HeaderField("TimeControl", message("Time control"), "time-rule"),
    HeaderField("Time", message("Time of day")),
    HeaderField("Termination", message("How it ended"), kind="termination", telling=True),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Source", message("Source"), "source"),
    HeaderField("Variant", message("Variant"), implied=True),
    HeaderField("Handicap", message("Handicap"), start=True, implied=True),
    HeaderField("SFEN", message("Position (SFEN)"), start=True, implied=True),
    HeaderField("FEN", message("Position (FEN)"), start=True, implied=True),
)
GAME_FIELDS: Mapping[str, tuple[HeaderField, ...]] = {"xiangqi": _XIANGQI, "shogi": _SHOGI}

WHITE_BEGINS: Mapping[str, tuple[str, ...]] = {"shogi": ("Variant", "FEN")}
"""By game, tags of programs for chess that name the side that begins White, whatever its players call it."""
_SWAPPED = {
    f"{role}{side}": f"{role}{1 - side}" for role in ("side", "rank", "title") for side in (0, 1)
}


def role_in(role: str, headers: Sequence[Header], game: str) -> str:
    """The role to look up for a role: that of the other player if the tags' White is the first side."""
    keys = {header.key for header in headers}
    swapped = "Sente" not in keys and "Gote" not in keys
    if swapped and keys.intersection(WHITE_BEGINS.get(game, ())):
        return _SWAPPED.get(role, role)
    return role


NEW: tuple[Header, ...] = tuple(Header(key, value) for key, value in ROSTER.items())


# --------------------------------------------------------------------------------------- The format


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
    checker = "viewer.formats.pgn.strict:strict"
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
        from viewer.formats.pgn.naming import collate  # deferred

        return collate(collection)

    def record_checks(
        self, collection: Collection, first: int
    ) -> Callable[[int, Record], CheckedRecord]:
        """The check of games against the standard."""
        from viewer.formats.pgn.strict import GameChecks  # deferred

        return GameChecks(collection, first).of_record

    def finding_limit(self) -> Callable[[Iterable[Diagnostic]], list[Diagnostic]]:
        """The limit of findings in a file, and of notes of one kind."""
        from viewer.formats.pgn.strict import Told  # deferred

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

    def record_writer(self, source: str, options: Mapping[str, str]) -> RecordWriter | None:
        """The writer of the forms of the standard."""
        if options.get(FORM, OWN) == OWN:
            return None
        from viewer.formats.pgn.output import exported  # deferred

        return exported

    def file_name(self, games: Sequence[Sequence[Header]]) -> str:
        """A file name by section 11 of the standard."""
        from viewer.formats.pgn.naming import file_name  # deferred

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
        from viewer.formats.pgn.countries import site_country  # deferred

        return site_country(value)


FORMAT = PgnFormat()
