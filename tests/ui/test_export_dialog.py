"""Exports in the window: the sheet of each kind, its preview, the task, what is said afterwards."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtCore import QBuffer, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from viewer.base.files import FileSystem
from viewer.publish.exporter import Preview
from viewer.publish.kinds import KINDS
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.exporting import copy_picture
from viewer.ui.dialogs import export_dialog
from viewer.ui.dialogs.export_dialog import ExportDialog
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.window.window import Window

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"


def opened(window: Window) -> ExportDialog:
    window.run(COMMANDS["export"])
    (dialog,) = window.findChildren(ExportDialog)
    return dialog


@pytest.fixture
def window(qtbot, tmp_path):
    return chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))


def test_the_preview_says_that_it_is_being_made(qtbot, window) -> None:
    dialog = opened(window)
    dialog._pause.stop()
    dialog._preview()
    assert dialog.preview.waits
    before = dialog.preview.grab().toImage()
    dialog.preview.waits = False
    assert dialog.preview.grab().toImage() != before  # there are words
    qtbot.waitUntil(lambda: dialog.preview.image is not None)
    dialog._preview()
    assert not dialog.preview.waits  # the one that is there is shown meanwhile


def test_problems_are_taken_from_the_whole_file_unless_it_is_chosen_otherwise(qtbot, tmp_path):
    problems = SAMPLES.parent / "problems" / "chess-problems.pgn"
    window = make_window(qtbot, tmp_path, problems)
    dialog = opened(window)

    def choose(key: str, value: str) -> None:
        dialog.head.set_value(key, value)
        dialog._head_changed(key)

    scopes = []
    for kind in ("sheet", "pdf", "problems", "csv"):
        choose("kind", kind)
        scopes.append(dialog.head.values()["where"])
    assert scopes == ["all", "game", "all", "all"]
    choose("where", "game")
    choose("kind", "sheet")
    assert dialog.head.values()["where"] == "game"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sheet_and_a_preview(qtbot, window, kind):
    dialog = opened(window)
    dialog.head.parts["kind"].set_value(kind)
    qtbot.waitUntil(
        lambda: dialog.preview.image is not None or bool(dialog.preview.text) or bool(dialog.said),
    )
    assert dialog.kind.id == kind
    assert dialog.form.parts
    if kind in ("sheet", "csv", "problems"):
        assert "nothing of this kind" in dialog.said
    else:
        assert dialog.said == ""
    dialog.reject()


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        (".pdf", "pdf"),
        ("pag", "html"),
        ("prob", "sheet"),
        ("tex", "tex"),
        ("latex", "tex"),
        ("anki", "csv"),
        ("gif", "gif"),
        (".txt", "text"),
        ("page of pro", "problems"),
        ("VECTOR", "svg"),
        ("zzz", "pdf"),
    ],
)
@pytest.mark.parametrize("listed", [False, True])
def test_a_kind_is_found_by_any_word_and_by_the_ending_of_its_files(
    qtbot, window, typed: str, kind: str, listed: bool
) -> None:
    dialog = opened(window)
    choice = dialog.head.parts["kind"].widget
    if listed:
        choice.showPopup()
        QTest.keyClicks(choice.view(), typed)
        QTest.keyClick(choice.view(), Qt.Key.Key_Return)
    else:
        QTest.keyClicks(choice, typed)
    assert dialog.kind.id == kind
    dialog.close()


@pytest.mark.parametrize("kind", ["sheet", "csv", "problems"])
@pytest.mark.parametrize(("game", "offered"), [("go.sgf", True), ("hex.hgt", False)])
def test_only_games_with_parts_of_boards_are_asked_for_them(
    qtbot, tmp_path, kind: str, game: str, offered: bool
) -> None:
    window = make_window(qtbot, tmp_path, SAMPLES / game)
    dialog = opened(window)
    dialog.head.set_value("kind", kind)
    dialog._show_style()
    assert ("cropped" in dialog.form.parts) is offered
    assert "cropped" in dialog.choice.values  # as usual where nobody is asked


def test_the_form_of_every_kind_is_as_wide_as_its_fields(qtbot, window, monkeypatch):
    monkeypatch.setattr(export_dialog, "_WIDEST_FORM", 1000)  # the screen of tests is small
    dialog = opened(window)
    for kind in KINDS:
        dialog.head.parts["kind"].set_value(kind)
        qtbot.waitUntil(lambda: not dialog._area.horizontalScrollBar().maximum())
        assert dialog._area.viewport().width() >= dialog.form.minimumSizeHint().width()
        dialog.more.setChecked(True)
        qtbot.waitUntil(lambda: not dialog._area.horizontalScrollBar().maximum())
        assert dialog._area.viewport().width() >= dialog.form.minimumSizeHint().width()
        dialog.more.setChecked(False)
    dialog.reject()


def test_what_was_chosen_is_exported_as_a_task_and_remembered(qtbot, window, tmp_path, monkeypatch):
    target = tmp_path / "out.svg"
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    window.run(COMMANDS["last"])
    dialog = opened(window)
    dialog.head.parts["kind"].set_value("svg")
    dialog.form.parts["size"].set_value(123)
    dialog.accept()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: not window.tasks.running)
    text = target.read_text("utf-8")
    assert 'width="123"' in text
    kept = json.loads(str(window.settings["export"]))
    assert kept["kind"] == "svg"
    assert kept["styles"]["svg"] == {"size": 123}
    again = opened(window)
    assert again.kind.id == "svg"
    assert again.form.values()["size"] == 123
    again.reject()


def test_the_position_is_the_current_one(qtbot, window):
    window.run(COMMANDS["next"])
    dialog = opened(window)
    assert dialog.choice.place.node == 1
    dialog.reject()


def test_what_cannot_be_written_is_told(qtbot, window, tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    target = tmp_path / "file" / "a.svg"
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    dialog = opened(window)
    dialog.head.parts["kind"].set_value("svg")
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    qtbot.waitUntil(lambda: bool(window.notice.shown))


def test_the_record_itself_is_not_written_over(qtbot, window, tmp_path, monkeypatch):
    path = str(tmp_path / "game.pgn")
    window.session.document.save(path)
    before = Path(path).read_bytes()
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (path, ""))
    dialog = opened(window)
    dialog.accept()
    qtbot.waitUntil(lambda: bool(window.notice.shown))
    assert Path(path).read_bytes() == before


def test_a_damaged_setting_means_the_usual(qtbot, window):
    for kept in ("{", "[]", '{"styles": 3}', '{"kind": "x", "styles": {"svg": {"size": "y"}}}'):
        window.settings.set("export", kept)
        dialog = opened(window)
        assert dialog.kind.id == next(iter(KINDS))
        dialog.reject()
        dialog.deleteLater()
        qtbot.waitUntil(lambda: not window.findChildren(ExportDialog))


def test_the_picture_on_the_clipboard_is_the_board(qtbot, window):
    copy_picture(window)
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert bytes(data.data("image/svg+xml").data()).startswith(b"<?xml")


def test_what_no_font_has_is_named_in_the_dialog(qtbot, tmp_path):
    root = line("e2e4")
    root.children[0].notes = {"comment": "rare: \U00012345"}
    dialog = opened(chess_window(qtbot, tmp_path, root))
    qtbot.waitUntil(lambda: "\U00012345" in dialog.said)
    assert dialog.said.startswith("No font here has the character")
    dialog.head.parts["kind"].set_value("svg")
    qtbot.waitUntil(lambda: dialog.said == "")
    dialog.reject()


class FullDisk(FileSystem):
    """A disk that takes some bytes and no more."""

    def write(self, fd: int, data: bytes) -> None:
        os.write(fd, data[:10])
        raise OSError(28, "No space left on device")


def book_begun(window, target, monkeypatch) -> None:
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    dialog = opened(window)
    dialog.head.parts["kind"].set_value("pdf")
    dialog.accept()
    assert window.tasks.running


def test_a_book_on_a_full_disk_is_told_and_leaves_no_half_file(
    qtbot, window, tmp_path, monkeypatch
):
    (tmp_path / "out").mkdir()
    monkeypatch.setattr(window.workspace, "files", FullDisk())
    book_begun(window, tmp_path / "out" / "book.pdf", monkeypatch)
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert "no space left" in window.notice.sentence
    assert os.listdir(tmp_path / "out") == []


def test_a_cancelled_book_leaves_nothing(qtbot, window, tmp_path, monkeypatch):
    for name in ("out", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    book_begun(window, tmp_path / "out" / "book.pdf", monkeypatch)
    qtbot.waitUntil(lambda: os.listdir(tmp_path / "temporary") != [])
    window.tasks.stop()
    assert not window.tasks.running
    assert os.listdir(tmp_path / "out") == []
    assert os.listdir(tmp_path / "temporary") == []


def test_pages_of_the_preview_are_turned(qtbot, window):
    dialog = opened(window)
    view = dialog.preview
    pages = [QImage(4, 4, QImage.Format.Format_RGB32) for _ in range(3)]
    data = []
    for at, page in enumerate(pages):
        page.fill(at * 1000)
        buffer = QBuffer()
        page.save(buffer, "PNG")
        data.append(bytes(buffer.data()))
    view.show_preview(Preview("png", data[0], more=tuple(data[1:])))
    assert (view.page, view.count) == (0, 3)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() - 5, 5))
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.page == 2
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert view.image == QImage.fromData(data[1])
    dialog.reject()


def test_few_fields_are_asked_first_and_the_others_keep_their_values(window):
    dialog = opened(window)
    assert not dialog.form.parts["style"].widget.isHidden()
    assert dialog.form.parts["clocks"].widget.isHidden()
    assert dialog.choice.values["notation"] == dialog.form.values()["notation"]
    assert "clocks" in dialog.form.values()
    dialog.more.click()
    assert not dialog.form.parts["clocks"].widget.isHidden()
    dialog.reject()


def test_a_style_sets_its_values_and_others_are_as_usual(window):
    dialog = opened(window)
    dialog.form.set_value("title", "T")
    dialog.form.parts["style"].set_value("informator")
    dialog.form.changed.emit("style")
    values = dialog.choice.values
    assert (values["style"], values["size"], values["title"]) == ("informator", 9, "T")
    dialog.form.parts["style"].set_value("usual")
    dialog.form.changed.emit("style")
    assert dialog.choice.values["size"] == 10
    dialog.reject()
