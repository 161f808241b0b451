"""The details filled in as a form: from field to field, and nothing that is typed gets lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from viewer.base.catalogs import tr
from viewer.document import plans
from viewer.tree.record import Header
from viewer.ui.commands import COMMANDS
from viewer.ui.models.headers import NAME, VALUE
from viewer.ui.pages.details_page import DetailsPage
from viewer.ui.window.window import Window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # lists that pop up
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
FEN = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"), line("d2d4"))
    window.show_page("details")
    return window


def page_of(window: Window) -> DetailsPage:
    page = window.desk.panels.page("details")
    assert isinstance(page, DetailsPage)
    return page


def press(*keys: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key, modifier)


def write(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)


def row_of(page: DetailsPage, name: str) -> int:
    model = page.model
    return [model.name(row) for row in range(model.rowCount())].index(name)


def click_row(qtbot, page: DetailsPage, row: int, column: int = VALUE) -> None:
    box = page.view.visualRect(page.model.index(row, column))
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=box.center())


def begun(page: DetailsPage) -> str:
    """What is being typed, by the name of its row; "" for nothing, "name" for a new header's name."""
    editor, edited = QApplication.focusWidget(), page.view.edited
    if editor is None or not page.view.viewport().isAncestorOf(editor):
        return ""
    return "name" if edited.column() == NAME else page.model.name(edited.row())


def header(window: Window, key: str) -> str:
    return window.session.record.header(key)


def test_tab_goes_from_field_to_field_and_out_at_both_ends(qtbot, window) -> None:
    page = page_of(window)
    names = [page.model.name(row) for row in range(page.model.rowCount() - 1)]
    click_row(qtbot, page, 0)
    for name in names:
        assert begun(page) == name
        press(KEY.Key_Tab)
    assert begun(page) == "name", "a new detail begins with its name"
    press(KEY.Key_Tab)
    assert begun(page) == ""
    assert not page.isAncestorOf(QApplication.focusWidget())
    click_row(qtbot, page, 1)
    press(KEY.Key_Backtab)
    assert begun(page) == names[0]
    press(KEY.Key_Backtab)
    assert QApplication.focusWidget() is window.desk.panels.cell("details").tabs
    assert window.session.document.history.undo_words is None


def test_a_new_detail_has_a_name_before_it_has_a_value(qtbot, window) -> None:
    page = page_of(window)
    click_row(qtbot, page, page.model.rowCount() - 1, VALUE)
    assert begun(page) == "name"
    write("Mood")
    press(KEY.Key_Tab)
    assert begun(page) == "Mood"
    write("calm")
    press(KEY.Key_Tab)
    assert header(window, "Mood") == "calm"
    assert begun(page) == "name", "another may follow"
    write("Weather")
    press(KEY.Key_Return)
    press(KEY.Key_Backtab)
    assert begun(page) == "name", "back to the name"
    press(KEY.Key_Tab)
    write("rain")
    press(KEY.Key_Return)
    assert header(window, "Weather") == "rain"
    press(KEY.Key_Return)
    assert page.view.hasFocus(), "Enter stays on the page"


def test_a_name_without_a_value_goes_with_a_sentence(qtbot, window) -> None:
    page = page_of(window)
    last = page.model.rowCount() - 1
    click_row(qtbot, page, last)
    write("Mood")
    press(KEY.Key_Tab, KEY.Key_Tab)
    assert window.status.said == "“Mood” was given no value: it isn't kept."
    assert page.model.index(last, NAME).data() == "Another detail…"
    for leave in (lambda: click_row(qtbot, page, 0), window.focus_board):
        window.status.say("")
        click_row(qtbot, page, last)
        write("Mood")
        leave()
        assert "Mood" in window.status.said
    click_row(qtbot, page, last)
    write("Mood")
    click_row(qtbot, page, last, VALUE)
    assert begun(page) == "Mood", "a click goes on to the value as well"
    press(KEY.Key_Escape)
    assert window.session.document.history.undo_words is None


def test_the_name_of_a_field_that_is_there_leads_to_it(qtbot, window) -> None:
    page = page_of(window)
    click_row(qtbot, page, page.model.rowCount() - 1)
    write("white")
    press(KEY.Key_Tab)
    assert begun(page) == "White"
    press(KEY.Key_Tab)
    assert [one.key for one in window.session.record.headers].count("White") == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("开局", "can't hold the header 开局"),
        ("FEN", "the start position"),
        ("SetUp", "the start position"),
    ],
)
def test_a_name_that_the_format_cannot_hold_is_not_taken(qtbot, window, name, why) -> None:
    page = page_of(window)
    click_row(qtbot, page, page.model.rowCount() - 1)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.setText(name)
    press(KEY.Key_Tab)
    assert why in window.status.said
    assert begun(page) == "name"
    assert editor.selectedText() == name, "to be mended"
    window.focus_board()
    assert why in window.status.said
    assert window.session.document.history.undo_words is None


