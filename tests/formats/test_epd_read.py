"""What lines of EPD and FEN show."""

from __future__ import annotations

import pytest
from epd_lines import AFTER_E4, FEN_LAW, FULL, START, read, record_of

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.formats.detect import load_source
from viewer.formats.epd import EPD, FEN, holds_positions
from viewer.formats.epd.lexer import ce_of_evaluation, evaluation_of_ce
from viewer.formats.format import Unreadable
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.action import Setup, Written


def moves(record):
    return [
        (node.parent.id, node.action.text, node.glyphs) for node in record.walk() if node.parent
    ]


def test_all_that_is_mapped():
    record = record_of(FULL)
    assert record.root.action == Setup(START.decode() + " 3 7")
    assert record.root.comment == "first\u2029second"
    assert record.root.note("evaluation") == "+0.35"
    assert moves(record) == [
        (0, "e4", (1,)),
        (1, "e5", ()),
        (2, "Nf3", ()),
        (0, "Nf3", (1,)),
        (0, "d4", ()),
        (0, "f3", (2,)),
        (0, "g4", (2,)),
    ]
    assert [node.id for node in record.walk()] == list(range(8))
    assert {entry.key: entry.value for entry in record.headers} == {
        "acn": "12345",
        "eco": "A00",
        "id": "T.1",
        "tcri": '"a@b.c" "A. Bee"',
        "v0": "Open",
    }
    found = EPD.strict(read(FULL))  # its best moves stand as they are read
    assert [one.code for one in found] == ["epd.strict.operand-order"]


@pytest.mark.parametrize(
    ("ce", "black", "evaluation"),
    [
        (0, False, "+0.00"),
        (182, False, "+1.82"),
        (182, True, "-1.82"),
        (-5, True, "+0.05"),
        (-105, False, "-1.05"),
        (32766, False, "#1"),
        (32758, False, "#5"),
        (32758, True, "#-5"),
        (-32765, False, "#-1"),
        (-32757, True, "#5"),
    ],
)
def test_evaluations(ce, black, evaluation):
    assert evaluation_of_ce(ce, black) == evaluation
    assert ce_of_evaluation(evaluation, black) == ce
    line = (AFTER_E4 if black else START) + b" ce %d;" % ce
    assert record_of(line).root.note("evaluation") == evaluation


def test_an_illegal_position_has_no_evaluation():
    record = record_of(START + b" ce -32767;")
    assert record.root.note("evaluation") == ""
    assert record.header("ce") == "-32767"


def test_mate_in_so_many():
    assert record_of(START + b" dm 3;").root.note("evaluation") == "#3"
    assert record_of(AFTER_E4 + b" dm 3;").root.note("evaluation") == "#-3"
    both = record_of(START + b" ce 12; dm 3;")
    assert both.root.note("evaluation") == "+0.12"
    assert both.header("dm") == "3"


def test_counters_of_a_fen_and_operations_without_an_end():
    record = record_of(START + b" 0 12 ;D1 20 ;D2 400 ")
    assert record.root.action == Setup(START.decode() + " 0 12")
    assert record.headers == (("D1", "20"), ("D2", "400"))


def test_strings_have_no_escapes():
    record = record_of(START + rb' id "a\"; c0 "semi;colon"; c1 unquoted words;')
    assert record.header("id") == "a\\"
    assert record.root.comment == "semi;colon\u2029unquoted words"


def test_what_is_repeated_or_odd_is_a_header():
    record = record_of(START + b' bm e4; bm d4; ce abc; sm e4 d4; resign; am "x"; dm 0;')
    assert [tuple(entry) for entry in record.headers] == [
        ("bm", "d4"),
        ("ce", "abc"),
        ("sm", "e4 d4"),
        ("resign", ""),
        ("am", "x"),
        ("dm", "0"),
    ]
    assert moves(record) == [(0, "e4", (1,))]


def test_one_move_of_several_operations_is_one_child():
    record = record_of(START + b" bm Nf3+ e4; pv e4 e5; sm Nf3; am e4;")
    assert moves(record) == [(0, "Nf3+", (1,)), (0, "e4", (1, 2)), (2, "e5", ())]


