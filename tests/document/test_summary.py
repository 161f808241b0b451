"""A line in words: the sides, the worst moves beside the better ones, the points that changed hands."""

from __future__ import annotations

from array import array

from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.document.reading.line_values import LineValues, line_values
from viewer.document.reading.summary import summary, swings_of, worst_moves
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.games.time_controls import UNKNOWN
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.tree.finding import Finding, FoundLine
from viewer.tree.node import Node

GAME = b"1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Ke2 { [%eval -1.5] } f6 { [%eval 2.5] } *\n"


def states_of(text: bytes) -> States:
    record = FORMATS["pgn"].load().read(BytesSource(text)).record(0)
    return States(game_of(record.game), record)


def values_of(states: States) -> LineValues:
    clocks = Clocks(states, lambda *_: UNKNOWN)
    line = list(states.record.root.main_line())
    (values,) = run_inline(line_values(line, states, clocks, lambda node: None))
    return values


def test_the_worst_moves_stand_beside_the_better_ones() -> None:
    states = states_of(GAME)
    values = values_of(states)
    assert worst_moves(values, 5) == [4, 3]
    assert worst_moves(values, 1) == [4]
    better = Finding((FoundLine((Move("g1f3"),), Evaluation(centipawns=30)),))

    def found(node: Node) -> Finding | None:
        return better if node is values.line[2] else None

    text = [one.text() for one in summary(states, values, found, "san")]
    assert text[0].startswith("White: accuracy ")
    assert text[0].endswith("; 0 dubious moves, 0 mistakes, 1 blunder")
    assert text[2:] == [
        "The moves that lost most:",
        "  2… f6??: loses 4.00, winning chance \u221235 %",
        "  2. Ke2??: loses 1.80, winning chance \u221216 %; better Nf3",
    ]


def test_a_line_without_evaluations_says_so() -> None:
    states = states_of(b"1. e4 *\n")
    text = [one.text() for one in summary(states, values_of(states), lambda node: None, "san")]
    assert text == ["No moves of this game were evaluated."]


def test_points_that_change_hands() -> None:
    line = [Node(number, None) for number in range(4)]
    owned = ([100] * 10, [-100] * 10, [0] * 10, [])
    findings = {
        node: Finding((), owned=array("b", one).tobytes())
        for node, one in zip(line, owned, strict=True)
    }
    found = list(swings_of(line, findings.get))
    assert [(one.at, one.points) for one in found] == [(1, 10.0), (2, 5.0)]
