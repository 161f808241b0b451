"""Analysing in the window with a scripted engine: lines, board, faults, and what is left behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from viewer.engines.analysis import Analysis, EngineLine
from viewer.engines.chosen import engines_text, read_engines
from viewer.engines.engine import EngineSetup
from viewer.engines.installed import InstalledEngine, KnownEngine
from viewer.games import game_of
from viewer.scene.shapes import Disc, Rect
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.engines import EnginePalette
from viewer.ui.pages.analysis_page import AnalysisPage
from viewer.ui.pages.engine_lines_view import LineView
from viewer.ui.session.engine_lines import LineMove, WordedLine
from viewer.ui.toolkit.plain import Label

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"
GAME = '[Event "?"]\n[Result "*"]\n\n1. d4 d5 *\n'


def setup(habit: str = "plain", name: str = "Scripted") -> EngineSetup:
    return EngineSetup(name, sys.executable, (str(SCRIPT), habit), {"chess": "uci"})


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    return make_window(qtbot, tmp_path, path)


def analysed(qtbot, window, *engines: EngineSetup) -> AnalysisPage:
    """The page, once the engine has said something of the position."""
    window.engines.keep(engines or (setup(),))
    window.run(COMMANDS["analyse"])
    page = window.desk.panels.made("analysis")
    assert isinstance(page, AnalysisPage)
    qtbot.waitUntil(lambda: bool(page.view.rows) or bool(window.desk.analyst.note))
    return page


def test_lines_are_shown_beside_the_board_and_on_it(qtbot, window) -> None:
    page = analysed(qtbot, window)
    (line,) = page.view.rows
    assert line.score == "+0.10"
    assert [move.text for move in line.moves] == ["1.\u00a0e4", "e5"]
    board = window.desk.stage.board
    assert board.overlay.shapes(board.look, {}, frozenset())
    assert window.desk.analysing.text() == "Scripted is analysing"
    window.run(COMMANDS["analyse"])
    assert window.desk.analysing is None


def test_a_click_previews_a_line_and_a_double_click_puts_it_in_as_one_edit(qtbot, window) -> None:
    page = analysed(qtbot, window)
    page.view.chosen.emit(0, 2)
    session = window.session
    assert session.node is session.record.root
    assert [session.words.of(node) for node in session.trial.moves] == ["e4", "e5"]
    page.view.wanted.emit(0, 2)
    assert [session.words.of(node) for node in session.node.path()[1:]] == ["e4", "e5"]
    session.undo()
    assert len(session.record.root.children) == 1


def test_the_keys_go_along_a_line_and_put_it_in_up_to_there(qtbot, window) -> None:
    page = analysed(qtbot, window)
    view, session = page.view, window.session
    qtbot.waitUntil(view.isVisible)
    view.setFocus()
    view.setCurrentIndex(view.lines.index(0))
    before = session.node
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert (view.reach, session.node) == (2, before)  # the window doesn't step
    assert [session.words.of(node) for node in session.trial.moves] == ["e4", "e5"]
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.reach == 2  # the line ends there
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert [session.words.of(node) for node in session.node.path()[1:]] == ["e4", "e5"]
    assert session.trial is None
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert window.desk.stage.board.hasFocus()


def test_the_engines_move_is_played_by_a_command(qtbot, window) -> None:
    analysed(qtbot, window)
    window.run(COMMANDS["play-first-line"])
    assert window.session.words.of(window.session.node) == "e4"


def test_the_analysis_follows_the_position(qtbot, window) -> None:
    analysed(qtbot, window)
    analyst = window.desk.analyst
    first = analyst.analysis
    window.session.go_to(window.session.node.children[0].id)
    # The script plays e2e4 for Black, too: no line, but a search of its own.
    qtbot.waitUntil(lambda: analyst.analysis not in (None, first))
    window.session.go_to(window.session.record.root.id)
    assert analyst.analysis is not None  # what was found stays
    assert analyst.analysis.depth == first.depth


def test_writing_a_comment_does_not_disturb_it(qtbot, window) -> None:
    analysed(qtbot, window)
    analyst = window.desk.analyst
    before = analyst.analysis
    from viewer.document import plans

    window.session.do(plans.comment, "first")
    assert analyst.analysis is before


def beside(window) -> list:
    return window.desk.analysis.analysts


def test_engines_analyse_side_by_side(qtbot, window) -> None:
    """Each has its lines, its words and its switch; what one finds isn't taken for the other's."""
    page = analysed(qtbot, window, setup(), setup("compares", "Other"))
    window.run(COMMANDS["analyse-beside"])
    palette = window.findChild(EnginePalette)
    assert palette.rows[0].words == "Other"  # the first one isn't offered
    assert palette.rows[-1].words == "Choose another program…"
    palette.close()
    window.engines.start(window.engines.engines[1], beside=True)
    first, second = page.parts
    qtbot.waitUntil(lambda: bool(second.view.rows))
    assert [part.isHidden() for part in page.parts] == [False, False]
    assert window.desk.analysing.text() == "Analysing: Scripted, Other"
    assert second.accessibleName() == "Other"
    assert second._meaning.text() == "pawns, for White"
    assert second._another.isHidden()
    assert second._fewer.isHidden()
    assert not first._another.isHidden()
    window.session.go_to(window.session.node.children[0].id)
    qtbot.waitUntil(lambda: bool(second.view.rows))
    assert second.view.rows[0].score == "\u22120.90"
    second._switch.click()
    assert [one.running for one in beside(window)] == [True, False]
    assert window.desk.analysing.text() == "Scripted is analysing"
    second._switch.click()
    first._switch.click()
    assert [one.running for one in beside(window)] == [False, True]
    window.run(COMMANDS["analyse"])  # stops all, and starts all again
    assert window.desk.analysing is None
    window.run(COMMANDS["analyse"])
    assert [one.running for one in beside(window)] == [True, True]
    second._close.click()
    assert second.isHidden()
    assert [one.setup.name for one in beside(window)] == ["Scripted"]


def test_engines_side_by_side_share_the_processors(qtbot, window, monkeypatch) -> None:
    """Two of two threads each have one on two processors, and again two when one is left."""
    monkeypatch.setattr("viewer.ui.window.desk_analysis.processors", lambda: 2)
    both = [setup("says-threads", name)._replace(options={"Threads": 2}) for name in ("One", "Two")]
    page = analysed(qtbot, window, *both)

    def threads(part) -> str:
        return part.view.rows[0].score if part.view.rows else ""

    assert threads(page.parts[0]) == "+0.02"
    window.engines.start(window.engines.engines[1], beside=True)
    first, second = page.parts
    qtbot.waitUntil(lambda: [threads(first), threads(second)] == ["+0.01", "+0.01"])
    second._close.click()
    qtbot.waitUntil(lambda: threads(first) == "+0.02")


def test_engines_side_by_side_are_bounded_and_end_with_the_window(qtbot, window) -> None:
    names = ("Scripted", "B", "C", "D", "E")
    page = analysed(qtbot, window, *(setup(name=name) for name in names))
    for one in window.engines.engines[1:4]:
        window.engines.start(one, beside=True)
    qtbot.waitUntil(lambda: all(part.view.rows for part in page.parts))
    window.run(COMMANDS["analyse-beside"])
    assert window.findChild(EnginePalette) is None
    assert "4 engines" in window.status._said.text()
    window.run(COMMANDS["more-lines"])
    assert {one.lines for one in beside(window)} == {4}
    page.parts[3]._close.click()
    window.engines.start(window.engines.engines[4], beside=True)
    assert len(page.parts) == 4  # a part that was left is taken again
    qtbot.waitUntil(lambda: bool(page.parts[3].view.rows))
    assert page.parts[3].accessibleName() == "E"
    window.desk.close_session()
    engines = [engine for one in beside(window) for engine in one._ended]
    assert engines == []
    assert window.desk.analysing is None


def test_engines_stand_beside_each_other_where_there_is_room(qtbot, window) -> None:
    page = analysed(qtbot, window, setup(), setup(name="Other"))
    window.engines.start(window.engines.engines[1], beside=True)
    first, second = page.parts
    page.setParent(None)
    qtbot.addWidget(page)
    page.resize(900, 300)
    page.show()
    qtbot.waitUntil(lambda: second.x() > 0 and second.y() == first.y())
    page.resize(400, 500)
    qtbot.waitUntil(lambda: second.y() > 0 and second.x() == first.x())
    qtbot.waitUntil(lambda: all(part._meaning.isVisible() for part in page.parts))
    page.resize(400, 200)  # room for the lines alone
    qtbot.waitUntil(lambda: not any(part._meaning.isVisible() for part in page.parts))
    assert not first._fewer.isVisible()
    assert first._another.isVisible()
    page.resize(900, 200)
    qtbot.waitUntil(lambda: all(part._meaning.isVisible() for part in page.parts))


def test_what_another_engine_found_before_is_not_shown_as_this_ones(qtbot, window) -> None:
    analysed(qtbot, window)
    session, analyst = window.session, window.desk.analyst
    deeper = Analysis((EngineLine((Move("d2d4"),)),), depth=40, engine="Deep")
    session.finds.keep(session.key, session.node, session.states, deeper)
    assert analyst.analysis is not deeper
    assert analyst.known(session.node) is deeper  # for the evaluation graph


def test_lines_of_another_game_do_not_stay_when_its_finds_are_gone(qtbot, window) -> None:
    page, session = analysed(qtbot, window), window.session
    window.desk.analyst.stop()
    assert page.view.rows
    session.finds.clear()
    session.reloaded.emit()
    assert not page.view.rows


def test_an_engine_that_crashes_is_told_and_stopped(qtbot, window) -> None:
    page = analysed(qtbot, window, setup("crashes-searching"))
    qtbot.waitUntil(lambda: not window.desk.analyst.running)
    assert window.desk.analyst.note.text() == "Scripted has ended unexpectedly."
    assert "ended unexpectedly" in page.parts[0]._told.text()


def test_the_next_move_is_compared_with_the_best(qtbot, window) -> None:
    page = analysed(qtbot, window, setup("compares"))
    assert page.parts[0]._compared.text() == "Played: 1. d4; it isn't among the lines"
    assert page.parts[0]._compare.isVisible()
    window.run(COMMANDS["compare-move"])
    qtbot.waitUntil(lambda: "Best" in page.parts[0]._compared.text())
    assert page.parts[0]._compared.text() == (
        "Played: 1. d4?! (\u22120.90); loses 1.00, winning chance \u22129 %. Best: 1.\u00a0e4 (+0.10)"
    )
    assert not page.parts[0]._compare.isVisible()
    analyst = window.desk.analyst
    qtbot.waitUntil(lambda: analyst.comparing is None and analyst._live is not None)
    assert analyst.analysis.evaluation.centipawns > 0  # what was found here stays
    # A value of another depth, or of another program, is no value beside these.
    session = window.session
    analyst.compared = None
    deeper = Analysis((EngineLine((Move("e7e5"),), Evaluation(centipawns=-144)),), depth=30)
    session.finds.keep(session.key, session.follower, session.states, deeper)
    assert window.desk.analysis.advice.compared().loss is None


def test_the_best_move_is_called_so(qtbot, window) -> None:
    window.session.play(Move("e2e4"))
    window.session.go(window.session.record.root)
    window.session.choose(window.session.record.root.children[-1])
    page = analysed(qtbot, window)
    assert page.parts[0]._compared.text() == "Played: 1. e4, the best move"


def test_the_threat_is_what_the_other_side_would_do(qtbot, window) -> None:
    page = analysed(qtbot, window, setup("threatens"))
    assert [line.moves[0].text for line in page.view.rows] == ["1.\u00a0e4"]
    window.run(COMMANDS["threat"])
    analyst = window.desk.analyst
    qtbot.waitUntil(lambda: bool(page.view.rows) and analyst._live is not None)
    assert [line.moves[0].text for line in page.view.rows] == ["1…\u00a0e5"]
    assert "if the side to move passed" in page.parts[0]._facts.text()
    board = window.desk.stage.board
    (arrow,) = board.overlay.shapes(board.look, {}, frozenset())
    assert arrow.fill == board.look.theme["mark-red"]
    assert page.parts[0]._compared.isHidden()
    page.view.chosen.emit(0, 1)
    assert window.session.node is window.session.record.root  # a threat isn't played
    window.run(COMMANDS["threat"])
    assert [line.moves[0].text for line in page.view.rows] == ["1.\u00a0e4"]


def test_nobody_can_pass_in_check(qtbot, tmp_path) -> None:
    path = tmp_path / "check.pgn"
    path.write_text('[FEN "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n*\n')
    window = make_window(qtbot, tmp_path, path)
    window.engines.keep((setup(),))
    window.run(COMMANDS["analyse"])
    window.run(COMMANDS["threat"])
    words = "There is no threat to see: nobody can pass in check."
    page = window.desk.panels.made("analysis")
    qtbot.waitUntil(lambda: page.parts[0]._told.text() == words)


def test_points_of_go_are_shaded_and_moves_have_figures(qtbot, tmp_path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9];B[aa];W[ii])")
    window = make_window(qtbot, tmp_path, path)
    kata = EngineSetup("Kata", sys.executable, (str(SCRIPT), "kata"), {"go": "gtp"})
    window.engines.keep((kata,))
    window.run(COMMANDS["analyse"])
    qtbot.waitUntil(lambda: window.desk.analyst.analysis is not None)
    board = window.desk.stage.board

    def drawn(kind: type, stones: dict[str, str]) -> list:
        shapes = board.overlay.shapes(board.look, stones, frozenset())
        return [one for one in shapes if type(one) is kind]

    assert len(board.overlay.ground(board.look, {})) == 81
    first, second = drawn(Disc, {})
    assert first.fill == board.look.theme["mark-green"]
    assert second.fill == board.look.theme["mark-green"]
    (one, _) = window.desk.analysis.advice.candidates()
    page = window.desk.panels.made("analysis")
    lines = window.desk.analysis.advice
    assert one.values == ("25", "W+2.5")
    assert lines.lines()[0].score == "25% W+2.5"
    assert "chance of winning and points, for Black" in page.parts[0]._meaning.text()
    window.settings.set("engine-mover", True)
    window.looks.show_looks()
    assert lines.candidates()[0].values == ("25", "\u22122.5")
    assert lines.lines()[0].score == "25% \u22122.5"
    # A stone on the other side's point is dead: a patch lies on it. One on a point of its own has none.
    patches = drawn(Rect, {"ii": "black", "hh": "white"})
    assert [one.square for one in patches] == ["ii"]
    window.run(COMMANDS["ownership"])
    assert not board.overlay.ground(board.look, {})


def test_more_lines_and_fewer(qtbot, window) -> None:
    analysed(qtbot, window)
    analyst = window.desk.analyst
    for command, lines in (("more-lines", 4), ("fewer-lines", 3)):
        window.run(COMMANDS[command])
        assert analyst.lines == lines
        assert window.settings["engine-lines"] == lines
    for _ in range(12):
        window.run(COMMANDS["more-lines"])
    assert analyst.lines == 9


def test_the_settings_say_what_is_shown(qtbot, window) -> None:
    analysed(qtbot, window)
    board, stage = window.desk.stage.board, window.desk.stage
    assert stage._worth is not None
    assert stage._worth.isVisible()
    for key in ("engine-moves", "engine-bar"):
        window.settings.set(key, False)
    window.settings.set("engine-lines", 5)
    window.looks.show_settings()
    assert not board.overlay.shapes(board.look, {}, frozenset())
    assert not stage._worth.isVisible()
    assert window.desk.analyst.lines == 5


def test_an_installed_engine_is_offered_and_added(qtbot, window, tmp_path, monkeypatch) -> None:
    program = tmp_path / "stockfish"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {SCRIPT} plain\n")
    program.chmod(0o755)
    known = KnownEngine(("stockfish",), "Stockfish", ("chess",))
    monkeypatch.setattr(
        window.engines, "search", lambda game: [InstalledEngine(str(program), known)]
    )
    asked = []

    def ask(title, text, answers, *, safe) -> str:
        asked.append(title.text())
        return safe

    monkeypatch.setattr(window.questions, "ask", ask)
    qtbot.keyClick(window, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["Analyse with Stockfish?"]
    qtbot.waitUntil(lambda: window.desk.analyst.running)
    (added,) = window.engines.engines
    assert (added.name, added.program) == ("Scripted", str(program))
    assert added.protocols == {"chess": "uci"}
    qtbot.waitUntil(lambda: window.desk.analyst.analysis is not None)


def test_an_engine_that_is_installed_is_added_and_analyses_beside(
    qtbot, window, tmp_path, monkeypatch
) -> None:
    """Though the list has only the one that analyses already; what is listed isn't offered twice."""
    program = tmp_path / "fairy"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {SCRIPT} plain\n")
    program.chmod(0o755)
    page = analysed(qtbot, window, setup())
    found = [
        InstalledEngine(str(program), KnownEngine(("fairy",), "Fairy", ("chess",))),
        InstalledEngine(sys.executable, KnownEngine(("python",), "Listed", ("chess",))),
    ]
    monkeypatch.setattr(window.engines, "search", lambda game: found)
    window.run(COMMANDS["analyse-beside"])
    palette = window.findChild(EnginePalette)
    assert palette.isVisible()
    fairy, _other_program = palette.rows
    assert (fairy.words, fairy.more) == ("Fairy", str(program))
    palette.close()
    fairy.act()
    qtbot.waitUntil(lambda: len(page.parts) == 2 and bool(page.parts[1].view.rows))
    assert [one.setup.program for one in beside(window)] == [sys.executable, str(program)]
    assert page.parts[0].analyst.note is None


