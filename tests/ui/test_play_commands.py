"""Passing, writing how a game ended, prisoners and byo-yomi beside the names."""

from __future__ import annotations

from pathlib import Path

import pytest
from connection_desks import line, window_of
from desks import make_window, write_file
from go_desks import go_window
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.tree.action import Move, Terminal
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import ResultPalette, results
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

# White's stone at bb is taken by the fourth black stone.
TAKING = "(;SZ[9];B[ab];W[bb];B[ba];W[ii];B[cb];W[hh];B[bc])"
TIMES = "(;SZ[9];B[ab]BL[30]OB[3];W[bb]WL[10.5];B[ba]BL[25];W[cc]OW[1])"


def key(window: Window, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget(), key)


def test_p_passes_and_the_second_pass_says_what_comes_next(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    window.session.go(window.session.cursor.last())
    key(window, Qt.Key.Key_P)
    assert window.session.node.action == Move("W pass")
    assert "S counts" not in window.status.said
    key(window, Qt.Key.Key_P)
    assert window.session.node.action == Move("B pass")
    assert "S counts" in window.status.said
    window.session.undo()
    assert window.session.node.action == Move("W pass")


def test_the_button_for_passing_is_there_where_one_can_pass(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    offered = window.desk.transport.offers.chips
    qtbot.waitUntil(lambda: "pass" in offered)
    chip = offered["pass"]
    assert chip.isVisible()
    assert "(P)" in chip.toolTip()
    chip.click()
    assert window.session.node.action == Move("B pass")


def test_xiangqi_has_no_passes(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.desk.transport.show_icons()  # what waited for the board
    assert "pass" not in window.desk.transport.offers.chips
    assert not COMMANDS["pass"].possible(window)
    assert not COMMANDS["score"].possible(window)


@pytest.mark.parametrize("game", ["hex", "twixt"])
def test_players_of_hex_and_twixt_do_not_pass(qtbot, tmp_path: Path, game: str) -> None:
    window = window_of(qtbot, tmp_path, game, line("c3"))
    window.desk.transport.show_icons()
    assert "pass" not in window.desk.transport.offers.chips
    assert not COMMANDS["pass"].possible(window)
    assert not COMMANDS["pass"].offered(window)


def test_prisoners_follow_the_moves(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, TAKING)
    below, above = window.desk.stage.below.captured, window.desk.stage.above.captured
    assert below is not None
    assert above is not None
    assert (below.text, above.text) == ("0", "0")
    window.session.go(window.session.cursor.last())
    assert (below.text, above.text) == ("1", "0")
    assert below.toolTip() == "Stones that Black has captured: 1"
    window.session.go(window.session.node.parent)
    assert below.text == "0"


def test_nobody_counts_prisoners_in_xiangqi(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert window.desk.stage.below.captured is None


def test_byo_yomi_beside_the_clock(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, TIMES)
    seen = []
    for _ in range(4):
        window.session.go(window.session.cursor.next)
        stage = window.desk.stage
        seen.append((stage.below._clock.text(), stage.above._clock.text()))
    assert seen == [
        ("0:00:30 (3)", ""),
        ("0:00:30 (3)", "0:00:10.5"),
        ("0:00:25", "0:00:10.5"),
        ("0:00:25", "0:00:10.5 (1)"),
    ]


def palette(window: Window) -> ResultPalette:
    window.run(COMMANDS["result"])
    QApplication.processEvents()
    found = [one for one in window.findChildren(ResultPalette) if one.isVisible()]
    return found[-1]


def shown(one: ResultPalette) -> list[str]:
    return [f"{row.words}    {row.more}".strip() for row in one.rows]


def test_a_result_is_chosen_by_its_words(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    one = palette(window)
    QTest.keyClicks(one.line, "white resignation")
    assert shown(one)[1] == "White wins by resignation    W+R"
    key(window, Qt.Key.Key_Down)
    key(window, Qt.Key.Key_Return)
    assert window.session.record.header("RE") == "W+R"
    window.session.undo()
    assert window.session.record.header("RE") == ""


def test_a_margin_is_typed_and_taken_out(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    one = palette(window)
    QTest.keyClicks(one.line, "W+3.5")
    assert shown(one)[0] == "White wins by 3.5    W+3.5"
    key(window, Qt.Key.Key_Return)
    assert window.session.record.header("RE") == "W+3.5"
    one = palette(window)
    assert shown(one)[0] == "White wins by 3.5    W+3.5  ·  set"
    row = next(n for n, text in enumerate(shown(one)) if text == "Take the result out")
    one.choose(row)
    key(window, Qt.Key.Key_Return)
    assert window.session.record.header("RE") == ""


def test_a_click_chooses_a_row(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    one = palette(window)
    item = one.list.topLevelItem(1)
    place = one.list.visualItemRect(item).center()
    qtbot.mouseClick(one.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.session.record.header("RE") == one.rows[1].more


def test_a_result_that_is_not_offered_stands_first(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9]RE[B+12.5];B[cc])")
    one = palette(window)
    assert shown(one)[0] == "Black wins by 12.5    B+12.5  ·  set"
    assert one.rows[0].holds
    one.go_away()


def test_formats_offer_what_they_can_say(qtbot, tmp_path: Path) -> None:
    text = '{"format":"wei7","version":"3.0","size":9,"tree":{}}'
    window = go_window(qtbot, tmp_path, text, "game.wei7")
    assert [value for value, _ in results(window.session)] == ["B+R", "W+R", "0"]
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert "1-0" in [value for value, _ in results(window.session)]


def test_shogi_writes_an_end_at_its_ply(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "game.kifu"
    path.write_text("手合割：平手\n   1 ７六歩(77)\n", "utf-8")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    window.session.go(window.session.cursor.last())
    one = palette(window)
    one.line.setText("投了")
    assert len(shown(one)) == 1
    key(window, Qt.Key.Key_Return)
    assert window.session.node.action == Terminal("投了")
