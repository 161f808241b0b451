"""The statements of sections 9 to 15 of the specification of PGN: further tags, glyphs, names of files."""

from __future__ import annotations

from statement import Example, Statement

_TAGS = "tests/formats/test_pgn_strict_tags.py::"
_NAMES = "tests/formats/test_pgn_naming.py::"
_ORDER = "tests/formats/test_pgn_collate.py::"
_NAGS = "tests/tree/test_nags.py::"
_LEFT = _TAGS + "test_texts_that_are_left_to_people"
_BETWEEN = "tests/formats/test_openings_between.py::test_an_opening_keeps_its_meaning"
_AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"


def tags(words: str, movetext: str = "*", white: str = "?") -> Example:
    """A game with more tag pairs, one a line."""
    head = (
        f'[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "{white}"]\n'
        '[Black "?"]\n[Result "*"]\n'
    )
    shown = words if movetext == "*" else f"{words}\n\n{movetext}"
    return Example(shown, f"{head}{words}\n\n{movetext}\n\n".encode("latin-1"))


def _consultation(words: str) -> Example:
    return tags(words, white="Jones:Smith:Zacharias")


def _moves(movetext: str) -> Example:
    return tags("", movetext)._replace(words=movetext)


def _time(value: str) -> Example:
    return tags(f'[TimeControl "{value}"]')


_PLAYERS = (
    Statement(
        "9.1",
        "With several players in a White or Black tag, the other tags of players have as many fields",
        _consultation('[WhiteTitle "IM:-:GM"]'),
        _consultation('[WhiteTitle "IM:GM"]'),
        "pgn.strict.player-fields",
    ),
    Statement(
        "9.1.1",
        "WhiteTitle and BlackTitle are used only for FIDE's abbreviations",
        tags('[WhiteTitle "FM"]'),
        tags('[WhiteTitle "Grandmaster"]'),
        "pgn.strict.title",
        why="the standard names FM, IM and GM as examples; all titles of FIDE are taken",
    ),
    Statement(
        "9.1.1",
        "A value of - is used for an untitled player",
        tags('[BlackTitle "-"]'),
        tags('[BlackTitle ""]'),
        "pgn.strict.title",
    ),
    Statement(
        "9.1.2",
        "WhiteElo and BlackElo are integers",
        tags('[WhiteElo "2785"]'),
        tags('[WhiteElo "2785?"]'),
        "pgn.strict.rating",
    ),
    Statement(
        "9.1.2",
        "A value of - is used for an unrated player",
        tags('[BlackElo "-"]'),
        tags('[BlackElo "?"]'),
        "pgn.strict.rating",
    ),
    Statement(
        "9.1.3",
        "WhiteUSCF and BlackUSCF are integers",
        tags('[WhiteUSCF "1850"]'),
        tags('[WhiteUSCF "1850/22"]'),
        "pgn.strict.rating",
        why="a player without a rating has a - here too, which the standard doesn't say",
    ),
    Statement(
        "9.1.3",
        "Similar tag names can be made for other agencies",
        tests=(_LEFT,),
    ),
    Statement(
        "9.1.4",
        "WhiteNA and BlackNA are addresses; - is a player without one",
        tags('[WhiteNA "-"]'),
        tags('[WhiteNA ""]'),
        "pgn.strict.address",
        tests=(_LEFT,),
    ),
    Statement(
        "9.1.5",
        "WhiteType and BlackType are human for a person and program for a program",
        tags('[WhiteType "human"]\n[BlackType "program"]'),
        tags('[WhiteType "comp"]'),
        "pgn.strict.player-type",
        why="a should; no other value has a meaning",
    ),
)

_EVENT = (
    Statement(
        "9.2.1",
        "EventDate is a date as in the Date tag",
        tags('[EventDate "1992.11.04"]'),
        tags('[EventDate "4.11.1992"]'),
        "pgn.strict.date",
    ),
    Statement("9.2.2", "EventSponsor is a string", tests=(_LEFT,)),
    Statement("9.2.3", "Section is a string", tests=(_LEFT,)),
    Statement("9.2.4", "Stage is a string", tests=(_LEFT,)),
    Statement(
        "9.2.5",
        "Board is an integer",
        tags('[Board "3"]'),
        tags('[Board "third"]'),
        "pgn.strict.board",
    ),
)

