"""The board of a file is painted before the rest of the window; what a hand does meanwhile isn't lost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import click, forget_changes, write_file
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.files import FileSystem
from viewer.base.resources import resource_path
from viewer.base.running import Run
from viewer.document.workspace import Workspace
from viewer.ui.app import Program
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

SAMPLES = sorted(Path(str(resource_path("samples", "en", "study"))).iterdir())
SIZES = [(1280, 800), (1366, 768), (900, 600), (700, 480)]


class Opened:
    """A program with a window of which only the first board is made, until `window.finish` is called."""

    def __init__(self, qtbot, folder: Path, **settings: object) -> None:
        self.qtbot = qtbot
        self.store = Store(str(folder / "own"))
        self.store.settings.set("animate", False)
        for name, value in settings.items():
            self.store.settings.set(name.replace("_", "-"), value)
        self.run = Run(str(folder / "own" / "run.log"), FileSystem())

    def __call__(self, *paths: Path | str) -> Window:
        program = Program(self.store, self.run)
        window = program.open(Workspace(), [str(path) for path in paths])
        self.qtbot.addWidget(window, before_close_func=forget_changes)
        window._painted = True  # the rest isn't made by itself
        return window


@pytest.fixture
def opened(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    return Opened(qtbot, tmp_path)


@pytest.fixture
def held(qtbot, tmp_path: Path, opened: Opened) -> Window:
    """An active window with the board of a file, and nothing else."""
    window = opened(write_file(tmp_path / "game.xqf"))
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    qtbot.waitActive(window)
    assert not window.ready
    assert "menus" not in vars(window)
    return window


def place_of_board(window: Window) -> QRect:
    board = window.stack.currentWidget().stage.board
    return QRect(board.mapTo(window, QPoint(0, 0)), board.size())


def key(window: Window, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window, key, held)


class Paints(QObject):
    """Where the board is at each of its paints."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window, self.places = window, []
        window.stack.currentWidget().stage.board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.places.append(place_of_board(self._window))
        return False


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_that_comes_later_moves_the_board(
    qtbot, opened: Opened, sample: Path, size
) -> None:
    window = opened(sample)
    window.resize(*size)
    paints = Paints(window)
    window.show()
    qtbot.waitUntil(lambda: bool(paints.places))
    assert not window.ready
    window.finish()
    desk = window.desk
    desk.panels  # noqa: B018  # makes them
    QApplication.processEvents()
    assert {(p.x(), p.y(), p.width(), p.height()) for p in paints.places} == {
        (p.x(), p.y(), p.width(), p.height()) for p in [place_of_board(window)]
    }


@pytest.mark.parametrize("percent", [80, 100, 125, 150])
def test_the_board_stays_at_every_size_of_text(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, percent: int
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    window = Opened(qtbot, tmp_path, text_size=percent)(SAMPLES[0])
    window.resize(1280, 800)
    window.show()
    before = place_of_board(window)
    window.finish()
    QApplication.processEvents()
    assert place_of_board(window) == before


def test_the_rest_is_made_once_the_board_is_painted(qtbot, opened: Opened, tmp_path: Path) -> None:
    window = opened(write_file(tmp_path / "game.xqf"))
    window._painted = False
    window.show()
    qtbot.waitUntil(lambda: window.ready)
    assert window.desk is window.stack.currentWidget()
    assert [desk.session.document.path for desk in window.tabs.desks()] == [
        str(tmp_path / "game.xqf")
    ]
    assert window.first_desk(window.desk.session.document) is None


def test_an_arrow_key_steps(held: Window) -> None:
    key(held, Qt.Key.Key_Right)
    assert held.ready
    assert held.session.node.id == held.session.record.root.children[0].id


def test_a_shortcut_runs_its_command(held: Window) -> None:
    key(held, Qt.Key.Key_F11)
    assert held.ready
    assert held.isFullScreen()


def test_saving_saves(held: Window, tmp_path: Path) -> None:
    path = tmp_path / "game.xqf"
    before = path.stat().st_mtime_ns
    key(held, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert held.ready
    assert held.status.said or path.stat().st_mtime_ns != before


def test_a_click_on_the_board_plays(qtbot, held: Window) -> None:
    board = held.stack.currentWidget().stage.board
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.centre_of("b2").toPoint())
    assert held.ready
    click(qtbot, held, "e2")
    assert held.session.shown.action.text == "b2e2"  # tried, since the sample's game has a result


def test_a_dropped_file_is_opened(held: Window, tmp_path: Path) -> None:
    other = write_file(tmp_path / "other.xqf")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other))])
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(held, QDragEnterEvent(QPoint(5, 5), copy, data, button, none))
    QApplication.sendEvent(held, QDropEvent(QPointF(5, 5), copy, data, button, none))
    assert [Path(desk.session.document.path).name for desk in held.tabs.desks()] == [
        "game.xqf",
        "other.xqf",
    ]


def test_a_file_that_the_system_hands_over_is_opened(held: Window, tmp_path: Path) -> None:
    held.finish()
    held.leaving.keeper.hand([str(write_file(tmp_path / "other.xqf"))])
    assert len(held.tabs.desks()) == 2


def test_closing_closes(held: Window) -> None:
    assert held.close()
    assert held.leaving.keeper is None  # in order, with the tabs kept


@pytest.mark.parametrize("content", [b"no game at all\xff", None], ids=["unreadable", "missing"])
def test_a_file_that_cannot_be_opened_is_told(opened: Opened, tmp_path: Path, content) -> None:
    path = tmp_path / "bad.xqf"
    if content is not None:
        path.write_bytes(content)
    window = opened(path)
    assert window.desk is None
    assert window.notice.tells(str(path))


def test_unsaved_edits_of_the_last_run_come_before_the_file(
    qtbot, opened: Opened, tmp_path: Path
) -> None:
    """A journal may have another board than the file: nothing is shown of it before that is read."""
    journals = Path(opened.store.journals)
    journals.mkdir(parents=True)
    (journals / "other").write_bytes(b"")
    window = opened(write_file(tmp_path / "game.xqf"))
    assert "menus" in vars(window)
    assert window.desk is not None
