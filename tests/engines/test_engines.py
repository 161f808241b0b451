"""Real engines, where they are installed (`.ci/run` installs them), and scripted ones for GTP's analysis."""

import marshal
import sys
from pathlib import Path

import pytest
from needs import lacks

from viewer.base.jobs import run_inline
from viewer.engines.analysis import Limits
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.identify import Identity, identify, unknown_setup
from viewer.engines.installed import installed_engines
from viewer.engines.process import EngineFault
from viewer.games import game_of
from viewer.tree.action import Move, Setup, Takeback

SHORT = Limits(nodes=2_000)
SCRIPT = str(Path(__file__).with_name("scripted.py"))


PROGRAMS = {"Stockfish": "stockfish", "Fairy-Stockfish": "fairy-stockfish", "GNU Go": "gnugo"}


def program(name: str, game: str) -> str:
    """The path of an installed engine; the test is skipped without it."""
    for one in installed_engines(game):
        if one.known.title == name:
            return one.path
    lacks(PROGRAMS[name])
    raise AssertionError(f"{PROGRAMS[name]} is there, but {name} isn't found")


SMALL = {"Hash": 1, "USI_Hash": 1, "Threads": 1}
"""Large tables take long to clear on a machine that is busy."""


def running(name: str, game: str, protocol: str, *arguments: str) -> Engine:
    setup = EngineSetup(name, program(name, game), arguments, {game: protocol}, SMALL)
    return Engine(setup, game_of(game), wait=0.05)


def state_of(game: str, setup: str | None, *moves: str):
    rules = game_of(game)
    state = rules.start(None if setup is None else Setup(setup))
    for move in moves:
        state = rules.step(state, Move(move))
    return state


def is_line(game: str, state, moves) -> bool:
    """Whether moves are a line of legal moves."""
    rules = game_of(game)
    for move in moves:
        state = rules.step(state, move)
        if rules.violation(state) is not None:
            return False
    return bool(moves)


