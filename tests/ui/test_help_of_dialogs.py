"""F1 in each dialog and list that a command opens: the manual shows where that is told of."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from test_manual_window import unplaced

from viewer.base.manual import Manual
from viewer.base.samples import samples
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.commands.table import why_not
from viewer.ui.manual.opening import named, place_of
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.palette_frame import PaletteFrame
from viewer.ui.window.window import Window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.qt_log_ignore(r"This plugin does not support raise\(\)", extend=True),
]
_GAMES = "".join(
    f'[Event "Cup"]\n[White "{white}"]\n[Black "Borg"]\n[Result "1-0"]\n\n1. e4 e5 {{word}} 2. Nf3 1-0\n\n'
    for white in ("Adler", "Adler", "Costa")
)
_ASKING = ("keys", "about", "palette", "library-crosstable", "copy-as", "settings")
"""Commands that open a dialog or a list and aren't called "…"."""
_MODES = ("find-part", "edit-position")
"""Commands that are called so and open none."""


@pytest.fixture
def window(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    (tmp_path / "games.pgn").write_text(_GAMES, "utf-8")
    (tmp_path / "other.pgn").write_text(_GAMES.replace("Nf3", "Nc3"), "utf-8")
    other = str(tmp_path / "other.pgn")
    for name, nothing in (("open_file", other), ("open_files", []), ("folder", "")):
        monkeypatch.setattr(FileDialog, name, staticmethod(lambda *_, n=nothing, **__: n))
    monkeypatch.setattr(FileDialog, "save_file", staticmethod(lambda *_, **__: ("", "")))
    return make_window(qtbot, tmp_path, tmp_path / "games.pgn")


def asking(window: Window) -> QWidget | None:
    """The dialog or list that stands over the window."""
    above = [*QApplication.topLevelWidgets(), *window.findChildren(PaletteFrame)]
    kinds = QDialog, PaletteFrame
    return next((one for one in above if isinstance(one, kinds) and one.isVisible()), None)


class Visit:
    """A command is done, and F1 pressed in what it opens, which is then closed.

    It looks by a timer, since some dialogs have an event loop of their own.

    Attributes:
        there: the class of what was opened, with those above it; () for nothing.
        own: the place that it has by itself, "" for none.
        place: where the manual was opened.
    """

    def __init__(self, window: Window, command: Command) -> None:
        self.there: tuple[type, ...] = ()
        self.own = self.place = ""
        self._window, self._left = window, 80
        for _ in range(100):
            window.activateWindow()
            window.focus_board()
            if QApplication.focusWidget() is not None:
                break
            QTest.qWait(5)
        self._timer = QTimer(interval=5)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        window.run(command)
        while self._timer.isActive():
            QTest.qWait(5)

    def _look(self) -> None:
        there, focused = asking(self._window), QApplication.focusWidget()
        self._left -= 1
        if there is not None and focused is not None and there.isAncestorOf(focused):
            self._left = 0
            self.there, self.own = type(there).__mro__, place_of(focused)
            QTest.keyClick(focused, Qt.Key.Key_F1)
            reader = self._window.manual.reader
            if reader is not None:
                self.place = reader.place
                reader.close()
        if self._left <= 0:
            self._timer.stop()
            while (there := asking(self._window)) is not None:
                there.reject() if isinstance(there, QDialog) else there.close()
                there.hide()


def of_games(window: Window) -> None:
    window.run_named("next")


def of_study(window: Window) -> None:
    window.files.open(samples()["hex"]["study"])
    window.run_named("next")


def of_hits(window: Window) -> None:
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run_named("library-open")
    for _ in range(2000):
        tab = window.libraries.tab
        if tab is not None:
            tab.run_now()
            if tab.found.total:
                break
        QTest.qWait(5)


def test_each_has_the_place_of_its_command_or_its_own(window: Window) -> None:
    book = Manual("", named)
    places = {
        f"{one.name}#{anchor}" if anchor else one.name
        for one in book.chapters.values()
        for anchor, _, _ in one.sections
    }
    seen: set[str] = set()
    count = 0
    for before in (of_games, of_study, of_hits):
        before(window)
        for command in COMMANDS.values():
            asks = command.name.text().endswith("…") or command.id in _ASKING
            if command.id in _MODES or not asks or why_not(command, window) is not None:
                continue
            visit = Visit(window, command)
            if visit.there:
                assert visit.place in places, command.id
                assert visit.place == (visit.own or book.place_of(command.id)), command.id
                seen |= {kind.__name__ for kind in visit.there}
                count += 1
    assert count > 40
    assert unplaced("QDialog", "PaletteFrame") - seen == set()
