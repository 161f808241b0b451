"""Games that were found, copied: into a new file, a folder, the clipboard, a tab, an open file."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from libraries import SAMPLES, build
from PySide6.QtGui import QGuiApplication

import viewer
from viewer.library.searches import Search
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.hit_copies import CopyHitsDialog, copy_hits
from viewer.ui.dialogs.export_dialog import ExportDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path)
    return window, _tab(window, "chess")


def _tab(window: Window, game: str) -> LibraryTab:
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.show_search(Search.of({"game": game}))
    tab.run_now()
    return tab


def _copy(qtbot, window: Window, where: str, which: str = "all") -> None:
    dialog = copy_hits(window)
    assert isinstance(dialog, CopyHitsDialog)
    dialog.sheet.set_value("which", which)
    dialog.sheet.set_value("where", where)
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)


def _to_folder(qtbot, window: Window, format: str = "") -> None:
    _copy(qtbot, window, "folder")
    dialog = next(one for one in window.findChildren(SheetDialog) if "format" in one.parts)
    dialog.sheet.set_value("format", format)
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)


def _asked(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(path), ""))
    monkeypatch.setattr(FileDialog, "folder", lambda *_, **__: str(path))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that is chosen whenever one is asked for."""
    folder = tmp_path / "each"
    folder.mkdir()
    _asked(monkeypatch, folder)
    return folder


def test_into_a_new_file(qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, tab = shown
    _asked(monkeypatch, tmp_path / "found.pgn")
    _copy(qtbot, window, "file")
    assert len(viewer.load(tmp_path / "found.pgn")) == tab.found.total > 2


def test_the_chosen_ones_only(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab = shown
    tab.view.choose_rows([0, 2])
    _asked(monkeypatch, tmp_path / "found.pgn")
    _copy(qtbot, window, "file", "chosen")
    assert len(viewer.load(tmp_path / "found.pgn")) == 2


def test_what_would_be_lost_is_asked(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = shown
    tab = _tab(window, "xiangqi")
    tab.view.choose_row(0)
    said: list[str] = []

    def answer(title, text, answers, safe: str) -> str:
        said.append(text.text())
        return "write"

    monkeypatch.setattr(window.questions, "ask", answer)
    _asked(monkeypatch, tmp_path / "found.pgn")
    _copy(qtbot, window, "file")
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert len(viewer.load(tmp_path / "found.pgn")) == tab.found.total
    assert all("found.pgn can't hold" in text for text in said)


def test_a_file_for_each(qtbot, shown, folder: Path) -> None:
    window, tab = shown
    tab.show_search(Search())
    tab.run_now()
    _to_folder(qtbot, window)
    files = sorted(folder.iterdir())
    assert len(files) == tab.found.total
    assert {path.suffix for path in files} >= {".pgn", ".sgf", ".kif", ".xqf"}
    assert all(len(viewer.load(path)) == 1 for path in files)


def test_a_file_for_each_in_another_format(qtbot, shown, folder: Path) -> None:
    window, _ = shown
    tab = _tab(window, "xiangqi")
    _to_folder(qtbot, window, "dhtmlxq")
    files = sorted(folder.iterdir())
    assert len(files) == tab.found.total > 0
    assert {path.suffix for path in files} == {".ubb"}


def test_what_a_format_would_lose_is_written_only_if_one_says_so(
    qtbot, shown, folder: Path
) -> None:
    window, _ = shown
    tab = _tab(window, "xiangqi")
    _to_folder(qtbot, window, "xqtext")
    written = len(list(folder.iterdir()))
    assert written < tab.found.total
    notice_button(window, "Copy all the same").click()
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert len(list(folder.iterdir())) == tab.found.total


def test_to_the_clipboard_and_into_tabs(qtbot, shown) -> None:
    window, tab = shown
    total = tab.found.total
    _copy(qtbot, window, "clipboard")
    assert QGuiApplication.clipboard().text().count("[Event ") == total
    _copy(qtbot, window, "tab")
    assert window.session is not None
    assert len(window.session.document) == total
    document = window.session.document
    _tab(window, "chess")
    _copy(qtbot, window, "document")
    assert len(document) == 2 * total
    document.undo()
    assert len(document) == total


def test_to_an_export(qtbot, shown) -> None:
    window, _ = shown
    _copy(qtbot, window, "export")
    (dialog,) = window.findChildren(ExportDialog)
    dialog.close()


def test_a_mix_of_games_has_no_format(qtbot, shown, monkeypatch: pytest.MonkeyPatch) -> None:
    window, tab = shown
    tab.show_search(Search())
    tab.run_now()
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: pytest.fail("asked"))
    _copy(qtbot, window, "file")
    assert "No format holds games of all these kinds" in window.notice.sentence


def test_files_that_are_gone(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "chess.pgn"
    path.write_bytes((Path(SAMPLES) / "chess.pgn").read_bytes())
    build(tmp_path, "Own", folder)
    window = make_window(qtbot, tmp_path)
    tab = _tab(window, "chess")
    path.unlink()
    _asked(monkeypatch, tmp_path / "found.pgn")
    for where in ("file", "clipboard", "tab"):
        _copy(qtbot, window, where)
    assert not (tmp_path / "found.pgn").exists()
    assert tab.found.total > 0
