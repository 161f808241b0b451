"""A repertoire in the window: a file is marked, games are compared with it, a gap is mended and saved."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from libraries import build
from PySide6.QtCore import Qt

import viewer
from viewer.library.repertoire import seen
from viewer.library.repertoire.gaps import Wishes
from viewer.library.repertoire.kept import Repertoires
from viewer.ui.commands import COMMANDS
from viewer.ui.library.repertoire_page import AGAINST, GAPS, LEFT, NEW, SEVERAL, RepertoirePage
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui
GAME = '[White "{0}"]\n[Black "{1}"]\n[Date "{2}"]\n\n{3} *\n\n'
CHESS = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *\n"
CHESS_GAMES = (
    ("Berg, B", "Adler", "2026.01.02", "1. e4 e6 2. d4 d5"),
    ("Berg, Boris", "Costa", "2026.01.03", "1. e4 e6 2. d4 d5"),
    ("Berg, Boris", "Dorn", "2026.01.04", "1. e4 e6 2. d4 c5"),
    ("Berg, Boris", "Adler", "2026.01.05", "1. Nf3 e5 2. e4 Nc6 3. d4"),
    ("Berg, Boris", "Adler", "2026.01.06", "1. e4 e5 2. Nf3 Nc6 3. d4"),
    ("Adler", "Costa", "2026.01.08", "1. e4 e5 2. d4"),
)
XIANGQI = '[Game "Chinese Chess"]\n[Red "?"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 *\n'
XIANGQI_GAMES = (
    ("Berg, B", "Adler", "2026.01.02", "1. C2.5 C8.5 2. H2+3"),
    ("Berg, B", "Costa", "2026.01.03", "1. C2.5 C8.5 2. H2+3"),
    ("Berg, B", "Dorn", "2026.01.04", "1. C8.5 C2.5 2. H8+7"),  # mirrored
)


def files(tmp_path: Path, game: str) -> tuple[Path, Path]:
    own, games = tmp_path / "lines.pgn", tmp_path / "mine.pgn"
    if game == "chess":
        own.write_text(f'[White "?"]\n\n{CHESS}')
        games.write_text("".join(GAME.format(*one) for one in CHESS_GAMES))
    else:
        own.write_text(XIANGQI)
        head = '[Game "Chinese Chess"]\n'
        texts = (GAME.replace("White", "Red").format(*one) for one in XIANGQI_GAMES)
        games.write_text("".join(head + text for text in texts))
    return own, games


def page_of(window: Window) -> RepertoirePage:
    window.run(COMMANDS["repertoire"])
    page = window.desk.panels.page("repertoire")
    assert isinstance(page, RepertoirePage)
    return page


def choose(page: RepertoirePage, words: str) -> None:
    """An entry of the menu that marks."""
    page._menu.aboutToShow.emit()
    (action,) = [one for one in page._menu.actions() if one.text() == words]
    action.trigger()


def compare(qtbot, page: RepertoirePage, name: str) -> None:
    page.games.setCurrentText(name)
    page.games.activated.emit(page.games.currentIndex())
    qtbot.mouseClick(page.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._stack.isVisible())


def texts(page: RepertoirePage, kind: str) -> list[tuple[str, ...]]:
    return [row.texts for row in page._models[kind].rows]


def shown(qtbot, tmp_path: Path, game: str, *more: Path) -> tuple[Window, RepertoirePage, Path]:
    own, games = files(tmp_path, game)
    window = make_window(qtbot, tmp_path, games, own)
    page = page_of(window)
    return window, page, own


def test_a_gap_of_chess_is_mended_and_saved(qtbot, tmp_path: Path) -> None:
    window, page, own = shown(qtbot, tmp_path, "chess")
    window.settings.set("own-names", "Boris Berg")
    assert not page.look.isEnabled()
    choose(page, "This file: White")
    assert page.look.isEnabled()
    compare(qtbot, page, "The file mine.pgn")
    assert texts(page, GAPS) == [("1… e6", "3", "60 %", "2. d4")]
    assert [row[:4] for row in texts(page, LEFT)] == [
        ("3. d4", "You", "3. Bb5, 3. Bc4", "2"),
        ("3. d4", "You", "3. Bb5, 3. Bc4", "1"),  # by another order of moves
        ("1… e6", "Opponent", "1… e5, 1… c5", "3"),
        ("1… e6", "Opponent", "1… e5, 1… c5", "2"),
        ("1… e6", "Opponent", "1… e5, 1… c5", "1"),
    ]
    assert texts(page, SEVERAL) == [("3. Bb5, 3. Bc4",)]
    assert not texts(page, AGAINST)
    view = page.lists[GAPS]
    view.setFocus()
    view.choose_row(0)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    session = window.session
    assert session is not None
    assert session.state.action.text == "d2d4"
    assert not texts(page, GAPS)
    session.undo()
    assert not session.document.modified
    session.redo()
    window.run(COMMANDS["save"])
    qtbot.waitUntil(lambda: not session.document.modified)
    assert "1... e6 2. d4" in " ".join(own.read_text().split())
    compare(qtbot, page, "The file mine.pgn")
    assert not texts(page, GAPS)


def test_a_gap_of_xiangqi_is_mended_also_where_games_are_mirrored(qtbot, tmp_path: Path) -> None:
    window, page, own = shown(qtbot, tmp_path, "xiangqi")
    choose(page, "This file: Red")
    compare(qtbot, page, "The file mine.pgn")
    (row,) = texts(page, GAPS)
    assert row[1:3] == ("3", "100 %")
    page.lists[GAPS].choose_row(0)
    qtbot.mouseClick(page.put_in, Qt.MouseButton.LeftButton)
    session = window.session
    assert session is not None
    window.run(COMMANDS["save"])
    qtbot.waitUntil(lambda: not session.document.modified)
    record = viewer.load(own).record(0)
    first = record.root.children[0]
    assert len(first.children) == 2
    assert len(first.children[1].children) == 1


def test_a_gap_of_joseki_is_mended_in_whichever_corner_games_have_it(qtbot, tmp_path: Path) -> None:
    own, games = tmp_path / "lines.sgf", tmp_path / "mine.sgf"
    own.write_text("(;GM[1]SZ[19];B[pd];W[qf];B[nc];W[rd];B[qc])")
    game = "(;GM[1]SZ[19]PB[{0}]PW[{1}]{2})"
    moves = (
        ("Berg", "Adler", ";B[dd];W[cc];B[dc]"),
        ("Costa", "Berg", ";B[jj];W[dp];B[cq];W[cp]"),  # colours exchanged
        ("Berg", "Dorn", ";B[pd];W[qf];B[jj];W[nc]"),
    )
    games.write_text("".join(game.format(*one) for one in moves))
    window = make_window(qtbot, tmp_path, games, own)
    window.settings.set("own-names", "Berg")
    page = page_of(window)
    choose(page, "This file: Black")
    Repertoires(window.store.libraries).wish(Wishes(2, 0.05, False))
    compare(qtbot, page, "The file mine.sgf")
    assert "12 corners of 3 games" in page.told.text()
    assert "Corners of 6\u00a0×\u00a06 are compared." in page.told.text()
    assert [row[:4] for row in texts(page, LEFT)] == [
        ("3. elsewhere", "You", "3. O17", "1"),
        ("2. R17", "Opponent", "2. R14", "2"),
        ("2. R17", "Opponent", "2. R14", "1"),
    ]
    assert texts(page, GAPS) == [("2. R17", "2", "67 %", "3. Q17")]
    page.lists[GAPS].choose_row(0)
    assert "2 corners" in page.said.text()
    qtbot.mouseClick(page.put_in, Qt.MouseButton.LeftButton)
    session = window.session
    assert session is not None
    window.run(COMMANDS["save"])
    qtbot.waitUntil(lambda: not session.document.modified)
    branch = viewer.load(own).record(0).root.children[0].children[1]
    assert len(branch.children) == 1
    compare(qtbot, page, "The file mine.sgf")
    assert not texts(page, GAPS)
    page.chips[LEFT].click()
    page.lists[LEFT].choose_row(0)
    assert page.said.text().startswith(
        "Upper right: You left your line by 3. elsewhere, not 3. O17"
    )
    qtbot.mouseClick(page.open_game, Qt.MouseButton.LeftButton)
    assert window.session is not session
    assert window.session.node.ply == 2


def test_a_branch_is_marked_and_unmarked(qtbot, tmp_path: Path) -> None:
    window, page, _ = shown(qtbot, tmp_path, "chess")
    session = window.session
    assert session is not None
    session.go(session.record.root.children[0].children[1])  # 1… c5
    choose(page, "The lines from here on: White")
    compare(qtbot, page, "The file mine.pgn")
    assert not texts(page, GAPS)
    assert "6 never in them" in page.told.text()
    session.home()
    choose(page, "lines.pgn, e2e4 c7c5: White")
    assert not page.look.isEnabled()


def test_a_departure_leads_to_the_position_and_to_the_game(qtbot, tmp_path: Path) -> None:
    window, page, _ = shown(qtbot, tmp_path, "chess")
    choose(page, "This file: White")
    compare(qtbot, page, "The file mine.pgn")
    page.chips[LEFT].click()
    view = page.lists[LEFT]
    view.setFocus()
    view.choose_row(1)
    session = window.session
    assert session is not None
    assert session.node.ply == 4
    assert "You left your line by 3. d4, not 3. Bb5, 3. Bc4" in page.said.text()
    qtbot.mouseClick(page.open_game, Qt.MouseButton.LeftButton)
    assert window.session is not session
    assert window.session.document.path.endswith("mine.pgn")
    assert window.session.node.ply == 4


def test_the_bounds_of_gaps_are_chosen_and_kept(qtbot, tmp_path: Path) -> None:
    window, page, _ = shown(qtbot, tmp_path, "chess")
    choose(page, "This file: White")
    compare(qtbot, page, "The file mine.pgn")
    assert [row[0] for row in texts(page, GAPS)] == ["1… e6"]
    page.bounds.click()
    (dialog,) = window.findChildren(SheetDialog)
    dialog.sheet.parts["games"].set_value(4)
    dialog.sheet.parts["ends"].set_value(True)
    dialog.accept()
    qtbot.waitUntil(lambda: page.kind == LEFT)
    assert not texts(page, GAPS)
    assert Repertoires(window.store.libraries).wishes == Wishes(4, 0.05, True)


def test_games_and_evaluations_speak_against_lines(qtbot, tmp_path: Path) -> None:
    own, games = tmp_path / "lines.pgn", tmp_path / "mine.pgn"
    own.write_text(
        '[White "?"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. f4 {[%eval -1.2]} exf4 3. Nf3 *\n'
    )
    game = '[White "{0}"]\n[Black "Adler"]\n[Result "{1}"]\n\n1. e4 e5 2. {2} {1}\n\n'
    lost, won = ("Berg", "0-1", "f4"), ("Costa", "1-0", "Nf3")
    games.write_text("".join(game.format(*one) for one in (lost, won) for _ in range(25)))
    window = make_window(qtbot, tmp_path, games, own)
    page = page_of(window)
    choose(page, "This file: White")
    compare(qtbot, page, "The file mine.pgn")
    assert texts(page, AGAINST) == [("2. f4", "", "Evaluation"), ("2. f4", "2. Nf3", "Games")]
    assert page.kind == LEFT
    page.chips[AGAINST].click()
    view = page.lists[AGAINST]
    view.setFocus()
    view.choose_row(1)
    assert page.said.text() == "2. f4 scores 0 % in 25 games, 2. Nf3 100 % in 25 games."
    assert window.session is not None
    assert window.session.node.ply == 2
    qtbot.mouseClick(page.put_in, Qt.MouseButton.LeftButton)
    moves = [window.session.states.at(one).action for one in window.session.node.children]
    assert [move.text for move in moves] == ["f2f4", "g1f3"]


def test_new_games_are_shown_first(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = [date(2026, 11, 28)]
    monkeypatch.setattr(seen, "_today", lambda: today[0])
    _, page, own = shown(qtbot, tmp_path, "chess")
    choose(page, "This file: White")
    compare(qtbot, page, "The file mine.pgn")
    assert page.kind == GAPS
    assert not texts(page, NEW)
    today[0] = date(2026, 11, 30)
    games = own.with_name("mine.pgn")
    game = GAME.format("Berg, B", "Costa", "2026.11.29", "1. e4 e6 2. d3")
    games.write_text(games.read_text() + game)
    compare(qtbot, page, "The file mine.pgn")
    assert page.kind == NEW
    assert [row[:4] for row in texts(page, NEW)] == [("1… e6", "Opponent", "1… e5, 1… c5", "4")]
    assert "1 game is new since 2026-11-28." in page.told.text()
    assert "4 times so far" in page.said.text()


def test_a_library_is_compared(qtbot, tmp_path: Path) -> None:
    own, games = files(tmp_path, "chess")
    build(tmp_path, "Mine", games)
    window = make_window(qtbot, tmp_path, own)
    page = page_of(window)
    choose(page, "This file: White")
    compare(qtbot, page, "The library Mine")
    assert texts(page, GAPS) == [("1… e6", "3", "60 %", "2. d4")]


def test_lines_that_changed_are_told(qtbot, tmp_path: Path) -> None:
    window, page, _ = shown(qtbot, tmp_path, "chess")
    choose(page, "This file: White")
    compare(qtbot, page, "The file mine.pgn")
    session = window.session
    assert session is not None
    page.lists[GAPS].choose_row(0)
    session.go(session.record.root.children[0])
    window.run(COMMANDS["delete"])
    before = session.document.record_of(session.key).digest()
    qtbot.mouseClick(page.put_in, Qt.MouseButton.LeftButton)
    assert session.document.record_of(session.key).digest() == before


def test_a_file_without_a_place_is_told(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    page = page_of(window)
    qtbot.waitUntil(lambda: "Save the file first" in page.told.text())
    assert not page.look.isEnabled()
