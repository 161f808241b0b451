"""Evaluations: their text, and those that programs for shogi write into comments."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import message
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.evaluation import (
    Evaluation,
    ScoreUnit,
    aside_text,
    evaluation_in,
    evaluation_of,
    parse_evaluation,
    without_evaluation,
)
from viewer.tree.evaluation_words import evaluation_words
from viewer.tree.node import Node


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.17", Evaluation(centipawns=17)),
        ("-1.5", Evaluation(centipawns=-150)),
        ("+0.35,22", Evaluation(centipawns=35, depth=22)),
        ("#-4", Evaluation(mate=-4)),
        ("#12,30", Evaluation(mate=12, depth=30)),
        ("62.3%", Evaluation(share=0.623)),
        ("W+2.5", Evaluation(points=-2.5)),
        ("62.3%,100 B+3.5", Evaluation(share=0.623, points=3.5, depth=100)),
        ("", None),
        ("good", None),
        ("0.1 words", None),
    ],
)
def test_the_text_of_the_facet(text: str, value: Evaluation | None) -> None:
    assert parse_evaluation(text) == value


def test_a_bare_number_of_go_is_in_points() -> None:
    assert parse_evaluation("-3.5", ScoreUnit.POINTS) == Evaluation(points=-3.5)


@given(
    st.one_of(
        st.integers(-99999, 99999).map(lambda n: Evaluation(centipawns=n)),
        st.integers(-999, 999).map(lambda n: Evaluation(mate=n)),
        st.tuples(st.integers(0, 10000), st.none() | st.integers(-36100, 36100)).map(
            lambda two: Evaluation(
                share=two[0] / 10000, points=None if two[1] is None else two[1] / 100
            )
        ),
    ),
    st.none() | st.integers(0, 9999),
)
def test_a_text_is_read_as_what_was_written(value: Evaluation, depth: int | None) -> None:
    value = value._replace(depth=depth)
    read = parse_evaluation(value.text)
    assert read is not None
    assert read._replace(share=None) == value._replace(share=None)
    assert (read.share or 0) == pytest.approx(value.share or 0)


@pytest.mark.parametrize(
    ("comment", "value"),
    [
        ("*評価値=80", Evaluation(centipawns=80)),
        ("互角\n*評価値=-1204\n*読み筋=▲７六歩", Evaluation(centipawns=-1204)),
        ("#評価値=15", Evaluation(centipawns=15)),
        (
            "*対局 時間 00:01.2 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26)",
            Evaluation(centipawns=-35, depth=8),
        ),
        ("*解析 0 評価値 +詰15 読み筋", Evaluation(mate=15)),
        ("*解析 0 評価値 -詰 読み筋", Evaluation(share=0.0)),
        ("*詰み=先手勝ち:15手", Evaluation(mate=15)),
        ("*詰み=後手勝ち", Evaluation(share=0.0)),
        ("* -35 +2625FU -8485FU #12345", Evaluation(centipawns=-35)),
        ("* 120", Evaluation(centipawns=120)),
        ("* 3 pawns are hanging", None),
        ("評価値が高い", None),
        ("a plain comment", None),
        ("", None),
    ],
)
def test_evaluations_in_comments(comment: str, value: Evaluation | None) -> None:
    assert evaluation_in(comment) == value


@pytest.mark.parametrize(
    ("comment", "rest"),
    [
        ("互角\n*評価値=80\n*読み筋=x\n*深さ=8", "互角\n*読み筋=x\n*深さ=8"),
        ("*評価値=80", ""),
        ("*#評価値=-120\n\n", "\n"),
        ("words\n* -35", "words"),
        ("*詰み=先手勝ち:15手\nmate", "mate"),
        ("*評価値=1\n*評価値=2", "*評価値=2"),
        ("* -35 +2625FU", "* -35 +2625FU"),
        ("*対局 評価値 -35 読み筋 x", "*対局 評価値 -35 読み筋 x"),
        ("評価値 is a word", "評価値 is a word"),
        ("", ""),
    ],
)
def test_a_comment_without_its_evaluation(comment: str, rest: str) -> None:
    assert without_evaluation(comment) == rest


def test_the_facet_counts_before_the_comment() -> None:
    node = Node(0, None, notes={COMMENT: "*評価値=80"})
    assert evaluation_of(node) == Evaluation(centipawns=80)
    assert aside_text(node, EVALUATION, ScoreUnit.CENTIPAWNS) == "+80"
    node.notes = {COMMENT: "*評価値=80", EVALUATION: "#-3"}
    assert evaluation_of(node) == Evaluation(mate=-3)
    node.notes = {EVALUATION: "as good as won"}
    assert aside_text(node, EVALUATION, ScoreUnit.PAWNS) == "as good as won"


def test_the_chance_of_winning() -> None:
    assert Evaluation(share=0.25, centipawns=900).chance == 0.25
    assert Evaluation(mate=2).chance == 1.0
    assert Evaluation(mate=-2).chance == 0.0
    assert Evaluation(points=3.0).chance is None
    assert Evaluation(centipawns=0).chance == 0.5
    assert math.isclose(Evaluation(centipawns=100).chance or 0, 0.5910, abs_tol=1e-4)


def test_what_people_see() -> None:
    assert Evaluation(centipawns=35, depth=20).shown(ScoreUnit.PAWNS) == "+0.35"
    assert Evaluation(centipawns=-35).shown(ScoreUnit.CENTIPAWNS) == "\u221235"
    assert Evaluation(share=0.6, points=-2.0).shown(ScoreUnit.POINTS) == "60% W+2"
    assert Evaluation(centipawns=-10).shown(ScoreUnit.PAWNS) == "\u22120.10"
    assert Evaluation(mate=-4).shown(ScoreUnit.PAWNS) == "#\u22124"


SIDES = (message("White"), message("Black"))


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (Evaluation(centipawns=35, depth=20), ScoreUnit.PAWNS, "White is 0.35 pawns ahead"),
        (Evaluation(centipawns=-120), ScoreUnit.PAWNS, "Black is 1.20 pawns ahead"),
        (Evaluation(centipawns=-120), ScoreUnit.CENTIPAWNS, "Black is 120 ahead"),
        (Evaluation(centipawns=0), ScoreUnit.PAWNS, "even"),
        (Evaluation(mate=1), ScoreUnit.PAWNS, "White mates in 1"),
        (Evaluation(mate=-4), ScoreUnit.PAWNS, "Black mates in 4"),
        (Evaluation(mate=0), ScoreUnit.PAWNS, "mate"),
        (Evaluation(share=0.623), ScoreUnit.POINTS, "White wins with a chance of 62.3 %"),
        (Evaluation(points=-3.5), ScoreUnit.POINTS, "Black leads by 3.5 points"),
        (
            *(Evaluation(share=0.25, points=-1.0), ScoreUnit.POINTS),
            "White wins with a chance of 25 %, Black leads by 1 point",
        ),
    ],
)
def test_an_evaluation_in_words(value: Evaluation, unit: ScoreUnit, words: str) -> None:
    assert str(evaluation_words(value, unit, SIDES)) == words
