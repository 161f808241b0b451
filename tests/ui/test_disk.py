"""What the window does when another program changes, renames or deletes an open file, or its disk hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from desks import make_window, notice_button
from PySide6.QtWidgets import QPushButton

from viewer.base.files import FileSystem, Stamp
from viewer.base.messages import message
from viewer.document import plans
from viewer.document.document import open_document
from viewer.document.saving.save import SaveError
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.comparison_dialog import ComparisonDialog
from viewer.ui.toolkit.notice import about_disk
from viewer.ui.window.welcome import Welcome
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

GAME = '[White "{0}"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. {1} *\n\n'


def press(window: Window, name: str) -> None:
    notice_button(window, name).click()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(GAME.format("Ann", "Nc3") + GAME.format("Bob", "d3"))
    return path


@pytest.fixture
def window(qtbot, tmp_path: Path, path: Path) -> Window:
    return make_window(qtbot, tmp_path, path)


def moves(window: Window) -> list[str]:
    return [node.action.text for node in window.session.node.path()[1:]]


def test_an_unedited_file_is_read_again_and_ones_place_is_kept(
    qtbot, window: Window, path: Path
) -> None:
    session = window.session
    session.step_record(1)
    session.go(session.record.root.children[0].children[1].children[0])
    assert moves(window) == ["e4", "c5", "Nf3"]
    text = path.read_text().replace("1. e4 e5", "1. e4 {new} e5 (1... d5 2. exd5)")
    path.write_text(GAME.format("Cid", "f4") + text)
    window.disk.look_now()
    assert "has been read again" in window.notice.sentence
    assert session.record.header("White") == "Bob"
    assert session.index == 2
    assert moves(window) == ["e4", "c5", "Nf3"]
    assert session.record.root.children[0].comment == "new"
    assert not window.isWindowModified()


def test_one_stands_as_far_as_the_moves_are_still_there(qtbot, window: Window, path: Path) -> None:
    window.session.go(window.session.cursor.last())
    path.write_text(GAME.format("Ann", "f4") + GAME.format("Bob", "d3"))
    window.disk.look_now()
    assert moves(window) == ["e4", "e5"]


def test_edits_are_never_thrown_away_for_a_file_that_changed(
    qtbot, window: Window, path: Path
) -> None:
    window.session.do(plans.comment, "mine")
    path.write_text(GAME.format("Ann", "f4"))
    window.disk.look_now()
    assert "was changed by another program" in window.notice.sentence
    assert window.session.record.root.comment == "mine"
    assert len(window.session.document) == 2
    press(window, "Compare")
    dialog = window.findChild(ComparisonDialog)
    qtbot.waitUntil(lambda: dialog.model.comparison is not None)
    assert "comments removed: “mine”" in "".join(
        str(dialog.model.index(row).data()) for row in range(dialog.model.rowCount())
    )
    dialog.close()


def test_a_file_that_is_only_touched_is_no_change(window: Window, path: Path) -> None:
    window.session.go(window.session.cursor.last())
    os.utime(path, (1, 1))
    window.disk.look_now()
    assert window.notice.sentence == ""


def test_a_position_that_is_set_up_is_not_taken_away(window: Window, path: Path) -> None:
    window.run(COMMANDS["edit-position"])
    path.write_text(GAME.format("Ann", "f4"))
    window.disk.look_now()
    assert window.desk.editing
    assert "game.pgn was changed by another program." in window.notice.sentence


def test_a_file_that_is_half_written_is_read_when_it_is_whole(
    qtbot, window: Window, path: Path
) -> None:
    path.write_bytes(b"\0" * 100)
    window.disk.look_now()
    assert "can't be read again" in window.notice.sentence
    assert len(window.session.document) == 2
    path.write_text(GAME.format("Cid", "f4"))
    window.disk.look_now()
    assert window.session.record.header("White") == "Cid"
    assert "has been read again" in window.notice.sentence
    assert "can't" not in window.notice.sentence


def test_a_renamed_file_is_followed(qtbot, window: Window, path: Path) -> None:
    other = path.with_name("renamed.pgn")
    path.rename(other)
    window.disk.look_now()
    assert "game.pgn is called renamed.pgn now." in window.notice.sentence
    press(window, "Go on with that file")
    assert window.session.document.path == str(other)
    window.session.do(plans.comment, "mine")
    window.run(COMMANDS["save"])
    assert open_document(str(other)).record(0).root.comment == "mine"
    assert not path.exists()


class Asked:
    """Answers the questions of a window; what was asked stays to be looked at."""

    def __init__(self, window: Window, answer: str) -> None:
        self.answer = answer
        self.titles: list[str] = []
        window.questions.ask = self.ask

    def ask(self, title, text, answers, *, safe) -> str:
        assert {safe, self.answer, "stay"} <= set(answers)
        self.titles.append(str(title))
        return self.answer


def pgns(path: Path) -> list[str]:
    return sorted(one.name for one in path.parent.glob("*.pgn"))


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(
    ("answer", "saved", "files"),
    [
        ("there", "renamed.pgn", ["renamed.pgn"]),
        ("save", "game.pgn", ["game.pgn", "renamed.pgn"]),
        ("as", "chosen.pgn", ["chosen.pgn", "renamed.pgn"]),
        ("stay", "", ["renamed.pgn"]),
    ],
)
def test_where_a_renamed_file_is_saved_is_asked_once(
    window: Window, path: Path, monkeypatch, told: bool, answer: str, saved: str, files: list[str]
) -> None:
    chosen = str(path.with_name("chosen.pgn"))
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file",
        lambda parent, title, name, filters, usual: (chosen, usual),
    )
    window.session.do(plans.comment, "mine")
    path.rename(path.with_name("renamed.pgn"))
    if told:
        window.disk.look_now()
    asked = Asked(window, answer)
    window.run(COMMANDS["save"])
    assert asked.titles == ["game.pgn is called renamed.pgn now."]
    assert pgns(path) == files
    assert window.isWindowModified() is (answer == "stay")
    if saved:
        assert window.session.document.path == str(path.with_name(saved))
        assert open_document(str(path.with_name(saved))).record(0).root.comment == "mine"
        assert window.notice.sentence == ""
        window.session.do(plans.comment, "again")
        window.run(COMMANDS["save"])
        assert len(asked.titles) == 1


def test_where_a_deleted_file_is_saved_is_asked_once(window: Window, path: Path) -> None:
    window.session.do(plans.comment, "mine")
    path.unlink()
    asked = Asked(window, "stay")
    window.run(COMMANDS["save"])
    told = "game.pgn isn't there any more: another program deleted or moved it."
    assert asked.titles == [told]
    assert pgns(path) == []
    asked.answer = "save"
    window.run(COMMANDS["save"])
    assert open_document(str(path)).record(0).root.comment == "mine"
    window.run(COMMANDS["save"])
    assert asked.titles == [told, told]


@pytest.mark.parametrize("answer", ["save", "as"])
@pytest.mark.parametrize("gone", [True, False], ids=["deleted", "renamed"])
def test_what_was_told_of_a_file_goes_with_a_save_that_worked(
    window: Window, path: Path, monkeypatch, gone: bool, answer: str
) -> None:
    chosen = str(path.with_name("chosen.pgn"))
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file",
        lambda parent, title, name, filters, usual: (chosen, usual),
    )
    window.session.do(plans.comment, "mine")
    if gone:
        path.unlink()
    else:
        path.rename(path.with_name("renamed.pgn"))
    window.disk.look_now()
    told = window.notice.sentence
    assert ("was deleted" if gone else "is called renamed.pgn now") in told
    Asked(window, answer)
    with monkeypatch.context() as patch:
        patch.setattr(
            "viewer.document.saving.saving.save_pieces",
            Mock(side_effect=SaveError(message("The disk is full."))),
        )
        window.run(COMMANDS["save"])
    assert told in window.notice.sentence
    if answer == "save":
        window.run(COMMANDS["save"])
    else:
        window.saver.save_as()  # as the notice offers
    assert not window.isWindowModified()
    assert "was deleted" not in window.notice.sentence
    assert "is called" not in window.notice.sentence


@pytest.mark.parametrize("gone", [True, False], ids=["deleted", "changed"])
def test_what_is_closed_is_not_told_again_a_second_later(
    window: Window, path: Path, gone: bool
) -> None:
    window.session.do(plans.comment, "mine")
    if gone:
        path.unlink()
    else:
        path.write_text(path.read_text() + "\n")
    window.disk.look_now()
    assert window.notice.sentence
    window.notice.put_away(about_disk(str(path)))
    for _ in range(3):
        window.disk.look_now()
    assert window.notice.sentence == ""


def test_saving_is_no_change_by_another_program(qtbot, window: Window, path: Path) -> None:
    window.session.do(plans.comment, "mine")
    window.run(COMMANDS["save"])
    window.disk.look_now()
    assert window.notice.sentence == ""


def test_a_second_window_on_a_file_is_told(qtbot, tmp_path: Path, path: Path) -> None:
    code = """
