"""Groups, cross tables, duplicates, names and copies of what a library tab found."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import build, open_tab, rows
from PySide6.QtCore import Qt
from shiboken6 import Shiboken

from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.hit_dialogs import show_duplicates, show_groups, show_names
from viewer.ui.library.duplicates_dialog import DuplicatesDialog
from viewer.ui.library.groups_dialog import CrossTableDialog, GroupsDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window

CUP = """[Event "{event}"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Date "{year}.05.0{round}"]

1. {move} {result}
"""
GAMES = [
    ("Cup", 1, "Adler, Anna", "Berg, Boris", "1-0", 2001, "e4"),
    ("Cup", 2, "Berg, Boris", "Costa, Carla", "1/2-1/2", 2001, "d4"),
    ("Cup", 3, "Costa, Carla", "Adler, Anna", "0-1", 2001, "c4"),
    ("Open", 1, "Berg, B", "Dorn, D", "0-1", 1999, "e4 e5"),
]
KEYS = ("event", "round", "white", "black", "result", "year", "move")


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    folder = tmp_path / "games"
    folder.mkdir()
    text = "\n".join(CUP.format(**dict(zip(KEYS, game, strict=True))) for game in GAMES)
    (folder / "cup.pgn").write_text(text)
    build(tmp_path, "Cups", folder)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return window, tab


def _groups(window: Window, tab: LibraryTab, by: str) -> GroupsDialog:
    dialog = show_groups(window)
    assert dialog is not None
    dialog.by.setCurrentIndex(dialog.by.findData(by))
    tab.found.run_now()
    return dialog


def _texts(model) -> list[list[str]]:
    return [
        [model.text(row, column) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def heading(model, column: int) -> object:
    return model.headerData(column, Qt.Orientation.Horizontal)


def test_groups_narrow_the_search(qtbot, shown) -> None:
    window, tab = shown
    dialog = _groups(window, tab, "player")
    assert dialog.said == "5 groups of 4 games"
    assert _texts(dialog.model)[0][:6] == ["Adler, Anna", "2", "2", "0", "0", "100.0 %"]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["player Adler, Anna"]
    assert tab.found.total == 2
    assert dialog.said == "3 groups of 2 games"  # follows the search
    header = dialog.list.horizontalHeader()
    assert header.sortIndicatorSection() == 1
    # The arrow stands at the right too, beside the heading.
    assert heading(dialog.model, 1) == "Games\u2003"
    assert header.sectionSize(1) >= header.sectionSizeHint(1)
    header.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    assert heading(dialog.model, 1) == "Games"
    assert [row[0] for row in _texts(dialog.model)] == [
        "Costa, Carla",
        "Berg, Boris",
        "Adler, Anna",
    ]
    dialog.close()


@pytest.mark.parametrize(
    ("by", "first", "chip"),
    [
        ("event", "Cup", "event Cup"),
        ("year", "2001", "from 2001"),
        ("game", "Chess", "Chess"),
        ("result", "Black wins", "Black wins"),
    ],
)
def test_each_kind_of_group(shown, by: str, first: str, chip: str) -> None:
    window, tab = shown
    dialog = _groups(window, tab, by)
    assert dialog.model.text(0, 0) == first
    games = dialog.model.text(0, 1)
    dialog.narrow.click()
    tab.run_now()
    assert tab.bar.conditions.texts[0] == chip
    assert str(tab.found.total) == games
    dialog.close()


def test_players_with_a_team_are_joined_until_a_click_parts_them(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    names = ("胡荣华", "上海 胡荣华", "上海胡荣华")
    games = [("Cup", at, name, "吕钦", "1-0", 2001, "e4") for at, name in enumerate(names, 1)]
    text = "\n".join(CUP.format(**dict(zip(KEYS, game, strict=True))) for game in games)
    (folder / "cup.pgn").write_text(text)
    build(tmp_path, "Cups", folder)
    window, tab = open_tab(qtbot, tmp_path)
    dialog = _groups(window, tab, "player")
    assert [row[:2] for row in _texts(dialog.model)] == [
        ["吕钦", "3"],
        ["胡荣华 (also 上海 胡荣华, 上海胡荣华)", "3"],
    ]
    dialog.list.choose_row(1)
    dialog.narrow.click()
    tab.run_now()
    assert tab.bar.conditions.texts == ["player 胡荣华"]
    assert tab.found.total == 3
    dialog.apart.click()
    tab.found.run_now()
    assert [row[0] for row in _texts(dialog.model)] == ["吕钦", "胡荣华"]
    dialog.narrow.click()
    tab.run_now()
    assert tab.bar.conditions.texts == ["player 吕钦", "names with a team apart"]
    dialog.close()


def test_the_cross_table_of_an_event(qtbot, shown) -> None:
    window, tab = shown
    dialog = _groups(window, tab, "event")
    dialog.table.click()
    tab.found.run_now()
    (table,) = window.findChildren(CrossTableDialog)
    assert _texts(table.model)[0] == ["1", "Adler, Anna", "", "—", "1", "1", "2", "1"]
    assert [row[1] for row in _texts(table.model)] == ["Adler, Anna", "Berg, Boris", "Costa, Carla"]
    sides = [
        table.model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        for column in (1, 2)
    ]
    assert sides[0] & Qt.AlignmentFlag.AlignLeft  # as the names below it
    assert sides[1] & Qt.AlignmentFlag.AlignHCenter
    table.view.selectRow(1)
    table.view.activated.emit(table.view.currentIndex())
    tab.run_now()
    assert tab.found.total == 2
    table.close()
    dialog.close()
    tab.view.choose_row(0)
    window.run(COMMANDS["library-crosstable"])
    tab.found.run_now()
    assert len(window.findChildren(CrossTableDialog)) >= 1
    assert rows(tab)


LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
TWICE = """[Event "{event}"]
[White "{white}"]
[Black "Costa, C"]
[Date "{date}"]
[Result "*"]

