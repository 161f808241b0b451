"""The next moves hidden while a record is read: notation, chips, board, tree, graph, line."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, press, write_file
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.ui.commands import COMMANDS
from viewer.ui.pages.explorer_page import place_in
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "game.xqf"))


def hide() -> None:
    press(Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)


def page(window: Window, id: str):
    window.desk.panels.show_page(id)
    QApplication.processEvents()
    return window.desk.panels.page(id)


def notation(window: Window) -> list[int]:
    """The nodes that the notation shows."""
    sight = window.desk.panels.page("notation").view._sight
    return sorted(sight.page.record.nodes)


def chips(window: Window) -> list[str]:
    panel = window.desk.panels.page("comment").candidates
    shown = [one.text() for one in panel.chips._chips if not one.isHidden()]
    return shown or [panel.chips._none.text()]


def test_one_key_hides_what_follows_and_shows_it_again(window: Window) -> None:
    assert len(notation(window)) == 8
    assert len(chips(window)) == 2
    hide()
    assert window.session.concealing
    assert COMMANDS["conceal"].chosen(window)
    assert notation(window) == [0]
    assert chips(window) == ["hidden"]
    board = window.desk.stage.board
    assert board.overlay.ways() == ([], [])
    hide()
    assert len(notation(window)) == 8
    assert len(chips(window)) == 2
    assert len(board.overlay.ways()[0]) == 2


def test_a_step_shows_one_more_and_back_hides_it(window: Window) -> None:
    hide()
    press(Qt.Key.Key_Right)
    assert notation(window) == [0, 1]
    press(Qt.Key.Key_Right)
    assert notation(window) == [0, 1, 2]
    press(Qt.Key.Key_Left)
    assert notation(window) == [0, 1]
    press(Qt.Key.Key_End)
    assert notation(window) == [0, 1, 2, 3, 4]
    assert chips(window) == ["end of the line"]


def test_tree_graph_and_line_hide_it_too(window: Window) -> None:
    hide()
    press(Qt.Key.Key_Right)
    line = page(window, "line")
    assert line.model.rowCount() == 1
    press(Qt.Key.Key_Right)
    assert line.model.rowCount() == 2
    tree = page(window, "tree")
    assert tree.model.rowCount() == 2
    press(Qt.Key.Key_Right)
    assert tree.model.rowCount() == 3
    hide()
    assert tree.model.rowCount() == 4
    assert tree.model.hasChildren(tree.model.shown(1))


def test_the_graph_ends_with_the_current_move(window: Window) -> None:
    graph = page(window, "graph")
    hide()
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    model = graph.view.model
    shown = {id for id in range(8) if model.lanes.spot(window.session.record.nodes[id])}
    assert shown == {0, 1, 2, 6, 7}, "what was played, and what else could have been"
    assert graph.view.current() is not None
    assert not model.is_folded(window.session.node)
    press(Qt.Key.Key_Right)
    assert model.lanes.spot(window.session.record.nodes[3])
    assert not model.lanes.spot(window.session.record.nodes[4])
    hide()
    assert all(model.lanes.spot(window.session.record.nodes[id]) for id in range(8))


def test_what_is_edited_meanwhile_is_seen(window: Window) -> None:
    hide()
    press(Qt.Key.Key_Right)
    window.session.play(window.session.game.legal_moves(window.session.state)[0])
    assert len(notation(window)) == 3
    window.session.undo()
    assert notation(window) == [0, 1]
    assert len(window.session.record.nodes) == 8


def heading(window: Window) -> str:
    """The words over the notation."""
    title = window.desk.panels.title
    return f"{title._title.text()} {title._result.text()}"


def test_heading_and_slider_do_not_give_away_how_it_ends(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {good} 1-0\n')
    window = make_window(qtbot, tmp_path, path)
    window.focus_board()
    QApplication.processEvents()
    slider, count = window.desk.transport.slider, window.desk.transport._count
    assert heading(window).startswith("Ann – Bob 1")
    assert (slider.maximum(), count.text()) == (3, "0 / 3")
    hide()
    assert heading(window) == "Ann – Bob "
    assert (slider.maximum(), slider._ticks, count.text()) == (0, [], "0 / ?")
    press(Qt.Key.Key_Right)
    assert (slider.value(), slider.maximum(), count.text()) == (1, 1, "1 / ?")
    press(Qt.Key.Key_Left)
    assert (slider.value(), slider.maximum(), count.text()) == (0, 0, "0 / ?")
    hide()
    assert heading(window).startswith("Ann – Bob 1")
    assert (slider.maximum(), slider._ticks, count.text()) == (3, [3], "0 / 3")


def test_details_games_and_files_do_not_tell_how_it_ends(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(
        '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[Termination "Ann won on time"]\n\n1. e4 1-0\n'
        * 2
    )
    (tmp_path / "other.pgn").write_bytes(path.read_bytes())
    window = make_window(qtbot, tmp_path, tmp_path)
    window.session.folder.finish()
    details, games, files = (page(window, id) for id in ("details", "games", "files"))
    window.focus_board()
    row = details.model.row_called("Result")
    shown = details.model.index(row, 1)
    seen = (
        lambda: shown.data(),
        lambda: details.model.index(details.model.row_called("Termination"), 1).data(),
        lambda: games.model.text(1, _column(games.model)),
        lambda: files.page.model.text(1, _column(files.page.model)),
    )
    assert [one() for one in seen] == ["White wins", "Ann won on time", "1–0", "1–0"]
    hide()
    assert [one() for one in seen] == ["?"] * 4
    assert not shown.flags() & Qt.ItemFlag.ItemIsEditable
    assert "?" in shown.data(Qt.ItemDataRole.AccessibleTextRole)
    assert files.page.view.wanted(0) is None, "the last position"
    hide()
    assert [one() for one in seen] == ["White wins", "Ann won on time", "1–0", "1–0"]


def _column(model) -> int:
    return [one.role for one in model.columns].index("result")


def test_the_next_move_is_no_other_than_others_to_books_and_engines(window: Window) -> None:
    hide()
    assert window.session.follower is None
    assert window.session.cursor.next is not None
    assert place_in(window.session).follower is None
    hide()
    assert place_in(window.session).follower is not None
