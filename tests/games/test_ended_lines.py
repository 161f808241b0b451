"""What the rules say of a main line, by each of its ways: at the move, in findings, of a whole line."""

from __future__ import annotations

import pytest

from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.diagnostic import Severity
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "
CHECKS = "d9e9 d3e3 e9d9 e3d3 "
SHUFFLE = "2h3h 8b7b 3h2h 7b8b "
TIMES = "This position has occurred {} times: {}."
CLAIM, DRAWN = "a draw can be claimed", "the game is drawn"


def record_of(game: str, setup: str, moves: list[str]) -> Record:
    """A record of one line."""
    kind = Written if game == "chess" else Move
    actions: list[Action] = [kind(move) for move in moves]
    rows = [NodeData(0, -1, Setup(setup) if setup else None, {})]
    rows += [NodeData(number, number - 1, action, {}) for number, action in enumerate(actions, 1)]
    return Record(game, nodes_of(rows)[0])


def told(game: str, setup: str, moves: list[str]) -> tuple[list[str], list[str], list[str]]:
    """What is told of the last position as its end, and as facts; the findings of the line."""
    played, record = game_of(game), record_of(game, setup, moves)
    state = played.start_of(record)
    for node in list(record.root.main_line())[1:]:
        state = played.advance(state, node.action)
    found = [one for step in judge(played, record) for one in step.result or ()]
    assert all(one.severity is Severity.INFO for one in found)
    return (
        [str(one) for one in played.ends_at(state)],
        [str(one) for one in played.observations(state)],
        [f"{one.code} {one.node} {one.message}" for one in found],
    )


@pytest.mark.parametrize(
    ("game", "setup", "moves", "words", "code"),
    [
        ("chess", "", KNIGHTS * 2, TIMES.format(3, CLAIM), "drawn"),
        ("chess", "", KNIGHTS * 4, TIMES.format(5, DRAWN), "drawn"),
        # another order of the moves, and a rook that could castle the first time
        ("chess", "", "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8", TIMES.format(3, CLAIM), "drawn"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Kd1 Kd8 Ke1 Ke8 " * 2, "", ""),
        (
            *("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Kd1 Kd8 Ke1 Ke8 " * 3),
            *(TIMES.format(3, CLAIM), "drawn"),
        ),
        (
            *("chess", "4k3/8/8/8/8/8/3R4/4K3 w - - 149 99", "Rd3"),
            *("75 moves without capture or pawn move: the game is drawn.", "drawn"),
        ),
        (
            *("chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7"),
            *("Stalemate: Black has no legal move.", "drawn"),
        ),
        (
            *("chess", "8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "Kxd3"),
            *("Neither side has the material to mate.", "drawn"),
        ),
        ("chess", "", "f3 e5 g4 Qh4", "", ""),
        (
            *("shogi", "", SHUFFLE * 3),
            *("The fourth occurrence of a position ends the game: a draw.", "drawn"),
        ),
        ("shogi", "", SHUFFLE * 2, "", ""),
        (
            *("xiangqi", "3k5/9/9/9/9/9/3R5/9/9/5K3 b", CHECKS * 2),
            *("Red gives perpetual check and has to play otherwise.", "repetition"),
        ),
        (
            *("xiangqi", "4k4/9/2r6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7 " * 2),
            *("The Asian rules forbid nobody to repeat it: a draw.", "drawn"),
        ),
        ("xiangqi", "9/9/2r6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7 " * 2, "", ""),
    ],
)
def test_what_is_told_at_the_move_is_a_finding_of_the_line(
    game: str, setup: str, moves: str, words: str, code: str
) -> None:
    ends, facts, found = told(game, setup, moves.split())
    found = [one for one in found if ".impossible-start" not in one]
    assert set(ends) <= set(facts)
    if not words:
        assert found == []
        return
    assert words in ends
    plies = len(moves.split())
    assert found == [f"{game}.{code} {plies} Ply {plies}: {words}"]


def test_a_diagram_without_moves_is_no_drawn_game() -> None:
    _, _, found = told("chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", [])
    assert found == []
