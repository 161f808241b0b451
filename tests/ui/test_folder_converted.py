"""A whole folder in another format, from one command."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from desks import make_window, notice_button

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.resources import resource_path
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.palette import Palette
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

TWO = """[Event "One"]
[Game "Chinese Chess"]
[Result "*"]

1. 炮二平五 *

[Event "Two"]
[Game "Chinese Chess"]
[Result "*"]

1. 兵七进一 *
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with a tree in XQF, two games in PGN below it, and a file that nothing can read."""
    folder = tmp_path / "old"
    (folder / "more").mkdir(parents=True)
    shutil.copy(
        resource_path("samples", "zh_CN", "opening", "xiangqi-opening.xqf"), folder / "tree.xqf"
    )
    (folder / "more" / "two.pgn").write_text(TWO)
    (folder / "bad.xqf").write_bytes(b"x")
    return folder


def _sheet(qtbot, monkeypatch: pytest.MonkeyPatch, window: Window, chosen: str) -> SheetDialog:
    """The sheet that the command opens for the folder chosen; checks that the folder open is proposed."""
    begun: list[str] = []

    def choose(_: object, title: str, place: str = "", **__: object) -> str:
        begun.append(place)
        return chosen

    monkeypatch.setattr(FileDialog, "folder", choose)
    window.run(COMMANDS["convert-folder"])
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert begun == [chosen]
    return next(one for one in window.findChildren(SheetDialog) if "format" in one.parts)


def test_each_file_becomes_one_of_its_name_beside_the_folder(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Path
) -> None:
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(old)])
    dialog = _sheet(qtbot, monkeypatch, window, str(old))
    target = tmp_path / "old (converted)"
    assert dialog.sheet.values()["folder"] == str(target)
    dialog.sheet.set_value("format", "pgn")
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert sorted(path.name for path in target.iterdir()) == ["tree.pgn", "two.pgn"]
    assert (target / "two.pgn").read_text() == TWO
    assert "2 files written" in window.notice.sentence
    assert "bad.xqf" in window.notice.sentence
    assert sorted(path.name for path in old.iterdir()) == ["bad.xqf", "more", "tree.xqf"]


def test_what_holds_one_game_gets_a_file_for_each(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Path
) -> None:
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(old)])
    dialog = _sheet(qtbot, monkeypatch, window, str(old))
    dialog.sheet.set_value("format", "xqf")
    dialog.sheet.set_value("folder", str(tmp_path / "new" / "deep"))
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    names = sorted(path.name for path in (tmp_path / "new" / "deep").iterdir())
    assert names == ["tree.xqf", "two (2).xqf", "two.xqf"]


def test_what_would_be_lost_is_told_and_written_once_one_says_so(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kif"
    shutil.copytree(resource_path("samples", "ja", "problems", "shogi-problems"), folder)
    (folder / "00.kif").write_bytes(b"x")
    window = make_window(qtbot, tmp_path)
    window.folders.open([str(folder)])
    dialog = _sheet(qtbot, monkeypatch, window, str(folder))
    dialog.sheet.set_value("format", "csa")
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    target = tmp_path / "kif (converted)"
    assert not list(target.iterdir())
    assert "CSA holds one line of moves" in window.notice.sentence
    assert (
        "00.kif" not in window.notice.sentence
    )  # it can't be helped: told when the others are written
    notice_button(window, "Copy all the same").click()
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert [path.suffix for path in target.iterdir()] == [".csa"] * 10
    assert window.notice.sentence.startswith("10 files written. One game isn't: 00.kif")


def test_a_folder_without_games_is_a_sentence(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    window = make_window(qtbot, tmp_path)
    monkeypatch.setattr(FileDialog, "folder", lambda *_, **__: str(empty))
    window.run(COMMANDS["convert-folder"])
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert window.notice.sentence == "There is no game record in empty."


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", "convert"), ("de", "umwandeln"), ("de", "konvertieren"), ("zh_CN", "转换")),
        *(("zh_CN", "批量"), ("zh_TW", "轉換"), ("ja", "変換"), ("ja", "一括"), ("ko", "변환")),
    ],
)
def test_it_is_found_by_the_words_that_are_looked_for(
    qtbot, tmp_path: Path, language: str, typed: str
) -> None:
    try:
        if language != "en":
            catalogs.choose(language)
        window = make_window(qtbot, tmp_path)
        palette = Palette(window, window.run)
        palette.look_for(typed)
        wanted = tr(COMMANDS["convert-folder"].name)
        assert any(row.words.startswith(wanted) for row in palette.rows[:3])
        palette.go_away()
    finally:
        catalogs.use(None)
