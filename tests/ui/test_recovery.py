"""What an earlier window left unsaved stands in tabs again, and the person says what becomes of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import forget_changes, make_window, notice_button, write_file

from viewer.document import plans
from viewer.document.journal import document_journal
from viewer.document.journal.form import packed_line
from viewer.ui.dialogs.comparison_dialog import ComparisonDialog
from viewer.ui.window.window import Window


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_file(tmp_path / "试.xqf")


def journals_in(tmp_path: Path) -> list[str]:
    folder = tmp_path / "settings" / "journals"
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


def die(window: Window) -> None:
    """End as a killed process does when all is written: nobody is asked, and the locks are gone."""
    assert window.unsaved.recovery is not None
    window.unsaved.recovery.journals.end()
    window.unsaved.recovery = None
    forget_changes(window)
    window.close()


def left_behind(qtbot, tmp_path: Path, path: Path, text: str = "an evening's work") -> None:
    window = make_window(qtbot, tmp_path, path)
    window.session.do(plans.comment, text)
    die(window)


def started(qtbot, tmp_path: Path, *paths: Path) -> Window:
    window = make_window(qtbot, tmp_path, *paths)
    qtbot.waitUntil(lambda: "was recovered from" in window.notice.sentence)
    return window


def press(window: Window, name: str) -> None:
    notice_button(window, name).click()


def test_what_was_not_saved_stands_in_a_tab_again(qtbot, tmp_path: Path, path: Path) -> None:
    left_behind(qtbot, tmp_path, path)
    window = started(qtbot, tmp_path)
    assert window.session.node.comment == "an evening's work"
    assert window.session.document.path == str(path)
    assert window.session.document.modified
    assert "试.xqf was recovered from" in window.notice.sentence
    press(window, "Keep")
    assert window.notice.sentence == ""
    window.session.undo()
    assert window.session.node.comment == "the whole game"
    assert not window.session.document.modified


def test_the_file_itself_gives_way_to_what_was_recovered_of_it(
    qtbot, tmp_path: Path, path: Path
) -> None:
    left_behind(qtbot, tmp_path, path)
    window = started(qtbot, tmp_path, path)
    assert len(window.tabs.desks()) == 1
    assert window.session.node.comment == "an evening's work"


def test_discarding_goes_back_to_the_file(qtbot, tmp_path: Path, path: Path, monkeypatch) -> None:
    left_behind(qtbot, tmp_path, path)
    window = started(qtbot, tmp_path)
    asked = []
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: asked.append(1) or "discard")
    press(window, "Discard")
    assert asked == [1]
    assert window.session.node.comment == "the whole game"
    assert not window.session.document.modified
    assert window.unsaved.recovery.journals.flush()
    assert journals_in(tmp_path) == []


def test_discarding_what_never_had_a_file_closes_its_tab(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("go")
    window.session.do(plans.comment, "new")
    die(window)
    window = started(qtbot, tmp_path)
    assert window.session.document.path is None
    assert window.session.node.comment == "new"
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: "discard")
    press(window, "Discard")
    assert window.tabs.desks() == []
    assert window.unsaved.recovery.journals.flush()
    assert journals_in(tmp_path) == []


def test_a_file_that_is_another_one_now_is_offered_beside(
    qtbot, tmp_path: Path, path: Path
) -> None:
    left_behind(qtbot, tmp_path, path)
    other = write_file(tmp_path / "other.xqf")
    path.write_bytes(other.read_bytes() + b" ")
    window = started(qtbot, tmp_path)
    window.disk.look_now()
    assert "Another program changed the file meanwhile." in window.notice.sentence
    assert "was changed by another program" not in window.notice.sentence
    press(window, "Open the file")
    assert [desk.session.node.comment for desk in window.tabs.desks()] == [
        "an evening's work",
        "the whole game",
    ]
    assert [desk.session.document.modified for desk in window.tabs.desks()] == [True, False]


def test_a_comment_that_was_being_written_is_there(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path, path)
    panel = window.desk.panels.comment
    panel.field._pause.setInterval(60_000)
    panel.field._longest.setInterval(60_000)
    window.session.go_to(3)
    with qtbot.waitSignal(window.session.drafted):
        panel.edit.setPlainText("half a sen")
    assert not window.session.document.modified
    die(window)
    window = started(qtbot, tmp_path)
    assert window.session.node.id == 3
    assert window.session.node.comment == "half a sen"


def test_closing_a_tab_or_the_window_leaves_no_journal(
    qtbot, tmp_path: Path, path: Path, monkeypatch
) -> None:
    window = make_window(qtbot, tmp_path, path)
    window.session.do(plans.comment, "one")
    assert window.unsaved.recovery.journals.flush()
    assert len(journals_in(tmp_path)) == 1
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: "discard")
    window.tabs.close_front()
    assert window.unsaved.recovery.journals.flush()
    assert journals_in(tmp_path) == []
    window.files.open(str(path))
    window.session.do(plans.comment, "two")
    assert window.unsaved.recovery.journals.flush()
    assert len(journals_in(tmp_path)) == 1
    window.close()
    assert journals_in(tmp_path) == []


def test_a_disk_that_takes_no_journal_is_told_once(
    qtbot, tmp_path: Path, path: Path, monkeypatch
) -> None:
    window = make_window(qtbot, tmp_path, path)

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(window.workspace.files, "sync", full, raising=False)
        window.session.do(plans.comment, "one")
        qtbot.waitUntil(lambda: "can't be kept safe: no space left" in window.notice.sentence)
        window.session.do(plans.comment, "two")
        assert window.session.node.comment == "two"
        del patched
    qtbot.waitUntil(lambda: window.notice.sentence == "")
    assert window.unsaved.recovery.journals.flush()


def test_what_a_newer_version_kept_is_told_and_can_be_forgotten(
    qtbot, tmp_path: Path, path: Path
) -> None:
    left_behind(qtbot, tmp_path, path)
    folder = tmp_path / "settings" / "journals"
    (name,) = journals_in(tmp_path)
    (folder / name).write_bytes(packed_line({"form": 99}))
    window = make_window(qtbot, tmp_path)
    qtbot.waitUntil(lambda: "newer version" in window.notice.sentence)
    press(window, "Forget it")
    assert journals_in(tmp_path) == []


def test_games_of_a_large_file_that_is_gone_are_missed_and_the_others_stand(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(document_journal, "CONTENT", 0)
    path = tmp_path / "many.pgn"
    path.write_text('[Event "a"]\n\n1. e4 *\n\n' * 5)
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(lambda: len(window.session.document) == 5)
    window.session.step_record(1)
    window.session.step_record(1)
    window.session.do(plans.comment, "kept")
    die(window)
    path.unlink()
    window = started(qtbot, tmp_path)
    assert "The file itself isn't there any more." in window.notice.sentence
    assert "4 games that nobody had touched are missing" in window.notice.sentence
    assert window.session.index == 2
    assert window.session.node.comment == "kept"
    window.show_page("games")
    window.session.step_record(1)
    assert window.session.index == 2


def test_what_was_recovered_is_compared_with_the_file(qtbot, tmp_path: Path, path: Path) -> None:
    left_behind(qtbot, tmp_path, path)
    window = started(qtbot, tmp_path)
    press(window, "Compare")
    (dialog,) = window.findChildren(ComparisonDialog)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1)
    assert "was recovered from" in window.notice.sentence
    dialog.close()


def test_a_damaged_journal_is_named_and_what_can_be_read_stands_in_a_tab(
    qtbot, tmp_path: Path, path: Path
) -> None:
    window = make_window(qtbot, tmp_path, path)
    for text in ("one", "two", "three"):
        window.session.do(plans.comment, text)
    die(window)
    (name,) = journals_in(tmp_path)
    journal = tmp_path / "settings" / "journals" / name
    journal.write_bytes(journal.read_bytes().replace(b'"two"', b'"twp"'))
    window = started(qtbot, tmp_path)
    assert window.session.node.comment == "three"
    assert f"it is kept as {journal}.aside." in window.notice.sentence
    if os.name != "nt":  # where an open file can't be renamed
        assert journals_in(tmp_path) == [name, f"{name}.aside"]


def test_a_journal_damaged_at_its_head_is_named_once(qtbot, tmp_path: Path, path: Path) -> None:
    left_behind(qtbot, tmp_path, path)
    (name,) = journals_in(tmp_path)
    journal = tmp_path / "settings" / "journals" / name
    journal.write_bytes(b"x" + journal.read_bytes())
    window = make_window(qtbot, tmp_path)
    qtbot.waitUntil(lambda: f"it is kept as {journal}.aside." in window.notice.sentence)
    assert journals_in(tmp_path) == [f"{name}.aside"]
