"""The tags of PGN with a general meaning, and their words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, in_context, message
from viewer.formats.format import HeaderField
from viewer.formats.shared.roster import ROSTER
from viewer.tree.record import Header

RESULTS: Mapping[str, Message] = {
    "*": message("Unknown"),
    "1-0": message("White wins"),
    "0-1": message("Black wins"),
    "1/2-1/2": message("Draw"),
}

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("Event", message("Event"), "event"),
    HeaderField("Site", message("Place"), "place"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Round", message("Round"), "round"),
    HeaderField("White", message("White"), "side0"),
    HeaderField("Black", message("Black"), "side1"),
    HeaderField("Result", message("Result"), "result", RESULTS),
    HeaderField("WhiteTitle", message("White's title")),
    HeaderField("BlackTitle", message("Black's title")),
    HeaderField("WhiteElo", message("White's Elo")),
    HeaderField("BlackElo", message("Black's Elo")),
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
    HeaderField("Termination", message("How it ended")),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Mode", message("How it was played")),
    HeaderField("PlyCount", message("Number of plies"), "plies"),
    HeaderField("Variant", message("Variant")),
    HeaderField("SetUp", message("Set-up position"), start=True),
    HeaderField("FEN", message("Position (FEN)"), start=True),
    HeaderField("StudyName", message("Study")),
    HeaderField("ChapterName", message("Chapter"), "title"),
)

_XIANGQI: tuple[HeaderField, ...] = (
    HeaderField("Game", message("Game")),
    HeaderField("Title", message("Title"), "title"),
    HeaderField("Event", message("Event"), "event"),
    HeaderField("Site", message("Place"), "place"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Round", message("Round"), "round"),
    HeaderField("Red", message("Red"), "side0"),
    HeaderField("Black", message("Black"), "side1"),
    HeaderField("Result", message("Result"), "result", {**RESULTS, "1-0": message("Red wins")}),
    HeaderField("RedTeam", message("Red's team")),
    HeaderField("BlackTeam", message("Black's team")),
    HeaderField("RedElo", message("Red's Elo")),
    HeaderField("BlackElo", message("Black's Elo")),
    HeaderField("ECCO", message("ECCO code"), "opening-code"),
    HeaderField("Opening", message("Opening"), "opening"),
    HeaderField("Variation", message("Variation"), "variation"),
    HeaderField("TimeControl", message("Time control"), "time-rule"),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Format", message("Notation")),
    HeaderField("FEN", message("Position (FEN)"), start=True),
)
GAME_FIELDS: Mapping[str, tuple[HeaderField, ...]] = {"xiangqi": _XIANGQI}

NEW: tuple[Header, ...] = tuple(Header(key, value) for key, value in ROSTER.items())
