"""The manual in its window: pages, links, search, keys; what of the commands stands in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from desks import in_theme, make_window, write_file
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.manual import Manual
from viewer.scene.theme import DARK
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.manual.opening import named
from viewer.ui.manual.page import page_of
from viewer.ui.manual.reader import ManualReader
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.window.window import Window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.qt_log_ignore(r"This plugin does not support raise\(\)", extend=True),
]
RESOURCE = QTextDocument.ResourceType.ImageResource


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))


def opened(window: Window, place: str = "") -> ManualReader:
    window.manual.open(place)
    reader = window.manual.reader
    assert reader is not None
    for _ in range(100):
        if reader.page.hasFocus():
            break
        QTest.qWait(5)
    return reader


def test_a_key_opens_it_and_escape_closes_it(qtbot, window: Window) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    reader = window.manual.reader
    assert reader is not None
    assert reader.place == "read"
    assert "Open and read" in reader.page.toPlainText()
    QTest.keyClick(reader.page, Qt.Key.Key_Escape)
    assert window.manual.reader is None


def test_it_opens_where_it_was_left(window: Window) -> None:
    opened(window, "files#encoding").close()
    assert opened(window).place == "files#encoding"


def test_it_goes_with_its_window(window: Window) -> None:
    opened(window)
    window.close()
    assert window.manual.reader is None


def test_a_link_does_its_command_in_the_window(window: Window) -> None:
    desk = window.desk
    assert desk is not None
    before = desk.session.node.id
    opened(window).follow("command:next")
    assert desk.session.node.id != before


def test_what_cannot_be_done_says_why(window: Window) -> None:
    reader = opened(window)
    reader.follow("command:undo")
    assert reader._words.text()
    assert reader.place == "read"


def test_links_are_followed_by_the_keyboard(window: Window) -> None:
    reader = opened(window, "read")
    for _ in range(200):
        QTest.keyClick(reader.page, Qt.Key.Key_Tab)
        cursor = reader.page.textCursor()
        if cursor.charFormat().anchorHref().startswith("chapter:"):
            break
    QTest.keyClick(reader.page, Qt.Key.Key_Return)
    assert reader.place != "read"
    QTest.keyClick(reader.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert reader.place == "read"
    QTest.keyClick(reader.page, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert reader.place != "read"


def test_a_search_is_typed_and_opened(window: Window) -> None:
    reader = opened(window)
    QTest.keyClick(reader.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(reader.line, "wrong encoding")
    assert reader.contents.count() >= 1
    QTest.keyClick(reader.line, Qt.Key.Key_Return)
    assert reader.place == "files#encoding"
    QTest.keyClick(reader.page, Qt.Key.Key_Escape)
    assert reader.line.text() == ""
    assert reader.isVisible()


def test_chapters_are_turned(window: Window) -> None:
    reader = opened(window, "read")
    QTest.keyClick(reader.page, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert reader.place == "files"
    QTest.keyClick(reader.page, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert reader.place == "read"


def test_keys_are_those_in_force(window: Window) -> None:
    reader = opened(window, "read")
    keys = {one.id: SHORTCUTS.of(one.id) for one in COMMANDS.values()}
    try:
        SHORTCUTS.take({**keys, "open": ("Ctrl+Alt+7",)})
        assert "Ctrl+Alt+7" in reader.page.toPlainText()
    finally:
        SHORTCUTS.take(keys)


def test_colours_follow_the_theme(qtbot, window: Window) -> None:
    reader = opened(window, "read")
    with in_theme(DARK):
        qtbot.waitUntil(lambda: DARK["accent"].lower() in reader.page.toHtml().lower())
    qtbot.waitUntil(lambda: DARK["accent"].lower() not in reader.page.toHtml().lower())


# ----------------------------------------------------------------------- what it doesn't do


@pytest.mark.parametrize(
    "link",
    [
        "http://localhost:9/x",
        "file:///etc/hostname",
        "command:no-such-command",
        "javascript:alert(1)",
        "chapter:../../etc",
        "",
    ],
)
def test_other_links_lead_nowhere(window: Window, link: str) -> None:
    reader = opened(window)
    reader.follow(link)
    assert reader.place == "read"
    assert reader.isVisible()


@pytest.mark.parametrize("name", ["http://localhost:9/x.png", "/etc/hostname", "../en/01-read.md"])
def test_nothing_but_its_pictures_is_loaded(window: Window, name: str) -> None:
    page = opened(window).page
    assert page.loadResource(RESOURCE.value, QUrl(name)) is None
    page.setHtml(f'<img src="{name}"><link rel="stylesheet" href="{name}">')
    image = page.document().resource(RESOURCE.value, QUrl(name))
    assert not isinstance(image, QImage) or image.isNull()


def test_text_is_never_html(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = '<img src="http://localhost:9/x.png"><script>1</script>'
    text = f"# {hostile}\n\n{hostile}\n\n- {hostile}\n\n| {hostile} |\n|---|\n| `{hostile}` |\n"
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "01-read.md").write_text(text, "utf-8")
    monkeypatch.setattr("viewer.base.manual.resource_path", lambda *_: tmp_path)
    book = Manual("", lambda id: (hostile, hostile))
    page = page_of(book, book.chapters["read"], lambda name: 0)
    assert "<img" not in page
    assert "<script" not in page


# --------------------------------------------------------------- which commands stand in it


def _stands_for(command: Command) -> Callable[[Command], bool]:
    """Which commands stand for one in the text: itself; of the values of a setting, or of entries that are
    numbered or made for each page or format, any."""
    made = ("open-recent-", "copy-as-", "move-", "fold-", "layout-")
    begin = next((one for one in made if command.id.startswith(one)), None)
    if begin is not None:
        return lambda other: other.id.startswith(begin)
    if command.chosen is not None and command.group is not None:
        return lambda other: other.group == command.group and other.chosen is not None
    return lambda other: other is command


def test_every_link_to_a_command_is_one_that_there_is() -> None:
    for chapter in Manual("", named).chapters.values():
        for span in chapter.spans:
            assert span.kind != "command" or span.target in COMMANDS, (
                f"{chapter.name}: {span.target}"
            )


def test_a_modal_dialog_is_said(window: Window) -> None:
    window.run_named("about")
    assert QApplication.activeModalWidget() is not None
    reader = opened(window)
    reader.follow("command:next")
    assert "dialog" in reader._words.text()
    QApplication.activeModalWidget().close()
