"""Takebacks, messages, results, marks, times and problems, written in the window."""

from __future__ import annotations

import json

import pytest
from desks import make_window
from lessons import GAME, write
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from viewer.document.document import open_document
from viewer.tree.action import Move, Remark, Takeback
from viewer.tree.annotation import ACTOR, CLOCK, ELAPSED, EVENT, MOMENT, OVERTIME, PROBLEM, Mark
from viewer.ui.commands import COMMANDS
from viewer.ui.comment.glyph_chips import GlyphPalette
from viewer.ui.dialogs.step_dialog import StepDialog


def run(window, command: str) -> StepDialog | None:
    assert COMMANDS[command].possible(window)
    COMMANDS[command].run(window)
    return next((one for one in window.findChildren(StepDialog) if one.isVisible()), None)


def game(qtbot, tmp_path, name="game.wei7"):
    window = make_window(qtbot, tmp_path, write(tmp_path, name))
    session = window.session
    session.go(session.cursor.last())
    return window, session


def choose(dialog: StepDialog, part: str, text: str) -> None:
    box = dialog.parts[part]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText(text))
    assert box.currentText() == text


def actions(node) -> list:
    return [one.action for one in node.path()][1:]


def test_steps_are_added_saved_read_and_undone(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    dialog = run(window, "take-back")
    assert dialog.parts["count"].maximum() == 2
    dialog.parts["count"].setValue(2)
    dialog.parts[MOMENT].setText("1:01.5")
    choose(dialog, ACTOR, "C")
    dialog.accept()
    assert session.node.action == Takeback(2)
    assert session.node.notes == {ACTOR: "2", MOMENT: "61.5"}
    assert session.words.of(session.node) == "C takes back 2 moves"
    dialog = run(window, "message")
    dialog.parts["text"].setPlainText("one\ntwo")
    dialog.accept()
    assert session.words.of(session.node) == "Message"
    dialog = run(window, "result-step")
    choose(dialog, "winner", "White wins")
    dialog.parts["margin"].setText("2,5")
    choose(dialog, ACTOR, "B")
    dialog.accept()
    assert session.words.of(session.node) == "B: White wins by 2.5"
    dialog = run(window, "mark-step")
    dialog.parts["place"].setText("a9")
    dialog.parts["symbol"].setText("x")
    dialog.accept()
    assert session.words.of(session.node) == "Mark x on A9"
    marks = window.desk.stage.board.overlay.marks
    assert marks == (Mark("label", ("aa",), text="x"),)
    session.document.save(str(tmp_path / "b.wei7"))
    read = open_document(str(tmp_path / "b.wei7")).record_of(0)
    end = list(read.root.main_line())[-1]
    assert [one.action for one in end.path()][-4:] == actions(session.node)[-4:]
    assert [one.notes.get(EVENT, "") for one in end.path()][-4:] == ["", "", "result", "mark"]
    for _ in range(4):
        session.undo()
    session.document.save(str(tmp_path / "c.wei7"))
    assert (tmp_path / "c.wei7").read_text() == GAME


def test_what_can_not_be_written_is_said_and_the_form_stays(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    before = session.node
    dialog = run(window, "mark-step")
    for place, symbol, words in (
        ("z99", "x", "no place"),
        ("a1", "", "needs a letter"),
    ):
        dialog.parts["place"].setText(place)
        dialog.parts["symbol"].setText(symbol)
        dialog.accept()
        assert any(words in fault for fault in dialog.sheet.faults.values())
        assert dialog.isVisible()
    dialog.parts["symbol"].setText("x")
    dialog.parts[MOMENT].setText("soon")
    dialog.accept()
    assert list(dialog.sheet.faults) == [MOMENT]
    assert "no time" in dialog.sheet.faults[MOMENT]
    dialog.reject()
    dialog = run(window, "message")
    dialog.accept()
    assert "says something" in dialog.sheet.faults["text"]
    dialog.reject()
    assert session.node is before
    assert session.document.history.unused


def test_a_step_is_changed_and_what_is_not_touched_stays(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    session.go(next(one for one in session.record.walk() if one.notes.get(ACTOR) == "2"))
    dialog = run(window, "change-step")
    dialog.parts["text"].setPlainText("good evening")
    qtbot.keyClick(dialog.parts["text"], Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.node.action == Remark("good evening")
    assert session.words.of(session.node) == "C: “good evening”"
    session.document.save(str(tmp_path / "b.wei7"))
    long = "hello, all of you who watch this game tonight"
    assert (tmp_path / "b.wei7").read_text() == GAME.replace(long, "good evening")


def test_who_resigns(qtbot, tmp_path) -> None:
    _, session = game(qtbot, tmp_path)
    assert session.words.of(session.node) == "A resigns"


def test_what_results_claim(qtbot, tmp_path) -> None:
    results = [{"winner": 1}, {"winner": 2}, {"winner": 2, "margin": 2.5}, {"winner": None}]
    data = {
        "format": "wei7",
        "version": "3.0",
        "info": {"participants": [{"name": "A"}], "players": [{"participant": 0, "color": 1}]},
        "tree": {
            "steps": [{"action": {"type": "result", "value": one}, "actor": 0} for one in results]
        },
    }
    (tmp_path / "claims.wei7").write_text(json.dumps(data))
    session = make_window(qtbot, tmp_path, str(tmp_path / "claims.wei7")).session
    assert [session.words.of(node) for node in session.cursor.last().path()[1:]] == [
        "A: Black wins",
        "A resigns",
        "A: White wins by 2.5",
        "A: a draw",
    ]


def test_times_of_moves_in_sgf(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path, "game.sgf")
    dialog = run(window, "change-step")
    assert set(dialog.parts) == {CLOCK, OVERTIME}
    dialog.parts[CLOCK].setText("90")
    dialog.parts[OVERTIME].setText("3")
    dialog.accept()
    assert session.node.notes == {CLOCK: "0:01:30", OVERTIME: "3"}
    session.document.save(str(tmp_path / "b.sgf"))
    assert b"W[gc]WL[90]OW[3]" in (tmp_path / "b.sgf").read_bytes()
    session.undo()
    session.document.save(str(tmp_path / "b.sgf"))
    assert (tmp_path / "b.sgf").read_bytes() == (tmp_path / "game.sgf").read_bytes()


@pytest.mark.parametrize(("command", "side"), [("problem", "white"), ("problem-other", "black")])
def test_problems_are_toggled(qtbot, tmp_path, command, side) -> None:
    window, session = game(qtbot, tmp_path)
    session.go(session.record.root.children[0])
    assert session.node.action == Move("B cc")
    run(window, command)
    assert session.node.note(PROBLEM) == side
    run(window, command)
    assert PROBLEM not in session.node.notes


def test_takebacks_as_variations_or_as_they_happened(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    side = window.desk.panels
    side.show_page("notation")
    side.contents.runner.run_now()
    qtbot.waitUntil(side.sheet.isVisible)
    assert side.sheet.line.isVisible()
    takeback = next(one for one in session.record.walk() if type(one.action) is Takeback)
    run(window, "timeline")
    assert side.sheet.as_variations
    shown = side.notation._sight.page.record
    assert takeback.id not in shown.nodes
    assert len(shown.nodes[takeback.id - 2].children) == 2
    session.go(takeback)  # it is shown where it leads to
    assert side.notation._current.id == takeback.id - 2
    side.notation.nodeActivated.emit(takeback.id - 1)
    assert session.node.id == takeback.id - 1
    dialog = run(window, "message")  # the record is edited, and shown anew
    dialog.parts["text"].setPlainText("oh")
    dialog.accept()
    assert session.node.id in side.notation._sight.page.record.nodes
    told = []
    session.told.connect(told.append)
    COMMANDS["delete"].run(window)  # what follows in the record isn't what follows here
    assert "as it happened" in told[0].text()
    assert session.node.id in session.record.nodes
    run(window, "timeline")
    assert takeback.id in side.notation._sight.page.record.nodes
    assert not COMMANDS["timeline"].possible(
        make_window(qtbot, tmp_path / "x", write(tmp_path, "game.sgf"))
    )


def test_a_comment_is_written_in_place_beside_takebacks_and_messages(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    sheet, view = window.desk.panels.sheet, window.desk.panels.notation
    window.desk.panels.show_page("notation")
    window.desk.panels.contents.runner.run_now()
    qtbot.waitUntil(lambda: window.isActiveWindow() and sheet.isVisible())
    node = next(one for one in session.record.walk() if one.notes.get(ACTOR) == "2")
    session.go(node)
    COMMANDS["comment"].run(window)
    laid = [view.sight.laid(index) for index, _ in view.sight.seen]
    (block,) = [one for one in laid if one.room is not None]
    assert block.text.text().startswith("hello, all of you")  # the message stays above the field
    assert block.room.top() >= block.cells[0].rect.bottom()
    takeback = next(one for one in session.record.walk() if type(one.action) is Takeback)
    run(window, "timeline")
    assert sheet.field.isHidden()
    session.go_to(takeback.id - 1)
    COMMANDS["comment"].run(window)
    QTest.keyClicks(sheet.field.edit, "to be taken back")
    session.flush()
    assert sheet.field.writing  # the page isn't shown anew before one leaves
    QTest.keyClick(sheet.field.edit, Qt.Key.Key_Escape)
    assert session.record.node(takeback.id - 1).comment == "to be taken back"
    qtbot.waitUntil(lambda: view.sight.page.record.nodes[takeback.id - 1].comment != "")


def test_a_long_message_stands_below_its_sender(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    node = next(one for one in session.record.walk() if one.notes.get(ACTOR) == "2")
    assert session.words.of(node) == "C:"
    page = window.desk.panels.notation._sight.page
    assert page.measures.said.comment(node).startswith("hello, all of you")
    assert [block.first.id for block in page.blocks if block.kind.name == "TEXT"] == [node.id]


def test_the_palette_has_the_words_of_the_format(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    session.go(session.record.root.children[0])
    palette = GlyphPalette(session, window)
    palette.open_over()
    rows = palette.rows
    assert rows[0].words.startswith("In this file: ")
    assert [row.words.rpartition("·  ")[2].split(":")[0] for row in rows[1:5]] == [
        *("good", "bad", "controversial", "trick"),
    ]
    palette.look_for("trick")
    palette.do(False)
    assert session.node.glyphs == (6,)
    session.document.save(str(tmp_path / "b.wei7"))
    assert '"evaluation": "trick"' in (tmp_path / "b.wei7").read_text()
    assert open_document(str(tmp_path / "b.wei7")).record_of(0).root.children[0].glyphs == (6,)
    palette = GlyphPalette(session, window)
    palette.open_over("$10")
    assert palette.rows[0].more == "not in this format"
    palette.go_away()


def test_the_panel_says_who_and_when_and_of_a_problem(qtbot, tmp_path) -> None:
    window, session = game(qtbot, tmp_path)
    session.go(session.record.root.children[0].children[0])
    run(window, "problem")
    text = window.desk.panels.comment._aside.text()
    assert text == "by B  ·  at 5 s  ·  a problem: Black to play"


@pytest.mark.parametrize(
    ("name", "text", "facet", "written"),
    [
        ("a.pgn", '[Event "x"]\n\n1. e4 {[%clk 0:10:00]} e5 *\n', CLOCK, "[%clk 0:01:05]"),
        (
            "a.kif",
            "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n",
            ELAPSED,
            "( 1:05/00:01:05)",
        ),
    ],
)
def test_times_of_moves_in_other_games(qtbot, tmp_path, name, text, facet, written) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("cp932"))
    window = make_window(qtbot, tmp_path, path)
    window.session.go(window.session.record.root.children[0])
    dialog = run(window, "change-step")
    dialog.parts[facet].setText("65")
    dialog.accept()
    window.session.document.save(str(path))
    assert written in path.read_bytes().decode("cp932")
    window.session.undo()
    window.session.document.save(str(path))
    assert path.read_bytes() == text.encode("cp932")
