"""The explorer beside a board: follows steps, plays moves, opens first games, asks the chosen libraries."""

from __future__ import annotations

from pathlib import Path

import generated
import pytest
from desks import make_window
from libraries import build, home
from PySide6.QtCore import QPoint, Qt

from viewer.document.document import Document
from viewer.games import game_of
from viewer.library import named
from viewer.library.exploring import LibraryExplorer
from viewer.library.opened import OpenGames
from viewer.library.searches import Search
from viewer.tree.action import Move, Setup
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.sources_dialog import SourcesDialog
from viewer.ui.pages.explorer_page import ExplorerPage, ExplorerTable
from viewer.ui.pages.panels import PANELS
from viewer.ui.session.explorer_moves import ExplorerMoves, ExplorerPlace
from viewer.ui.toolkit.sheet import SheetDialog

pytestmark = pytest.mark.gui

GAME = """[Event "{event}"]
[White "{white}, A."]
[Black "Berg, B."]
[Date "{year}.01.01"]
[WhiteElo "{elo}"]
[Result "{result}"]

{moves} {result}

"""


def game(white: str, year: int, result: str, moves: str, elo: int = 2000) -> str:
    return GAME.format(
        event=f"Open {year}", white=white, year=year, result=result, moves=moves, elo=elo
    )


OLD = (
    game("Costa", 1951, "1-0", "1. e4 e5 2. Nf3", 2400)
    + game("Diaz", 1950, "1/2-1/2", "1. e4 c5 (1... e5 2. Nc3) 2. Nf3", 2300)
    + game("Eberl", 1990, "0-1", "1. d4 d5")
)
NEW = game("Fink", 2020, "0-1", "1. e4 c5 2. Nc3") + game("Gros", 2021, "1-0", "1. Nf3 d5")


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """Two libraries, "Old" and "New"."""
    for name, text in (("Old", OLD), ("New", NEW)):
        path = tmp_path / "records" / name / f"{name}.pgn"
        path.parent.mkdir(parents=True)
        path.write_text(text)
        build(tmp_path, name, path.parent)
    return tmp_path / "records"


@pytest.fixture
def window(qtbot, tmp_path: Path, libraries: Path):
    path = tmp_path / "game.pgn"
    path.write_text('[Event "?"]\n[Result "*"]\n\n1. e4 c5 2. Nf3 *\n')
    return make_window(qtbot, tmp_path, path)


def page_of(window) -> ExplorerPage:
    page = window.desk.panels.made("explorer")
    assert isinstance(page, ExplorerPage)
    return page


def rows(page: ExplorerPage) -> list[tuple[str, ...]]:
    return [(one.text, *one.values[:2], *one.values[3:]) for one in page.table.moves.rows(9)]


def wait_for(qtbot, page: ExplorerPage, *moves: str) -> None:
    """Until the page shows these moves, and the names of the first games."""

    def there() -> bool:
        table = page.table
        return [one.text for one in table.moves.first(9)] == list(moves) and all(
            "–" in one.values[-1] for one in table.moves.first(9)
        )

    qtbot.waitUntil(there)


def spot_of(table, row: int) -> QPoint:
    return table.visualRect(table.model().index(row, 0)).center()


