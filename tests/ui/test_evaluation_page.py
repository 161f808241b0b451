"""The evaluation graph: offered where there are evaluations, going where it is clicked, told in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor

from viewer.document import plans
from viewer.engines.analysis import Analysis, EngineLine
from viewer.tree.action import Move
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.evaluation_page import EvaluationPage
from viewer.ui.toolkit.style import theme_in_use

pytestmark = pytest.mark.gui

PGN = (
    '[TimeControl "60+2"]\n\n1. e4 {[%eval 0.2] [%clk 0:00:55]} e5 {[%eval 0.3] [%clk 0:01:00]}'
    " 2. Ke2 {[%eval -4.0] [%clk 0:00:50]} Qh4 {[%eval 3.1]} 3. Nf3 {[%eval 3.0]} *\n"
)
BARE = '[Event "?"]\n\n1. e4 e5 2. Nf3 *\n'


def opened(qtbot, tmp_path: Path, text: str, name: str = "game.pgn"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    contents = window.desk.panels.contents
    contents.runner.run_now()
    return window


def page_of(qtbot, window) -> EvaluationPage:
    """The page with the values of the current line."""
    window.show_page("evaluation")
    page = window.desk.panels.page("evaluation")
    assert isinstance(page, EvaluationPage)
    qtbot.waitUntil(page.isVisible)
    page.valuation.run_now()
    return page


def place(page: EvaluationPage, index: int) -> QPoint:
    view = page.view
    return next(
        QPoint(x, view.height() // 3) for x in range(view.width()) if view.index_of(x) == index
    )


def test_it_has_a_tab_where_a_record_has_evaluations(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    assert window.desk.panels.seen("evaluation")
    page = page_of(qtbot, window)
    assert page.isVisible()
    assert page.view.isVisible()
    assert not page._told.isVisible()


def test_a_record_without_evaluations_has_none(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, BARE)
    assert not window.desk.panels.seen("evaluation")
    window.show_page("evaluation")
    page = page_of(qtbot, window)
    assert page._told.isVisible()
    assert not page.view.isVisible()


def test_a_click_and_a_drag_go_to_moves(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    page, session = page_of(qtbot, window), window.session
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=place(page, 3))
    assert session.words.of(session.node) == "Ke2"
    qtbot.mousePress(page.view, Qt.MouseButton.LeftButton, pos=place(page, 1))
    for index in (2, 4):
        qtbot.mouseMove(page.view, place(page, index))
    qtbot.mouseRelease(page.view, Qt.MouseButton.LeftButton, pos=place(page, 4))
    assert session.words.of(session.node).startswith("Qh4")
    assert page.valuation.index == 4


def test_where_it_is_narrow_the_graph_stands_and_a_click_goes_to_moves(
    qtbot, tmp_path: Path
) -> None:
    window = opened(qtbot, tmp_path, PGN)
    window.run(COMMANDS["desk-one"])
    window.looks.keep_side(360)
    window.setMinimumSize(1, 1)
    window.resize(1366, 900)
    window.show_page("evaluation")
    page, session = page_of(qtbot, window), window.session
    view = page.view
    qtbot.waitUntil(lambda: view.isVisible() and view.height() > 300)
    assert view.upright
    down = next(y for y in range(view.height()) if view.index_of(y) == 3)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() // 3, down + 2))
    assert session.words.of(session.node) == "Ke2"
    # What is drawn: White is worse after 2. Ke2, whose mark is on the left, and better after 2… Qh4.
    session.home()
    picture = view.grab().toImage()
    bad = QColor(theme_in_use()["bad"])
    ratio = picture.width() / view.width()
    marked: dict[int | None, set[bool]] = {}
    for y in range(picture.height()):
        for x in range(picture.width()):
            if picture.pixelColor(x, y) == bad:
                marked.setdefault(view.index_of(y / ratio), set()).add(x < picture.width() / 2)
    assert marked == {3: {True}, 4: {False}}
    window.run(COMMANDS["board-above"])
    qtbot.waitUntil(lambda: not view.upright)


def test_move_value_loss_and_time_are_told(qtbot, tmp_path: Path) -> None:
    page = page_of(qtbot, opened(qtbot, tmp_path, PGN))
    assert page.view.words_at(3).splitlines() == [
        "2. Ke2??",
        "Black is 4.00 pawns ahead",
        "it lost 34 % of the chance of winning",
        "Time used 0:00:07",
    ]
    assert page.view.words_at(0) == "start"


def test_both_sides_are_summed_up_in_words(qtbot, tmp_path: Path) -> None:
    page = page_of(qtbot, opened(qtbot, tmp_path, PGN))
    assert "White: accuracy" in page.summary
    assert "1 blunder" in page.summary
    assert "2. Ke2??" in page.summary
    assert "accuracy" in page.sides[0]._accuracy.text()
    assert page.sides[0]._detail.text().splitlines()[-1] == "?! 0   ? 0   ?? 1"
    assert "lichess.org/page/accuracy" in page._summary.toolTip()


def test_from_mistake_to_mistake_by_keys(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    session, said = window.session, []
    session.told.connect(said.append)
    for text in ("Ke2", "Qh4"):
        window.run(COMMANDS["next-mistake"])
        assert session.words.of(session.node).startswith(text)
    before = session.node
    window.run(COMMANDS["next-mistake"])
    assert session.node is before
    window.run(COMMANDS["previous-mistake"])
    assert session.words.of(session.node) == "Ke2"


def test_it_follows_edits(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, BARE)
    assert not window.desk.panels.seen("evaluation")
    window.session.go(window.session.record.root.children[0])
    window.session.do(plans.note, EVALUATION, "1.50")
    window.desk.panels.contents.runner.run_now()
    page = page_of(qtbot, window)
    assert page.isVisible()
    with qtbot.waitSignal(page.valuation.found):
        window.session.do(plans.note, EVALUATION, "-2.00")
    assert page.valuation.now.values[1].evaluation == Evaluation(centipawns=-200)


def test_what_an_engine_found_is_shown(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, BARE)
    session = window.session
    first, second = list(session.record.root.main_line())[1:3]
    for node, score in ((first, 30), (second, -700)):
        line = EngineLine((Move("a2a3"),), Evaluation(centipawns=score))
        session.finds.keep(session.key, node, session.states, Analysis((line,), depth=9))
    assert window.desk.panels.seen("evaluation")
    values = page_of(qtbot, window).valuation.now.values
    assert [one.evaluation and one.evaluation.centipawns for one in values] == [
        None,
        30,
        -700,
        None,
    ]


def test_another_line_is_followed(qtbot, tmp_path: Path) -> None:
    window = opened(
        qtbot, tmp_path, PGN.replace("3. Nf3", "3. Kd3 {[%eval -9]} (3. Ke1 {[%eval 1]})")
    )
    page, session = page_of(qtbot, window), window.session
    fork = session.cursor.line[4]
    with qtbot.waitSignal(page.valuation.found):
        session.go(fork.children[1])
    assert page.valuation.now.values[5].evaluation == Evaluation(centipawns=100)
    assert page.valuation.index == 5


def test_points_of_go(qtbot, tmp_path: Path) -> None:
    text = "(;FF[4]GM[1]SZ[9];B[ee]SBKV[60]V[2];W[cc]SBKV[95]V[24];B[gg]SBKV[94]V[20])"
    page = page_of(qtbot, opened(qtbot, tmp_path, text, "game.sgf"))
    assert page.view.curve.scale == 24
    assert page.view.words_at(2).splitlines()[0] == "2. C7??"
    assert "it lost 22.0 points" in page.view.words_at(2)
    assert "KaTrain" in page._summary.toolTip()


def test_steps_along_a_long_line_compute_nothing(qtbot, tmp_path: Path) -> None:
    moves = [
        f"{n}. {('Nf3', 'Ng1')[n % 2 - 1]} {{[%eval 0.{n % 9}]}} {('Nf6', 'Ng8')[n % 2 - 1]}"
        for n in range(1, 2_001)
    ]
    window = opened(qtbot, tmp_path, " ".join(moves) + " *")
    page, session = page_of(qtbot, window), window.session
    page.grab()
    drawn, now = page.view._picture, page.valuation.now
    for _ in range(20):
        session.go(session.cursor.forward(1))
        page.view.grab()
    assert page.view._picture is drawn
    assert page.valuation.now is now


KIF = """手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:12/00:00:12)
**評価値=80
   2 ３四歩(33)   ( 0:03/00:00:03)
