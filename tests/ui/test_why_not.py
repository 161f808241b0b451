"""A command that can't be done says why, and what can be done about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from go_desks import go_window
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.commands import COMMANDS, refusals
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "?"]\n[Result "*"]\n\n1. d4 d5 *\n')
    return make_window(qtbot, tmp_path, path)


def said(window: Window, id: str) -> str:
    """What the window says when a command is asked for."""
    window.status.say("")
    window.run(COMMANDS[id])
    return window.status.said


def test_without_an_engine_the_owners_of_points_are_not_hidden_unseen(qtbot, tmp_path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    QTest.keyClick(
        QApplication.focusWidget(),
        Qt.Key.Key_O,
        Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert window.status.said == "No engine is analysing. Ctrl+Space starts one."
    assert window.settings["engine-ownership"]


def test_a_key_that_somebody_took_away_is_not_named(window: Window) -> None:
    keys = {id: SHORTCUTS.of(id) for id in COMMANDS}
    try:
        SHORTCUTS.take({**keys, "analyse": ()})
        assert said(window, "threat") == "No engine is analysing."
        SHORTCUTS.take({**keys, "analyse": ("F9",), "conceal": ("F4",)})
        assert said(window, "threat") == "No engine is analysing. F9 starts one."
        assert said(window, "conceal") == (
            "The next moves are hidden. Right shows one more, F4 all."
        )
    finally:
        SHORTCUTS.take(keys)


def test_the_ends_of_a_line(window: Window) -> None:
    assert said(window, "previous") == "This is the start of the game."
    assert said(window, "first") == "This is the start of the game."
    window.session.go(window.session.cursor.last())
    assert said(window, "next") == "This is the end of the line."
    assert said(window, "last") == "This is the end of the line."


def test_what_is_said_at_the_end_of_a_line_goes_with_the_next_step(window: Window) -> None:
    assert said(window, "previous") == "This is the start of the game."
    window.run(COMMANDS["next"])
    assert window.status.said == ""
    window.run(COMMANDS["last"])
    window.status.say("Something else.")
    window.run(COMMANDS["previous"])
    assert window.status.said == "Something else."


def test_a_format_without_a_mark_for_problems(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    assert said(window, "problem") == (
        "Smart game format (SGF) has no mark for problems. Q asks for the moves that follow any position."
    )


def test_what_a_game_or_a_mode_does_not_have(window: Window) -> None:
    assert said(window, "ownership") == "Chess has no territory."
    assert said(window, "redo") == "There is nothing to redo."
    window.run(COMMANDS["edit-position"])
    assert said(window, "find") == "That isn't possible in this mode. Esc leaves it."


def test_where_nothing_is_open(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    assert said(window, "flip") == "No record is open. Ctrl+O opens a file."


def test_no_command_is_silent(window: Window) -> None:
    impossible = [id for id, command in COMMANDS.items() if not command.possible(window)]
    assert len(impossible) > 20
    assert [id for id in impossible if not said(window, id)] == []


def test_each_command_has_a_sentence_of_its_own(window: Window) -> None:
    """None is told by the general one, and no sentence is about a command that isn't there."""
    refused = [id for id, one in COMMANDS.items() if not one.possible(window)]
    general = "That isn't possible here."
    assert [id for id in refused if said(window, id) == general] == []
    assert [key for key in refusals._HERE if not any(id.startswith(key) for id in COMMANDS)] == []


def test_commands_on_games_found_say_what_to_do(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    for id in ("library-groups", "library-sheet", "library-opening-book", "library-crosstable"):
        assert said(window, id) == "Search a library first: this is about the games found."
    assert "Ctrl+O opens a file" in said(window, "library-material")
    window.run(COMMANDS["library"])
    assert said(window, "look-up-part") == "Select a game in the list first."
