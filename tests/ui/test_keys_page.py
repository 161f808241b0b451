"""The keys of commands, changed by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from desks import forget_changes, make_window, write_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from viewer.base import catalogs
from viewer.base.settings import SETTINGS, Settings
from viewer.cli.help import key_words
from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.commands.table import PROFILES
from viewer.ui.dialogs.keys_page import KeysPage
from viewer.ui.dialogs.settings_dialog import SettingsDialog
from viewer.ui.toolkit.keymap import SHORTCUTS, key_name, readable_key
from viewer.ui.toolkit.language import show_language
from viewer.ui.window.actions import key_map
from viewer.ui.window.palette import KeySheet
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))


@pytest.fixture
def page(window: Window) -> KeysPage:
    window.run(COMMANDS["change-keys"])
    dialog = window.findChildren(SettingsDialog)[-1]
    assert dialog.tabs.tabText(dialog.tabs.currentIndex()) == "Keys"
    return dialog.findChild(KeysPage)


def record(page: KeysPage, id: str, key: Qt.Key, held=Qt.KeyboardModifier.NoModifier) -> None:
    """Go to a command, press Enter in the list, then the key."""
    page.tree.setCurrentItem(page.row(id))
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    assert not page.input.isHidden()
    assert QApplication.focusWidget() is page.input
    QTest.keyClick(page.input, key, held)
    assert page.input.isHidden()


def to_board(qtbot, page: KeysPage, window: Window) -> None:
    """Close the settings, and go to the board."""
    page.window().close()
    window.activateWindow()
    window.focus_board()
    qtbot.waitUntil(window.isActiveWindow)


def answer(page: KeysPage, words: str) -> None:
    next(button for button in page.answers if button.text() == words).click()


def shortcuts(window: Window, id: str) -> list[str]:
    """The keys of the menu entry of a command."""
    entries = {action.text(): action for action in window.findChildren(QAction)}
    portable = QKeySequence.SequenceFormat.PortableText
    return [key.toString(portable) for key in entries[COMMANDS[id].name.text()].shortcuts()]


def tips(widget: QWidget) -> list[str]:
    return [one.toolTip() for one in widget.findChildren(QWidget) if one.toolTip()]


@pytest.mark.parametrize("profile", PROFILES)
def test_in_a_profile_no_two_commands_have_a_key_and_none_loses_all_of_its_own(profile) -> None:
    settings = Settings(json.dumps({"key-profile": profile}))
    found = key_map(settings)
    assert set(PROFILES[profile]) <= set(COMMANDS)
    count = Counter(key for keys in found.keys.values() for key in keys)
    assert not [key for key, number in count.items() if number > 1]
    assert not [id for id, one in COMMANDS.items() if one.keys and not found.keys[id]]
    assert all(readable_key(key) == key for key in count)
    assert found.own == {}


def test_each_profile_can_be_chosen() -> None:
    assert set(SETTINGS["key-profile"].choices) == set(PROFILES)


def test_a_key_that_is_pressed_is_the_commands_at_once(
    qtbot, window: Window, page: KeysPage
) -> None:
    record(page, "forget-recent", Qt.Key.Key_F7)
    assert shortcuts(window, "forget-recent") == ["F7"]
    assert page.row("forget-recent").text(1) == "F7"
    assert json.loads(window.settings["keys"]) == {"forget-recent": ["F7"]}
    record(page, "next", Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    to_board(qtbot, page, window)
    session = window.session
    QTest.keyClick(window.desk.stage.board, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert session.node.parent is session.record.root


def test_a_key_of_another_command_is_taken_only_when_asked_for(
    window: Window, page: KeysPage
) -> None:
    record(page, "flip", Qt.Key.Key_G)
    assert page.asked.text() == "G is the only key of “Set a glyph”."
    assert shortcuts(window, "flip") == ["F", "Ctrl+T"]
    answer(page, "Leave it")
    assert shortcuts(window, "flip") == ["F", "Ctrl+T"]
    record(page, "flip", Qt.Key.Key_G)
    answer(page, "Take it")
    assert shortcuts(window, "flip") == ["F", "Ctrl+T", "G"]
    assert shortcuts(window, "glyphs") == []
    assert json.loads(window.settings["keys"]) == {"flip": ["F", "Ctrl+T", "G"]}, (
        "that the other has none follows"
    )
    assert page.asked.isHidden() or not page.asked.isVisible()


def test_a_key_of_the_command_itself_is_not_given_twice(window: Window, page: KeysPage) -> None:
    assert not page.all_back.isEnabled()
    record(page, "flip", Qt.Key.Key_F)
    assert page.told.text() == "F is a key of this command already."
    assert shortcuts(window, "flip") == ["F", "Ctrl+T"]
    assert not page.all_back.isEnabled()


def test_two_commands_exchange_their_keys(window: Window, page: KeysPage) -> None:
    record(page, "flip", Qt.Key.Key_D)
    assert page.asked.text() == "D is a key of “Write a comment”, which also has C."
    answer(page, "Exchange it for F")
    assert shortcuts(window, "flip") == ["D", "Ctrl+T"]
    assert shortcuts(window, "comment") == ["C", "F"]


def test_keys_are_taken_away_and_set_back(window: Window, page: KeysPage) -> None:
    page.tree.setCurrentItem(page.row("comment"))
    chips = {chip.accessibleName(): chip for chip in page.findChildren(QPushButton)}
    chips["Take C away"].click()
    assert shortcuts(window, "comment") == ["D"]
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    assert shortcuts(window, "comment") == []
    assert page.told.text() == "Changed; the profile says: C, D\nIt has no key."
    assert page.row("comment").font(1).bold()
    page.back.click()
    assert shortcuts(window, "comment") == ["C", "D"]
    assert window.settings["keys"] == ""
    assert not page.back.isEnabled()


def test_setting_back_asks_for_a_key_that_another_command_has_now(
    window: Window, page: KeysPage
) -> None:
    record(page, "flip", Qt.Key.Key_G)
    answer(page, "Exchange it for F")
    page.tree.setCurrentItem(page.row("glyphs"))
    page.back.click()
    answer(page, "Exchange it for F")
    assert window.settings["keys"] == ""
    record(page, "flip", Qt.Key.Key_G)
    answer(page, "Take it")
    page.all_back.click()
    answer(page, "Leave it")
    assert window.settings["keys"]
    page.all_back.click()
    answer(page, "Set all back")
    assert window.settings["keys"] == ""
    assert shortcuts(window, "glyphs") == ["G"]


def test_a_profile_holds_at_once_with_ones_own_keys_over_it(
    qtbot, window: Window, page: KeysPage
) -> None:
    record(page, "pieces", Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    box = page.profile.parts["key-profile"].widget
    box.setCurrentIndex(box.findData("shogihome"))
    assert shortcuts(window, "next") == ["Down"]
    assert shortcuts(window, "first") == ["Left", "Home"]
    assert shortcuts(window, "pieces") == ["Shift+N", "Shift+Down"]
    assert shortcuts(window, "next-variation") == [], "its key of the profile is one's own now"
    assert json.loads(window.settings["keys"]) == {"pieces": ["Shift+N", "Shift+Down"]}
    to_board(qtbot, page, window)
    session = window.session
    QTest.keyClick(window.desk.stage.board, Qt.Key.Key_Down)
    assert session.node.parent is session.record.root
    QTest.keyClick(window.desk.stage.board, Qt.Key.Key_Left)
    assert session.node is session.record.root
    assert {"Next move (Down)", "Start of the game (Left)"} <= set(tips(window))
    again = Settings(window.settings.text())
    assert key_map(again).keys["next"] == ("Down",)


def test_what_names_keys_names_those_in_force(window: Window, page: KeysPage) -> None:
    record(page, "glyphs", Qt.Key.Key_F7)
    page.tree.setCurrentItem(page.row("save"))
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    record(page, "flip", Qt.Key.Key_F9)
    chips = {chip.accessibleName(): chip for chip in page.findChildren(QPushButton)}
    chips["Take F away"].click()
    page.window().close()
    assert "Flip the board (Ctrl+T)" in tips(window)
    sheet = KeySheet(window)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    assert said[said.index("Flip the board") + 1] == "Ctrl+T, F9"
    assert "Save" not in said
    sheet.deleteLater()
    window.menus.show_palette()
    palette = window.findChildren(QWidget, "palette")[-1]
    rows = palette.found("flip")
    assert next(iter(rows)).more == "Ctrl+T, F9"
    palette.go_away()


def test_sentences_name_the_keys_in_force(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 {one} e5 2. Nf3 {two} *", encoding="utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.focus_board()
    window.session.go_to(1)
    window.session.do(plans.toggle_glyph, 1)
    window.run(COMMANDS["comment"])
    qtbot.waitUntil(lambda: "All glyphs (G)" in tips(window))
    assert "All glyphs (G)" in tips(window)
    assert window.status.saved == "edited  ·  Ctrl+S saves"
    changed = key_map(window.settings)
    changed.give("glyphs", ["F7"])
    changed.give("save", ["F6"])
    SHORTCUTS.take(changed.keys)
    assert "All glyphs (F7)" in tips(window)
    assert window.status.saved == "edited  ·  F6 saves"
    changed.give("glyphs", [])
    changed.give("save", [])
    SHORTCUTS.take(changed.keys)
    assert "All glyphs" in tips(window)
    assert window.status.saved == "edited"
    forget_changes(window)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (Qt.Key.Key_Tab, "Tab always goes to the next field."),
        (Qt.Key.Key_Return, "Enter always carries out what has the focus."),
        (Qt.Key.Key_F10, "F10 always opens the menu."),
    ],
)
def test_keys_that_no_command_can_have_say_why(window, page: KeysPage, key, words) -> None:
    record(page, "flip", key)
    assert page.told.text() == words
    assert shortcuts(window, "flip") == ["F", "Ctrl+T"]


def test_escape_ends_the_recording_and_not_the_dialog(page: KeysPage) -> None:
    record(page, "flip", Qt.Key.Key_Escape)
    assert page.window().isVisible()
    assert not page.add.isHidden()
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    QTest.keyClick(page.input, Qt.Key.Key_Control)
    assert not page.input.isHidden(), "Ctrl alone isn't a key yet"
    page.tree.setFocus()
    assert page.input.isHidden(), "the focus went elsewhere"


def test_keys_that_boards_and_fields_use_themselves_are_said(page: KeysPage) -> None:
    page.tree.setCurrentItem(page.row("next"))
    assert "On the board it belongs to the cursor" in page.told.text()
    page.tree.setCurrentItem(page.row("copy"))
    assert page.told.text() == "Ctrl+C: In text fields it edits the text."


def test_commands_are_found_by_name_other_words_and_key(page: KeysPage) -> None:
    dialog = page.window()
    for text, id in (
        ("flip the", "flip"),
        ("transposition merge", "unite"),
        ("Ctrl+Alt+G", "files"),
    ):
        dialog.line.setText(text)
        shown = [one for one in COMMANDS if not page.row(one).isHidden()]
        assert shown == [id]
        assert page.current == id
    dialog.line.setText("no such thing")
    dialog.line.setText("")
    assert not any(page.row(one).isHidden() for one in COMMANDS)


def test_headings_are_passed_by(page: KeysPage) -> None:
    page.tree.setFocus()
    page.tree.setCurrentItem(page.row("copy-position"))
    QTest.keyClick(page.tree, Qt.Key.Key_Up)
    assert page.current == "quit"
    QTest.keyClick(page.tree, Qt.Key.Key_Down)
    assert page.current == "copy-position"
    heading = page.tree.itemAbove(page.row("copy-position"))
    assert heading.text(0) == "Edit"
    place = page.tree.visualItemRect(heading).center()
    QTest.mouseClick(page.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    assert page.current == "copy-position"


@pytest.mark.parametrize(
    "text",
    ["no JSON", "[1]", '{"flip": 3}', '{"flip": ["", "Nonsense+", 5]}', "[" * 9999],
)
def test_settings_that_nobody_can_read_leave_the_usual_keys(text: str) -> None:
    found = key_map(Settings(json.dumps({"keys": text})))
    assert found.keys["next"] == ("Right",)
    assert found.keys["flip"] in ((), ("F", "Ctrl+T"))


def test_keys_of_a_newer_qipu_are_kept(window: Window, page: KeysPage) -> None:
    settings = Settings(json.dumps({"keys": '{"new-thing": ["F6"], "flip": ["G"]}'}))
    assert key_map(settings).own == {"new-thing": ("F6",), "flip": ("G",)}


def test_another_window_has_the_keys_too(qtbot, window: Window, page: KeysPage, tmp_path) -> None:
    record(page, "flip", Qt.Key.Key_F9)
    assert SHORTCUTS.of("flip") == ("F", "Ctrl+T", "F9")
    window.store.save()
    page.window().close()
    other = Window(window.workspace, window.store)
    qtbot.addWidget(other)
    other.finish()
    assert shortcuts(other, "flip") == ["F", "Ctrl+T", "F9"]


# ------------------------------------------------------------------------------ on a terminal


@pytest.mark.parametrize("language", ["de", "ja", "ko", "zh_CN", "zh_TW"])
def test_a_terminal_names_keys_as_the_window_does(qapp, language: str) -> None:
    font = qapp.font()
    catalogs.choose(language)
    show_language(qapp)
    try:
        keys = [key for command in COMMANDS.values() for key in command.keys]
        named = {key: key_words(key) for key in [*keys, "Ins", "Backspace", "Ctrl+Right"]}
        assert named == {key: key_name(key) for key in named}
        if language == "de":
            assert named["Ctrl+Z"] == "Strg+Z"
    finally:
        catalogs.use(None)
        show_language(qapp)
        qapp.setFont(font)
