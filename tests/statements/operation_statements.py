"""The statements of section 16.2 of the specification of PGN about the operations of EPD."""

from __future__ import annotations

from collections.abc import Iterator

from statement import Example, Statement

_READ = "tests/formats/test_epd_read.py::"
_LAW = "tests/formats/test_epd_law.py::"
_REGISTERS = "tests/formats/test_epd_registers.py::"
_BETWEEN = "tests/formats/test_openings_between.py::test_an_opening_keeps_its_meaning"
_HOLDS = _REGISTERS + "test_a_value_holds_until_one_of_its_rank_or_above_is_set"
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
_STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - -"
_KINGS = "7k/8/6K1/8/8/8/8/8 b - -"


def ops(text: str, position: str = _START) -> Example:
    """A line of EPD with operations; at the start of a game unless said."""
    words = text if len(text) < 60 else f"{text[:40]}… ({len(text)} characters)"
    shown = words if position == _START else f"{position} {words}"
    gap = "" if text.startswith(" ") else " "
    return Example(shown, f"{position}{gap}{text}\n".encode("latin-1"), "a.epd", "epd")


def _row(section: str, says: str, good: str, bad: str, code: str, why: str = "") -> Statement:
    return Statement(section, says, ops(good), ops(bad), f"epd.strict.{code}", why=why)


def _long(count: int) -> str:
    """Operations with which the line has so many characters."""
    first = f'c0 "{"x" * 255}"; c1 "{"x" * 255}"; c2 "{"x" * 255}"; c3 "'
    return f'{first}{"x" * (count - len(_START) - len(first) - 3)}";'


