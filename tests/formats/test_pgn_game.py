"""One game of PGN read: every spelling, every oddity, one by one."""

from __future__ import annotations

import pytest
from pgn_texts import codes, found_in, read, tree

from viewer.base.limits import DEFAULT
from viewer.formats.pgn.collection import read_game, read_headers
from viewer.formats.pgn.kinds import GameCodecs
from viewer.tree.action import Setup
from viewer.tree.annotation import (
    BEFORE,
    CLOCK,
    ELAPSED,
    EVALUATION,
    MARKS,
    Mark,
)
from viewer.tree.diagnostic import Severity


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3"),
        ("1.e4 e5 2.Nf3", "e4 e5 Nf3"),
        ("e4 e5 Nf3", "e4 e5 Nf3"),
        ("1e4 1... e5 2 . Nf3", "e4 e5 Nf3"),
        ("1. ... e5 2. 2. Nf3", "e5 Nf3"),
        ("0-0 O-O-O o-o 0-0-0+", "0-0 O-O-O o-o 0-0-0+"),
        ("e8=Q e8Q e8(Q) e8/Q+", "e8=Q e8Q e8(Q) e8/Q+"),
        ("♘f3 ♗xe5+ P@e4 @e5", "♘f3 ♗xe5+ P@e4 @e5"),
        ("-- Z0 <> @@@@ 0000", "-- Z0 <> @@@@ 0000"),
        ("hg5 e2-e4 ng1f3 e7e8q", "hg5 e2-e4 ng1f3 e7e8q"),
        ("Rc10-1", "Rc1"),
        ("Qd61-0", "Qd6"),
        ("Kd81/2-1/2", "Kd8"),
        ("exd6 e.p. Kd7 mate", "exd6 Kd7"),
        ("e4\xa0e5\xa0\n Nf3", "e4 e5 Nf3"),
        ("\ufeff1. e4", "e4"),
        ("1. wins 2. P-K4", "wins P-K4"),
        ("1. e4 (1. d4 d5 (1... Nf6)) e5", "e4 (d4 d5 (Nf6)) e5"),
        ("1. e4 (1. d4 (1. c4) d5) (1. b3) e5", "e4 (d4 d5) (c4) (b3) e5"),
        ("1. e4 () e5", "e4 e5"),
        ("1. e4 (keep them doggies rollin') e5", "e4 e5"),
        ("1. e4 (1. d4 1-0", "e4 (d4)"),
        ("1. e4 ) e5", "e4 e5"),
        ("1. e4 (( d4 ) e5 ) Nf6", "e4 Nf6"),
        ("1. e4 ( foo ( d4 e5", "e4 (d4 e5)"),
        ("1. e4 {a {b} c} e5", "e4 e5"),
        ("1. e4\n% 1... c5\ne5", "e4 e5"),
        ("1. e4 % e5", "e4 e5"),
        ("1. e4 ; e5 (\n e6", "e4 e6"),
        ("1. e4 [C54] e5", "e4 e5"),
    ],
)
def test_moves(text, moves):
    assert tree(read(text)) == moves


@pytest.mark.parametrize(
    ("text", "glyphs"),
    [
        ("e4! $14", (1, 14)),
        ("e4 ?! $3 $3", (6, 3, 3)),
        ("e4!!!", (3,)),
        ("e4 +- =", (18, 10)),
        ("Qf7+-", (18,)),
        ("Kd4=", (10,)),
        ("Nf3N", (146,)),
        ("d4 ± ∞", (16, 13)),
        ("e4‼", (3,)),
        ("e4 ⁇ $10", (4, 10)),
        ("e4⁉ ⁈", (5, 6)),
        ("e4+−", (18,)),
        ("e4 −+ +/−", (19, 16)),
        # Where a look ahead within a possessive group failed, Python 3.11.2 didn't go back.
        ("e4+-", (18,)),
        ("e4+/-", (16,)),
        ("e4+=", (14,)),
        ("O-O+-", (18,)),
        ("e4 $300", (300,)),
    ],
)
def test_glyphs(text, glyphs):
    assert read(text).node(1).glyphs == glyphs


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("e4 {good}", "good"),
        ("e4 { good }", "good"),
        ("e4 { good}", " good"),
        ("e4 ; to the end", "to the end"),
        ("e4 {a} {b}", "a\u2029b"),
        ("e4 {a} $1 {b}", "a\u2029\u2028b"),
        ("e4 {a} (d4) {b}", "a\u2029\u2028b"),
        ("e4 {a} (d4) (c4) $1 {b}", "a\u2029\u2028\u2028\u2028b"),
        ("e4 {a\r\nb}", "a\nb"),
        ("e4 {[%clk 0:01:00]}", ""),
        ("e4 { [%clk 0:01:00] [%eval 0.3] good }", "good"),
        ("e4 {good [%clk 0:01:00] really}", "good \u2029\u2028 really"),
        ("e4 {[%foo 1] [%clk] x}", "[%foo 1] [%clk] x"),
        ("e4 {a} 1-0 {b}", "a\u2029\u2028b"),
        ("e4 {[%csl Gz9,Xa1]}", "[%csl Gz9,Xa1]"),
        ("e4 {}", ""),
        ("e4 {unclosed e5", "unclosed e5"),
    ],
)
def test_comments(text, comment):
    assert read(text).node(1).comment == comment


def test_comments_before_moves():
    record = read("{game} 1. {still} e4 ({one} 1. {way} d4) e5")
    assert record.root.comment == "game\u2029\u2028still"
    assert record.node(2).note(BEFORE) == "one\u2029\u2028way"
    assert record.node(1).comment == ""


