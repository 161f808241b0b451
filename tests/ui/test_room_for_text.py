"""Letters that reach below the line (g, y, p) have room wherever text stands in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QWidget,
)

from viewer.base.messages import message
from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.models.headers import VALUE
from viewer.ui.window.window import Window

SUB, CONTROL = QStyle.SubElement, QStyle.SubControl
TALL = 20  # pixels of the program's own font with Chinese letters, on any system


@pytest.fixture
def tall_font(qapp) -> Iterator[None]:
    """A font as high as that of the program where a Chinese one is installed."""
    before = QApplication.font()
    font = QFont(before)
    while QFontMetrics(font).ascent() + QFontMetrics(font).descent() < TALL:
        font.setPixelSize(max(10, font.pixelSize()) + 1)
    QApplication.setFont(font)
    yield
    QApplication.setFont(before)


@pytest.fixture
def window(qtbot, tall_font, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"), line("d2d4"))
    window.session.do(plans.header, "Event", "Gypsy jumping queens")
    return window


def room(widget: QWidget) -> int | None:
    """How many pixels of height a widget has for its text; None where it has none."""
    style = widget.style()
    if isinstance(widget, QLabel) and widget.text():
        return widget.contentsRect().height()
    if isinstance(widget, QPushButton) and widget.text():
        button = QStyleOptionButton()
        widget.initStyleOption(button)
        return style.subElementRect(SUB.SE_PushButtonContents, button, widget).height()
    if isinstance(widget, QLineEdit):
        frame = QStyleOptionFrame()
        widget.initStyleOption(frame)
        return style.subElementRect(SUB.SE_LineEditContents, frame, widget).height()
    if isinstance(widget, QComboBox):
        box, edit = QStyleOptionComboBox(), CONTROL.SC_ComboBoxEditField
        widget.initStyleOption(box)
        combo = QStyle.ComplexControl.CC_ComboBox
        return style.subControlRect(combo, box, edit, widget).height()
    if isinstance(widget, QTabBar) and widget.count():
        seen = next(index for index in range(widget.count()) if widget.isTabVisible(index))
        return widget.tabRect(seen).height() - 8
    return None


def cut(root: QWidget) -> list[tuple[str, str, object]]:
    """What has too little room, or stands partly outside of what it is in."""
    QApplication.processEvents()
    found: list[tuple[str, str, object]] = []
    for widget in root.findChildren(QWidget):
        high = room(widget) if widget.isVisible() else None
        if high is None:
            continue
        metrics, parent = widget.fontMetrics(), widget.parentWidget()
        words = getattr(widget, "text", widget.accessibleName)()
        if high < metrics.ascent() + metrics.descent():
            found.append((type(widget).__name__, words, high))
        scrolls = isinstance(parent.parentWidget(), QScrollArea)
        up_and_down = parent.rect().top() <= widget.y() and (
            widget.geometry().bottom() <= parent.rect().bottom()
        )
        if not scrolls and not up_and_down:
            found.append((type(widget).__name__, words, widget.geometry().getRect()))
    return found


def test_on_every_page(window: Window) -> None:
    for page in ("notation", "tree", "graph", "line", "details", "notes", "games", "contents"):
        window.show_page(page)
        assert cut(window) == [], page


def test_where_details_are_typed(qtbot, window: Window) -> None:
    window.show_page("details")
    view = window.desk.panels.page("details").view
    qtbot.waitUntil(view.isVisible)
    for row in range(view.model().rowCount()):
        view._begin(view.model().index(row, VALUE))
        assert cut(window) == [], row


def test_in_modes_and_where_moves_are_typed(window: Window) -> None:
    for id in ("type-moves", "edit-position"):
        window.run(COMMANDS[id])
        assert cut(window) == [], id


def test_in_the_status_line_with_all_it_can_say(window: Window) -> None:
    status, indexer = window.status, window.session.indexer
    indexer.stop()
    indexer.begun, indexer.complete = True, False
    status.show_session(window.session)
    status.show_mode(message("Gypsy"))
    assert status._resume is not None
    assert cut(window) == []


def test_on_the_first_page_of_a_small_window(qtbot, tall_font, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.resize(624, 352)
    assert cut(window) == []
