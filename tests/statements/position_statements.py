"""The statements of section 16 of the specification of PGN about positions, the same in FEN and EPD."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from statement import Example, Statement

_EXAMPLES = "tests/games/test_chess_fen_examples.py::test_the_examples_of_the_standard"
_SUFFIXES = "tests/formats/test_detect.py::test_suffixes_of_the_standard_of_pgn"
_PUSHES = (
    "tests/games/test_chess_tags.py::test_the_en_passant_square_stands_after_every_double_push"
)
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
_AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"

_Line = Callable[[str], Example]


def fen(position: str) -> Example:
    """A file of one line of FEN; a position of four fields gets its counters."""
    line = f"{position} 0 1" if len(position.split()) == 4 else position
    return Example(line, f"{line}\n".encode(), "a.fen", "fen")


def epd(line: str) -> Example:
    """A file of one line of EPD."""
    return Example(line, f"{line}\n".encode(), "a.epd", "epd")


def _fields(section: str, id: str, line: _Line) -> Iterator[Statement]:
    """The statements about the four fields that both have."""
    code = f"{id}.strict."
    good = line(f"{_START} w KQkq -")
    yield Statement(
        section,
        "Fields are of printing ASCII",
        good,
        line(f"{_START} w KQkqé -"),
        code + "ascii",
    )
    yield Statement(
        section,
        "Adjacent fields are separated by a single space",
        good,
        line(f"{_START}  w KQkq -"),
        code + "blank",
    )
    yield from _placement(f"{section}.1", code, line)
    yield Statement(
        f"{section}.2",
        "The active color is w or b",
        good,
        line(f"{_START} W KQkq -"),
        code + "side",
    )
    yield from _castling(f"{section}.3", code, line)
    yield from _en_passant(f"{section}.4", code, line)


def _placement(section: str, code: str, line: _Line) -> Iterator[Statement]:
    good, code = line("4k3/8/8/8/8/8/4P3/4K3 w - -"), code + "placement"
    yield Statement(
        section,
        "The eighth rank comes first, files go from a to h",
        tests=(_EXAMPLES,),
    )
    for says, placement in (
        ("White's pieces are PNBRQK, Black's pnbrqk", "4k3/8/8/8/8/8/4X3/4K3"),
        ("Empty squares are the digits one through eight", "4k3/9/8/8/8/8/4P3/4K3"),
        ("A digit counts contiguous empty squares", "4k3/44/8/8/8/8/4P3/4K3"),
        ("Ranks are separated by a solidus", "4k3/8/8/8/8/84P3/4K3"),
        ("The squares of each rank are specified", "4k3/8/8/8/8/8/4P3/4K2"),
    ):
        yield Statement(section, says, good, line(f"{placement} w - -"), code)


def _castling(section: str, code: str, line: _Line) -> Iterator[Statement]:
    code += "castling"
    none, all_ = line("4k3/8/8/8/8/8/8/4K3 w - -"), line("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    for says, good, bad in (
        ("Without castling availability the field is -", none, "4k3/8/8/8/8/8/8/4K3 w 0 -"),
        ("K is White's kingside", all_, "r3k2r/8/8/8/8/8/8/R3K2R w Hkq -"),
        ("Q is White's queenside", all_, "r3k2r/8/8/8/8/8/8/R3K2R w KAkq -"),
        ("k is Black's kingside", all_, "r3k2r/8/8/8/8/8/8/R3K2R w KQhq -"),
        ("q is Black's queenside", all_, "r3k2r/8/8/8/8/8/8/R3K2R w KQka -"),
        ("One to four letters, each once", all_, "r3k2r/8/8/8/8/8/8/R3K2R w KKQkq -"),
        ("Uppercase before lowercase", all_, "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ -"),
        ("Kingside before queenside", all_, "r3k2r/8/8/8/8/8/8/R3K2R w QKqk -"),
    ):
        yield Statement(section, says, good, line(bad), code)
    yield Statement(
        section,
        "There is no white space between the letters",
        all_,
        line("r3k2r/8/8/8/8/8/8/R3K2R w KQ kq"),
        code.replace("castling", "en-passant"),
        why="the second word stands in the place of the square",
    )


def _en_passant(section: str, code: str, line: _Line) -> Iterator[Statement]:
    code += "en-passant"
    none, good = line(f"{_START} w KQkq -"), line(f"{_AFTER_E4} b KQkq e3")
    after = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR"
    for says, right, bad in (
        ("Without a target square the field is -", none, f"{_START} w KQkq 0"),
        ("A lowercase file and a rank", good, f"{_AFTER_E4} b KQkq E3"),
        ("The rank is 3 with Black to move", good, f"{_AFTER_E4} b KQkq e6"),
        ("The rank is 6 with White to move", line(f"{after} w KQkq c6"), f"{after} w KQkq c3"),
        (
            "A square is given only if the last move was a pawn's advance of two squares",
            good,
            f"{_AFTER_E4} b KQkq d3",
        ),
    ):
        yield Statement(section, says, right, line(bad), code)
    yield Statement(
        section,
        "A square is given after every advance of two squares, even if no pawn can capture",
        good,
        tests=(_PUSHES, _EXAMPLES),
    )


FEN: tuple[Statement, ...] = (
    Statement(
        "16.1",
        "A FEN record is one line of six fields",
        fen(f"{_START} w KQkq - 0 1"),
        fen(f"{_START} w KQkq - 0"),
        "fen.strict.fields",
    ),
    Statement(
        "16.1.3",
        "Nothing follows the six fields",
        fen(f"{_START} w KQkq - 0 1"),
        fen(f"{_START} w KQkq - 0 1 bm e4;"),
        "fen.strict.fields",
    ),
    Statement(
        "16.1",
        "A file composed exclusively of FEN records has the suffix .fen",
        fen(f"{_START} w KQkq - 0 1"),
        fen(f"# the array\n{_START} w KQkq - 0 1"),
        "fen.strict.no-position",
        tests=(_SUFFIXES,),
    ),
    *_fields("16.1.3", "fen", fen),
    Statement(
        "16.1.3.5",
        "The halfmove clock is a nonnegative integer",
        fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"),
        fen("4k3/8/8/8/8/8/4P3/4K3 w - - - 39"),
        "fen.strict.clock",
    ),
    Statement(
        "16.1.3.5",
        "It counts the plies since the last pawn advance or capture",
        fen(f"{_AFTER_E4} b KQkq e3 0 1"),
        fen(f"{_AFTER_E4} b KQkq e3 1 1"),
        "fen.strict.clock",
        tests=(_EXAMPLES,),
        why="the check sees it where an en passant square tells of a pawn's advance",
    ),
    Statement(
        "16.1.3.6",
        "The fullmove number is a positive integer",
        fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"),
        fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 0"),
        "fen.strict.number",
    ),
    Statement(
        "16.1.3.6",
        "It is 1 for the first move of both sides, and incremented after each move by Black",
        tests=(_EXAMPLES,),
    ),
    Statement("16.1.4", "The examples", tests=(_EXAMPLES,)),
)

EPD: tuple[Statement, ...] = (
    Statement(
        "16.2",
        "An EPD record is one line of four fields and any number of operations",
        epd(f"{_START} w KQkq -"),
        epd(f"{_START} w KQkq"),
        "epd.strict.fields",
    ),
    Statement(
        "16.2",
        "A file composed exclusively of EPD records has the suffix .epd",
        epd(f"{_START} w KQkq -"),
        epd(f"# the array\n{_START} w KQkq -"),
        "epd.strict.no-position",
        tests=(_SUFFIXES,),
    ),
    *_fields("16.2.3", "epd", epd),
)