_OPENING = (
    Statement(
        "9.3.1", "Opening is a string; it goes with the opcode v0 of EPD", tests=(_LEFT, _BETWEEN)
    ),
    Statement(
        "9.3.2", "Variation is a string; it goes with the opcode v1 of EPD", tests=(_LEFT, _BETWEEN)
    ),
    Statement(
        "9.3.3",
        "SubVariation is a string; it goes with the opcode v2 of EPD",
        tests=(_LEFT, _BETWEEN),
    ),
    Statement(
        "9.4.1",
        "ECO has the form XDD or XDD/DD",
        tags('[ECO "B42/10"]'),
        tags('[ECO "B4"]'),
        "pgn.strict.eco",
    ),
    Statement(
        "9.4.1",
        "The X of an ECO code is a letter from A to E",
        tags('[ECO "E99"]'),
        tags('[ECO "F00"]'),
        "pgn.strict.eco",
    ),
    Statement("9.4.1", "ECO goes with the opcode eco of EPD", tests=(_BETWEEN,)),
    Statement(
        "9.4.2", "NIC is a string; it goes with the opcode nic of EPD", tests=(_LEFT, _BETWEEN)
    ),
)

_TIMES = (
    Statement(
        "9.5.1",
        "Time is HH:MM:SS",
        tags('[Time "21:05:00"]'),
        tags('[Time "21:05"]'),
        "pgn.strict.time",
    ),
    Statement(
        "9.5.1",
        "Time has colons, not periods",
        tags('[Time "??:??:??"]'),
        tags('[Time "21.05.00"]'),
        "pgn.strict.time",
    ),
    Statement(
        "9.5.1",
        "Time is a time of day",
        tags('[Time "23:59:59"]'),
        tags('[Time "24:00:00"]'),
        "pgn.strict.time",
    ),
    Statement(
        "9.5.2",
        "UTCTime is like Time",
        tags('[UTCTime "20:05:00"]'),
        tags('[UTCTime "20:65:00"]'),
        "pgn.strict.time",
    ),
    Statement(
        "9.5.3",
        "UTCDate is like Date",
        tags('[UTCDate "1992.11.04"]'),
        tags('[UTCDate "1992.11.31"]'),
        "pgn.strict.date",
    ),
    Statement(
        "9.6.1",
        "Descriptors of time control are separated by colons",
        _time("40/7200:3600"),
        _time("40/7200,3600"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "An unknown time control is ?",
        _time("?"),
        _time(""),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "No time control is -",
        _time("-"),
        _time("none"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "A period of moves is two positive integers with a solidus between",
        _time("40/9000"),
        _time("40/0"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "Sudden death is a single integer",
        _time("300"),
        _time("5 min"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "Sudden death should only be the last descriptor",
        _time("40/9000:300"),
        _time("300:40/9000"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "An incremental period is two positive integers with a plus sign between",
        _time("4500+60"),
        _time("180+0"),
        "pgn.strict.time-control",
        why="servers write 180+0 for 180, sudden death; 0 isn't positive",
    ),
    Statement(
        "9.6.1",
        "An incremental period should only be the last descriptor",
        _time("40/9000:300+5"),
        _time("300+5:40/9000"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "A sandclock is an asterisk immediately followed by a positive integer",
        _time("*180"),
        _time("* 180"),
        "pgn.strict.time-control",
    ),
    Statement(
        "9.6.1",
        "A sandclock should only be the last descriptor",
        _time("40/9000:*180"),
        _time("*180:40/9000"),
        "pgn.strict.time-control",
    ),
)

_START = (
    Statement(
        "9.7.1",
        "SetUp is an integer, 0 or 1",
        tags('[SetUp "0"]'),
        tags('[SetUp "yes"]'),
        "pgn.strict.setup",
    ),
    Statement(
        "9.7.1",
        "With a SetUp of 0 the game starts from the usual array",
        tags('[SetUp "0"]', "1. e4 *"),
        tags(f'[SetUp "0"]\n[FEN "{_AFTER_E4}"]', "1. e4 *"),
        "pgn.strict.setup-zero",
        tests=("tests/games/test_chess_tags.py::test_setup_and_fen_that_don_t_go_together",),
    ),
    Statement(
        "9.7.1",
        "SetUp must appear for a game from a set-up position",
        tags(f'[FEN "{_AFTER_E4}"]\n[SetUp "1"]', "1... e5 *"),
        tags(f'[FEN "{_AFTER_E4}"]', "1... e5 *"),
        "pgn.strict.fen-without-setup",
    ),
    Statement(
        "9.7.1, 9.7.2",
        "With a SetUp of 1 a FEN must appear",
        tags(f'[FEN "{_AFTER_E4}"]\n[SetUp "1"]', "1... e5 *"),
        tags('[SetUp "1"]'),
        "pgn.strict.setup-without-fen",
    ),
    Statement(
        "9.7.2",
        "FEN is the starting position in Forsyth-Edwards notation",
        tags(f'[FEN "{_AFTER_E4}"]\n[SetUp "1"]', "1... e5 *"),
        tags('[FEN "from a problem"]\n[SetUp "1"]'),
        "pgn.strict.fen-fields",
    ),
)

_END = (
    *(
        Statement(
            "9.8.1",
            f"Termination may be {value}",
            tags(f'[Termination "{value}"]'),
            tags(f'[Termination "{value.upper()}"]'),
            "pgn.strict.termination",
        )
        for value in (
            "abandoned",
            "adjudication",
            "death",
            "emergency",
            "normal",
            "rules infraction",
            "time forfeit",
            "unterminated",
        )
    ),
    Statement("9.9.1", "Annotator is a name, or several, as of players", tests=(_LEFT,)),
    Statement("9.9.2", "Mode is a string; OTB, PM, EM, ICS and TC are examples", tests=(_LEFT,)),
    Statement(
        "9.9.3",
        "PlyCount is a single integer",
        tags('[PlyCount "2"]', "1. e4 e5 *"),
        tags('[PlyCount "two"]', "1. e4 e5 *"),
        "pgn.strict.ply-count",
    ),
    Statement(
        "9.9.3",
        "PlyCount is the number of plies in the game",
        tags('[PlyCount "2"]', "1. e4 (1. d4 d5 2. c4) 1... e5 *"),
        tags('[PlyCount "1"]', "1. e4 e5 *"),
        "pgn.strict.ply-count",
        tests=(_TAGS + "test_plies_are_those_of_the_main_line",),
    ),
)

_GLYPHS = (
    Statement(
        "10",
        "NAG zero should not be used in external data",
        _moves("1. e4 $1 *"),
        _moves("1. e4 $0 *"),
        "pgn.strict.null-glyph",
        why="a should, and told as a note",
    ),
    Statement(
        "10",
        "NAGs from 1 to 9 annotate the move, those to 135 the position, those to 139 time pressure",
        tests=(_NAGS + "test_words_of_the_ends_of_each_run",),
    ),
    Statement(
        "10",
        "NAGs beyond 139 are reserved",
        _moves("1. e4 $139 *"),
        _moves("1. e4 $140 *"),
        "pgn.strict.reserved-glyph",
        why="told as a note: programs have given many of them a meaning since",
    ),
    Statement(
        "10",
        "The interpretations of NAGs 0 to 139",
        tests=(
            _NAGS + "test_every_number_of_the_standard_has_words",
            _NAGS + "test_the_misprint_of_the_standard_is_mended",
        ),
        why="84 to 87 are printed twice",
    ),
)

_FILES = (
    Statement(
        "11.1",
        "The suffix .pgn is encouraged",
        tests=("tests/formats/test_detect.py::test_suffixes_of_the_standard_of_pgn",),
    ),
    Statement(
        "11.2",
        "A file of a player's games is named by the player's last name",
        tests=(_NAMES + "test_several_games",),
    ),
    Statement(
        "11.3",
        "A file of an event is named by the event",
        tests=(_NAMES + "test_several_games",),
    ),
    Statement(
        "11.4",
        "Files in order of time are named YYYY, YYYYMM or YYYYMMDD",
        tests=(_NAMES + "test_several_games",),
    ),
    Statement(
        "11.4",
        "Question marks in a Date are zeros in names",
        tests=(_NAMES + "test_one_game", _NAMES + "test_several_games"),
    ),
    Statement(
        "12", "Games in a file are sorted by eight keys", tests=(_ORDER + "test_the_eight_keys",)
    ),
    Statement(
        "12",
        "Date first, by year, month and day, unknown digits as zeros",
        tests=(_ORDER + "test_the_eight_keys", _ORDER + "test_keys_of_odd_values"),
    ),
    Statement(
        "12",
        "Then Event and Site in ascending ASCII order",
        tests=(_ORDER + "test_the_eight_keys",),
    ),
    Statement(
        "12",
        "Then Round by number, ? before -, both before any number",
        tests=(_ORDER + "test_the_eight_keys", _ORDER + "test_keys_of_odd_values"),
    ),
    Statement(
        "12",
        "Then White, Black and Result in ascending ASCII order",
        tests=(_ORDER + "test_the_eight_keys",),
    ),
    Statement(
        "12",
        "Last the movetext in ascending ASCII order, with blanks and line ends",
        tests=(_ORDER + "test_the_movetext_comes_last_and_equal_games_keep_their_order",),
    ),
    Statement(
        "15",
        "The codes of countries in Site",
        tests=(_NAMES + "test_countries", _NAMES + "test_the_table_is_whole"),
    ),
)

STATEMENTS: tuple[Statement, ...] = (
    *_PLAYERS,
    *_EVENT,
    *_OPENING,
    *_TIMES,
    *_START,
    *_END,
    *_GLYPHS,
    *_FILES,
)
