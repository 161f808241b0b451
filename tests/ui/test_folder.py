"""A folder in a tab: its list, going from file to file, editing some of them, what changes on the disk."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from viewer.base.resources import resource_path
from viewer.document import plans
from viewer.games import game_of
from viewer.ui.board.view import BoardView
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.files_page import FilesModel, FilesPage, FilesPanel
from viewer.ui.session.open_folder import OpenFolder
from viewer.ui.window.window import Window

PGN = '[White "{0}"]\n[Black "{1}"]\n[Date "{2}"]\n[Result "*"]\n\n1. {3} *\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "records"
    (place / "more").mkdir(parents=True)
    write_file(place / "1.xqf")
    (place / "2.pgn").write_text(PGN.format("Ann", "Bob", "2001.01.01", "e4"))
    (place / "3.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Shu]PW[Sai];B[ee])")
    (place / "4.kif").write_text("nothing")
    (place / "more" / "5.pgn").write_text(PGN.format("Cid", "Dee", "1999.01.01", "d4") * 2)
    (place / "notes.txt").write_text("Buy milk.")
    return place


@pytest.fixture
def window(qtbot, tmp_path: Path, folder: Path) -> Window:
    window = make_window(qtbot, tmp_path, folder)
    of(window).finish()
    return window


def of(window: Window) -> OpenFolder:
    folder = window.session.folder
    assert folder is not None
    return folder


def page(window: Window) -> FilesPage:
    panel = window.desk.panels.made("files")
    assert isinstance(panel, FilesPanel)
    assert panel.page is not None
    return panel.page


def rows(window: Window, column: int = 0) -> list[str]:
    model = page(window).model
    model._runner.run_now()
    return [model.text(row, column) for row in range(model.rowCount())]


def shown(window: Window) -> str:
    return Path(window.session.document.path).name


def comment(window: Window, text: str) -> None:
    session = window.session
    session.do_on(session.record.root, plans.comment, text)


def run(window: Window, command: str) -> None:
    window.run(COMMANDS[command])


def tabs(window: Window) -> list[str]:
    bar = window.top.tabs
    return [bar.tabText(index) for index in range(bar.count())]


def look_again(qtbot, window: Window) -> None:
    """Have what changed in the folder taken over."""
    with qtbot.waitSignal(of(window).listed):
        of(window).look_now()
    of(window).finish()


# ---------------------------------------------------------------------------------- the list


def test_a_folder_is_one_tab_with_its_records_in_a_list(window: Window) -> None:
    assert tabs(window) == ["records"]
    assert shown(window) == "1.xqf"
    assert rows(window) == ["1.xqf", "2.pgn", "3.sgf", "4.kif", "5.pgn"]
    model = page(window).model
    assert [column.role for column in model.columns] == [
        *("file", "game", "side0", "side1", "result", "title", "date", "games", "folder")
    ]
    assert rows(window, 1) == ["Xiangqi", "Chess", "Go", rows(window, 1)[3], "Chess"]
    assert "content is no" in rows(window, 1)[3]
    assert rows(window, 2) == ["甲", "Ann", "Shu", "", "Cid"]
    assert rows(window, 7)[-1] == "2"
    assert rows(window, 8)[-1] == "more"
    assert page(window)._count.text() == "5 files"
    assert "1 can't be read." in page(window)._count.toolTip()
    assert "1 other file is no game record" in page(window)._count.toolTip()


def test_the_model_is_a_proper_table(window: Window, qtmodeltester) -> None:
    qtmodeltester.check(FilesModel(window.session, of(window), window))


def test_the_list_is_filtered_and_sorted_as_games_are(window: Window) -> None:
    files = page(window)
    files.filter.setText("chess")
    assert rows(window) == ["2.pgn", "5.pgn"]
    assert files._count.text() == "2 of 5"
    files.filter.setText("")
    files.model.sort(6)
    assert rows(window)[:2] == ["5.pgn", "2.pgn"]
    assert shown(window) == "1.xqf"


def test_names_of_files_have_the_room_that_is_left(qtbot, tmp_path: Path) -> None:
    place = tmp_path / "problems"
    place.mkdir()
    for number in (1, 2):
        (place / f"problems-of-the-autumn-{number}.kif").write_text("   1 ７六歩(77)\n")
    window = make_window(qtbot, tmp_path, place)
    of(window).finish()
    view = page(window).view
    columns = view.horizontalHeader()
    for wide in (320, 460):
        view.resize(wide, 300)
        widths = [columns.sectionSize(at) for at in range(columns.count())]
        assert widths == [wide]


def test_the_list_is_spoken(window: Window) -> None:
    spoken = page(window).model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "2.pgn, Chess, Ann, Bob, *, 2001.01.01"


# ------------------------------------------------------------------------- from file to file


def test_keys_go_from_file_to_file_past_what_cannot_be_read(window: Window) -> None:
    seen = [shown(window)]
    for _ in range(4):
        run(window, "next-file")
        seen.append(shown(window))
    assert seen == ["1.xqf", "2.pgn", "3.sgf", "5.pgn", "5.pgn"]
    assert window.session.game.id == "chess"
    run(window, "previous-file")
    assert shown(window) == "3.sgf"
    assert window.session.game.id == "go"
    assert len(window.workspace.documents) == 1
    assert tabs(window) == ["records"]


def test_a_file_of_another_game_is_shown_in_the_pieces_chosen_for_that_game(
    window: Window,
) -> None:
    chosen = {game: game_of(game).piece_sets[-2].id for game in ("xiangqi", "chess")}
    for game, pieces in chosen.items():
        window.settings.set_of_game("pieces", game, pieces)
    window.looks.show_settings()
    assert window.session.looks.pieces == chosen[window.session.game.id]
    run(window, "next-file")
    assert window.session.game.id == "chess"
    assert window.session.looks.pieces == chosen["chess"]


def test_the_next_file_is_that_of_the_list_as_it_is_sorted(window: Window) -> None:
    page(window).model.sort(6)
    rows(window)
    run(window, "next-file")  # 1.xqf has no date and comes after those that have one
    assert shown(window) == "3.sgf"
    run(window, "previous-file")
    run(window, "previous-file")
    assert shown(window) == "2.pgn"


def test_a_click_shows_a_file_and_a_broken_one_says_why(qtbot, window: Window) -> None:
    view = page(window).view
    at = view.visualRect(page(window).model.index(2, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert shown(window) == "3.sgf"
    at = view.visualRect(page(window).model.index(3, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert shown(window) == "3.sgf"
    assert "4.kif can't be opened" in window.status._said.text()


def test_arrow_keys_show_the_file_they_reach(qtbot, window: Window) -> None:
    view = page(window).view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: shown(window) == "2.pgn")
    assert view.hasFocus()


def test_games_of_a_file_with_several_have_their_own_list(window: Window) -> None:
    assert not window.desk.panels.seen("games")
    page(window).fileAsked.emit(of(window).files[4].path)
    assert shown(window) == "5.pgn"
    assert window.desk.panels.seen("games")
    run(window, "next-game")
    assert window.session.index == 1


def test_a_file_is_shown_again_where_one_left_it(window: Window) -> None:
    session = window.session
    session.go(session.record.root.children[1])
    run(window, "next-file")
    run(window, "previous-file")
    assert session.node is session.record.root.children[1]


def test_samples_which_are_opened_as_new_records_are_gone_through_too(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, resource_path("samples", "en", "study"))
    of(window).finish()
    names = [page(window).model.text(page(window).model.current_row, 0)]
    for _ in range(2):
        run(window, "next-file")
        names.append(page(window).model.text(page(window).model.current_row, 0))
    assert names == rows(window)[:3]


def test_a_folder_of_samples_is_not_among_the_recent_and_gives_the_keys_to_the_board(
    qtbot, tmp_path, folder: Path
) -> None:
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(resource_path("samples", "en", "problems", "shogi-problems"))])
    of(window).finish()
    assert window.store.recent == []
    assert isinstance(window.focusWidget(), BoardView)
    window.folders.open([str(folder)])
    of(window).finish()
    assert window.store.recent == [str(folder)]
    assert not isinstance(window.focusWidget(), BoardView)


# ------------------------------------------------------------------------------------- edits


def test_an_edited_file_keeps_its_edits_and_is_saved_alone(window: Window, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    comment(window, "first")
    run(window, "next-file")
    comment(window, "second")
    run(window, "next-file")
    assert rows(window)[:3] == ["1.xqf  •", "2.pgn  •", "3.sgf"]
    assert tabs(window) == ["records  •"]
    run(window, "previous-file")
    assert window.session.record.root.notes["comment"] == "second"
    run(window, "save")
    assert rows(window)[:2] == ["1.xqf  •", "2.pgn"]
    changed = {path.name for path in before if path.read_bytes() != before[path]}
    assert changed == {"2.pgn"}
    run(window, "previous-file")
    assert window.session.record.root.notes["comment"] == "first"
    run(window, "undo")
    assert rows(window)[0] == "1.xqf"
    assert tabs(window) == ["records"]


def test_closing_asks_for_each_edited_file(window: Window, folder: Path, monkeypatch) -> None:
    comment(window, "first")
    run(window, "next-file")
    comment(window, "second")
    run(window, "next-file")
    asked = []

    def ask(what, why, answers, safe):
        asked.append(what.text().split()[0])
        return {"2.pgn": "save", "1.xqf": "discard"}[asked[-1]]

    monkeypatch.setattr(window.questions, "ask", ask)
    run(window, "close-tab")
    assert sorted(asked) == ["1.xqf", "2.pgn"]
    assert "second" in (folder / "2.pgn").read_text()
    assert not window.workspace.documents
    assert tabs(window) == []


def test_a_tab_stays_if_one_of_its_files_has_to(window: Window, monkeypatch) -> None:
    comment(window, "first")
    run(window, "next-file")
    monkeypatch.setattr(window.questions, "ask", lambda *args, **more: "stay")
    run(window, "close-tab")
    assert shown(window) == "1.xqf"
    assert tabs(window) == ["records  •"]


# ------------------------------------------------------------------------- what happens on disk


def test_what_comes_changes_and_goes_is_followed(qtbot, window: Window, folder: Path) -> None:
    (folder / "0.pgn").write_text(PGN.format("New", "Comer", "2020.01.01", "c4"))
    (folder / "2.pgn").write_text(PGN.format("Changed", "Bob", "2001.01.01", "e4"))
    (folder / "3.sgf").unlink()
    look_again(qtbot, window)
    assert rows(window) == ["0.pgn", "1.xqf", "2.pgn", "4.kif", "5.pgn"]
    assert rows(window, 2)[:3] == ["New", "甲", "Changed"]
    assert page(window).model.current_row == 1


def test_the_shown_file_stays_when_it_is_deleted_until_one_goes_on(
    qtbot, window: Window, folder: Path
) -> None:
    run(window, "next-file")
    (folder / "2.pgn").unlink()
    (folder / "3.sgf").unlink()
    look_again(qtbot, window)
    assert shown(window) == "2.pgn"
    assert rows(window)[:3] == ["1.xqf", "2.pgn", "4.kif"]
    run(window, "next-file")
    assert shown(window) == "5.pgn"
    assert rows(window) == ["1.xqf", "4.kif", "5.pgn"]


def test_filtered_rows_follow_the_disk(qtbot, window: Window, folder: Path) -> None:
    page(window).filter.setText("chess")
    assert rows(window) == ["2.pgn", "5.pgn"]
    (folder / "0.pgn").write_text(PGN.format("New", "Comer", "2020.01.01", "c4"))
    look_again(qtbot, window)
    assert rows(window) == ["0.pgn", "2.pgn", "5.pgn"]


# ------------------------------------------------------------------------------------- opening


def drop(window: Window, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    no_keys = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, no_keys
    )
    window.dropEvent(event)


def test_a_folder_that_is_dropped_is_opened_once(qtbot, tmp_path, folder: Path) -> None:
    window = make_window(qtbot, tmp_path)
    drop(window, folder)
    drop(window, folder)
    assert tabs(window) == ["records"]
    assert window.store.recent == [str(folder)]


def test_many_files_are_one_list(qtbot, tmp_path) -> None:
    paths = [write_file(tmp_path / f"{number}.xqf") for number in range(14)]
    window = make_window(qtbot, tmp_path, *paths)
    of(window).finish()
    assert tabs(window) == ["14 files"]
    assert rows(window) == [f"{number}.xqf" for number in range(14)]


def test_a_few_files_get_a_tab_each(qtbot, tmp_path) -> None:
    paths = [write_file(tmp_path / f"{number}.xqf") for number in range(3)]
    window = make_window(qtbot, tmp_path, *paths)
    assert tabs(window) == ["0.xqf", "1.xqf", "2.xqf"]


def test_the_tab_of_a_file_goes_into_its_folders(qtbot, tmp_path, folder: Path) -> None:
    window = make_window(qtbot, tmp_path, folder / "2.pgn", folder)
    of(window).finish()
    comment(window, "of the folder")
    assert tabs(window) == ["2.pgn", "records  •"]
    window.tabs.turn_to_tab(0)
    comment(window, "kept")
    window.tabs.turn_to_tab(1)
    run(window, "next-file")
    assert tabs(window) == ["records  •"]
    assert shown(window) == "2.pgn"
    assert window.session.record.root.notes["comment"] == "kept"


def test_a_folder_without_records_is_told(qtbot, tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    window = make_window(qtbot, tmp_path, tmp_path / "empty")
    qtbot.waitUntil(lambda: "no game record in empty" in window.notice.sentence)
    assert window.desk is None


def test_a_folder_of_broken_files_is_told(qtbot, tmp_path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "x.xqf").write_text("nothing")
    window = make_window(qtbot, tmp_path, tmp_path / "bad")
    qtbot.waitUntil(lambda: "None of the files in bad" in window.notice.sentence)


def test_one_record_among_many_broken_ones_is_found(qtbot, tmp_path) -> None:
    (tmp_path / "bad").mkdir()
    for number in range(120):
        (tmp_path / "bad" / f"{number:03d}.xqf").write_text("nothing")
    write_file(tmp_path / "bad" / "last.xqf")
    window = make_window(qtbot, tmp_path, tmp_path / "bad")
    qtbot.waitUntil(lambda: tabs(window) == ["bad"])
    assert shown(window) == "last.xqf"


def test_a_record_without_a_suffix_is_found_in_the_end(qtbot, tmp_path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "game").write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    window = make_window(qtbot, tmp_path, tmp_path / "odd")
    qtbot.waitUntil(lambda: tabs(window) == ["odd"])
    assert shown(window) == "game"


def test_commands_for_folders_are_not_offered_for_a_file(qtbot, tmp_path, folder: Path) -> None:
    window = make_window(qtbot, tmp_path, folder / "2.pgn")
    for command in ("files", "next-file", "previous-file"):
        assert not COMMANDS[command].possible(window)
    assert not window.desk.panels.seen("files")
    window.desk.panels.show_page("files")  # asked for all the same
    window.folders.open([str(folder)])
    window.tabs.turn_to_tab(0)
    window.folders.attach_roots(window.desk, [str(folder)])
    of(window).finish()
    assert "2.pgn" in rows(window)


def test_an_archive_opens_as_a_folder_that_is_only_read(
    qtbot, tmp_path: Path, folder: Path
) -> None:
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(folder.rglob("*.*")):
            packed.write(file, file.relative_to(folder))
    window = make_window(qtbot, tmp_path, archive)
    of(window).finish()
    window.show_page("files")
    assert rows(window)
    names = [Path(path).name for path in of(window).files.paths]
    assert names == ["1.xqf", "2.pgn", "3.sgf", "4.kif", "5.pgn"]
    assert of(window).title.endswith("games.zip")
    document = window.session.document
    assert Path(document.path).parent == archive
