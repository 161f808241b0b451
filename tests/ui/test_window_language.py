"""The window in a made-up language: what is still English would be so in every language."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import forget_changes, make_window
from pseudo_language import LANGUAGE, english, strange, write_catalog
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QFontDatabase, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)
from shiboken6 import isValid

from viewer.base import catalogs
from viewer.base.files import SYSTEM
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.running import Run
from viewer.document import plans
from viewer.document.workspace import Workspace
from viewer.engines.engine import EngineSetup
from viewer.formats import FORMATS
from viewer.games import GAMES, game_of
from viewer.games.capabilities import opening_of
from viewer.games.states import States
from viewer.library.face import named
from viewer.library.searches import Search
from viewer.ui import app
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.libraries_dialog import LibrariesDialog
from viewer.ui.dialogs.settings_dialog import SettingsDialog
from viewer.ui.library.hit_pages import hit_menu
from viewer.ui.pages.panels import PANELS
from viewer.ui.session.titles import sample_title
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
SCRIPT = Path(__file__).parents[1] / "engines" / "scripted.py"
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
_OPENING = 40  # plies in which openings are named
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
# Moves, squares, versions, codecs and keys with others: whatever has a figure or a plus within.
_SIGNS = re.compile(r"\S*[0-9+♔-♟]\S*")
# Names of keys and of arrows of tabs are Qt's, which has catalogs of its own; the others are names of
# formats and their words, moves as they can be typed, and what the language calls itself.
KNOWN = set(
    re.findall(
        r"\w+",
        "Up Down Left Right Home End PgUp PgDown Ins Del Backspace Enter Esc Space Scroll Qipu XQF PGN SGF"
        " KIF Linux UTF FF Scid Sabaki ShogiHome gtv Void OOO black ba rumantsch",
    )
)


@pytest.fixture
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The made-up language is in force."""
    write_catalog(tmp_path / "locale")
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    catalogs.choose(LANGUAGE)
    yield
    catalogs.use(None)


def texts(window: Window) -> Iterator[tuple[object, str]]:
    """All that can be read or heard in the windows there are, with where it stands."""
    for one in QApplication.allWidgets():
        yield from ((one, text) for text in _of_widget(one))
    for action in window.findChildren(QAction):
        yield from ((action, text) for text in (action.text(), action.toolTip()))


def _of_widget(one: QWidget) -> Iterator[str]:
    yield from (one.windowTitle(), one.toolTip(), one.statusTip(), one.accessibleName())
    yield one.accessibleDescription()
    if isinstance(one, QLabel | QAbstractButton):
        yield one.text()
    elif isinstance(one, QLineEdit):
        yield one.placeholderText()
    elif isinstance(one, QMenu):
        yield one.title()
    elif isinstance(one, QComboBox):
        yield from (one.itemText(row) for row in range(one.count()))
    elif isinstance(one, QTabBar):
        for tab in range(one.count()):
            yield from (one.tabText(tab), one.tabToolTip(tab))
    elif isinstance(one, QAbstractItemView) and (model := one.model()) is not None:
        several = isinstance(
            one, QTableView | QTreeView
        )  # a list's model keeps its columns to itself
        for column in range(model.columnCount(QModelIndex()) if several else 1):
            yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
            for row in range(min(model.rowCount(QModelIndex()), 60)):
                for role in _ROLES:
                    yield str(model.index(row, column).data(role) or "")


def told_by(window: Window) -> list[str]:
    """The texts of the file that is shown: names, also of its openings, comments, ways to write moves."""
    document = window.session.document
    found = []
    for index in range(len(document)):
        record = document.record(index)
        states = States(game_of(record.game), record)
        line = list(record.root.main_line())[:_OPENING]
        openings = (opening_of(states.game, states.at(node)) for node in line)
        found += [
            name
            for one in openings
            if one is not None
            for name in (one.full_name, one.name, one.english)
        ]
        found += [header.value for header in record.headers]
        for node in record.nodes.values():
            for value in node.notes.values():
                if isinstance(value, str):
                    found += [value, *value.splitlines()]
    texts = (" ".join(text.split()) for text in found)
    return sorted((text for text in texts if len(text) > 1), key=len, reverse=True)


