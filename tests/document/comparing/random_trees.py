"""Random records and changes of them, for property tests of the comparison."""

from __future__ import annotations

import random

from viewer.document.edits import RecordData
from viewer.tree.action import Action, Move, Remark, Takeback, Terminal, Written
from viewer.tree.node import EMPTY, Node
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, nodes_of, rows_of, with_header
from viewer.tree.serial import NodeData

KINDS = ("insert", "remove", "reorder", "note", "action", "put in", "take out", "move", "header")


ODD = (Move, Written, Terminal, Remark, lambda _: Takeback(1), lambda _: None)


def tree(dice: random.Random, most: int = 24, names: int = 10**6, odd: bool = False) -> Record:
    """A record whose moves are mostly different from each other; `odd` has all kinds of actions."""
    rows = [NodeData(0, -1, None, EMPTY)]
    for id in range(1, dice.randint(0, most) + 1):
        back = dice.choice([1, 1, 1, 2, 3, 7])
        text = f"m{dice.randint(0, names)}"
        move = dice.choice(ODD)(text) if odd else Move(text)
        text = dice.choice(["", "", "", "good", "bad"])
        rows.append(NodeData(id, max(0, id - back), move, {"comment": text} if text else EMPTY))
    return Record("xiangqi", nodes_of(_in_order(rows))[0], (Header("Title", "t"), Header("A", "1")))


def _in_order(rows: list[NodeData]) -> list[NodeData]:
    return list(rows_of(nodes_of(rows)[0]))


def copy_of(record: Record) -> Record:
    return RecordData.of(record).record()


def change(dice: random.Random, record: Record, kind: str) -> None:
    """Make a change of a kind, where the record has a place for it."""
    nodes = [node for node in record.walk() if node.parent is not None]
    anywhere = dice.choice(list(record.walk()))
    if kind == "insert":
        index = dice.randint(0, len(anywhere.children))
        length = dice.randint(1, 4)
        rows = [NodeData(record.next_id + n, n - 1, _new(dice), EMPTY) for n in range(length)]
        apply(record, Insert(anywhere.id, index, tuple(rows)))
        return
    if kind == "header":
        value = dice.choice(["1", "2", "x"])
        key = dice.choice(["Title", "A", "B"])
        headers = with_header(record.headers, key, value if value != "x" else "")
        apply(record, SetHeaders(headers))
        return
    if kind == "note":
        value = dice.choice(["", "good", "bad", "new"])
        apply(record, SetNote(anywhere.id, "comment", value))
        return
    if kind == "reorder" and anywhere.children:
        last = len(anywhere.children) - 1
        apply(record, Reorder(anywhere.id, dice.randint(0, last), dice.randint(0, last)))
        return
    if not nodes:
        return
    node = dice.choice(nodes)
    if kind == "remove":
        apply(record, Remove(node.id))
    elif kind == "action":
        apply(record, SetAction(node.id, _new(dice)))
    elif kind == "put in":
        _put_in(record, node, _new(dice))
    elif kind == "take out":
        _take_out(record, node)
    elif kind == "move":
        _move(dice, record, node)


def _new(dice: random.Random) -> Action:
    return Move(f"n{dice.randint(0, 10**6)}")


def _put_in(record: Record, node: Node, action: Action) -> None:
    parent = node.parent
    index = parent.children.index(node)
    rows = [row._replace(parent=row.parent + 1) for row in rows_of(node)]
    apply(record, Remove(node.id))
    new = NodeData(record.next_id, -1, action, EMPTY)
    apply(record, Insert(parent.id, index, (new, *rows)))


def _take_out(record: Record, node: Node) -> None:
    parent = node.parent
    index = parent.children.index(node)
    below = [tuple(rows_of(child)) for child in node.children]
    apply(record, Remove(node.id))
    for number, rows in enumerate(below):
        apply(record, Insert(parent.id, index + number, rows))


def _move(dice: random.Random, record: Record, node: Node) -> None:
    rows = tuple(rows_of(node))
    apply(record, Remove(node.id))
    to = dice.choice(list(record.walk()))
    apply(record, Insert(to.id, dice.randint(0, len(to.children)), rows))


def said(record: Record) -> list[object]:
    """What a record says, whatever its ids and facts: to be compared."""
    rows = [(row.parent, row.action, dict(row.notes)) for row in rows_of(record.root)]
    return [record.game, record.headers, *rows]