import sys
from viewer.ui.controllers.disk import Presence
Presence(sys.argv[1]).hold(sys.argv[2:])
print("open", flush=True)
sys.stdin.read()
"""
    words = [sys.executable, "-c", code, str(tmp_path / "settings" / "open"), str(path)]
    with subprocess.Popen(words, stdin=-1, stdout=-1, text=True) as process:
        process.stdout.readline()
        window = make_window(qtbot, tmp_path, path)
        window.disk.look_now()
        assert "game.pgn is open in another window of Qipu too;" in window.notice.sentence
        process.kill()


class Hanging(FileSystem):
    """A disk that stops answering."""

    def __init__(self) -> None:
        self.hangs = False
        self.free = threading.Event()

    def stamp_of(self, path: str) -> Stamp | None:
        if self.hangs:
            self.free.wait(30)
        return super().stamp_of(path)


@pytest.fixture
def hanging(window: Window, monkeypatch) -> Iterator[Hanging]:
    files = Hanging()
    monkeypatch.setattr("viewer.base.files.PATIENCE", 0.1)
    monkeypatch.setattr(window.disk._watcher, "_files", files)
    monkeypatch.setattr(window.disk._watcher, "_patience", 0.1)
    monkeypatch.setattr(window.workspace, "files", files)
    window.session.document._saving._files = files
    yield files
    files.free.set()


def test_a_disk_that_hangs_is_told_and_holds_nobody_up(
    qtbot, window: Window, hanging: Hanging, path: Path
) -> None:
    hanging.hangs = True
    window.disk.look_now()
    qtbot.waitUntil(lambda: window.disk.look() or "What is open" in window.notice.sentence)
    window.session.do(plans.comment, "mine")
    window.run(COMMANDS["save"])
    assert window.session.document.modified
    assert "can't be saved: its disk or network doesn't answer." in window.notice.sentence
    window.files.open(str(path.with_name("other.pgn")))
    assert "other.pgn can't be opened: its disk" in window.notice.sentence
    hanging.hangs = False
    hanging.free.set()
    window.run(COMMANDS["save"])
    assert not window.session.document.modified
    qtbot.waitUntil(lambda: window.disk.look() or "What is open" not in window.notice.sentence)


def test_a_disk_that_hangs_does_not_hold_up_the_first_page(
    qtbot, window: Window, hanging: Hanging, path: Path, monkeypatch
) -> None:
    monkeypatch.setattr("viewer.ui.window.welcome._LOOKED", 0.1)
    window.store.opened(str(path))
    window.run(COMMANDS["close-tab"])
    window.tabs.show_start()
    (page,) = window.findChildren(Welcome)
    page.hide()
    hanging.hangs = True
    page.show()
    assert path.name in [one.accessibleName() for one in page.findChildren(QPushButton)]
    qtbot.waitUntil(lambda: not page.waiting)
    assert page.boards == {}, "nothing is read there"
    page.hide()
    hanging.hangs = False
    hanging.free.set()
    page.show()
    qtbot.waitUntil(lambda: list(page.boards) == [str(path)])
