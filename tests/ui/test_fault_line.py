"""What a record can't show is said under its title, without a page being opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtWidgets import QLabel

from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

GAMES = """[White "A"]
[Black "B"]
[Variant "Bughouse"]

1. e4 e5 2. P@d4 *

[White "C"]
[Black "D"]

1. e4 e5 *

[Game "Janggi"]
[Red "E"]
[Black "F"]

1. 차79 마84 *
"""


def said(window: Window) -> str:
    side = window.desk.panels.info
    texts = [one.text() for one in side.findChildren(QLabel) if one.property("bad")]
    shown = [
        one.text() for one in side.findChildren(QLabel) if one.property("bad") and one.isVisible()
    ]
    assert len(texts) == 1
    return shown[0] if shown else ""


def test_a_variant_and_another_game_are_named_at_once(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(lambda: "Bughouse" in said(window))
    assert said(window) == (
        "Qipu can't play Bughouse: the board stays as it is, and the moves stand as they are written."
    )
    session = window.session
    assert [session.words.of(node) for node in session.record.root.main_line()][1:] == [
        "e4",
        "e5",
        "P@d4",
    ]
    window.run(COMMANDS["next-game"])
    assert session.record.header("White") == "C"
    qtbot.waitUntil(lambda: not said(window))
    window.run(COMMANDS["next-game"])
    assert "a janggi record in PGN" in said(window)
    window.run(COMMANDS["previous-game"])
    assert not said(window)
    assert path.read_text(encoding="utf-8") == GAMES