_GENERAL = (
    Statement(
        "16.2.2",
        "New operations can be added",
        ops("bm e4; newest 3 x;"),
        tests=(_READ + "test_what_is_repeated_or_odd_is_a_header",),
    ),
    _row(
        "16.2.3",
        "Programs handle lines of up to 1024 characters",
        _long(1024),
        _long(1025),
        "line-length",
        "readers are encouraged to; the check tells what other programs needn't read, Qipu does",
    ),
    _row(
        "16.2.4",
        "An operation is an opcode with any number of operands, concluded by a semicolon",
        'id "BK.01"; resign;',
        'id "BK.01"; resign',
        "semicolon",
    ),
    _row(
        "16.2.4",
        "Operations are separated by a single space",
        'bm e4; id "x";',
        'bm e4;id "x";',
        "blank",
    ),
    _row("16.2.4", "A semicolon concludes an operation", "bm e4;", "bm e4;;", "no-opcode"),
    _row(
        "16.2.4",
        "The first operation is separated from the fields by a single space",
        "bm e4;",
        "  bm e4;",
        "blank",
    ),
    _row("16.2.4.1", "An opcode starts with a letter", "bm e4;", "1bm e4;", "opcode"),
    _row(
        "16.2.4.1",
        "An opcode has up to fourteen more characters",
        "abcdefghijklmno 1;",
        "abcdefghijklmnop 1;",
        "opcode",
    ),
    _row(
        "16.2.4.1",
        "These are letters, digits and underscores",
        "my_op2 1;",
        "my-op2 1;",
        "opcode",
    ),
    _row(
        "16.2.4.1",
        "Operands are of printing characters",
        'id "Benko";',
        'id "Benkö";',
        "ascii",
    ),
    _row(
        "16.2.4.1",
        "A string has a quote at each end",
        'id "BK.01";',
        'id "BK.01;',
        "open-string",
    ),
    _row(
        "16.2.4.1",
        "A string has less than 256 bytes",
        f'id "{"x" * 255}";',
        f'id "{"x" * 256}";',
        "string-length",
    ),
    _row(
        "16.2.4.1",
        "There is a single space between opcode and first operand",
        "bm e4;",
        "bm  e4;",
        "blank",
    ),
    _row(
        "16.2.4.1",
        "There is a single blank between adjacent operands",
        "bm d4 e4;",
        "bm d4  e4;",
        "blank",
    ),
    _row(
        "16.2.4.1",
        "The semicolon is appended to the opcode, or to the last operand",
        "bm e4; resign;",
        "bm e4 ; resign ;",
        "blank",
    ),
    _row("16.2.4.1", "An opcode appears once", "bm d4 e4;", "bm d4; bm e4;", "repeated"),
    _row(
        "16.2.4.1",
        "Operations should appear in ASCII order of their opcodes",
        'bm e4; id "x";',
        'id "x"; bm e4;',
        "order",
        "a should, told as a note",
    ),
    Statement(
        "16.2.4.1",
        "Other orders may be read, and mean the same",
        tests=(_LAW + "test_a_line_in_no_order_gets_new_operations_at_its_end",),
    ),
    _row(
        "16.2.4.1",
        "The moves of pv are in the order in which they would be played",
        "pv e4 e5 Nf3;",
        "pv e5 e4 Nf3;",
        "move",
    ),
    _row(
        "16.2.4.1",
        "Other operands should be in ASCII order",
        "bm Nf3 e4;",
        "bm e4 Nf3;",
        "operand-order",
    ),
    _row(
        "16.2.4.1",
        "Moves should be in SAN",
        "bm Nf3;",
        "bm Ng1f3;",
        "san",
        "a should, told as a note; check signs may be missing, as in import format",
    ),
    _row(
        "16.2.4.1",
        "A negative integer has a hyphen before its digits",
        "ce -35;",
        "ce ~35;",
        "range",
    ),
    _row(
        "16.2.4.1",
        "A plus sign is discouraged",
        "ce 35;",
        "ce +35;",
        "plus",
        "told as a note",
    ),
    Statement(
        "16.2.4.1",
        "A floating point number has a sign or none, digits, a point, digits",
        ops("acd 1.5;"),
        tests=("tests/formats/test_law_contract.py::test_untouched",),
        why="no opcode of the standard takes one: they are kept as they stand",
    ),
    _row(
        "16.2.4.2",
        "Mnemonics for everybody have lower case letters, digits and underscores",
        "hmvc 0;",
        "hmVc 0;",
        "mnemonic",
    ),
    _row("16.2.4.2", "They have at least two characters", "hm 0;", "h 0;", "mnemonic"),
    _row(
        "16.2.4.2",
        "Mnemonics of one program should start with an upper case letter",
        "Hm 0;",
        "hM 0;",
        "mnemonic",
    ),
    Statement(
        "16.2.4.2",
        "An unknown opcode is ignored and no error",
        ops("unheard_of 1 2 3;"),
        tests=(_READ + "test_strict",),
    ),
)


def _integers() -> Iterator[Statement]:
    """The opcodes that take one integer."""
    for number, opcode, what, least in (
        (1, "acn", "nodes", 0),
        (2, "acs", "seconds", 0),
        (7, "dm", "full moves to mate", 1),
        (13, "fmvn", "fullmove number", 1),
        (14, "hmvc", "halfmove clock", 0),
        (20, "rc", "repetitions", 1),
        (23, "tcgs", "number of a game", 1),
    ):
        section = f"16.2.5.{number}"
        kind = "positive" if least else "non-negative"
        good = f"{opcode} 4294967296;" if number < 3 else f"{opcode} {least};"
        says = f"{opcode} ({what}) takes a {kind} integer"
        yield _row(section, says, good, f"{opcode} {least - 1};", "range")
        says = f"{opcode} takes a single operand"
        yield _row(section, says, good, f"{opcode} 1 2;", "operands")


