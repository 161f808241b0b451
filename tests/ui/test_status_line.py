"""What the line at the bottom says of a record and its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

from viewer.base.resources import resource_path
from viewer.document import plans
from viewer.ui.commands import COMMANDS

pytestmark = pytest.mark.gui

KIF = "手合割：平手\n先手：羽生\n手数----指手---\n   1 ７六歩(77)\n"


def kif(tmp_path: Path, *more: str) -> Path:
    path = tmp_path / "a.kif"
    path.write_bytes((KIF + "\n".join(more)).encode("cp932"))
    return path


def test_one_move_is_not_one_moves(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, kif(tmp_path))
    qtbot.waitUntil(lambda: window.status._size.text() == "1 move")
    window.session.play(next(iter(window.session.game.legal_moves(window.session.state))))
    qtbot.waitUntil(lambda: window.status._size.text() == "2 moves  ·  2 lines")


def test_a_resignation_is_no_move(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, kif(tmp_path, "   2 ３四歩(33)", "   3 投了"))
    qtbot.waitUntil(lambda: window.status._size.text() == "2 moves")


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("b.kif", "CP932"), ("b.kifu", "UTF-8"), ("b.jkf", "UTF-8"), ("b.csa", "CP932")],
)
def test_the_encoding_is_that_of_the_file(qtbot, tmp_path: Path, name: str, encoding: str) -> None:
    """Of a record that was read as Shift_JIS and saved as something else, too."""
    window = make_window(qtbot, tmp_path, kif(tmp_path))
    assert window.status._encoding.text() == "CP932"
    assert window.saver._save(window.session.document, str(tmp_path / name))
    assert window.status._encoding.text() == encoding
    again = make_window(qtbot, tmp_path, tmp_path / name)
    assert again.status._encoding.text() == encoding


def test_a_game_that_was_saved_in_utf_8_says_so_and_the_others_do_not(
    qtbot, tmp_path: Path
) -> None:
    path = tmp_path / "a.pgn"
    games = "".join(f'[White "Müller"]\n[Round "{round}"]\n\n1. e4 e5 *\n\n' for round in (1, 2))
    path.write_bytes(games.encode("cp1252"))
    window = make_window(qtbot, tmp_path, path)
    session = window.session
    session.do(plans.comment, "好棋")
    assert window.status._encoding.text() == "CP1252"
    options = session.document.lossless()
    assert options == {"encoding": "utf-8"}
    session.document.save(options=options)
    window.status.show_session(session)
    assert window.status._encoding.text() == "UTF-8"


def test_the_hint_of_a_mode_stays_with_its_tab(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, kif(tmp_path))
    window.files.open_all([str(resource_path("samples", "en", "study") / "hex.hgt")])
    window.finish()
    window.run(COMMANDS["edit-position"])
    assert "Ctrl+Enter" in window.status.said
    window.tabs.step(1)
    assert window.status.said == ""


def test_what_there_is_nothing_to_say_of_takes_no_room(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, kif(tmp_path))
    status = window.status
    assert status._encoding.isVisibleTo(status)
    window.run(COMMANDS["library"])  # a tab without a record
    qtbot.waitUntil(lambda: not status._format.isVisibleTo(status))
    assert not status._encoding.isVisibleTo(status)