@pytest.mark.parametrize("placement", [b"8/8/8/KK6/8/6r1/1k6/8", b"8/5P2/8/2r5/8/8/8/8"])
def test_what_is_not_chess(placement):
    record = record_of(placement + b" w - - bm Kb4;")
    assert record.root.action == Setup(f"variant unknown {placement.decode()} w - - 0 1")
    assert record.root.children[0].action == Written("Kb4")


def test_encodings():
    assert record_of(START + ' id "Réti";'.encode()).header("id") == "Réti"
    latin = record_of(START + ' id "Réti";'.encode("cp1252"))
    assert (latin.header("id"), latin.encoding) == ("Réti", "cp1252")
    assert record_of(b"\xef\xbb\xbf" + START + b" id 1;").header("id") == "1"


def test_lines_without_a_position():
    data = b"# head\n\n" + START + b' id "1";\r\nwhat is this\n' + AFTER_E4 + b" c9;\n\n% end\n?"
    collection = read(data)
    assert len(collection) == 2
    assert [collection.record(i).root.action.text[:9] for i in (0, 1)] == ["rnbqkbnr/"] * 2
    found = [(one.record, one.line, one.column, one.offset) for one in collection.diagnostics]
    assert found == [(1, 4, 1, data.index(b"what")), (1, 8, 1, len(data) - 1)]
    collection.record(1)
    assert len(collection.diagnostics) == 2
    assert collection.values("id", 0, 2) == ["1", ""]
    assert collection.span(0).end == collection.span(1).start


def test_findings_have_their_place():
    line = b'8/8/8/8/8/8/8/9 w - - c0 "open'
    collection = read(START + b"\n" + line)
    collection.record(0)
    collection.record(1)
    assert [(one.code, one.line, one.column) for one in collection.diagnostics] == [
        ("epd.bad-position", 2, 1),
        ("epd.open-string", 2, 1 + line.index(b'"')),
    ]


def test_a_large_file_is_found_in_steps():
    data = b"# note\n" + b"".join(START + b" id %d;\n" % n for n in range(40_000))
    collection = EPD.read(BytesSource(data))
    assert 0 < len(collection) < 40_000
    steps = list(collection.indexing())
    assert len(collection) == 40_000
    assert steps[-1].done == len(data)
    assert [step.result for step in steps] == sorted(step.result for step in steps)
    assert collection.values("id", 39_998, 40_000) == ["39998", "39999"]
    assert collection.headers(20_000) == collection.record(20_000).headers
    assert list(collection.indexing()) == []


def test_a_line_that_is_too_long():
    data = START + b' id "x"; c0 "' + b"a" * 100_000 + b'";\n' + AFTER_E4 + b"\n"
    collection = EPD.read(BytesSource(data), Limits(comment_bytes=1000))
    assert collection.record(0).header("id") == "x"
    assert [one.code for one in collection.diagnostics] == ["epd.long-line"]
    assert [one.code for one in EPD.strict(collection)] == ["epd.strict.line-length"]


def test_no_position_at_all():
    for data in (b"# nothing\n", b"1-0", b"\n\n"):
        with pytest.raises(Unreadable):
            EPD.read(BytesSource(data))


