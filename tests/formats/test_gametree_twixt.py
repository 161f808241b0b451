"""Twixt of other origin as a game tree: links that must be spelt out, so that the position is the same."""

from __future__ import annotations

import random

import pytest
from gametree_maker import load, written

from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

TWIXT = game_of("twixt")


def record_of(start: str, *texts: str, headers: tuple[Header, ...] = ()) -> Record:
    root = node = Node(0, None, Setup(start))
    for id, text in enumerate(texts, 1):
        below = Node(id, node, Move(text))
        node.children = (below,)
        node = below
    return Record("twixt", root, headers)


def links(record: Record) -> list[tuple[bytes, bytes]]:
    states = States(TWIXT, record)
    return [(states.at(node).pegs, states.at(node).links) for node in record.walk()]


def test_links_beside_automatic_ones():
    record = record_of("24", "1 d4", "2 s9", "1 e6", "2 s15", "1 g7 -e6/d4 +e6/d4 auto")
    losses, file = written(MemoryCollection("sgf", [record]))
    assert losses == ()
    read = load(file).record(0)
    assert read.node(5).action == Move("1 g7 +g7/e6")
    assert links(read) == links(record)


def test_an_offer_is_lost_and_the_peg_is_not():
    record = record_of("24", "1 d4", "2 s9 propose-draw", "1 accept-draw")
    losses, file = written(MemoryCollection("sgf", [record]))
    assert [(one.kind, one.node) for one in losses] == [("action", 2), ("branch", 3)]
    assert [one.words.text() for one in losses] == [
        "The offer of a draw is left out.",
        "1 accept-draw is left out: A game tree has no place for this in the moves.",
    ]
    assert len(load(file).record(0).nodes) == 3


@pytest.mark.parametrize("seed", range(8))
def test_games_on_paper_have_the_same_links(seed: int):
    """Own links cross there; a game tree knows standard rules only."""
    chance = random.Random(seed)
    state = TWIXT.start(Setup("8 PP"))
    texts = []
    for _ in range(40):
        moves = [
            move
            for move in TWIXT.legal_moves(state)
            if move.text[2:].isalnum() and "s" not in move.text
        ]
        if not moves:
            break
        move = chance.choice([one for one in moves if one.text[-1].isdigit()] or moves)
        texts.append(move.text)
        state = TWIXT.step(state, move)
    record = record_of("8 PP", *texts)
    losses, file = written(MemoryCollection("sgf", [record]))
    assert [one.kind for one in losses] == ["start"]
    assert links(load(file).record(0)) == links(record)


def test_a_resignation_and_a_pass():
    record = record_of("24", "1 d4", "2 pass", "1 e6", "2 resign")
    losses, file = written(MemoryCollection("sgf", [record]))
    assert [(one.kind, one.node) for one in losses] == [("action", 2), ("branch", 4)]
    read = load(file).record(0)
    assert [node.action for node in read.walk()][1:] == [Move("1 d4"), None, Move("1 e6")]
