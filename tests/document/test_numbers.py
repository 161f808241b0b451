"""Numbers of the moves that put the pieces."""

from __future__ import annotations

import pytest

from viewer.document.position import move_numbers
from viewer.games.go.game import GAME
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup, Takeback
from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

A = Move("B aa")
B = Move("W ab")
C = Move("B ba")
D = Move("W bb")


def tree(*rows: tuple[int, Action | None]) -> tuple[States, list[Node]]:
    nodes = nodes_of([NodeData(id, above, what, {}) for id, (above, what) in enumerate(rows)])
    return States(GAME, Record("go", nodes[0])), nodes


def numbers(states: States, node: Node, way: str, since: Node | None = None) -> dict[str, int]:
    pieces = dict(GAME.pieces(states.at(node)))
    return move_numbers(states, node, way, pieces, since)


@pytest.fixture
def forked() -> tuple[States, list[Node]]:
    return tree((-1, None), (0, A), (1, B), (2, C), (2, D), (4, Move("B cc")), (5, Move("W dd")))


def test_all_moves_or_the_last_ones(forked: tuple[States, list[Node]]) -> None:
    states, nodes = forked
    assert numbers(states, nodes[3], "all") == {"aa": 1, "ab": 2, "ba": 3}
    assert numbers(states, nodes[3], "last-1") == {"ba": 3}
    assert numbers(states, nodes[3], "last-2") == {"ba": 3, "ab": 2}
    assert numbers(states, nodes[3], "none") == {}
    assert numbers(states, nodes[0], "all") == {}


def test_a_variation_counts_from_its_branch(forked: tuple[States, list[Node]]) -> None:
    states, nodes = forked
    assert numbers(states, nodes[6], "variation") == {"bb": 1, "cc": 2, "dd": 3}
    assert numbers(states, nodes[3], "variation") == {"aa": 1, "ab": 2, "ba": 3}


def test_from_a_node_on(forked: tuple[States, list[Node]]) -> None:
    states, nodes = forked
    assert numbers(states, nodes[6], "none", nodes[4]) == {"cc": 1, "dd": 2}
    # Where it isn't on the line, it means nothing.
    assert numbers(states, nodes[6], "all", nodes[3])["dd"] == 5


def test_a_figure_begins_with_its_first_move(forked: tuple[States, list[Node]]) -> None:
    states, nodes = forked
    nodes[5].notes = {FIGURE: ("257", "Figure 2")}
    assert numbers(states, nodes[6], "figure") == {"cc": 1, "dd": 2}
    assert numbers(states, nodes[3], "figure") == {"aa": 1, "ab": 2, "ba": 3}


def test_of_a_point_that_was_taken_the_last_stone_counts() -> None:
    moves = [A, Move("W ba"), Move("B ii"), Move("W ab"), Move("B hh"), Move("W aa")]
    states, nodes = tree((-1, None), *((n, move) for n, move in enumerate(moves)))
    assert numbers(states, nodes[4], "all") == {"ba": 2, "ii": 3, "ab": 4}
    assert numbers(states, nodes[6], "all")["aa"] == 6


def test_stones_set_up_and_moves_taken_back_have_none() -> None:
    states, nodes = tree(
        (-1, Setup("9 B ee")), (0, A), (1, Setup("W aa B cc")), (2, B), (3, Takeback(1)), (4, D)
    )
    assert numbers(states, nodes[5], "all") == {"bb": 2}
    states, nodes = tree((-1, None), (0, A), (1, B), (2, Takeback(2)), (3, Move("B gg")))
    assert numbers(states, nodes[4], "all") == {"gg": 1}


def test_long_lines_are_no_matter() -> None:
    moves = [Move("B pass" if ply % 2 == 0 else "W pass") for ply in range(12_000)]
    states, nodes = tree((-1, None), (0, A), *((n + 1, move) for n, move in enumerate(moves)))
    assert numbers(states, nodes[-1], "all") == {"aa": 1}
