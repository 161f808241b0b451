"""Small boards in the list of hits, and the page of duplicates beside the selected hit."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event

from desks import in_theme, make_window, write_file
from libraries import build
from PySide6.QtCore import Qt

from viewer.base.files import FileSystem
from viewer.document.placed import OpenFiles, Place
from viewer.scene.theme import DARK, LIGHT
from viewer.tree.record import Record
from viewer.ui.commands import COMMANDS
from viewer.ui.library.hit_pages import DuplicatesPage
from viewer.ui.library.hits_view import place_of
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.models.thumbnails import FileAt, Thumbnails, Wanted
from viewer.ui.pages.files_page import FilesPanel
from viewer.ui.window.store import Store
from viewer.ui.window.welcome import Welcome
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
    wide, high = tab.view.columnWidth(0), tab.view.rowHeight(0)
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


def test_what_is_being_drawn_is_not_drawn_again(qtbot, tmp_path: Path, monkeypatch) -> None:
    _, tab = _tab(qtbot, tmp_path)
    places = [place_of(tab.found.hit(row).hit) for row in range(4)]
    drawn: list[Place] = []
    record = OpenFiles.record

    def counted(self: OpenFiles, place: Place) -> Record:
        drawn.append(place)
        return record(self, place)

    monkeypatch.setattr(OpenFiles, "record", counted)
    thumbnails = Thumbnails()

    def paint() -> None:
        for place in places:
            thumbnails.image(Wanted(place), 60, 1.0)

    thumbnails.made.connect(paint)
    paint()
    paint()
    thumbnails.run_now()
    assert sorted(drawn) == sorted(places)
    thumbnails.close()


def test_a_disk_that_hangs_is_not_waited_for(qtbot, tmp_path: Path) -> None:
    class Hanging(FileSystem):
        reading, answers, answered = Event(), Event(), Event()

        def open_read(self, path: str) -> int:
            self.reading.set()
            self.answers.wait(20)
            self.answered.set()
            return super().open_read(path)

    disk = Hanging()
    pictures = Thumbnails(disk)
    pictures.image(Wanted(FileAt(str(write_file(tmp_path / "1.xqf")), None)), 40, 1.0)
    qtbot.waitUntil(disk.reading.is_set)
    pictures.close()
    assert not disk.answered.is_set()
    disk.answers.set()
    assert disk.answered.wait(20)


def test_pictures_of_the_theme_before_are_never_shown(qtbot, tmp_path: Path) -> None:
    _, tab = _tab(qtbot, tmp_path)
    wanted = Wanted(place_of(tab.found.hit(0).hit))
    colours = []
    for themes in ((DARK,), (LIGHT, DARK)):
        thumbnails = Thumbnails()
        thumbnails.made.connect(partial(thumbnails.image, wanted, 60, 1.0))  # as a view paints
        with ExitStack() as worn:
            for theme in themes:
                worn.enter_context(in_theme(theme))
                thumbnails.image(wanted, 60, 1.0)  # is being drawn when the theme changes
            thumbnails.run_now()
            image = thumbnails.image(wanted, 60, 1.0)
        assert image is not None
        colours.append(image.pixel(3, 3))
        thumbnails.close()
    assert colours[0] == colours[1]


LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
GAME = '[White "{}"]\n[Black "Costa, C"]\n[Date "1999"]\n[Result "*"]\n\n{} *\n'


def said(page: DuplicatesPage) -> str:
    """What is said above the duplicates."""
    return page._told.text()


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
    assert said(page) == "the beginning of another"
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


def test_duplicates_are_found_in_the_other_libraries(qtbot, tmp_path: Path) -> None:
    for name, player in (("a", "Adler, Anna"), ("b", "Adler, A")):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.pgn").write_text(GAME.format(player, LONG))
    build(tmp_path, "One", tmp_path / "a")
    build(tmp_path, "Whole", tmp_path / "a", tmp_path / "b")  # a.pgn is in both
    window, tab = _tab(qtbot, tmp_path, tmp_path / "a")
    assert tab.found.current is not None
    assert tab.found.current.hit.path.endswith("a.pgn")
    tab.preview.tabs.setCurrentIndex(2)
    tab.run_now()
    (page,) = tab.preview.findChildren(DuplicatesPage)
    assert said(page) == "the same game, other spelling"
    assert [page.model.text(row, 3) for row in range(page.model.rowCount())] == ["b.pgn"]
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert window.session is not None
    assert str(window.session.document.path).endswith("b.pgn")


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    folder.mkdir()
    write_file(folder / "1.xqf")
    (folder / "2.pgn").write_text(GAME.format("Adler, Anna", LONG) * 3)
    (folder / "3.kif").write_text("nothing")
    return folder


def test_small_boards_of_a_folders_files(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, _folder(tmp_path))
    assert window.session is not None
    assert window.session.folder is not None
    window.session.folder.finish()
    window.run(COMMANDS["files"])
    window.run(COMMANDS["file-boards"])
    panel = window.desk.panels.made("files")
    assert isinstance(panel, FilesPanel)
    assert panel.page is not None
    view = panel.page.view
    assert view.rowHeight(0) > 70
    wanted = [view.wanted(row) for row in range(3)]
    assert [one is None for one in wanted] == [False, False, True]
    view.viewport().grab()  # which asks for pictures
    assert view.thumbnails is not None
    view.thumbnails.run_now()
    ratio = view.devicePixelRatioF()
    images = [view.thumbnails.image(one, 76, ratio) for one in wanted if one is not None]
    assert all(image is not None for image in images)
    (tmp_path / "records" / "1.xqf").unlink()
    window.run(COMMANDS["file-boards"])
    assert view.thumbnails is None
    assert view.rowHeight(0) < 40


def test_a_file_that_changed_has_another_picture(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, _folder(tmp_path))
    assert window.session is not None
    folder = window.session.folder
    assert folder is not None
    folder.finish()
    window.run(COMMANDS["files"])
    panel = window.desk.panels.made("files")
    assert isinstance(panel, FilesPanel)
    assert panel.page is not None
    before = panel.page.view.wanted(1)
    (tmp_path / "records" / "2.pgn").write_text(GAME.format("Adler, Anna", "1. e4"))
    folder.look_now()
    qtbot.waitUntil(lambda: panel.page.view.wanted(1) not in (before, None))


def test_recent_files_have_boards_on_the_start_page(qtbot, tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    store = Store(str(tmp_path / "settings"))
    for path in (folder / "1.xqf", folder / "3.kif", folder):
        store.opened(str(path))
    store.save()
    window = make_window(qtbot, tmp_path)
    (page,) = window.findChildren(Welcome)
    qtbot.waitUntil(lambda: len(page.boards) == 3)
    boards = page.boards
    assert list(boards) == [str(folder), str(folder / "3.kif"), str(folder / "1.xqf")]
    shown = boards[str(folder / "1.xqf")]
    qtbot.waitUntil(lambda: not shown.pixmap().isNull())
    assert boards[str(folder)].pixmap().isNull()
    assert boards[str(folder / "3.kif")].pixmap().isNull()
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
    assert window.session is not None
    assert str(window.session.document.path) == str(folder / "1.xqf")
