"""What is told once a record: a start that can't come about, a result against the end on the board."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.judge import judge
from viewer.tree.action import Move, Setup
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Record

FOOLS_MATE = "f2f3 e7e5 g2g4 d8h4"


def found(game: str, setup: str, moves: str = "", result: str = "") -> list[Diagnostic]:
    root = last = Node(0, None, Setup(setup) if setup else None)
    nodes = {0: root}
    for number, move in enumerate(filter(None, moves.replace("|", "\n").splitlines()), 1):
        node = Node(number, last, Move(move))
        last.children = (node,)
        nodes[number] = last = node
    record = Record(game, root, nodes=nodes)
    return [one for step in judge(game_of(game), record, result) for one in step.result or ()]


@pytest.mark.parametrize(
    ("game", "setup", "moves", "why"),
    [
        ("chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "A pawn stands on the first or the last"),
        ("chess", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "", "Black has 9 pawns."),
        ("chess", "qqqqk3/qqqqqqqq/8/8/qqqqqqqq/8/8/4K3 w - - 0 1", "", "Black has 21 pieces."),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "", "The castling rights are “KQ”"),
        ("chess", "4k3/8/8/8/8/8/4P3/8 w - - 0 1", "e2e4", "White has no king."),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/R8 w", "a0a5", "Red has no king."),
        ("xiangqi", "4k4/9/9/2B6/9/9/9/9/9/3K5 w", "", "A piece can't come to where it stands: c6"),
        ("xiangqi", "3k5/ppp1ppp2/9/9/9/9/9/9/9/4K4 w", "", "Black has 6 pawns."),
        ("shogi", "4k4/9/9/9/4P4/9/4P4/9/9 b R 1", "", "Black has two pawns on file 5."),
        ("shogi", "4k3N/9/9/9/9/9/9/9/9 b R 1", "", "The piece on 1a can never move."),
        ("shogi", "4k4/9/9/9/9/9/9/9/9 b 3R 1", "", "There are 3 of 2 pieces: rook."),
    ],
)
def test_a_start_that_cannot_be_is_a_note_once(game: str, setup: str, moves: str, why: str) -> None:
    (note,) = (one for one in found(game, setup, moves) if one.severity is Severity.INFO)
    assert note.code == f"{game}.impossible-start"
    assert (note.record, note.node) == (0, 0)
    assert str(note.message).startswith(f"This start can't come about in a game: {why}")


@pytest.mark.parametrize(
    ("game", "setup", "moves"),
    [
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", ""),  # a diagram that is being made
        ("chess", "4k3/8/8/8/8/8/4P3/8 w - - 0 1", ""),
        ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("chess", "QQQQk3/QQQQQ3/8/8/8/8/8/4K3 b - - 0 1", ""),
        ("xiangqi", "9/9/9/9/9/9/9/9/9/R8 w", ""),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a9"),
        ("shogi", "4k4/9/4G4/9/9/9/9/9/9 b G 1", "G*5b"),  # the attacker has no king
        ("shogi", "4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1", "G*5b"),
    ],
)
def test_problems_and_unfinished_diagrams_lack_nothing(game: str, setup: str, moves: str) -> None:
    assert found(game, setup, moves) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_start_that_is_offered_is_doubted(game: str) -> None:
    for start in game_of(game).starts:
        assert found(game, start.setup.text) == []


@pytest.mark.parametrize(
    ("game", "setup", "moves", "wrong", "right", "winner"),
    [
        ("chess", "", FOOLS_MATE.replace(" ", "|"), ["1-0", "1/2-1/2"], ["0-1", "*", ""], "Black"),
        (
            "chess",
            "variant king-of-the-hill 4k3/8/8/8/8/4K3/8/8 w - - 0 1",
            "e3e4",
            ["0-1"],
            ["1-0"],
            "White",
        ),
        (
            "xiangqi",
            "3k5/R8/9/9/9/9/9/9/9/1R2K4 w",
            "b0b9",
            ["0-1", "1/2-1/2"],
            ["1-0"],
            "Red",
        ),
        ("shogi", "4k4/9/4G4/9/9/9/9/9/9 b G 1", "G*5b", ["0-1"], ["1-0", "B+R"], "Black"),
        ("hex", "2", "1 a1|2 b1|1 a2", ["W+R", "W+"], ["B+", "Void"], "Red"),
    ],
)
def test_a_result_against_the_end_on_the_board_is_a_note(
    game: str, setup: str, moves: str, wrong: list[str], right: list[str], winner: str
) -> None:
    for result in wrong:
        (note,) = found(game, setup, moves, result)
        assert note.code == f"{game}.result-on-board"
        assert note.severity is Severity.INFO
        assert note.node == len(moves.split("|"))
        words = f"The result is {result}, but {winner} has won on the board."
        assert str(note.message) == words
    for result in right:
        assert found(game, setup, moves, result) == []


def test_nothing_is_said_of_the_end_of_a_line_that_breaks_a_rule() -> None:
    codes = [one.code for one in found("chess", "", "f2f5|e7e5|g2g4|d8h4", "1-0")]
    assert "chess.result-on-board" not in codes