def test_it_shows_the_sum_of_two_libraries(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert rows(page) == [
        ("1. e4", "3", "60 %", "50 %", "2233", "2020", "1950 Diaz – Berg"),
        ("1. d4", "1", "20 %", "0 %", "2000", "1990", "1990 Eberl – Berg"),
        ("1. Nf3", "1", "20 %", "100 %", "2000", "2021", "2021 Gros – Berg"),
    ]
    first = page.table.moves.first(9)[0]
    assert first.shares == (1, 1, 1)
    assert first.taken
    assert page.table.told.text() == "From 5 games in 2 libraries."
    assert [one.text for one in page.advice().moves] == ["1. e4", "1. d4", "1. Nf3"]


def test_only_some_games_are_counted(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    page.among.more.click()
    dialog = next(one for one in window.findChildren(SheetDialog) if one.isVisible())
    assert not dialog.parts["side"].widget.isVisible()
    dialog.sheet.set_value("player", "berg")
    dialog.sheet.set_value("side", "second")
    dialog.sheet.set_value("date_from", "1990")
    assert dialog.parts["side"].widget.isVisible()
    dialog.accepting.click()
    wait_for(qtbot, page, "1. d4", "1. e4", "1. Nf3")
    assert [one.values[0] for one in page.table.moves.rows(9)] == ["1", "1", "1"]
    assert page.among.conditions.texts == ["player berg", "as Black", "from 1990"]
    page.among.conditions.chip("date_from").click()
    page.among.conditions.chip("player").click()  # with the colour, which says nothing alone
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert page.among.conditions.texts == []
    assert not page._session.document.modified


def test_the_games_found_in_the_library_are_counted(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert page.among.found.isHidden()
    window.libraries.search(Search({"first": "Eberl"}))
    window.libraries.tab.run_now()
    window.run(COMMANDS["previous-tab"])
    assert page.among.found.text() == "Of the game found"
    page.among.found.click()
    wait_for(qtbot, page, "1. d4")
    assert page.among.conditions.texts == ["White: Eberl"]
    assert page.among.found.isHidden()


def test_a_file_of_many_games_is_counted_without_a_library(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. e4 e5") for at in range(21)) + NEW)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. Nf3")
    assert page.table.told.text() == "From 23 games of this file (23 games)."
    assert rows(page)[0] == ("1. e4", "22", "96 %", "95 %", "2000", "2020", "1950 W0 – Berg")
    assert page.new_button.isHidden()
    table = page.table.rows
    spot = table.visualRect(table.model().index(1, table.model().link)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    assert window.session.index == 22
    assert not window.session.document.modified


def test_a_file_whose_games_are_being_found_is_counted_then(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. e4 e5") for at in range(21)))
    window = make_window(qtbot, tmp_path, path)
    indexer = window.session.indexer
    indexer.complete = False
    indexer.start()
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    assert page.table.moves.counted is None
    indexer.wait()
    wait_for(qtbot, page, "1. e4")
    assert page.table.told.text() == "From 21 games of this file (21 games)."


def test_the_files_of_an_open_folder_are_counted(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for at in range(21):
        (folder / f"{at:02}.pgn").write_text(game(f"W{at}", 1950 + at, "1-0", "1. e4 e5"))
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(folder)])
    qtbot.waitUntil(lambda: window.desk is not None)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4")
    qtbot.waitUntil(lambda: page.table.told.text() == "From 21 games of this folder (21 games).")
    page.table.moves.open_link(0)
    assert window.session.document.path == str(folder / "00.pgn")


def test_a_file_that_is_being_read_says_so(qtbot, libraries, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. c4 e5") for at in range(21)))
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. c4", "1. e4", "1. d4", "1. Nf3")
    page.show_counted(OpenGames("many.pgn", [str(path)], 21))
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    reading = "Reading this file: 0 of 21 games counted so far."
    assert page.table.told.text() == f"From 5 games in 2 libraries. {reading}"
    window.explorer._choose(frozenset({"Old", "New"}))
    qtbot.waitUntil(lambda: page.table.told.text() == reading)


def test_a_file_whose_games_are_being_found_says_how_many(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. e4 e5") for at in range(21)))
    window = make_window(qtbot, tmp_path, path)
    indexer = window.session.indexer
    monkeypatch.setattr(type(indexer), "running", property(lambda self: True))
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    qtbot.waitUntil(lambda: page.table.told.text() == "Finding the games: 21 games so far.")
    assert page.new_button.isHidden()
    monkeypatch.setattr(Document, "__len__", lambda self: 1234)
    indexer.progress.emit(1, 2)
    assert page.table.told.text() == "Finding the games: 1,234 games so far."
    monkeypatch.undo()
    indexer.ended.emit()
    words = "From 21 games of this file (21 games)."
    qtbot.waitUntil(lambda: page.table.told.text() == words)


def test_a_file_that_a_library_has_is_counted_once(qtbot, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    path = records / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. c4 e5") for at in range(21)))
    build(tmp_path, "Mine", records)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. c4")
    assert page.table.told.text() == "From 21 games in one library."
    assert [chip.isChecked() for chip in page.chips.values()] == [False, True]
    page.chips["Mine"].click()
    words = "From 21 games of this file (21 games)."
    qtbot.waitUntil(lambda: page.table.told.text() == words)
    assert [chip.isChecked() for chip in page.chips.values()] == [True, False]


def test_a_file_is_counted_beside_libraries(qtbot, libraries, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(game(f"W{at}", 1950 + at, "1-0", "1. c4 e5") for at in range(21)))
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. c4", "1. e4", "1. d4", "1. Nf3")
    assert [chip.isChecked() for chip in page.chips.values()] == [True, True, True]
    page.chips[""].click()
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert [chip.isChecked() for chip in page.chips.values()] == [False, True, True]
    page.chips[""].click()
    wait_for(qtbot, page, "1. c4", "1. e4", "1. d4", "1. Nf3")
    assert page.table.told.text() == "From 26 games of this file (21 games) and in 2 libraries."
    window.explorer.count_among(Search({"player": "gros"}))
    wait_for(qtbot, page, "1. Nf3")
    assert page.chips[""].isChecked()
    window.explorer.count_among(Search({"player": "w3,"}))
    wait_for(qtbot, page, "1. c4")
    assert page.table.told.text() == "From one game of this file (21 games) and in 2 libraries."


def test_conditions_of_one_game_are_not_asked_of_another(qtbot, libraries, tmp_path: Path) -> None:
    chess, go = tmp_path / "one.pgn", tmp_path / "one.sgf"
    chess.write_text(game("Gros", 2021, "1-0", "1. Nf3 d5"))
    go.write_text("(;GM[1]SZ[19];B[pd];W[dp])")
    window = make_window(qtbot, tmp_path, chess)
    window.run(COMMANDS["explorer"])
    window.explorer.count_among(Search({"player": "gros"}))
    assert page_of(window).among.search == Search({"player": "gros"})
    window.files.open(str(go))
    window.run(COMMANDS["explorer"])
    assert page_of(window).among.search == Search()
    assert window.explorer.among == Search()


def test_a_file_of_a_game_that_no_library_has_is_counted(qtbot, libraries, tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    path.write_text("".join("(;GM[1]SZ[19];B[pd];W[dp])" for _ in range(21)))
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    qtbot.waitUntil(lambda: [one.text for one in page.table.moves.rows(9)] == ["1. Q16"])
    assert page.chips[""].isChecked()
    assert list(page.chips) == [""]


def test_a_game_that_no_library_has_is_told(qtbot, libraries, tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    path.write_text("(;GM[1]SZ[19];B[pd];W[dp])")
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    qtbot.waitUntil(lambda: page.table.told.text() == "No library has games of Go.")
    assert not page.chips


def test_the_page_has_room_for_rows_once_it_is_asked_for(qtbot, window) -> None:
    stack = window.desk.panels.stack
    qtbot.waitUntil(lambda: stack.height() > 600)
    window.run(COMMANDS["explorer"])
    wanted = PANELS["explorer"].room
    qtbot.waitUntil(lambda: abs(window.desk.panels.cell("explorer").height() - wanted) < 20)
    window.desk.panels.fold("explorer")
    stack._divided()  # as if the user had dragged a border
    before = stack.arrangement
    window.run(COMMANDS["explorer"])
    assert stack.arrangement == before


def test_a_page_that_comes_back_has_its_room_too(qtbot, tmp_path: Path, window) -> None:
    window.run(COMMANDS["explorer"])
    window.looks.keep_shown("chess", ["notation", "explorer"])
    other = tmp_path / "other.pgn"
    other.write_text('[Result "*"]\n\n1. d4 *\n')
    window.files.open(str(other))
    panels = window.desk.panels
    wanted = PANELS["explorer"].room
    qtbot.waitUntil(lambda: panels.in_view("explorer"))
    qtbot.waitUntil(lambda: abs(panels.cell("explorer").height() - wanted) < 20)


def test_it_says_what_it_does_until_something_is_known(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    with window.explorer.explorer.alone:
        qtbot.waitUntil(lambda: bool(page.table.told.text()))
        assert page.table.told.text() == "Looking up what was played here…"
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert page.table.told.geometry().bottom() < page.table.rows.geometry().top()
    heads = [column.name.text() for column in page.table.moves.columns]
    assert heads == ["Games", "Share", "White · Black", "Score", "Ø", "Last", "First"]


def test_it_follows_steps_and_counts_variations(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    window.run(COMMANDS["next"])
    assert page.table.moves.first(9) == []  # those of the position before aren't played here
    wait_for(qtbot, page, "1… c5", "1… e5")
    assert page.table.told.text() == "From 3 games in 2 libraries; one in variations."
    for _ in range(3):
        window.run(COMMANDS["next"])
    qtbot.waitUntil(lambda: page.table.told.text() == "No game in 2 libraries goes on from here.")
    assert len(page.table.moves) == 0


def test_a_click_previews_a_move_and_the_rows_go_on_from_there(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    table = page.table.rows
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot_of(table, 1))
    session = window.session
    assert session.node is session.record.root
    assert window.desk.stage.trial.words == ("Preview: explorer", "1. d4")
    wait_for(qtbot, page, "1… d5")
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot_of(table, 0))
    assert window.desk.stage.trial.words == ("Preview: explorer", "1. d4  d5")
    assert session.document.history.undo_words is None
    window.run(COMMANDS["put-in"])
    assert session.words.of(session.node) == "d5"


def test_enter_plays_and_shift_enter_opens(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    table = page.table.rows
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert window.session.words.of(window.session.node) == "e4"
    wait_for(qtbot, page, "1… c5", "1… e5")
    qtbot.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.session.document.path.endswith("Old.pgn"))
    assert window.session.index == 1
    assert window.session.words.of(window.session.node) == "e4"


def test_a_click_on_the_first_game_opens_it_at_the_position(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    window.run(COMMANDS["next"])
    wait_for(qtbot, page, "1… c5", "1… e5")
    table = page.table.rows
    spot = table.visualRect(table.model().index(1, table.model().link)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    qtbot.waitUntil(lambda: window.session.document.path.endswith("Old.pgn"))
    assert window.session.index == 0
    assert window.session.words.of(window.session.node) == "e4"


def test_libraries_are_chosen_and_kept(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. d4", "1. Nf3")
    assert list(page.chips) == ["New", "Old"]
    page.chips["Old"].click()
    wait_for(qtbot, page, "1. e4", "1. Nf3")
    assert page.table.told.text() == "From 2 games in one library."
    assert "Old" in window.store.kept_text("explorer.json")
    page.chips["New"].click()
    qtbot.waitUntil(lambda: page.table.told.text() == "No library is chosen.")
    page.chips["Old"].click()
    qtbot.waitUntil(lambda: page.table.told.text() == "From 3 games in one library.")


def test_without_libraries_one_is_made_from_the_page(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "records" / "game.pgn"
    path.parent.mkdir()
    path.write_text(OLD)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    qtbot.waitUntil(lambda: page.table.told.text().startswith("There is no library yet."))
    assert page.new_button.isVisible()
    qtbot.mouseClick(page.new_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(SourcesDialog)
    assert isinstance(dialog, SourcesDialog)
    dialog.add([str(path.parent)])
    dialog.accept()
    while (build_at_work := window.libraries.keeping.building) is not None:
        build_at_work.finish()
    wait_for(qtbot, page, "1. e4", "1. d4")
    assert not page.new_button.isVisible()


def test_a_library_that_cant_be_read_is_told_and_the_others_are_asked(
    qtbot, window, tmp_path: Path
) -> None:
    for path in (Path(home(tmp_path)) / "Old").glob("segment-*/*.parquet"):
        path.write_bytes(b"PAR1")
    window.run(COMMANDS["explorer"])
    page = page_of(window)
    wait_for(qtbot, page, "1. e4", "1. Nf3")
    assert "Old: A table of the library is missing or damaged" in page.table.told.text()


@pytest.mark.parametrize("id", list(generated.FORMAT_OF))
def test_every_game_has_rows_and_plays_them(qtbot, tmp_path: Path, id: str) -> None:
    """The table by itself, beside no record: as the list of hits shows it."""
    generated.write(tmp_path / "r" / f"g.{generated.FORMAT_OF[id]}", id, range(9))
    home = str(tmp_path / "home")
    library = named("Nine", [str(tmp_path / "r")], home)
    library.build()
    library.close()
    explorer = LibraryExplorer(home)
    moves = ExplorerMoves(explorer)
    table = ExplorerTable(moves)
    qtbot.addWidget(table)
    table.show()
    game = game_of(id)
    setup = (
        Setup(game.parse_setup(generated.START_OF[id]).text) if id in generated.START_OF else None
    )
    state = game.start(setup)
    table.show_place(ExplorerPlace(game, state, game.notations[0].id, game.numbering(state)))
    qtbot.waitUntil(lambda: moves.answered and len(moves) > 0)
    legal = {move.text for move in game.legal_moves(state)}
    played: list[Move] = []
    moves.played.connect(played.append)
    for at, one in enumerate(moves.rows(26)):
        assert one.squares
        assert int(one.values[0]) > 0
        moves.enter(at)
    assert {move.text for move in played} <= legal
    assert len(played) == len(moves)
    assert "From 9 games in one library" in table.told.text()
    table.show_place(None)
    explorer.close()