{moves} {more} *
"""


@pytest.fixture
def twice(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab, Path]:
    folder = tmp_path / "games"
    folder.mkdir()
    first = TWICE.format(
        event="A", white="Adler, Anna", date="1999", moves=LONG, more="9. h3 {One}"
    )
    second = TWICE.format(event="B", white="Adler, A", date="1999.02.03", moves=LONG, more="{Two}")
    (folder / "a.pgn").write_text(first)
    (folder / "b.pgn").write_text(second + "\n" + second.replace("Adler, A", "Karpov, A"))
    build(tmp_path, "Twice", folder)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return window, tab, folder


def _duplicates(window: Window, tab: LibraryTab) -> DuplicatesDialog:
    dialog = show_duplicates(window)
    assert dialog is not None
    tab.found.run_now()
    dialog.run_now()
    return dialog


def _all_done(qtbot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.tasks.running)


def test_duplicates_are_shown_side_by_side(twice) -> None:
    window, tab, _ = twice
    dialog = _duplicates(window, tab)
    assert dialog.said == "2 groups of 4 games"
    assert dialog.model.text(0, 0) == "Adler, Anna – Costa, C"
    table = dialog.side_by_side
    assert [table.text(4, column) for column in (0, 1)] == ["1999", "1999.02.03"]
    assert dialog.told.startswith("The selected game differs from the one that is kept in")
    assert len(dialog.differences.rows) > 3
    dialog.keep.click()
    dialog.run_now()
    assert [table.text(4, column) for column in (0, 1)] == ["1999.02.03", "1999"]
    dialog.close()


@pytest.mark.parametrize("show", [show_duplicates, show_names, show_groups])
def test_a_dialog_that_is_asked_for_again_comes_to_the_front(twice, show) -> None:
    window, tab, _ = twice
    dialog = show(window)
    assert show(window) is dialog
    tab.found.run_now()
    assert dialog.model.rowCount()
    dialog.close()
    another = show(window)
    assert another is not dialog
    another.close()


def test_duplicates_are_merged_and_brought_back(
    qtbot, twice, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab, folder = twice
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    said = []

    def answer(title, text, answers, safe: str) -> str:
        said.append(text.text())
        return "do"

    monkeypatch.setattr(window.questions, "ask", answer)
    dialog = _duplicates(window, tab)
    dialog.remove.click()
    window.files.open_all([str(folder / "a.pgn")])
    window.finish()
    window.disk.look()
    dialog.merge.click()
    assert dialog.model.rowCount() == 0
    assert not dialog.merge.isEnabled()
    assert not dialog.merge_all.isEnabled()
    _all_done(qtbot, window)
    window.disk.look_now()
    assert "another program" not in window.notice.sentence
    assert any("Two" in node.comment for node in window.session.record.nodes.values())
    assert said == ["2 games become 1 game; 2 files will be written. This can be undone."]
    text = (folder / "a.pgn").read_text()
    for words in ("One", "Two", "1999.02.03", "[Event: B; White: Adler, A]"):
        assert words in text
    assert "Adler" not in (folder / "b.pgn").read_text()
    tab.run_now()
    dialog.run_now()
    assert tab.found.total == 2
    window.run(COMMANDS["library-undo"])
    _all_done(qtbot, window)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    window.run(COMMANDS["library-undo"])
    dialog.close()


def test_a_file_with_unsaved_edits_is_left_alone(
    qtbot, twice, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab, folder = twice
    before = (folder / "a.pgn").read_bytes()
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: pytest.fail("asked"))
    tab.view.choose_row(0)
    dialog = _duplicates(window, tab)
    window.files.open_all([str(folder / "a.pgn")])
    window.finish()
    assert window.session is not None
    window.session.document.set_comment(window.session.record.root, "edited")
    dialog.merge.click()
    assert (folder / "a.pgn").read_bytes() == before
    assert window.session.document.modified
    dialog.close()


def test_names_are_unified_and_brought_back(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tab = shown
    path = tmp_path / "games" / "cup.pgn"
    before = path.read_text()
    said = []

    def answer(title, text, answers, safe: str) -> str:
        said.append(text.text())
        return "do"

    monkeypatch.setattr(window.questions, "ask", answer)
    dialog = show_names(window)
    assert dialog is not None
    tab.found.run_now()
    assert dialog.said == "1 name is spelt in several ways, of 5."
    assert list(dialog.boxes) == ["Berg, Boris", "Berg, B"]
    assert dialog.told == "Changes 1 game in 1 file."
    dialog.boxes["Berg, B"].click()
    assert dialog.told == "No name changes."
    assert not dialog.unify.isEnabled()
    dialog.boxes["Berg, B"].click()  # and not, before it is counted
    dialog.boxes["Berg, B"].click()
    tab.found.run_now()
    assert dialog.told == "No name changes."
    assert not dialog.unify.isEnabled()
    dialog.boxes["Berg, B"].click()
    dialog.name.setEditText("Berg, Boris A.")
    tab.found.run_now()
    assert dialog.told == "Changes 3 games in 1 file."
    dialog.unify.click()
    _all_done(qtbot, window)
    assert said[0].startswith("“Berg, Boris”, “Berg, B” becomes “Berg, Boris A.”. Changes 3")
    changed = before.replace('"Berg, Boris"', '"Berg, B"').replace('"Berg, B"', '"Berg, Boris A."')
    assert path.read_text() == changed
    tab.run_now()
    assert dialog.said == "No name is spelt in several ways, of 4."
    window.run(COMMANDS["library-undo"])
    _all_done(qtbot, window)
    assert path.read_text() == before
    dialog.close()


@pytest.mark.parametrize("show", [show_duplicates, show_groups, show_names])
def test_a_dialog_closed_before_the_answer_is_there_is_let_alone(qtbot, shown, show) -> None:
    window, tab = shown
    dialog = show(window)
    dialog.close()
    qtbot.waitUntil(lambda: not Shiboken.isValid(dialog))
    tab.found.run_now()
