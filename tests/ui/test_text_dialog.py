"""Texts on their way into records: what is shown of them before, and where they go."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document.clip import pasting, told
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers import texts
from viewer.ui.controllers.saver import SaveController
from viewer.ui.dialogs.text_dialog import HERE, INSTEAD, NEW, TextDialog
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

CHINESE = """红方 胡荣华 先胜 黑方 许银川
1、炮二平五，马8进7；2、马二进三，车9平8（图一）；
如改走炮8进4，则红方先手。
3、车一平二 马2进3（好棋） 4、兵七进一 炮2进9，接下来就是胜势。
"""
JAPANESE = "▲７六歩 △３四歩（角道を開ける） ▲２六歩\nここで△４四歩なら持久戦。\n△８四歩 ▲２五歩"
ENGLISH = """A short one

White began 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 and all was well.
Better is 3... Nf6 at once, not Qh9. 5. O-O Be7
"""


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path)


def paste(window: Window, text: str) -> TextDialog | None:
    QGuiApplication.clipboard().setText(text)
    window.run(COMMANDS["paste"])
    return shown(window)


def shown(window: Window) -> TextDialog | None:
    found = [one for one in window.findChildren(TextDialog) if one.isVisible()]
    assert len(found) < 2
    return found[0] if found else None


def drop(window: Window, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, *held)
    window.dragEnterEvent(entering)
    assert entering.isAccepted()
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, *held))


def main_line(window: Window) -> list[str]:
    states = window.session.states
    nodes = list(window.session.record.root.main_line())[1:]
    return [states.at(node).action.text for node in nodes]


def shown_line(dialog: TextDialog) -> list[str]:
    return [node.action.text for node in dialog._session.record.root.main_line() if node.parent]


PLAYED = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4"]


def test_a_text_is_shown_before_it_goes_anywhere(window: Window) -> None:
    dialog = paste(window, CHINESE)
    assert window.session is None
    assert dialog.summary == [
        *("8 moves", "3 comments", "1 variation", "1 diagram", "1 place not understood"),
    ]
    assert shown_line(dialog) == PLAYED
    assert dialog.text.toPlainText() == CHINESE
    assert dialog.text.isReadOnly()
    dialog.reject()
    assert window.session is None
    assert window.status.said == "Nothing was pasted."


def look_of(dialog: TextDialog, words: str) -> tuple[str, int, bool]:
    """(colour, weight, underline) of some words of the text."""
    cursor = QTextCursor(dialog.text.document())
    cursor.setPosition(CHINESE.index(words) + 1)
    look = cursor.charFormat()
    return look.foreground().color().name(), look.fontWeight(), look.underlineStyle()


def test_kinds_differ_in_more_than_colour(window: Window) -> None:
    dialog = paste(window, CHINESE)
    places = ("马二进三", "炮8进4", "则红方", "胡荣华", "（图一", "炮2进9")
    looks = [look_of(dialog, one) for one in places]
    assert len(set(looks)) == len(places)
    # Without colours, moves, words and what wasn't understood can be told apart.
    plain = {one[1:] for one in (looks[0], looks[1], looks[2], looks[5])}
    assert len(plain) == 4


def test_text_and_board_lead_to_each_other(qtbot, window: Window) -> None:
    dialog = paste(window, CHINESE)
    text = dialog.text
    cursor = QTextCursor(text.document())
    cursor.setPosition(CHINESE.index("车9平8") + 1)
    place = text.cursorRect(cursor).center()
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dialog._session.node.action == Move("i9h9")
    QTest.keyClick(text, Qt.Key.Key_Right)
    assert dialog._session.node.action == Move("i0h0")
    (marked,) = text.extraSelections()
    assert marked.cursor.selectedText() == "车一平二"
    QTest.keyClick(text, Qt.Key.Key_Left)
    QTest.keyClick(text, Qt.Key.Key_Home)
    assert dialog._session.node is dialog._session.record.root
    dialog.notation.view.nodeActivated.emit(2)
    (marked,) = text.extraSelections()
    assert marked.cursor.selectedText() == "马8进7"


def test_signs_beyond_the_first_plane_move_nothing(qtbot, window: Window) -> None:
    text = "🎉𠮷 said: 1. e4 e5 😀 then Nf9 wins. 2. Nf3 Nc6"
    dialog = paste(window, text)
    dialog._session.go_to(3)
    (marked,) = dialog.text.extraSelections()
    assert marked.cursor.selectedText() == "Nf3"
    inside = QTextCursor(dialog.text.document())
    inside.setPosition(marked.cursor.selectionStart() + 1)
    found = dialog.text.stretch_at(dialog.text.cursorRect(inside).center())
    assert found is not None
    assert text[found.start : found.end] == "Nf3"


def test_enter_takes_a_text_as_one_step(window: Window) -> None:
    dialog = paste(window, CHINESE)
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    session = window.session
    assert main_line(window) == PLAYED
    assert session.record.header("Red") == "胡荣华"
    assert any("炮2进9" in node.comment for node in session.record.walk())
    window.run(COMMANDS["undo"])
    assert main_line(window) == []
    assert session.document.history.undo_words is None
    window.run(COMMANDS["redo"])
    assert main_line(window) == PLAYED


def test_tab_goes_from_the_text_down_and_enter_still_takes_it(qtbot, window: Window) -> None:
    dialog = paste(window, CHINESE)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.text.hasFocus)
    parts = dialog.notation.view, dialog.places[NEW], dialog.words, dialog.take
    for part in (*parts, None, dialog.games, dialog.text):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert part in (None, dialog.focusWidget())  # None is that of "Cancel"
    assert dialog.take.isDefault()
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert main_line(window) == PLAYED


def test_a_plain_list_of_moves_goes_straight_in(window: Window) -> None:
    window.files.new_of("xiangqi")
    assert paste(window, "1、炮二平五（当头炮），马8进7；2、马二进三，车9平8。") is None
    assert main_line(window) == PLAYED[:4]
    window.run(COMMANDS["undo"])
    assert main_line(window) == []


@pytest.mark.parametrize("place", [HERE, NEW, INSTEAD])
def test_it_goes_where_it_is_told_to(qtbot, tmp_path: Path, place: str) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))
    session = window.session
    session.go_to(2)
    dialog = paste(window, "2. Bc4 Nc6 is quiet. Then 3. Qh5 Nf6")
    assert dialog.places[HERE].isChecked()
    dialog.places[place].click()
    qtbot.waitUntil(lambda: not dialog.reading)
    dialog.take.click()
    count = len(session.document)
    if place == HERE:
        assert count == 1
        branch = session.record.node(2).children[1]
        assert [one.action.text for one in branch.main_line()] == ["f1c4", "b8c6", "d1h5", "g8f6"]
    else:
        assert count == (2 if place == NEW else 1)
        assert len(main_line(window)) == 4
        assert session.record.setup is not None  # it begins where the text goes on
    window.run(COMMANDS["undo"])
    assert len(session.document) == 1
    assert main_line(window) == ["e2e4", "e7e5", "g1f3"]
    assert session.document.history.undo_words is None


def test_it_is_told_why_it_can_not_go_somewhere(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))
    window.session.go_to(1)
    text = "1. e4 e5 was played. Then 2. Nf3 Nc6 and 3. Bb5"
    dialog = paste(window, text)
    assert not dialog.places[HERE].isEnabled()
    assert dialog.places[HERE].toolTip() == "The moves aren't possible after the current move."
    assert dialog.places[INSTEAD].isEnabled()
    assert dialog.places[INSTEAD].toolTip() == "The current game is replaced"
    dialog.reject()
    window.session.go_to(0)
    dialog = paste(window, text)
    assert dialog.places[HERE].isEnabled()
    assert dialog.places[HERE].toolTip() == "After the current move; headers stay out"
    dialog.reject()
    window.files.new_of("go")
    dialog = paste(window, CHINESE)
    assert dialog.places[HERE].toolTip() == "The current record is of another game."
    assert dialog.places[INSTEAD].toolTip() == "This file can't hold games of that kind."
    assert dialog.places[NEW].isEnabled()


def test_another_game_is_read_again(qtbot, window: Window) -> None:
    dialog = paste(window, "Look: a4 then 1. a4 b5 2. c6 d7 said he.")
    before = dialog.games.currentData()
    for id in ("hex", "twixt", "chess"):
        dialog.games.setCurrentIndex(dialog.games.findData(id))
        dialog.games.activated.emit(dialog.games.currentIndex())
        qtbot.waitUntil(lambda: not dialog.reading)
        if dialog._found.told:
            assert dialog._found.told[0].game == id
            assert dialog._session.record.game == id
        else:
            assert dialog.summary[0].startswith("Nothing of the text")
            assert not dialog.take.isEnabled()
    assert before in {"hex", "twixt", "go", "chess"}


def test_all_games_of_a_text_go_in(window: Window) -> None:
    game = "Game {}\n\n1. e4 e5 2. {} Nc6, a quiet game 3. d3 d6 1-0\n\n"
    dialog = paste(window, game.format(1, "Nf3") + game.format(2, "Nc3"))
    assert dialog.told.count() == 2
    dialog.told.setCurrentIndex(1)
    dialog.told.activated.emit(1)
    assert shown_line(dialog)[2] == "b1c3"
    dialog.take.click()
    assert len(window.session.document) == 2
    assert window.status.said == "Pasted 2 games."
    window.run(COMMANDS["undo"])
    assert len(window.session.document) == 1


def test_games_with_words_are_shown_where_a_record_is_open(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    text = (
        "Game 1\nWhite: Ann  Black: Bob\n1. e4 e5 2. Nf3 Nc6, a quiet game 3. d3 d6 1-0\n\n"
        "Game 2\nWhite: Cid  Black: Dan\n1. d4 d5 2. c4 e6, was declined 3. Nc3 Qh9 4. Bg5 0-1\n"
    )
    assert paste(window, text) is not None
    assert len(window.session.document) == 1
    assert main_line(window) == ["e2e4", "e7e5"]


def test_words_can_stay_out(window: Window) -> None:
    dialog = paste(window, CHINESE)
    dialog.words.setChecked(False)
    dialog.take.click()
    comments = [node.comment for node in window.session.record.walk() if node.comment]
    assert comments == ["[#]", "好棋"]  # a diagram's mark isn't one of the words


def test_html_is_text(window: Window) -> None:
    text = "1. e4 e5 <b>bold</b> &amp; <img src='file:///etc/passwd'> 2. Nf3 Nc6 and words"
    dialog = paste(window, text)
    assert dialog.text.toPlainText() == dialog._found.text


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of a hundred characters are long."""
    monkeypatch.setattr("viewer.ui.controllers.texts.LONG", 100)
    monkeypatch.setattr("viewer.ui.controllers.clipboard.LONG", 100)
    monkeypatch.setattr(told, "LONG", 100)


