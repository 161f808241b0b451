"""The report page: the report of the game that is shown, made anew after edits; saved in one go."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtWidgets import QLabel, QToolButton

from viewer.document import plans
from viewer.engines.analysis import Analysis, EngineLine
from viewer.publish.outline import Diagram, Graph, Title
from viewer.tree.action import Move
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.report_page import ReportPage
from viewer.ui.toolkit.file_dialogs import FileDialog

pytestmark = pytest.mark.gui

PGN = (
    '[White "Anna"]\n[Black "Ben"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.3]}'
    " 2. Ke2 {[%eval -4.0]} Qh4 {[%eval 3.1]} 3. Nf3 {[%eval 3.0]} *\n"
)
BARE = '[Event "?"]\n\n1. e4 e5 2. Nf3 *\n'


def page_of(qtbot, tmp_path: Path, text: str):
    path = tmp_path / "game.pgn"
    path.write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.show_page("report")
    page = window.desk.panels.page("report")
    assert isinstance(page, ReportPage)
    qtbot.waitUntil(lambda: page.isVisible() and bool(page.items))
    return window, page


def said(page: ReportPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel)).replace("\u00a0", " ")


def test_it_shows_the_report(qtbot, tmp_path: Path) -> None:
    _, page = page_of(qtbot, tmp_path, PGN)
    kinds = [type(item) for item in page.items]
    assert kinds.count(Graph) == 1
    assert kinds.count(Diagram) == 2
    assert "2. Ke2??: loses 4.30" in said(page)
    assert "What there is to learn" in said(page)


def test_a_board_leads_to_its_position(qtbot, tmp_path: Path) -> None:
    window, page = page_of(qtbot, tmp_path, PGN)
    board = page.findChildren(QToolButton)[-1]
    board.click()
    assert window.session.words.numbered(window.session.node) == "2. Ke2"


def test_it_is_made_anew_after_an_edit(qtbot, tmp_path: Path) -> None:
    window, page = page_of(qtbot, tmp_path, PGN)
    session = window.session
    session.go(next(node for node in session.record.walk() if len(node.path()) == 4))
    session.do(plans.note, EVALUATION, "0.30")
    qtbot.waitUntil(lambda: bool(page.items))
    assert "2. Ke2??: loses" not in said(page)


def test_a_game_without_evaluations_offers_an_analysis(qtbot, tmp_path: Path) -> None:
    _, page = page_of(qtbot, tmp_path, BARE)
    assert "This game has no evaluations" in said(page)
    asked: list[str] = []
    page.commandAsked.disconnect()
    page.commandAsked.connect(asked.append)
    page.analyse.click()
    assert asked == ["analyse-games"]


def test_it_tells_of_ones_own_side(qtbot, tmp_path: Path) -> None:
    window, page = page_of(qtbot, tmp_path, PGN)
    assert "White: 2. Ke2" in said(page)
    window.settings.set("own-names", "Someone\nben")
    window.looks.show_settings()
    qtbot.waitUntil(lambda: bool(page.items))
    assert "1. Black: 2… Qh4" in said(page)
    assert "White: 2. Ke2" not in said(page)
    target = tmp_path / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
        window.run(COMMANDS["export-report"])
    qtbot.waitUntil(target.exists)
    assert "White: 2.\u00a0Ke2" not in target.read_text("utf-8")


def test_hidden_moves_hide_it(qtbot, tmp_path: Path) -> None:
    window, page = page_of(qtbot, tmp_path, PGN)
    window.run(COMMANDS["conceal"])
    qtbot.waitUntil(lambda: "is hidden" in said(page))
    assert not any(isinstance(item, Title) for item in page.items)


@pytest.mark.parametrize("suffix", ["html", "md"])
def test_it_is_saved_in_one_go(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    window, _ = page_of(qtbot, tmp_path, PGN)
    target = tmp_path / f"report.{suffix}"
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    window.run(COMMANDS["export-report"])
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert "Turning points" in target.read_text("utf-8")


@pytest.mark.parametrize("suffix", ["html", "pdf", "md", "tex", "txt"])
def test_what_an_engine_found_and_is_not_written_is_in_it(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    window, page = page_of(qtbot, tmp_path, BARE)
    target = tmp_path / f"report.{suffix}"
    session = window.session
    for number, node in enumerate(session.record.nodes.values()):
        value = Evaluation(centipawns=-300 * (number == 3))
        analysis = Analysis((EngineLine((Move("d2d4"),), value),))
        session.finds.keep(session.key, node, session.states, analysis)
    qtbot.waitUntil(lambda: "2. Nf3??: loses 3.00" in said(page))
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    window.run(COMMANDS["export-report"])
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: not window.tasks.running)
    if suffix != "pdf":
        assert "loses 3.00" in target.read_text("utf-8")
    assert not session.document.modified
