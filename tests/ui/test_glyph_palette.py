"""Glyphs by keys, and the palette of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document import plans
from viewer.tree.nags import NAGS
from viewer.ui.comment.glyph_chips import GlyphPalette
from viewer.ui.toolkit.palette_list import PaletteRow
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))
    window.focus_board()
    window.session.go_to(1)
    return window


def press(window: Window, *keys: str) -> None:
    for each in keys:
        combination = QKeySequence(each)[0]
        target = QApplication.focusWidget() or window
        QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def type_text(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)


def glyphs(window: Window) -> tuple[int, ...]:
    return window.session.node.glyphs


def palette(window: Window) -> GlyphPalette:
    return next(one for one in window.findChildren(GlyphPalette) if one.isVisible())


def rows(palette: GlyphPalette) -> list[tuple[str, str]]:
    return [(row.sign, row.words) for row in palette.rows]


def test_keys_for_moves_and_for_positions(window: Window) -> None:
    press(window, "5", "Ctrl+4")
    assert glyphs(window) == (5, 15)
    press(window, "Ctrl+1")
    assert glyphs(window) == (5, 10)
    press(window, "1")
    assert glyphs(window) == (1, 10)
    press(window, "1", "Ctrl+1")
    assert glyphs(window) == ()


def test_all_glyphs_stand_there_in_groups(window: Window) -> None:
    press(window, "G")
    shown = rows(palette(window))
    assert ("", "The move") in shown
    assert ("!?", "speculative move") in shown
    assert ("⩲", "White has a slight advantage") in shown
    assert ("$37", "Black has the initiative") not in shown
    assert ("$38", "White has a lasting initiative") in shown
    known = [nag for nag in NAGS if nag]
    titles = [row for row in shown if not row[0]]
    assert len(shown) == len(known) + len(titles)


@pytest.mark.parametrize(
    ("typed", "nag"),
    [("!?", 5), ("$14", 14), ("146", 146), ("novel", 146), ("white attack", 40), ("=", 10)],
)
def test_found_by_sign_number_and_words(window: Window, typed: str, nag: int) -> None:
    press(window, "G")
    type_text(typed)
    press(window, "Return")
    assert glyphs(window) == (nag,)
    assert window.desk.stage.board.hasFocus()


def test_a_sign_that_is_typed_begins_the_search(window: Window) -> None:
    press(window, "!")
    assert palette(window).line.text() == "!"
    type_text("?")
    press(window, "Return")
    assert glyphs(window) == (5,)


def test_several_glyphs_and_taking_one_away(window: Window) -> None:
    press(window, "G")
    type_text("novelty")
    press(window, "Ctrl+Return")
    type_text("±")
    press(window, "Return")
    assert glyphs(window) == (146, 16)
    press(window, "G")
    type_text("novelty")
    assert palette(window).rows[0].more == "set"
    press(window, "Return")
    assert glyphs(window) == (16,)
    press(window, "Ctrl+Z", "Ctrl+Z", "Ctrl+Z")
    assert glyphs(window) == ()


def test_arrows_pass_over_titles_and_escape_closes(window: Window) -> None:
    press(window, "G")
    press(window, "Down", "Down", "Up", "Return")
    assert glyphs(window) == (2,)
    press(window, "G", "Esc")
    assert not [one for one in window.findChildren(GlyphPalette) if one.isVisible()]
    assert window.desk.stage.board.hasFocus()


def test_words_reach_to_the_end_of_a_row_where_nothing_else_stands(window: Window) -> None:
    press(window, "G")
    shown = palette(window)
    free, taken = PaletteRow("long words " * 9, len), PaletteRow("short", len, "a rather long note")
    shown.list.clear()
    shown.rows.clear()
    shown.add([taken, free])
    end = shown.list.visualRect(shown.list.model().index(1, 2))
    picture = shown.list.viewport().grab(end).toImage()
    wide, high = picture.width() - 20, picture.height()
    assert len({picture.pixel(x, y) for x in range(wide) for y in range(high)}) > 1


def test_nothing_fits(window: Window) -> None:
    press(window, "G")
    type_text("zzz")
    press(window, "Return")
    assert glyphs(window) == ()
    press(window, "Esc")


def test_the_panel_has_chips_for_what_is_set(qtbot, window: Window) -> None:
    press(window, "G")
    type_text("novelty")
    press(window, "Return")
    press(window, "C")
    field = window.desk.panels.sheet.field
    qtbot.waitUntil(field.isVisible)
    chip = field.chips.chips[146]
    assert chip.text() == "N"
    assert chip.isChecked()
    assert chip.accessibleName() == "novelty"
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert glyphs(window) == ()
    assert 146 not in field.chips.chips
    qtbot.mouseClick(field.chips.more, Qt.MouseButton.LeftButton)
    assert palette(window).line.hasFocus()
    press(window, "Esc")
    assert field.edit.hasFocus()
    assert field.isVisible()


def test_glyphs_that_the_file_cannot_hold_are_not_offered(qtbot, tmp_path: Path) -> None:
    """XQF has none: chips, menus and keys say so; one that is there can be taken away."""
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    window.session.go_to(1)
    why = "XQF 1.0 has no place for glyphs."
    for keys in ("1", "Ctrl+4", "G", "!"):
        window.status.say("")
        press(window, keys)
        assert window.status.said == why
    assert glyphs(window) == ()
    assert not [one for one in window.findChildren(GlyphPalette) if one.isVisible()]
    press(window, "C")
    field = window.desk.panels.sheet.field
    assert field.edit.hasFocus()
    assert field.chips.isHidden()
    press(window, "Esc")
    actions = window.menus.actions
    actions._main.aboutToShow.emit()
    action = actions._actions["glyphs"]
    assert not action.isEnabled()
    assert why not in action.text()
    window.status.say("")
    action.hovered.emit()
    assert window.status.said == why
    window.menus.actions._enable_all()
    window.session.do(plans.toggle_glyph, 1)
    press(window, "C")
    assert list(field.chips.chips) == [1]
    assert not field.chips.isHidden()
    assert field.chips.more.isHidden()
    press(window, "Esc", "1")
    assert glyphs(window) == ()


def test_only_glyphs_that_the_file_holds_can_be_chosen(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[1]SZ[9];B[aa])")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    window.session.go_to(1)
    press(window, "1", "Ctrl+3")
    assert glyphs(window) == (1,)
    assert window.status.said == "SGF has no place for this glyph."
    press(window, "G")
    type_text("$40")
    press(window, "Return")
    assert glyphs(window) == (1,)
