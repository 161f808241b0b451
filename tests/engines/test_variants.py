"""Variants of chess with Fairy-Stockfish, and positions that no engine is asked about."""

import pytest
from test_engines import SMALL, is_line, program, state_of

from viewer.base.jobs import run_inline
from viewer.engines.analysis import Limits, passed
from viewer.engines.chosen import engines_for, is_variant
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.engines.translation import translator_for
from viewer.games import game_of

CHESS = game_of("chess")
STARTS = {start.id: start.setup.text for start in CHESS.starts}

LINES = [
    ("crazyhouse", ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "P@d5")),
    ("king-of-the-hill", ("e2e4", "e7e5")),
    ("three-check", ("e2e4", "f7f6", "d1h5")),
    ("horde", ()),
    ("racing-kings", ()),
    ("antichess", ("e2e3", "b7b5", "f1b5")),
    ("giveaway", ("e2e3",)),
    ("suicide", ("e2e3", "b7b5")),
    ("atomic", ("g1f3", "f7f6")),
]
# Where Chess960 and a pocket come together: castling onto the own rook, a piece dropped.
CRAZY_960 = "variant crazyhouse rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R[Nn] w HAha - 0 1"


@pytest.mark.parametrize(("variant", "moves"), LINES)
def test_lines_of_variants_are_legal(variant, moves):
    path = program("Fairy-Stockfish", "chess")
    state = state_of("chess", STARTS[variant], *moves)
    tested = Engine(EngineSetup("Fairy", path, (), {"chess": "uci"}, SMALL), CHESS, wait=0.05)
    (dialogue,) = run_inline(tested.introduce())
    if state.board.uci_variant not in dialogue.variants:  # Debian's has no Atomic
        with pytest.raises(EngineFault, match="Fairy doesn't play this variant"):
            run_inline(tested.analyse(state, Limits(nodes=2_000)))
        tested.close()
        return
    best = run_inline(tested.analyse(state, Limits(nodes=2_000), 3))[-1]
    tested.close()
    assert best.lines
    for line in best.lines:
        assert is_line("chess", state, line.moves)


def test_crazyhouse_from_a_start_of_chess960():
    path = program("Fairy-Stockfish", "chess")
    state = state_of("chess", CRAZY_960, "b1h1")
    assert is_line("chess", state_of("chess", CRAZY_960), [state.action])
    tested = Engine(EngineSetup("Fairy", path, (), {"chess": "uci"}, SMALL), CHESS, wait=0.05)
    best = run_inline(tested.analyse(state, Limits(nodes=2_000), 2))[-1]
    tested.close()
    for line in best.lines:
        assert is_line("chess", state, line.moves)


def test_only_engines_that_name_a_variant_are_taken_for_it():
    plain = EngineSetup("Plain", "/x", (), {"chess": "uci"})
    fairy = plain._replace(name="Fairy", variants=("chess", "crazyhouse"))
    crazy = state_of("chess", STARTS["crazyhouse"])
    usual = state_of("chess", None)
    assert engines_for((plain, fairy), "chess", usual) == [plain, fairy]
    assert engines_for((plain, fairy), "chess", crazy) == [fairy]
    assert engines_for((plain, fairy), "chess", state_of("chess", STARTS["horde"])) == []
    assert (is_variant("chess", usual), is_variant("chess", crazy)) == (False, True)
    assert not is_variant("go", state_of("go", "9"))


REFUSED = [
    ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "White has no king."),
    ("chess", "4k3/8/8/8/8/8/8/KK6 w - - 0 1", "A side has more than one king."),
    ("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn stands on the first or last rank."),
    ("chess", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "The side that isn't to move is in check."),
    (
        "chess",
        "variant three-check rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0+3 0 1",
        "The game is over here.",
    ),
    ("chess", "variant atomic rnbq1bnr/8/8/8/8/8/8/4K3 w - - 0 1", "The game is over here."),
    ("xiangqi", "9/9/9/9/9/9/9/9/9/4K4 w", "Black has no king."),
    ("xiangqi", "4k4/4R4/9/9/9/9/9/9/9/3K5 w", "The side that isn't to move is in check."),
    ("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1", "White (後手) has no king."),
    ("shogi", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "The side that isn't to move is in check."),
    ("go", "9 B ab ba W aa", "The stone on A9 has no liberty."),
    ("go", "30", "Engines play on boards of up to 25 lines."),
    ("hex", "27", "Engines play on boards of up to 26 lines."),
]


@pytest.mark.parametrize(("game", "setup", "words"), REFUSED)
def test_what_an_engine_would_choke_on_is_refused_before_it_starts(game, setup, words):
    protocol = translator_for(game).protocols[0]
    absent = EngineSetup("Absent", "/nowhere", (), {game: protocol})
    with pytest.raises(EngineFault) as caught:
        Engine(absent, game_of(game)).analyse(state_of(game, setup))
    assert words in caught.value.reason.text()


@pytest.mark.parametrize(
    ("game", "setup"),
    [("chess", None), ("xiangqi", None), ("shogi", None), ("go", "9"), ("hex", "5")],
)
def test_a_pass_leaves_the_pieces_and_gives_the_turn_away(game, setup):
    rules, state = game_of(game), state_of(game, setup)
    after = passed(rules, state).settled()
    assert after.side == 1 - state.side
    assert list(rules.pieces(after)) == list(rules.pieces(state))
    assert translator_for(game).unsound(after) is None


@pytest.mark.parametrize(
    ("name", "game", "protocol"),
    [
        ("Stockfish", "chess", "uci"),
        ("Fairy-Stockfish", "xiangqi", "uci"),
        ("Fairy-Stockfish", "xiangqi", "ucci"),
        ("Fairy-Stockfish", "shogi", "usi"),
    ],
)
def test_what_the_other_side_would_do(name, game, protocol):
    path = program(name, game)
    after = passed(game_of(game), state_of(game, None))
    setup = EngineSetup(name, path, (), {game: protocol}, SMALL)
    tested = Engine(setup, game_of(game), wait=0.05)
    best = run_inline(tested.analyse(after, Limits(nodes=1_000)))[-1]
    tested.close()
    assert is_line(game, after, best.lines[0].moves)


def test_gnugo_says_whose_the_points_are():
    path = program("GNU Go", "go")
    setup = EngineSetup("GNU Go", path, ("--mode", "gtp", "--level", "1"), {"go": "gtp"})
    wall = " ".join(f"d{row}" for row in "abcdefghi")
    other = " ".join(f"f{row}" for row in "abcdefghi")
    tested = Engine(setup, game_of("go"), wait=0.05)
    for to_move in "BW":
        state = state_of("go", f"9 B {wall} W {other} PL {to_move}")
        owned = run_inline(tested.analyse(state))[-1].ownership
        assert len(owned) == 81
        assert owned["aa"] > 0.9
        assert owned["ia"] < -0.9
    tested.close()
