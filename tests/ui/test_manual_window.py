"""The manual in its window: pages, links, search, keys; what of the commands stands in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from desks import in_theme, make_window, write_file
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base import catalogs
from viewer.base.manual import Chapter, Manual, Named
from viewer.base.resources import resource_path
from viewer.cli.help import named as named_in_a_terminal
from viewer.scene.theme import DARK
from viewer.ui import manual as manual_folder
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.manual.opening import PLACES, named, place_of
from viewer.ui.manual.page import page_of
from viewer.ui.manual.reader import ManualReader
from viewer.ui.pages.panels import PANELS
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.window.window import Window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.qt_log_ignore(r"This plugin does not support raise\(\)", extend=True),
]
UI = Path(manual_folder.__file__).parent.parent
MANUALS = sorted(path.name for path in resource_path("manual").iterdir() if path.is_dir())
_QUOTED = re.compile("[“「„]([^“”「」„]+)[”」“]")
_MESSAGE = re.compile(
    r'^msgid "(.+)"\n(?:msgid_plural .+\n)?msgstr(?:\[0\])? "(.+)"$', re.MULTILINE
)
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


def test_tab_goes_on_from_the_section_that_is_shown(window: Window) -> None:
    reader = opened(window, "export#picture")
    QTest.keyClick(reader.page, Qt.Key.Key_Tab)
    assert reader.page.textCursor().charFormat().anchorHref() == "command:save-picture"


def test_a_search_is_typed_and_opened(window: Window) -> None:
    reader = opened(window)
    QTest.keyClick(reader.page, "x")
    assert reader.line.hasFocus()
    assert reader.line.text() == "x"
    QTest.keyClick(reader.line, Qt.Key.Key_Escape)
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


@pytest.mark.parametrize("width", [700, 1000])
def test_pictures_are_as_wide_as_the_page_at_most(qtbot, window: Window, width: int) -> None:
    reader = opened(window, "read")
    reader.resize(width, 600)
    bar = reader.page.horizontalScrollBar()
    qtbot.waitUntil(lambda: reader.width() == width and bar.maximum() == 0)
    image = reader.page.loadResource(RESOURCE.value, QUrl("read-window.png"))
    assert isinstance(image, QImage)
    shown = image.width() / image.devicePixelRatio()
    assert shown == pytest.approx(reader.page.wide("read-window.png"), abs=1)
    assert shown <= reader.page.viewport().width()


def test_text_is_never_html(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = '<img src="http://localhost:9/x.png"><script>1</script>'
    text = f"# {hostile}\n\n{hostile}\n\n- {hostile}\n\n| {hostile} |\n|---|\n| `{hostile}` |\n"
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "01-read.md").write_text(text, "utf-8")
    monkeypatch.setattr("viewer.base.manual.resource_path", lambda *_: tmp_path)
    book = Manual("", lambda id: Named(hostile, hostile))
    page = page_of(book, book.chapters["read"], lambda name: 0)
    assert "<img" not in page
    assert "<script" not in page


# --------------------------------------------------------------- which commands stand in it

_MADE = ("open-recent-", "copy-as-", "move-", "fold-", "layout-")
"""How the ids of commands begin that are made one for each file, format, page or layout."""


def _stands_for(other: Command, command: Command) -> bool:
    """Whether naming one command is enough for another: itself, or one that is made alike."""
    for begin in _MADE:
        if command.id.startswith(begin):
            return other.id.startswith(begin) or begin == "open-recent-"
    if command.chosen is not None and command.group is not None:  # the values of a setting
        return other.chosen is not None and other.group == command.group
    return other.id == command.id


def test_every_command_of_the_menus_stands_in_the_manual() -> None:
    spans = [span for one in Manual("", named).chapters.values() for span in one.spans]
    there = [COMMANDS[span.target] for span in spans if span.kind == "command"]
    lacking = [
        one.id
        for one in COMMANDS.values()
        if one.menu is not None and not any(_stands_for(other, one) for other in there)
    ]
    assert lacking == []


def labels_of(language: str) -> dict[str, set[str]]:
    """The messages of the code that a label of the window is a translation of; English is one of itself."""
    english = language == "en"
    catalog = resource_path("locale") / ("de" if english else language) / "LC_MESSAGES" / "qipu.po"
    found: dict[str, set[str]] = {}
    for message, there in _MESSAGE.findall(catalog.read_text("utf-8")):
        label = message if english else there
        found.setdefault(label.removesuffix("…"), set()).add(message.removesuffix("…"))
    return found


def written_in(language: str) -> list[Chapter]:
    """The chapters of a language without those that it has in English."""
    english = Manual("", named).chapters
    there = Manual(language, named).chapters.values()
    return [one for one in there if language == "en" or one.text != english[one.name].text]


def quoted_in(text: str) -> set[str]:
    return {one.removesuffix("…") for one in _QUOTED.findall(text)}


@pytest.mark.parametrize("language", MANUALS)
def test_words_in_quotation_marks_are_those_of_the_window(language: str) -> None:
    """What is quoted is a label, so it is found where the messages of the code stand."""
    labels = labels_of(language)
    for chapter in written_in(language):
        lacking = quoted_in(chapter.text) - labels.keys()
        assert lacking == set(), f"{chapter.name}: {lacking}"


@pytest.mark.parametrize("language", MANUALS)
def test_labels_of_the_english_text_stand_in_its_translations(language: str) -> None:
    labels = labels_of(language)
    english = Manual("", named).chapters
    for chapter in written_in(language):
        there = {label for one in quoted_in(chapter.text) for label in labels.get(one, ())}
        lacking = quoted_in(english[chapter.name].text) - there
        assert lacking == set(), f"{chapter.name}: {lacking}"


def test_a_name_loses_its_ellipsis_and_the_blank_before_it() -> None:
    catalogs.choose("de")
    try:
        assert named("open").name == "Öffnen"
        assert named_in_a_terminal("open").name == "„Öffnen“"
    finally:
        catalogs.use(None)


def test_every_link_to_a_command_is_one_that_there_is() -> None:
    for chapter in Manual("", named).chapters.values():
        for span in chapter.spans:
            assert span.kind != "command" or span.target in COMMANDS, (
                f"{chapter.name}: {span.target}"
            )


# ---------------------------------------------------------------- which place belongs to what


def test_places_are_there() -> None:
    chapters = Manual("", named).chapters.values()
    sections = {f"{one.name}#{anchor}" for one in chapters for anchor, _, _ in one.sections}
    assert set(PLACES.values()) <= sections | {one.name for one in chapters}


def _bases() -> dict[str, list[str]]:
    """The names of the bases of each class of the window."""
    return {
        one.name: [base.id for base in one.bases if isinstance(base, ast.Name)]
        for path in UI.rglob("*.py")
        for one in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(one, ast.ClassDef)
    }


def unplaced(*kinds: str) -> set[str]:
    """The classes derived from some that have no place by themselves."""
    bases = _bases()

    def above(name: str) -> set[str]:
        return {name}.union(*(above(one) for one in bases.get(name, [])))

    derived = (name for name in bases if above(name) & set(kinds) - {name})
    return {name for name in derived if not above(name) & PLACES.keys()}


def test_every_page_mode_and_tab_has_a_place() -> None:
    """Dialogs and lists have it by the command that opens them: tests/ui/test_help_of_dialogs.py."""
    placeless = unplaced("DeskMode", "OtherTab")
    general = {"DraftMode", "PanelMode", "TrialMode", "UnreadTab"}  # what others are derived from
    assert placeless <= general
    assert PLACES.keys() <= _bases().keys()
    assert {one.made_by.partition(":")[2] for one in PANELS.values()} <= PLACES.keys()


@pytest.mark.parametrize(
    ("id", "place"),
    [
        ("graph", "read#variations"),
        ("edit-position", "study#details"),
        ("guess", "learn#guess"),
        ("palette", "settings#settings"),
    ],
)
def test_the_key_opens_the_place_of_what_is_shown(window: Window, id: str, place: str) -> None:
    window.run_named("next")
    window.run_named(id)
    focused = QApplication.focusWidget()
    assert place_of(focused) == place
    QTest.keyClick(focused, Qt.Key.Key_F1)
    assert window.manual.reader is not None
    assert window.manual.reader.place == place


def test_the_key_works_in_a_dialog(qtbot, window: Window) -> None:
    window.run_named("settings")
    dialog = QApplication.activeModalWidget() or QApplication.activeWindow()
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None and bool(dialog.actions()))
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_F1)
    assert window.manual.reader is not None
    assert window.manual.reader.place == "settings#settings"
    dialog.close()


def test_a_modal_dialog_is_said(window: Window) -> None:
    window.run_named("about")
    assert QApplication.activeModalWidget() is not None
    reader = opened(window)
    reader.follow("command:next")
    assert "dialog" in reader._words.text()
    QApplication.activeModalWidget().close()