POSITIONS = [
    ("Stockfish", "chess", "uci", None, ("e2e4", "e7e5")),
    ("Stockfish", "chess", "uci", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", ("e8c8",)),
    # Chess960: the castling move is the king's onto his rook.
    (
        "Stockfish",
        "chess",
        "uci",
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
        ("e1g1",),
    ),
    ("Fairy-Stockfish", "xiangqi", "uci", None, ("h2e2", "b9c7", "b0c2")),
    ("Fairy-Stockfish", "xiangqi", "ucci", None, ("h2e2", "b9c7", "b0c2")),
    ("Fairy-Stockfish", "shogi", "usi", None, ("7g7f", "3c3d", "8h2b+")),
    (  # a handicap, White to move, and pieces in hand
        "Fairy-Stockfish",
        "shogi",
        "usi",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ("3c3d", "7g7f"),
    ),
]


@pytest.mark.parametrize(("name", "game", "protocol", "setup", "moves"), POSITIONS)
def test_lines_are_legal_and_for_the_first_side(name, game, protocol, setup, moves):
    tested = running(name, game, protocol)
    state = state_of(game, setup, *moves)
    found = run_inline(tested.analyse(state, SHORT, lines=3))
    best = found[-1]
    assert best.final
    assert best.depth
    assert best.nodes
    assert len(best.lines) == (1 if protocol == "ucci" and len(best.lines) == 1 else 3)
    for line in best.lines:
        assert is_line(game, state, line.moves)
        assert line.evaluation is not None
    (move,) = run_inline(tested.play(state, Limits(depth=4)))
    assert is_line(game, state, [move])
    tested.close()


@pytest.mark.parametrize(("to_move", "won"), [("w", True), ("b", False)])
def test_evaluations_are_for_the_first_side(to_move, won):
    """White has a queen more, whoever is to move."""
    tested = running("Stockfish", "chess", "uci")
    state = state_of("chess", f"4k3/8/8/8/8/8/8/3QK3 {to_move} - - 0 1")
    value = run_inline(tested.analyse(state, SHORT))[-1].evaluation
    assert value is not None
    assert value.chance is not None
    assert value.chance > 0.9
    tested.close()


def test_mate_in_two_of_chess():
    tested = running("Stockfish", "chess", "uci")
    state = state_of("chess", "7k/8/5K2/8/8/8/8/1R6 w - - 0 1")
    found = run_inline(tested.analyse(state, Limits(depth=12)))[-1]
    assert found.evaluation is not None
    assert found.evaluation.mate is not None
    (moves,) = run_inline(tested.mate(state, Limits(seconds=5, depth=3)))
    assert is_line("chess", state, moves)
    black = state_of("chess", "7K/8/5k2/8/8/8/8/1r6 b - - 0 1")
    value = run_inline(tested.analyse(black, Limits(depth=12)))[-1].evaluation
    assert value is not None
    assert value.mate is not None
    assert value.mate < 0
    tested.close()


def test_a_checkmated_side_has_no_line():
    tested = running("Stockfish", "chess", "uci")
    mated = state_of("chess", None, "f2f3", "e7e5", "g2g4", "d8h4")
    assert run_inline(tested.analyse(mated, SHORT))[-1].lines == ()
    assert run_inline(tested.play(mated, SHORT)) == [""]
    tested.close()


def test_mate_problem_of_shogi():
    tested = running("Fairy-Stockfish", "shogi", "usi")
    state = state_of("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    assert run_inline(tested.mate(state, Limits(seconds=5))) == [(Move("G*5b"),)]
    tested.close()


def test_a_line_goes_on_after_a_takeback_and_a_null_move():
    tested = running("Stockfish", "chess", "uci")
    rules = game_of("chess")
    state = state_of("chess", None, "e2e4", "e7e5")
    back = rules.step(state, Takeback(1))
    for here in (back, rules.step(state, Move("0000"))):
        lines = run_inline(tested.analyse(here, SHORT))[-1].lines
        assert is_line("chess", here, lines[0].moves)
    tested.close()


def test_an_illegal_move_is_not_replayed():
    tested = running("Stockfish", "chess", "uci")
    state = state_of("chess", None, "e2e5", "e7e6")
    lines = run_inline(tested.analyse(state, SHORT))[-1].lines
    assert is_line("chess", state, lines[0].moves)
    tested.close()


def test_stepping_leaves_one_search_for_the_next():
    tested = running("Stockfish", "chess", "uci")
    state = state_of("chess", None)
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"):
        job = tested.analyse(state)
        assert is_line("chess", state, next(one.result for one in job if one.result).lines[0].moves)
        job.close()
        state = game_of("chess").step(state, Move(move))
    tested.close()


# ------------------------------------------------------------------------------------- go


@pytest.mark.parametrize("setup", ["9", "19", "13 B dd jj PL W", "9 B ee W cc gg PL B"])
def test_gnugo_considers_moves(setup):
    tested = running("GNU Go", "go", "gtp", "--mode", "gtp", "--level", "1")
    state = state_of("go", setup)
    best = run_inline(tested.analyse(state, lines=3))[-1]
    assert best.final
    assert best.lines[0].evaluation is not None
    for line in best.lines:
        assert is_line("go", state, line.moves)
    for _ in range(4):
        (move,) = run_inline(tested.play(state, Limits()))
        assert is_line("go", state, [move])
        state = game_of("go").step(state, move)
    tested.close()


def test_gnugo_finds_dead_stones():
    tested = running("GNU Go", "go", "gtp", "--mode", "gtp", "--level", "1")
    wall = " ".join(f"e{row}" for row in "abcdefghi")
    other = " ".join(f"f{row}" for row in "abcdefghi")
    state = state_of("go", f"9 B {wall} W {other} ba PL B")
    (dead,) = run_inline(tested.dead(state))
    assert "ba" in dead
    assert "ea" not in dead
    tested.close()


def scripted(habit: str, game: str = "go") -> Engine:
    setup = EngineSetup("Scripted", sys.executable, (SCRIPT, habit), {game: "gtp"})
    return Engine(setup, game_of(game), wait=0.05)


@pytest.mark.parametrize(("to_move", "sign"), [("B", 1), ("W", -1)])
def test_the_analysis_of_katago(to_move, sign):
    tested = scripted("kata")
    state = state_of("go", f"9 PL {to_move}")
    found = next(one.result for one in tested.analyse(state, Limits(nodes=40), 2) if one.result)
    assert found.nodes == 40
    first, second = found.lines
    assert first.moves == (Move(f"{to_move} ee"), Move(f"{'W' if to_move == 'B' else 'B'} cg"))
    assert first.visits == 30
    assert first.evaluation is not None
    assert first.evaluation.share == pytest.approx(0.25 if sign > 0 else 0.75)
    assert first.evaluation.points == -2.5 * sign
    assert second.moves == (Move(f"{to_move} cg"),)
    assert found.ownership["aa"] == 0.5 * sign
    assert found.ownership["ii"] == -1.0 * sign
    tested.close()


def test_the_analysis_of_leela_zero():
    tested = scripted("leela")
    found = run_inline(tested.analyse(state_of("go", "9"), Limits(nodes=5)))[-1]
    assert found.final
    assert found.evaluation is not None
    assert found.evaluation.share == pytest.approx(0.75)
    tested.close()


def test_an_engine_that_resigns():
    tested = scripted("resigns")
    assert run_inline(tested.play(state_of("go", "9"), Limits(seconds=1))) == ["resign"]
    tested.close()


# --------------------------------------------------------------------------- what an engine is


@pytest.mark.parametrize(
    ("name", "game", "protocols"),
    [
        ("Stockfish", "chess", {"chess": "uci"}),
        ("Fairy-Stockfish", "shogi", {"chess": "uci", "xiangqi": "uci", "shogi": "usi"}),
        ("GNU Go", "go", {"go": "gtp"}),
    ],
)
def test_what_an_engine_is_found_out_by_talking(name, game, protocols):
    (found,) = run_inline(identify(unknown_setup(program(name, game))))
    assert isinstance(found, Identity)
    assert found.protocols == protocols
    assert found.name.startswith(name)


def test_a_program_that_is_no_engine(monkeypatch):
    with pytest.raises(EngineFault, match="has ended unexpectedly"):
        run_inline(identify(unknown_setup(sys.executable, ("-c", ""))))
    monkeypatch.setattr("viewer.engines.identify._PATIENCE", 0.3)
    silent = ("-c", "import sys; sys.stdin.read()")
    with pytest.raises(EngineFault, match="no engine that Qipu understands"):
        run_inline(identify(unknown_setup(sys.executable, silent)))


@pytest.mark.skipif(
    sys.platform == "win32", reason="programs there have a suffix, and no permission"
)
def test_installed_engines_are_found_by_name(tmp_path):
    for name in ("stockfish-17", "katago", "notes.txt"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "lc0").write_text("not executable")
    assert [one.known.title for one in installed_engines("chess", str(tmp_path))] == ["Stockfish"]
    assert [one.known.arguments for one in installed_engines("go", str(tmp_path))] == [("gtp",)]
    assert installed_engines("twixt", str(tmp_path)) == []


def test_a_move_has_one_rank(tmp_path):
    """Engines that search for long say how the ranks stand before all of a depth are searched."""
    said = (
        "info depth 4 multipv 1 score cp 30 pv d2d4\ninfo depth 4 multipv 2 score cp 20 pv c2c4\n"
        "info depth 5 multipv 1 score cp 24 pv d2d4\ninfo depth 5 multipv 2 score cp 23 pv c2c4\n"
        "info depth 5 multipv 1 score cp 26 pv c2c4\nbestmove c2c4"
    )
    answers = tmp_path / "answers"
    answers.write_bytes(marshal.dumps({"uci": "uciok", "isready": "readyok", "go": said}))
    liar = str(Path(__file__).with_name("liar.py"))
    setup = EngineSetup("Two", sys.executable, (liar, "uci", str(answers)), {"chess": "uci"})
    tested = Engine(setup, game_of("chess"))
    last = run_inline(tested.analyse(game_of("chess").start(None), Limits(depth=5), 2))[-1]
    tested.close()
    first = [line.moves[0].text for line in last.lines]
    assert len(set(first)) == len(first)
    assert last.depth == 4
