"""Verdicts that follow from those of leaves."""

from __future__ import annotations

import random

from viewer.base.messages import message
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.verdict import UNDETERMINED, WON, chooser, lent, minimaxed, verdict_of, words_with


def tree(shape: list, player: int = 1) -> Node:
    """A node of nested lists; a leaf is a verdict or None."""
    ids = iter(range(10_000))

    def made(shape: object, parent: Node | None, player: int) -> Node:
        move = None if parent is None else Move(f"{3 - player} a{next(ids)}")
        node = Node(next(ids), parent, move)
        if isinstance(shape, list):
            node.children = tuple(made(one, node, 3 - player) for one in shape)
        elif shape is not None:
            node.notes = {"verdict": shape}
        return node

    return made(shape, None, player)


def value(root: Node) -> int | None:
    return minimaxed(root, chooser).get(root.id)


def test_who_moves_chooses():
    assert value(tree([10, -20, 30])) == 30
    assert value(tree([10, -20, 30], player=2)) == -20
    assert value(tree([[10, 500], [-3, 700]])) == 10
    assert value(tree([[10, 500], [-3, 700]], player=2)) == 500


def test_what_is_not_known_may_decide():
    assert value(tree([10, None])) is None
    assert value(tree([WON, None])) == WON
    assert value(tree([-WON, None])) is None
    assert value(tree([-WON, UNDETERMINED], player=2)) == -WON
    assert value(tree([None])) is None
    assert value(tree(7)) == 7


def test_only_leaves_count():
    root = tree([5, 6])
    root.notes = {"verdict": WON}
    assert value(root) == 6
    assert root.notes == {"verdict": WON}
    assert all("verdict" not in node.notes for node in tree([[1], [2]]).walk() if node.children)


def test_both_sides_have_moves():
    root = tree([5, 6])
    root.children[0].action = Move("2 b2")
    assert chooser(root) is None
    assert value(root) is None


def test_any_value_is_taken():
    node = Node(0, None)
    for said, verdict in (
        (0, 0),
        (-WON, -WON),
        (WON + 1, None),
        (UNDETERMINED, None),
        ("1", None),
        ("", None),
    ):
        node.notes = {"verdict": said}
        assert verdict_of(node) == verdict
    for number in (WON, -WON, 0, 2500, -1, UNDETERMINED):
        assert words_with(number, (message("Red"), message("Blue"))).text()


def test_a_deep_line_and_many_nodes():
    root = node = Node(0, None)
    for id in range(1, 100_000):
        below = Node(id, node, Move(f"{1 + (id + 1) % 2} a1"))
        node.children = (below,)
        node = below
    node.notes = {"verdict": -WON}
    found = minimaxed(root, chooser)
    assert len(found) == 100_000
    assert set(found.values()) == {-WON}


def test_like_the_definition():
    """Beside a minimax written down as it is defined."""
    chance = random.Random(5)

    def shape(depth: int) -> object:
        if not depth or chance.random() < 0.2:
            return chance.choice([WON, -WON, 0, chance.randrange(-WON, WON), None])
        return [shape(depth - 1) for _ in range(chance.randrange(1, 4))]

    def best(node: Node, first: bool) -> float | None:
        if not node.children:
            return node.notes.get("verdict")
        values = [best(child, not first) for child in node.children]
        win = WON if first else -WON
        if win in values or None not in values:
            return (max if first else min)(one for one in values if one is not None)
        return None

    for _ in range(300):
        root = tree([shape(4) for _ in range(2)])
        assert value(root) == best(root, True)


def test_an_end_takes_the_verdict_of_its_position_elsewhere() -> None:
    """And what follows from it goes up to the root."""
    root = tree([[None], [-WON, None]])
    end, known = root.children[0].children[0], root.children[1].children[0]
    found = minimaxed(root, chooser)
    assert root.id not in found
    lent([[end, known]], chooser, found)
    assert found[end.id] == found[known.id] == found[root.children[0].id] == -WON
    assert found[root.id] == -WON
