"""The explorer asks about a part of the board: a corner by one key, letters on it, files of variations."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from desks import make_window
from libraries import build, open_tab
from PySide6.QtCore import QPoint, Qt

from viewer.games import game_of
from viewer.library.query import chart_at
from viewer.library.searches import Search
from viewer.library.typed import corner_at, corner_sizes, squares_from
from viewer.tree.action import Setup
from viewer.ui.board.part_frame import PartFrame
from viewer.ui.commands import COMMANDS
from viewer.ui.library.hit_pages import HitExplorer
from viewer.ui.library.places_list import PlacesList
from viewer.ui.pages.explorer_page import ExplorerPage

pytestmark = pytest.mark.gui

# The same corner: as it is, turned with colours exchanged, after a move elsewhere.
GAMES = (
    "(;GM[1]SZ[19]PB[A]PW[B]RE[B+R]DT[1999];B[qd];W[oc];B[od];W[nc])",
    "(;GM[1]SZ[19]PB[C]PW[D]RE[B+R]DT[2001];B[aa];W[cp];B[eq];W[ep];B[fq])",
    "(;GM[1]SZ[19]PB[E]PW[F]RE[W+R]DT[2003];B[qd];W[oc];B[dd];W[qc])",
)
MINE = "(;GM[1]SZ[19];B[qd];W[oc])"


@pytest.fixture
def window(qtbot, tmp_path: Path):
    records = tmp_path / "records"
    records.mkdir()
    for number, text in enumerate(GAMES):
        (records / f"{number}.sgf").write_text(text)
    build(tmp_path, "Go", records)
    path = tmp_path / "mine.sgf"
    path.write_text(MINE)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["last"])
    return window


def page_of(window) -> ExplorerPage:
    page = window.desk.panels.made("explorer")
    assert isinstance(page, ExplorerPage)
    return page


def wait_for(qtbot, page, *rows: tuple[str, str, str]) -> None:
    """Until the page shows these rows: letter, move, games."""

    def there() -> bool:
        moves = page.table.moves
        found = [(one.letter, one.text, one.values[0]) for one in moves.rows(9)]
        return moves.answered and found == list(rows)

    qtbot.waitUntil(there)


ROWS = (("A", "P16", "2"), ("B", "R17, White", "1"), ("", "elsewhere", "1"))


def test_one_key_looks_the_corner_of_the_last_move_up(qtbot, window) -> None:
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    assert page.choice.text == "N19:T13"
    wait_for(qtbot, page, *ROWS)
    told = "3 places in 3 games; one library."
    qtbot.waitUntil(lambda: page.table.told.text() == told)  # the file's one game is found by then
    assert page.table.moves.columns[0].name.text() == "Places"
    letters = {one.letter: one.squares for one in page.advice().moves}
    assert letters == {"A": ("od",), "B": ("qc",)}
    page.bar.exchanged.click()
    wait_for(qtbot, page, ("A", "P16", "1"), ("B", "R17, White", "1"), ("", "elsewhere", "1"))
    window.run(COMMANDS["look-up-part"])
    wait_for(qtbot, page, ("", "3. D16", "1"), ("", "3. P16", "1"))
    assert not page.choice.on
    assert page.table.moves.columns[0].name.text() == "Games"


@pytest.mark.parametrize(
    ("style", "text"), [("game", "5五:1九"), ("letters", "5e:1i"), ("none", "5e:1i")]
)
def test_a_part_of_shogi_is_named_as_the_board_names_it(
    qtbot, tmp_path: Path, style: str, text: str
) -> None:
    path = tmp_path / "one.kif"
    path.write_text("手合割：平手\n   1 ７六歩(77)\n", encoding="utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.settings.set("coordinates", style)
    window.looks.dress(window.desk)
    window.run(COMMANDS["explorer"])
    choice = page_of(window).choice
    for typed in ("5e:1i", "5五:1九", "５五：１九", "55:19"):
        choice.take_text(typed)
        assert choice.text == text
        assert len(choice.squares) == 25


def test_a_row_is_previewed_and_put_in_and_looking_changes_nothing(qtbot, window) -> None:
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    wait_for(qtbot, page, *ROWS)
    table, session = page.table.rows, window.session
    spot = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    assert window.desk.stage.trial.words == ("Preview: explorer", "3. P16")
    wait_for(qtbot, page, ("A", "O17", "2"))
    assert session.document.history.undo_words is None
    assert not session.node.children
    window.run(COMMANDS["put-in"])
    assert session.words.of(session.node) == "P16"


def test_elsewhere_is_no_move_and_says_so(qtbot, window) -> None:
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    wait_for(qtbot, page, *ROWS)
    said: list[str] = []
    window.session.told.connect(lambda words: said.append(words.text()))
    page.table.moves.enter(2)
    page.table.moves.put_in(2)
    assert said == ["Elsewhere is any move outside of the part: make it on the board."] * 2
    assert window.session.trial is None


def test_a_part_is_typed_drawn_and_dragged(qtbot, window) -> None:
    window.run(COMMANDS["look-up-part"])
    page, board = page_of(window), window.desk.stage.board
    wait_for(qtbot, page, *ROWS)
    said: list[str] = []
    page.bar.told.connect(lambda words: said.append(words.text()))
    page.bar.line.setText("U1:A1")
    page.bar.line.editingFinished.emit()
    assert said
    assert said[0].startswith("The board has no such points: “U1”. It has those from A19 to T1")
    assert page.bar.line.text() == "N19:T13"
    page.bar.line.setText("t19:l11")
    page.bar.line.editingFinished.emit()
    assert page.choice.text == "L19:T11"
    page.bar.line.setText("A1:G7")
    page.bar.line.editingFinished.emit()
    words = "Nothing stands in this part of the board yet: choose one with stones."
    qtbot.waitUntil(lambda: page.table.told.text() == words)
    frame = board.findChild(PartFrame)
    page.bar.draw.click()
    assert frame.drawing
    start, end = (board.centre_of(one).toPoint() for one in ("na", "sf"))
    node = window.session.node
    for act, spot in ((qtbot.mousePress, start), (qtbot.mouseMove, end), (qtbot.mouseRelease, end)):
        if act is qtbot.mouseMove:
            act(board, pos=spot)
        else:
            act(board, Qt.MouseButton.LeftButton, pos=spot)
    assert page.choice.text == "O19:T14"
    assert not frame.drawing
    assert not page.bar.draw.isChecked()
    assert window.session.node is node
    assert not node.children
    page.bar.draw.click()
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert not frame.drawing


def dictionary(path: Path, seed: int = 1) -> int:
    """A record of many variations with comments; returns how many nodes stand with MINE's corner."""
    chance = random.Random(seed)
    points = [a + b for a in "abcdefghij" for b in "klmnopqrs"]
    lines = []
    for number in range(120):
        rest = "".join(f";{'BW'[at % 2]}[{p}]" for at, p in enumerate(chance.sample(points, 4)))
        lines.append(f"(;B[od]C[line {number}];W[nc]{rest})")
    path.write_text(f"(;GM[1]SZ[19];B[qd];W[oc]C[high approach]{''.join(lines)})")
    return 1


