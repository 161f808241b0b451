"""Verdicts in signs and words, and kept up after one of them is another."""

from __future__ import annotations

import random

import pytest

from viewer.base.messages import message
from viewer.tree.action import Move
from viewer.tree.annotation import VERDICT
from viewer.tree.node import Node
from viewer.tree.record import nodes_of
from viewer.tree.serial import NodeData
from viewer.tree.verdict import (
    chooser,
    glyph_of,
    minimaxed,
    mover_of,
    praise_of,
    revised,
    sign_of,
    words_with,
)

SIDES = (message("Red"), message("Blue"))


@pytest.mark.parametrize(
    ("value", "sign", "glyph", "words"),
    [
        (10_000, "1-0", "+−", "Red wins"),
        (-10_000, "0-1", "−+", "Blue wins"),
        (0, "=", "=", "Even"),
        (2_500, "+25", "⩲", "Good for Red (25 %)"),
        (-6_000, "-60", "∓", "Good for Blue (60 %)"),
        (1, "+1", "⩲", "Good for Red (0.01 %)"),
        (-9_999, "-99", "∓", "Good for Blue (99.99 %)"),
    ],
)
def test_signs_and_words(value: int, sign: str, glyph: str, words: str) -> None:
    assert sign_of(value) == sign
    assert glyph_of(value) == glyph
    assert str(words_with(value, SIDES)) == words


def test_what_says_nothing_is_undetermined() -> None:
    assert str(words_with(12_345, SIDES)) == "Undetermined"


def test_who_moves_and_for_whom_it_is_good() -> None:
    assert mover_of(Node(1, None, Move("1 e3"))) == 0
    assert mover_of(Node(1, None, Move("2 swap-pieces"))) == 1
    assert mover_of(Node(1, None, Move("e3"))) is None
    assert [praise_of(value, 0) for value in (5, 0, -5)] == [1, 0, -1]
    assert [praise_of(value, 1) for value in (5, 0, -5)] == [-1, 0, 1]
    assert praise_of(5, None) == 0


def test_one_after_the_other_comes_to_the_same_as_all_at_once() -> None:
    chance = random.Random(11)
    rows = [NodeData(0, -1, None, {})]
    sides = [1]
    for id in range(1, 120):
        parent = chance.randrange(max(0, id - 9), id)
        sides.append(3 - sides[parent])
        rows.append(NodeData(id, parent, Move(f"{sides[parent]} a{id}"), {}))
    nodes = nodes_of(rows)
    found = minimaxed(nodes[0], chooser)
    assert found == {}
    for _ in range(400):
        node = chance.choice(nodes)
        value = chance.choice((10_000, -10_000, 0, 2_500, -400, None))
        node.notes = {} if value is None else {VERDICT: value}
        revised(node, chooser, found)
        assert found == minimaxed(nodes[0], chooser)
    assert found
