"""What the export form loses is named; reading it back and writing it again changes no byte."""

from __future__ import annotations

import io
import re

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pgn_maker import Maker

from viewer.base.limits import DEFAULT
from viewer.formats.format import Loss
from viewer.formats.pgn.collection import read_game
from viewer.formats.pgn.kinds import GameCodecs
from viewer.formats.pgn.write.export import export_game, losses_of_export
from viewer.formats.pgn.write.layout import WIDTH
from viewer.tree.action import Move, Remark, Setup
from viewer.tree.annotation import Mark
from viewer.tree.comment import shown
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def read(data: bytes) -> Record:
    return read_game(data, 0, DEFAULT, GameCodecs("utf-8"))[0]


def kinds(losses: list[Loss]) -> list[tuple[str, int | None]]:
    return [(loss.kind, loss.node) for loss in losses]


# -------------------------------------------------------------------------- there and back again

BREAKABLE = re.compile(r"[^\s\[] [^\s%\[)}]")

MOVETEXTS = (
    b"1. e4 {a} {b} (1. d4 {c}) {d} 1... e5 1-0",
    b"{intro} 1.e4! e5?? ( 1...c5!? 2.Nf3 (2.c3) d6 ) 2.Nf3 ; to the end }\n Nc6 *",
    b"1. e4 { [%clk 0:01:00] [%eval 0.3] } { text } 1... e5 { [%cal Ge2e4,Rd1h5] [%csl Ya4] } *",
    b"1. e4 {one [%clk 1:00] two} (1. c4 {[%unknown x]}) e5 *",
    b"1. e4 e5 2. Ke3 (2. Nf3 Nc6) Nf6 3. Nc3 {on} 0-1",
    b"1. e4 ( {before} 1. d4 $14 ) ( 1. c4 ( 1. f4 ) 1... e5 ) 1... e5 1/2",
    b"1. e4 (()) e5 (keep them rolling) 2. -- Z0 3. Nf3 *",
    b"1. e4 {unclosed e5",
    b"$1 {x} 1... e5 2. foo bar 3. Nf3 (3. baz) *",
    b'[FEN "4k3/P7/8/8/8/8/8/4K3 b - - 0 40"]\n\nKd7 a8Q Kc6 *',
    b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *',
    b'[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"]\n\n1. O-O-O *',
    b'[White "\xe9t\xe9"]\n\n1. e4 {\xe0} *',
)


@pytest.mark.parametrize("data", MOVETEXTS)
def test_exported_twice_it_is_the_same(data: bytes) -> None:
    record = read_game(data, 0, DEFAULT)[0]
    once = export_game(record)
    again = export_game(read(once))
    assert again.decode() == once.decode()
    assert losses_of_export(read(once)) == []


