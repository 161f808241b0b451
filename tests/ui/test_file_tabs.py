"""The tabs of the open files: their names fit."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QStyle, QStyleOptionTab

from viewer.scene.theme import LIGHT
from viewer.ui.toolkit.style import sheet_of
from viewer.ui.window.file_tabs import FileTabs

LONG = "games-of-the-autumn-tournament-2009-09-01-round-11.sgf"


def painted(tabs: FileTabs, index: int) -> tuple[str, int, int]:
    """The text of a tab as it is painted, its width and that of its room, in pixels."""
    option = QStyleOptionTab()
    tabs.initStyleOption(option, index)
    room = tabs.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, tabs).width()
    face = tabs.font()
    if index == tabs.currentIndex():
        face.setWeight(QFont.Weight.DemiBold)
    return option.text, QFontMetrics(face).horizontalAdvance(option.text), room


def test_a_long_name_fits_in_front_and_behind(qtbot) -> None:
    tabs = FileTabs()
    tabs.setStyleSheet(sheet_of(LIGHT))
    qtbot.addWidget(tabs)
    for name in (LONG, LONG, "short.sgf"):
        tabs.addTab(name)
    tabs.resize(1200, 40)
    tabs.show()
    for index in (0, 1):
        text, width, room = painted(tabs, index)
        assert "…" in text
        assert text.endswith(".sgf")
        assert width <= room
    tabs.setCurrentIndex(2)
    assert painted(tabs, 2)[0] == "short.sgf"
