"""Thousands of games copied, pasted and deleted: beside the window's events, shown, and stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from viewer.document.clip import clip_records
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.tasks import TaskLine
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

COUNT = 60


def game(number: int) -> str:
    return f'[White "W{number}"]\n[Event "E"]\n\n1.e4  e5 $1 {{{number}}} (1... c5) *\n\n'


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    """Two files of games; the second is shown."""
    paths = []
    for name, first in (("a.pgn", 0), ("b.pgn", 1000)):
        path = tmp_path / name
        path.write_text("".join(game(first + number) for number in range(COUNT)))
        paths.append(path)
    return make_window(qtbot, tmp_path, *paths)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step at each turn of the event loop."""
    monkeypatch.setattr("viewer.base.cooperative._TURN", 0.0)
    monkeypatch.setattr("viewer.ui.toolkit.jobs._SLICE", 0.0)


def choose(window: Window, start: int, stop: int) -> None:
    window.games.chosen = lambda: list(window.session.document.keys())[start:stop]  # type: ignore[method-assign]  # a test


def show(window: Window, index: int) -> None:
    window.top.tabs.setCurrentIndex(index)


def line(window: Window) -> TaskLine:
    return window.statusBar().findChild(TaskLine)


def run(window: Window, command: str) -> None:
    window.run(COMMANDS[command])


def wait(qtbot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.tasks.running)


def test_many_games_are_copied_beside_the_events_and_keep_their_bytes(
    qtbot, window: Window, tmp_path: Path
) -> None:
    show(window, 0)
    choose(window, 10, 50)
    run(window, "copy-games")
    assert line(window).isVisible()
    assert line(window).text.startswith("Copying 40 games")
    wait(qtbot, window)
    assert not line(window).isVisible()
    assert window.status.said == "Copied 40 games."
    text = "".join(map(game, range(10, 50)))
    assert QGuiApplication.clipboard().text() == text
    show(window, 1)
    run(window, "paste-games")
    assert line(window).text.startswith("Pasting 40 games")
    wait(qtbot, window)
    assert window.status.said == "Pasted 40 games."
    document = window.session.document
    assert len(document) == COUNT + 40
    assert window.session.index == 1
    assert document.values("White", 0, 3) == ["W1000", "W10", "W11"]
    document.save()
    mine = [game(1000 + number) for number in range(COUNT)]
    assert (tmp_path / "b.pgn").read_text() == "".join([mine[0], text, *mine[1:]])
    run(window, "undo")
    assert len(document) == COUNT
    document.save()
    assert (tmp_path / "b.pgn").read_text() == "".join(mine)


def test_games_of_a_text_are_pasted_with_their_bytes(qtbot, window: Window) -> None:
    QGuiApplication.clipboard().setText("".join(map(game, range(2000, 2040))))
    run(window, "paste")
    wait(qtbot, window)
    document = window.session.document
    assert len(document) == COUNT + 40
    span = document.span(1)
    assert span is not None
    assert document.source.read(*span).decode() == game(2000)


def test_copying_is_stopped(qtbot, window: Window, slowly: None) -> None:
    QGuiApplication.clipboard().setText("before")
    choose(window, 0, COUNT)
    run(window, "copy-games")
    (task,) = window.tasks.running
    with qtbot.waitSignal(task.progressed):
        pass
    line(window).findChild(QPushButton).click()
    assert not window.tasks.running
    assert not line(window).isVisible()
    assert QGuiApplication.clipboard().text() == "before"
    assert not COMMANDS["stop"].possible(window)


def test_what_is_edited_meanwhile_is_copied_as_it_was(qtbot, window: Window, slowly: None) -> None:
    choose(window, 0, 40)
    session = window.session
    run(window, "copy-games")
    (task,) = window.tasks.running
    with qtbot.waitSignal(task.progressed):
        pass
    node = session.document.record(39).root.children[0]
    session.document.set_comment(node, "later")
    wait(qtbot, window)
    assert QGuiApplication.clipboard().text() == "".join(game(1000 + n) for n in range(40))


