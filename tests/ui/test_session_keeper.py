"""What was open stands there again at the next start: tabs, places, and what went wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from desks import close, forget_changes, write_file
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from viewer.base.addresses import to_hand_in
from viewer.base.files import FileSystem
from viewer.base.resources import resource_path
from viewer.base.running import Run
from viewer.document import plans
from viewer.document.workspace import Workspace
from viewer.library.face import named
from viewer.library.searches import Search
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.other_tab import UnreadTab
from viewer.ui.window.session_keeper import SessionKeeper
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

pytestmark = pytest.mark.bare


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    return [str(write_file(tmp_path / f"{name}.xqf")) for name in "abc"]


def start(qtbot, tmp_path: Path, *paths: str, disk: FileSystem | None = None) -> Window:
    """A window that keeps its tabs, as `qipu` makes it."""
    window = Window(Workspace(*([disk] if disk else [])), Store(str(tmp_path / "own")))
    window.settings.set("animate", False)
    window.settings.set("tell-kept", False)
    run = Run(str(tmp_path / "own" / "run.log"), FileSystem())
    run.note("Qipu\n")
    window.leaving.keep_with(SessionKeeper(window, run, window))
    window.run_log = run
    qtbot.addWidget(window, before_close_func=forget_changes)
    window.leaving.keeper.begin(paths)
    window.tabs.show_start()
    window.show()
    window.finish()
    return window


def names(window: Window) -> list[str]:
    bar = window.top.tabs
    return [bar.tabText(index) for index in range(bar.count())]


def unread(window: Window) -> list[str]:
    return [tab.tab.name for tab in window.tabs.tabs() if isinstance(tab, UnreadTab)]


def kept(tmp_path: Path) -> dict:
    return json.loads((tmp_path / "own" / "session.json").read_text())


def press(window: Window, text: str) -> None:
    """Press a button that is seen."""
    button = next(b for b in window.findChildren(QPushButton) if b.text() == text and b.isVisible())
    button.click()


# ------------------------------------------------------------------------------ the same tabs


def test_a_folder_is_listed_again_at_the_file_that_was_shown(qtbot, tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    for name in "abc":
        write_file(tmp_path / "folder" / f"{name}.xqf")
    window = start(qtbot, tmp_path, str(tmp_path / "folder"))
    window.folders.step(1)
    window.session.go_to(5)
    assert window.close()
    assert kept(tmp_path)["tabs"][0]["roots"] == [str(tmp_path / "folder")]
    again = start(qtbot, tmp_path)
    assert names(again) == ["folder"]
    assert again.session.document.path == str(tmp_path / "folder" / "b.xqf")
    assert again.session.node.id == 5
    again.session.folder.finish()
    assert len(again.session.folder.files) == 3


def test_a_tab_that_was_not_read_yet_is_shown_beside(qtbot, tmp_path, files) -> None:
    assert start(qtbot, tmp_path, *files[:2]).close()
    again = start(qtbot, tmp_path)
    front = again.desk
    assert names(again) == ["a.xqf", "b.xqf"]
    assert unread(again) == ["a.xqf"]
    again.run(COMMANDS["beside-next"])
    pair = again.tabs.pair
    assert pair is not None
    assert pair.desk is front
    assert pair.companion.session.document.path == files[0]
    assert unread(again) == []
    again.run(COMMANDS["beside-next"])  # again the only other one
    assert again.tabs.pair.companion.session.document.path == files[0]


def test_a_tab_that_cannot_be_read_says_so_instead_of_standing_beside(
    qtbot, tmp_path, files
) -> None:
    assert start(qtbot, tmp_path, *files[:2]).close()
    again = start(qtbot, tmp_path)
    Path(files[0]).unlink()
    again.run(COMMANDS["beside-next"])
    assert again.tabs.pair is None
    shown = again.tabs.stack.currentWidget()
    assert isinstance(shown, UnreadTab)
    press(again, "Close")
    assert names(again) == ["b.xqf"]
    assert not COMMANDS["beside-next"].possible(again)


def test_edited_files_of_a_folder_are_in_its_tab_again(qtbot, tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    for name in "abc":
        write_file(tmp_path / "folder" / f"{name}.xqf")
    window = start(qtbot, tmp_path, str(tmp_path / "folder"))
    for text in ("one", "two"):
        window.session.do(plans.comment, text)
        window.folders.step(1)
    assert window.close()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: len(again.workspace.documents) == 3)
    assert names(again) == ["folder  •"]
    told = {one.path[-5]: one.modified for one in again.desk.documents}
    assert told == {"a": True, "b": True, "c": False}
    again.session.folder.finish()
    again.folders.step(-1)
    assert again.session.record.root.notes["comment"] == "two"


def test_the_record_beside_stands_there_again(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files)
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run(COMMANDS["beside-next"])
    assert window.session.document.path == files[1]
    window.session.go_to(4)
    window.run(COMMANDS["flip"])
    window.run(COMMANDS["beside-switch"])
    window.session.go_to(2)
    assert window.close()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: again.tabs.pair is not None)
    pair = again.tabs.pair
    assert names(again) == ["a.xqf", "b.xqf", "c.xqf"]
    assert unread(again) == ["c.xqf"]
    assert pair.desk.session.document.path == files[0]
    assert pair.desk.session.node.id == 2
    assert not pair.desk.session.view.flip
    companion = pair.companion.session
    assert companion.document.path == files[1]
    assert companion.node.id == 4
    assert companion.view.flip
    assert pair.active is pair.desk
    again.tabs.turn_to_tab(1)
    assert again.tabs.pair is None
    assert again.session.document is companion.document


def test_two_moments_of_one_record_stand_there_again(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files[:1])
    window.run(COMMANDS["beside"])
    window.session.go_to(3)
    window.session.do(plans.comment, "not saved")
    assert window.close()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: again.tabs.pair is not None)
    pair = again.tabs.pair
    assert pair.companion.session.document is pair.desk.session.document
    assert pair.companion.session.node.id == 3
    assert pair.companion.session.node.notes["comment"] == "not saved"
    assert pair.desk.session.node.id == 0


def test_a_tab_stands_alone_if_what_was_beside_it_is_gone(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files[:2])
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run(COMMANDS["beside-next"])
    assert window.close()
    os.unlink(files[1])
    again = start(qtbot, tmp_path)
    qtbot.wait(50)
    assert again.tabs.pair is None
    assert again.session.document.path == files[0]
    assert unread(again) == ["b.xqf"]


def test_a_folder_whose_file_is_gone_shows_another(qtbot, tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    for name in "ab":
        write_file(tmp_path / "folder" / f"{name}.xqf")
    window = start(qtbot, tmp_path, str(tmp_path / "folder"))
    assert window.close()
    (tmp_path / "folder" / "a.xqf").unlink()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: names(again) == ["folder"])
    assert again.session.document.path == str(tmp_path / "folder" / "b.xqf")


def test_the_next_start_has_the_same_tabs_and_only_the_one_in_front_is_read(
    qtbot, tmp_path, files
) -> None:
    window = start(qtbot, tmp_path, *files)
    window.tabs.turn_to_tab(1)
    window.session.go_to(5)
    window.run(COMMANDS["flip"])
    close(window)
    again = start(qtbot, tmp_path)
    assert names(again) == ["a.xqf", "b.xqf", "c.xqf"]
    assert unread(again) == ["a.xqf", "c.xqf"]
    assert again.session.document.path == files[1]
    assert again.session.node.id == 5
    assert again.session.view.flip
    assert [document.path for document in again.workspace.documents] == [files[1]]


def test_an_unread_tab_is_read_when_it_is_selected_at_the_move_where_the_user_stood(
    qtbot, tmp_path, files
) -> None:
    window = start(qtbot, tmp_path, *files)
    window.tabs.turn_to_tab(0)
    window.session.go_to(7)
    window.tabs.turn_to_tab(2)
    close(window)
    again = start(qtbot, tmp_path)
    again.tabs.step(1)
    assert again.session.document.path == files[0]
    assert again.session.node.id == 7
    assert unread(again) == ["b.xqf"]
    assert names(again) == ["a.xqf", "b.xqf", "c.xqf"]


def test_the_game_of_a_file_of_many_comes_back(qtbot, tmp_path) -> None:
    text = Path(resource_path("samples", "en", "study", "chess.pgn")).read_bytes()
    many = tmp_path / "many.pgn"
    many.write_bytes(text * 3)
    window = start(qtbot, tmp_path, str(many))
    qtbot.waitUntil(lambda: len(window.session.document) > 2)
    window.session.step_record(1)
    window.session.go(window.session.cursor.last())
    index, node = window.session.index, window.session.node.id
    close(window)
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: again.session.index == index)
    assert again.session.node.id == node
    assert index == 1


def test_a_file_given_is_in_front_and_the_session_stands_around_it_unread(
    qtbot, tmp_path, files
) -> None:
    close(start(qtbot, tmp_path, *files[:2]))
    again = start(qtbot, tmp_path, files[2])
    assert names(again) == ["a.xqf", "b.xqf", "c.xqf"]
    assert unread(again) == ["a.xqf", "b.xqf"]
    assert again.session.document.path == files[2]


def test_a_file_given_that_the_session_has_is_shown_in_its_tab(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files)
    window.tabs.turn_to_tab(0)
    window.session.go_to(3)
    window.tabs.turn_to_tab(2)
    close(window)
    again = start(qtbot, tmp_path, files[0])
    assert names(again) == ["a.xqf", "b.xqf", "c.xqf"]
    assert again.session.document.path == files[0]
    assert again.session.node.id == 3
    assert unread(again) == ["b.xqf", "c.xqf"]


def test_unread_tabs_are_closed_and_moved_without_reading(qtbot, tmp_path, files) -> None:
    close(start(qtbot, tmp_path, *files))
    again = start(qtbot, tmp_path)
    again.top.tabs.moveTab(0, 2)
    first = again.tabs.tabs()[0]
    assert isinstance(first, UnreadTab)
    again.tabs.close(first)
    assert names(again) == ["c.xqf", "a.xqf"]
    close(again)
    last = start(qtbot, tmp_path)
    assert names(last) == ["c.xqf", "a.xqf"]
    assert last.session.document.path == files[2]


@pytest.mark.parametrize("kind", ["", "-problems"])
def test_a_sample_that_stood_elsewhere_in_an_earlier_qipu_is_that_of_today(
    qtbot, tmp_path, kind: str
) -> None:
    close(start(qtbot, tmp_path, str(resource_path("samples", "en", "study", "go.sgf"))))
    session = kept(tmp_path)
    session["tabs"][0]["path"] = str(resource_path("samples") / f"go{kind}.sgf")
    (tmp_path / "own" / "session.json").write_text(json.dumps(session))
    again = start(qtbot, tmp_path)
    document = again.session.document
    assert Path(document.source.name).relative_to(resource_path("samples")) == Path(
        "en", kind[1:] or "study", f"go{kind}.sgf"
    )
    assert document.path is None


def test_a_sample_nobody_edited_comes_back(qtbot, tmp_path) -> None:
    sample = str(resource_path("samples", "en", "study", "go.sgf"))
    close(start(qtbot, tmp_path, sample))
    again = start(qtbot, tmp_path)
    assert again.session.document.name == "go"
    assert again.session.document.path is None


def test_a_file_that_is_gone_says_so_in_its_tab_and_is_tried_again(qtbot, tmp_path, files) -> None:
    close(start(qtbot, tmp_path, *files))
    text = Path(files[0]).read_bytes()
    Path(files[0]).unlink()
    again = start(qtbot, tmp_path)
    again.tabs.turn_to_tab(0)
    page = again.tabs.stack.currentWidget()
    assert page.accessibleName().startswith(f"There is no file {files[0]}.")
    assert again.session is None
    assert again.windowTitle() == "Qipu"
    Path(files[0]).write_bytes(text)
    press(again, "Try again")
    assert again.session.document.path == files[0]
    Path(files[1]).unlink()
    again.tabs.turn_to_tab(1)
    press(again, "Close")
    assert names(again) == ["a.xqf", "c.xqf"]
    assert again.session is not None


def test_a_tab_that_could_not_be_read_is_closed_by_its_key(qtbot, tmp_path, files) -> None:
    close(start(qtbot, tmp_path, files[0]))
    Path(files[0]).write_bytes(b"no such format \0\0")
    again = start(qtbot, tmp_path)
    assert "can't be opened" in again.tabs.stack.currentWidget().accessibleName()
    again.tabs.close_front()
    assert names(again) == []
    assert again.tabs.stack.currentWidget() is again.tabs.start


def test_two_names_of_one_file_end_in_one_tab(qtbot, tmp_path, files) -> None:
    close(start(qtbot, tmp_path, files[0], files[1]))
    Path(files[0]).unlink()
    Path(files[0]).symlink_to(files[1])
    again = start(qtbot, tmp_path)
    again.tabs.turn_to_tab(0)
    assert names(again) == ["b.xqf"]
    assert again.session.document.path == files[1]


# ----------------------------------------------------------------------------------- keeping


def test_what_changes_is_written_within_a_second(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files)
    own = tmp_path / "own"
    qtbot.waitUntil(lambda: (own / "session.json").exists() and len(kept(tmp_path)["tabs"]) == 3)
    window.session.go_to(1)
    window.session.go_to(2)
    qtbot.waitUntil(lambda: kept(tmp_path)["tabs"][2].get("depth") == 2)
    window.run(COMMANDS["theme-dark"])
    qtbot.waitUntil(lambda: json.loads((own / "settings.json").read_text()).get("theme") == "dark")
    window.resize(901, 601)
    qtbot.waitUntil(
        lambda: json.loads((own / "settings.json").read_text()).get("window") == "901x601"
    )
    assert len(json.loads((own / "recent.json").read_text())) == 3


def test_a_setting_turns_it_off(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, *files)
    window.settings.set("session", False)
    close(window)
    assert kept(tmp_path)["tabs"] == []
    again = start(qtbot, tmp_path)
    assert names(again) == []


def test_a_second_window_has_no_tabs_of_the_first_and_takes_none_of_them(
    qtbot, tmp_path, files
) -> None:
    first = start(qtbot, tmp_path, *files[:2])
    first.leaving.keeper.keep()
    second = start(qtbot, tmp_path, files[2])
    assert names(second) == ["c.xqf"]
    close(second)
    close(first)
    assert names(start(qtbot, tmp_path)) == ["a.xqf", "b.xqf"]


def test_a_disk_that_takes_nothing_is_told_once(qtbot, tmp_path, files) -> None:
    class Full(FileSystem):
        def create_beside(self, path: str, kind: str = "") -> tuple[int, str]:
            raise OSError(28, "No space left on device")

    window = start(qtbot, tmp_path, *files, disk=Full())
    words = "What is open can't be kept for the next start: no space left on the disk."
    window.session.go_to(1)
    qtbot.waitUntil(lambda: window.leaving.keeper._writer.failed is not None)
    window.session.go_to(2)
    qtbot.waitUntil(lambda: window.notice.sentence == words)
    window.notice.put_away()
    window.leaving.keeper.keep()
    assert window.notice.sentence == ""


def test_a_damaged_file_is_told_and_the_files_open(qtbot, tmp_path, files) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "session.json").write_bytes(b"\xff{")
    window = start(qtbot, tmp_path, files[0])
    assert window.notice.sentence == "What was open last time can't be read."
    assert names(window) == ["a.xqf"]


def test_what_a_newer_qipu_kept_is_not_overwritten(qtbot, tmp_path, files) -> None:
    (tmp_path / "own").mkdir()
    text = '{"version": 2, "tabs": []}'
    (tmp_path / "own" / "session.json").write_text(text)
    window = start(qtbot, tmp_path, files[0])
    assert "newer Qipu" in window.notice.sentence
    close(window)
    assert (tmp_path / "own" / "session.json").read_text() == text


# ---------------------------------------------------------------------------------- unsaved


class Asked:
    """Answers each question with the same, and counts them."""

    def __init__(self, answer: str) -> None:
        self.answer, self.count = answer, 0
        self.told: list[str] = []

    def ask(self, *said: object, **__: object) -> str:
        self.count += 1
        self.told = [str(one) for one in said[:2]]
        return self.answer


def quit_window(window: Window, answer: str = "stay") -> Asked:
    """Close a window as its user does."""
    window.questions = asked = Asked(answer)
    window.close()
    return asked


def killed(window: Window) -> None:
    """End as a killed process does when all is written: nobody is asked, and the locks are gone."""
    window.leaving.keeper.keep()
    assert window.leaving.keeper._writer.finish(90)
    window.leaving.keeper._timer.stop()
    window.leaving.keeper._requests.close()
    window.settings.listener = None
    lock, window.run_log.fd = window.run_log.fd, -1
    os.close(lock)
    window.leaving.keeper = None
    window.unsaved.recovery.journals.end()
    window.unsaved.recovery = None
    close(window)


def unsaved(qtbot, tmp_path: Path, *files: str) -> Window:
    """Two files, the first edited, and between them a new record with a move."""
    window = start(qtbot, tmp_path, files[0])
    window.session.go_to(3)
    window.session.do(plans.comment, "an evening's work")
    window.files.new_of("chess")
    window.session.play(Move("e2e4"))
    window.files.open(files[1])
    window.session.go_to(2)
    window.unsaved.recovery.journals.flush()
    return window


def settled(qtbot, window: Window) -> None:
    """Wait until what was left behind stands in its tabs."""
    qtbot.waitUntil(
        lambda: not any(isinstance(t, UnreadTab) and t.tab.journal for t in window.tabs.tabs())
    )


def test_quitting_asks_nothing_and_what_was_not_saved_stands_in_its_tabs_again(
    qtbot, tmp_path, files
) -> None:
    asked = quit_window(unsaved(qtbot, tmp_path, *files))
    assert asked.count == 0
    again = start(qtbot, tmp_path)
    settled(qtbot, again)
    assert names(again) == ["a.xqf  •", "New record  •", "b.xqf"]
    assert again.session.document.path == files[1]
    assert again.session.node.id == 2
    assert again.notice.sentence == ""
    again.tabs.turn_to_tab(0)
    assert again.session.node.comment == "an evening's work"
    again.session.undo()
    assert not again.session.document.modified
    again.tabs.turn_to_tab(1)
    assert again.session.node.action == Move("e2e4")
    again.session.undo()
    assert again.session.node is again.session.record.root


def test_quitting_says_that_unsaved_work_is_kept_and_the_next_start_that_it_is_there(
    qtbot, tmp_path, files
) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.settings.set("tell-kept", True)
    asked = quit_window(window, "stay")
    assert asked.told == [
        "The unsaved changes of 2 files are kept.",
        "They are there again at the next start. On the disk the files stay as they were last saved.",
    ]
    assert window.isVisible()
    assert quit_window(window, "quit").count == 1
    assert not window.isVisible()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: bool(again.status.said))
    assert again.status.said == "The unsaved changes of 2 files are there again."
    again.settings.set("tell-kept", True)
    again.tabs.turn_to_tab(0)
    again.session.undo()
    asked = quit_window(again, "silently")
    assert asked.told[0] == "The unsaved changes of 1 file are kept."


def test_who_does_not_want_to_be_told_any_more_is_not(qtbot, tmp_path, files) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.settings.set("tell-kept", True)
    assert quit_window(window, "silently").count == 1
    assert not window.isVisible()
    again = Window(Workspace(), Store(str(tmp_path / "own")))
    assert again.settings["tell-kept"] is False
    qtbot.addWidget(again, before_close_func=forget_changes)


def test_where_nothing_is_unsaved_quitting_says_nothing(qtbot, tmp_path, files) -> None:
    window = start(qtbot, tmp_path, files[0])
    window.settings.set("tell-kept", True)
    window.files.new_of("go")  # and nothing in it
    assert quit_window(window).count == 0
    assert not window.isVisible()
    again = start(qtbot, tmp_path)
    settled(qtbot, again)
    assert again.status.said == ""


def test_a_record_that_was_in_front_unsaved_is_there_with_the_first_board(
    qtbot, tmp_path, files
) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.tabs.turn_to_tab(1)
    quit_window(window)
    again = Window(Workspace(), Store(str(tmp_path / "own")))
    qtbot.addWidget(again, before_close_func=forget_changes)
    again.leaving.keep_with(
        SessionKeeper(again, Run(str(tmp_path / "own" / "run.log"), FileSystem()), again)
    )
    again.leaving.keeper.begin([])
    assert again.session.node.action == Move("e2e4")
    close(again)


def test_a_record_that_nobody_has_edited_is_kept_too(qtbot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    window.files.new_of("go")
    assert quit_window(window).count == 0
    again = start(qtbot, tmp_path)
    settled(qtbot, again)
    assert names(again) == ["New record  •"]
    assert again.session.record.game == "go"
    assert quit_window(again).count == 0
    last = start(qtbot, tmp_path)
    settled(qtbot, last)
    assert names(last) == ["New record  •"]


def test_a_record_that_nobody_has_edited_is_recovered_without_a_time(qtbot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    window.files.new_of("go")
    assert window.unsaved.recovery.journals.keep()
    killed(window)
    again = start(qtbot, tmp_path)
    settled(qtbot, again)
    assert "New record was recovered.\n" in again.notice.sentence + "\n"


def test_a_file_given_that_has_unsaved_edits_is_shown_with_them(qtbot, tmp_path, files) -> None:
    quit_window(unsaved(qtbot, tmp_path, *files))
    again = start(qtbot, tmp_path, files[0])
    assert again.session.node.comment == "an evening's work"
    settled(qtbot, again)
    assert names(again) == ["a.xqf  •", "New record  •", "b.xqf"]
    assert again.session.document.path == files[0]


def test_closing_a_tab_asks(qtbot, tmp_path, files) -> None:
    quit_window(unsaved(qtbot, tmp_path, *files))
    again = start(qtbot, tmp_path)
    again.questions = asked = Asked("stay")
    again.tabs.close(again.tabs.tabs()[0])
    assert asked.count == 1
    assert len(names(again)) == 3
    asked.answer = "discard"
    again.tabs.close(again.tabs.tabs()[0])
    settled(qtbot, again)
    assert names(again) == ["New record  •", "b.xqf"]
    quit_window(again)
    last = start(qtbot, tmp_path)
    settled(qtbot, last)
    assert names(last) == ["New record  •", "b.xqf"]


def test_without_the_session_quitting_asks(qtbot, tmp_path, files) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.settings.set("session", False)
    assert quit_window(window).count == 1
    assert window.isVisible()
    assert quit_window(window, "discard").count == 2
    assert not window.isVisible()
    assert names(start(qtbot, tmp_path)) == []


def test_where_unsaved_edits_cannot_be_kept_quitting_asks(qtbot, tmp_path, files) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.unsaved.recovery.journals.flush = lambda *_: False
    assert quit_window(window).count == 1
    assert window.isVisible()


def test_when_the_system_ends_qipu_nothing_is_asked(qtbot, tmp_path, files, monkeypatch) -> None:
    window = unsaved(qtbot, tmp_path, *files)
    window.settings.set("session", False)
    window.run(COMMANDS["edit-position"])
    assert window.desk.editing
    window.questions = asked = Asked("stay")
    left: list[int] = []
    quits = type("Quits", (), {"exit": staticmethod(left.append)})
    monkeypatch.setattr("viewer.ui.window.leaving.QCoreApplication", quits)
    window.leaving.quit()
    assert left == [0]
    assert asked.count == 0
    assert not window.isVisible()
    again = start(qtbot, tmp_path)
    qtbot.waitUntil(lambda: len(names(again)) == 2)
    assert sorted(names(again)) == ["New record  •", "a.xqf  •"]


def test_after_a_kill_the_desk_is_as_it_was_and_says_what_was_recovered(
    qtbot, tmp_path, files
) -> None:
    killed(unsaved(qtbot, tmp_path, *files))
    again = start(qtbot, tmp_path)
    settled(qtbot, again)
    assert names(again) == ["a.xqf  •", "New record  •", "b.xqf"]
    assert again.session.document.path == files[1]
    said = again.notice.sentence
    assert "Qipu ended unexpectedly last time." in said
    assert "a.xqf was recovered from" in said
    assert "New record was recovered from" in said


# --------------------------------------------------------------------------- the end of a run


def test_after_an_unexpected_end_one_line_says_so_with_a_report_to_copy(
    qtbot, tmp_path, files
) -> None:
    window = start(qtbot, tmp_path, files[0])
    window.run_log.note("KeyError\n  viewer/ui/app.py:1 run\n")
    window.leaving.keeper.keep()
    assert window.leaving.keeper._writer.finish(90)
    lock, window.run_log.fd = window.run_log.fd, -1
    os.close(lock)  # the process was killed
    again = start(qtbot, tmp_path)
    assert again.notice.sentence == "Qipu ended unexpectedly last time."
    assert again.session.document.path == files[0]
    press(again, "Copy report")
    report = "Qipu\nKeyError\n  viewer/ui/app.py:1 run\n"
    assert QGuiApplication.clipboard().text() == to_hand_in(report)
    close(again)
    assert start(qtbot, tmp_path).notice.sentence == ""


def test_the_end_of_a_desktop_session_has_all_on_the_disk_and_is_no_unexpected_end(
    qtbot, tmp_path, files
) -> None:
    window = start(qtbot, tmp_path, files[0])
    window.session.go_to(3)
    window.leaving.keeper._requests._commit(None)  # as Qt does
    assert kept(tmp_path)["tabs"][0]["depth"] == 3
    lock, window.run_log.fd = window.run_log.fd, -1
    os.close(lock)
    again = start(qtbot, tmp_path)
    assert again.notice.sentence == ""
    assert again.session.node.id == 3


def qipu(tmp_path: Path, *paths: str) -> subprocess.Popen[bytes]:
    """A real process with folders of its own."""
    own = {
        f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in ("STATE", "CONFIG", "CACHE")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "viewer", *paths],
        env={**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.DEVNULL,
    )


def stamp(path: Path) -> int | None:
    return path.stat().st_mtime_ns if path.exists() else None


def wait_for(process: subprocess.Popen[bytes], there: object) -> None:
    """Wait until something is so, as long as the process lives."""
    end = time.monotonic() + 90
    while not there():
        assert process.poll() is None, "it ended"
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_quits_in_order_and_the_next_start_has_the_same_desk(
    tmp_path: Path, files: list[str], name: str
) -> None:
    kept_file = tmp_path / "state" / "qipu" / "session.json"
    log = tmp_path / "state" / "qipu" / "run.log"
    written = None
    for paths in (files[:2], ()):
        process = qipu(tmp_path, *paths)
        wait_for(process, lambda written=written: stamp(kept_file) != written)
        process.send_signal(getattr(signal, name))
        assert process.wait(90) == 0
        written = stamp(kept_file)  # by its end, too
        data = json.loads(kept_file.read_text())
        assert [tab["path"] for tab in data["tabs"]] == files[:2]
        assert data["front"] == 1
        assert log.read_bytes() == b""


def test_a_library_tab_is_there_again_with_its_search(qtbot, tmp_path, files) -> None:
    home = str(tmp_path / "own" / "library")
    for name in ("Club", "Samples"):
        library = named(name, [str(resource_path("samples", "en", "study"))], home)
        library.build()
        library.close()
    window = start(qtbot, tmp_path, files[0])
    window.libraries.choose([named("Club", folder=home)])
    window.libraries.search(Search.of({"player": "morphy"}))
    close(window)
    window = start(qtbot, tmp_path)
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert names(window) == ["a.xqf", "Library: Club"]
    assert tab.bar.conditions.texts == ["player morphy"]
    assert tab.found.total == 1
    window.tabs.close_front()
    close(window)


def test_a_search_takes_the_library_tab_that_waits_to_be_read(qtbot, tmp_path, files) -> None:
    library = named(
        "Club", [str(resource_path("samples", "en", "study"))], str(tmp_path / "own" / "library")
    )
    library.build()
    library.close()
    window = start(qtbot, tmp_path, files[0])
    window.libraries.search(Search.of({"player": "morphy"}))
    window.tabs.step(-1)
    close(window)
    window = start(qtbot, tmp_path)
    assert window.libraries.tab is None
    window.libraries.search_position()
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert names(window) == ["a.xqf", "Library: Club"]
    assert tab.bar.conditions.texts[1:] == ["this position"]
    close(window)
