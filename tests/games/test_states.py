"""States of a record's nodes: worked out once, forgotten when told, never too many."""

from __future__ import annotations

from typing import Any

from viewer.games import states
from viewer.games.states import States
from viewer.games.xiangqi.game import GAME, Xiangqi
from viewer.tree.action import Action, Move, Setup
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, SetAction, apply
from viewer.tree.record import Record, nodes_of, rows_of
from viewer.tree.serial import NodeData

SHUFFLE = [Move(text) for text in ("h2e2", "h7e7", "e2h2", "e7h7")]


class Counting(Xiangqi):
    """Xiangqi that counts its steps."""

    steps = 0

    def step(self, state: Any, action: Action | None) -> Any:
        self.steps += 1
        return super().step(state, action)


def record_of(*parents: int, setup: Setup | None = None) -> Record:
    """A record whose n-th node (n from 1) hangs below the node with index parents[n - 1]."""
    rows = [NodeData(0, -1, setup, {})]
    depth = [0]
    for number, parent in enumerate(parents, 1):
        rows.append(NodeData(number, parent, SHUFFLE[depth[parent] % 4], {}))
        depth.append(depth[parent] + 1)
    return Record("xiangqi", nodes_of(rows)[0])


def boards(record: Record, kept: States) -> list[str]:
    return [GAME.setup_text(kept.at(node)) for node in record.walk()]


def fresh(record: Record) -> list[str]:
    return boards(record, States(GAME, record))


def test_each_node_has_the_state_after_its_action() -> None:
    record = record_of(0, 1, 1, 0)
    kept = States(GAME, record)
    assert kept.at(record.root).previous is None
    for node in record.walk():
        state = kept.at(node)
        assert state.action == node.action
        if node.parent is not None:
            assert state.previous is kept.at(node.parent)


def test_the_root_stands_on_its_set_up() -> None:
    text = "4k4/9/9/9/9/9/9/9/9/3K5 b"
    kept = States(GAME, record := record_of(setup=Setup(text)))
    assert GAME.setup_text(kept.at(record.root)) == text


def test_a_state_is_worked_out_once() -> None:
    game = Counting()
    record = record_of(*range(50))
    kept = States(game, record)
    leaf = list(record.walk())[-1]
    first = kept.at(leaf)
    assert game.steps == 50
    assert kept.at(leaf) is first
    for node in record.walk():
        kept.at(node)
    assert game.steps == 50


def test_a_change_is_cut_off_and_only_that_is_worked_out_again() -> None:
    game = Counting()
    record = record_of(0, 1, 2, 1, 4)
    kept = States(game, record)
    boards(record, kept)
    done = game.steps
    apply(record, SetAction(2, Move("a9a8")))
    kept.cut([record.node(2)])
    assert boards(record, kept) == fresh(record)
    assert game.steps == done + 2


def test_cutting_nothing_in_particular_forgets_all() -> None:
    record = record_of(0, 1, setup=Setup("4k4/9/9/9/9/9/9/9/9/3K5 b"))
    kept = States(GAME, record)
    boards(record, kept)
    apply(record, SetAction(0, None))
    kept.cut([None])
    assert boards(record, kept) == fresh(record)
    apply(record, SetAction(0, Setup("4k4/9/9/9/9/9/9/9/9/5K3 w")))
    kept.cut([record.root])
    assert boards(record, kept) == fresh(record)


def test_a_branch_put_back_elsewhere_with_its_ids_has_its_new_states() -> None:
    record = record_of(0, 1, 2, 0)
    kept = States(GAME, record)
    boards(record, kept)
    rows = tuple(rows_of(record.node(2)))
    apply(record, Remove(2))
    kept.cut([record.node(1)])
    apply(record, SetAction(4, Move("a0a1")))
    kept.cut([record.node(4)])
    apply(record, Insert(4, 0, rows))  # nothing is below it yet, so nothing has to be cut
    assert boards(record, kept) == fresh(record)


def test_a_long_line_is_kept_whole() -> None:
    """Twice as long as the table: walking up and down it still costs nothing."""
    game = Counting()
    length = 2 * states._KEPT
    record = record_of(*range(length))
    kept = States(game, record)
    line = list(record.walk())
    kept.at(line[-1])
    for node in reversed(line):
        kept.at(node)
    assert game.steps == length


def test_beside_a_long_line_there_is_room() -> None:
    """Two ends of a line longer than the table, looked at in turn, are worked out once."""
    game = Counting()
    length = 2 * states._KEPT
    record = record_of(*range(length), length, length)
    kept = States(game, record)
    kept.at(record.node(length))
    for _ in range(3):
        kept.at(record.node(length + 1))
        kept.at(record.node(length + 2))
    assert game.steps == length + 2


def test_of_many_lines_only_so_many_states_are_kept() -> None:
    width, depth = 30, 1_500
    parents: list[int] = []
    for branch in range(width):
        parents.append(0)
        parents.extend(range(branch * depth + 1, branch * depth + depth))
    record = record_of(*parents)
    kept = States(GAME, record)
    for node in record.walk():
        kept.at(node)
        assert len(kept._known) <= states._KEPT
    leaf: Node = record.node(width * depth)
    assert all(node in kept._known for node in leaf.path())


def test_a_large_branch_is_forgotten_without_walking_all_of_it() -> None:
    record = record_of(*range(5_000))
    kept = States(GAME, record)
    kept.at(record.node(3))
    kept.cut([record.node(1)])
    assert kept._known.keys() <= {record.root}
    assert kept.at(record.node(1)).board == GAME.step(GAME.start(None), SHUFFLE[0]).board
