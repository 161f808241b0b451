"""Windows with a record of chess, for the tests of the board."""

from __future__ import annotations

from pathlib import Path

from desks import make_window

from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.window.desk import Desk
from viewer.ui.window.window import Window

HEADERS = (Header("White", "Anna"), Header("Black", "Bert"), Header("Result", "*"))


def line(*moves: str, fen: str = "") -> Node:
    """The root of a record of one line; `fen` is where it starts."""
    setup = game_of("chess").parse_setup(fen) if fen else None
    rows = [NodeData(0, -1, setup, {})]
    rows += [NodeData(n, n - 1, Move(move), {}) for n, move in enumerate(moves, 1)]
    return nodes_of(rows)[0]


def chess_window(qtbot, tmp_path: Path, *roots: Node, format: str = "pgn") -> Window:
    """A shown window with a new document of records of chess."""
    window = make_window(qtbot, tmp_path, start=False)
    records = [Record("chess", root, HEADERS) for root in roots]
    document = Document(MemoryCollection(format, records))
    assert format in FORMATS
    window.workspace.documents.append(document)
    desk = window.add_document(document)
    assert isinstance(desk, Desk)
    desk.stage.board.setFocus()
    return window
