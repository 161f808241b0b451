"""The tabs of the pages stay within reach where the side is narrow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from viewer.scene.theme import LIGHT
from viewer.ui.pages.page_cell import PageTabs
from viewer.ui.toolkit.language import show_text_size
from viewer.ui.toolkit.style import sheet_of


def seven_tabs(qtbot) -> PageTabs:
    tabs = PageTabs()
    tabs.setStyleSheet(sheet_of(LIGHT))
    qtbot.addWidget(tabs)
    for number in range(7):
        tabs.addTab(f"A page {number}")
    tabs.resize(2000, 40)
    tabs.show()
    return tabs


def test_tabs_come_closer_and_then_get_arrows(qtbot) -> None:
    tabs = seven_tabs(qtbot)
    right = tabs.sizeHint().width()
    reach = []
    for wide in (right + 20, right - 40, right // 2, right + 20):
        tabs.resize(wide, 40)
        QApplication.processEvents()
        reach.append(
            (bool(tabs.property("tight")), tabs.usesScrollButtons(), tabs.tabRect(6).right() < wide)
        )
    assert reach[0] == reach[3] == (False, False, True)
    assert reach[1] == (True, False, True)
    assert reach[2][:2] == (True, True)


@pytest.fixture
def usual_size(qapp) -> Iterator[None]:
    before = QApplication.font()
    show_text_size(qapp, 100)
    yield
    QApplication.setFont(before)


def test_tabs_are_written_smaller_before_arrows_are_needed(qtbot, usual_size) -> None:
    tabs = seven_tabs(qtbot)
    tabs.resize(tabs.sizeHint().width() - 40, 40)
    QApplication.processEvents()
    assert tabs.property("tight") == "true"
    size = tabs.fontMetrics().height()
    tabs.resize(sum(tabs.tabRect(index).width() for index in range(7)) - 5, 40)
    QApplication.processEvents()
    assert tabs.property("tight") == "small"
    assert tabs.fontMetrics().height() < size
    assert not tabs.usesScrollButtons()
    assert tabs.tabRect(6).right() < tabs.width()
    tabs.resize(2000, 40)
    QApplication.processEvents()
    assert not tabs.property("tight")
    assert tabs.fontMetrics().height() == size


def test_hidden_tabs_take_no_room(qtbot) -> None:
    tabs = seven_tabs(qtbot)
    tabs.resize(tabs.sizeHint().width() - 40, 40)
    QApplication.processEvents()
    assert tabs.property("tight")
    tabs.setTabVisible(3, False)
    QApplication.processEvents()
    assert not tabs.property("tight")


def test_the_mouse_drags_no_tab_after_its_button_was_let_go(qtbot, monkeypatch) -> None:
    tabs, dragged = seven_tabs(qtbot), []
    monkeypatch.setattr(tabs, "_drag", dragged.append)
    first, last = (tabs.tabRect(index).center() for index in (0, 6))
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=first)
    moved(tabs, last, Qt.MouseButton.NoButton)
    assert not dragged
    qtbot.mousePress(tabs, Qt.MouseButton.LeftButton, pos=first)
    moved(tabs, last, Qt.MouseButton.LeftButton)
    assert dragged == [0]


def moved(tabs: PageTabs, to: QPoint, held: Qt.MouseButton) -> None:
    none, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(to)
    where = (at, QPointF(tabs.mapToGlobal(to)))
    tabs.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, *where, none, held, plain))
