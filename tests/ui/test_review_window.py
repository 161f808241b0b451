"""Analysing whole games in the window: asked for, run as a task, previewed, written as one edit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import make_window, notice_button
from PySide6.QtWidgets import QApplication

from viewer.engines.engine import EngineSetup
from viewer.engines.installed import InstalledEngine, KnownEngine
from viewer.engines.review import KeptFindings
from viewer.tree.annotation import EVALUATION
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.review_dialog import AnnotateDialog, ReviewDialog

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"
GAMES = """[Event "One"]
[Result "*"]

1. d4 d5 (1... f5) *

[Event "Two"]
[Result "*"]

1. e4 e5 2. Nf3 *
"""


def setup(habit: str = "plain") -> EngineSetup:
    return EngineSetup("Scripted", sys.executable, (str(SCRIPT), habit), {"chess": "uci"})


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    window = make_window(qtbot, tmp_path, path)
    window.session.indexer.wait()
    return window


def shown(window, kind: type):
    return next((one for one in window.findChildren(kind) if one.isVisible()), None)


def asked(qtbot, window, habit: str = "plain") -> ReviewDialog:
    window.engines.keep((setup(habit),))
    window.run(COMMANDS["analyse-games"])
    dialog = shown(window, ReviewDialog)
    assert dialog is not None
    dialog.sheet.set_value("limit", "depth")
    dialog.sheet.set_value("depth", 1)
    if "jobs" in dialog.parts:
        dialog.sheet.set_value("jobs", 1)
    return dialog


def written(qtbot, window) -> AnnotateDialog:
    """The dialog with the preview, asked for in the notice, once it has counted."""
    qtbot.waitUntil(lambda: window.notice.tells("analysis"))
    assert shown(window, AnnotateDialog) is None  # nothing opens over what the user is doing
    notice_button(window, "Write it…").click()
    dialog = shown(window, AnnotateDialog)
    assert dialog is not None
    qtbot.waitUntil(
        lambda: "will be written" in dialog.said.text() or "nothing" in dialog.said.text()
    )
    return dialog


def evaluations(window, index: int = 0) -> list[str]:
    line = window.session.document.record(index).root.main_line()
    return [str(node.note(EVALUATION)) for node in line]


def test_a_game_is_analysed_previewed_and_written_as_one_edit(qtbot, window) -> None:
    dialog = asked(qtbot, window)
    dialog.accept()
    preview = written(qtbot, window)
    assert "3 evaluations" in preview.said.text()
    assert window.session.finds.many  # shown before they are written
    assert not window.session.document.modified
    preview.sheet.set_value("glyphs", False)
    qtbot.waitUntil(lambda: "glyph" not in preview.said.text())
    preview.accept()
    qtbot.waitUntil(lambda: window.session.document.modified)
    assert all(evaluations(window))
    assert "Wrote 3 evaluations" in window.notice.sentence
    window.session.undo()
    assert not any(evaluations(window))
    assert not window.session.document.modified


def test_all_games_with_their_variations(qtbot, window) -> None:
    dialog = asked(qtbot, window)
    dialog.sheet.set_value("where", "all")
    dialog.sheet.set_value("line", "all")
    dialog.accept()
    preview = written(qtbot, window)
    assert "8 evaluations" in preview.said.text()
    assert "in 2 games" in preview.said.text()
    preview.reject()
    dialog = asked(qtbot, window, "plain")
    assert dialog.sheet.values()["line"] == "all"  # as the last time
    dialog.reject()


def test_an_analysis_that_was_stopped_goes_on(qtbot, window) -> None:
    asked(qtbot, window, "waits-at-d5").accept()
    known = window.reviews.findings
    qtbot.waitUntil(lambda: len(known) == 2)
    (task,) = window.tasks.of(window.session.document)
    task.stop()
    assert not window.notice.tells("analysis")
    asked(qtbot, window, "plain").accept()
    preview = written(qtbot, window)
    assert "3 evaluations" in preview.said.text()
    preview.accept()
    qtbot.waitUntil(lambda: window.session.document.modified)
    assert evaluations(window) == ["0.10,1", "-0.20,2", "0.10,1"]


def test_a_failing_engine_is_said(qtbot, window) -> None:
    asked(qtbot, window, "crashes-searching").accept()
    qtbot.waitUntil(lambda: "ended unexpectedly" in window.notice.sentence)
    assert not window.notice.tells("analysis")


def test_games_that_are_deleted_meanwhile_are_left_out(qtbot, window) -> None:
    dialog = asked(qtbot, window)
    dialog.sheet.set_value("where", "all")
    dialog.accept()
    window.games.remove()
    preview = written(qtbot, window)
    assert "will be written" in preview.said.text()
    preview.reject()


def test_without_an_engine_one_is_offered(qtbot, window) -> None:
    window.engines.search = lambda game: []
    window.run(COMMANDS["analyse-games"])
    assert shown(window, ReviewDialog) is None
    assert window.desk.panels.made("analysis") is not None


def test_once_the_engine_offered_is_added_the_question_is_asked(
    qtbot, window, tmp_path: Path, monkeypatch
) -> None:
    program = tmp_path / "stockfish"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {SCRIPT} plain\n")
    program.chmod(0o755)
    known = KnownEngine(("stockfish",), "Stockfish", ("chess",))
    window.engines.search = lambda game: [InstalledEngine(str(program), known)]
    monkeypatch.setattr(window.questions, "ask", lambda *said, safe: safe)
    window.run(COMMANDS["analyse-games"])
    qtbot.waitUntil(lambda: shown(window, ReviewDialog) is not None)
    assert not window.desk.analyst.running
    shown(window, ReviewDialog).reject()


def test_limits_that_make_no_sense_are_said(qtbot, window) -> None:
    dialog = asked(qtbot, window)
    dialog.sheet.set_value("limit", "seconds")
    dialog.sheet.set_value("seconds", "soon")
    dialog.accept()
    assert dialog.isVisible()
    assert "A number of seconds" in str(dialog.sheet.faults)
    dialog.reject()


def test_what_a_run_left_is_gone_on_with_by_the_next(qtbot, tmp_path: Path) -> None:
    """As after a kill: the window is let go without a word, another opens with the same folder."""
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    first = make_window(qtbot, tmp_path, path)
    first.session.indexer.wait()
    dialog = asked(qtbot, first, "waits-at-d5")
    dialog.sheet.set_value("where", "all")
    dialog.accept()
    qtbot.waitUntil(lambda: len(first.reviews.findings) == 2)
    (kept,) = Path(first.store.analyses).iterdir()
    text = kept.read_text("utf-8")
    (task,) = first.tasks.of(first.session.document)
    task.stop()
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"question": "cut of')
    window = make_window(qtbot, tmp_path)
    window.engines.keep((setup("plain"),))
    window.reviews.offer()
    assert window.notice.sentence == "An analysis wasn't finished or written: games.pgn."
    notice_button(window, "Go on").click()
    preview = written(qtbot, window)
    assert "7 evaluations" in preview.said.text()
    assert len(window.reviews.findings) == text.count("question") + 4
    preview.accept()
    qtbot.waitUntil(lambda: window.session.document.modified)
    assert evaluations(window) == ["0.10,1", "-0.20,2", "0.10,1"]
    assert not list(Path(window.store.analyses).iterdir())


def test_what_is_damaged_is_told_once_and_set_aside(qtbot, window) -> None:
    folder = Path(window.store.analyses)
    folder.mkdir(parents=True)
    (folder / "a.jsonl").write_text("no analysis\n", "utf-8")
    kept = KeptFindings(str(folder / "b.jsonl"))
    kept.want({"engine": "of no file"})
    kept.close()
    window.reviews.offer()
    assert window.notice.sentence.startswith("2 unfinished analyses are damaged")
    assert "b.jsonl.aside" in window.notice.sentence
    assert sorted(one.name for one in folder.iterdir()) == ["a.jsonl.aside", "b.jsonl.aside"]
    window.notice.put_away()
    window.reviews.offer()
    assert not window.notice.sentence


def test_an_analysis_whose_request_says_nothing_is_set_aside(qtbot, window) -> None:
    folder = Path(window.store.analyses)
    folder.mkdir(parents=True)
    kept = KeptFindings(str(folder / "a.jsonl"))
    kept.want({"path": window.session.document.path, "engine": "Scripted"})
    kept.close()
    window.engines.keep((setup("plain"),))
    window.reviews.offer()
    notice_button(window, "Go on").click()
    assert [one.name for one in folder.iterdir()] == ["a.jsonl.aside"]


def test_an_analysis_goes_on_though_another_record_is_in_front(
    qtbot, tmp_path: Path, window, monkeypatch
) -> None:
    asked(qtbot, window, "waits-at-d5").accept()
    qtbot.waitUntil(lambda: len(window.reviews.findings) == 2)
    (task,) = window.tasks.of(window.session.document)
    task.stop()
    window.engines.keep((setup("plain"),))
    other = tmp_path / "other.pgn"
    other.write_text(GAMES)
    window.files.open(str(other))
    path = window.reviews._session_of(str(tmp_path / "games.pgn")).document.path
    monkeypatch.setattr(window.files, "open", lambda path: None)
    window.reviews.offer()
    notice_button(window, "Go on").click()
    assert window.session.document.path == str(other)
    assert [one.document.path for one in (window.reviews._running.session,)] == [path]
    qtbot.waitUntil(lambda: not window.tasks.running)


def test_an_analysis_of_a_file_that_isnt_open_is_told(qtbot, window, monkeypatch) -> None:
    folder = Path(window.store.analyses)
    folder.mkdir(parents=True)
    kept = KeptFindings(str(folder / "a.jsonl"))
    kept.want({"path": "/elsewhere/b.pgn", "engine": "Scripted"})
    kept.close()
    monkeypatch.setattr(window.files, "open", lambda path: None)
    window.reviews.offer()
    notice_button(window, "Go on").click()
    assert "/elsewhere/b.pgn doesn't go on: its games aren't open." in window.notice.sentence
    assert [one.name for one in folder.iterdir()] == ["a.jsonl"]


def test_a_folder_of_analyses_that_cant_be_read_offers_nothing(window) -> None:
    folder = Path(window.store.analyses)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_bytes(b"")
    window.reviews.offer()
    assert not window.notice.sentence


def test_an_engine_that_is_gone_is_told(qtbot, tmp_path: Path, window) -> None:
    asked(qtbot, window, "waits-at-d5").accept()
    qtbot.waitUntil(lambda: len(window.reviews.findings) == 2)
    (task,) = window.tasks.of(window.session.document)
    task.stop()
    window.engines.keep(())
    window.reviews.offer()
    notice_button(window, "Go on").click()
    assert "There is no engine Scripted in the list any more." in window.notice.sentence
    assert len(list(Path(window.store.analyses).iterdir())) == 1
    window.reviews.offer()
    notice_button(window, "Discard").click()
    assert not list(Path(window.store.analyses).iterdir())


def test_a_second_analysis_waits_for_the_first(qtbot, window) -> None:
    asked(qtbot, window, "waits-at-d5").accept()
    qtbot.waitUntil(lambda: len(window.reviews.findings) == 2)
    asked(qtbot, window, "plain").accept()
    waiting, running = window.tasks.running
    assert waiting in window.reviews.waiting
    assert waiting.told.text() == "Waiting: Scripted analyses the game of games.pgn"
    window.tasks.stop(running)
    written(qtbot, window).reject()
    assert not window.reviews.waiting
    asked(qtbot, window, "waits-at-d4").accept()
    asked(qtbot, window, "plain").accept()
    waiting, running = window.tasks.running
    window.tasks.stop(waiting)
    window.tasks.stop(running)
    assert not window.tasks.running


def test_the_sides_are_summed_up_in_words(qtbot, window, monkeypatch) -> None:
    said = []

    def ask(title, text, answers, *, safe) -> str:
        said.append(text.text())
        assert safe == "stay"  # Enter leaves the clipboard alone
        return "copy"

    monkeypatch.setattr(window.questions, "ask", ask)
    asked(qtbot, window, "weighs").accept()
    qtbot.waitUntil(lambda: window.notice.tells("analysis"))
    notice_button(window, "Sum up…").click()
    lines = said[0].splitlines()
    assert lines[0].startswith("White: accuracy")
    assert lines[2] == "The moves that lost most:"
    assert QApplication.clipboard().text() == said[0]
