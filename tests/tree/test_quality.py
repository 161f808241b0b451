"""The quality of moves: thresholds, accuracies and averages are those of Lichess, ShogiHome and KaTrain."""

from __future__ import annotations

import pytest

from viewer.tree.action import Move, Remark
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.evaluation import Evaluation, ScoreUnit
from viewer.tree.node import Node
from viewer.tree.quality import (
    MoveQuality,
    judged_moves,
    line_evaluations,
    move_accuracy,
    side_quality,
)
from viewer.tree.scales import (
    BLUNDER,
    DUBIOUS,
    GENERAL,
    KATRAIN,
    LICHESS,
    MISTAKE,
    SHOGIHOME,
    QualityScale,
)


def line(texts: list[str]) -> list[Node]:
    """A line with an evaluation (as text) after each move, "" for none."""
    nodes = [Node(0, None)]
    for number, text in enumerate(texts, 1):
        notes = {EVALUATION: text} if text else {}
        node = Node(number, nodes[-1], Move(f"m{number}"), notes)
        nodes[-1].children = (node,)
        nodes.append(node)
    return nodes


def judged(
    texts: list[str], scale: QualityScale = LICHESS, unit: ScoreUnit = ScoreUnit.PAWNS
) -> list[MoveQuality]:
    positions = line_evaluations(line(texts), scale, unit)
    return [one for _, one in judged_moves(positions, lambda node: (node.id - 1) % 2, scale)]


def accuracies(centipawns: list[int]) -> tuple[float | None, float | None]:
    found = judged([f"{one / 100:.2f}" for one in centipawns])
    return side_quality(found, 0).accuracy, side_quality(found, 1).accuracy


@pytest.mark.parametrize(
    ("centipawns", "first", "second", "within"),
    [  # the cases of Lichess's own test
        ([15, 15], 100, 100, 1),
        ([-900, -900], 10, 100, 5),
        ([15, 900], 100, 10, 5),
        ([-900, 0], 10, 10, 5),
        ([15] * 20, 100, 100, 1),
        ([15] * 20 + [-900], 50, 100, 5),
        ([-50, 15] * 50, 76, 76, 8),
        ([-135, 15] * 50, 54, 54, 8),
    ],
)
def test_accuracies_of_games(
    centipawns: list[int], first: float, second: float, within: float
) -> None:
    assert accuracies(centipawns) == pytest.approx((first, second), abs=within)


def test_the_accuracy_of_a_move() -> None:
    # lichess.org/page/accuracy: 103.1668 * exp(-0.04354 * lost) - 3.1669, and 1 more
    assert move_accuracy(0) == move_accuracy(-3) == 100
    assert move_accuracy(10) == pytest.approx(64.58, abs=0.01)
    assert move_accuracy(100) == 0


@pytest.mark.parametrize(
    ("before", "after", "glyph"),
    [
        ("0.00", "-0.50", None),  # 4.6 %
        ("0.00", "-0.60", DUBIOUS),  # 5.5 %
        ("0.00", "-1.20", MISTAKE),  # 10.9 %
        ("0.00", "-1.80", BLUNDER),  # 16.0 %
        ("9.00", "6.50", None),  # where much is won a pawn matters less
        ("0.00", "5.00", None),
        ("#3", "10.00", DUBIOUS),
        ("#3", "8.00", MISTAKE),
        ("#3", "7.00", BLUNDER),
        ("#3", "#-2", BLUNDER),
        ("#3", "#9", None),
        ("-10.00", "#-5", DUBIOUS),
        ("-8.00", "#-5", MISTAKE),
        ("0.10", "#-5", BLUNDER),
        ("#-3", "-2.00", None),
        ("#-3", "#-1", None),
        ("60%", "56%", None),
        ("60%", "44%", BLUNDER),
        ("60%", "B+1", None),
    ],
)
def test_glyphs_by_chances(before: str, after: str, glyph: int | None) -> None:
    assert judged(["0.00", before, after])[-1].glyph == glyph


