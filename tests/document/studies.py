"""Small documents for tests."""

from __future__ import annotations

from viewer.document.document import Document, new_document
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

# 1. 炮二平五 马8进7 (or 炮8平5) 2. 马二进三 车9平8 (or 马2进3) – and 1. 兵七进一
ROWS = [
    NodeData(0, -1, None, {}),
    NodeData(1, 0, Move("h2e2"), {}),
    NodeData(2, 1, Move("h9g7"), {"comment": "the usual answer"}),
    NodeData(3, 2, Move("h0g2"), {}),
    NodeData(4, 3, Move("i9h9"), {}),
    NodeData(5, 3, Move("b9c7"), {}),
    NodeData(6, 1, Move("h7e7"), {}),
    NodeData(7, 0, Move("c3c4"), {}),
]


def study_record() -> Record:
    root: Node = nodes_of(ROWS)[0]
    return Record("xiangqi", root, (Header("Title", "t"),), "gb18030")


def study_document() -> Document:
    """A document of it, as if it stood in a file like that."""
    document = new_document(study_record(), "xqf")
    document.history.set_clean()
    return document
