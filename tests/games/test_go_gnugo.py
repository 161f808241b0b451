"""GNU Go says the same about captures and scores of games made up at random."""

from __future__ import annotations

import random

import pytest
from go_diagrams import named
from go_program import GnuGo
from needs import needs

from viewer.games.go.board import (
    BLACK,
    WHITE,
    Position,
)
from viewer.games.go.game import GAME
from viewer.games.stones.grid import RIM
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

pytestmark = needs("gnugo")

RULES = {"Chinese": "--chinese-rules", "Japanese": "--japanese-rules"}


def start(size: int, rules: str) -> Position:
    headers = (Header("RU", rules), Header("KM", "6.5"))
    return GAME.start_of(Record("go", Node(0, None, Setup(str(size))), headers))


def fills_an_eye(state: Position, move: Move) -> bool:
    """Whether a move fills an eye of its own side that isn't false: such moves never end a game."""
    parsed = state.grid.parsed_moves[move.text]
    assert parsed is not None
    (colour, point), board, stride = parsed, state.board, state.grid.stride
    if any(board[near] not in (colour, RIM) for near in state.grid.around(point)):
        return False
    corners = [board[point + side + way] for side in (-1, 1) for way in (-stride, stride)]
    return corners.count(BLACK + WHITE - colour) < (1 if RIM in corners else 2)


def told(program: GnuGo, state: Position) -> None:
    program.ask("play " + GAME.notation(state, "gtp"))


def played_out(program: GnuGo, state: Position, seed: int) -> Position:
    """A game at random until neither side has a move, told to GNU Go move by move."""
    chance = random.Random(seed)
    passes = 0
    while passes < 2 and state.ply < 4 * len(state.grid.points):
        moves = [move for move in GAME.legal_moves(state) if not fills_an_eye(state, move)]
        passes = 0 if moves else passes + 1
        move = chance.choice(moves) if moves else GAME.pass_move(state)
        state = GAME.step(state, move)
        told(program, state)
        assert GAME.violation(state) is None
    return state


def same_board(program: GnuGo, state: Position) -> None:
    for number, colour in enumerate(("black", "white"), 1):
        mine = {state.grid.names[p] for p in state.grid.points if state.board[p] == number}
        assert set(program.ask(f"list_stones {colour}").split()) == mine
        assert int(program.ask(f"captures {colour}")) == state.prisoners[number - 1]


def same_score(program: GnuGo, state: Position) -> None:
    dead = named(state, *program.ask("final_status_list dead").split())
    score = GAME.score(state, dead)
    assert score is not None
    assert program.ask("final_score") == score.result


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_captures_and_scores_of_random_games(size: int, rules: str) -> None:
    with GnuGo(RULES[rules]) as program:
        for seed in range(3):
            for command in (f"boardsize {size}", "clear_board", "komi 6.5"):
                program.ask(command)
            state = played_out(program, start(size, rules), seed)
            same_board(program, state)
            same_score(program, state)


@pytest.mark.parametrize("rules", RULES)
def test_scores_of_games_with_dead_stones(rules: str) -> None:
    """GNU Go plays on from a random opening against itself, and says what is dead."""
    with GnuGo(RULES[rules], "--seed", "1") as program:
        for command in ("boardsize 9", "clear_board", "komi 6.5"):
            program.ask(command)
        chance, state, passes = random.Random(1), start(9, rules), 0
        for _ in range(8):
            state = GAME.step(state, chance.choice(GAME.legal_moves(state)))
            told(program, state)
        while passes < 2 and state.ply < 150:
            answer = program.ask("genmove " + ("black", "white")[state.side])
            (move,) = GAME.read_moves(state, answer)
            passes = passes + 1 if answer == "PASS" else 0
            state = GAME.step(state, move)
        same_board(program, state)
        same_score(program, state)
        assert program.ask("final_status_list dead")