def test_more_than_the_clipboard_takes_is_not_copied(window: Window, monkeypatch) -> None:
    monkeypatch.setattr(clip_records, "MOST", COUNT - 1)
    QGuiApplication.clipboard().setText("before")
    choose(window, 0, COUNT)
    run(window, "copy-games")
    assert not window.tasks.running
    assert window.status.said == f"That is too much to copy: {COUNT - 1} games at most."
    assert QGuiApplication.clipboard().text() == "before"


def test_games_stand_where_one_was_when_one_pasted_them(
    qtbot, window: Window, slowly: None
) -> None:
    choose(window, 10, 40)
    run(window, "copy-games")
    wait(qtbot, window)
    run(window, "paste-games")
    session = window.session
    session.show(session.document.keys()[5])
    wait(qtbot, window)
    assert session.document.values("White", 0, 3) == ["W1000", "W1010", "W1011"]


def test_closing_ends_the_copying(qtbot, window: Window, slowly: None) -> None:
    choose(window, 0, COUNT)
    run(window, "copy-games")
    window.tabs.close_desk(window.desk)
    assert not window.tasks.running


def test_games_that_are_none_are_told(qtbot, window: Window) -> None:
    lines = [clip_records.head("pgn"), *['{"format": "pgn", "raw": "", "encoding": null}'] * 30]
    data = QMimeData()
    data.setData(clip_records.MEDIA_TYPE, "\n".join(lines).encode())
    QGuiApplication.clipboard().setMimeData(data)
    run(window, "paste-games")
    wait(qtbot, window)
    assert window.status.said == "The clipboard holds no games."
    assert len(window.session.document) == COUNT


def test_many_games_are_deleted_and_come_back(window: Window, tmp_path: Path) -> None:
    choose(window, 5, 55)
    run(window, "delete-games")
    document = window.session.document
    assert len(document) == COUNT - 50
    assert not document._records._edited  # none of them was read for it
    run(window, "undo")
    assert len(document) == COUNT
    assert not document.modified
    assert document.unedited_run(0) == COUNT


def test_in_the_list_the_usual_keys_copy_and_paste_games(qtbot, window) -> None:
    window.show_page("games")
    view = window.desk.panels.page("games").view
    view.setFocus()
    view.choose_rows([2, 3, 5])
    moves = len(window.session.record.nodes)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert [name in text for name in ("W1001", "W1002", "W1003", "W1005")] == [False, *[True] * 3]
    show(window, 0)
    window.show_page("games")
    view = window.desk.panels.page("games").view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.document) == COUNT + 3
    assert len(window.session.record.nodes) == moves, "no moves were pasted into a game"


def test_games_are_cut_in_the_list_once_they_are_copied(qtbot, window) -> None:
    window.show_page("games")
    view = window.desk.panels.page("games").view
    view.setFocus()
    view.choose_rows([2, 3, 5])
    moves = len(window.session.record.nodes)
    QTest.keyClick(view, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.document) == COUNT - 3
    text = QGuiApplication.clipboard().text()
    assert [name in text for name in ("W1001", "W1002", "W1003", "W1005")] == [False, *[True] * 3]
    assert len(window.session.record.nodes) == moves, (
        "no moves were cut from the game that is shown"
    )
    window.session.undo()
    assert len(window.session.document) == COUNT


def test_several_tasks_are_listed_and_each_can_be_stopped(qtbot, window: Window, slowly) -> None:
    show(window, 0)
    choose(window, 0, 50)
    run(window, "copy-games")
    assert not line(window).list_button.isVisible()
    choose(window, 10, 50)
    run(window, "copy-games")
    assert line(window).list_button.text() == "1 more"
    menu = line(window).list_menu()
    stops = menu.actions()
    assert [stop.text().partition("  ")[0] for stop in stops] == [
        "Stop: Copying 40 games",
        "Stop: Copying 50 games",
    ]
    stops[1].trigger()
    assert window.status.said.startswith("Stopped: Copying 50 games")
    assert [task.words.text() for task in window.tasks.running] == ["Copying 40 games"]
    stops[1].trigger()  # it is gone
    assert len(window.tasks.running) == 1
    menu.deleteLater()
    wait(qtbot, window)
    assert not line(window).isVisible()
