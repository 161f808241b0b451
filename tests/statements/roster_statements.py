"""The statements of section 8.1.1 of the specification of PGN: the Seven Tag Roster."""

from __future__ import annotations

from pgn_examples import file, head, moves, roster, tag, whole
from statement import Statement

_EXPORT = "tests/formats/test_pgn_export.py::"
_GAME = "tests/formats/test_pgn_game.py::"


def _missing(name: str) -> Statement:
    """The row of a tag of the roster that has to be there."""
    lines = head().splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(f"[{name} "))
    return Statement(
        "8.1.1",
        f"The roster is mandatory in archives: {name}",
        whole(head() + "\n*\n\n"),
        file(f"no {name}", text + "\n*\n\n"),
        "pgn.strict.roster",
        why="a note: other files may lack it",
    )


def _exchanged(first: str, second: str) -> Statement:
    """The row of two tags of the roster that have to be in order."""
    names = [line.split()[0][1:] for line in head().splitlines()]
    lines = dict(zip(names, head().splitlines(keepends=True), strict=True))
    lines[first], lines[second] = lines[second], lines[first]
    return Statement(
        "8.1.1",
        f"In the export format the roster is in order: {first} before {second}",
        whole(head() + "\n*\n\n"),
        file(f"{second} before {first}", "".join(lines.values()) + "\n*\n\n"),
        "pgn.strict.export-tags",
    )


_NAMES = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

