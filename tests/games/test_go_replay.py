"""Replays of go tell what its states tell, and leave to them whatever isn't sure."""

from __future__ import annotations

import random

import pytest

from viewer.games import game_of
from viewer.games.go.board import Position
from viewer.games.go.game import GAME
from viewer.games.go.replay import GoReplay
from viewer.games.judge import played
from viewer.games.states import States
from viewer.games.telling import told
from viewer.tree.action import Action, Move, Setup, Takeback, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_SQUARES = [f"{column}{row}" for column in "abcde" for row in "abcd"]


def _record(seed: int, rules: str) -> Record:
    """Stones on a small board, so that many are taken, with moves against the rules and variations."""
    dice = random.Random(seed)
    root = Node(0, None, Setup("5x4"))
    record = Record("go", root, (Header("RU", rules),) if rules else ())
    states = States(GAME, record)
    nodes = [root]
    for id in range(1, 150):
        parent = nodes[-1] if dice.random() < 0.95 else dice.choice(nodes)
        state = states.at(parent)
        colour = "BW"[state.side ^ (dice.random() < 0.03)]
        square = next((move.text[2:] for move in GAME.legal_moves(state)[-3:]), "pass")
        if dice.random() < 0.5:
            square = dice.choice(_SQUARES)
        action: Action = Move(f"{colour} {square}")
        if dice.random() < 0.9 and GAME.violation(GAME.step(state, action)):
            action = GAME.pass_move(state)
        odd = dice.random()
        if odd < 0.02:
            action = dice.choice(
                [Takeback(2), Terminal("resign"), Written("C3"), Written("??"), Setup("-aa +bb")]
            )
        elif odd < 0.06:
            action = Move(f"{colour} {dice.choice(('pass', 'zz', 'ee'))}")
        node = Node(id, parent, action)
        parent.children = (*parent.children, node)
        nodes.append(node)
        record.nodes[id] = node
    return record


@pytest.mark.parametrize("rules", ["", "Japanese", "GOE", "AGA", "NZ"])
def test_findings_and_words_are_those_of_states(rules: str) -> None:
    made = 0
    for seed in range(12):
        record = _record(seed, rules)
        states = States(GAME, record)
        for one in played(GAME, record):
            violation = GAME.violation(states.at(one.node)) if one.node.parent else None
            assert (one.finding is not None) == (violation is not None)
            if one.finding is not None:
                assert str(one.finding.message).endswith(str(violation))
        record_told = told(States(GAME, record), "1-1", changes=True)
        for id, said in record_told.moves.items():
            node = record.nodes[id]
            assert node.parent is not None
            before, after = states.at(node.parent), states.at(node)
            assert said.text == GAME.notation(after, "1-1")
            assert record_told.plies[id] == after.ply
            assert said.touched == GAME.touches(node.action)
            was, now = dict(GAME.pieces(before)), dict(GAME.pieces(after))
            changed = sorted({*was.items()} ^ {*now.items()})
            squares = {square for square, _ in changed}
            assert {square for square, _ in said.changed or ()} == squares
            assert all(now.get(square, "") == kind for square, kind in said.changed or ())
            made += 1
    assert made > 100 if rules not in ("AGA", "NZ") else not made  # there positions before count


def test_the_state_of_a_replay_is_that_of_its_moves() -> None:
    dice = random.Random(7)
    state: Position = GAME.start(Setup("5x4"))
    replay = game_of("go").replay(state)  # type: ignore[attr-defined]  # go is replayed
    assert isinstance(replay, GoReplay)
    for _ in range(400):
        move = Move(f"{'BW'[state.side]} {dice.choice([*_SQUARES, 'pass'])}")
        after = GAME.step(state, move)
        legal = GAME.violation(after) is None
        copy = replay.copy()
        assert (replay.make(move) is not None) == legal
        if not legal:
            continue
        state = after
        found = replay.state(state.ply)
        for name in ("board", "side", "ply", "ko", "prisoners", "rules", "turn_known", "grid"):
            assert getattr(found, name) == getattr(state, name)
        assert copy.make(move) is move  # of which nothing was changed by the other
    assert state.prisoners[0] > 10 < state.prisoners[1]