def _moves() -> Iterator[Statement]:
    for number, opcode in ((3, "am"), (4, "bm")):
        section = f"16.2.5.{number}"
        says = f"The moves of {opcode} are all playable from the position"
        yield _row(section, says, f"{opcode} d4 e4;", f"{opcode} d4 e5;", "move")
        says = f"{opcode} may have no moves"
        yield _row(section, says, f"{opcode};", f'{opcode} "";', "move")
        says = f"The moves of {opcode} are in SAN"
        yield _row(section, says, f"{opcode} Nf3;", f"{opcode} g1f3;", "san")
        says = f"The moves of {opcode} are in ASCII order"
        bad = f"{opcode} d4 Nf3;"
        row = _row(section, says, f"{opcode} Nf3 d4;", bad, "operand-order")
        yield row._replace(tests=(_LAW + "test_a_record_from_nowhere",))
    yield _row(
        "16.2.5.3, 16.2.5.4",
        "am are to be avoided, bm are best",
        "am f3; bm d4 e4;",
        "am e4; bm d4 e4;",
        "best-avoided",
        "the standard doesn't say that a move can't be both, but what both mean does",
    )
    for number, opcode in ((18, "pm"), (22, "sm")):
        section = f"16.2.5.{number}"
        says = f"{opcode} has exactly one operand"
        yield _row(section, says, f"{opcode} e4;", f"{opcode} d4 e4;", "operands")
        says = f"The move of {opcode} is playable from the position"
        yield _row(section, says, f"{opcode} e4;", f"{opcode} e5;", "move")
    yield _row(
        "16.2.5.18",
        "pm is the first move of a pv that isn't empty",
        "pm e4; pv e4 e5;",
        "pm d4; pv e4 e5;",
        "predicted-move",
    )
    yield _row(
        "16.2.5.19",
        "pv is a sequence of moves playable from the position",
        "pv e4 e5 Nf3;",
        "pv e4 Nf3;",
        "move",
    )
    yield Statement(
        "16.2.5.19",
        "pv may have no moves",
        ops("pm e4; pv;"),
        tests=("tests/formats/test_law_contract.py::test_untouched",),
    )
    yield _row(
        "16.2.5.19",
        "The move of pm is the first one of pv",
        "pm Nf3; pv Nf3 d5;",
        "pm d4; pv Nf3 d5;",
        "predicted-move",
    )


def _strings() -> Iterator[Statement]:
    for number, opcode, what in (
        (5, "c0", "comment"),
        (5, "c9", "comment"),
        (12, "eco", "ECO code"),
        (16, "nic", "New in Chess code"),
        (26, "v0", "variation name"),
        (26, "v9", "variation name"),
    ):
        section = f"16.2.5.{number}"
        says = f"{opcode} ({what}) takes a single string"
        good = f'{opcode} "B42";'
        yield _row(section, says, good, f"{opcode} B42;", "operands")
        says = f"{opcode} takes a string or nothing"
        yield _row(section, says, f"{opcode};", f'{opcode} "B42" "B43";', "operands")
    yield _row("16.2.5.15", "id takes a single string", 'id "BK.15";', "id BK.15;", "operands")
    for number, opcode, who in ((24, "tcri", "receiver"), (25, "tcsi", "sender")):
        yield _row(
            f"16.2.5.{number}",
            f"{opcode} takes two strings: address and name of the {who}",
            f'{opcode} "a@b.c" "A. Bee";',
            f'{opcode} "a@b.c";',
            "operands",
        )


def _registers() -> Iterator[Statement]:
    for number, family in ((5, "c"), (26, "v")):
        section = f"16.2.5.{number}"
        yield Statement(
            section,
            f"At the beginning of a game the ten registers of {family} are null",
            tests=(_REGISTERS + "test_another_game_begins_with_nothing",),
        )
        yield Statement(
            section,
            f"The operations {family} of each position of a game are taken from left to right",
            tests=(_HOLDS, _REGISTERS + "test_they_are_the_same_from_wherever_a_file_is_read"),
        )
        yield Statement(
            section,
            f"{family}N empties the registers from N on, and sets that of N if there is an operand",
            tests=(_HOLDS,),
        )
    for number, opcode in ((12, "eco"), (16, "nic")):
        yield Statement(
            f"16.2.5.{number}",
            f"{opcode} sets a register, or empties it without an operand",
            tests=(_REGISTERS + "test_codes_of_openings_hold_too",),
        )
        yield Statement(
            f"16.2.5.{number}",
            f"The use of {opcode} is similar to that of the tag {opcode.upper()} of PGN",
            tests=(_BETWEEN, _REGISTERS + "test_what_holds_goes_with_a_position_to_pgn"),
        )


