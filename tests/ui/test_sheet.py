"""Sheets: fields drawn as a form, their values, what is wrong with them, the keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from viewer.base.fields import BUTTON, CHOICE, FLAG, LINES, NUMBER, TEXT, Field
from viewer.base.messages import Message, message
from viewer.formats import FORMATS
from viewer.ui.toolkit.plain import with_mnemonics
from viewer.ui.toolkit.sheet import Sheet, SheetDialog

pytestmark = pytest.mark.gui


def no_number(text: str) -> Message | None:
    return None if text.isdecimal() else message("That is no number.")


FIELDS = (
    Field("name", message("Name"), default="ab", length=4),
    Field("size", message("Size"), NUMBER, 3, low=1, high=5),
    Field("chance", message("By chance"), BUTTON, beside=True),
    Field("kind", message("Kind"), CHOICE, "b", {"a": message("first"), "b": message("second")}),
    Field(
        "age", message("Age"), default="7", check=no_number, condition=lambda v: v["kind"] == "a"
    ),
    Field("note", message("Note"), LINES, "one\ntwo"),
    Field("loud", message("Loud"), FLAG, True, help=message("It is heard.")),
)
DEFAULTS = {"name": "ab", "size": 3, "kind": "b", "note": "one\ntwo", "loud": True}


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    made = Sheet(FIELDS)
    qtbot.addWidget(made)
    made.show()
    return made


def labels(of: QWidget) -> list[str]:
    return [one.text() for one in of.findChildren(QLabel) if one.isVisible()]


def test_values_are_the_defaults_or_what_is_given(qtbot: QtBot, sheet: Sheet) -> None:
    assert sheet.values() == DEFAULTS
    given = Sheet(FIELDS, {"name": "x", "kind": "a", "loud": False})
    qtbot.addWidget(given)
    assert given.values() == {**DEFAULTS, "name": "x", "kind": "a", "age": "7", "loud": False}


def test_a_field_that_does_not_apply_is_neither_seen_nor_given_back(sheet: Sheet) -> None:
    assert not sheet.parts["age"].widget.isVisible()
    kind = sheet.parts["kind"].widget
    kind.setCurrentIndex(0)
    assert sheet.parts["age"].widget.isVisible()
    assert sheet.values()["age"] == "7"
    kind.setCurrentIndex(1)
    assert "age" not in sheet.values()


def test_what_changes_is_told_and_what_the_program_shows_is_not(qtbot: QtBot, sheet: Sheet) -> None:
    told: list[str] = []
    sheet.changed.connect(told.append)
    sheet.pressed.connect(lambda key: told.append(f"pressed {key}"))
    qtbot.keyClicks(sheet.parts["name"].widget, "c")
    qtbot.keyClick(sheet.parts["size"].widget, Qt.Key.Key_Up)
    qtbot.mouseClick(sheet.parts["chance"].widget, Qt.MouseButton.LeftButton)
    qtbot.keyClick(sheet.parts["loud"].widget, Qt.Key.Key_Space)
    assert told == ["name", "size", "pressed chance", "loud"]
    sheet.set_value("name", "zz")
    sheet.put(FIELDS[1]._replace(high=9, default=8))
    assert told[4:] == []
    assert sheet.values() == {**DEFAULTS, "name": "zz", "size": 8, "loud": False}


def test_what_is_wrong_is_said_beside_its_field_until_it_is_changed(
    qtbot: QtBot, sheet: Sheet
) -> None:
    sheet.parts["kind"].widget.setCurrentIndex(0)
    sheet.set_value("age", "old")
    assert not sheet.check()
    assert sheet.faults == {"age": "That is no number."}
    assert "That is no number." in labels(sheet)
    age = sheet.parts["age"].widget
    assert age.accessibleDescription() == "That is no number."
    qtbot.keyClick(age, Qt.Key.Key_Backspace)
    assert sheet.faults == {}
    assert "That is no number." not in labels(sheet)
    sheet.set_value("age", "12")
    assert sheet.check()


def test_names_have_keys_that_lead_to_their_fields(qtbot: QtBot, sheet: Sheet) -> None:
    shown = [text for text in labels(sheet) if "&" in text]
    assert shown == ["&Name", "&Size", "&Kind", "N&ote"]
    assert sheet.parts["chance"].widget.text() == "&By chance"
    assert sheet.parts["loud"].widget.text() == "&Loud"
    buddies = {one.text(): one.buddy() for one in sheet.findChildren(QLabel) if one.buddy()}
    assert buddies["N&ote"] is sheet.parts["note"].widget
    assert sheet.parts["note"].widget.accessibleName() == "Note"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Place", "Part", "Pp"], ["&Place", "P&art", "Pp"]),
        (["Left & right", "名前"], ["&Left && right", "名前"]),
        (["h:mm", "A big house"], ["&h:mm", "&A big house"]),
        (["A", "a b"], ["&A", "a &b"]),
    ],
)
def test_keys_of_names(names: list[str], shown: list[str]) -> None:
    assert with_mnemonics(names) == shown


def test_tab_goes_from_field_to_field_in_their_order(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.activateWindow()
    qtbot.waitUntil(sheet.isActiveWindow)
    sheet.go_to("name")
    seen = []
    for _ in range(6):
        focus = QApplication.focusWidget()
        seen.append(next(key for key, part in sheet.parts.items() if part.widget is focus))
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert seen == ["name", "size", "chance", "kind", "note", "loud"]


class Asking(SheetDialog):
    taken: dict[str, object]

    def take(self, values):
        self.taken = dict(values)


def test_a_dialog_is_accepted_with_values_that_can_stand(qtbot: QtBot) -> None:
    dialog = Asking(message("A"), message("Add"), FIELDS)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.parts["kind"].widget.setCurrentIndex(0)
    dialog.sheet.set_value("age", "x")
    note = dialog.parts["note"].widget
    qtbot.keyClick(note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible()
    dialog.sheet.set_value("age", "1")
    qtbot.keyClick(note, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not dialog.isVisible()
    assert dialog.taken == {**DEFAULTS, "kind": "a", "age": "1"}


def test_enter_accepts_after_the_buttons_had_the_focus(qtbot: QtBot) -> None:
    field = Field("name", message("Name"), TEXT, "")
    dialog = SheetDialog(message("Title"), message("Accept"), [field])
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.accepting.setFocus()
    dialog.sheet.go_to("name")
    assert dialog.accepting.isDefault()


def uci(line: str) -> Field:
    """A field for an option as an engine tells it, of the five kinds that UCI has."""
    head, _, tail = line.removeprefix("option name ").partition(" type ")
    kind, *words = tail.split()
    pairs = list(zip(words[::2], words[1::2], strict=True))
    found, label = dict(pairs), message("{name}", name=head)
    default = found.get("default", "")
    if kind == "spin":
        low, high = int(found["min"]), int(found["max"])
        return Field(head, label, NUMBER, int(default), low=low, high=high)
    if kind == "check":
        return Field(head, label, FLAG, default == "true")
    if kind == "combo":
        choices = {value: message("{name}", name=value) for key, value in pairs if key == "var"}
        return Field(head, label, CHOICE, default, choices)
    return Field(head, label, BUTTON if kind == "button" else TEXT, default)


@pytest.mark.parametrize("narrow", [False, True])
def test_in_a_panel_choices_are_as_narrow_as_it_is(qtbot: QtBot, narrow: bool) -> None:
    words = {"a": message("What is chosen here has a long name")}
    sheet = Sheet([Field("kind", message("Kind"), CHOICE, "a", words)])
    qtbot.addWidget(sheet)
    if narrow:
        sheet.narrow()
    box = sheet.parts["kind"].widget
    assert (max(box.minimumSizeHint().width(), box.minimumWidth()) <= 120) is narrow


def test_options_of_engines_are_fields(qtbot: QtBot) -> None:
    fields = [
        uci("option name Hash type spin default 16 min 1 max 33554432"),
        uci("option name Ponder type check default false"),
        uci("option name Style type combo default Normal var Solid var Normal var Risky"),
        uci("option name SyzygyPath type string default <empty>"),
        uci("option name Clear Hash type button"),
    ]
    sheet = Sheet(fields)
    qtbot.addWidget(sheet)
    pressed: list[str] = []
    sheet.pressed.connect(pressed.append)
    sheet.parts["Clear Hash"].widget.click()
    assert pressed == ["Clear Hash"]
    assert sheet.values() == {
        "Hash": 16,
        "Ponder": False,
        "Style": "Normal",
        "SyzygyPath": "<empty>",
    }
    assert sheet.check()


def test_options_of_writers_are_fields(qtbot: QtBot) -> None:
    for entry in FORMATS.values():
        sheet = Sheet(entry.load().options)
        qtbot.addWidget(sheet)
        assert entry.load().chosen(sheet.values()) == sheet.values()