def test_places_in_files_of_variations(qtbot, window, tmp_path: Path) -> None:
    path = tmp_path / "dictionary.sgf"
    dictionary(path)
    window.files.open(str(path))
    own = window.session
    window.files.open(str(tmp_path / "mine.sgf"))
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    places = page.findChild(PlacesList)
    qtbot.waitUntil(lambda: places.model.rowCount() == 1)
    assert places.model.text(0, 0) == "high approach"
    assert places.told == "In files: one place in one file of variations."
    places.list.opened.emit(places.model.key_of(0))
    assert window.session.document.path == str(path)
    assert window.session is own
    assert window.session.words.of(window.session.node) == "P17"


def test_an_answer_of_files_stands_without_the_offer_of_a_library(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "dictionary.sgf"
    dictionary(path)
    window = make_window(qtbot, tmp_path, path)
    for _ in range(2):
        window.run(COMMANDS["next"])
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    places = page.findChild(PlacesList)
    qtbot.waitUntil(lambda: places.model.rowCount() == 1)
    assert page.table.told.isHidden()
    assert page.new_button.isHidden()
    page.bar.part.click()
    qtbot.waitUntil(lambda: not page.table.told.isHidden())
    assert page.table.told.text().startswith("There is no library yet.")
    assert not page.new_button.isHidden()


def test_the_page_of_a_hit_asks_about_the_part_that_is_searched_for(qtbot, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    for number, text in enumerate(GAMES):
        (records / f"{number}.sgf").write_text(text)
    build(tmp_path, "Go", records)
    _, tab = open_tab(qtbot, tmp_path)
    values = {"game": "go", "position": "19 B qd W oc", "region": "N19:T13"}
    tab.show_search(Search.of({**values, "turned": True, "exchanged": True}))
    tab.run_now()
    tab.found.run_now()
    tab.preview.reader.run_now()

    def page() -> HitExplorer:
        return next(one for one in tab.preview.findChildren(HitExplorer) if one.isVisible())

    qtbot.waitUntil(lambda: page().choice.on)
    qtbot.waitUntil(lambda: len(page().table.moves.first(9)) == 3)
    assert page().choice.text in ("N19:T13", "A7:G1")
    assert page().table.told.text() == "3 places in 3 games; one library."


def test_the_games_with_a_part_are_listed_by_a_click(qtbot, window) -> None:
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    wait_for(qtbot, page, *ROWS)
    assert page.bar.games.isVisible()
    page.bar.games.click()
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert tab.found.total == 3
    assert "part of a position" in tab.bar.conditions.texts


PAWNS = (
    '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n'
    '[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. Nf3 c5 2. e4 Nc6 3. d4 0-1\n\n'
    '[White "E"]\n[Black "F"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'
)


def test_the_games_with_a_structure_of_pawns_are_listed(qtbot, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.mkdir()
    (records / "games.pgn").write_text(PAWNS)
    build(tmp_path, "Chess", records)
    path = tmp_path / "mine.pgn"
    path.write_text('[Result "*"]\n\n1. e4 c5 *\n')
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["last"])
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    qtbot.waitUntil(lambda: page.table.moves.answered)
    page.bar.games.click()
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert tab.found.total == 2
    assert "pawns only" in tab.bar.conditions.texts


@pytest.mark.parametrize(
    ("game", "setup", "part"),
    [
        ("shogi", "", "9f:5i"),
        ("xiangqi", "", "a4:e0"),
        ("go", "", "N19:T13"),
        ("shogi", "4k4/9/9/9/9/9/9/9/8K b - 1", "5f:1i"),
    ],
)
def test_without_a_move_it_is_the_corner_of_the_side_to_move(
    game: str, setup: str, part: str
) -> None:
    played = game_of(game)
    state = played.start(Setup(setup) if setup else None)
    size = corner_sizes(played, chart_at(played, state))[0]
    assert corner_at(played, state, size) == squares_from(played, state, part)


def test_all_that_is_asked_stands_in_one_row_where_there_is_room(qtbot, window) -> None:
    window.resize(2400, 900)
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    wait_for(qtbot, page, *ROWS)
    row = [page.bar.part, page.bar.line, *page.bar.corners, page.bar.draw, page.bar.games]
    assert all(one.isVisible() for one in row)
    middles = {one.mapTo(page, one.rect().center()).y() for one in row}
    assert max(middles) - min(middles) <= 2
    page.bar.part.click()
    assert [one.isVisible() for one in row] == [True] + [False] * (len(row) - 1)


@pytest.mark.parametrize("text", ["Z1:Z9", "A1:A99", "K10 Ω", "((", "A1:"])
def test_a_region_off_the_board_is_a_sentence(window, text: str) -> None:
    window.run(COMMANDS["look-up-part"])
    page = page_of(window)
    before = page.choice.text
    page.bar.line.setText(text)
    page.bar.line.editingFinished.emit()
    assert window.status.said
    assert page.choice.text == page.bar.line.text() == before


def test_a_file_that_is_closed_while_it_is_counted_ends_it(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("".join(GAMES) * 400)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    assert window.close_document(window.session.document)
    other = tmp_path / "other.sgf"
    other.write_text("".join(GAMES) * 10)
    window.files.open(str(other))
    window.run(COMMANDS["explorer"])
    qtbot.waitUntil(lambda: len(page_of(window).table.moves.rows(9)) > 1)
    assert "(30 games)" in page_of(window).table.told.text()


def test_a_file_that_is_cut_before_it_is_counted_says_what_is_there(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("".join(GAMES) * 20)
    window = make_window(qtbot, tmp_path, path)
    path.write_text("")
    window.run(COMMANDS["explorer"])
    qtbot.waitUntil(lambda: bool(page_of(window).table.told.text()))
    path.unlink()