def test_commands():
    record = read("e4 {[%eval #-4] [%clk 0:01:02.5]} e5 {[%emt 0:00:07][%csl Gd4,Re5][%cal Yd1h5]}")
    assert record.node(1).note(EVALUATION) == "#-4"
    assert record.node(1).note(CLOCK) == "0:01:02.5"
    assert record.node(2).note(ELAPSED) == "0:00:07"
    assert record.node(2).note(MARKS) == (
        Mark("square", ("d4",), "green"),
        Mark("square", ("e5",), "red"),
        Mark("arrow", ("d1", "h5"), "yellow"),
    )


@pytest.mark.parametrize(
    ("text", "headers"),
    [
        ('[Event "x"][Site "y"]\n', [("Event", "x"), ("Site", "y")]),
        ('[Event\n"x"\n]\n[ Site  "" ]', [("Event", "x"), ("Site", "")]),
        (r'[Event "a \"b\" \\ \c"]', [("Event", r'a "b" \ \c')]),
        ('[Annotator "Lopez "Battle Royale""]', [("Annotator", 'Lopez "Battle Royale"')]),
        ('[Event "Ugra Cup \\"]\n[Site "y"]', [("Event", "Ugra Cup \\"), ("Site", "y")]),
        ('[Annotator "Krush, I]\n[Site "y"]', [("Annotator", "Krush, I"), ("Site", "y")]),
        ("[Site no quotes]\ne4", [("Site", "no quotes")]),
        ('[Event "x"]\nDate "1895"\n\ne4', [("Event", "x"), ("Date", "1895")]),
        ('[Event "no end', [("Event", "no end")]),
        ('\ufeff% line\n{c}\n[Event "x"]\n; more\n\n[Site "y"]', [("Event", "x"), ("Site", "y")]),
        ('[Event "x"]\n\ne4 {\n[Site "y"]\n}', [("Event", "x")]),
    ],
)
def test_headers(text, headers):
    data = text.encode()
    assert read(data).headers == tuple(headers)
    assert read_headers(data) == tuple(headers)


def test_set_up():
    fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 5"
    assert read(f'[FEN "{fen}"]\n[SetUp "1"]\n\n5... Kd5').root.action == Setup(fen)
    assert read('[Variant "Standard"]\n\ne4').root.action is None


@pytest.mark.parametrize(
    ("raw", "codec", "text"),
    [
        ("e4 {é – 中}".encode(), "utf-8", "é – 中"),
        ("e4 {é –}".encode("cp1252"), "cp1252", "é –"),
        (b"e4 {\xe9\x81}", "cp1252", "é\U0010fe81"),
        (b"e4 {plain}", "utf-8", "plain"),
    ],
)
def test_encodings(raw, codec, text):
    record = read(raw)
    assert (record.encoding, record.node(1).comment) == (codec, text)


def test_encoding_chosen_by_hand():
    record, _ = read_game(b"e4 {\xc3\xa9}", 0, DEFAULT, GameCodecs("latin-1"))
    assert record.node(1).comment == "Ã©"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Result "*"]\n\n1. e4 *', []),
        ("1. e4 e5", []),
        ('[Result "1-0"]\n\n1. e4 0-1', ["pgn.result"]),
        ('[Result "1/2-1/2"]\n\n1. e4 1/2', []),
        ('[Result "1-0"]\n\n1. e4', ["pgn.no-result"]),
        ('[Event "a"b"]\n\ne4', ["pgn.broken-tag"]),
        ('[Event "a"]\n[Event "b"]\n\ne4', ["pgn.repeated-tag"]),
        ("e4 foo", ["pgn.stray"]),
        ("e4 {a {b} c}", ["pgn.stray", "pgn.stray"]),
        ("e4 {a", ["pgn.unclosed-comment"]),
        ("e4 (d4", ["pgn.unclosed-variation"]),
        ("e4 ()", ["pgn.empty-variation"]),
        ("e4 (no move)", ["pgn.no-variation"]),
        ("e4 (d4 1-0) e5", ["pgn.inner-result"]),
        ("e4 $256", ["pgn.large-nag"]),
        ("e4!!!", ["pgn.odd-glyph"]),
    ],
)
def test_diagnostics(text, found):
    assert codes(text) == found


def test_places_of_diagnostics():
    _, found = read_game(b'[Event "a"]\n\n1. e4\n  foo e5 (', 100, DEFAULT)
    first = found[0]
    assert (first.severity, first.line, first.column, first.offset, first.node) == (
        Severity.WARNING,
        4,
        3,
        121,
        1,
    )
    assert first.record is None


def test_limits():
    record, found = found_in(b"e4 e5 Nf3 Nc6 *", DEFAULT._replace(nodes=3))
    assert tree(record) == "e4 e5"
    assert [each.code for each in found] == ["pgn.too-many-nodes"]
    record, found = found_in(b"e4 {long comment} e5 *", DEFAULT._replace(comment_bytes=5))
    assert record.node(1).comment == ""
    assert [each.code for each in found] == ["pgn.long-comment"]
    _, found = found_in(b"foo " * 50, DEFAULT._replace(diagnostics=7))
    assert len(found) == 7


def test_ids_are_those_of_the_order_in_the_file():
    first, second = read("e4 (d4 d5) e5"), read("e4 (d4 d5) e5")
    assert [node.id for node in first.walk()] == [node.id for node in second.walk()]
    assert [first.node(id).action.text for id in (1, 2, 3, 4)] == ["e4", "d4", "d5", "e5"]
