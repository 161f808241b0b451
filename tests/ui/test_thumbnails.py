"""Small boards in the list of hits, and the page of duplicates beside the selected hit."""

from __future__ import annotations

from pathlib import Path

from desks import make_window
from libraries import build
from PySide6.QtCore import Qt

from viewer.document.placed import Place
from viewer.scene.theme import LIGHT
from viewer.ui.commands import COMMANDS
from viewer.ui.library.duplicates_page import DuplicatesPage
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.places import place_of
from viewer.ui.library.thumbnails import Thumbnails, Wanted
from viewer.ui.window.window import Window


def _tab(qtbot, tmp_path: Path, *sources: Path) -> tuple[Window, LibraryTab]:
    build(tmp_path, "Samples", *sources)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return window, tab


def _signs(tab: LibraryTab) -> tuple[int, ...]:
    """How many different colours the first column of some rows shows."""
    tab.view.repaint()
    image = tab.view.viewport().grab().toImage()
    wide, high = tab.view.columnWidth(0), tab.view.row_height
    found = []
    for row in range(3):
        colours = {
            image.pixel(x, row * high + y)
            for x in range(4, wide - 4, 2)
            for y in range(4, high - 4, 2)
        }
        found.append(len(colours))
    return tuple(found)


def test_small_boards_are_shown_and_put_away(qtbot, tmp_path: Path) -> None:
    window, tab = _tab(qtbot, tmp_path)
    few = _signs(tab)
    window.run(COMMANDS["library-boards"])
    assert COMMANDS["library-boards"].chosen is not None
    assert COMMANDS["library-boards"].chosen(window)
    _signs(tab)  # which asks for pictures
    assert tab.view.thumbnails is not None
    tab.view.thumbnails.run_now()
    many = _signs(tab)
    assert all(one > 2 * other for one, other in zip(many, few, strict=True)), (few, many)
    assert tab.view.rowHeight(0) > 70
    window.run(COMMANDS["library-boards"])
    assert tab.view.thumbnails is None
    assert tab.view.rowHeight(0) < 40


def test_pictures_are_made_once_and_kept(qtbot, tmp_path: Path) -> None:
    _, tab = _tab(qtbot, tmp_path)
    found = tab.found.hit(0)
    assert found is not None
    thumbnails = Thumbnails()
    thumbnails.set_theme(LIGHT)
    wanted = Wanted(place_of(found.hit), None)
    gone = Wanted(Place("no such file", 0, "chess", ("", "")), None)
    assert thumbnails.image(wanted, 60, 1.0) is None
    assert thumbnails.image(gone, 60, 1.0) is None
    thumbnails.run_now()
    image = thumbnails.image(wanted, 60, 1.0)
    assert image is not None
    assert 0 < image.width() <= 60
    assert image.height() <= 61
    assert thumbnails.image(wanted, 60, 1.0) is image
    double = thumbnails.image(wanted, 60, 2.0)
    assert double is not None
    assert double.width() == 2 * image.width()
    assert thumbnails.image(gone, 60, 1.0) is None
    thumbnails.close()


LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
GAME = '[White "{}"]\n[Black "Costa, C"]\n[Date "1999"]\n[Result "*"]\n\n{} *\n'


def test_duplicates_beside_the_selected_game(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_text(GAME.format("Adler, Anna", LONG))
    (folder / "b.pgn").write_text(GAME.format("Adler, A", LONG + " 9. h3"))
    (folder / "c.pgn").write_text(GAME.format("Berg, B", "1. d4 d5"))
    window, tab = _tab(qtbot, tmp_path, folder)
    titles = [tab.preview.tabs.tabText(at) for at in range(tab.preview.tabs.count())]
    tab.preview.tabs.setCurrentIndex(titles.index("Duplicates"))
    tab.run_now()
    (page,) = tab.preview.findChildren(DuplicatesPage)
    assert page.said == "the beginning of another"
    assert tab.preview.tabs.tabText(titles.index("Duplicates")) == "Duplicates 1"
    assert page.model.text(0, 3) == "b.pgn"
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert window.session is not None
    assert str(window.session.document.path).endswith("b.pgn")
    window.run(COMMANDS["library"])
    tab.view.choose_row(2)
    tab.run_now()
    pages = [page for page in tab.preview.findChildren(DuplicatesPage) if page.isVisible()]
    assert [page.model.rowCount() for page in pages] == [0]
