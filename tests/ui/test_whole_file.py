"""Whole-file tools in the window: asked for, counted, done, told, taken back; by keys and by mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton

from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.sweep_dialog import ReplaceDialog, StripDialog

pytestmark = [pytest.mark.gui, pytest.mark.bare]

PGN = """[Event "Paris"]
[White "Morphy"]
[Black "Anderssen"]
[Result "1-0"]

{The plan.} 1. e4 {king's pawn} e5 $1 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 Nc6 1-0

[Event "Paris"]
[White "Untouched"]
[Black "Anderssen"]
[Result "*"]

1.   d4   d5 *

[Event "Leipzig"]
[White "Paulsen"]
[Black "Planck"]
[Result "0-1"]

1. e4 {a plan} e5 2. Bc4 {plans} Bc5 0-1
"""


def opened(qtbot, tmp_path: Path, text: str = PGN):
    path = tmp_path / "games.pgn"
    path.write_text(text)
    window = make_window(qtbot, tmp_path, path)
    window.session.indexer.wait()
    return window, window.session


def asked(window, command: str, kind: type):
    assert COMMANDS[command].possible(window)
    COMMANDS[command].run(window)
    return next(one for one in window.findChildren(kind) if one.isVisible())


def choose(dialog, part: str, text: str) -> None:
    box = dialog.parts[part].widget
    assert isinstance(box, QComboBox)
    place = box.findText(text)
    assert place >= 0, [box.itemText(at) for at in range(box.count())]
    box.setCurrentIndex(place)


def listed(qtbot, window):
    """The list of games, seen."""
    window.games.show_list()
    page = window.desk.panels.page("games")
    qtbot.waitUntil(page.isVisible)
    return page


def press(window, name: str) -> None:
    """Press a button of a notice."""
    notice_button(window, name).click()


def test_games_are_stripped_by_the_mouse_and_it_is_taken_back_in_the_notice(
    qtbot, tmp_path
) -> None:
    window, session = opened(qtbot, tmp_path)
    dialog = asked(window, "strip", StripDialog)
    assert dialog.said.text() == "Choose what is to be removed."
    choose(dialog, "where", "All 3 games of the file")
    for part in ("comments", "glyphs"):
        box = dialog.parts[part].widget
        assert isinstance(box, QCheckBox)
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center() * 0.1)
    qtbot.waitUntil(lambda: "removed" in dialog.said.text())
    assert dialog.said.text() == "5 comments, 1 glyph in 2 games will be removed."
    remove = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Remove")
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert window.notice.sentence == "Removed 5 comments, 1 glyph in 2 games."
    assert not any(node.comment for node in session.record.walk())
    assert session.record is session.document.record(0)
    press(window, "Undo")
    assert session.record.root.comment == "The plan."
    assert not session.document.modified


def test_a_game_is_stripped_by_keys_and_saved(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    session.go(session.record.node(4))
    assert session.record.node(4).parent is session.record.node(3)
    dialog = asked(window, "strip", StripDialog)
    box = dialog.parts["variations"].widget
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "variation" in dialog.said.text())
    assert dialog.said.text() == "1 variation will be removed."
    choose(dialog, "line", "The line that is shown")
    qtbot.waitUntil(lambda: "variation" in dialog.said.text())
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert [node.id for node in session.record.walk()] == [0, 1, 3, 4]
    assert session.node is session.record.node(4)
    window.saver.save()
    qtbot.waitUntil(lambda: not window.tasks.running)
    text = (tmp_path / "games.pgn").read_text()
    assert "1. e4 {king's pawn} 1... c5 {Sicilian} 2. Nf3 1-0" in text
    assert "1.   d4   d5 *" in text


def test_as_long_as_nothing_is_chosen_enter_does_nothing(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    dialog = asked(window, "strip", StripDialog)
    assert not dialog.accepting.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert not session.document.modified
    dialog.reject()


def test_escape_leaves_everything_as_it_is(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    dialog = asked(window, "strip", StripDialog)
    dialog.parts["comments"].widget.click()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not session.document.modified


def test_games_that_were_chosen_stay_chosen(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    page = listed(qtbot, window)
    page.view.choose_rows([0, 2])
    dialog = asked(window, "strip", StripDialog)
    assert dialog.parts["where"].widget.currentText() == "The 2 chosen games"
    dialog.parts["comments"].widget.click()
    qtbot.waitUntil(lambda: "removed" in dialog.said.text())
    dialog.accept()
    assert window.notice.sentence == "Removed 5 comments in 2 games."
    assert page.view.keys_chosen() == [0, 2]
    assert session.document.unedited_run(1) == 1


def test_words_that_only_details_could_have_are_missed_with_a_hint(qtbot, tmp_path) -> None:
    window, _ = opened(qtbot, tmp_path)
    dialog = asked(window, "replace", ReplaceDialog)
    qtbot.keyClicks(dialog.parts["sought"].widget, "zebra")
    missed = "Not found in the comments. The details are not searched."
    qtbot.waitUntil(lambda: dialog.said.text() == missed)
    choose(dialog, "details", "In all that are text")
    qtbot.waitUntil(lambda: dialog.said.text() == "Not found.")
    dialog.reject()


def test_words_are_replaced_and_the_first_places_are_listed(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    dialog = asked(window, "replace", ReplaceDialog)
    assert dialog.said.text() == "Nothing is looked for yet."
    choose(dialog, "where", "All 3 games of the file")
    choose(dialog, "details", "In all that are text")
    line = dialog.parts["sought"].widget
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClicks(line, "plan")
    qtbot.keyClicks(dialog.parts["new"].widget, "idea")
    qtbot.waitUntil(lambda: "replaced" in dialog.said.text())
    assert (
        dialog.said.text() == "3 places in comments, 1 in the details in 2 games will be replaced."
    )
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert rows == [
        "game 1, the start:  The [plan → idea].",
        "game 3, Black:  [Plan → idea]ck",
        "game 3, comment:  a [plan → idea]",
        "game 3, comment:  [plan → idea]s",
    ]
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert window.notice.sentence == "Replaced 3 places in comments, 1 in the details in 2 games."
    assert session.record.root.comment == "The idea."
    assert session.document.values("Black", 2, 3) == ["ideack"]
    session.undo()
    assert session.document.values("Black", 2, 3) == ["Planck"]


def test_a_low_screen_has_room_for_the_buttons(
    qtbot, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = opened(qtbot, tmp_path, PGN.replace("Sicilian", "e " * 40))
    dialog = asked(window, "replace", ReplaceDialog)
    high = dialog.height()

    class Low:
        def availableGeometry(self) -> QRect:
            return QRect(0, 0, 800, high + 90)

    monkeypatch.setattr(dialog, "screen", Low)
    qtbot.keyClicks(dialog.parts["sought"].widget, "e")
    qtbot.waitUntil(lambda: dialog.list.count() > 10)
    assert dialog.height() <= high + 50
    assert dialog.frameGeometry().bottom() <= high + 90
    dialog.reject()


def test_texts_of_a_file_are_shown_as_text(qtbot, tmp_path) -> None:
    window, _ = opened(qtbot, tmp_path, PGN.replace("The plan", "<b>&plan</b>"))
    dialog = asked(window, "replace", ReplaceDialog)
    qtbot.keyClicks(dialog.parts["sought"].widget, "plan")
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert "<b>&[plan → ]</b>" in dialog.list.item(0).text()
    dialog.reject()


def test_what_isnt_counted_yet_is_done_in_the_background(qtbot, tmp_path) -> None:
    window, _ = opened(qtbot, tmp_path, PGN * 60)
    dialog = asked(window, "strip", StripDialog)
    choose(dialog, "where", "All 180 games of the file")
    dialog._runner.stop()
    dialog.parts["comments"].widget.click()
    dialog._counting.planned = None
    dialog.accept()
    assert window.tasks.running
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert window.notice.sentence == "Removed 300 comments in 120 games."


def test_an_edit_meanwhile_is_not_written_over(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path, PGN * 60)
    dialog = asked(window, "strip", StripDialog)
    choose(dialog, "where", "All 180 games of the file")
    dialog.parts["comments"].widget.click()
    dialog._counting.planned = None
    dialog.accept()
    session.document.set_comment(session.record.root, "mine")
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert window.notice.sentence == "The file was edited meanwhile: nothing was changed."
    assert session.record.root.comment == "mine"
    press(window, "Once more")
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert session.record.root.comment == ""
    session.undo()
    assert session.record.root.comment == "mine"


def test_chosen_games_are_joined(qtbot, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, session = opened(qtbot, tmp_path)
    questions = []
    monkeypatch.setattr(
        window.questions,
        "ask",
        lambda title, text, answers, safe: questions.append(str(text)) or safe,
    )
    COMMANDS["join-games"].run(window)
    assert questions == []
    assert not session.document.modified
    page = listed(qtbot, window)
    page.view.choose_rows([0, 1, 2])
    COMMANDS["join-games"].run(window)
    assert questions == [
        "2 games become variations of game 1, which says where each of them leaves it."
    ]
    assert len(session.document) == 1
    assert window.notice.sentence == "Joined 2 games as variations."
    press(window, "Undo")
    assert len(session.document) == 3
    assert not session.document.modified
    window.settings.set("ask-undoable", False)
    page.view.choose_rows([0, 1, 2])
    COMMANDS["join-games"].run(window)
    assert len(questions) == 1
    assert len(session.document) == 1


def test_a_line_becomes_a_game_behind(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    session.go(session.record.node(3))
    COMMANDS["extract"].run(window)
    assert len(session.document) == 4
    assert session.index == 1
    assert [getattr(one.action, "text", "") for one in session.record.walk()] == [
        "",
        "e4",
        "c5",
        "Nf3",
    ]


def test_a_line_of_a_file_of_one_game_becomes_a_new_record(qtbot, tmp_path) -> None:
    from viewer.base.resources import resource_path

    path = tmp_path / "game.xqf"
    path.write_bytes(resource_path("samples", "en", "study", "xiangqi.xqf").read_bytes())
    window = make_window(qtbot, tmp_path, path)
    first = window.session
    first.go(list(first.record.root.main_line())[3])
    COMMANDS["extract"].run(window)
    assert window.session is not first
    assert window.session.document.path is None
    assert not first.document.modified


def test_a_game_begins_here(qtbot, tmp_path) -> None:
    window, session = opened(qtbot, tmp_path)
    assert not COMMANDS["start-here"].possible(window)
    session.go(session.record.node(2))
    COMMANDS["start-here"].run(window)
    assert session.node is session.record.root
    assert session.record.setup is not None
    assert [getattr(one.action, "text", "") for one in session.record.walk()][1:] == [
        "g1f3",
        "b8c6",
    ]
    press(window, "Undo")
    assert session.record.setup is None
    assert session.node is session.record.node(2)
    assert not session.document.modified


def test_what_a_start_does_not_know_is_asked_about(
    qtbot, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ko.sgf"
    path.write_text("(;FF[4]GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[ee];B[ed])")
    window = make_window(qtbot, tmp_path, path)
    session = window.session
    session.go(session.record.root.children[0])
    answers = ["stay", "delete"]
    asked_about = []

    def ask(title, text, _, safe):
        asked_about.append(str(text))
        return answers.pop(0)

    monkeypatch.setattr(window.questions, "ask", ask)
    COMMANDS["start-here"].run(window)
    assert not session.document.modified
    COMMANDS["start-here"].run(window)
    assert "will be allowed" in asked_about[1]
    assert window.notice.sentence == (
        "The game begins here now; the moves before are gone. The next move has the number 1."
    )
    assert len(session.record.nodes) == 3


def test_the_openings_of_games_are_written_and_taken_back(qtbot, tmp_path: Path) -> None:
    window, session = opened(qtbot, tmp_path)
    COMMANDS["openings-of-games"].run(window)
    qtbot.waitUntil(lambda: "Wrote the openings of 3 games." in window.notice.sentence)
    document = session.document
    assert [document.record(index).header("ECO") for index in range(3)] == ["C44", "D00", "C23"]
    session.undo()
    assert [document.record(index).header("ECO") for index in range(3)] == ["", "", ""]


def test_the_notice_takes_back_nothing_but_what_it_tells_of(qtbot, tmp_path: Path) -> None:
    window, session = opened(qtbot, tmp_path)
    COMMANDS["openings-of-games"].run(window)
    qtbot.waitUntil(lambda: "Wrote the openings of 3 games." in window.notice.sentence)
    undo = notice_button(window, "Undo")
    session.do(plans.comment, "later")
    undo.click()
    assert session.node.comment == "later"
    assert window.status.said == "Something else was done since: undo that first."
