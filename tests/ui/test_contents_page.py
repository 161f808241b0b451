"""The table of contents: what it lists, going, writing, order; the tab that is there for lessons."""

from __future__ import annotations

import pytest
from desks import make_window
from lessons import LESSON, write
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from viewer.tree.annotation import TITLE
from viewer.ui.commands import COMMANDS


def lesson(qtbot, tmp_path, name="lesson.wei7"):
    window = make_window(qtbot, tmp_path, write(tmp_path, name))
    side = window.desk.panels
    side.contents.runner.run_now()
    return window, side


def opened(qtbot, tmp_path):
    window, side = lesson(qtbot, tmp_path)
    window.show_page("contents")
    page = side.page("contents")
    qtbot.waitUntil(page.isVisible)
    return window, page.view, page.model


def texts(model) -> list[tuple[int, str]]:
    return [(entry.depth, entry.text) for entry in model.entries]


ALL = [(0, "Contents"), (1, "Capturing"), (2, "One stone"), (2, "Five stones"), (1, "Counting")]


def test_the_tab_is_there_for_titles_and_the_notation_stays_first(qtbot, tmp_path) -> None:
    window, side = lesson(qtbot, tmp_path)
    assert "contents" in side.cell("contents").seen()
    assert side.cell("notation").front == "tree"
    other = make_window(qtbot, tmp_path / "x", write(tmp_path, "game.sgf"))
    other.desk.panels.contents.runner.run_now()
    assert "contents" not in other.desk.panels.cell("contents").seen()
    window.close()


def test_what_is_listed(qtbot, qtmodeltester, tmp_path) -> None:
    window, view, model = opened(qtbot, tmp_path)
    qtmodeltester.check(model)
    assert texts(model) == ALL
    window.session.go(window.session.record.node(model.entries[2].node).children[0])
    assert view.here == 2


def test_keys_go_write_and_take_away(qtbot, tmp_path) -> None:
    window, view, model = opened(qtbot, tmp_path)
    view.setCurrentIndex(model.index(3))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.session.node.note(TITLE) == "Five stones"
    qtbot.keyClick(view, Qt.Key.Key_F2)
    line = view.findChild(QLineEdit)
    line.setText(" Six  stones ")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert texts(model)[3] == (2, "Six stones")
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert texts(model) == ALL[:3] + ALL[4:]
    window.session.undo()
    window.session.undo()
    window.desk.panels.contents.runner.run_now()
    assert texts(model) == ALL


def test_order_is_changed_by_keys_and_saved(qtbot, tmp_path) -> None:
    window, view, model = opened(qtbot, tmp_path)
    view.setCurrentIndex(model.index(3))
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(view, Qt.Key.Key_Up, alt)
    assert texts(model)[2:4] == [(2, "Five stones"), (2, "One stone")]
    assert view.currentIndex().row() == 2
    qtbot.keyClick(view, Qt.Key.Key_Up, alt)  # it is the first: nothing
    qtbot.keyClick(view, Qt.Key.Key_Down, alt)
    view.setCurrentIndex(model.index(4))
    qtbot.keyClick(view, Qt.Key.Key_Up, alt)
    assert [text for _, text in texts(model)][1:3] == ["Counting", "Capturing"]
    document = window.session.document
    document.save(str(tmp_path / "b.wei7"))
    text = (tmp_path / "b.wei7").read_text()
    assert text.index("Counting") < text.index("Capturing") < text.index("One stone")
    while document.history.undo_words is not None:
        window.session.undo()
    document.save(str(tmp_path / "c.wei7"))
    assert (tmp_path / "c.wei7").read_text() == LESSON


def test_order_is_changed_by_the_mouse(qtbot, tmp_path) -> None:
    _window, view, model = opened(qtbot, tmp_path)

    def spot(row: int) -> QPoint:
        return view.visualRect(model.index(row)).center()

    def drag(start: int, end: int) -> None:
        port = view.viewport()
        QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=spot(start))
        QTest.mouseMove(port, spot(start) + QPoint(0, 12))
        QTest.mouseMove(port, spot(end))
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=spot(end))

    drag(3, 4)  # of another chapter: no
    assert texts(model) == ALL
    drag(4, 1)
    assert texts(model)[1] == (1, "Counting")
    assert view.dragged == -1


@pytest.mark.parametrize(("command", "typed"), [("title", "begin"), ("chapter", "more")])
def test_titles_and_chapters_are_written(qtbot, tmp_path, command, typed) -> None:
    window, _view, model = opened(qtbot, tmp_path)
    session = window.session
    session.go_to(model.entries[2].node)
    session.go(session.node.children[0])  # a move
    page = window.desk.panels.page("contents")
    page.commandAsked.emit(command)
    line = next(one for one in window.findChildren(QLineEdit) if one.isVisible())
    assert "palette" in line.parent().objectName()
    line.setText(typed)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    window.desk.panels.contents.runner.run_now()
    assert (3, typed) in texts(model)
    assert session.node.note(TITLE) == typed
    assert session.node.action is None


def test_commands_are_for_formats_that_hold_titles(qtbot, tmp_path) -> None:
    window, _ = lesson(qtbot, tmp_path, "game.sgf")
    assert COMMANDS["title"].possible(window)
    assert not COMMANDS["message"].possible(window)
    assert "no mark for problems" in str(COMMANDS["problem"].refusal(window))


def test_what_follows_stays_hidden_while_the_next_moves_are(qtbot, tmp_path) -> None:
    window, view, model = opened(qtbot, tmp_path)
    session = window.session
    window.run(COMMANDS["conceal"])
    assert texts(model) == ALL[: model.row_of(session.node) + 1]
    two = next(one for one in session.record.walk() if one.note(TITLE) == "One stone")
    session.go(two)
    assert texts(model) == ALL[:3]
    assert view.here == 2
    window.run(COMMANDS["conceal"])
    assert texts(model) == ALL
