"""Sizes that must not matter: long lines, wide fans, deep nests, many nodes."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from xqf_maker import Edited, load, written

from viewer.formats.kit.xiangqi import NAMES
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import XqfFormat
from viewer.tree.action import Move, Setup
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.ops import SetNote, apply
from viewer.tree.record import Record

START = Setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
HEADERS = XqfFormat().new_headers("xiangqi")


def record_of(nodes: list[Node]) -> Record:
    return Record("xiangqi", nodes[0], HEADERS)


def some_move(id: int) -> Move:
    return Move("h2" + NAMES[id % 90])


def long_line(plies: int) -> Record:
    nodes = [Node(0, None, START)]
    nodes += [Node(id, None, some_move(id)) for id in range(1, plies + 1)]
    for above, below in pairwise(nodes):
        above.children, below.parent = (below,), above
    return record_of(nodes)


def wide_fan(count: int) -> Record:
    root = Node(0, None, START)
    root.children = tuple(Node(id, root, some_move(id)) for id in range(1, count + 1))
    return record_of([root])


def nested(depth: int) -> Record:
    """A variation at every ply of a line."""
    nodes = [Node(0, None, START)]
    line = nodes[0]
    for _ in range(depth):
        pair = [Node(len(nodes) + i, line, some_move(i + len(nodes))) for i in range(2)]
        line.children = tuple(pair)
        nodes += pair
        line = pair[0]
    return record_of(nodes)


def many(count: int) -> Record:
    chance = random.Random(1)
    fans: list[list[Node]] = [[]]
    nodes = [Node(0, None, START)]
    for id in range(1, count + 1):
        above = max(0, id - 1 - int(chance.expovariate(0.2)))
        notes = {"comment": f"注释 {id}"} if id % 9 == 0 else {}
        nodes.append(Node(id, nodes[above], some_move(id), notes))
        fans.append([])
        fans[above].append(nodes[-1])
    for node, children in zip(nodes, fans, strict=True):
        node.children = tuple(children)
    return record_of(nodes)


@pytest.mark.parametrize("version", ["0A", "12"])
@pytest.mark.parametrize(
    ("make", "count"),
    # Two bytes can't count the last.
    [(long_line, 20_000), (wide_fan, 50_000), (nested, 20_000), (many, 70_000)],
    ids=["long line", "wide fan", "nested", "many"],
)
def test_a_big_record_is_written_and_read(make, count, version):
    record = make(count)
    output = XqfFormat(random.Random(1)).write(
        MemoryCollection("xqf", [record]), {"version": version}
    )
    file = b"".join(output.pieces)
    assert output.losses == ()
    read = load(file)
    again = read.record(0)
    assert next(differences(record, again), None) is None
    assert len(again.nodes) == len(record.nodes)
    apply(again, SetNote(0, "comment", "edited"))
    losses, edited = written(Edited(read, again))
    assert losses == ()
    assert load(edited).record(0).root.comment == "edited"
