"""What every format does in the same way: copies to compare, losses in words, runs, line ends."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.source import BytesSource, Span
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.kit.law import replaced, shared_start
from viewer.formats.kit.losses import SOME_LEFT_OUT, LossSentences, losses_between
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.kit.runs import Run, line_end_of, runs_of
from viewer.formats.memory import EagerCollection
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header, Record

SENTENCES = LossSentences(
    game=message("Another game."),
    start=message("Read as {start}."),
    usual_start=message("Read as the usual start."),
    header=message("No place for {key}."),
    facet=message("No place for {what}."),
    branch=message("{move} is left out."),
)


def line(*moves: str, start: str = "", headers: tuple[Header, ...] = ()) -> Record:
    tree = MoveLine(Setup(start) if start else None)
    for move in moves:
        tree.add(Move(move))
    return Record("chess", tree.root, headers, "utf-8", nodes=tree.nodes)


def test_a_copy_has_the_shape_and_the_ids_and_none_of_the_facts():
    record = line("e2e4", "e7e5", headers=(Header("White", "A"),))
    below = record.nodes[1]
    below.notes = {"comment": "good"}
    copy = record.mapped(
        lambda node: Move("0000") if node.id == 2 else node.action, notes=lambda node: {}
    )
    assert [node.id for node in copy.walk()] == [0, 1, 2]
    assert [node.action for node in copy.walk()] == [None, Move("e2e4"), Move("0000")]
    assert (copy.headers, copy.encoding, copy.nodes[1].notes) == (record.headers, "utf-8", {})
    assert copy.root is not record.root
    assert record.nodes[2].action == Move("e7e5")
    assert record.nodes[1].notes == {"comment": "good"}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (line("a"), line(), ["a is left out."]),
        (line(), line("a"), [SOME_LEFT_OUT.text()]),
        (line("a"), line("b"), ["a is written as b."]),
        (line(start="x"), line(start="y"), ["Read as y."]),
        (line(start="x"), line(), ["Read as the usual start."]),
        (line(headers=(Header("White", "{A}"),)), line(), ["No place for White."]),
        (line("a"), line("a"), []),
    ],
)
def test_losses_are_told_by_the_table(before: Record, after: Record, words: list[str]):
    assert [loss.words.text() for loss in losses_between(before, after, SENTENCES)] == words


def test_a_format_may_say_more_of_a_difference():
    losses = losses_between(
        line("a"), line(), SENTENCES, lambda one: message("Of {kind}.", kind=one.kind)
    )
    assert [loss.words.text() for loss in losses] == ["Of branch."]


def test_a_template_is_filled_in_and_keeps_what_it_had():
    half = message("{format} has no place for {what}.", format="T1")
    assert half.given(what="{x}", other="y").text() == "T1 has no place for {x}."
    assert "other" not in half.given(what="x", other="y").args


class _Edited(EagerCollection):
    """Five records of ten bytes, of which the third was edited."""

    format = "moves"

    def __len__(self) -> int:
        return 5

    def span(self, index: int) -> Span | None:
        return None if index == 2 else Span(10 * index, 10)

    def unedited_run(self, index: int) -> int:
        return {0: 2, 1: 1, 2: 0, 3: 2, 4: 1}[index]


def test_what_nobody_edited_is_copied_at_once():
    collection = _Edited()
    assert list(runs_of(collection, True)) == [  # type: ignore[arg-type]  # no more is asked
        Run(0, 1, Span(0, 20)),
        Run(2, 2, None),
        Run(3, 4, Span(30, 20)),
    ]
    single = [Run(index, index, None) for index in range(5)]
    assert list(runs_of(collection, False)) == single  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize(
    ("text", "end"), [("a\n", "\n"), ("a\r\n", "\r\n"), ("a\r", "\r"), ("a", ""), ("ab\n\ra", "")]
)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le"])
def test_how_a_line_ends(text: str, end: str, codec: str):
    data = text.encode(codec)
    source = BytesSource(b"xx" + data)
    assert line_end_of([data], None, codec) == end.encode(codec)
    assert line_end_of([b"x", Span(2, len(data))], source, codec) == end.encode(codec)


def test_where_there_is_no_line_none_ends():
    assert line_end_of([], None) is None
    assert line_end_of([b""], None) is None


@given(st.text("ab"), st.text("ab"))
def test_how_much_is_shared_at_the_beginning(one: str, other: str):
    keep = shared_start(one, other)
    assert one[:keep] == other[:keep]
    assert one[keep : keep + 1] != other[keep : keep + 1] or not one[keep:] or not other[keep:]


@given(st.text("ab"), st.text("ab"))
def test_old_items_are_replaced_pairwise_by_new_ones(old: str, new: str):
    now, more, place = replaced(old, new)
    assert len(now) == len(old)
    assert not more or None not in now
    assert [one for one in (*now[:place], *more, *now[place:]) if one is not None] == list(new)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jkf", b'{"moves":[{}]}'),
        ("a.csa", b"V2.2\nPI\n+\n+7776FU\n"),
        ("a.sfen", b"startpos moves 7g7f\n"),
        ("a.hexworld", b"https://hexworld.org/board/#11,a1b2\n"),
    ],
)
def test_a_file_that_goes_on_says_so_and_keeps_the_rest(name: str, data: bytes):
    limits = DEFAULT._replace(body_bytes=len(data), json_bytes=len(data))
    collection = load_source(BytesSource(data + b" " * 40, name), limits)
    (told,) = [one for one in collection.diagnostics if one.code.endswith(".too-long")]
    assert (told.record, told.offset) == (None, len(data))
    output = FORMATS[collection.format].load().write(collection)
    size = sum(piece.length if isinstance(piece, Span) else len(piece) for piece in output.pieces)
    assert size == len(data) + 40


SIDES = "+3334FU\n-2726FU\n" * 5
MARKS = "▲３四歩\n△２六歩\n" * 5
JKF = '{"header":{,"moves":[' + '{"a":"b",,},' * 40
WEI7 = '{"format":"wei7","tree":{},"more":[' + "1,," * 40
WORDS = " ".join(["Some", "prose", "about", "it"] * 10)


@pytest.mark.parametrize(
    ("name", "text", "code", "told"),
    [
        ("x.pgn", f"1. e4 {WORDS}\n{WORDS}\n1... e5 {WORDS} *\n", "pgn.stray", [(1, 79), (3, 39)]),
        ("x.pgn", "1. e4 Some prose e5 about it *\n", "pgn.stray", [(1, 0)] * 4),
        ("x.kif", "手合割：平手\n" + "so it says\n" * 30, "kif.unknown-line", [(2, 29)]),
        ("x.csa", f"PI\n+\n+7776FU\n{SIDES}", "csa.wrong-side", [(4, 9)]),
        ("x.ki2", f"手合割：平手\n▲７六歩\n{MARKS}", "kif.wrong-mark", [(3, 9)]),
        ("x.jkf", JKF, "jkf.syntax", [(1, 81)]),
        ("x.wei7", WEI7, "wei7.syntax", [(1, 40)]),
    ],
)
def test_a_run_of_what_means_nothing_is_one_finding(
    name: str, text: str, code: str, told: list[tuple[int, int]]
) -> None:
    collection = load_source(BytesSource(text.encode(), name))
    collection.record(0)
    found = [one for one in collection.diagnostics if one.code == code]
    more = [re.search(r"\((\d+) more", one.message.text()) for one in found]
    assert [
        (one.line, int(each[1]) if each is not None else 0)
        for one, each in zip(found, more, strict=True)
    ] == told


@pytest.mark.parametrize("name", ["x.kif", "x.pgn", "x.csa"])
def test_letters_that_were_lost_before_are_told_once(name: str) -> None:
    lines = {
        "x.kif": "   1 \ufffd\ufffd(77)\n",
        "x.pgn": "{\ufffd\ufffd} ",
        "x.csa": "'\ufffd\ufffd\n",
    }
    heads = {"x.kif": "手合割：平手\n", "x.pgn": "1. e4 ", "x.csa": "V2.2\nPI\n+\n"}
    for count, told in ((20, 1), (2, 0)):
        text = heads[name] + lines[name] * count
        collection = load_source(BytesSource(text.encode(), name))
        collection.record(0)
        found = [one for one in collection.diagnostics if one.code == "file.lost-letters"]
        assert len(found) == told
        assert all("40 times" in one.message.text() and one.record is None for one in found)
