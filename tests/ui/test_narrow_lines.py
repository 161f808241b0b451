"""At 200 % on a screen of 1,920 pixels, short sentences around the board are whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import press
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from viewer.tree.annotation import Mark
from viewer.ui.pages.comment_panel import WholeParts
from viewer.ui.window.window import Window

FACTS = "depth 13  ·  164 k nodes  ·  38 k a second"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    window.resize(944, 516)
    return window


def test_the_line_for_moves_says_why_there_is_none(window: Window) -> None:
    press(Qt.Key.Key_Slash)
    field = window.desk.stage.field
    QTest.keyClicks(field.line, "nbd7c4c6")
    said = field._said
    assert "nbd7c4c6" in said.text()
    assert said.elided(said.contentsRect().width()) == said.text()


def test_the_line_below_a_drawing_names_it(window: Window) -> None:
    window.session.trying.draw(Mark("arrow", ("g1", "f3")))
    bar = window.desk.stage.trial
    name = bar._name
    assert name.elided(name.contentsRect().width()) == "Drawn beside the record"
    assert bar.end.geometry().right() < bar.width()


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_of_facts_the_last_ones_are_left_out(qtbot, parts: int) -> None:
    label = WholeParts()
    qtbot.addWidget(label)
    label.setText(FACTS)
    kept = "  ·  ".join(FACTS.split("  ·  ")[:parts])
    wide = label.fontMetrics().horizontalAdvance(kept)
    assert label.elided(wide + 2) == kept
    assert label.elided(10) == label.fontMetrics().elidedText(
        FACTS.split("  ·  ")[0], Qt.TextElideMode.ElideRight, 10
    )