WORDS = st.text(st.sampled_from('ab é象{};%$()[]"\\\n\t\r\x0b\u2028\u2029\x85*1-0.'), max_size=120)
COMMENTS = st.one_of(st.just(""), WORDS, st.just("word " * 40), st.just("[%clk 0:00:01] x"))
MARKS = st.lists(
    st.sampled_from(
        (
            Mark("square", ("d4",), "red"),
            Mark("arrow", ("e2", "e4"), "blue"),
            Mark("circle", ("a1",)),
        )
    ),
    max_size=3,
).map(tuple)
NOTES = st.fixed_dictionaries(
    {},
    optional={
        "comment": COMMENTS,
        "before": COMMENTS,
        "glyphs": st.lists(st.sampled_from((0, 1, 14, 146, 255, 999)), max_size=3).map(tuple),
        "clock": st.sampled_from(("0:01:00", "", "not a time]")),
        "marks": MARKS,
    },
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Small trees of legal moves, illegal ones and what is no move."""
    maker = Maker(**draw(st.dictionaries(st.sampled_from(("White", "Result", "ECO")), WORDS)))
    boards = [(maker.root, chess.Board())]
    for _ in range(draw(st.integers(0, 25))):
        node, board = boards[draw(st.integers(0, len(boards) - 1))]
        moves = list(board.legal_moves)
        which = draw(st.integers(0, 25))
        notes = {key: value for key, value in draw(NOTES).items() if value}
        if which == 0:
            child = maker.add(node, Move("a1h8"), notes)
            boards.append((child, board))
        elif which == 1:
            maker.add(node, Remark("draw?"), notes)
        elif moves:
            move = moves[which % len(moves)]
            below = board.copy(stack=False)
            below.push(move)
            boards.append((maker.add(node, Move(move.uci()), notes), below))
    return maker.record()


@settings(max_examples=250, deadline=None)
@given(records())
def test_any_record(record: Record) -> None:
    once = export_game(record)
    text = once.decode()
    assert export_game(read(once)) == once
    assert losses_of_export(read(once)) == []
    assert not any(line.startswith("%") for line in text.splitlines())
    assert all(len(line) <= WIDTH or not BREAKABLE.search(line) for line in movetext(text))
    if not losses_of_export(record):
        assert not list(unequal(record, read(once)))


def movetext(text: str) -> list[str]:
    return text.split("\n\n", 1)[1].split("\n")


def unequal(first: Record, second: Record) -> list[tuple[int, str]]:
    """Where two records differ in more than spelling: moves as squares, comments as words."""
    out: list[tuple[int, str]] = []
    stack = [(first.root, second.root, chess.Board())]
    while stack:
        a, b, board = stack.pop()
        if shown(a.comment, True).split() != shown(b.comment, True).split():
            out.append((a.id, "comment"))
        if a.glyphs != b.glyphs or sorted(a.marks) != sorted(b.marks):
            out.append((a.id, "glyphs"))
        if len(a.children) != len(b.children):
            out.append((a.id, "children"))
            continue
        for one, other in zip(a.children, b.children, strict=True):
            assert one.action is not None
            assert other.action is not None
            move = board.parse_san(other.action.text)
            if move.uci() != one.action.text:
                out.append((one.id, "move"))
            below = board.copy(stack=False)
            below.push(move)
            stack.append((one, other, below))
    return out


@settings(max_examples=60, deadline=None)
@given(records())
def test_python_chess_reads_the_same_moves(record: Record) -> None:
    back = read(export_game(record))
    if any(loss.kind in ("action", "branch") for loss in losses_of_export(record)):
        return
    game = chess.pgn.read_game(io.StringIO(export_game(record).decode()))
    assert game is not None
    stack: list[tuple[Node, chess.pgn.GameNode]] = [(back.root, game)]
    while stack:
        node, other = stack.pop()
        assert len(node.children) == len(other.variations)
        for child, variation in zip(node.children, other.variations, strict=True):
            assert child.action is not None
            assert child.action.text == variation.san()
            stack.append((child, variation))


# --------------------------------------------------------------------------------- the losses


def test_what_is_only_spelt_otherwise_is_no_loss() -> None:
    maker = Maker(Date="1895", Result="1/2", WhiteElo="", Event="")
    e4 = maker.play("e2e4", comment="a\n\nb  c", glyphs=(1, 14), clock="0:01:00")
    maker.play("ng8f6 e5", e4)
    maker.play("d4", before="or", marks=(Mark("arrow", ("d2", "d4")), Mark("square", ("d4",))))
    assert losses_of_export(maker.record()) == []


def test_each_loss_is_named_where_it_is() -> None:
    maker = Maker(Result="won")
    maker.headers += [
        Header("White", "A\nB"),
        Header("White", "C"),
        Header("white elo", "1"),
        Header("Ä", "x"),
    ]
    e4 = maker.play("e4", glyphs=(1, 999), clock="no time", bookmark="b")
    e5 = maker.play("e5", e4, comment="} " * 50, marks=(Mark("circle", ("e4",)),))
    bad = maker.add(e5, Move("a1a8"))
    remark = maker.add(bad, Remark("draw?"), {"comment": "kept"})
    last = maker.play("h6", remark, before="then")
    found = losses_of_export(maker.record())
    assert sorted(map(str, kinds(found))) == sorted(
        map(
            str,
            [
                ("header:Result", None),
                ("header:White", None),
                ("header:White", None),
                ("header:white elo", None),
                ("header:Ä", None),
                ("glyphs", e4.id),
                ("clock", e4.id),
                ("bookmark", e4.id),
                ("comment", e5.id),
                ("marks", e5.id),
                ("action", bad.id),
                ("action", remark.id),
                ("before", last.id),
            ],
        )
    )
    assert b"{kept} {then}" in export_game(maker.record())
    for loss in found:
        assert loss.words.text()


def test_the_reduced_form_names_all_it_leaves_out() -> None:
    maker = Maker("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ECO="A00", White="A")
    e4 = maker.play("e4", comment="text", glyphs=(1,), clock="0:01:00")
    other = maker.play("e3")
    maker.play("Kd7 Kd2", e4)
    found = kinds(losses_of_export(maker.record(), reduced=True))
    assert found == [
        ("header:ECO", None),
        ("start", 0),
        ("comment", e4.id),
        ("glyphs", e4.id),
        ("clock", e4.id),
        ("branch", other.id),
    ]


def test_a_brace_beside_a_line_break_keeps_both() -> None:
    maker = Maker()
    maker.play("e4", comment="a } b\n\nc")
    record = maker.record()
    assert losses_of_export(record) == []
    back = read(export_game(record))
    assert shown(back.root.children[0].comment, True) == "a } b\nc"


def test_a_variant_that_is_not_written_is_a_loss() -> None:
    maker = Maker(Variant="no variant")
    written = read(export_game(maker.record())).header("Variant")
    told = kinds(losses_of_export(maker.record()))
    assert told == ([] if written == "no variant" else [("header:Variant", None)])
    assert ("header:Variant", None) in kinds(losses_of_export(maker.record(), reduced=True))


def test_a_line_break_that_is_not_kept_is_a_loss() -> None:
    maker = Maker()
    e4 = maker.play("e4", comment="} " * 50 + "\x07\n\n")
    assert kinds(losses_of_export(maker.record())) == [("comment", e4.id)]


def test_characters_that_latin_1_lacks() -> None:
    maker = Maker(White="Réti", Black="象棋")
    e4 = maker.play("e4", comment="été")
    e5 = maker.play("e5", e4, comment="象 – 棋")
    assert losses_of_export(maker.record()) == []
    found = losses_of_export(maker.record(), encoding="latin-1")
    assert kinds(found) == [("header:Black", None), ("comment", e5.id)]
    assert "象–棋" in found[1].words.text()


def test_losses_agree_with_the_difference_of_records() -> None:
    """Where nothing is spelt otherwise, they are those of `tree.diff`."""
    maker = Maker()
    e4 = maker.play("e4", glyphs=(300,), bookmark="x", comment="plain")
    maker.play("e5", e4, marks=(Mark("label", ("e4",), text="A"),))
    record = maker.record()
    back = read(export_game(record))
    assert [(one.kind, one.node) for one in lost(record, back)] == kinds(losses_of_export(record))


def test_a_start_that_no_tag_can_say_is_a_loss() -> None:
    maker = Maker()
    record = maker.record()
    record.root.action = Setup("variant no fen at all")
    assert ("start", 0) in kinds(losses_of_export(record)) or read(
        export_game(record)
    ).setup == record.setup