def test_a_long_text_is_read_in_the_background(qtbot, window: Window, short: None) -> None:
    dialog = paste(window, CHINESE * 3)
    assert dialog.reading
    assert not dialog.take.isEnabled()
    assert dialog.progress.isVisible()
    qtbot.waitUntil(lambda: not dialog.reading)
    assert shown_line(dialog)[:7] == PLAYED
    assert not dialog.progress.isVisible()
    dialog.reject()


def test_no_move_beside_the_text_is_cut(qtbot, window: Window, short: None) -> None:
    window.resize(1200, 800)
    dialog = paste(window, CHINESE * 3)
    qtbot.waitUntil(lambda: not dialog.reading)
    assert dialog.split.orientation() is Qt.Orientation.Horizontal
    qtbot.waitUntil(lambda: dialog.notation.width() > dialog.text.width() / 2)
    sight = dialog.notation.view.sight
    shown = [one.text for block, _ in sight.seen for one in sight.laid(block).words]
    assert not any(one.endswith("…") for one in shown if one[0] in "炮马车兵")


@pytest.mark.parametrize("width", [1000, 500])
def test_it_fits_on_a_low_screen(window: Window, width: int) -> None:
    window.resize(1200, 800)
    dialog = paste(window, CHINESE)
    QApplication.processEvents()
    dialog.resize(width, 400)
    QApplication.processEvents()
    beside = Qt.Orientation.Horizontal if width == 1000 else Qt.Orientation.Vertical
    assert dialog.split.orientation() is beside
    assert dialog.height() == 400
    assert dialog.take.mapTo(dialog, dialog.take.rect().bottomRight()).y() < 400


