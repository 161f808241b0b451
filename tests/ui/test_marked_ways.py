"""Which next moves are marked on the board: as the setting says, and as the record does."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.document.document import open_document
from viewer.ui.board.record_board import ALL, FORKS, NONE, Overlay
from viewer.ui.session.record_session import RecordSession

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("style", "nexts", "ways"),
    [
        ("", FORKS, (2, 1)),
        ("ST[0]", FORKS, (2, 0)),
        ("ST[1]", FORKS, (0, 1)),
        ("ST[2]", FORKS, (0, 0)),
        ("ST[3]", ALL, (0, 0)),
        ("ST[0]", NONE, (0, 0)),
    ],
)
def test_sgf_says_which_moves_are_marked(
    qapp, tmp_path: Path, style: str, nexts: str, ways: tuple[int, int]
) -> None:
    path = tmp_path / "a.sgf"
    path.write_text(f"(;GM[1]SZ[9]{style}(;B[aa](;W[bb])(;W[cc]))(;B[dd]))")
    session = RecordSession(open_document(str(path)))
    overlay = Overlay(session)
    session.dress(session.looks._replace(nexts=nexts))
    session.go(session.record.root.children[0])
    assert tuple(map(len, overlay.ways())) == ways
    session.close()
