"""Games against engines in the window: moves, takebacks, ends, and engines that fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import make_window
from needs import program
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.engines.engine import EngineSetup
from viewer.engines.installed import InstalledEngine, KnownEngine
from viewer.tree.action import Terminal
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.play.match import Phase
from viewer.ui.modes.play.opponent import Opponent

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"
START = '[Event "?"]\n[Result "*"]\n\n*\n'


def scripted(habit: str = "plays") -> EngineSetup:
    return EngineSetup("Scripted", sys.executable, (str(SCRIPT), habit), {"chess": "uci"})


def window_of(qtbot, tmp_path: Path, text: str = START, name: str = "game.pgn"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return make_window(qtbot, tmp_path, path)


def opponent_of(qtbot, window, *engines: EngineSetup) -> Opponent:
    """The mode, once the engine has said its options."""
    window.engines.keep(engines or (scripted(),))
    window.run(COMMANDS["play-engine"])
    opponent = window.desk.mode
    assert isinstance(opponent, Opponent)
    qtbot.waitUntil(lambda: not opponent._runner.running)
    return opponent


def touch(qtbot, opponent: Opponent, *places: str) -> None:
    board = opponent.board
    QApplication.processEvents()
    for place in places:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.centre_of(place).toPoint())


def reached(qtbot, opponent: Opponent, phase: Phase) -> None:
    qtbot.waitUntil(lambda: opponent.match.phase is phase)


def texts(window) -> list[str]:
    session = window.session
    return [session.words.of(node) for node in session.node.path()[1:]]


def test_the_engine_answers_and_the_moves_are_in_the_record(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert opponent.match.phase is Phase.YOURS
    touch(qtbot, opponent, "e2", "e4")
    reached(qtbot, opponent, Phase.YOURS)
    assert texts(window) == ["e4", "e5"]
    assert opponent.panel.moves.replace("\N{NO-BREAK SPACE}", " ") == "1. e4  e5"
    touch(qtbot, opponent, "g1", "f3")
    reached(qtbot, opponent, Phase.YOURS)
    qtbot.keyClick(opponent.board, Qt.Key.Key_Escape)
    assert window.desk.mode is None
    assert texts(window) == ["e4", "e5", "Nf3", "Nc6"]
    assert window.session.document.history.now().steps == 4


def test_a_game_from_the_middle_is_a_variation(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path, "1. e4 c5 2. Nf3 *\n")
    session = window.session
    session.go(session.record.root.children[0])
    opponent = opponent_of(qtbot, window)
    opponent.panel.sheet.set_value("side", "0")
    opponent.do("begin")
    reached(qtbot, opponent, Phase.YOURS)
    assert texts(window) == ["e4", "e5"]
    assert [session.words.of(one) for one in session.record.root.children[0].children] == [
        "c5",
        "e5",
    ]


def test_takebacks_undo_what_was_new_and_leave_what_was_there(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path, "1. e4 e5 *\n")
    opponent = opponent_of(qtbot, window)
    opponent.do("begin")
    history = window.session.document.history
    for squares in (("e2", "e4"), ("g1", "f3")):
        touch(qtbot, opponent, *squares)
        reached(qtbot, opponent, Phase.YOURS)
    assert texts(window) == ["e4", "e5", "Nf3", "Nc6"]
    qtbot.keyClick(opponent.board, Qt.Key.Key_Backspace)
    assert texts(window) == ["e4", "e5"]
    assert history.unused
    qtbot.keyClick(opponent.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts(window) == []
    assert [window.session.words.of(one) for one in window.session.record.root.walk()][1:] == [
        "e4",
        "e5",
    ]
    assert opponent.match.phase is Phase.YOURS


def test_nothing_is_played_for_the_engine(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window, scripted("never-stops"))
    opponent.panel.sheet.set_value("side", "1")
    opponent.do("begin")
    assert opponent.match.phase is Phase.ENGINE
    assert window.session.view.flip  # Black is below
    touch(qtbot, opponent, "e2", "e4")
    assert texts(window) == []
    opponent.do("resign")
    assert opponent.match.phase is Phase.OVER
    assert opponent.panel.state == "Black resigns."
    assert window.session.record.header("Result") == "1-0"
    opponent.do("leave")
    assert not window.session.view.flip


def test_an_illegal_move_is_told_and_the_game_kept(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window, scripted("plain"))  # it plays e2e4 for Black, too
    opponent.do("begin")
    touch(qtbot, opponent, "d2", "d4")
    reached(qtbot, opponent, Phase.STUCK)
    assert opponent.panel.state.startswith("Scripted played ")
    assert opponent.panel.state.endswith("That move isn't in the record.")
    assert texts(window) == ["d4"]
    assert not opponent.panel.buttons["again"].isHidden()


def test_an_engine_that_dies_is_told_and_asked_again(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window, scripted("crashes-searching"))
    opponent.do("begin")
    touch(qtbot, opponent, "d2", "d4")
    reached(qtbot, opponent, Phase.STUCK)
    told = "Scripted has ended unexpectedly. The game is kept as it is."
    assert opponent.panel.state == told
    opponent.do("again")
    reached(qtbot, opponent, Phase.STUCK)
    assert texts(window) == ["d4"]


def test_strength_is_offered_as_the_engine_names_it(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window)
    sheet = opponent.panel.sheet
    assert "option UCI_LimitStrength" in sheet.values()
    assert "option UCI_Elo" not in sheet.values()
    sheet.set_value("option UCI_LimitStrength", True)
    sheet.set_value("option UCI_Elo", 1500)
    sheet.set_value("way", "depth")
    opponent.do("begin")
    assert opponent.match.setup.options == {"UCI_LimitStrength": True, "UCI_Elo": 1500}
    assert opponent.match._limits.depth == 8
    opponent.do("leave")
    again = opponent_of(qtbot, window)  # the next game begins with the same choices
    assert again.panel.sheet.values()["option UCI_Elo"] == 1500
    assert again.panel.sheet.values()["way"] == "depth"


def test_the_end_is_told_and_a_draw_may_be_offered(qtbot, tmp_path: Path) -> None:
    mate = '[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n*\n'
    window = window_of(qtbot, tmp_path, mate)
    opponent = opponent_of(qtbot, window)
    opponent.do("begin")
    opponent.do("draw")
    reached(qtbot, opponent, Phase.OVER)
    assert opponent.panel.state == "Scripted agrees to a draw."
    assert window.session.record.header("Result") == "1/2-1/2"
    opponent.do("on")
    assert not window.session.record.header("Result")
    touch(qtbot, opponent, "e1", "e8")
    assert opponent.match.phase is Phase.OVER
    assert opponent.panel.state == "Black is checkmated."
    assert opponent.panel.buttons["on"].isHidden()
    assert window.session.record.header("Result") == "1-0"
    opponent.do("back")
    assert opponent.match.phase is Phase.YOURS
    assert window.session.document.history.unused


def test_a_variation_leaves_the_result_of_the_record_alone(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path, "1. e4 c5 2. Nf3 *\n")
    session = window.session
    session.go(session.record.root.children[0])
    opponent = opponent_of(qtbot, window)
    opponent.panel.sheet.set_value("side", "0")
    opponent.do("begin")
    reached(qtbot, opponent, Phase.YOURS)
    opponent.do("resign")
    assert opponent.panel.state == "White resigns."
    assert session.record.header("Result") in ("", "*")
    assert session.document.history.now().steps == 1  # the engine's move


def test_a_word_at_the_side_to_move_gives_the_game_up(qtbot, tmp_path: Path) -> None:
    """In shogi: it would say that the engine resigns while it thinks."""
    window = window_of(qtbot, tmp_path, "手合割：平手\n", "a.kifu")
    engine = scripted("never-stops")._replace(protocols={"shogi": "usi"})
    opponent = opponent_of(qtbot, window, engine)
    opponent.do("begin")
    assert not opponent.panel.buttons["resign"].isHidden()
    opponent.do("resign")
    root = window.session.record.root
    assert [one.action for one in root.children] == [Terminal("投了")]
    opponent.do("on")
    assert not root.children
    opponent.match.side = 1
    opponent.match._look()
    assert opponent.match.phase is Phase.ENGINE
    assert opponent.panel.buttons["resign"].isHidden()
    assert not opponent.match.may_resign


def test_a_window_closed_while_a_clock_runs_asks(qtbot, tmp_path: Path, monkeypatch) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window)
    opponent.panel.sheet.set_value("clock", "absolute")
    opponent.do("begin")
    asked, answers = [], ["stay", "stay", "discard"]

    def ask(title, text, choices, *, safe) -> str:
        asked.append(title.text())
        return answers.pop(0)

    monkeypatch.setattr(window.questions, "ask", ask)
    assert not window.close()
    window.tabs.close_front()
    assert window.desk.mode is opponent
    assert opponent.match.phase is not Phase.OVER
    window.tabs.close_front()
    assert window.desk is None
    assert asked == ["A game against Scripted is going on."] * 3


def test_closing_the_tab_ends_the_engine(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    opponent = opponent_of(qtbot, window, scripted("never-stops"))
    opponent.panel.sheet.set_value("side", "1")
    opponent.do("begin")
    qtbot.waitUntil(lambda: opponent.match._engine._dialogue is not None)
    process = opponent.match._engine._dialogue.process._process
    window.tabs.close_front()
    assert window.desk is None
    assert process.poll() is not None


@pytest.mark.parametrize(
    ("engine", "game", "protocol", "name", "text", "squares"),
    [
        ("stockfish", "chess", "uci", "a.pgn", START, ("e2", "e4")),
        (
            *("fairy-stockfish", "xiangqi", "uci", "a.pgn"),
            '[Game "Chinese Chess"]\n[Result "*"]\n\n*\n',
            ("h2", "e2"),
        ),
        ("fairy-stockfish", "shogi", "usi", "a.kifu", "手合割：平手\n", ("7g", "7f")),
        ("gnugo", "go", "gtp", "a.sgf", "(;FF[4]GM[1]SZ[9])", ("ee",)),
    ],
)
def test_real_engines_answer(
    qtbot, tmp_path: Path, engine: str, game: str, protocol: str, name: str, text: str, squares
) -> None:
    path = program(engine)
    window = window_of(qtbot, tmp_path, text, name)
    assert window.session.game.id == game
    arguments = ("--mode", "gtp") if engine == "gnugo" else ()
    opponent = opponent_of(qtbot, window, EngineSetup(engine, path, arguments, {game: protocol}))
    sheet = opponent.panel.sheet
    if protocol == "gtp":
        assert "option level" in sheet.values()
        sheet.set_value("option level", 1)
    else:
        sheet.set_value("way", "depth")
        sheet.set_value("depth", 2)
    opponent.do("begin")
    touch(qtbot, opponent, *squares)
    qtbot.waitUntil(lambda: len(texts(window)) == 2)
    reached(qtbot, opponent, Phase.YOURS)
    if protocol == "gtp":
        opponent.do("pass")
        qtbot.waitUntil(lambda: len(texts(window)) == 4)


def test_an_installed_engine_is_offered_then_the_game_begins(
    qtbot, tmp_path: Path, monkeypatch
) -> None:
    installed = tmp_path / "stockfish"
    installed.write_text(f"#!/bin/sh\nexec {sys.executable} {SCRIPT} plain\n")
    installed.chmod(0o755)
    known = KnownEngine(("stockfish",), "Stockfish", ("chess",))
    window = window_of(qtbot, tmp_path)
    monkeypatch.setattr(
        window.engines, "search", lambda game: [InstalledEngine(str(installed), known)]
    )
    asked = []

    def ask(title, text, answers, *, safe) -> str:
        asked.append(title.text())
        return safe

    monkeypatch.setattr(window.questions, "ask", ask)
    window.run(COMMANDS["play-engine"])
    assert asked == ["Use Stockfish?"]
    qtbot.waitUntil(lambda: isinstance(window.desk.mode, Opponent))
    assert not window.desk.analyst.running