def test_without_an_engine_the_page_says_what_to_install(qtbot, window, monkeypatch) -> None:
    monkeypatch.setattr(window.engines, "search", lambda game: [])
    window.run(COMMANDS["analyse"])
    page = window.desk.panels.made("analysis")
    qtbot.waitUntil(page.isVisible)
    words = [label.text() for label in page.findChildren(Label) if label.isVisible()]
    assert "No engine for Chess was found on this computer" in words
    (told,) = (text for text in words if "stockfishchess.org" in text)
    assert "Fairy-Stockfish" in told
    asked = []
    monkeypatch.setattr(window.engines, "choose_program", lambda: asked.append(1))
    (button,) = (one for one in page.findChildren(QPushButton) if "Choose" in one.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked
    window.engines.keep((setup(),))
    window.run(COMMANDS["analyse"])
    qtbot.waitUntil(lambda: bool(page.view.rows))
    assert not button.isVisible()


def test_the_list_of_engines_as_text() -> None:
    engines = (setup(), EngineSetup("Two", "/x", (), {"go": "gtp"}, {"Hash": 5, "Ponder": False}))
    assert read_engines(engines_text(engines)) == engines
    for text in ("", "{}", "[1, {}]", "nonsense", '[{"name": "x", "program": 3}]'):
        assert read_engines(text) == ()


def test_rows_of_a_line_break_between_moves(qtbot) -> None:
    view = LineView()
    qtbot.addWidget(view)
    state = game_of("chess").start(None)
    texts = [f"{number}. Ng1-f3" if number % 2 else "d2-d4" for number in range(1, 30)]
    line = WordedLine("", "", tuple(LineMove(text, state) for text in texts), 0)
    starts = {sum(len(text) + 1 for text in texts[:number]) for number in range(len(texts))}
    for width in range(120, 320, 7):
        laid = view._delegate.laid(line, width)
        assert laid.lineCount() == 2
        assert laid.lineAt(1).textStart() in starts, width


def test_lines_have_one_row_each_where_two_are_too_high(qtbot) -> None:
    view = LineView()
    qtbot.addWidget(view)
    state = game_of("chess").start(None)
    moves = tuple(LineMove(f"{number}. Ng1-f3", state) for number in range(1, 30))
    view.lines.show([WordedLine("+0.30", "52 %", moves, 0)] * 3)
    view.resize(400, 400)
    view.show()
    two = view.sizeHintForRow(0)
    below = view._delegate.move_left()
    view.resize(400, 3 * two - 1)
    assert view.sizeHintForRow(0) < two
    assert view._delegate.laid(view.rows[0], 300).lineCount() == 1
    assert (
        view._delegate.move_left() > below
    )  # the detail stands beside the evaluation, not below it
