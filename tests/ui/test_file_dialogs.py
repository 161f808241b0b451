"""The dialogs for files: columns, kinds, suffixes, the question before a file is replaced, last folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFileSystemModel,
    QHeaderView,
    QLineEdit,
    QMessageBox,
    QTreeView,
)

from viewer.base import catalogs
from viewer.formats import FORMATS
from viewer.ui.controllers.exporting import save_picture
from viewer.ui.session.record_kinds import record_kinds
from viewer.ui.toolkit import file_dialogs
from viewer.ui.toolkit.file_dialogs import Asked, FileDialog, made
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.language import OwnWords
from viewer.ui.toolkit.last_folders import LAST_FOLDERS, LastFolders

pytestmark = pytest.mark.gui

KINDS = "Games (*.sgf *.pgn);;Pictures (*.png)"


@pytest.fixture(autouse=True)
def _alone():
    """Without the folders of other tests."""
    LAST_FOLDERS.use(lambda _: "", lambda *_: True)


def dialog_of(qtbot, place: Path | str, mode=QFileDialog.FileMode.AnyFile) -> QFileDialog:
    dialog = made(None, Asked("Save", str(place), KINDS, "", "", mode))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def accept(monkeypatch, typed: str, kind: int = 0) -> list[str]:
    """Have the next dialog filled in and accepted; what it asks on the way."""
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            asked.append("replace")
            box.button(QMessageBox.StandardButton.Yes).click()

    def fill(dialog: QFileDialog) -> int:
        dialog.selectNameFilter(dialog.nameFilters()[kind])
        file_dialogs._follow_kind(dialog)
        dialog.findChild(QLineEdit, "fileNameEdit").setText(typed)
        dialog.show()
        QApplication.processEvents()
        timer = QTimer(dialog, interval=20)
        timer.timeout.connect(answer)
        timer.start()
        dialog.accept()
        timer.stop()
        return dialog.result()

    monkeypatch.setattr(QFileDialog, "exec", fill)
    return asked


def test_columns_fit_and_names_have_the_room(qtbot, tmp_path: Path) -> None:
    (tmp_path / "a game with a rather long name that somebody gave it.sgf").write_text("(;)")
    dialog = dialog_of(qtbot, tmp_path)
    tree = dialog.findChild(QTreeView, "treeView")
    header = tree.header()
    assert dialog.viewMode() == QFileDialog.ViewMode.Detail
    assert header.sectionResizeMode(0) == QHeaderView.ResizeMode.Stretch
    assert sum(header.sectionSize(i) for i in range(header.count())) <= tree.viewport().width()
    assert header.isSectionHidden(2)


def test_it_fits_a_small_screen(qtbot, tmp_path: Path) -> None:
    dialog = dialog_of(qtbot, tmp_path)
    screen = dialog.screen().availableSize()
    assert dialog.width() <= screen.width()
    assert dialog.height() <= screen.height()


def test_a_name_without_suffix_gets_that_of_the_kind(tmp_path: Path, monkeypatch) -> None:
    for kind, suffix in ((0, "sgf"), (1, "png")):
        accept(monkeypatch, "evening", kind)
        path, chosen = FileDialog.save_file(None, "Save", str(tmp_path), KINDS)
        assert path == str(tmp_path / f"evening.{suffix}")
        assert chosen == KINDS.split(";;")[kind]


def test_a_file_is_asked_about_once_before_it_is_replaced(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "evening.sgf").write_text("(;)")
    asked = accept(monkeypatch, "evening")
    path, _ = FileDialog.save_file(None, "Save", str(tmp_path), KINDS)
    assert (path, asked) == (str(tmp_path / "evening.sgf"), ["replace"])


def test_each_purpose_remembers_its_folder(tmp_path: Path, monkeypatch) -> None:
    kept: dict[str, str] = {}
    LAST_FOLDERS.use(
        lambda name: kept.get(name, ""), lambda n, t: bool(kept.update({n: t})) or True
    )
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    accept(monkeypatch, "a")
    FileDialog.save_file(None, "Save", str(one), KINDS, purpose="export")
    FileDialog.save_file(None, "Save", str(two / "a.sgf"), KINDS, purpose="picture")
    again = LastFolders()
    again.use(lambda name: kept.get(name, ""), lambda *_: True)
    assert (again.of("export"), again.of("picture")) == (str(one), str(two))
    assert again.of("engine") == ""
    path, _ = FileDialog.save_file(None, "Save", str(two), KINDS, purpose="export")
    assert os.path.dirname(path) == str(one)
    one.rmdir()
    assert again.of("export") == ""
    for damaged in ("nonsense", "[3]", '{"export": 5}'):
        again.use(lambda _, text=damaged: text, lambda *_: True)
        assert again.of("export") == ""


def test_pictures_begin_where_the_last_one_went(qtbot, tmp_path: Path, monkeypatch) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    folder = tmp_path / "pictures"
    folder.mkdir()
    accept(monkeypatch, str(folder / "board"))
    save_picture(window)
    assert (folder / "board.png").exists()
    accept(monkeypatch, "again")
    save_picture(window)
    assert (folder / "again.png").exists()


def test_kinds_are_offered_by_game_and_short(qtbot, tmp_path: Path) -> None:
    kinds = record_kinds().split(";;")
    assert len(kinds) == 8
    assert all(f"*.{one}" in kinds[0] for entry in FORMATS.values() for one in entry.suffixes)
    assert "*.kif" in next(one for one in kinds if one.startswith("Shogi ("))
    assert "*.zip" not in " ".join(kinds)
    assert "*.zip" in record_kinds(archives=True).split(";;")[0]
    mode = QFileDialog.FileMode.ExistingFiles
    dialog = made(None, Asked("Open", str(tmp_path), record_kinds(), "", "", mode))
    qtbot.addWidget(dialog)
    assert dialog.testOption(QFileDialog.Option.HideNameFilterDetails)
    assert dialog.selectedNameFilter() == kinds[0]


@pytest.mark.parametrize("answer", ["save", "stay"])
def test_a_name_whose_suffix_is_added_afterwards_is_asked_about(
    qtbot, tmp_path: Path, monkeypatch, answer: str
) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    (tmp_path / "v1.2.xqf").write_bytes(b"another")
    asked: list[str] = []

    def ask(title, text, answers, safe="") -> str:
        asked.append(text.text())
        return answer

    monkeypatch.setattr(window.questions, "ask", ask)
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(tmp_path / "v1.2"), ""))
    assert window.saver.save_as() == (answer == "save")
    assert asked == ["There is already a file v1.2.xqf. Saving replaces it."]
    assert ((tmp_path / "v1.2.xqf").read_bytes() == b"another") == (answer == "stay")


def test_escape_leaves_without_anything(qtbot, tmp_path: Path) -> None:
    dialog = dialog_of(qtbot, tmp_path)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == 0


def test_all_labels_are_in_the_language_of_the_window(qtbot, tmp_path) -> None:
    label = QFileDialog.DialogLabel
    try:
        catalogs.choose("ja", {})
        dialog = dialog_of(qtbot, tmp_path)
    finally:
        catalogs.use(None)
    assert dialog.labelText(label.LookIn) == "場所(&I):"
    assert dialog.labelText(label.FileType) == "ファイルの種類(&T):"


@pytest.mark.parametrize(
    ("language", "size", "folders", "key"),
    [
        ("zh_CN", "大小", "文件夹", "Ctrl+→"),
        ("zh_TW", "大小", "資料夾", "Ctrl+→"),
        ("ko", "크기", "폴더", "Ctrl+→"),
        ("de", "Größe", "Ordner", "Ctrl+Rechts"),
    ],
)
def test_words_of_qt_that_qipu_has_better_ones_for(qapp, language, size, folders, key) -> None:
    own = OwnWords()
    assert qapp.installTranslator(own)
    try:
        catalogs.choose(language, {})
        columns = QFileSystemModel()
        assert columns.headerData(1, Qt.Orientation.Horizontal) == size
        assert qapp.translate("QFileDialog", "Directories") == folders
        assert qapp.translate("QFileDialog", "&Choose") == "&Choose"  # left to Qt's
        assert key_name("Ctrl+Right") == key
    finally:
        catalogs.use(None)
        qapp.removeTranslator(own)
