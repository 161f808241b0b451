"""From a window without engines to the moves of one on the board, with the engines that are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from needs import lacks
from PySide6.QtCore import Qt

from viewer.engines.installed import KNOWN, installed_engines
from viewer.ui.commands import COMMANDS
from viewer.ui.window.palette import Palette

pytestmark = pytest.mark.gui

ENGINES = {
    "chess": "stockfish",
    "xiangqi": "fairy-stockfish",
    "shogi": "fairy-stockfish",
    "go": "gnugo",
}
SAMPLES = Path(__file__).parent.parent.parent / "resources" / "samples" / "en" / "study"
FILES = {"chess": "chess.pgn", "xiangqi": "xiangqi.xqf", "shogi": "shogi.kif", "go": "go.sgf"}


@pytest.mark.parametrize("game", FILES)
def test_two_actions_from_nothing_to_moves_on_the_board(qtbot, tmp_path, monkeypatch, game) -> None:
    """A key, and the answer that is offered first."""
    if not installed_engines(game):
        lacks(ENGINES[game])
    window = make_window(qtbot, tmp_path, SAMPLES / FILES[game])
    assert window.engines.engines == ()
    answers = []

    def ask(title, text, choices, *, safe) -> str:
        answers.append(safe)
        return safe

    monkeypatch.setattr(window.questions, "ask", ask)
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert answers == ["use"]
    board = window.desk.stage.board
    analyst = window.desk.analyst
    qtbot.waitUntil(lambda: analyst.analysis is not None and bool(analyst.analysis.lines))
    assert answers == ["use"]
    assert board.overlay.shapes(board.look, {}, frozenset())
    page = window.desk.panels.made("analysis")
    assert page.view.rows[0].moves
    window.run(COMMANDS["analyse"])
    assert window.desk.analysing is None
    # From now on one action is enough.
    window.run(COMMANDS["analyse"])
    assert analyst.running
    assert answers == ["use"]
    analyst.close()


@pytest.mark.parametrize("words", ["engine", "score", "analyse", "stockf", "katago", "evaluation"])
def test_the_palette_finds_it(qtbot, tmp_path, words) -> None:
    window = make_window(qtbot, tmp_path, SAMPLES / "chess.pgn")
    palette = Palette(window, lambda command: None)
    assert "Analyse this position" in [row.words for row in palette.found(words)]
    palette.close()


def test_each_game_with_engines_has_a_free_one_to_name() -> None:
    for game in ("chess", "xiangqi", "shogi", "go", "hex"):
        assert any(one.address for one in KNOWN if game in one.games)


def test_a_variant_asks_for_an_engine_that_plays_it(qtbot, tmp_path, monkeypatch) -> None:
    """Stockfish alone is of no use for Crazyhouse: the page names Fairy-Stockfish."""
    path = tmp_path / "crazy.pgn"
    path.write_text('[Variant "Crazyhouse"]\n[Result "*"]\n\n1. e4 *\n')
    window = make_window(qtbot, tmp_path, path)
    monkeypatch.setattr(
        window.engines,
        "search",
        lambda game: [one for one in installed_engines(game) if not one.known.variants],
    )
    window.run(COMMANDS["analyse"])
    page = window.desk.panels.made("analysis")
    told = page.parts[0]._missing._text.text()
    assert "Fairy-Stockfish" in told
    assert "stockfishchess.org" not in told