def test_reading_can_be_stopped(qtbot, window: Window, short: None) -> None:
    dialog = paste(window, CHINESE * 3)
    QTest.keyClick(dialog.text, Qt.Key.Key_Escape)
    assert not dialog.reading
    assert shown(window) is None
    assert window.session is None


def test_a_long_list_goes_in_and_a_long_text_of_nothing_is_told(
    qtbot, window: Window, short: None
) -> None:
    paste(window, "炮二平五 马8进7\n" + "马二进三 车9平8 " + "\n" * 100)
    qtbot.waitUntil(lambda: shown(window) is None)
    assert main_line(window) == PLAYED[:4]
    paste(window, "Nothing here is a move, and much is said. " * 9)
    qtbot.waitUntil(lambda: shown(window) is None)
    assert "no moves that fit" in window.status.said
    assert main_line(window) == PLAYED[:4]


# ------------------------------------------------------------------------------ whole jobs


def test_a_chinese_article_becomes_an_xqf(window: Window, tmp_path: Path, monkeypatch) -> None:
    paste(window, CHINESE).take.click()
    session = window.session
    session.go(session.cursor.line[-1])
    from viewer.document import plans

    session.do(plans.comment, "红优")
    path = tmp_path / "a.xqf"
    monkeypatch.setattr(FileDialog, "save_file", lambda *args: (str(path), args[-1]))
    lost = []

    def ask_losses(saver, losses, *_):
        lost.extend(one.kind for one in losses)
        return "save"

    monkeypatch.setattr(SaveController, "ask_losses", ask_losses)
    window.saver.save()
    assert lost == []
    again = window.workspace.open(str(path)).record(0)
    assert any("红优" in node.comment for node in again.walk())
    assert any("[#]" in node.comment for node in again.walk())  # the mark of the diagram
    assert len(again.nodes) == 9


