"""What ends a game is told in each game, and only there: `Game.ends_at`."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.tree.action import Move, Written


def told(game: str, moves: str, setup: str = "", separator: str | None = None) -> list[str]:
    """The ends at the last of some moves; each is an observation too."""
    played = game_of(game)
    state = played.start(played.parse_setup(setup) if setup else None)
    for move in moves.split(separator):
        state = played.advance(state, Move(move) if separator else Written(move))
        assert isinstance(state.action, Move), move
    ends = [str(one) for one in played.ends_at(state)]
    observed = [str(one) for one in played.observations(state)]
    assert set(ends) <= set(observed)
    return ends


@pytest.mark.parametrize("game", GAMES)
def test_nothing_ends_at_the_start(game: str) -> None:
    assert told(game, "") == []


SHUFFLE = {"chess": "Nf3 Nf6 Ng1 Ng8 ", "xiangqi": "h2h3 h7h6 h3h2 h6h7 "}


@pytest.mark.parametrize(
    ("setup", "moves", "ends"),
    [
        ("", "f3 e5 g4 Qh4", ["White is checkmated."]),
        ("", "e4 e5 Bc4 Bc5", []),
        ("", "e4 e5 Qh5 Nc6 Qxf7", []),  # a check
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", ["Stalemate: Black has no legal move."]),
        ("8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "Kxd3", ["Neither side has the material to mate."]),
        ("", SHUFFLE["chess"], ["This position has occurred 2 times."]),
        (
            *("", SHUFFLE["chess"] * 2),
            ["This position has occurred 3 times: a draw can be claimed."],
        ),
        (
            *("", SHUFFLE["chess"] * 4),
            ["This position has occurred 5 times: the game is drawn."],
        ),
        (
            *("4k3/8/8/8/8/8/3R4/4K3 w - - 99 80", "Rd3"),
            ["50 moves without capture or pawn move: a draw can be claimed."],
        ),
        (
            *("4k3/8/8/8/8/8/3R4/4K3 w - - 149 99", "Rd3"),
            ["75 moves without capture or pawn move: the game is drawn."],
        ),
    ],
)
def test_ends_of_chess(setup: str, moves: str, ends: list[str]) -> None:
    assert told("chess", moves, setup) == ends


QUIET = "a0a1 a9a8 a1a2 a8a7 a2a1 a7a8 a1a0 a8a9 "


@pytest.mark.parametrize(
    ("setup", "moves", "ends"),
    [
        ("3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9", ["Black is checkmated."]),
        ("3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", ["Black has no legal move (困毙)."]),
        ("3k5/9/9/4P4/9/9/9/9/9/4K4 w", "e6e7", []),
        ("", SHUFFLE["xiangqi"], ["This position has occurred 2 times."]),
    ],
)
def test_ends_of_xiangqi(setup: str, moves: str, ends: list[str]) -> None:
    assert told("xiangqi", moves, setup) == ends


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (6, "48 plies without a capture."),
        (13, "52 moves without a capture: the limit of the 50-move rule."),
        (15, "60 moves without a capture: the limit of the 60-move rule."),
    ],
)
def test_the_rule_for_moves_without_a_capture_is_named(rounds: int, words: str) -> None:
    assert told("xiangqi", QUIET * rounds)[-1] == words


def test_checks_in_a_repetition_of_xiangqi_are_counted_and_not_judged() -> None:
    chase = "e5d5 d9e9 d5e5 e9d9 "
    ends = told("xiangqi", chase, "3k5/9/9/9/4R4/9/9/9/9/5K3 w")
    assert ends == [
        "This position has occurred 2 times.",
        "In the 4 plies since, 2 of 2 moves of Red gave check.",
    ]


@pytest.mark.parametrize(
    ("setup", "moves", "ends"),
    [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", ["White is mated."]),
        ("k8/2G6/9/P8/9/9/9/9/4K4 b - 1", "9d9c", ["White has no legal move."]),
        ("4k4/9/9/9/9/9/9/9/5R2K b - 1", "4i5i", []),  # a check
        (
            *("4k4/9/9/9/9/9/9/9/5R2K b - 1", "4i5i 5a4a 5i4i 4a5a"),
            [
                "This position has occurred 2 times.",
                "Black has given check with every move since.",
            ],
        ),
    ],
)
def test_ends_of_shogi(setup: str, moves: str, ends: list[str]) -> None:
    assert told("shogi", moves, setup) == ends


def test_the_fourth_occurrence_in_shogi_is_told() -> None:
    ends = told("shogi", "2h3h 8b7b 3h2h 7b8b " * 3)
    assert ends == [
        "This position has occurred 4 times.",
        "The fourth occurrence of a position ends the game: a draw.",
    ]


def test_an_entering_king_may_declare() -> None:
    sfen = "GGGGKSSSS/RR1BBNNNN/LLLL5/9/9/9/9/4k4/9 b 18P 1"
    ends = told("shogi", "", sfen)
    assert "Black may declare a win by the 27-point rule." in ends


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ("B aa,W pass", []),
        ("B aa,W pass,B pass", ["Both sides passed."]),
        ("B ab,W bb", []),  # an atari
        (
            "B ca,W ba,B db,W ab,B cc,W bc,B bb,W cb,B bb",
            ["The same position stood there 2 plies ago."],
        ),
    ],
)
def test_ends_of_go(moves: str, ends: list[str]) -> None:
    assert told("go", moves, separator=",") == ends


def test_a_won_game_of_hex_and_a_resignation() -> None:
    game = game_of("hex")
    state = game.start(game.parse_setup("2"))
    for move in ("1 a1", "2 b1", "1 a2"):
        state = game.step(state, Move(move))
    assert [str(one) for one in game.ends_at(state)] == ["Red has joined top and bottom: 2 stones."]
    assert [str(one) for one in game.ends_at(game.step(game.start(None), Move("1 resign")))] == [
        "Red resigned."
    ]


def test_a_draw_of_twixt_is_agreed() -> None:
    game = game_of("twixt")
    state = game.start(None)
    for move in ("1 d4", "2 j9", "1 propose-draw"):
        state = game.step(state, Move(move))
    assert game.ends_at(state) == []
    state = game.step(state, Move("2 accept-draw"))
    assert [str(one) for one in game.ends_at(state)] == ["Horizontal agreed to a draw."]
