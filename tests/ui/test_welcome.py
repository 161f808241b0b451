"""The start page: games to choose, recent files with their boards, and nothing over another."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from desks import make_window, press, write_file
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from viewer.base.samples import samples
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import SamplePalette
from viewer.ui.session.titles import sample_title
from viewer.ui.window.palette import KeySheet
from viewer.ui.window.store import Store
from viewer.ui.window.welcome import Welcome
from viewer.ui.window.window import Window

KEY = Qt.Key


def page_of(window: Window) -> Welcome:
    (page,) = window.findChildren(Welcome)
    return page


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = make_window(qtbot, tmp_path)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page_of(window).cards["xiangqi"].new)
    return window


def test_arrow_keys_choose_a_game_and_enter_begins_it(window) -> None:
    cards = page_of(window).cards
    assert list(cards) == list(GAMES)
    ids = list(cards)
    for key, at in ((KEY.Key_Right, 1), (KEY.Key_Down, 4), (KEY.Key_Left, 3), (KEY.Key_Up, 0)):
        press(key)
        assert QApplication.focusWidget() is cards[ids[at]].new
        assert [id for id, card in cards.items() if card.property("current")] == [ids[at]]
    press(KEY.Key_Up)
    assert QApplication.focusWidget() is cards[ids[0]].new, "none is above"
    press(KEY.Key_Right)
    press(KEY.Key_Return)
    assert window.session is not None
    assert window.session.record.game == ids[1]


@pytest.mark.parametrize("id", list(GAMES))
def test_a_sample_opens_as_a_sample_and_isnt_edited(window, id) -> None:
    page_of(window).cards[id].findChildren(QPushButton)[1].click()
    palette = window.findChild(SamplePalette)
    assert [row.words for row in palette.rows] == [
        sample_title(Path(path).stem) for path in samples()[id].values()
    ]
    palette.choose(0)
    palette.do(stay=False)
    document = window.session.document
    assert window.session.record.game == id
    assert not document.modified
    assert not window.isWindowModified()
    panels = window.desk.panels
    assert panels.in_view("comment") or panels.in_view("notation")  # it teaches with comments
    assert window.settings.of_game("shown", id) == ""


def test_the_game_that_was_open_last_has_the_keyboard(qtbot, window, tmp_path) -> None:
    window.files.new_of("twixt")
    page = page_of(window)
    qtbot.waitUntil(lambda: window.store.kept_text("start.txt") == "twixt")
    window.run(COMMANDS["close-tab"])
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page.cards["twixt"].new)


def test_games_have_the_boards_of_their_samples(qtbot, window) -> None:
    cards = page_of(window).cards.values()
    qtbot.waitUntil(lambda: all(not card.board.pixmap().isNull() for card in cards))


def offered(window: Window) -> list[QPushButton]:
    buttons = page_of(window).findChildren(QPushButton)
    return [one for one in buttons if one.isVisible() and one.text() in ("Begin", "Not again")]


def test_whoever_is_new_is_offered_the_sample_once(qtbot, window, tmp_path) -> None:
    begin, _ = offered(window)
    begin.click()
    assert window.session.record.game == "chess"
    assert "what Qipu does" in window.session.record.root.comment.replace("\n", " ")
    assert not window.isWindowModified()
    window.close()
    assert not offered(make_window(qtbot, tmp_path))


def test_who_does_not_want_it_is_not_asked_again(qtbot, window, tmp_path) -> None:
    offered(window)[1].click()
    assert not offered(window)
    assert window.session is None
    window.close()
    assert not offered(make_window(qtbot, tmp_path))


def test_a_click_on_a_board_begins_a_record(qtbot, window) -> None:
    qtbot.mouseClick(page_of(window).cards["hex"].board, Qt.MouseButton.LeftButton)
    assert window.session.record.game == "hex"


def test_files_that_are_gone_make_room_for_others(qtbot, tmp_path) -> None:
    store = Store(str(tmp_path / "settings"))
    for number in range(7):
        store.opened(str(write_file(tmp_path / f"{number}.xqf")))
        store.opened(str(tmp_path / f"gone{number}.xqf"))
    store.save()
    window = make_window(qtbot, tmp_path)
    page = page_of(window)
    qtbot.waitUntil(lambda: len(page.boards) > 1)
    assert [Path(path).name for path in page.boards] == [f"{n}.xqf" for n in range(6, 0, -1)]


def test_a_question_mark_shows_the_keys(qtbot, window) -> None:
    QTest.keyClick(QApplication.focusWidget(), "?")
    (sheet,) = window.findChildren(KeySheet)
    assert sheet.isVisible()
    sheet.close()


@pytest.mark.parametrize("size", [(1280, 800), (900, 600), (640, 480)])
def test_nothing_lies_over_another_or_beyond_the_edge(qtbot, tmp_path, size) -> None:
    store = Store(str(tmp_path / "settings"))
    for number in range(3):
        store.opened(str(write_file(tmp_path / f"{number}{'x' * 150}.xqf")))
    store.save()
    window = make_window(qtbot, tmp_path)
    window.resize(*size)
    page = page_of(window)
    qtbot.waitUntil(lambda: len(page.boards) == 3)
    content = page.widget()

    def shown() -> list[QRect]:
        parts = [*content.findChildren(QLabel), *content.findChildren(QPushButton)]
        return [
            QRect(one.mapTo(content, one.rect().topLeft()), one.size())
            for one in parts
            if one.isVisible() and one.objectName() != "recent"
        ]

    def overlapping() -> list[tuple[QRect, QRect]]:
        return [pair for pair in combinations(shown(), 2) if pair[0].intersects(pair[1])]

    qtbot.waitUntil(lambda: not overlapping())
    assert len(shown()) > 30
    assert all(content.rect().contains(rect) for rect in shown())
    assert content.width() <= page.viewport().width()
