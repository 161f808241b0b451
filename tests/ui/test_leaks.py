"""What was opened and closed is gone: modes of the desk, tabs, palettes, dialogs, menus, sentences."""

from __future__ import annotations

import ast
import gc
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from go_desks import go_window
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from viewer.base.messages import message
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit import layouts
from viewer.ui.toolkit.palette_frame import PaletteFrame
from viewer.ui.window.window import Window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.qt_log_ignore(
        r"This plugin does not support (raise|grabbing the keyboard)", extend=True
    ),
]

GAME = "(;SZ[9]AB[ba][bb]AW[aa]C[x];B[cc];W[dd];B[ee])"
ROUNDS = 10
PATIENCE = 30  # tenths of a second


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return go_window(qtbot, tmp_path, GAME)


def pump() -> None:
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def alive(window: Window) -> Counter[str]:
    """How many objects of each class there are: Python's, of our own classes, and Qt's."""
    pump()
    gc.collect()
    ours = [one for one in gc.get_objects() if type(one).__module__.startswith("viewer.")]
    found = Counter(f"{type(one).__module__}.{type(one).__name__}" for one in ours)
    dead = [one for one in ours if isinstance(one, QObject) and not shiboken6.isValid(one)]
    found.update(f"dead {type(one).__name__}" for one in dead)
    kept = [window, *window.findChildren(QObject), *QApplication.topLevelWidgets()]
    found.update(one.metaObject().className() for one in kept if not one.inherits("QTipLabel"))
    return found


def grown(window: Window, act: Callable[[], object]) -> dict[str, int]:
    """What there is more of after each of many rounds; what is kept once isn't counted."""
    for _ in range(3):
        act()
    before = settled(window)
    for _ in range(ROUNDS):
        act()
    after = settled(window)
    return {name: n - before[name] for name, n in after.items() if n - before[name] >= ROUNDS // 2}


def settled(window: Window) -> Counter[str]:
    """What there is once nothing comes or goes any more: threads may still read and write."""
    found = alive(window)
    for _ in range(PATIENCE):
        QTest.qWait(100)
        before, found = found, alive(window)
        if found == before:
            break
    return found


def mode(window: Window, id: str) -> None:
    window.run(COMMANDS[id])
    pump()
    mode = window.desk.mode
    assert mode is not None
    QTest.keyClick(mode, Qt.Key.Key_Escape)
    assert window.desk.mode is None
    pump()


@pytest.mark.parametrize("id", ["solve", "score", "edit-position"])
def test_a_mode_of_the_desk(qtbot, window: Window, id: str) -> None:
    assert grown(window, lambda: mode(window, id)) == {}
    # Who was left would hear of this, and raise.
    window.run(COMMANDS["flip"])
    window.session.reloaded.emit()


def test_modes_with_many_problems(qtbot, tmp_path) -> None:
    window = go_window(qtbot, tmp_path, GAME * 3)
    window.session.indexer.wait()
    window.run(COMMANDS["solve"])
    solver = window.desk.mode

    def turn() -> None:
        solver.do("next")
        solver.do("previous")
        pump()

    assert grown(window, turn) == {}
    solver.leave()


def test_tabs(qtbot, window: Window, tmp_path) -> None:
    other = tmp_path / "other.sgf"
    other.write_text(GAME, "utf-8")

    def turn() -> None:
        window.files.open(str(other))
        pump()
        window.desk.panels.show_page("graph")
        window.tabs.close_front()
        pump()

    assert grown(window, turn) == {}


@pytest.mark.parametrize("id", ["palette", "find", "bookmark", "bookmarks", "result"])
def test_palettes(qtbot, window: Window, id: str) -> None:
    window.run(COMMANDS["last"])
    assert COMMANDS[id].possible(window)

    def turn() -> None:
        window.run(COMMANDS[id])
        pump()
        for one in window.findChildren(PaletteFrame):
            one.go_away()
        pump()

    assert grown(window, turn) == {}


@pytest.mark.parametrize("id", ["keys", "about"])
def test_dialogs(qtbot, window: Window, id: str) -> None:
    def turn() -> None:
        window.run(COMMANDS[id])
        pump()
        for one in window.findChildren(QDialog):
            one.close()
        pump()

    assert grown(window, turn) == {}


def test_menus_and_sentences(qtbot, window: Window) -> None:
    def turn() -> None:
        window.menus.open_context(("comment", "delete", "copy"), QPoint(10, 10))
        pump()
        for one in QApplication.topLevelWidgets():
            if isinstance(one, QMenu):
                one.close()
        window.tell(message("sentence"), (message("Do it"), pump))
        window.notice.put_away()
        pump()

    assert grown(window, turn) == {}


def test_pages_records_and_looks(qtbot, window: Window) -> None:
    # Where one stood in a record that was undone is kept: redo brings the record back.
    kept = {"viewer.document.reading.cursor.RememberedPath"}

    def turn() -> None:
        for id in ("games", "details", "tree", "graph", "line", "notes", "contents", "notation"):
            window.desk.panels.show_page(id)
        for id in ("new-game", "undo", "last", "first", "flip", "theme-dark", "theme-light"):
            window.run(COMMANDS[id])
        pump()

    assert set(grown(window, turn)) <= kept


def test_nothing_is_connected_to_a_study_that_would_hold_who_listens() -> None:
    """Qt keeps a lambda, and all it knows, as long as the session; a method goes with its object."""
    found = []
    connects = re.compile(r"\.connect\(\s*(?:#.*\s*)?lambda\b")
    for path in Path(layouts.__file__).parent.parent.rglob("*.py"):
        text = path.read_text("utf-8")
        for one in ast.walk(ast.parse(text)) if connects.search(text) else ():
            if not isinstance(one, ast.Call) or not isinstance(one.func, ast.Attribute):
                continue
            on = ast.unparse(one.func.value).split(".")[-2:-1]
            held = one.func.attr == "connect" and isinstance(one.args[0], ast.Lambda)
            if held and on in (["session"], ["_session"]):
                found.append(f"{path.name}:{one.lineno}")
    assert found == []
