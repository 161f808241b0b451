"""The tags of PGN with a general meaning, and their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.base.messages import Message, in_context, message
from viewer.formats.format import HeaderField
from viewer.formats.kit.chinese_results import CHINESE_RESULTS
from viewer.formats.kit.roster import ROSTER
from viewer.tree.record import Header

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
    HeaderField("Termination", message("How it ended"), telling=True),
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
    HeaderField("Termination", message("How it ended"), telling=True),
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
