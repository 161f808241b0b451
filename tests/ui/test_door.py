"""What is raised while painting, in a slot, an event filter or a job: the rest goes on."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from desks import make_window, notice_button, write_file
from doors import door_of
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import Shiboken

import viewer.ui
from viewer.base.jobs import JobStep, in_thread
from viewer.ui.dialogs.palettes import TextFinder
from viewer.ui.models.headers import HeaderModel
from viewer.ui.models.line import LineModel
from viewer.ui.toolkit import door
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SECRET = "a comment that nobody else may read"
UI = Path(viewer.ui.__file__).parent
BRACKET = '[Event "x"]\n[Variant "Crazyhouse"]\n[FEN "[Q] w - - 0 1"]\n\n1. e4 *\n'


def fail(*_) -> None:
    raise ValueError(SECRET)


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "small.xqf"))


def grabbed(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def test_a_fen_of_another_variant_that_is_no_position_is_shown(qtbot, tmp_path) -> None:
    path = tmp_path / "bracket.pgn"
    path.write_text(BRACKET, "utf-8")
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "small.xqf"), path)
    assert window.session.record.game == "chess"
    grabbed(window)
    window.desk.panels.show_page("notes")
    grabbed(window)


def test_a_board_that_cannot_be_drawn_says_so_in_its_place(qtbot, window, monkeypatch) -> None:
    board = window.desk.stage.board
    board.setFixedSize(board.size())  # the notice above it can't make it smaller
    whole = grabbed(board)
    with door_of(window) as told, monkeypatch.context() as patch:
        patch.setattr(window.session.game.__class__, "pieces", fail)
        broken = grabbed(board)
        assert broken != whole
        assert told == [f"Qipu made a mistake (ValueError: {SECRET}). The rest goes on."]
        assert window.notice.sentence == told[0]
        assert grabbed(board) == broken
        assert len(told) == 1, "the same again isn't told again"
        assert not grabbed(window.desk.panels.info).isNull()
        patch.undo()
        assert grabbed(board) != broken
        assert len(told) == 1


def test_what_fails_again_later_is_told_again(qtbot, window, monkeypatch) -> None:
    times = iter([0.0, 5.0, 16.0])
    monkeypatch.setattr(door, "monotonic", lambda: next(times))
    with door_of(window) as told:
        for _ in range(3):
            with door.going_on():
                fail()
    assert len(told) == 2


def test_rows_that_cannot_be_drawn(qtbot, window, monkeypatch) -> None:
    window.desk.panels.show_page("line")
    page = window.desk.panels.page("line")
    whole = grabbed(page)
    with door_of(window) as told, monkeypatch.context() as patch:
        patch.setattr(LineModel, "is_ply", fail)
        assert grabbed(page) != whole
        assert len(told) == 1


def test_a_model_that_raises(qtbot, window, monkeypatch) -> None:
    window.desk.panels.show_page("details")
    page = window.desk.panels.page("details")
    with door_of(window) as told, monkeypatch.context() as patch:
        patch.setattr(HeaderModel, "_shown", fail)
        patch.setattr(HeaderModel, "_named", fail)
        grabbed(page)
        window.resize(1000, 700)
        QApplication.processEvents()
        assert len(told) == 1


def test_a_slot_that_raises(qtbot, window) -> None:
    button = QPushButton(window)
    button.clicked.connect(fail)
    with door_of(window) as told:
        button.click()
        assert len(told) == 1
    window.session.go_to(1)
    assert window.session.node.id == 1


class _Filter(QObject):
    __module__ = "viewer.ui.made_by_a_test"  # the guard is for the window's own classes

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            raise ValueError(SECRET)
        return False


def test_an_event_filter_that_raises(qtbot, window) -> None:
    filter = _Filter(window)
    window.desk.installEventFilter(filter)
    with door_of(window) as told:
        QApplication.postEvent(window.desk, QEvent(QEvent.Type.User))
        qtbot.waitUntil(lambda: bool(told))
    window.desk.removeEventFilter(filter)


def failing_job():
    yield JobStep(1, 3, "one")
    raise ValueError(SECRET)


def test_a_job_in_slices_that_raises_is_not_finished(qtbot, window) -> None:
    runner = JobRunner(window)
    ended = []
    runner.finished.connect(lambda: ended.append(True))
    with door_of(window) as told, qtbot.waitSignal(runner.failed) as failed:
        runner.start(failing_job())
    assert isinstance(failed.args[0], ValueError)
    assert (len(told), ended, runner.running) == (1, [], False)


def test_a_job_in_a_thread_that_raises(qtbot, window) -> None:
    runner = JobRunner(window)
    with door_of(window) as told, qtbot.waitSignal(runner.failed) as failed:
        runner.start(in_thread(failing_job()))
    assert isinstance(failed.args[0], ValueError)
    assert (len(told), runner.running) == (1, False)


def test_the_finder_of_games_says_why_it_ended(qtbot, window, monkeypatch) -> None:
    indexer = window.session.indexer
    monkeypatch.setattr(window.session.document, "finding", failing_job)
    with door_of(window), qtbot.waitSignal(indexer.ended):
        indexer.complete = False
        indexer.start()
    assert indexer.problem is not None
    assert "ValueError" in indexer.problem.text()
    indexer.problem = None


def test_a_search_that_raises_says_so(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr("viewer.ui.dialogs.palettes.find", lambda *_: failing_job_of_hits())
    finder = TextFinder(window.session, window)
    finder.open_over("")
    with door_of(window) as told, qtbot.waitSignal(finder._job.failed):
        finder.look_for("x")
    assert finder._said.text() == f"The search broke off: ValueError: {SECRET}"
    assert len(told) == 1
    finder.go_away()


def failing_job_of_hits():
    yield JobStep(1, 3, [])
    raise ValueError(SECRET)


def test_a_file_on_which_a_reader_raises_leaves_the_others(qtbot, tmp_path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path)
    open_one = window.workspace.open

    def opening(path: str):
        if path.endswith("bad.xqf"):
            fail()
        return open_one(path)

    monkeypatch.setattr(window.workspace, "open", opening)
    good = write_file(tmp_path / "good.xqf")
    with door_of(window) as told:
        window.files.open_all([str(tmp_path / "bad.xqf"), str(good)])
    assert len(told) == 1
    assert [desk.session.document.path for desk in window.tabs.desks()] == [str(good)]


def test_the_report_has_versions_and_lines_and_nothing_of_a_record(qtbot, window) -> None:
    with door_of(window) as told:
        with door.going_on():
            try:
                fail()
            except ValueError as error:
                raise KeyError(SECRET) from error
        assert len(told) == 1
        notice_button(window, "Copy a report").click()
    report = QGuiApplication.clipboard().text()
    for part in ("Qipu ", "Python ", "PySide6 ", "Qt ", "KeyError", "caused by ValueError", "fail"):
        assert part in report, part
    assert SECRET not in report
    assert str(Path(__file__).parent) not in report
    assert "ui/test_door.py:" in report


def test_the_program_goes_on_where_its_board_cannot_be_drawn(tmp_path) -> None:
    """As a whole process, with Qt's own loop: a painter left at work would end it."""
    path = write_file(tmp_path / "small.xqf")
    code = (
        "import sys; from viewer.games import game_of; from viewer.__main__ import main\n"
        "def fail(*_): raise ValueError('x')\n"
        "type(game_of('xiangqi')).pieces = fail\n"
        "sys.exit(main(['--quit-after-paint', sys.argv[1]]))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=UI.parent.parent,
    )
    assert done.returncode == 0, done.stderr
    assert "ValueError" in done.stderr
    assert "Traceback" not in done.stderr
    assert "active painter" not in done.stderr


