"""The windows that are only looked at: keys, and what this is."""

from __future__ import annotations

import platform

import PySide6
import pytest
from desks import make_window
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

import viewer
from viewer.base.catalogs import tr
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.dialogs.about import About, endings
from viewer.ui.toolkit import dialog_parts
from viewer.ui.toolkit.dialog_parts import ScrollDialog
from viewer.ui.window.palette import KeySheet


@pytest.fixture
def opened(qtbot, tmp_path, monkeypatch):
    """Opens one of them, as on a screen of a size."""
    window = make_window(qtbot, tmp_path)

    def open_it(kind: type[ScrollDialog], screen: QSize) -> ScrollDialog:
        monkeypatch.setattr(
            dialog_parts, "fitting", lambda size, _: size.boundedTo(screen - QSize(16, 48))
        )
        dialog = kind(window)
        qtbot.addWidget(dialog)
        dialog.show()
        QApplication.processEvents()
        return dialog

    return open_it


def words(dialog: ScrollDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


@pytest.mark.parametrize("kind", [KeySheet, About])
@pytest.mark.parametrize("screen", [QSize(640, 400), QSize(1024, 768), QSize(2560, 1440)])
def test_they_fit_the_screen_and_all_of_it_can_be_scrolled_to(opened, kind, screen) -> None:
    dialog = opened(kind, screen)
    assert dialog.width() <= screen.width() - 16
    assert dialog.height() <= screen.height() - 48
    content, area = dialog.area.widget(), dialog.area
    assert area.horizontalScrollBar().maximum() == 0, "nothing is cut off on the right"
    bar = area.verticalScrollBar()
    assert area.viewport().height() + bar.maximum() >= content.height()
    for _ in range(60):
        QTest.keyClick(area, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()
    last = max(dialog.findChildren(QLabel), key=lambda one: one.mapTo(content, one.pos()).y())
    assert not last.visibleRegion().isEmpty()


def test_the_sheet_has_every_key(opened) -> None:
    dialog = opened(KeySheet, QSize(1024, 768))
    shown = words(dialog)
    for menu in MENUS:
        assert tr(menu) in shown
    for command in COMMANDS.values():
        if command.menu is not None and command.keys:
            assert tr(command.name) in shown
            assert ", ".join(command.keys) in shown


def test_keys_stand_in_line_below_each_other(opened) -> None:
    dialog = opened(KeySheet, QSize(2560, 1440))
    muted = [one for one in dialog.findChildren(QLabel) if one.property("muted")]
    assert len(muted) > 60
    assert len({one.x() for one in muted}) == 3, "one edge in each column"


def test_about_tells_what_is_registered_and_what_runs(opened) -> None:
    text = "\n".join(words(opened(About, QSize(1024, 768))))
    assert f"Qipu {viewer.__version__}" in text
    assert f"Python {platform.python_version()}" in text
    assert f"PySide6 {PySide6.__version__}" in text
    assert set(endings()) == set(GAMES)
    for entry in GAMES.values():
        assert tr(entry.name) in text
    for entry in FORMATS.values():
        for game in entry.games:
            written, read = endings()[game]
            there, other = (written, read) if entry.load().writable else (read, written)
            for suffix in entry.suffixes:
                assert f".{suffix}" in there.split()
                assert f".{suffix}" not in other.split()
    assert "General Public License" in text


@pytest.mark.parametrize("address", ["", "https://qipu.example/issues"])
def test_about_names_the_project_s_pages_if_it_has_some(opened, address, monkeypatch) -> None:
    monkeypatch.setattr("viewer.ui.dialogs.about.where_to_report", lambda: address)
    monkeypatch.setattr("viewer.ui.dialogs.about.homepage", lambda: "")
    text = "\n".join(words(opened(About, QSize(1024, 768))))
    assert ("Report a mistake: https://qipu.example/issues" in text) == bool(address)
    assert "Website" not in text
