"""Legal moves: counted, compared with Fairy-Stockfish, and one by one where a rule decides."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable

import pytest
from needs import reason
from xiangqi_positions import at, from_games, play, set_up

from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import START_TEXT, Position
from viewer.tree.action import Setup

# The first line is common knowledge; Fairy-Stockfish counts the same in all of them.
PERFT = [
    (START_TEXT, [44, 1_920, 79_666]),
    ("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b", [39, 1_518, 60_216]),
    ("3akab2/5r3/4b1cCn/p3p3p/2P6/6p2/P3P3P/N3C1N2/9/2BAKAB2 w", [34, 1_143, 38_469]),
    ("2bakr3/4a4/b8/p1N1p3p/9/2n6/P3P3P/4C4/3cA4/2BAK3R b", [37, 1_026, 35_797]),
    ("4k4/4a4/3P1P3/9/9/9/9/3p1p3/4p4/3K5 w", [6, 88, 376]),
    ("5k3/3P5/5P3/4C4/4N4/2B6/9/2n1p4/3R1p3/3K1c3 b", [19, 312, 4_248]),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", [28, 516, 14_808]),
]


def perft(state: Position, depth: int) -> int:
    moves = GAME.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(GAME.step(state, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), PERFT)
def test_perft(fen: str, counts: list[int]) -> None:
    assert [perft(at(fen), depth) for depth in (1, 2, 3)] == counts


@pytest.mark.skipif(importlib.util.find_spec("pyffish") is None, reason=reason(["pyffish"]))
def test_the_same_moves_as_fairy_stockfish(capfd: pytest.CaptureFixture[str]) -> None:
    import pyffish

    def coordinates(move: str) -> str:
        """Ranks 1 to 10, as Fairy-Stockfish counts them."""
        return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"

    chance = random.Random(20_240)
    compared = 0
    for positions in (
        from_games(chance, 250),
        set_up(chance, 150),
        set_up(chance, 100, anywhere=True),
    ):
        for state in positions:
            fen = GAME.setup_text(state)
            ours = {coordinates(move.text) for move in GAME.legal_moves(state)}
            assert ours == set(pyffish.legal_moves("xiangqi", f"{fen} - - 0 1", [])), fen
            compared += 1
    assert compared == 500


def targets(fen: str, origin: str) -> str:
    """Where the piece on a place may go, as text."""
    moves = (move.text for move in GAME.legal_moves(at(fen)))
    return " ".join(sorted(text[2:] for text in moves if text.startswith(origin)))


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        # A leg blocks two jumps, whoever stands there; the leg is beside the horse.
        ("4k4/9/9/9/3pp4/9/9/4N4/9/3K5 w", "e2", "c1 c3 d4 f0 f4 g1 g3"),
        ("4k4/9/9/9/3pp4/9/4p4/4N4/9/3K5 w", "e2", "c1 c3 f0 g1 g3"),
        # The eye blocks; the river stops the elephant.
        ("4k4/9/9/9/9/4B4/9/9/9/3K5 w", "e4", "c2 g2"),
        ("4k4/9/9/9/9/4B4/3p5/9/9/3K5 w", "e4", "g2"),
        ("4k4/9/2b6/9/9/9/9/9/9/3K5 b", "c7", "a5 a9 e5"),
        # A cannon goes as a rook goes, and takes over one screen.
        ("4k4/9/p8/9/P8/9/9/C2p3r1/9/3K5 w", "a2", "a0 a1 a3 a4 b2 c2 h2 a7"),
        ("4k4/9/9/9/9/9/9/C2ppr3/9/3K5 w", "a2", "a0 a1 a3 a4 a5 a6 a7 a8 a9 b2 c2 e2"),
        # Pawns never go back, and go sideways once over the river.
        ("4k4/9/9/9/9/2P6/9/9/9/3K5 w", "c4", "c5"),
        ("4k4/9/9/9/2P6/9/9/9/9/3K5 w", "c5", "b5 c6 d5"),
        ("4k4/9/9/9/2p6/9/9/9/9/3K5 b", "c5", "c4"),
        ("4k4/9/9/9/9/2p6/9/9/9/3K5 b", "c4", "b4 c3 d4"),
        ("2P1k4/9/9/9/9/9/9/9/9/3K5 w", "c9", "b9 d9"),
        # King and advisor keep to the palace.
        ("9/9/3k5/9/9/9/9/4K4/9/9 w", "e2", "e1 f2"),
        ("4k4/9/9/9/9/9/9/3A5/9/5K3 w", "d2", "e1"),
        # Nothing may stand between the kings but one piece: that piece is pinned to the file.
        ("4k4/9/9/9/4R4/9/9/9/9/4K4 w", "e5", "e1 e2 e3 e4 e6 e7 e8 e9"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0", "e1 f0"),
        # A piece may not become a cannon's screen.
        ("4k4/4c4/9/9/9/9/9/9/3A5/4K4 w", "d1", ""),
        # Of two screens neither may leave.
        ("3k5/4c4/9/9/4N4/4P4/9/9/9/4K4 w", "e5", ""),
    ],
)
def test_where_a_piece_may_go(fen: str, origin: str, expected: str) -> None:
    assert targets(fen, origin).split() == sorted(expected.split())


def test_stalemate_leaves_no_move() -> None:
    assert GAME.legal_moves(at("3k5/9/9/9/9/9/9/9/3p1p3/4K4 w")) == []
    pinned = at("4k4/4r4/9/9/9/9/9/9/3pCp3/4K4 w")
    assert [move.text for move in GAME.legal_moves(pinned)] == [f"e1e{rank}" for rank in "234567"]


def test_without_kings_there_is_no_check_to_mind() -> None:
    state = at("9/9/9/9/4r4/9/4R4/9/9/9 w")
    assert len(GAME.legal_moves(state)) == 13
    assert GAME.legal_moves(at("9/9/9/9/9/9/9/9/9/9 b")) == []


@pytest.mark.parametrize(
    ("fen", "safe"),
    [
        # The first king is attacked, the second, or neither but the second could be.
        ("9/9/9/9/9/9/9/3r5/9/3K1K3 w", lambda move: move[:2] == "d0"),
        ("9/9/9/9/9/9/9/5r3/9/3K1K3 w", lambda move: move[:2] == "f0"),
        ("9/9/9/9/9/5r3/9/5R3/9/K4K3 w", lambda move: move[:2] != "f2" or move[2] == "f"),
    ],
)
def test_every_king_of_two_is_minded(fen: str, safe: Callable[[str], bool]) -> None:
    """No game has two; a set-up may."""
    moves = [move.text for move in GAME.legal_moves(at(fen))]
    assert moves
    assert [move for move in moves if not safe(move)] == []


def test_kings_face_each_other_along_files_only() -> None:
    """Set up on one rank they don't threaten each other."""
    state = at("9/9/3k1K3/9/9/9/9/9/9/9 b")
    told = [found.template for found in GAME.observations(state)]
    assert told == ["A piece can't come to where it stands: {places}."]  # and no check
    assert "d7d8" in [move.text for move in GAME.legal_moves(state)]