def test_a_dropped_japanese_text_is_a_variation(qtbot, window: Window) -> None:
    window.files.new_of("shogi")
    assert paste(window, "▲７六歩 △８四歩") is None
    session = window.session
    session.go(session.record.root)
    drop(window, JAPANESE)
    dialog = shown(window)
    dialog.places[HERE].click()
    qtbot.waitUntil(lambda: not dialog.reading)
    dialog.take.click()
    first = session.record.root.children[0]
    assert [one.action.text for one in first.children] == ["8c8d", "3c3d"]
    assert first.children[1].comment == "角道を開ける"
    window.run(COMMANDS["undo"])
    assert [one.action.text for one in first.children] == ["8c8d"]


@pytest.mark.parametrize("long", [False, True])
def test_an_article_is_opened_shown_and_saved_elsewhere(
    qtbot, window: Window, tmp_path: Path, monkeypatch, request, long: bool
) -> None:
    if long:
        request.getfixturevalue("short")
    path = tmp_path / "article.txt"
    path.write_text(ENGLISH)
    window.files.open(str(path))
    dialog = shown(window)
    qtbot.waitUntil(lambda: not dialog.reading)
    assert window.session is None
    dialog.take.click()
    session = window.session
    assert session.document.path == str(path)
    assert len(main_line(window)) == 10
    offered: list[tuple] = []

    def save_file(*args):
        offered.append(args)
        return str(tmp_path / "article.pgn"), args[-1]

    monkeypatch.setattr(FileDialog, "save_file", save_file)
    window.saver.save()
    ((_, title, name, _, _),) = offered
    assert title == "Save as (a file of this kind can only be read)"
    assert name == str(tmp_path / "article.pgn")
    assert path.read_text() == ENGLISH
    assert (tmp_path / "article.pgn").exists()


def test_an_article_that_is_left_is_not_open(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "article.txt"
    path.write_text(ENGLISH)
    window.files.open(str(path))
    shown(window).reject()
    assert window.session is None
    assert not window.workspace.documents
    path.write_text("1. e4 e5 2. Nf3 Nc6")
    window.files.open(str(path))
    assert shown(window) is None
    assert len(main_line(window)) == 4


def test_a_text_without_a_game_is_told(window: Window, tmp_path: Path, qtbot, short: None) -> None:
    path = tmp_path / "article.txt"
    path.write_text("Bring 4 things to room 12. " * 30)
    window.files.open(str(path))
    qtbot.waitUntil(lambda: shown(window) is None)
    assert "tells no game" in window.notice.sentence


def test_a_text_where_moves_are_typed_is_shown_too(window: Window) -> None:
    window.files.new_of("chess")
    window.desk.stage.type_moves()
    QGuiApplication.clipboard().setText(ENGLISH)
    QTest.keyClick(window.desk.stage.field.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog = shown(window)
    assert main_line(window) == []
    dialog.take.click()
    assert len(main_line(window)) == 10


def test_a_long_list_of_moves_without_headers_is_read_as_a_text_beside_the_window(
    window: Window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasting, "LONG_BARE", 1_000)
    monkeypatch.setattr(told, "LONG", 1_000)
    monkeypatch.setattr(texts, "LONG", 1_000)
    moves = "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. d4) 3. Bb5 a6 4. Ba4 and White stands well.\n\n" * 20
    file = tmp_path / "moves.txt"
    file.write_text(moves)
    for act in (lambda: paste(window, moves), lambda: window.texts.open(str(file))):
        act()
        dialog = shown(window)
        assert dialog is not None
        assert dialog.reading
        qtbot.waitUntil(lambda dialog=dialog: not dialog.reading)
        assert len(shown_line(dialog)) == 7
        dialog.reject()
    assert pasting.read_text('[Event "A"]\n\n' + moves) is not None, "a record with headers is one"


def test_a_record_that_lacks_most_of_the_moves_of_a_text_is_read_as_a_text(window: Window) -> None:
    text = (
        "先手：甲野  後手：乙山\n棋戦：名人戦  日付：2026年11月21日\n\n{一局の将棋}\n"
        "1.▲７六歩 △３四歩 3.▲２六歩 飛車先を突く。 4.△８四歩 5.▲２五歩 （第1図） △８五歩"
    )
    dialog = paste(window, text)
    assert dialog is not None
    assert len(shown_line(dialog)) == 6
    heads = dialog._found.told[0].heads
    assert [one.value for one in heads][:3] == ["甲野", "乙山", "名人戦"]
