"""Text of files is text: nothing of it is taken for HTML, for keys or for a title's signs."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window
from hostile import TEXT, TRAP, Trap, hostile_record, setup_record
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialogButtonBox,
    QLabel,
    QMenu,
    QTableView,
    QToolTip,
    QTreeView,
    QWidget,
)
from shiboken6 import Shiboken

from viewer.base.messages import message
from viewer.document.document import Document
from viewer.document.saving.save import SaveError
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.panels import PANELS
from viewer.ui.toolkit import plain
from viewer.ui.toolkit.layouts import LongLabel
from viewer.ui.toolkit.message_box import MessageBox
from viewer.ui.window.window import Window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.qt_log_ignore(r"This plugin does not support raise\(\)", extend=True),
    pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders there"),
]

UI = Path(plain.__file__).parent.parent
WRITTEN = [(e.id, game) for e in FORMATS.values() if e.load().writable for game in e.games]


@pytest.fixture
def trap(tmp_path: Path, monkeypatch) -> Iterator[Trap]:
    monkeypatch.chdir(tmp_path)
    trap = Trap(tmp_path)
    yield trap
    trap.close()


def test_the_trap_springs(qtbot, trap: Trap) -> None:
    """What Qt does by itself: without this the tests below would show nothing."""
    label = QLabel(TEXT)
    qtbot.addWidget(label)
    label.setTextFormat(Qt.TextFormat.AutoText)
    label.grab()
    assert trap.sprung


def test_a_label_and_a_tooltip_show_the_text(qtbot, trap: Trap) -> None:
    label = plain.Label(TEXT)
    qtbot.addWidget(label)
    label.show()
    label.grab()
    plain.set_tip(label, TEXT)
    hover(label, QPoint(2, 2))
    tips = [w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel")]
    assert tips
    tips[0].grab()
    QToolTip.hideText()
    assert not trap.sprung
    plain.set_tip(label, "")
    assert label.toolTip() == ""


@pytest.mark.parametrize("text", [TEXT, "a\nb <c>", "&lt;", "<?xml", "\n <b>x", "  two  <i>"])
def test_a_tooltip_shows_each_sign_and_line(qtbot, text: str) -> None:
    from PySide6.QtGui import QTextDocument

    shown = QTextDocument()
    shown.setHtml(plain.tip(text))
    assert shown.toPlainText().strip("\n") == text.strip("\n")
    assert plain.tip("a\nb") == "a\nb"


def test_a_message_box_shows_the_text(qtbot, trap: Trap) -> None:
    box = MessageBox(message("{text}", text=TEXT), message("{text}", text=TEXT))
    qtbot.addWidget(box)
    button = box.add_answer(message("{text}", text="A&B"))
    box.show()
    box.grab()
    texts = [label for label in box.findChildren(QLabel) if "<img" in label.text()]
    assert len(texts) == 2
    assert {label.textFormat() for label in texts} == {Qt.TextFormat.PlainText}
    assert button.text() == "A&&B"
    buttons = box.findChild(QDialogButtonBox)
    assert {label.x() for label in texts} == {buttons.x()}  # the text stands above the buttons
    assert not trap.sprung


def hover(widget: QWidget, point: QPoint) -> str:
    """Rest the mouse on a point; the tooltip that is shown."""
    QToolTip.hideText()
    event = QHelpEvent(QEvent.Type.ToolTip, point, widget.mapToGlobal(point))
    QApplication.sendEvent(widget, event)
    return QToolTip.text()


def look_over(window: Window) -> None:
    """Paint all there is, rest on all there is, and see that nothing is taken for HTML."""
    QApplication.processEvents()
    window.grab()
    for one in QApplication.allWidgets():
        if not Shiboken.isValid(one):
            continue  # the tooltip before
        if isinstance(one, QAbstractItemView) and one.isVisible():
            look_over_list(one)
        elif one.toolTip() and one.isVisible():
            assert "<img" not in hover(one, one.rect().center()), one
        if isinstance(one, QLabel) and "<" in one.text() and not one.inherits("QTipLabel"):
            assert one.textFormat() == Qt.TextFormat.PlainText, one
        if isinstance(one, QAbstractButton):
            assert "A&B" not in one.text().replace("&&", ""), one
    assert window.menus._made()._main in window.findChildren(QMenu)
    for menu in window.findChildren(QMenu):
        for action in menu.actions():
            assert "A&B" not in action.text().replace("&&", ""), action.text()
    QToolTip.hideText()


def look_over_list(view: QAbstractItemView) -> None:
    model = view.model()
    several = isinstance(view, QTableView | QTreeView)
    columns = range(model.columnCount(view.rootIndex())) if several else [0]
    for row in range(min(model.rowCount(view.rootIndex()), 60)):
        for column in columns:
            index = model.index(row, column, view.rootIndex())
            said = index.data(Qt.ItemDataRole.ToolTipRole)
            assert said is None or "<img" not in said, (view, row, column)
            if said and row < 8:
                hover(view.viewport(), view.visualRect(index).center())


def look_at_all_pages(window: Window) -> None:
    side = window.desk.panels
    for id in PANELS:
        side.show_page(id)
        look_over(window)
        view = getattr(side.page(id), "view", None)
        if id in ("graph", "notation") or view is None:
            for one in side.page(id).findChildren(QWidget):
                if one.isVisible() and one.height() > 60:
                    wander(one)


def wander(widget: QWidget) -> None:
    for y in range(8, min(widget.height(), 160), 24):
        for x in range(8, min(widget.width(), 300), 72):
            QTest.mouseMove(widget, QPoint(x, y))
            hover(widget, QPoint(x, y))


DIALOGS = (
    *("bookmark", "bookmarks", "title", "find", "glyphs", "result", "verdict", "change-step"),
    *(
        "message",
        "palette",
        "keys",
        "about",
        "edit-position",
        "score",
        "solve",
        "tool-text",
        "settings",
    ),
)


def look_at_all_dialogs(window: Window) -> None:
    for id in DIALOGS:
        if not COMMANDS[id].possible(window):
            continue
        window.run(COMMANDS[id])
        look_over(window)
        for one in QApplication.topLevelWidgets():
            if one is not window and one.isVisible():
                one.close()
        if window.desk.mode is not None:
            window.desk.close_editor()
        for one in window.findChildren(QWidget, "palette"):
            one.close()
        window.focus_board()


def show_record(window: Window, document: Document) -> None:
    window.workspace.documents.append(document)
    window.add_document(document)
    QApplication.processEvents()


@pytest.mark.parametrize(("format", "game"), WRITTEN)
def test_a_record_in_which_every_text_is_html(qtbot, tmp_path, trap, format, game) -> None:
    window = make_window(qtbot, tmp_path)
    document = Document(MemoryCollection(format, [hostile_record(game, format)]))
    show_record(window, document)
    if format == next(one for one, its in WRITTEN if its == game):
        for node in list(window.session.record.nodes):
            window.session.go_to(node)
            look_over(window)
        window.session.go_to(1)
        look_at_all_dialogs(window)
    look_at_all_pages(window)
    path = tmp_path / f"{TEXT.replace('/', '')}.{FORMATS[format].suffixes[0]}"
    try:
        document.save(str(path), allow_loss=True)
    except SaveError:
        return  # this format has no way to write such a record
    window.files.open(str(path))
    look_at_all_pages(window)
    assert not trap.sprung


@pytest.mark.parametrize("game", list(GAMES))
def test_a_start_that_is_html(qtbot, tmp_path, trap, game) -> None:
    window = make_window(qtbot, tmp_path)
    format = next(e.id for e in FORMATS.values() if game in e.games)
    show_record(window, Document(MemoryCollection(format, [setup_record(game)])))
    look_at_all_pages(window)
    look_at_all_dialogs(window)
    assert not trap.sprung


def test_a_file_with_signs_in_its_name_is_called_by_it(qtbot, tmp_path) -> None:
    path = tmp_path / "A&B[*].pgn"
    path.write_text("1. e4 *\n", "utf-8")
    window = make_window(qtbot, tmp_path, path)
    assert window.top.tabs.tabText(0) == "A&&B[*].pgn"
    assert "A&B[*][*].pgn" in window.windowTitle()
    window.tabs.close_front()
    names = [button.accessibleName() for button in window.findChildren(QAbstractButton)]
    assert "A&B[*].pgn" in names


# ------------------------------------------------------------------------- by construction

_MADE_ELSEWHERE = {
    "QLabel": "plain.py",
    "QToolTip": "plain.py",
    "QMessageBox": "message_box.py",
    "QTextEdit": "text_marks.py",  # the name of its marks alone
    "QTextBrowser": "reader.py",  # of the manual, which escapes all texts (test_manual_window.py)
    **dict.fromkeys(
        (
            "QErrorMessage",
            "QTextDocument",
            "QStaticText",
            "QWhatsThis",
        ),
        "",
    ),
}
_CALLED_ELSEWHERE = {
    "setToolTip": "plain.py",
    "setTextFormat": "plain.py message_box.py",
    "setHtml": "posting.py reader.py",  # of the clipboard and the manual, escaped
    **dict.fromkeys(("setWhatsThis", "setStatusTip", "appendHtml", "insertHtml"), ""),
}


def test_nothing_else_of_the_window_makes_labels_tooltips_and_message_boxes() -> None:
    found = []
    names = re.compile(
        rf"\b(?:{'|'.join((*_MADE_ELSEWHERE, *_CALLED_ELSEWHERE, 'ToolTipRole'))})\b"
    )
    for path in UI.rglob("*.py"):
        text = path.read_text("utf-8")
        for one in ast.walk(ast.parse(text)) if names.search(text) else ():
            if isinstance(one, ast.Name | ast.alias):
                name = one.id if isinstance(one, ast.Name) else one.name
                if path.name not in _MADE_ELSEWHERE.get(name, path.name):
                    found.append(f"{path.relative_to(UI)}: {name}")
            elif isinstance(one, ast.Attribute):
                if path.name not in _CALLED_ELSEWHERE.get(one.attr, path.name):
                    found.append(f"{path.relative_to(UI)}: {one.attr}")
                if one.attr == "ToolTipRole" and "tip" not in _imported(path):
                    found.append(f"{path.relative_to(UI)}: a tooltip without tip()")
    assert found == []


def _imported(path: Path) -> set[str]:
    return {
        alias.name
        for one in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(one, ast.ImportFrom) and one.module == "viewer.ui.toolkit.plain"
        for alias in one.names
    }


def test_the_trap_is_in_every_text() -> None:
    assert f'src="{TRAP}"' in TEXT


@pytest.mark.parametrize("width", range(90, 400, 31))
def test_words_are_broken_only_if_they_are_longer_than_a_line(qtbot, width: int) -> None:
    words = "A sentence of usual words about /home/somebody/" + "folder/" * 20 + "end, and more."
    label = LongLabel(words)
    qtbot.addWidget(label)
    layout = label.lines_in(width)
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    assert len(lines) > 3
    assert all(line.naturalTextWidth() <= width for line in lines)
    ends = [line.textStart() + line.textLength() for line in lines[:-1]]
    inside = [end for end in ends if words[end - 1] not in " /" and words[end] not in " /"]
    path = range(words.index("/home"), words.index("end,") + 4)
    assert all(end in path for end in inside)
    assert label.heightForWidth(width) >= len(lines) * label.fontMetrics().height()
