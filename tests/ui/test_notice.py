"""What is told stays until it is closed, one sentence at a time, at the tab that it is about."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from desks import in_theme, make_window, notice_button, press, write_file
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from viewer.base.messages import message
from viewer.scene.theme import DARK
from viewer.ui.pages.files_page import FilesPanel
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.window.top_bar import TabEnd
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

LONG = "/home/somebody/" + "a" * 200 + "/" + "b" * 200 + ".pgn"


def close(window: Window) -> None:
    """Press the cross of the notice."""
    (cross,) = window.notice.card.findChildren(QToolButton)
    cross.click()


def place(window: Window, widget: QWidget) -> QRect:
    """Where a widget is in the window."""
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def badges(window: Window) -> list[int]:
    """The numbers at the tabs."""
    tabs = window.top.tabs
    ends = [tabs.tabButton(n, tabs.ButtonPosition.RightSide) for n in range(tabs.count())]
    return [end.count for end in ends if isinstance(end, TabEnd)]


def two_files(qtbot, tmp_path: Path) -> Window:
    """A window with the tabs of two files, the second in front."""
    window = make_window(qtbot, tmp_path)
    for name in ("a.xqf", "b.xqf"):
        window.files.open(str(write_file(tmp_path / name)))
    return window


def test_each_file_that_cannot_be_opened_is_told(qtbot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.xqf"
    bad.write_bytes(b"no record")
    good = write_file(tmp_path / "good.xqf")
    folder = tmp_path / "folder"
    folder.mkdir()
    paths = [tmp_path / "gone.xqf", bad, good, folder]
    window = make_window(qtbot, tmp_path, *paths)
    assert [desk.session.document.path for desk in window.tabs.desks()] == [str(good)]
    told = window.notice.sentence.split("\n")
    assert len(told) == 3
    assert told[0] == f"There is no file {paths[0]}."
    assert told[1].startswith("bad.xqf can't be opened. ")
    assert told[2] == "There is no game record in folder."
    assert window.notice.shown == told[2]

    window.files.open(str(write_file(tmp_path / "another.xqf")))
    assert window.notice.sentence.split("\n") == told
    assert window.notice.shown == told[2], "they belong to no file"
    window.files.open(str(bad))
    assert len(window.notice.sentence.split("\n")) == 3, "the same again is told once"
    write_file(bad)
    window.files.open(str(bad))
    assert window.notice.sentence.split("\n") == [told[0], told[2]]
    close(window)
    assert window.notice.sentence == told[0]
    close(window)
    assert window.notice.sentence == ""
    assert not window.notice.card.isVisible()


def test_what_can_be_done_is_done_and_the_others_stay(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    done: list[str] = []
    window.tell(message("First."), (message("Act"), lambda: done.append("act")))
    window.tell(message("Second."))
    window.tell(message("Second."))
    assert window.notice.sentence == "First.\nSecond."
    notice_button(window, "Act").click()
    assert done == ["act"]
    assert window.notice.sentence == "Second."


def test_one_is_seen_and_a_number_leads_to_the_others(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    seen = []
    for words in ("First.", "Second.", "Third."):
        window.tell(message(words))
        assert window.notice.shown == words
    for _ in range(3):
        notice_button(window, "2 more").click()
        seen.append(window.notice.shown)
    assert seen == ["Second.", "First.", "Third."]
    close(window)
    assert window.notice.shown == "Second."
    close(window)
    (more,) = window.notice.card.findChildren(QPushButton)
    assert more.isHidden()


def test_it_lies_over_the_panel_and_takes_no_room(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.resize(1366, 768)
    QApplication.processEvents()
    board = place(window, window.desk.stage.board)
    for number in range(60):
        window.files.open(str(tmp_path / f"gone {number}.xqf"))
    window.tell(
        message("There is no file {file}.", file=LONG),
        (message("Read it again"), lambda: None),
        (message("Save it under another name"), lambda: None),
    )
    QApplication.processEvents()
    card, panel = window.notice.card, place(window, window.desk.room.side)
    for width, height in ((1366, 768), (1000, 600), (860, 520)):
        window.setMinimumSize(1, 1)
        window.resize(width, height)
        QApplication.processEvents()
        panel = place(window, window.desk.room.side)
        assert panel.contains(place(window, card))
        assert not place(window, card).intersects(place(window, window.desk.stage.board))
        parts = [one for one in card.findChildren(QPushButton) if one.isVisible()]
        assert len(parts) == 3
        places = sorted((place(window, one) for one in parts), key=lambda one: (one.y(), one.x()))
        assert all(not a.intersects(b) for a, b in pairwise(places))
        assert all(place(window, card).contains(one) for one in places)
    window.resize(1366, 768)
    QApplication.processEvents()
    assert place(window, window.desk.stage.board) == board


@pytest.mark.parametrize("wide", [1366, 1000])
def test_tabs_under_it_can_be_clicked(qtbot, tmp_path: Path, wide: int) -> None:
    """Where the head of the pages has one line, it would lie over their tabs."""
    path = tmp_path / "a.pgn"
    path.write_text('[White "A"]\n[Black "B"]\n\n1. e4 *\n')
    window = make_window(qtbot, tmp_path, path)
    window.resize(wide, 768)
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    for sentence in ("A sentence.", "A sentence that is longer. " * 12):
        window.tell(message("{sentence}", sentence=sentence))
        QApplication.processEvents()
        card = place(window, window.notice.card)
        assert place(window, window.desk.room.side).contains(card)
        bars = [cell.tabs for cell in window.desk.panels.stack.cells if cell.tabs.isVisible()]
        assert bars
        assert not any(card.intersects(place(window, bar)) for bar in bars)


def test_the_head_of_a_list_under_it_is_seen(qtbot, tmp_path: Path) -> None:
    """Of the files of a folder: the line that narrows them, and the first ones."""
    folder = tmp_path / "folder"
    folder.mkdir()
    for number in range(60):
        write_file(folder / f"{number:02}.xqf")
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(folder)])
    window.resize(1366, 768)
    panel = window.desk.panels.made("files")
    assert isinstance(panel, FilesPanel)
    qtbot.waitUntil(panel.page.view.isVisible)
    for sentence in ("A sentence.", "A sentence that is longer. " * 12):
        window.tell(message("{sentence}", sentence=sentence))
        QApplication.processEvents()
        card, rows = place(window, window.notice.card), place(window, panel.page.view)
        assert place(window, window.desk.room.side).contains(card)
        assert not card.intersects(place(window, panel.page.filter))
        assert not card.intersects(QRect(rows.topLeft(), rows.size() / 3))


def test_where_no_panel_is_seen_it_lies_in_the_corner(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.tell(message("Nothing is open."))
    QApplication.processEvents()
    spot, stack = place(window, window.notice.card), place(window, window.stack)
    assert stack.contains(spot)
    assert stack.right() - spot.right() == spot.top() - stack.top() == 10
    window.files.open(str(write_file(tmp_path / "a.xqf")))
    window.board_alone.toggle()
    QApplication.processEvents()
    spot, stack = place(window, window.notice.card), place(window, window.stack)
    assert window.notice.shown
    assert stack.right() - spot.right() == spot.top() - stack.top() == 10


def test_it_stands_at_the_tab_that_it_is_about(qtbot, tmp_path: Path) -> None:
    window = two_files(qtbot, tmp_path)
    first, second = (desk.session.document for desk in window.tabs.desks())
    window.tell(message("Of the first."), of=first)
    window.tell(message("Also of the first."), of=first)
    assert window.notice.shown == ""
    assert badges(window) == [2, 0]
    window.tell(message("Of the one in front."))
    window.tell(message("Of the window."), of=EVERYWHERE)
    assert badges(window) == [2, 0]
    assert window.notice.shown == "Of the window."
    window.tabs.step(1)
    assert badges(window) == [0, 1]
    assert window.notice.shown == "Of the window."
    close(window)
    assert window.notice.shown == "Also of the first."
    window.tabs.step(1)
    assert window.notice.shown == "Of the one in front."
    window.close_document(first)
    assert window.notice.sentence == "Of the one in front."
    assert badges(window) == [0]
    assert second in window.workspace.documents


def test_the_panel_that_it_lay_over_may_be_gone(qtbot, tmp_path: Path) -> None:
    window = two_files(qtbot, tmp_path)
    window.notice.tell(message("One."), of=EVERYWHERE)
    panel = window.notice.card._watched
    assert panel is not None
    close(window)
    window.tabs.close_front()
    qtbot.waitUntil(lambda: not isValid(panel))
    window.notice.tell(message("Two."), of=EVERYWHERE)
    assert window.notice.shown == "Two."


def test_escape_closes_it_where_it_has_nothing_else_to_do(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    qtbot.waitUntil(window.desk.stage.board.hasFocus)
    window.tell(message("First."), (message("Act"), lambda: None))
    window.tell(message("Second."))
    window.desk.panels.notation.setFocus()
    press(Qt.Key.Key_Escape)
    assert window.notice.shown == "Second.", "it leads to the board first"
    press(Qt.Key.Key_Escape)
    assert window.notice.shown == "First."
    notice_button(window, "Act").setFocus()
    press(Qt.Key.Key_Escape)
    assert window.notice.sentence == ""
    assert window.desk.stage.board.hasFocus()


def test_the_cross_follows_the_theme(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.tell(message("One."))
    (cross,) = window.notice.card.findChildren(QToolButton)
    before = cross.icon().pixmap(12).toImage()
    with in_theme(DARK):
        assert cross.icon().pixmap(12).toImage() != before
    assert cross.icon().pixmap(12).toImage() == before