@pytest.mark.parametrize(
    ("head", "fits"),
    [
        (START, True),
        (b"# note\r\n\r\n" + START + b" bm e4;", True),
        (b"\xef\xbb\xbf" + START, True),
        (b"8/8/8/8/8/8/8/8", True),
        (b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1", True),
        (b'[Event "x"]\n\n' + START, False),
        (b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", False),
        (b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", False),
        (b"see http://a/b/c/d/e/f/g/h", False),
        (b"1. e4 e5", False),
    ],
)
def test_what_is_known_by_its_beginning(head, fits):
    assert holds_positions(head) == fits


MATED = b"7k/5KQ1/8/8/8/8/8/8 b - -"
STALEMATE = b"7k/5Q2/6K1/8/8/8/8/8 b - -"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (START + b" bm Nf3 e4;", ""),
        (START + b" bm;", ""),
        (START + b"  bm e4;", "blank"),
        (START + b" bm e4; ", "blank"),
        (START + b" bm e4;;", "no-opcode"),
        (START.replace(b" w ", b"  w "), "blank"),
        (START + b" bm e4", "semicolon"),
        (START + b" 0 1", "fields"),
        (START + b" bm e4; bm d4;", "repeated"),
        (START + b" abcdefghijklmnop 1;", "opcode"),
        (START + b" abcdefghijklmno 1;", ""),
        (START + b" Ab 1;", ""),
        (START + b" a 1;", "mnemonic"),
        (START + b" aB 1;", "mnemonic"),
        (START + b" dm 0;", "range"),
        (START + b" dm;", "operands"),
        (START + b" hmvc -1;", "range"),
        (START + b" acn 1.5;", "range"),
        (START + b" ce -32768;", "range"),
        (START + b" ce +5;", "plus"),
        (START + b" id BK;", "operands"),
        (START + b' tcri "a";', "operands"),
        (START + b" resign now;", "operands"),
        (START + b' v0 "a" "b";', "operands"),
        (START + b' id "' + b"x" * 256 + b'";', "string-length"),
        (START + b' id "' + b"x" * 255 + b'";', ""),
        (START + b' id "x', "open-string"),
        (START + b' id "\xe9";', "ascii"),
        (START.replace(b"KQkq", b"kq"), ""),
        (START.replace(b"KQkq", b"kqKQ"), "castling"),
        (START.replace(b"/8/8/8/", b"/8/44/8/"), "placement"),
        (START.replace(b" w ", b" W "), "side"),
        (START.replace(b"KQkq -", b"KQkq e6"), "en-passant"),
        (b"# note\n" + START, "no-position"),
        (START + b' c0 "' + b"x" * 1000 + b'";', "line-length"),
        (START + b' id "x"; bm e4;', "order"),
        (START + b" bm e4 Nf3;", "operand-order"),
        (START + b" bm e5;", "move"),
        (START + b" pm e4 d4;", "operands"),
        (START + b" bm e2e4;", "san"),
        (START + b" pv e4 e5 Nf3;", ""),
        (START + b" pv e4 e4;", "move"),
        (START + b" am e4; bm d4 e4;", "best-avoided"),
        (START + b" pm d4; pv e4 e5;", "predicted-move"),
        (START + b" pm e4; pv e4 e5;", ""),
        (START + b" draw_offer; sm e4;", ""),
        (START + b" draw_offer;", "supplied-move"),
        (START + b" draw_claim;", "supplied-move"),
        (START + b" draw_accept;", ""),
        (AFTER_E4 + b" hmvc 0;", ""),
        (AFTER_E4 + b" hmvc 1;", "clock"),
        (STALEMATE + b" ce 0;", ""),
        (STALEMATE + b" ce -100;", "evaluation"),
        (MATED + b" ce -32767;", "evaluation"),
        (b"8/8/8/8/8/8/8/8 w - - ce 5;", ""),
    ],
)
def test_strict(line, code):
    found = [one.code.removeprefix("epd.strict.") for one in EPD.strict(read(line))]
    assert (found[0] if found else "") == code


def test_strict_fen():
    assert FEN.strict(FEN_LAW.read(START + b" 0 1\n")) == []
    assert len(FEN.strict(FEN_LAW.read(START + b"\n"))) == 1
    assert len(FEN.strict(FEN_LAW.read(START + b" 0 1 bm e4; id 1;\n"))) == 1


XIANGQI = b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n"


@pytest.mark.parametrize("name", ["game.fen", "game.epd", "game.txt", ""])
@pytest.mark.parametrize(
    "text",
    [XIANGQI, b"# two\n\n" + XIANGQI + XIANGQI, XIANGQI.split()[0], b"\xef\xbb\xbf" + XIANGQI],
)
def test_positions_of_xiangqi_are_no_epd(name, text):
    collection = load_source(BytesSource(text, name))
    assert collection.format == "xqfen"
    assert collection.record(0).game == "xiangqi"


def test_one_of_another_game_among_those_of_chess_keeps_the_others():
    collection = load_source(BytesSource(START + b" 0 1\n" + XIANGQI, "mixed.epd"))
    assert len(collection) == 2
    assert collection.record(0).setup == Setup(START.decode() + " 0 1")
    second = collection.record(1)
    (found,) = [one for step in judge(game_of("chess"), second) for one in step.result]
    assert found.code == "chess.not-played"


def test_an_sfen_in_a_file_of_chess_is_shogi():
    text = b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
    for name in ("game.fen", "game.epd"):
        assert load_source(BytesSource(text, name)).record(0).game == "shogi"
