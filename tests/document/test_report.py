"""A report of a game: phases, turning points, the opening, time trouble, several engines, what to learn."""

from __future__ import annotations

from analysed_game import GAME

from viewer.base.messages import Message
from viewer.base.source import BytesSource
from viewer.document.reading.conclusions import conclusions
from viewer.document.reading.report import (
    GameReport,
    instead,
    loss_of,
    report_of,
)
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.results import LOST
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.tree.finding import Finding, FoundLine
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.scales import BLUNDER, MISTAKE


def read(text: bytes, format: str = "pgn") -> tuple[Record, Format]:
    format_ = FORMATS[format].load()
    return format_.read(BytesSource(text)).record(0), format_


def said(words: Message) -> str:
    """A sentence with usual blanks."""
    return words.text().replace("\u00a0", " ")


def reported(text: bytes = GAME) -> GameReport:
    record, format_ = read(text)
    return report_of(States(game_of(record.game), record), format_)


def test_the_moves_that_lost_most_are_turning_points_as_they_were_played() -> None:
    report = reported()
    assert report.turning == (9, 10, 11)
    glyphs = [report.values.qualities[index].glyph for index in report.turning]
    assert glyphs == [MISTAKE, BLUNDER, BLUNDER]
    assert report.result == LOST


def test_the_opening_ends_with_the_last_move_of_its_name() -> None:
    report = reported()
    opening, left = report.opening
    assert opening is not None
    assert (opening.code, opening.full_name) == (
        "C68",
        "Ruy Lopez: Exchange Variation",
    )
    assert left == 7  # 4. Bxc6


def test_time_trouble_is_a_tenth_of_the_time_at_the_start() -> None:
    report = reported()
    assert report.bound == 30.0
    assert report.trouble == ((9, 11), ())


def test_phases_sum_up_to_the_moves_and_losses_of_a_side() -> None:
    report = reported()
    for side in (0, 1):
        own = [one for one in report.values.qualities.values() if one.side == side]
        assert sum(phase.moves for phase in report.sides[side]) == 6
        assert sum(phase.lost for phase in report.sides[side]) == sum(map(loss_of, own))
    assert report.sides[0][0].seconds == 290
    assert report.sides[1][0].seconds == 30


def test_conclusions_are_the_weightiest_facts_of_different_kinds() -> None:
    told = [said(one) for one in conclusions(reported(), "san", side=0)]
    assert told == [
        "Time trouble: White made 2 of 2 bad moves with at most 30 s left, from 5. h4 on.",
        "White: 6. Nxe5 loses 4.50, winning chance \u221239 %.",
        "White: 5. h4 loses 1.60, winning chance \u221214 %. Better was O-O.",
    ]
    assert [said(one) for one in conclusions(reported(), "san", side=1)] == [
        "Black: 5\u2026 f6 loses 4.00, winning chance \u221235 %."
    ]


def test_a_habit_is_more_than_one_move() -> None:
    text = GAME.replace(b"{ [%eval 0.1] [%clk 0:04:40] }", b"{ [%eval 3.1] [%clk 0:04:45] }")
    told = [said(one) for one in conclusions(reported(text), "san", side=1)]
    assert not any(one.startswith("Too quick") for one in told)
    quick = text.replace(b"f6 { [%eval 2.5] [%clk 0:04:40]", b"f6 { [%eval 2.5] [%clk 0:04:45]")
    assert (
        "Too quick: Black spent less than 0.6 s on 2 of 2 bad moves; half of the moves took 2.5 s or more."
        in [said(one) for one in conclusions(reported(quick), "san", side=1)]
    )


PHASES = """[White "Anna"]
[Black "Ben"]

1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } %s*
"""


def test_a_phase_is_told_if_much_more_was_lost_than_moved_there() -> None:
    shuffle = [
        "Nf3 { [%eval 0.3] }",
        "Nf6 { [%eval 0.3] }",
        "Ng1 { [%eval 0.3] }",
        "Ng8 { [%eval 0.3] }",
    ]
    moves = shuffle * 7
    bad = [one.replace("0.3", "-4.0") for one in moves[24:]]
    text = PHASES.replace("%s", " ".join([*moves[:24], *bad])).encode()
    assert "Middlegame: White lost most here, 100 % of the total in 3 of 15 moves." in [
        said(one) for one in conclusions(reported(text), "san", side=0)
    ]
    early = [one.replace("0.3", "-4.0") for one in moves[3:]]
    text = PHASES.replace("%s", " ".join([*moves[:3], *early])).encode()
    assert not any(
        "lost most here" in said(one) for one in conclusions(reported(text), "san", side=0)
    )


def test_a_missed_win_is_told() -> None:
    text = GAME.replace(b"[%eval 2.5]", b"[%eval 9.5]")
    told = [said(one) for one in conclusions(reported(text), "san", side=0)]
    assert any(
        one == "Missed win: White had a won position before 6. Nxe5 (winning chance 97 %)."
        for one in told
    )


def test_what_an_engine_found_goes_before_variations() -> None:
    report = reported()
    before = report.values.line[8]

    def found(node: Node) -> Finding | None:
        line = FoundLine((Move("d2d4"),), Evaluation(centipawns=40))
        return Finding((line,)) if node is before else None

    game = report.states.game
    other = instead(report, 9, found)
    assert other is not None
    assert other.words(game, "san").text() == "Better was d4."
    bare = GAME.replace(b"(5. O-O { [%eval 0.3] })", b"(5. O-O)")
    other = instead(reported(bare), 9, lambda node: None)
    assert other is not None
    assert other.words(game, "san").text() == "The record has O-O instead."


def test_a_game_without_evaluations_has_no_conclusions() -> None:
    report = reported(b"1. e4 e5 *\n")
    assert not report.analysed
    assert conclusions(report, "san") == []
    assert report.turning == ()
    assert report.bound is None
    assert report.result is None


def test_a_game_without_bad_moves_says_so() -> None:
    report = reported(b"1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *\n")
    assert [said(one) for one in conclusions(report, "san")] == [
        "No move lost enough to be called a bad one."
    ]


SEVERAL = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
*解析 0 エンジン 甲 深さ 8 評価値 40
*解析 0 エンジン 乙 深さ 21 評価値 -900
   2 ３四歩(33)
*解析 0 エンジン 甲 深さ 9 評価値 20
"""


def test_of_several_engines_the_deepest_counts() -> None:
    record, format_ = read(SEVERAL.encode(), "kif")
    report = report_of(States(game_of(record.game), record), format_)
    assert report.several == 1
    value = report.values.values[1].evaluation
    assert value is not None
    assert value.centipawns == -900
