"""Compare with…: rows that lead to their places, are taken over, put aside, and undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from PySide6.QtCore import Qt

from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.disk import compare_with_file
from viewer.ui.dialogs.comparison_dialog import ComparisonDialog
from viewer.ui.window.window import Window

OTHER = "1. e4 e5 2. Nf3 {a knight} Nc6 (2... d6 3. d4) 3. Bb5 *\n"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3", "b8c6"))


def compared(qtbot, window: Window, tmp_path: Path, text: str = OTHER) -> ComparisonDialog:
    path = tmp_path / "other.pgn"
    headers = "".join(f'[{one.key} "{one.value}"]\n' for one in window.session.record.headers)
    path.write_text(f"{headers}\n{text}", "utf-8")
    dialog = compare_with_file(window, str(path))
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.model.comparison is not None)
    return dialog


def rows(dialog: ComparisonDialog) -> list[str]:
    return [str(dialog.model.index(row).data()) for row in range(dialog.model.rowCount())]


def click(qtbot, dialog: ComparisonDialog, row: int) -> None:
    place = dialog.list.visualRect(dialog.model.index(row)).center()
    qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_rows_lead_and_are_taken_one_by_one(qtbot, window: Window, tmp_path: Path) -> None:
    dialog = compared(qtbot, window, tmp_path)
    assert rows(dialog) == [
        "2. Nf3: comments added: “a knight”",
        "2… d6 is new (2 moves)",
        "3. Bb5 is new (1 move)",
    ]
    assert not dialog.take.isEnabled()
    click(qtbot, dialog, 0)
    assert window.session.node.ply == 3
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    assert window.session.node.comment == "a knight"
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    click(qtbot, dialog, 1)
    assert window.session.node.ply == 4
    qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    assert rows(dialog) == ["2… d6 is new (2 moves)"]
    window.run(COMMANDS["undo"])
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    assert window.session.document.history.unused
    dialog.close()


def test_one_difference_follows_another_by_the_keys(qtbot, window: Window, tmp_path: Path) -> None:
    here = window.session.node.ply
    dialog = compared(qtbot, window, tmp_path)
    dialog.list.setFocus()
    qtbot.waitUntil(dialog.list.hasFocus)
    assert window.session.node.ply == here
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert window.session.node.ply == 3
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    assert dialog.list.currentIndex().row() == 0
    assert dialog.take.isEnabled()
    assert dialog.list.hasFocus()
    assert dialog.told.text() == "In other.pgn: 2 differences."  # where something is new or gone
    qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    assert rows(dialog) == ["3. Bb5 is new (1 move)"]
    assert dialog.told.text() == "In other.pgn: one difference."
    assert window.session.node.ply == 4
    assert dialog.take.isEnabled()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.document.history.unused
    dialog.close()


def test_all_taken_and_undone_at_once(qtbot, window: Window, tmp_path: Path) -> None:
    dialog = compared(qtbot, window, tmp_path)
    before = window.session.record.digest()
    qtbot.mouseClick(dialog.take_all, Qt.MouseButton.LeftButton)
    assert len(window.session.record.nodes) == 8
    qtbot.waitUntil(lambda: dialog.told.text() == "Nothing differs.")
    window.run(COMMANDS["undo"])
    assert window.session.record.digest() == before
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 3)
    dialog.close()


def test_what_taking_all_would_take_out_is_told(qtbot, window: Window, tmp_path: Path) -> None:
    window.session.do(plans.comment, "mine")
    dialog = compared(qtbot, window, tmp_path, "1. e4 e5 2. Nf3 Nc6 *")
    assert dialog.told.text() == (
        "In other.pgn: one difference. One of them is only in your file; it goes if you take all."
    )
    dialog.close()


def test_text_of_files_is_text(qtbot, window: Window, tmp_path: Path) -> None:
    dialog = compared(qtbot, window, tmp_path, "1. e4 {<b>bold</b> <img src=x>} e5 2. Nf3 Nc6 *\n")
    assert rows(dialog) == ["1. e4: comments added: “<b>bold</b> <img src=x>”"]
    dialog.close()


def test_the_tab_may_be_closed_beside_it(qtbot, window: Window, tmp_path: Path) -> None:
    compared(qtbot, window, tmp_path)
    window.session.document.history.set_clean()
    window.tabs.close_front()
    assert window.session is None


def test_what_cannot_be_read_is_a_sentence(window: Window, tmp_path: Path) -> None:
    assert compare_with_file(window, str(tmp_path / "nowhere.pgn")) is None
    assert "nowhere.pgn" in window.notice.sentence