def _evaluations() -> Iterator[Statement]:
    section, code = "16.2.5.6", "epd.strict.evaluation"
    yield Statement(
        section,
        "ce is from the viewpoint of the player to move",
        tests=(_READ + "test_evaluations",),
    )
    yield _row(section, "ce takes a single operand", "ce 35;", "ce 35 20;", "operands")
    yield _row(section, "ce is an integer", "ce 35;", "ce 0.35;", "range")
    yield _row(section, "ce is -32767 or more", "ce -32766;", "ce -32768;", "range")
    yield _row(section, "ce is 32766 or less", "ce 32766;", "ce 32767;", "range")
    yield Statement(
        section,
        "Beyond 32000 it is the plies to mate, subtracted from 32767",
        tests=(_READ + "test_evaluations", _READ + "test_mate_in_so_many"),
    )
    yield Statement(
        section,
        "Below -32000 it is the plies to being mated",
        tests=(_READ + "test_evaluations", _READ + "test_mate_in_so_many"),
    )
    yield Statement(
        section,
        "-32767 indicates an illegal position",
        ops("ce 0;", _STALEMATE),
        ops("ce -32767;", _STALEMATE),
        code,
        tests=(_READ + "test_an_illegal_position_has_no_evaluation",),
    )
    yield Statement(
        section, "A stalemate is zero", ops("ce 0;", _STALEMATE), ops("ce -900;", _STALEMATE), code
    )
    yield Statement(
        section,
        "A draw by lack of mating material is zero",
        ops("ce 0;", _KINGS.replace("6K1", "5K2")),
        ops("ce 10;", _KINGS.replace("6K1", "5K2")),
        code,
    )


def _draws() -> Iterator[Statement]:
    for number, opcode in (
        (8, "draw_accept"),
        (9, "draw_claim"),
        (10, "draw_offer"),
        (11, "draw_reject"),
        (21, "resign"),
    ):
        with_move = " sm e4;" if opcode in ("draw_claim", "draw_offer") else ""
        yield _row(
            f"16.2.5.{number}",
            f"{opcode} takes no operands",
            f"{opcode};{with_move}",
            f"{opcode} yes;{with_move}",
            "operands",
        )
        if with_move:
            yield _row(
                f"16.2.5.{number}",
                f"With {opcode} a supplied move (sm) is required",
                f"{opcode};{with_move}",
                f"{opcode};",
                "supplied-move",
            )


_OTHERS = (
    Statement(
        "16.2.5.13",
        "fmvn is the sixth field of FEN",
        tests=(_LAW + "test_saved_in_the_other_format",),
    ),
    Statement(
        "16.2.5.14",
        "hmvc is the fifth field of FEN, the plies since the last pawn move or capture",
        ops("hmvc 0;", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"),
        ops("hmvc 1;", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"),
        "epd.strict.clock",
        tests=(_LAW + "test_saved_in_the_other_format",),
    ),
    Statement(
        "16.2.5.17",
        "noop takes any operands and means nothing",
        ops('noop 1 "x" y;'),
        tests=("tests/formats/test_law_contract.py::test_untouched",),
    ),
)

STATEMENTS: tuple[Statement, ...] = (
    *_GENERAL,
    *sorted(
        (
            *_integers(),
            *_moves(),
            *_strings(),
            *_registers(),
            *_evaluations(),
            *_draws(),
            *_OTHERS,
        ),
        key=lambda row: int(row.section.split(",")[0].split(".")[-1]),
    ),
)
