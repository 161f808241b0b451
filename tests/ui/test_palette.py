"""What the command palette finds, and in which order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window, write_file
from shiboken6 import isValid

from viewer.base import catalogs
from viewer.base.loading import load_named
from viewer.ui import commands
from viewer.ui.dialogs.settings_dialog import SettingsDialog
from viewer.ui.toolkit.palette_frame import matches
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
    assert found(window, "repertoire")[0] == catalogs.tr(commands.COMMANDS["repertoire"].title)


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


NAMED = [
    ("language", "Settings: Language"),
    ("font", "Settings: Font of moves and comments"),
    ("manual", "Samples…"),
    ("manual", "Keys"),
    ("help", "Samples…"),
    ("help", "Keys"),
    ("tutorial", "Samples…"),
    ("import", "Open…"),
    ("import", "Paste moves, games or a position"),
    ("import", "New library…"),
    ("zoom", "Settings: Size of the text, in percent"),
    ("stronger", "Play from here against an engine"),
    ("stronger", "Engines…"),
    ("database", "Search libraries"),
    ("print", "Print…"),
    ("merge", "Compare or merge with another file…"),
    ("worksheet", "Export a book, page or picture…"),
    ("master game", "Guess the moves from here on"),
    ("hex", "New record with options…"),
    ("night", "Theme: Dark"),
    ("moves left", "Layout of the window: Board on the right"),
    ("Sprache", "Settings: Language"),  # for somebody who got a language he can't read
    ("中文", "Settings: Language"),
]


def test_what_people_call_it_finds_it(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert [(typed, meant) for typed, meant in NAMED if meant not in found(window, typed)] == []


def test_a_name_that_begins_so_comes_before_one_that_has_the_word(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    rows = found(window, "font")
    assert rows[0] == "Settings: Font of moves and comments"
    assert "Settings: Warn if no Chinese font is installed" in rows


def test_a_setting_is_opened_at_its_field(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    for words, key in (
        ("Font of moves and comments", "reading-font"),
        ("Seconds for a move without a time", "playback-seconds"),
        ("Settings: Notation", "notation xiangqi"),
    ):
        palette = Palette(window, window.run)
        palette.look_for(words)
        palette.do(False)
        dialog = window.findChild(SettingsDialog)
        sheet = next(one for one in dialog.sheets if key in one.parts)
        assert sheet.isVisible()
        assert dialog.focusWidget() is sheet.parts[key].widget
        dialog.reject()
        dialog.setParent(None)


def test_what_is_impossible_now_is_found_with_the_reason(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    assert found(window, "print") == ["No record is open. Ctrl+O opens a file."]
    assert found(window, "rhubarb") == ["No command or setting is called “rhubarb”."]


def test_what_fits_nothing_is_told_why_with_places_of_the_manual(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    none = "No command or setting is called “rhubarb”."
    assert found(window, "rhubarb") == [none, "No move could be read from “rhubarb”."]
    palette = Palette(window, window.run)
    palette.look_for("rhubarb disk")
    assert palette.rows[0].words == "No command or setting is called “rhubarb disk”."
    offered = [row for row in palette.rows if row.words.startswith("Manual: ")]
    assert 1 <= len(offered) <= 3
    offered[0].act()
    assert window.manual.reader.place
    window.manual.close()


def test_settings_are_listed_only_when_something_is_typed(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert not [row for row in found(window, "") if row.startswith("Settings:")]
    assert found(window, "dark")[0] == "Theme: Dark"  # its command, before the setting of themes
    assert "Settings: Theme" in found(window, "dark")


MEANT = ("language", "font", "manual", "help", "tutorial", "import", "zoom", "stronger", "database")
CALLED = {
    "de": "Sprache Schrift Handbuch Hilfe Tutorial importieren Zoom stärker Datenbank",
    "ja": "言語 フォント マニュアル ヘルプ チュートリアル インポート ズーム 強く データベース",
    "ko": "언어 글꼴 설명서 도움말 튜토리얼 가져오기 확대 강하게 데이터베이스",
    "zh_CN": "语言 字体 手册 帮助 教程 导入 缩放 更强 数据库",
    "zh_TW": "語言 字型 手冊 說明 教學 匯入 縮放 更強 資料庫",
}
"""What people of other languages call it, in the order of `MEANT`."""


@pytest.mark.parametrize("language", CALLED)
def test_what_people_call_it_finds_it_in_their_language(
    qtbot, tmp_path: Path, language: str
) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    catalogs.choose(language, {})
    try:
        for english, own in zip(MEANT, CALLED[language].split(), strict=True):
            rows = found(window, own)
            assert set(found(window, english)) & set(rows), (english, own, rows)
        assert found(window, own) != found(window, "rhubarb")
    finally:
        catalogs.use(None)


def test_what_commands_load_is_there() -> None:
    sources = Path(commands.__file__).parent.glob("*.py")
    named = {
        one
        for path in sources
        for one in re.findall(r'"(viewer[\w.]+:\w+)"', path.read_text("utf-8"))
    }
    assert len(named) > 20
    for one in named:
        assert callable(load_named(one)), one


def test_a_palette_in_the_place_of_another_goes_away(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    first = Palette(window, window.run)
    first.show()
    second = Palette(window, window.run)
    second._before = first.line  # as it is where the window is active
    second.show()
    first.close()
    qtbot.waitUntil(lambda: not isValid(first))
    second.go_away()
    assert not isValid(second) or not second.isVisible()
