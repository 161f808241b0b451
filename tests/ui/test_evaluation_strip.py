"""The evaluations in the slider: seen at once, without taking room; larger under a resting mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication

from viewer.engines.analysis import Analysis, EngineLine
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.window.transport import LineSlider
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = (
    "1. e4 {[%eval 0.2]} e5 {[%eval 0.3] The usual answer.} 2. Ke2 {[%eval -4.0]} Qh4 {[%eval 3.1]}"
    " 3. Nf3 {[%eval 3.0]} *\n"
)
BARE = "1. e4 e5 {The usual answer.} 2. Nf3 *\n"


def opened(qtbot, tmp_path: Path, text: str) -> Window:
    path = tmp_path / "game.pgn"
    path.write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.desk.panels.contents.runner.run_now()
    strip = slider_of(window).strip
    if strip is not None:
        strip._valuation.run_now()
    return window


def slider_of(window: Window) -> LineSlider:
    return window.desk.transport.slider


def at(slider: LineSlider, ply: int) -> QPoint:
    """A place of the slider."""
    return QPoint(round(slider._x(ply)), 16)


def colours(slider: LineSlider) -> dict[str, set[int]]:
    """The plies nearest to what is drawn in the colours of mistakes and of comments."""
    picture = slider.grab().toImage()
    theme, ratio = theme_in_use(), picture.width() / slider.width()
    found: dict[str, set[int]] = {"bad": set(), "seal": set()}
    for token, plies in found.items():
        colour = QColor(theme[token])
        for y in range(picture.height()):
            for x in range(picture.width()):
                if picture.pixelColor(x, y) == colour:
                    plies.add(slider._ply_at(x / ratio))
    return found


def places(window: Window) -> list[QRect]:
    """Where board and panels are in the window."""
    parts = (window.desk.stage.board, window.desk.room.side, window.desk.transport)
    return [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]


def rest(window: Window, ply: int) -> None:
    """Move the mouse to a ply."""
    slider, spot = slider_of(window), QPointF(at(slider_of(window), ply))
    no, none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    whole = slider.mapToGlobal(spot)
    QApplication.sendEvent(slider, QMouseEvent(QEvent.Type.MouseMove, spot, whole, no, no, none))


def grown(window: Window, ply: int):
    """The large graph, under a mouse that has rested on a ply."""
    rest(window, ply)
    strip = slider_of(window).strip
    assert strip is not None
    assert not strip.large.isVisible()
    assert strip._rest.isActive()
    strip._rest.timeout.emit()
    assert strip.large.isVisible()
    return strip.large


def test_mistakes_are_dots_and_comments_ticks(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    assert colours(slider_of(window)) == {"bad": {3, 4}, "seal": {2}}
    assert slider_of(window).height() == 40


def test_a_record_without_evaluations_has_a_plain_slider(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, BARE)
    slider = slider_of(window)
    assert slider.strip is None
    assert colours(slider) == {"bad": set(), "seal": {2}}
    qtbot.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=at(slider, 2))
    assert window.session.cursor.index == 2


def test_what_an_engine_finds_is_seen_and_moves_nothing(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, BARE)
    before, session = places(window), window.session
    first, second = list(session.record.root.main_line())[1:3]
    for node, score in ((first, 30), (second, 700)):
        line = EngineLine((Move("a2a3"),), Evaluation(centipawns=score))
        session.finds.keep(session.key, node, session.states, Analysis((line,), depth=9))
    strip = slider_of(window).strip
    assert strip is not None
    strip._valuation.run_now()
    assert strip.there
    QApplication.processEvents()
    assert places(window) == before
    assert colours(slider_of(window))["bad"] == {2}
    assert window.desk.panels.made("evaluation") is None


def test_a_click_and_a_drag_go_to_the_ply(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    slider, session = slider_of(window), window.session
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=at(slider, 3))
    assert session.cursor.index == 3
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(slider, 1))
    for ply in (2, 4):
        qtbot.mouseMove(slider, at(slider, ply))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(slider, 4))
    assert session.cursor.index == 4


def test_it_grows_under_a_resting_mouse_and_says_the_move(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    before, slider, session = places(window), slider_of(window), window.session
    large = grown(window, 3)
    assert large.words.text().startswith("2. Ke2??  ·  Black is 4.00 pawns ahead")
    assert large.height() == 96
    spot = QRect(large.mapTo(window, QPoint()), large.size())
    assert spot.bottom() < slider.mapTo(window, QPoint()).y()
    assert places(window) == before
    rest(window, 1)
    assert large.words.text().startswith("1. e4")
    chart = large.chart
    x = next(x for x in range(chart.width()) if chart.index_of(x) == 4)
    assert abs(x - at(slider, 4).x()) < slider.width() / 8, "one below the other"
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(x, chart.height() // 2))
    assert session.cursor.index == 4
    slider.strip.shrink()
    assert not large.isVisible()


@pytest.mark.parametrize("way", ["button", "slider", "graph"])
def test_the_page_is_opened_from_it(qtbot, tmp_path: Path, way: str) -> None:
    window = opened(qtbot, tmp_path, PGN)
    large = grown(window, 3)
    if way == "button":
        large.opening.click()
    else:
        widget = {"slider": slider_of(window), "graph": large.chart}[way]
        qtbot.mouseDClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
    QApplication.processEvents()
    page = window.desk.panels.made("evaluation")
    assert page is not None
    assert page.isVisible()
    assert not large.isVisible()


def test_hidden_next_moves_have_no_graph(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    strip = slider_of(window).strip
    assert strip is not None
    assert strip.there
    window.run(COMMANDS["conceal"])
    assert window.session.concealing
    assert not strip.there
    assert not colours(slider_of(window))["bad"]


def test_steps_draw_the_graph_once(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    slider = slider_of(window)
    slider.grab()
    drawn = slider._drawn[1]
    for _ in range(4):
        window.session.go(window.session.cursor.forward(1))
        slider.grab()
    assert slider._drawn[1] is drawn


def test_another_game_of_the_file_has_its_own(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, f'[Event "a"]\n\n{PGN}\n[Event "b"]\n\n{BARE}')
    slider = slider_of(window)
    assert slider.strip is not None
    window.run(COMMANDS["next-game"])
    window.desk.panels.contents.runner.run_now()
    assert slider.strip is None
