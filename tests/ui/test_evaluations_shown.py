"""Evaluations at the move: in the notation, the outline, the line and the comment panel, with one sign."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import Qt

from viewer.ui.models import NOWHERE
from viewer.ui.models.line import VALUE
from viewer.ui.models.variations import VariationModel
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = "1. e4 {[%eval 0.1]} e5 {[%eval -0.1]} 2. Ke2 {[%eval #-4]} *\n"
KIF = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
**評価値=80
   2 ３四歩(33)
**評価値=-35
   3 ２六歩(27)
**詰み=後手勝ち:4手
"""
SGF = "(;FF[4]GM[1]SZ[9];B[ee]SBKV[60];W[cc]V[-2.5];B[gg]SBKV[25]V[-3])"


def window_of(qtbot, tmp_path: Path, name: str, text: str) -> Window:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return make_window(qtbot, tmp_path, path)


@pytest.mark.parametrize(
    ("name", "text", "shown", "spoken"),
    [
        (
            *("a.pgn", PGN),
            ["+0.10", "\u22120.10", "#\u22124"],
            ["White is 0.10 pawns ahead", "Black is 0.10 pawns ahead", "Black mates in 4"],
        ),
        (
            *("a.kifu", KIF),
            ["+80", "\u221235", "#\u22124"],
            ["Black is 80 ahead", "White is 35 ahead", "White mates in 4"],
        ),
        (
            *("a.sgf", SGF),
            ["60%", "W+2.5", "25% W+3"],
            [
                "Black wins with a chance of 60 %",
                "White leads by 2.5 points",
                "Black wins with a chance of 25 %, White leads by 3 points",
            ],
        ),
    ],
)
def test_an_evaluation_is_the_same_everywhere(
    qtbot, tmp_path: Path, name: str, text: str, shown: list[str], spoken: list[str]
) -> None:
    window = window_of(qtbot, tmp_path, name, text)
    session = window.session
    outline = VariationModel(session, window)
    outline.fetchMore(NOWHERE)
    line = window.desk.panels.page("line").model
    nodes = list(session.record.root.main_line())[1:]
    assert VALUE in line.timed()
    for row, (node, value, words) in enumerate(zip(nodes, shown, spoken, strict=True)):
        session.go(node)
        assert line.index(row, VALUE).data() == value
        index = outline.shown(node.id)
        assert index.data().endswith(f" {value}")
        assert words in index.data(Qt.ItemDataRole.AccessibleTextRole)
        comment = window.desk.panels.comment
        assert f"evaluation {value}" in comment._aside.text()
        assert words in comment._aside.accessibleName()


def test_evaluations_are_hidden_by_the_setting(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path, "a.pgn", PGN)
    line = window.desk.panels.page("line").model
    outline = VariationModel(window.session, window)
    outline.fetchMore(NOWHERE)
    first = window.session.record.node(1)
    assert "+0.10" in outline.shown(first.id).data()
    window.looks.choose("asides", "none")
    assert VALUE not in line.timed()
    assert "+0.10" not in outline.shown(first.id).data()
