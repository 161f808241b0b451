"""Libraries made, changed, updated and deleted in the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desks import make_window, notice_button
from libraries import build, home, open_tab, rows
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QPushButton

from viewer.library.face import named
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.libraries_dialog import LibrariesDialog
from viewer.ui.dialogs.sources_dialog import SourcesDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window

PGN = '[White "{0}"]\n[Black "{1}"]\n[Date "{2}"]\n[Result "1-0"]\n\n1. {3} *\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "records"
    place.mkdir()
    (place / "1.pgn").write_text(PGN.format("Ann", "Bob", "2001.01.01", "e4"))
    (place / "2.pgn").write_text(PGN.format("Cid", "Dee", "1999.01.01", "d4"))
    (place / "broken.xqf").write_bytes(b"XQ\x12" + b"\xff" * 40)
    return place


def dialog_of(window: Window, kind: type) -> object:
    found = [one for one in window.findChildren(kind) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def finish(window: Window) -> None:
    """Let builds end, and the tab ask again."""
    while (build := window.libraries.keeping.building) is not None:
        build.finish()
    if window.libraries.tab is not None:
        window.libraries.tab.run_now()


def accept(qtbot, dialog) -> None:
    box = dialog.findChild(QDialogButtonBox)
    for button in box.buttons():
        if box.buttonRole(button) == QDialogButtonBox.ButtonRole.AcceptRole:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_first_library_is_made_in_the_empty_tab(qtbot, tmp_path: Path, folder: Path) -> None:
    window, tab = open_tab(qtbot, tmp_path)
    assert tab.name == "Libraries"
    assert tab.none.words.text().startswith("There is no library yet.")
    words = tab.none.words
    qtbot.waitUntil(lambda: 0 < words.heightForWidth(words.width()) <= words.height())
    assert tab.preview.isHidden()
    assert tab._empty.isHidden()
    qtbot.mouseClick(tab.none.button, Qt.MouseButton.LeftButton)
    dialog = dialog_of(window, SourcesDialog)
    accept(qtbot, dialog)
    assert dialog.fault.text() == "Add a folder or a file."
    dialog.add([str(folder)])
    assert dialog.name.text() == "records"
    accept(qtbot, dialog)
    assert "Updating “records”" in window.tasks.running[0].told.text()
    tab.none.button.setFocus()  # the dialog that closes gives the keys back to it
    finish(window)
    assert window.tasks.running == []
    assert tab.name == "Library: records"
    assert rows(tab) == ["Ann", "Cid"]
    assert window.focusWidget() is tab.bar.line
    assert window.notice.tells(named("records", folder=home(tmp_path)).folder)


def test_enter_adds_a_folder_and_builds(
    qtbot, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "viewer.ui.dialogs.sources_dialog.FileDialog.folder", lambda *args, **named: str(folder)
    )
    window, tab = open_tab(qtbot, tmp_path)
    qtbot.mouseClick(tab.none.button, Qt.MouseButton.LeftButton)
    dialog = dialog_of(window, SourcesDialog)
    assert dialog.focusWidget() is dialog.adding
    qtbot.keyClick(dialog.adding, Qt.Key.Key_Return)
    assert dialog.sources == [str(folder)]
    assert dialog.focusWidget() is dialog.accepting
    qtbot.keyClick(dialog.accepting, Qt.Key.Key_Return)
    finish(window)
    assert rows(tab) == ["Ann", "Cid"]


def test_the_first_library_is_checked_at_once(qtbot, tmp_path: Path, folder: Path) -> None:
    window, _ = open_tab(qtbot, tmp_path)
    window.run(COMMANDS["libraries"])
    libraries = dialog_of(window, LibrariesDialog)
    assert not libraries.searching.isEnabled()
    qtbot.mouseClick(libraries.new_button, Qt.MouseButton.LeftButton)
    sources = dialog_of(window, SourcesDialog)
    sources.add([str(folder)])
    accept(qtbot, sources)
    finish(window)
    assert [one.name for one in libraries.checked] == ["records"]
    assert libraries.searching.isEnabled()
    libraries.reject()


def test_what_could_not_be_read_is_listed(qtbot, tmp_path: Path, folder: Path) -> None:
    build(tmp_path, "Club", folder)
    window, _ = open_tab(qtbot, tmp_path)
    window.run(COMMANDS["libraries"])
    dialog = dialog_of(window, LibrariesDialog)
    dialog.run_now()
    assert "2 records in 3 files" in dialog._about.text()
    assert "1 file couldn't be read" in dialog._about.text()
    assert dialog._problems.toPlainText().startswith(str(folder / "broken.xqf"))
    dialog.reject()


def test_several_libraries_are_searched_together(qtbot, tmp_path: Path, folder: Path) -> None:
    build(tmp_path, "Club", folder)
    build(tmp_path, "Samples")
    window, tab = open_tab(qtbot, tmp_path)
    assert tab.words.text() == "2 libraries, 14 records in 9 files"
    tab.found.order_by("player0", False)
    tab.run_now()
    players = rows(tab)
    assert players.index("AlphaGo") < players.index("Ann") < players.index("Morphy, Paul")
    window.run(COMMANDS["libraries"])
    dialog = dialog_of(window, LibrariesDialog)
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    accept(qtbot, dialog)
    tab.run_now()
    assert tab.words.text() == "1 library, 2 records in 3 files"
    assert json.loads(window.settings["libraries"]) == ["Club"]


def test_a_library_that_is_not_built_is_built_by_a_button(
    qtbot, tmp_path: Path, folder: Path
) -> None:
    named("Club", [str(folder)], home(tmp_path)).keep()
    window, tab = open_tab(qtbot, tmp_path)
    assert tab._reason.text() == "Club: The library hasn't been built yet."
    qtbot.mouseClick(tab._build, Qt.MouseButton.LeftButton)
    finish(window)
    assert tab._trouble.isHidden()
    assert rows(tab) == ["Ann", "Cid"]


@pytest.mark.parametrize("damage", ["version", "table"])
def test_a_damaged_library_is_told_and_built_again(
    qtbot, tmp_path: Path, folder: Path, damage: str
) -> None:
    library = build(tmp_path, "Club", folder)
    place = Path(library.folder)
    if damage == "version":
        said = json.loads((place / "manifest.json").read_text())
        (place / "manifest.json").write_text(json.dumps({**said, "version": 0}))
    else:
        next(place.glob("segment-*/games.parquet")).unlink()
    window, tab = open_tab(qtbot, tmp_path)
    assert "Build it again." in tab._reason.text()
    assert tab.found.total == 0
    qtbot.mouseClick(tab._build, Qt.MouseButton.LeftButton)
    finish(window)
    assert rows(tab) == ["Ann", "Cid"]


def test_an_update_finds_what_is_new(qtbot, tmp_path: Path, folder: Path) -> None:
    build(tmp_path, "Club", folder)
    window, tab = open_tab(qtbot, tmp_path)
    (folder / "3.pgn").write_text(PGN.format("Eve", "Fay", "2010.01.01", "c4"))
    window.run(COMMANDS["update-libraries"])
    finish(window)
    assert rows(tab) == ["Ann", "Cid", "Eve"]


def test_a_build_that_is_stopped_goes_on(qtbot, tmp_path: Path, folder: Path) -> None:
    window, tab = open_tab(qtbot, tmp_path)
    window.libraries.keeping.make("Club", [str(folder)])
    window.tasks.stop()
    finish(window)
    assert tab.found.total == 0
    qtbot.mouseClick(notice_button(window, "Go on"), Qt.MouseButton.LeftButton)
    finish(window)
    assert rows(tab) == ["Ann", "Cid"]


def test_a_library_is_deleted_after_a_question(
    qtbot, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = build(tmp_path, "Club", folder)
    build(tmp_path, "Samples")
    window, tab = open_tab(qtbot, tmp_path)
    window.run(COMMANDS["libraries"])
    dialog = dialog_of(window, LibrariesDialog)
    asked: list[str] = []

    def answer(title, text, answers, *, safe):
        asked.append(title.text())
        return "delete" if len(asked) > 1 else "stay"

    monkeypatch.setattr(window.questions, "ask", answer)
    for left in (2, 1):
        qtbot.mouseClick(dialog.delete_button, Qt.MouseButton.LeftButton)
        assert dialog.list.count() == left
    assert asked == ["Delete the library Club?"] * 2
    assert not Path(library.folder).exists()
    assert (folder / "1.pgn").exists()
    dialog.reject()
    tab.run_now()
    assert tab.name == "Library: Samples"


def test_the_start_page_leads_to_libraries(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path)
    button = next(
        one for one in window.tabs.start.findChildren(QPushButton) if one.text() == "Library"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    tab = window.libraries.tab
    assert isinstance(tab, LibraryTab)
    tab.run_now()
    assert tab.found.total == 12
    window.tabs.close_front()
    assert window.libraries.tab is None
    assert window.tabs.stack.currentWidget() is window.tabs.start
