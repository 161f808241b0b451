"""The values of a line: what records of any program say, what an engine found, losses and times."""

from __future__ import annotations

import pytest

from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.document.reading.line_values import LineValues, line_values
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.games.time_controls import time_control
from viewer.tree.evaluation import Evaluation
from viewer.tree.scales import BLUNDER

PGN = """[TimeControl "60+2"]

1. e4 {[%eval 0.2] [%clk 0:00:55]} e5 {[%eval 0.3] [%clk 0:01:00]} 2. Ke2 {[%eval -4.0] [%clk 0:00:50]} *
"""
KIF = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:12/00:00:12)
**評価値=80
   2 ３四歩(33)   ( 0:03/00:00:03)
**評価値=-35
"""
SGF = "(;FF[4]GM[1]SZ[9];B[ee]V[1];W[cc]V[9.5])"


def values_of(format: str, text: str, rule: str = "", found=lambda node: None) -> LineValues:
    record = FORMATS[format].load().read(BytesSource(text.encode())).record(0)
    states = States(game_of(record.game), record)
    clocks = Clocks(states, lambda *_: time_control(rule))
    line = list(record.root.main_line())
    (values,) = run_inline(line_values(line, states, clocks, found))
    return values


def test_evaluations_losses_and_times_of_a_pgn() -> None:
    values = values_of("pgn", PGN, "60+2")
    assert [one.evaluation.centipawns for one in values.values[1:]] == [20, 30, -400]
    assert [one.seconds for one in values.values] == [None, 7, 2, 7]
    assert [one.side for one in values.values] == [None, 0, 1, 0]
    assert values.qualities[3].glyph == BLUNDER
    assert values.qualities[3].centipawns_lost == 430
    assert [side.moves for side in values.sides] == [2, 1]
    assert values.sides[0].accuracy < values.sides[1].accuracy
    assert values.timed
    assert values.evaluated == 3


def test_comments_of_shogi_programs_count() -> None:
    values = values_of("kif", KIF)
    assert [one.evaluation.centipawns for one in values.values[1:]] == [80, -35]
    assert [one.seconds for one in values.values] == [None, 12, 3]
    assert list(values.qualities) == [2]


def test_points_of_go() -> None:
    values = values_of("sgf", SGF)
    assert values.qualities[2].points_lost == pytest.approx(8.5)
    assert values.sides[1].accuracy == pytest.approx(100 * 0.75**8.5)
    assert not values.timed


def test_what_an_engine_found_fills_the_gaps() -> None:
    asked = []

    def found(node):
        asked.append(node.id)
        return Evaluation(centipawns=10)

    values = values_of("pgn", "1. e4 e5 {[%eval 0.3]} *", found=found)
    assert [one.evaluation.centipawns for one in values.values] == [10, 10, 30]
    assert len(asked) == 2  # what the record says is preferred


def test_a_record_without_values() -> None:
    values = values_of("pgn", "1. e4 e5 *")
    assert (values.evaluated, values.timed, values.qualities) == (0, False, {})
    assert values.sides[0].accuracy is None


def test_twenty_thousand_plies() -> None:
    moves = []
    for number in range(1, 10_001):
        knights = ("Nf3", "Nf6") if number % 2 else ("Ng1", "Ng8")
        moves.append(
            f"{number}. {knights[0]} {{[%eval {number % 7}.5]}} {knights[1]} {{[%eval 0.1]}}"
        )
    values = values_of("pgn", " ".join(moves) + " *")
    assert values.evaluated == 20_000
    assert len(values.qualities) == 20_000
