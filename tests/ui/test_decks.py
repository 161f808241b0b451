"""Decks of mistakes in the window: made of a file, solved on the board, printed, summed up."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from desks import make_window, notice_button

from viewer.document.training.mistakes import Bound
from viewer.engines.analysis import Analysis, EngineLine
from viewer.engines.engine import EngineSetup
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.decks_dialog import PAGE, SHEET, DecksDialog
from viewer.ui.dialogs.review_dialog import AnnotateDialog
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = """[White "Adler, A"]
[Black "Berg, B"]

1. f3 {[%eval -0.6,9]} ( 1. e4 {[%eval 0.15,9]} e5 ) e5 {[%eval -0.70,9]}
2. g4 {[%eval #-1]} ( 2. e4 {[%eval -0.70,9]} d5 3. exd5 ) ( 2. Nc3 {[%eval -0.75,9]} d5 ) Qh4# 0-1

[White "Berg, B"]
[Black "Adler, A"]

1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 2.5]} ( 2... Nc6 {[%eval 0.2]} 3. Bb5 )
3. Nxe5 {[%eval 2.5]} *
"""


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "games" / "club.pgn"
    path.parent.mkdir()
    path.write_text(PGN, "utf-8")
    window: Window = make_window(qtbot, tmp_path, path)
    window.settings.set("own-names", "A. Adler")
    return window


def shown(window: Window, qtbot) -> DecksDialog:
    window.run(COMMANDS["mistakes"])
    dialog = window.findChildren(DecksDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.reading)
    return dialog


def made(window: Window, qtbot) -> DecksDialog:
    dialog = shown(window, qtbot)
    dialog.new.click()
    (asked,) = window.findChildren(SheetDialog)
    asked.accept()
    qtbot.waitUntil(lambda: len(dialog.rows) == 1)
    return dialog


def test_a_deck_is_made_of_the_file_that_is_shown(window: Window, qtbot, tmp_path: Path) -> None:
    dialog = made(window, qtbot)
    assert dialog.said == "2 problems in the deck, 2 new. My mistakes: 0 due today, 2 new, 0 later."
    assert len(list(tmp_path.rglob("My mistakes.jsonl"))) == 1
    dialog.update_deck.click()
    qtbot.waitUntil(lambda: dialog.said.startswith("2 problems in the deck, 0 new."))
    dialog.close()


def test_points_are_asked_where_the_games_may_be_counted_by_points(window: Window, qtbot) -> None:
    dialog = shown(window, qtbot)
    dialog.new.click()
    (asked,) = window.findChildren(SheetDialog)
    assert "points" not in asked.sheet.values()  # of the file, which is of chess
    asked.parts["of"].set_value("folder")
    assert "points" in asked.sheet.values()
    asked.reject()
    dialog.close()


def solver_of(window: Window, qtbot) -> Solver:
    qtbot.waitUntil(lambda: not window.tasks.running)
    solver = window.desk.mode
    assert isinstance(solver, Solver)
    solver.pause = 0
    solver.progress.wait()
    return solver


def test_what_is_due_is_solved_on_the_board(window: Window, qtbot, tmp_path: Path) -> None:
    made(window, qtbot).solve.click()
    solver = solver_of(window, qtbot)
    assert solver.panel.words[1] == "White to play"
    assert solver.panel.words[2] == "Adler, A – Berg, B, move 2"
    assert solver.panel.progress[0] == "1 more problem today"
    solver.do("played")
    qtbot.waitUntil(lambda: "it lost 44 %" in solver.panel.said)
    qtbot.waitUntil(lambda: solver.trial.node is solver.trial.start)
    solver.trial.play(Move("b1c3"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    solver.do("next")
    assert solver.panel.words[1] == "Black to play"
    solver.trial.play(Move("f7f6"))
    qtbot.waitUntil(lambda: solver.attempt.wrong)
    assert solver.panel.progress[0] == "1 more problem today"
    solver.do("next")  # again, since it went wrong
    assert solver.panel.words[1] == "Black to play"
    solver.trial.play(Move("b8c6"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    said: list[str] = []
    solver.passed.connect(said.append)
    solver.do("next")
    assert said == [1]
    solver.leave()
    (history,) = tmp_path.rglob("training.jsonl")
    grades = [json.loads(line)["grade"] for line in history.read_text().splitlines()]
    assert grades == ["hinted", "wrong", "right"]
    dialog = shown(window, qtbot)
    assert dialog.said == (
        "My mistakes: 0 due today, 0 new, 2 later."
        " Tried: 2; right at once: 0 %. Days of training: 1."
    )
    dialog.solve.click()
    qtbot.waitUntil(lambda: dialog.said == "Nothing is due today.")
    dialog.close()


def test_a_deck_is_written_as_sheet_page_and_table(
    window: Window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = made(window, qtbot)
    for act, name in (
        (lambda: dialog.exporting.emit(dialog.row, PAGE), "p.html"),
        (lambda: dialog.exporting.emit(dialog.row, SHEET), "p.pdf"),
        (lambda: dialog.tabulating.emit(dialog.rows), "r.csv"),
    ):
        out = tmp_path / name
        monkeypatch.setattr(FileDialog, "save_file", lambda *a, out=out, **k: (str(out), ""))
        act()
        qtbot.waitUntil(lambda out=out: out.is_file() and not window.tasks.running)
    assert (tmp_path / "r.csv").read_text().startswith("deck,day,right,hinted,wrong")
    dialog.close()


def test_a_deck_with_another_bound_goes_on_with_its_history(window: Window, qtbot) -> None:
    made(window, qtbot).solve.click()
    solver = solver_of(window, qtbot)
    solver.trial.play(Move("b1c3"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    solver.leave()
    dialog = shown(window, qtbot)
    for percent, problems, tried in ((43, 1, 1), (90, 0, 0), (0, 2, 1)):
        dialog.bound.click()
        asked = window.findChildren(SheetDialog)[-1]
        assert [*asked.sheet.values()] == (["percent", "points"] if percent == 0 else ["percent"])
        asked.parts["percent"].set_value(percent)
        asked.accept()
        qtbot.waitUntil(lambda: not window.tasks.running and not dialog.reading)
        assert dialog.row.deck.order.bound == Bound(percent / 100 or None)
        assert (dialog.row.outcome.problems, dialog.row.outcome.tried) == (problems, tried)
    dialog.close()


def test_what_isnt_in_the_file_yet_is_told(window: Window, qtbot) -> None:
    said = "What an analysis of club.pgn found counts once it is written"
    dialog = made(window, qtbot)
    assert said not in dialog.said
    session = window.session
    node = session.record.root
    for _ in range(2):
        analysis = Analysis((EngineLine((Move("e2e4"),), Evaluation(centipawns=20)),))
        session.finds.keep(session.key, node, session.states, analysis)
        node = node.children[0]
    dialog.update_deck.click()
    qtbot.waitUntil(lambda: said in dialog.said)  # of the start nothing is written
    dialog.close()
    notice_button(window, "Write it…").click()
    (asked,) = window.findChildren(AnnotateDialog)
    qtbot.waitUntil(lambda: "will be written" in asked.said.text())
    asked.accept()
    qtbot.waitUntil(lambda: session.document.modified)
    assert session.record.root.children[0].notes["evaluation"] == "0.20"


def test_a_deck_is_deleted_with_its_index_and_not_its_history(
    window: Window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = made(window, qtbot)
    answers = ["stay", "delete"]
    monkeypatch.setattr(window.questions, "ask", lambda *a, **k: answers.pop(0))
    dialog.delete.click()
    assert len(list(tmp_path.rglob("My mistakes*"))) == 2
    dialog.delete.click()
    qtbot.waitUntil(lambda: not dialog.rows)
    assert list(tmp_path.rglob("My mistakes*")) == []
    assert not dialog.delete.isEnabled()
    dialog.close()


def test_without_anything_to_make_one_of_it_says_so(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    dialog = shown(window, qtbot)
    assert dialog.row is None
    assert dialog.said.startswith("A deck asks for better moves")
    dialog.new.click()
    assert dialog.said == "Open a file of analysed games first."
    dialog.close()


def test_the_game_of_a_problem_is_shown_where_it_went_wrong(window: Window, qtbot) -> None:
    games = window.session
    made(window, qtbot).solve.click()
    solver = solver_of(window, qtbot)
    assert not solver.trial.view.flip
    solver.do("next")
    assert solver.panel.words[1] == "Black to play"
    assert solver.trial.view.flip  # as Black saw it
    solver.do("game")
    assert window.session is games
    assert (games.index, games.words.numbered(games.node)) == (1, "2. Nf3")


def test_a_solved_problem_goes_on_by_itself_if_that_is_wanted(window: Window, qtbot) -> None:
    made(window, qtbot).solve.click()
    solver = solver_of(window, qtbot)
    solver.panel.onward.click()
    assert window.settings["problem-onward"] == "itself"
    solver.trial.play(Move("b1c3"))
    qtbot.waitUntil(lambda: solver.panel.words[1] == "Black to play")
    solver.trial.play(Move("f7f6"))
    qtbot.waitUntil(lambda: solver.panel.highlighted == "back")
    solver.do("back")
    assert solver.panel.highlighted == ""
    solver.trial.play(Move("g7g6"))
    assert solver.panel.outcome == "The analysis doesn't have that move."
    qtbot.waitUntil(lambda: solver.trial.node is solver.trial.start)
    solver.trial.play(Move("b8c6"))
    qtbot.waitUntil(lambda: solver.panel.words[1] == "Black to play" and not solver.attempt.over)
    assert solver.panel.progress[0] == "The last problem of today"  # again, since it went wrong


# -------------------------------------------------------------------------- of a game, at once


def test_the_mistakes_of_the_game_that_is_shown_are_solved_without_a_deck(
    window: Window, qtbot, tmp_path: Path
) -> None:
    games = window.session
    window.run(COMMANDS["mistakes-here"])
    solver = solver_of(window, qtbot)
    assert len(window.session.document) == 1
    assert solver.panel.words[2] == "Adler, A – Berg, B, move 2"
    solver.trial.play(Move("e2e4"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    solver.do("game")
    assert window.session is games
    assert games.words.numbered(games.node) == "1… e5"
    assert not games.document.modified
    assert list(tmp_path.rglob("*.jsonl")) == [*tmp_path.rglob("training.jsonl")]


def test_what_an_engine_found_counts_at_once_though_it_is_not_written(
    window: Window, qtbot
) -> None:
    session = window.session
    session.show(session.document.keys()[1])
    line = list(session.record.root.main_line())
    said = [("d2d4", 0), ("c7c5", 0), ("g1f3", 0), ("b8c6", 0), ("a2a3", 9), ("a7a6", -9)]
    for node, (best, pawns) in zip(line, said, strict=True):
        found = EngineLine((Move(best),), Evaluation(centipawns=100 * pawns))
        session.finds.keep(session.key, node, session.states, Analysis((found,)))
    window.settings.set("own-names", "")
    window.run(COMMANDS["mistakes-here"])
    solver_of(window, qtbot)
    assert len(window.session.document) == 2  # 2... f6, and what the engine says of 3. Nxe5
    assert not session.document.modified


def test_a_game_without_mistakes_says_why(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} *\n\n1. d4 d5 *\n", "utf-8")
    window = make_window(qtbot, tmp_path, path)
    said: list[str] = []
    window.say = lambda words: said.append(str(words))
    window.run(COMMANDS["mistakes-here"])
    qtbot.waitUntil(lambda: said == ["No move of the game lost that much."])
    window.session.show(window.session.document.keys()[1])
    window.run(COMMANDS["mistakes-here"])
    qtbot.waitUntil(lambda: bool(window.notice.sentence))
    assert window.notice.sentence == "1 game has no evaluations: analyse it first."


def judged(window: Window, qtbot, bound: str = "") -> Solver:
    """A solver with an engine that says 0 of the first position, then 300 for the side to move."""
    script = Path(__file__).parent.parent / "engines" / "scripted.py"
    setup = EngineSetup("Scripted", sys.executable, (str(script), "weighs"), {"chess": "uci"})
    window.engines.keep([setup])
    dialog = made(window, qtbot)
    if bound:
        dialog.bound.click()
        asked = window.findChildren(SheetDialog)[-1]
        asked.parts["percent"].set_value(40)
        asked.accept()
        qtbot.waitUntil(lambda: not window.tasks.running and not dialog.reading)
    dialog.solve.click()
    return solver_of(window, qtbot)


def test_no_engine_is_asked_unless_that_is_chosen(window: Window, qtbot) -> None:
    solver = judged(window, qtbot)
    assert not solver.panel.judged.isHidden()
    solver.trial.play(Move("d2d4"))
    assert solver.panel.outcome == "The analysis doesn't have that move."
    assert solver._judge is None
    solver.leave()


def test_an_engine_refuses_a_move_that_loses_much(window: Window, qtbot) -> None:
    solver = judged(window, qtbot)
    solver.panel.judged.setChecked(True)
    assert window.settings["problem-judge"] == "engine"
    solver.trial.play(Move("d2d4"))
    assert solver.panel.outcome == "Scripted compares the moves…"
    assert not solver.attempt.wrong
    qtbot.waitUntil(lambda: solver.attempt.wrong)
    assert solver.panel.outcome == "d4 loses 25 % of the chance of winning against e4."
    qtbot.waitUntil(lambda: solver.trial.node is solver.trial.start)
    solver.leave()


def test_an_engine_accepts_a_move_that_loses_less_than_the_bound(window: Window, qtbot) -> None:
    solver = judged(window, qtbot, bound="40")
    solver.panel.judged.setChecked(True)
    solver.trial.play(Move("d2d4"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    assert not solver.attempt.wrong
    assert solver.panel.outcome.startswith("Solved! d4 loses 25 %")
    assert solver.panel.highlighted == "next"
    solver.do("next")
    solver.leave()


def test_a_move_that_is_judged_can_be_taken_back(window: Window, qtbot) -> None:
    solver = judged(window, qtbot)
    solver.panel.judged.setChecked(True)
    solver.trial.play(Move("d2d4"))
    solver.do("back")
    assert solver.trial.node is solver.trial.start
    assert not solver.attempt.wrong
    solver.trial.play(Move("b1c3"))
    assert solver.attempt.over
    solver.leave()