**評価値=-35
   3 ６八玉(59)   ( 0:40/00:00:52)
**評価値=-2000
"""
XIANGQI = """[Game "Chinese Chess"]
[Result "*"]

1. h2e2 {[%eval 0.4]} h9g7 {[%eval 0.3]} 2. e2e6 {[%eval -6.2]} *
"""
HEX = "(;FF[4]GM[11]SZ[11];B[a3];W[f6];B[a1])"


@pytest.mark.parametrize(
    ("name", "text", "game", "words"),
    [
        ("a.kifu", KIF, "shogi", ["White is 2000 ahead", "it lost 45 % of the chance of winning"]),
        (
            "a.pgn",
            XIANGQI,
            "xiangqi",
            ["Black is 620 ahead", "it lost 44 % of the chance of winning"],
        ),
    ],
)
def test_every_game_with_evaluations_has_one(
    qtbot, tmp_path: Path, name: str, text: str, game: str, words: list[str]
) -> None:
    window = opened(qtbot, tmp_path, text, name)
    assert window.session.game.id == game
    assert window.desk.panels.seen("evaluation")
    page = page_of(qtbot, window)
    assert page.view.words_at(3).splitlines()[1:3] == words
    assert [index for index, _ in page.view.curve.marks][-1] == 3
    assert not page.grab().toImage().isNull()
    assert page.valuation.now.timed == (game == "shogi")


def test_in_little_room_the_graph_has_what_there_is(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    window.run(COMMANDS["usual-panels"])
    window.resize(820, 600)
    page = page_of(qtbot, window)
    assert page.view.height() >= page.view.minimumHeight()
    assert page.sides[0]._detail.isHidden()
    assert "1 blunder" in page._summary.toolTip()


def test_chances_that_an_engine_found_in_hex(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, HEX, "a.sgf")
    session = window.session
    for node, share in zip(session.cursor.line[1:], (0.4, 0.35, 0.04), strict=True):
        found = Analysis((EngineLine((Move("2 b2"),), Evaluation(share=share)),), nodes=9)
        session.finds.keep(session.key, node, session.states, found)
    page = page_of(qtbot, window)
    assert page.isVisible()
    assert page.view.words_at(3).splitlines() == [
        "3. a1??",
        "Red wins with a chance of 4 %",
        "it lost 31 % of the chance of winning",
    ]