def test_moves_are_the_same_objects_everywhere() -> None:
    first, again = (GAME.legal_moves(GAME.start(None)) for _ in range(2))
    assert all(one is other for one, other in zip(first, again, strict=True))


# ---------------------------------------------------------------------------- steps, one by one


def test_a_move_takes_what_stands_on_its_target_and_passes_the_turn() -> None:
    state = play(GAME.start(None), "h2h9")
    assert dict(GAME.pieces(state))["h9"] == "red-cannon"
    assert "h2" not in dict(GAME.pieces(state))
    assert (state.side, state.ply) == (1, 1)
    assert len(dict(GAME.pieces(state.previous))) == 32


def test_after_a_move_out_of_turn_the_other_side_goes_on() -> None:
    state = play(GAME.start(None), "h7e7")
    assert state.side == 0
    assert GAME.violation(state) is not None
    assert GAME.violation(play(state, "h2e2")) is None


def test_from_an_empty_point_nothing_moves_and_the_turn_passes() -> None:
    start = GAME.start(None)
    state = play(start, "e4e3")
    assert state.board == start.board
    assert state.side == 1


def test_a_move_onto_its_own_point_leaves_the_piece() -> None:
    start = GAME.start(None)
    assert play(start, "a0a0").board == start.board


def test_a_king_may_be_taken_and_the_game_goes_on() -> None:
    state = play(at("3k5/9/9/9/9/9/9/9/9/3RK4 w"), "d0d9")
    assert "black-king" not in dict(GAME.pieces(state)).values()
    assert (GAME.legal_moves(state), GAME.violation(state)) == ([], None)
    assert GAME.observations(state) == []


def test_a_setup_within_a_line_puts_its_board_there() -> None:
    state = GAME.step(play(GAME.start(None), "h2e2"), Setup("4k4/9/9/9/9/9/9/9/9/4K4 b"))
    assert GAME.setup_text(state) == "4k4/9/9/9/9/9/9/9/9/4K4 b"
    assert GAME.violation(state) is None
    broken = GAME.step(state, Setup("4x4/9/9/9/9/9/9/9/9/4K4 w"))
    assert "e9" in str(GAME.violation(broken))