# ------------------------------------------------------------------------- by construction


def _classes() -> list[type]:
    """The window's classes that are made of Qt's."""
    for module in pkgutil.walk_packages(viewer.ui.__path__, "viewer.ui."):
        importlib.import_module(module.name)
    found, waiting = [], [Shiboken.Object]
    while waiting:
        waiting += (some := waiting.pop().__subclasses__())
        found += [one for one in some if one.__module__.startswith("viewer.")]
    return found


def test_no_method_that_qt_calls_raises_into_qt() -> None:
    bare, unknown = [], []
    for one in _classes():
        theirs = [vars(base) for base in one.__mro__ if base.__module__.startswith("PySide6")]
        for name, method in vars(one).items():
            if not isinstance(method, FunctionType) or name.startswith("__"):
                continue
            if any(name in base for base in theirs):
                if not hasattr(method, "__wrapped__"):
                    bare.append(f"{one.__name__}.{name}")
                if method.__annotations__.get("return") not in door.NOTHING:
                    unknown.append(f"{one.__name__}.{name}")
    assert len(_classes()) > 80
    assert (bare, unknown) == ([], [])


_PAINTS = re.compile(r"\b(?:QPainter|save|restore)\(")


def _modules() -> Iterator[tuple[str, ast.Module]]:
    """Those that may make a painter, or save one."""
    for one in (*UI.rglob("*.py"), *(UI.parent / "paint").glob("*.py")):
        text = one.read_text("utf-8")
        if _PAINTS.search(text):
            yield str(one.relative_to(UI.parent)), ast.parse(text)


def test_every_painter_is_one_that_is_ended() -> None:
    made, kept = [], []
    for name, module in _modules():
        for one in ast.walk(module):
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name | ast.Attribute):
                word = one.func.id if isinstance(one.func, ast.Name) else one.func.attr
                if word == "QPainter":
                    made.append(name)
                if word in ("save", "restore") and isinstance(one.func, ast.Attribute):
                    value = one.func.value
                    if "painter" in ast.unparse(value):
                        kept.append(name)
    assert made == [os.path.join("paint", "painter.py")]
    assert set(kept) == {os.path.join("paint", "painter.py")}
