"""Clocks and material beside the names of the players."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import in_theme, make_window, write_file
from go_desks import go_window

from viewer.games.geometry import View
from viewer.scene.theme import DARK
from viewer.tree.annotation import CLOCK, ELAPSED
from viewer.tree.node import Node
from viewer.ui.board.player_line import PlayerLine
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def timed(*notes: dict[str, str]) -> Node:
    root = line("e2e4", "e7e5", "g1f3", "b8c6", "f1c4")
    for node, said in zip(list(root.main_line())[1:], notes, strict=False):
        node.notes = said
    return root


def clocks(window: Window) -> tuple[str, str]:
    stage = window.desk.stage
    return stage.above._clock.text(), stage.below._clock.text()


def test_the_latest_clock_of_each_side(qtbot, tmp_path: Path) -> None:
    root = timed({CLOCK: "1:30:00"}, {CLOCK: "1:29:00"}, {}, {CLOCK: "1:20:00"})
    window = chess_window(qtbot, tmp_path, root)
    seen = [clocks(window)]
    for _ in range(4):
        window.session.go(window.session.cursor.next)
        seen.append(clocks(window))
    assert seen == [
        ("", ""),
        ("", "1:30:00"),
        ("1:29:00", "1:30:00"),
        ("1:29:00", "1:30:00"),
        ("1:20:00", "1:30:00"),
    ]
    window.session.set_view(View(True, False))
    assert clocks(window) == ("1:30:00", "1:20:00")
    stage = window.desk.stage
    assert stage.below._clock.accessibleName() == "Clock of Black after the last move: 1:20:00"


def test_without_a_clock_the_time_used(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, timed({ELAPSED: "0:00:12"}, {CLOCK: "1:00"}))
    window.session.go(window.session.cursor.last())
    assert clocks(window) == ("1:00", "+0:00:12")


def test_a_clock_that_is_edited_is_shown(qtbot, tmp_path: Path) -> None:
    from viewer.document import plans

    window = chess_window(qtbot, tmp_path, timed({CLOCK: "1:30:00"}))
    window.session.go(window.session.cursor.next)
    window.session.do(plans.note, CLOCK, "1:11:11")
    assert clocks(window) == ("", "1:11:11")


def material(line: PlayerLine) -> tuple[tuple[str, ...], str]:
    return ((), "") if line.material is None else (line.material.kinds, line.material.lead)


def test_what_a_side_has_more(qtbot, tmp_path: Path) -> None:
    window = chess_window(
        qtbot,
        tmp_path,
        line("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "a7a6", "c3d5"),
    )
    stage = window.desk.stage
    assert material(stage.below) == ((), "")
    assert stage.below.material is None
    window.session.go(window.session.cursor.last())
    assert material(stage.below) == (("white-queen",), "+9")
    assert material(stage.above) == ((), "")
    assert "White queen +9" in stage.below.material.accessibleName()
    assert not stage.below.material.isHidden()
    window.session.set_view(View(True, False))
    assert material(stage.above) == (("white-queen",), "+9")
    assert material(stage.below) == ((), "")


def test_both_sides_may_have_more_of_something(qtbot, tmp_path: Path) -> None:
    fen = "4k3/pppp4/8/8/8/8/8/R3K3 w - - 0 1"
    window = chess_window(qtbot, tmp_path, line(fen=fen))
    stage = window.desk.stage
    assert material(stage.below) == (("white-rook",), "+1")
    assert material(stage.above) == (("black-pawn",) * 4, "")
    strip = stage.above.material
    assert strip.sizeHint().width() < 4 * strip.sizeHint().height()
    # What is drawn is something: not the empty background.
    image = strip.grab().toImage()
    assert len({image.pixel(x, image.height() // 2) for x in range(image.width())}) > 2


def test_a_game_that_counts_nothing_shows_nothing(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    assert material(window.desk.stage.below) == ((), "")
    assert window.desk.stage.below._name.text() == "甲"


def test_a_long_name_gives_way(qtbot, tmp_path: Path) -> None:
    from viewer.document import plans

    window = chess_window(qtbot, tmp_path, timed({CLOCK: "1:30:00"}))
    window.session.go(window.session.cursor.next)
    window.session.do(plans.header, "White", "Anna " * 60)
    window.resize(900, 600)
    below = window.desk.stage.below
    clock = below._clock
    assert clock.geometry().right() <= below.width()
    assert clock.width() >= clock.sizeHint().width()


def test_whose_turn_it_is_stands_beside_the_name(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    stage, seen = window.desk.stage, []
    for _ in range(3):
        seen.append((stage.below.turn.on, stage.above.turn.on))
        window.session.go(window.session.cursor.next)
    assert seen == [(True, False), (False, True), (True, False)]
    assert stage.below.accessibleName().endswith(", to move")
    window.session.set_view(View(True, False))
    assert stage.above.turn.on
    assert not stage.above.accessibleName().startswith("Black")


def test_in_the_dark_blacks_disc_is_black(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    (line,) = [one for one in window.desk.findChildren(PlayerLine) if one.side == 0]
    with in_theme(DARK):
        image = line._dot.grab().toImage()
    ratio = image.devicePixelRatio()
    middle = image.pixelColor(round(7 * ratio), round(7 * ratio))
    assert middle.lightness() < 50
