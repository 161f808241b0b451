"""Windows with records of Hex and Twixt, for the tests of the window."""

from __future__ import annotations

from pathlib import Path

from desks import make_window

from viewer.document.document import new_document
from viewer.tree.action import Move, Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.window.window import Window


def line(*moves: str, setup: str = "") -> list[NodeData]:
    """Rows of one line of moves of the two sides in turn."""
    rows = [NodeData(0, -1, Setup(setup) if setup else None, {})]
    rows += [NodeData(n, n - 1, Move(f"{2 - n % 2} {move}"), {}) for n, move in enumerate(moves, 1)]
    return rows


def window_of(
    qtbot, tmp_path: Path, game: str, rows: list[NodeData], format: str = "gametree"
) -> Window:
    """A shown window with a record of these rows in it."""
    path = tmp_path / f"game.{ {'sgf': 'sgf'}.get(format, game[0] + 'gt') }"
    new_document(Record(game, nodes_of(rows)[0], (), "utf-8"), format).save(str(path))
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    return window