_ROSTER: tuple[Statement, ...] = (
    *map(_missing, _NAMES),
    *map(_exchanged, _NAMES, _NAMES[1:]),
    Statement(
        "8.1.1",
        "In the import format the order of tags doesn't matter",
        file("White first", '[White "x"]\n' + head().replace('[White "?"]\n', "") + "\n*\n\n"),
        file("White first and again", '[White "x"]\n' + head() + "\n*\n\n"),
        "pgn.strict.tag-repeated",
        tests=(_GAME + "test_headers",),
    ),
    Statement(
        "8.1.1",
        "In the export format the roster is before any other tag",
        tag('[Annotator "x"]'),
        file("Annotator first", '[Annotator "x"]\n' + head() + "\n*\n\n"),
        "pgn.strict.export-tags",
        tests=(_EXPORT + "test_tags",),
    ),
    Statement(
        "8.1.1",
        "In the export format other tags are in ASCII order",
        tag('[Annotator "x"]\n[Mode "OTB"]'),
        tag('[Mode "OTB"]\n[Annotator "x"]'),
        "pgn.strict.export-tags",
        tests=(_EXPORT + "test_tags",),
    ),
    Statement(
        "8.1.1",
        "ASCII order has capital letters before small ones and digits before both",
        tag('[A1 "x"]\n[AA "y"]\n[Aa "z"]'),
        tag('[Aa "z"]\n[AA "y"]\n[A1 "x"]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1.1",
        "More tags are permitted",
        tag('[Weather "fine"]'),
        tag("[Weather fine]"),
        "pgn.strict.tag",
        tests=(_GAME + "test_headers",),
    ),
)


def _value(section: str, says: str, good: str, bad: str, code: str, why: str = "") -> Statement:
    name = {1: "Event", 2: "Site", 3: "Date", 4: "Round", 5: "White", 6: "Black", 7: "Result"}[
        int(section[-1])
    ]
    return Statement(
        section, says, roster(name, good), roster(name, bad), f"pgn.strict.{code}", why=why
    )


_NOTE = "a note"

_VALUES: tuple[Statement, ...] = (
    _value("8.1.1.1", "An unknown event is a single ?", "?", "", "unknown-value", _NOTE),
    _value("8.1.1.1", "An unknown event is not several ?", "Casual Game", "????", "unknown-value"),
    Statement(
        "8.1.1.1",
        "The examples: a descriptive name without abbreviations",
        roster("Event", "ACM North American Computer Championship"),
        roster("Event", " "),
        "pgn.strict.unknown-value",
        why="whether a name describes the event isn't for a program to say",
    ),
    _value("8.1.1.2", "An unknown site is a single ?", "?", "", "unknown-value", _NOTE),
    Statement(
        "8.1.1.2",
        "A site is city and region and the code of its country; a comma may divide city and region",
        roster("Site", "New York City, NY USA"),
        roster("Site", "??"),
        "pgn.strict.unknown-value",
        tests=("tests/formats/test_pgn_naming.py::test_countries",),
    ),
    _value("8.1.1.3", "A date has ten characters: YYYY.MM.DD", "1992.08.31", "1992.8.31", "date"),
    _value("8.1.1.3", "The year has four digits", "1992.08.31", "92.08.31", "date"),
    _value(
        "8.1.1.3", "The parts of a date are divided by periods", "2001.01.01", "2001-01-01", "date"
    ),
    _value("8.1.1.3", "A date has a month and a day", "1993.??.??", "1993", "date"),
    _value("8.1.1.3", "Year, month and day are in that order", "1992.08.31", "31.08.1992", "date"),
    _value(
        "8.1.1.3", "Digits that aren't known are question marks", "199?.1?.??", "199-.1-.--", "date"
    ),
    _value("8.1.1.3", "An unknown date is ten characters as well", "????.??.??", "?", "date"),
    _value("8.1.1.3", "The month is one of twelve", "1999.12.31", "1999.13.01", "date"),
    _value("8.1.1.3", "There is no month 00", "1999.01.31", "1999.00.31", "date"),
    _value("8.1.1.3", "The day is one of its month", "1999.04.30", "1999.04.31", "date"),
    _value("8.1.1.3", "A day is a day: not 45", "1999.01.31", "1999.13.45", "date"),
    _value("8.1.1.3", "February has 28 days", "1999.02.28", "1999.02.30", "date"),
    _value("8.1.1.3", "February has 29 days in leap years", "2000.02.29", "1900.02.29", "date"),
    _value("8.1.1.3", "What is known of a date can be a day", "????.02.29", "????.02.3?", "date"),
    _value("8.1.1.4", "A round is a number", "1", "first", "round", _NOTE),
    _value("8.1.1.4", "Where a round is inappropriate, it is a hyphen", "-", "--", "round", _NOTE),
    _value("8.1.1.4", "An unknown round is a single ?", "?", "", "unknown-value", _NOTE),
    _value(
        "8.1.1.4",
        "Parts of a round are integers divided by periods",
        "4.1.2",
        "4/1",
        "round",
        _NOTE,
    ),
    _value("8.1.1.4", "A part of a round is an integer", "3.1", "3.", "round", _NOTE),
    _value("8.1.1.5", "An unknown player is a single ?", "?", "", "unknown-value", _NOTE),
    _value(
        "8.1.1.5",
        "A space follows the comma",
        "Tal, Mikhail N.",
        "Tal,Mikhail N.",
        "player-comma",
        _NOTE,
    ),
    _value(
        "8.1.1.5", "A period follows an initial", "Fine, R.", "Fine, R", "player-initial", _NOTE
    ),
    _value(
        "8.1.1.5",
        "Middle initials have periods",
        "Tal, Mikhail N.",
        "Tal, Mikhail N",
        "player-initial",
        _NOTE,
    ),
    _value(
        "8.1.1.5",
        "Several players are in alphabetical order, with colons between them",
        "Fine, R.:Tal, M.",
        "Tal, M.:Fine, R.",
        "player-order",
        _NOTE,
    ),
    Statement(
        "8.1.1.5",
        "The family name comes first: names can be sorted",
        tests=("tests/formats/test_pgn_collate.py::test_the_eight_keys",),
    ),
    Statement(
        "8.1.1.5",
        "A program has its version behind its name",
        roster("White", "Acme Pawngrabber v.3.2"),
        roster("White", "Acme,Pawngrabber"),
        "pgn.strict.player-comma",
        why="the example of the specification; which players are programs only WhiteType tells",
    ),
    _value("8.1.1.6", "An unknown player is a single ?", "Morphy", "??", "unknown-value", _NOTE),
    _value(
        "8.1.1.6",
        "A space follows the comma",
        "Lasker, Emanuel",
        "Lasker,Emanuel",
        "player-comma",
        _NOTE,
    ),
    _value(
        "8.1.1.6",
        "A period follows an initial",
        "Smyslov, Vasily V.",
        "Smyslov, V",
        "player-initial",
        _NOTE,
    ),
    _value(
        "8.1.1.6",
        "Several players are in alphabetical order",
        "Smith, John Q.:Woodpusher 2000",
        "Woodpusher 2000:Smith, John Q.",
        "player-order",
        _NOTE,
    ),
    Statement(
        "8.1.1.7",
        "Result is the game termination marker of the movetext",
        moves("1. e4 1-0", Result="1-0"),
        moves("1. e4 0-1", Result="1-0"),
        "pgn.strict.result-other",
    ),
    Statement(
        "8.1.1.7",
        "Result is one of four values",
        roster("Result", "1/2-1/2"),
        moves("1/2-1/2", Result="1/2"),
        "pgn.strict.result",
    ),
    Statement(
        "8.1.1.7",
        "A won game is 1-0: digits, not letters",
        roster("Result", "1-0"),
        moves("1-0", Result="1-O"),
        "pgn.strict.result",
    ),
    Statement(
        "8.1.1.7",
        "A lost game is 0-1: digits, not letters",
        roster("Result", "0-1"),
        moves("0-1", Result="O-1"),
        "pgn.strict.result",
    ),
    Statement(
        "8.1.1.7",
        "A game that isn't over, or unknown, is *",
        roster("Result", "*"),
        moves("*", Result="?"),
        "pgn.strict.result",
        tests=(_EXPORT + "test_the_marker_is_the_result_tag",),
    ),
)

STATEMENTS = (*_ROSTER, *_VALUES)
