"""Openings beside the title: those of the record, and those named from the moves on request."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file

from viewer.ui.commands import COMMANDS
from viewer.ui.session.titles import record_subtitle

pytestmark = pytest.mark.gui

SICILIAN = ("e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6", "c1e3")


def sicilian(qtbot, tmp_path: Path):
    return chess_window(qtbot, tmp_path, line(*SICILIAN))


def test_openings_are_named_only_on_request_and_follow_the_steps(qtbot, tmp_path: Path) -> None:
    window = sicilian(qtbot, tmp_path)
    title = window.desk.panels.title
    assert title.opening == ""
    COMMANDS["openings"].run(window)
    assert title.opening == "No named opening"
    session = window.session
    session.go(session.cursor.forward(2))
    assert title.opening == "B20 Sicilian Defense"
    session.go(session.cursor.last())
    assert title.opening == "B90 Sicilian Defense: Najdorf Variation, English Attack"
    assert title._opening.accessibleName() == f"Opening: {title.opening}"
    assert COMMANDS["openings"].chosen(window)
    COMMANDS["openings"].run(window)
    assert title.opening == ""
    assert window.session.record.header("Opening") == ""


def test_an_opening_is_written_by_command_and_undone(qtbot, tmp_path: Path) -> None:
    window = sicilian(qtbot, tmp_path)
    session = window.session
    before = session.record.headers
    COMMANDS["write-opening"].run(window)
    assert [
        session.record.header(key) for key in ("ECO", "Opening", "Variation", "SubVariation")
    ] == [
        *("B90", "Sicilian Defense", "Najdorf Variation", "English Attack"),
    ]
    assert "B90 Sicilian Defense: Najdorf Variation, English Attack" in record_subtitle(session)
    assert "B90" in window.status.said
    session.undo()
    assert session.record.headers == before


def test_moves_without_a_name_write_nothing(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(fen="8/8/8/4k3/8/4K3/8/8 w - - 0 1"))
    COMMANDS["write-opening"].run(window)
    assert window.status.said == "The moves of this game have no named opening."
    assert window.session.record.header("Opening") == ""


def test_xqf_has_no_place_for_an_opening_but_it_is_shown(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    refusal = COMMANDS["write-opening"].refusal(window)
    assert str(refusal).endswith("has no place for the name of an opening.")
    COMMANDS["openings"].run(window)
    window.session.go(window.session.cursor.last())
    assert window.desk.panels.title.opening == "中炮局 (Central cannon)"