def test_what_follows_from_the_start_is_read_only_and_says_why(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(f'[Event "x"]\n[SetUp "1"]\n[FEN "{FEN}"]\n\n*\n')
    window = chess_window(qtbot, tmp_path, line())
    window.files.open_all([str(path)])
    window.show_page("details")
    page = page_of(window)
    qtbot.waitUntil(page.isVisible)
    row = row_of(page, "Position (FEN)")
    cell = page.model.index(row, VALUE)
    assert cell.data() == FEN
    for act in (
        lambda: click_row(qtbot, page, row),
        lambda: press(KEY.Key_Delete),
        lambda: press(KEY.Key_Return),
    ):
        window.status.say("")
        act()
        assert begun(page) == ""
        assert window.status.said == "This follows from the start position. E edits the position."
    assert window.status.said in cell.data(Qt.ItemDataRole.ToolTipRole)
    click_row(qtbot, page, row_of(page, "Set-up position") - 1)
    press(KEY.Key_Tab)
    assert begun(page) == "name", "Tab passes by what can't be typed"
    assert window.session.document.history.undo_words is None


@pytest.mark.parametrize(
    ("keys", "after", "kept"),
    [
        ([KEY.Key_Tab], "Place", "spri"),
        ([KEY.Key_Return], "Place", "spri"),
        ([KEY.Key_Backtab], "", "spri"),
        ([KEY.Key_Down, KEY.Key_Tab], "Place", "Spring"),
        ([KEY.Key_Down, KEY.Key_Return], "Place", "Spring"),
    ],
)
def test_with_a_list_open_the_keys_do_the_same(qtbot, window, keys, after, kept) -> None:
    session, page = window.session, page_of(window)
    session.do_at(session.document.keys()[1], plans.header, "Event", "Spring")
    click_row(qtbot, page, 0)
    write("spri")
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    popup = editor.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    for key in keys:
        QTest.keyClick(popup, key)
    assert not popup.isVisible()
    assert begun(page) == after
    assert header(window, "Event") == kept


def test_a_header_taken_out_leads_to_the_one_behind_it(qtbot, window) -> None:
    session, page = window.session, page_of(window)
    more = (Header("Mood", "calm"), Header("Weather", "rain"))
    session.do(plans.all_headers, (*session.record.headers, *more))
    click_row(qtbot, page, row_of(page, "Mood"))
    QApplication.focusWidget().clear()
    press(KEY.Key_Tab)
    assert begun(page) == "Weather"
    assert session.record.header("Mood", "none") == "none"


@pytest.mark.parametrize("way", ["save", "page", "mode", "tab", "game", "board", "close"])
def test_what_is_typed_is_handed_in_before_anything_else(qtbot, monkeypatch, window, way) -> None:
    page, session, document = page_of(window), window.session, window.session.document
    saved: list[str] = []
    monkeypatch.setattr(window.questions, "ask", lambda *_, **__: "stay")
    click_row(qtbot, page, 0)
    write("Spring")
    ways = {
        "save": lambda: saved.append(document.record(0).header("Event")),
        "page": lambda: window.show_page("notes"),
        "mode": lambda: window.run(COMMANDS["edit-position"]),
        "tab": lambda: window.files.new_of("chess"),
        "game": lambda: session.step_record(1),
        "board": lambda: click(qtbot, window, "e2", "e4"),
        "close": lambda: window.tabs.close_front(),
    }
    if way == "save":
        session.flush()
    ways[way]()
    assert document.record(0).header("Event") == "Spring"
    assert document.history.undo_words is not None


def test_escape_gives_back_what_was_there(qtbot, window) -> None:
    page = page_of(window)
    click_row(qtbot, page, 0)
    write("Spring")
    press(KEY.Key_Escape)
    assert page.view.hasFocus()
    assert header(window, "Event") == ""
    assert window.session.document.history.undo_words is None


def test_a_text_of_any_length_passes_through_whole(qtbot, window) -> None:
    page, session = page_of(window), window.session
    text = "long " * 20_000
    session.do(plans.header, "Event", text)
    click_row(qtbot, page, 0)
    press(KEY.Key_End)
    write("x")
    press(KEY.Key_Tab)
    assert header(window, "Event") == text + "x"


@pytest.mark.parametrize(
    ("key", "after"), [(KEY.Key_Tab, "name"), (KEY.Key_Backtab, "Black")], ids=["on", "back"]
)
def test_with_a_choice_open_tab_takes_what_is_pointed_at(qtbot, window, key, after) -> None:
    page = page_of(window)
    click_row(qtbot, page, row_of(page, "Result"))
    combo = QApplication.focusWidget()
    assert isinstance(combo, QComboBox)
    combo.showPopup()
    QTest.keyClick(combo.view(), KEY.Key_Home)
    QTest.keyClick(combo.view(), KEY.Key_Down)
    QTest.keyClick(combo.view(), key)
    assert header(window, "Result") == "1-0"
    assert begun(page) == after


@pytest.mark.parametrize("left", [True, False], ids=["in its value", "in its name"])
def test_a_name_without_a_value_goes_at_the_end_only_when_somebody_says_so(
    qtbot, window, monkeypatch, left: bool
) -> None:
    page, asked, answers = page_of(window), [], ["stay", "discard", "discard"]

    def ask(title, text, given, *, safe: str) -> str:
        asked.append((tr(title), sorted(given), safe))
        return answers.pop(0)

    monkeypatch.setattr(window.questions, "ask", ask)
    click_row(qtbot, page, page.model.rowCount() - 1, NAME)
    write("Weather")
    if left:
        press(KEY.Key_Tab)
    assert not window.tabs.close_desk(window.desk)
    assert page.model.new_name == "Weather"
    assert window.tabs.close_desk(window.desk)
    question = "The detail “Weather” has no value yet."
    assert asked[:2] == [(question, ["discard", "stay"], "stay")] * 2
    assert [safe for *_, safe in asked[2:]] == ["save"]  # the record itself isn't saved
