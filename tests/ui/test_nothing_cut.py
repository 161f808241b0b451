"""In a small window no text is cut off beside the board, in any language of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollArea, QWidget

from viewer.base import catalogs
from viewer.base.resources import resource_path
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.panels import PANELS
from viewer.ui.pages.record_title import TwoLines
from viewer.ui.toolkit.language import show_language
from viewer.ui.toolkit.plain import ElidedLabel
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

LANGUAGES = ("", "de", "ja", "ko", "zh_CN", "zh_TW")
MODES = ("score", "edit-position", "find-part", "solve", "drill", "guess")
SMALL = (820, 540)


@pytest.fixture(params=LANGUAGES)
def language(qapp, request: pytest.FixtureRequest) -> Iterator[str]:
    font = qapp.font()
    catalogs.choose(request.param) if request.param else catalogs.use(None)
    show_language(qapp)
    yield request.param
    catalogs.use(None)
    show_language(qapp)
    qapp.setFont(font)


def cut(window: Window) -> list[tuple[str, str, int, int]]:
    """Buttons, check boxes and labels of one line that are narrower than their text, and don't say so."""
    for _ in range(3):
        QApplication.processEvents()
    found = []
    for one in window.desk.findChildren(QWidget):
        if not one.isVisible() or not isinstance(one, QAbstractButton | QLabel):
            continue
        wraps = isinstance(one, QLabel) and one.wordWrap()
        if not one.text() or wraps or isinstance(one, ElidedLabel | TwoLines) or _scrolled(one):
            continue
        if one.sizeHint().width() > one.width() + 1:
            found.append((type(one).__name__, one.text(), one.sizeHint().width(), one.width()))
    return found


def _scrolled(one: QWidget) -> bool:
    """Whether all of it can be reached by scrolling."""
    above = one.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea) and above.horizontalScrollBar().maximum():
            return True
        above = above.parentWidget()
    return False


@pytest.mark.parametrize("game", ["go", "chess", "shogi"])
def test_no_text_is_cut(qtbot, tmp_path: Path, language: str, game: str) -> None:
    folder = Path(str(resource_path("samples", language or "en", "study")))
    path = next(one for one in folder.iterdir() if one.stem == game)
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    window.resize(*SMALL)
    window.session.go(window.session.cursor.forward(4))
    seen = {"window": cut(window)}
    for id in PANELS:
        window.desk.panels.show_page(id)
        seen[id] = cut(window)
    for id in MODES:
        if COMMANDS[id].possible(window):
            window.run(COMMANDS[id])
            seen[id] = cut(window)
            window.desk.close_editor()
    assert {where: found for where, found in seen.items() if found} == {}
