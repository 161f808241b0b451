"""The board of the window as a picture in a file."""

from __future__ import annotations

import pytest
from chess_desks import chess_window, line

from viewer.ui.controllers.exporting import write_picture


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<svg"), ("a.png", b"\x89PNG")])
def test_the_board_is_written_by_the_suffix(qtbot, tmp_path, name, start):
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    write_picture(window, str(tmp_path / name))
    assert start in (tmp_path / name).read_bytes()[:100]


def test_a_picture_that_cannot_be_written_is_told(qtbot, tmp_path):
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    write_picture(window, str(tmp_path / "nowhere" / "a.svg"))
    assert window.notice.shown
