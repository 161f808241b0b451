"""Windows with records of go, for the tests of the window."""

from __future__ import annotations

from pathlib import Path

from desks import make_window

from viewer.ui.window.window import Window


def go_window(qtbot, tmp_path: Path, text: str, name: str = "game.sgf") -> Window:
    """A shown window with a file of go in it."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    return window
