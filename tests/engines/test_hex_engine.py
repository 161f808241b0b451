"""Hex over GTP, with an engine made of OpenSpiel's search."""

import sys
from pathlib import Path

import pytest
from needs import reason

from viewer.base.jobs import run_inline
from viewer.engines.analysis import Limits
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.identify import identify, unknown_setup
from viewer.games import game_of
from viewer.tree.action import Move, Setup

pytest.importorskip("pyspiel", reason=reason(["pyspiel"]))

SCRIPT = str(Path(__file__).with_name("hex_engine.py"))
HEX = game_of("hex")


@pytest.fixture
def engine():
    setup = EngineSetup("OpenSpiel", sys.executable, (SCRIPT,), {"hex": "gtp"})
    made = Engine(setup, HEX, wait=0.05)
    yield made
    made.close()


def played(*moves: str):
    state = HEX.start(Setup("5"))
    for move in moves:
        state = HEX.step(state, Move(move))
        assert HEX.violation(state) is None
    return state


# Red joins top and bottom along the column c, Blue is busy elsewhere; c3 wins.
RED_WINS = ("1 c1", "2 a5", "1 c2", "2 b5", "1 c4", "2 e1", "1 c5", "2 e2")


def test_it_is_found_out_to_play_hex():
    found = run_inline(identify(unknown_setup(sys.executable, (SCRIPT,))))[-1]
    assert found.protocols == {"hex": "gtp"}
    assert found.name.startswith("OpenSpiel")


def test_the_winning_cell_is_the_best_line_for_either_side(engine):
    found = run_inline(engine.analyse(played(*RED_WINS), Limits(nodes=1), 3))[-1]
    assert found.final
    assert found.lines[0].moves == (Move("1 c3"),)
    assert found.evaluation.share > 0.8
    # Blue, to move, has to stop it there.
    blue = run_inline(engine.analyse(played(*RED_WINS, "1 e5"), Limits(nodes=1), 3))[-1]
    assert blue.lines[0].moves == (Move("2 c3"),)


def test_it_chooses_a_move(engine):
    assert run_inline(engine.play(played(*RED_WINS), Limits())) == [Move("1 c3")]


@pytest.mark.parametrize("swap", ["2 swap-pieces", "2 swap-sides"])
def test_after_a_swap_it_gets_the_board(engine, swap):
    """Engines disagree on what a swap means: they are told the stones only, and refuse what isn't in turn."""
    state = played("1 b2", swap)
    found = run_inline(engine.analyse(state, Limits(nodes=1)))[-1]
    assert HEX.violation(HEX.step(state, found.lines[0].moves[0])) is None