def ours(shown: str, told: list[str]) -> str:
    """A text of the window without what the file says in it."""
    if shown in QFontDatabase.families():
        return ""
    shown = " ".join(shown.split())
    if " " in shown and any(shown in text for text in told):
        return ""  # a part of a comment
    for text in told:
        # The graph says the beginning of a comment only.
        shown = shown.partition(text[:60])[0] if len(text) > 60 else shown.replace(text, "")
    return _SIGNS.sub("", shown)


def read(window: Window, found: dict[str, object]) -> None:
    assert window.menus._made()._main in window.findChildren(QMenu)
    QApplication.processEvents()
    for where, text in texts(window):
        if "<" in text:
            shown = QTextDocument()
            shown.setHtml(text)
            text = shown.toPlainText()
        found.setdefault(text, where)


class Begun(Exception):
    """The window is about to be made."""


def test_the_setting_comes_before_the_environment(qtbot, tmp_path, monkeypatch) -> None:
    write_catalog(tmp_path / "locale")
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    store = Store(str(tmp_path / "settings"))
    store.settings.set("language", LANGUAGE)

    def made(*_: object) -> None:
        raise Begun(catalogs.tr(message("Open…")))

    monkeypatch.setattr(app, "Store", lambda: store)
    monkeypatch.setattr(app, "Window", made)
    catalogs.choose()
    assert catalogs.tr(message("Open…")) == "Open…"
    try:
        with pytest.raises(Begun, match=strange("Open…")):
            app.run([])
    finally:
        catalogs.use(None)


def test_another_language_takes_effect_at_once(qtbot, tmp_path, monkeypatch) -> None:
    """With the tabs that are there, what isn't saved of them, and the settings, open again."""
    write_catalog(tmp_path / "locale")
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    store = Store(str(tmp_path / "settings"))
    run = Run(str(tmp_path / "settings" / "run.log"), SYSTEM)
    program = app.Program(store, run)
    font = QApplication.font()
    first = program.open(Workspace(), [str(SAMPLES / "hex.hgt"), str(SAMPLES / "go.sgf")])
    first.show()
    first.finish()
    first.session.do(plans.comment, "said before")
    first.run(COMMANDS["settings"])
    (dialog,) = first.findChildren(SettingsDialog)
    try:
        dialog.sheets[0].set_value("language", LANGUAGE)
        dialog.sheets[0].changed.emit("language")
        qtbot.waitUntil(lambda: program.window is not first)
        second = program.window
        qtbot.addWidget(second, before_close_func=forget_changes)
        qtbot.waitUntil(lambda: not isValid(first))
        assert second.isVisible()
        titles = [second.tabs._bar.tabs.tabText(tab) for tab in range(2)]
        assert titles == [sample_title("hex"), f"{sample_title('go')}  •"]
        assert "Sample" not in "".join(titles)
        assert second.session.node.notes.get("comment") == "said before"
        second.run(COMMANDS["undo"])
        assert second.session.node.notes.get("comment") != "said before"
        (dialog,) = second.findChildren(SettingsDialog)
        assert dialog.windowTitle() == strange("Settings")
    finally:
        catalogs.use(None)
        QApplication.setFont(font)


