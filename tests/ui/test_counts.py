"""The numbers of moves on the screen: the status line and the line below the board count the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

pytestmark = pytest.mark.gui

KIF = """手合割：平手
先手：あ
後手：い
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 投了
まで2手で後手の勝ち
"""
SGF = "(;GM[1]FF[4]SZ[9];B[ee];AB[aa]AW[bb];W[gg];C[so far])"


@pytest.mark.parametrize(
    ("name", "text", "status", "places"),
    [
        ("a.kif", KIF, "2 moves", ["0 / 2", "1 / 2", "2 / 2", "2 / 2"]),
        ("a.sgf", SGF, "2 moves", ["0 / 2", "1 / 2", "1 / 2", "2 / 2", "2 / 2"]),
    ],
    ids=("resignation", "set-up and comment"),
)
def test_what_is_no_move_is_counted_nowhere(
    qtbot, tmp_path: Path, name: str, text: str, status: str, places: list[str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    window = make_window(qtbot, tmp_path, tmp_path / name)
    qtbot.waitUntil(lambda: bool(window.status._size.text()))
    assert window.status._size.text() == status
    count = window.desk.transport._count
    shown = [count.text()]
    while window.session.cursor.next is not None:
        window.session.go(window.session.cursor.next)
        shown.append(count.text())
    assert shown == places


def test_a_concealed_line_does_not_tell_its_length(qtbot, tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_text(KIF, encoding="utf-8")
    window = make_window(qtbot, tmp_path, tmp_path / "a.kif")
    window.session.conceal(True)
    assert window.desk.transport._count.text() == "0 / ?"
    window.session.go(window.session.cursor.next)
    assert window.desk.transport._count.text() == "1 / ?"
