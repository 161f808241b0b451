"""What is made of many games, of hits and of an open file: trees, opening books, a file, a book, a sheet."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from chess.polyglot import open_reader
from desks import make_window
from libraries import build
from PySide6.QtWidgets import QDialog

import viewer
from viewer.document.training.lessons import GUESS, Task, task_of
from viewer.library.searches import Search
from viewer.ui.commands import COMMANDS
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window

GAMES = "".join(
    f'[White "{white}"]\n[Black "Berg"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for white, moves, result in (
        ("Adler", "1. d4 d5 2. c4 e6 3. Nc3", "1-0"),
        ("Costa", "1. e4 c5 2. Nf3 d6 3. d4", "0-1"),
        ("Adler", "1. e4 c5 2. Nf3 e6 3. d4", "1-0"),
        ("Adler", "1. e4 e5 2. Nf3 Nc6 3. Bb5", "1/2-1/2"),
    )
)


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    (tmp_path / "games.pgn").write_text(GAMES)
    build(tmp_path, "Games", tmp_path / "games.pgn")
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.show_search(Search.of({"game": "chess", "player": "Adler"}))
    tab.run_now()
    assert tab.found.total == 3
    return window, tab


@pytest.fixture
def opened(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    window = make_window(qtbot, tmp_path)
    window.files.open_all([str(path)])
    qtbot.waitUntil(lambda: window.session is not None and len(window.session.document) == 4)
    return window


def _dialog(qtbot, window: Window) -> SheetDialog:
    def open_one() -> list[SheetDialog]:
        return [one for one in window.findChildren(SheetDialog) if one.isVisible()]

    qtbot.waitUntil(lambda: bool(open_one()))
    return open_one()[0]


def _answer(qtbot, window: Window, **values: object) -> None:
    dialog = _dialog(qtbot, window)
    for key, value in values.items():
        dialog.sheet.set_value(key, value)
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted
    qtbot.waitUntil(lambda: not window.tasks.running)


def _saving(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(path), ""))


def _weights(path: Path) -> dict[str, int]:
    with open_reader(path) as reader:
        return {one.move.uci(): one.weight for one in reader.find_all(chess.Board())}


def _lines(window: Window) -> list[str]:
    """The lines of the record that is shown."""
    assert window.session is not None
    return [
        " ".join(one.action.text for one in node.path()[1:])
        for node in window.session.record.walk()
        if not node.children
    ]


def test_hits_become_a_tree_in_a_new_tab(qtbot, shown) -> None:
    window, _ = shown
    window.run(COMMANDS["library-tree"])
    _answer(qtbot, window, moves=2)
    assert window.session is not None
    document = window.session.document
    assert len(document) == 1
    assert document.path is None
    assert len(_lines(window)) == 3
    first = window.session.record.root.children[0]
    assert first.action.text == "e4"  # twice, d4 once
    comments = " ".join(node.comment for node in window.session.record.walk())
    assert comments.count("Adler – Berg") == 3
    headers = {one.key: one.value for one in window.session.record.headers}
    assert headers["White"] == "Adler"
    assert headers["Result"] == "*"


def test_hits_become_a_lesson_that_begins_at_the_places_found(qtbot, shown) -> None:
    window, tab = shown
    tab.show_search(Search.of({"game": "chess", "player": "Adler", "moves": "1. e4 c5"}))
    tab.run_now()
    window.run(COMMANDS["library-lesson"])
    _answer(qtbot, window)
    assert window.session is not None
    document = window.session.document
    assert document.path is None
    tasks = [task_of(document.record(index)) for index in range(len(document))]
    assert tasks == [Task(GUESS, 0, 2)]


def test_an_open_file_becomes_a_tree_without_names(qtbot, opened) -> None:
    before = Path(opened.session.document.path).read_bytes()
    opened.run(COMMANDS["tree-of-games"])
    _answer(qtbot, opened, moves=1, named=False)
    assert sorted(_lines(opened)) == ["d4 d5", "e4 c5", "e4 e5"]
    assert not any(node.comment for node in opened.session.record.walk())
    assert opened.session.record.root.children[0].children[0].action.text == "c5"
    headers = {one.key: one.value for one in opened.session.record.headers}
    assert (headers["White"], headers["Black"]) == ("?", "Berg")
    assert opened.workspace.documents[0].modified is False
    assert Path(opened.workspace.documents[0].path).read_bytes() == before


def test_hits_become_an_opening_book(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = shown
    _saving(monkeypatch, tmp_path / "adler.bin")
    window.run(COMMANDS["library-opening-book"])
    _answer(qtbot, window, least=1, side="first")
    assert _weights(tmp_path / "adler.bin") == {"e2e4": 3, "d2d4": 2}
    assert "adler.bin: 8 moves of 7 positions from 3 games." in window.notice.sentence


def test_an_open_file_becomes_an_opening_book(
    qtbot, opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _saving(monkeypatch, tmp_path / "all.bin")
    opened.run(COMMANDS["opening-book"])
    _answer(qtbot, opened, least=1, moves=1)
    assert _weights(tmp_path / "all.bin") == {"e2e4": 3, "d2d4": 2}


def test_too_few_games_are_a_sentence(
    qtbot, opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _saving(monkeypatch, tmp_path / "none.bin")
    opened.run(COMMANDS["opening-book"])
    _answer(qtbot, opened, least=50)
    assert not (tmp_path / "none.bin").exists()
    assert "50 times" in opened.notice.sentence


def test_hits_become_one_file(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = shown
    _saving(monkeypatch, tmp_path / "adler.pgn")
    window.run(COMMANDS["library-file"])
    qtbot.waitUntil(lambda: (tmp_path / "adler.pgn").exists() and not window.tasks.running)
    assert len(viewer.load(tmp_path / "adler.pgn")) == 3


@pytest.mark.parametrize("command", ["library-book", "library-sheet"])
def test_hits_become_pages(
    qtbot, shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    window, _ = shown
    path = tmp_path / "adler.pdf"
    _saving(monkeypatch, path)
    window.run(COMMANDS[command])
    qtbot.waitUntil(lambda: path.exists() and not window.tasks.running, timeout=60_000)
    assert path.read_bytes().startswith(b"%PDF")