def test_another_language_ends_no_analysis_in_silence(qtbot, tmp_path, monkeypatch) -> None:
    write_catalog(tmp_path / "locale")
    monkeypatch.setattr(catalogs, "catalog_folder", lambda: tmp_path / "locale")
    run = Run(str(tmp_path / "settings" / "run.log"), SYSTEM)
    program = app.Program(Store(str(tmp_path / "settings")), run)
    font = QApplication.font()
    first = program.open(Workspace(), [str(SAMPLES / "chess.pgn")])
    first.show()
    first.finish()
    engine = EngineSetup("Scripted", sys.executable, (str(SCRIPT), "plain"), {"chess": "uci"})
    first.engines.keep((engine,))
    first.engines.start(engine)

    def endless() -> Iterator[JobStep[None]]:
        while True:
            yield JobStep(0, 0)

    first.tasks.run(message("Printing"), endless(), print, first.session.document)
    try:
        first.settings.set("language", LANGUAGE)
        program.change_language()
        second = program.window
        assert second is not first
        qtbot.addWidget(second, before_close_func=forget_changes)
        assert second.desk.analysing is not None
        assert second.desk.analyst.setup == engine
        assert not second.desk.panels.made("analysis").isHidden()  # in front of its area
        assert strange("Printing") in second.notice.sentence
    finally:
        catalogs.use(None)
        QApplication.setFont(font)


@pytest.mark.parametrize("game", list(GAMES))
def test_all_that_is_read_in_the_window_is_translated(qtbot, tmp_path, translated, game) -> None:
    sample = next(path for path in SAMPLES.iterdir() if path.name.startswith(game))
    window = make_window(qtbot, tmp_path, sample)
    found: dict[str, object] = {}
    read(window, found)
    for id in PANELS:
        window.desk.panels.show_page(id)
        read(window, found)
    for id in DIALOGS:
        if not COMMANDS[id].possible(window):
            continue
        window.run(COMMANDS[id])
        read(window, found)
        for one in QApplication.topLevelWidgets():
            if one is not window and one.isVisible():
                one.close()
        if window.desk.mode is not None:
            window.desk.close_editor()
        for one in window.findChildren(QWidget, "palette"):
            one.close()
        window.focus_board()
    # A button names a player; what it says of one is translated.
    told = [*told_by(window), sample.stem, "Morphy", "Duke of Brunswick and Count Iso…"]
    left = {shown: found[shown] for shown in found if english(ours(shown, told), KNOWN)}
    assert not left
    assert strange("Next move") in "".join(found), "the catalog is in force"


def test_all_that_is_read_of_libraries_is_translated(qtbot, tmp_path, translated) -> None:
    folder = tmp_path / "1"
    folder.mkdir()
    (folder / "1.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[甲]PW[乙]EV[丙];B[cc];W[gg])", "utf-8")
    for name, sources in (("1", [str(folder)]), ("2", [str(folder)])):
        library = named(name, sources, str(tmp_path / "settings" / "library"))
        library.keep()
        if name == "1":
            library.build()
            library.close()
    window = make_window(qtbot, tmp_path, folder / "1.sgf")
    window.session.go(window.session.cursor.forward(2))
    found: dict[str, object] = {}
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    tab.run_now()
    read(window, found)
    tab.bar.line.insert("甲")
    tab._complete()
    tab.run_now()
    read(window, found)
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run(COMMANDS["library-position"])
    tab.run_now()
    read(window, found)
    tab.show_search(Search.of({key: "1" for key in ("words", "player", "event", "moves")}))
    tab.run_now()
    read(window, found)
    menu = hit_menu(tab)
    read(window, found)
    menu.close()
    for id in ("library-conditions", "library-save", "library-saved", "new-library", "libraries"):
        window.run(COMMANDS[id])
        for one in window.findChildren(LibrariesDialog):
            one.run_now()
        read(window, found)
        for one in QApplication.topLevelWidgets():
            if one is not window and one.isVisible():
                one.close()
        for one in window.findChildren(QWidget, "palette"):
            one.close()
    names = (id.upper() for id in FORMATS)
    own = [str(tmp_path), "1.sgf", "9 B cc W gg", "甲", "乙", "丙", *names]
    told = sorted(own, key=len, reverse=True)
    left = {shown: found[shown] for shown in found if english(ours(shown, told), KNOWN)}
    assert not left, list(left)
