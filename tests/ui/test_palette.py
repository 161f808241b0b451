"""What the command palette finds, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window, write_file

from viewer.base import catalogs
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.window.palette import Palette
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def chinese() -> Iterator[None]:
    catalogs.choose("zh_TW", {})
    yield
    catalogs.use(None)


def found(window: Window, text: str) -> list[str]:
    palette = Palette(window, window.run)
    palette.look_for(text)
    rows = [row.words for row in palette.rows]
    palette.close()
    palette.deleteLater()
    return rows


@pytest.mark.usefixtures("chinese")
def test_english_words_find_in_any_language(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert "翻轉棋盤" in found(window, "flip")
    assert "翻轉棋盤" in found(window, "翻轉")
    assert "翻轉棋盤" in found(window, "棋盤")  # within a name: there are no spaces


@pytest.mark.usefixtures("chinese")
def test_names_in_the_language_of_the_window_come_first(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    rows = found(window, "png")
    assert len(rows) > 1
    by_name = [row for row in rows if "png" in row.lower()]
    assert rows[: len(by_name)] == by_name


@pytest.mark.parametrize("name", ["Next move", "keys", "Paste games", "libraries "])
def test_the_command_that_is_called_so_comes_first(qtbot, tmp_path: Path, name: str) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    rows = found(window, name)
    assert len(rows) > 1
    assert rows[0].lower().rstrip("…") == name.lower().strip().rstrip("…")


@pytest.mark.parametrize(
    ("typed", "text", "fits"),
    [
        ("fl bo", "Flip the board", True),
        ("lip", "Flip the board", False),
        ("棋盤", "翻轉棋盤", True),
        ("棋盤 翻", "翻轉棋盤", True),
        ("盤棋", "翻轉棋盤", False),
        ("ばん", "しょうぎばん", True),
        ("", "Flip the board", True),
    ],
)
def test_words_are_found_by_their_beginning_and_han_anywhere(typed, text, fits) -> None:
    assert matches(typed, text) is fits
