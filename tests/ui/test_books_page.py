"""Opening books in the window: added by a dialog, kept, shown as rows and on the board, played from."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from desks import make_window

from viewer.reference.reference import read_works
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.books_page import BooksPage
from viewer.ui.toolkit.file_dialogs import FileDialog

pytestmark = pytest.mark.gui

START_KEY = 0x463B96181691FC9C  # of the starting position, by the specification of Polyglot
GAME = '[Event "?"]\n[Result "*"]\n\n1. d4 d5 *\n'


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    return make_window(qtbot, tmp_path, path)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.bin"
    entries = ((0o1434, 40), (0o1333, 1060))  # e2e4, d2d4
    path.write_bytes(b"".join(struct.pack(">QHHI", START_KEY, *one, 0) for one in entries))
    return path


def shown(qtbot, window, count: int) -> BooksPage:
    """The page, once it shows a number of moves."""
    page = window.desk.panels.made("books")
    assert isinstance(page, BooksPage)
    qtbot.waitUntil(lambda: [len(view.moves) for view in page.views] == [count])
    return page


def test_a_book_that_is_chosen_shows_its_moves(qtbot, window, book: Path, monkeypatch) -> None:
    monkeypatch.setattr(FileDialog, "open_file", lambda *_, **__: str(book))
    window.run(COMMANDS["add-book"])
    page = shown(qtbot, window, 2)
    view = page.views[0]
    rows = view.moves.rows(9)
    assert [(one.text, one.values, one.taken) for one in rows] == [
        ("d4", ("1,060",), True),
        ("e4", ("40",), False),
    ]
    assert view.rows is not None
    assert view.rows.isVisible()
    board = window.desk.stage.board
    assert [one.text for one in page.advice().moves] == ["d4", "e4"]
    assert board.overlay.shapes(board.look, {}, frozenset())
    view.moves.point_at(1)
    assert [one.text for one in page.pointed().moves] == ["e4"]
    assert [one.path for one in read_works(window.store.kept_text("books.json"))] == [str(book)]


def test_a_move_of_a_book_is_previewed_and_put_in(qtbot, window, book: Path) -> None:
    window.references.add(str(book))
    page = shown(qtbot, window, 2)
    page.views[0].moves.enter(1)
    session = window.session
    assert session.node is session.record.root
    assert window.desk.stage.trial.words == ("Preview: book.bin", "1. e4")
    shown(qtbot, window, 0)
    assert page.views[0].told.text() == "It has no move here."
    assert page.advice().moves == ()
    page.views[0].moves.put_in(None)
    assert session.words.of(session.node) == "e4"


def test_moves_of_another_position_are_neither_shown_nor_played(qtbot, window, book: Path) -> None:
    window.references.add(str(book))
    page = shown(qtbot, window, 2)
    window.session.go(window.session.node.children[0])
    assert page.views[0].moves.first(9) == []
    page.views[0].moves.enter(1)
    assert window.session.words.of(window.session.node) == "d4"


def test_a_book_is_taken_off_the_list(qtbot, window, book: Path) -> None:
    window.references.add(str(book))
    page = shown(qtbot, window, 2)
    page.views[0].remove.click()
    assert page.views == []
    assert read_works(window.store.kept_text("books.json")) == ()
    assert book.exists()


def test_what_is_no_book_is_told_and_not_kept(qtbot, window, tmp_path: Path) -> None:
    window.references.add(str(tmp_path / "game.pgn"))
    assert "is no opening book that Qipu knows" in window.notice.sentence
    assert window.store.kept_text("books.json") == ""


def test_a_book_that_is_gone_is_told_on_its_page(qtbot, window, book: Path) -> None:
    window.references.add(str(book))
    shown(qtbot, window, 2)
    book.unlink()
    window.references.shelf.add(window.references.shelf.works_of("chess")[0].chosen)
    page = window.desk.panels.made("books")
    qtbot.waitUntil(lambda: "can't be read" in page.views[0].told.text())


def test_a_folder_of_tablebases_is_added(qtbot, window, tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "KQvK.rtbw").write_bytes(b"\0" * 80)
    monkeypatch.setattr(FileDialog, "folder", lambda *_, **__: str(folder))
    window.run(COMMANDS["add-tablebases"])
    page = window.desk.panels.made("books")
    words = "Tablebases have no positions in which a side may still castle."
    qtbot.waitUntil(lambda: page.views[0].told.text() == words)
