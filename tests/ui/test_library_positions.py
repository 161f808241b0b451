"""The position of a board, searched in libraries: exactly, from elsewhere, with exchanged colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, write_file
from libraries import SAMPLES, build, rows
from PySide6.QtCore import Qt

from viewer.document.document import Document, open_document
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.library import hit_preview
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.toolkit.plain import ElidedLabel
from viewer.ui.window.window import Window

_SAMPLES = {path.stem: path for path in Path(SAMPLES).iterdir()}


def search_here(window: Window) -> LibraryTab:
    window.run(COMMANDS["library-position"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return tab


@pytest.mark.parametrize("game", list(GAMES))
def test_the_position_is_found_in_each_game_and_opens_there(
    qtbot, tmp_path: Path, game: str
) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path, _SAMPLES[game])
    session = window.session
    assert session is not None
    session.go(session.cursor.forward(3))
    here, key = session.node.id, session.key
    tab = search_here(window)
    assert tab.bar.conditions.texts[0] == GAMES[game].name.text()
    assert tab.bar.conditions.texts[1] == "this position"
    at = next(row for row in range(tab.found.total) if tab.found.hit(row).hit.number == 0)
    tab.view.choose_row(at)
    tab.run_now()
    assert tab.preview.board is not None
    assert tab.preview.session.node.id == here
    session.home()
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert window.session is session
    assert (window.session.key, window.session.node.id) == (key, here)


def test_switches_are_offered_as_far_as_the_game_has_them(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path, _SAMPLES["chess"])
    tab = search_here(window)
    for key in ("either_side", "turned", "exchanged", "main_lines"):
        assert tab.row.switch(key).isVisible()
    tab.show_search(type(tab.search)())
    tab.run_now()
    assert not tab.row.switch("turned").isVisible()


def test_a_mirrored_position_is_found_by_the_switch_and_remembered(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Left]PW[B];B[cc];W[gg];B[cg])")
    (folder / "b.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Right]PW[B];B[gc];W[cg];B[gg])")
    build(tmp_path, "Mine", folder)
    window = make_window(qtbot, tmp_path, folder / "a.sgf")
    session = window.session
    assert session is not None
    session.go(session.cursor.forward(2))
    tab = search_here(window)
    assert rows(tab) == ["Left"]
    qtbot.mouseClick(tab.row.switch("turned"), Qt.MouseButton.LeftButton)
    tab.run_now()
    assert sorted(rows(tab)) == ["Left", "Right"]
    assert "mirrored and turned" in tab.bar.conditions.texts
    window.tabs.turn_to(window.tabs.desks()[0])
    tab = search_here(window)
    assert sorted(rows(tab)) == ["Left", "Right"]


def test_positions_of_variations_are_found_unless_only_main_lines_count(
    qtbot, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    write_file(folder / "1.xqf")
    build(tmp_path, "Mine", folder)
    window = make_window(qtbot, tmp_path, folder / "1.xqf")
    session = window.session
    assert session is not None
    variation = session.record.root.children[1]
    session.go(variation)
    here = variation.id
    tab = search_here(window)
    assert tab.found.total == 1
    assert tab.found.current.hit.node == here
    qtbot.mouseClick(tab.row.switch("main_lines"), Qt.MouseButton.LeftButton)
    tab.run_now()
    assert tab.found.total == 0
    assert "No game fits" in tab._empty.text()


def test_a_file_that_has_vanished_is_told(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    write_file(folder / "1.xqf")
    write_file(folder / "2.xqf")
    build(tmp_path, "Mine", folder)
    window = make_window(qtbot, tmp_path, folder / "2.xqf")
    tab = search_here(window)
    (folder / "1.xqf").unlink()
    tab.view.choose_row(1)
    tab.view.choose_row(0)
    tab.run_now()
    assert "isn't there any more" in tab.preview.words()[2]
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert window.notice.tells(str(folder / "1.xqf"))
    assert window.libraries.tab is tab


def test_a_record_that_is_gone_from_its_file_is_told(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    game = '[White "{}"]\n\n1. e4 e5 2. Nf3 *\n\n'
    path.write_text("".join(game.format(name) for name in ("Ann", "Bea", "Cid")))
    build(tmp_path, "Mine", path)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    tab.run_now()
    path.write_text(game.format("Ann"))
    tab.view.choose_row(2)
    tab.run_now()
    assert tab.preview.words()[2] == "games.pgn has only 1 games now. Update the library."
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.index == 0
    tab.found.run_now()
    assert window.notice.tells(tab.found.libraries[0].folder)


def test_a_long_name_of_a_file_loses_its_middle_only_where_there_is_no_room(
    qtbot, tmp_path: Path
) -> None:
    name = "a_file_with_a_name_that_is_much_too_long_for_a_line.pgn"
    path = tmp_path / name
    path.write_text('[White "Ann"]\n\n1. e4 e5 2. Nf3 *\n\n' * 2)
    build(tmp_path, "Mine", path)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    tab.run_now()
    tab.view.choose_row(1)
    tab.run_now()
    shown = tab.preview.words()[1]
    assert shown == f"{name}  ·  game 2"
    label = next(one for one in tab.preview.findChildren(ElidedLabel) if one.text() == shown)
    wide = label.fontMetrics().horizontalAdvance(shown)
    assert label.elided(wide) == shown
    short = label.elided(wide // 2)
    assert label.fontMetrics().horizontalAdvance(short) <= wide // 2
    assert short.startswith("a_file")
    assert short.endswith(".pgn  ·  game 2")


def test_a_file_that_breaks_while_nobody_waits_for_it_is_closed(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.pgn").write_text('[White "Ann"]\n\n1. e4 e5 2. Nf3 *\n\n' * 2)
    build(tmp_path, "Mine", tmp_path)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    tab.run_now()
    tab.view.choose_row(0)
    tab.run_now()
    closed = []
    reader = tab.preview.reader

    class Broken(Document):
        def __len__(self) -> int:
            return 0

        def finding(self):
            tab.preview.reader._asker._stale = True  # another hit was selected meanwhile
            raise OSError("the disk is gone")

        def close(self) -> None:
            closed.append(self.path)
            super().close()

    def broken(*args, **options):
        document = open_document(*args, **options)
        document.__class__ = Broken
        return document

    monkeypatch.setattr(hit_preview, "open_document", broken)
    other = next(
        row
        for row in range(tab.found.total)
        if tab.found.hit(row).hit.path != tab.found.current.hit.path
    )
    tab.view.choose_row(other)
    reader.run_now()
    assert closed == [tab.found.hit(other).hit.path]
    assert reader._loose is None