@pytest.mark.parametrize("glyph_at", [("0.60", DUBIOUS), ("1.20", MISTAKE), ("#5", BLUNDER)])
def test_losses_are_those_of_the_side_that_moved(glyph_at: tuple[str, int]) -> None:
    after, glyph = glyph_at
    assert [one.glyph for one in judged(["0.00", after])] == [None, glyph]
    assert judged(["0.00", after])[0].side == 0
    assert judged(["0.00", after])[1].side == 1


def test_glyphs_of_shogi_are_by_its_programs_thresholds() -> None:
    def glyph(before: int, after: int) -> int | None:
        return SHOGIHOME.glyph(Evaluation(before), Evaluation(after), 0)

    assert glyph(0, -240) is None  # 9.9 %
    assert glyph(0, -250) == DUBIOUS
    assert glyph(0, -520) == MISTAKE
    assert glyph(800, -900) == BLUNDER
    assert SHOGIHOME.glyph(Evaluation(mate=15), Evaluation(0), 0) == BLUNDER
    assert SHOGIHOME.chance(Evaluation(600)) == pytest.approx(0.731, abs=0.001)
    assert SHOGIHOME.percent(Evaluation(mate=9)) == pytest.approx(
        LICHESS.percent(Evaluation(mate=2)), abs=0.01
    )


def test_go_is_judged_by_points() -> None:
    found = judged(["0", "2.5", "-0.5", "5.5", "-6.5"], KATRAIN, ScoreUnit.POINTS)
    assert [one.points_lost for one in found] == [2.5, 3.0, 6.0, 12.0]
    assert [one.glyph for one in found] == [None, DUBIOUS, MISTAKE, BLUNDER]
    black = side_quality(found, 0)
    assert black.points == pytest.approx(7.5)
    assert black.accuracy == pytest.approx(100 * 0.75**7.5)
    assert black.glyphs == {DUBIOUS: 1, MISTAKE: 0, BLUNDER: 1}
    by_chance = judged(["50%", "40%"], KATRAIN, ScoreUnit.POINTS)
    assert [one.glyph for one in by_chance] == [None]  # White's move gained nothing for Black


def test_the_average_loss_is_up_to_the_ceiling() -> None:
    found = judged(["0.15", "0.15", "-30.00", "-20.00", "#-2"])
    assert [one.centipawns_lost for one in found] == [0, 0, 1015, 0, 0]
    assert side_quality(found, 0).centipawns == pytest.approx(1015 / 3)


def test_a_line_that_is_evaluated_in_part() -> None:
    found = judged(["0.10", "", "0.20", "0.90", "", "1.00"])
    assert [one.node.id for one in found] == [1, 4]  # the first by the usual start's evaluation
    assert [one.node.id for one in judged(["0.10", "0.20"], GENERAL)] == [2]
    assert judged([]) == judged(["", ""]) == []
    nothing = side_quality([], 0)
    assert nothing[:4] == (0, None, None, None)


def test_remarks_between_moves_and_comments_of_programs() -> None:
    nodes = line(["", ""])
    nodes[1].notes = {COMMENT: "*評価値=100"}
    remark = Node(9, nodes[1], Remark("chat"))
    last = Node(10, remark, Move("m"), {COMMENT: "**評価値=600"})
    shown = [nodes[0], nodes[1], remark, last]
    positions = line_evaluations(shown, SHOGIHOME, ScoreUnit.CENTIPAWNS)
    found = judged_moves(positions, lambda _: 1, SHOGIHOME)
    assert [(one.node.id, one.before, one.after) for _, one in found] == [
        (10, Evaluation(100), Evaluation(600))
    ]


def test_a_move_that_gives_mate_loses_nothing() -> None:
    for texts in (["0.00", "-5.00", "#0"], ["0.00", "#2", "#1", "#0"]):
        assert judged(texts)[-1].glyph is None
        assert judged(texts)[-1].accuracy in (100, pytest.approx(100))


def test_scores_beyond_reason() -> None:
    assert LICHESS.chance(Evaluation(9_999_999)) == 1
    assert LICHESS.chance(Evaluation(-9_999_999)) == pytest.approx(0)
