"""The window used as a person uses it: keys, mouse, tabs, files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, close, drag, in_theme, make_window, write_file
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QWidget

from viewer.base.files import FileSystem
from viewer.base.settings import RECENT
from viewer.document.document import open_document
from viewer.scene.theme import DARK
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.window.top_bar import TabEnd
from viewer.ui.window.window import Window

pytestmark = pytest.mark.bare


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "棋 谱").mkdir()
    return write_file(tmp_path / "棋 谱" / "试 1.xqf")


@pytest.fixture
def window(qtbot, tmp_path: Path, path: Path):
    return make_window(qtbot, tmp_path, path)


def press(window: Window, keys: str) -> None:
    """Press keys where the focus is."""
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def here(window: Window) -> int:
    return window.session.node.id


def test_an_opened_file_stands_there(window: Window) -> None:
    assert "试 1.xqf" in window.windowTitle()
    assert window.desk.panels.title._title.text() == "甲 – 乙"
    assert window.desk.panels.comment.edit.toPlainText() == "the whole game"
    assert here(window) == 0
    assert window.notice.sentence == ""


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["Right"], 1),
        (["Right", "Right", "Left"], 1),
        (["End"], 4),
        (["End", "Home"], 0),
        (["PgDown"], 4),
        (["PgDown", "PgUp"], 0),
        (["Right", "Down"], 7),
        (["Right", "Down", "Up"], 1),
        (["Ctrl+Right"], 7),
        (["Right", "Ctrl+Right"], 6),
        (["Right", "Right", "Right", "Ctrl+Right"], 5),
        (["Right", "Right", "Right", "Ctrl+Right", "Ctrl+Left"], 3),
        (["Down", "Right"], 7),
        (["Ctrl+Shift+Down"], 2),
    ],
)
def test_keys_walk_through_the_record(window: Window, keys: list[str], expected: int) -> None:
    for each in keys:
        press(window, each)
    assert here(window) == expected


def test_the_wheel_steps(window: Window) -> None:
    board = window.desk.stage.board

    def turn(delta: int, modifiers: Qt.KeyboardModifier) -> None:
        at = QPointF(board.rect().center())
        event = QWheelEvent(
            at,
            board.mapToGlobal(at),
            QPoint(),
            QPoint(0, delta),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(board, event)

    turn(-120, Qt.KeyboardModifier.NoModifier)
    assert here(window) == 1
    turn(-60, Qt.KeyboardModifier.NoModifier)
    turn(-60, Qt.KeyboardModifier.NoModifier)
    assert here(window) == 2
    turn(-120, Qt.KeyboardModifier.ShiftModifier)
    assert here(window) == 4
    turn(120, Qt.KeyboardModifier.NoModifier)
    assert here(window) == 3


def test_a_click_plays_and_an_inner_node_gets_a_variation(qtbot, window: Window) -> None:
    press(window, "Right")
    click(qtbot, window, "b9", "c7")
    assert window.session.node.action == Move("b9c7")
    assert [c.id for c in window.session.record.node(1).children] == [2, 6, 8]
    assert window.isWindowModified()
    press(window, "Ctrl+Z")
    assert [c.id for c in window.session.record.node(1).children] == [2, 6]
    assert here(window) == 1
    assert not window.isWindowModified()
    press(window, "Ctrl+Shift+Z")
    assert here(window) == 8


def test_a_drag_plays_and_a_drop_on_a_wrong_place_does_nothing(qtbot, window: Window) -> None:
    drag(qtbot, window, "b2", "e2")
    assert window.session.node.action == Move("b2e2")
    press(window, "Ctrl+Z")
    drag(qtbot, window, "b2", "c5")
    assert here(window) == 0
    assert window.desk.stage.board.hand == ()
    assert not window.isWindowModified()


def test_playing_the_move_that_is_there_goes_to_it(qtbot, window: Window) -> None:
    click(qtbot, window, "h2", "e2")
    assert here(window) == 1
    assert not window.isWindowModified()


def test_a_piece_that_may_not_move_is_explained(qtbot, window: Window) -> None:
    click(qtbot, window, "h9")
    assert "Red is to move" in window.status.said
    assert window.desk.stage.board.hand == ()


def test_taking_another_piece_and_putting_it_back(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    click(qtbot, window, "h2")
    assert board.hand == ("h2",)
    click(qtbot, window, "b2")
    assert board.hand == ("b2",)
    click(qtbot, window, "b2")
    assert board.hand == ()


def test_the_board_is_played_with_the_keyboard_alone(window: Window) -> None:
    board = window.desk.stage.board
    press(window, "Return")
    start = board.cursor_place
    assert start
    for _ in range(12):
        press(window, "Down")
    for _ in range(12):
        press(window, "Left")
    assert board.cursor_place == "a0"
    press(window, "Return")
    assert board.hand == ("a0",)
    press(window, "Up")
    assert board.cursor_place == "a1"
    press(window, "Return")
    assert window.session.node.action == Move("a0a1")
    press(window, "Escape")
    press(window, "Left")
    assert here(window) == 0


def test_the_keyboard_cursor_follows_the_flipped_board(window: Window) -> None:
    board = window.desk.stage.board
    press(window, "F")
    press(window, "Return")
    for _ in range(12):
        press(window, "Down")
        press(window, "Left")
    assert board.cursor_place == "i9"


@pytest.mark.parametrize(
    ("keys", "flip", "mirror"),
    [(["F"], True, False), (["Shift+F"], False, True), (["F", "Shift+F"], True, True)],
)
def test_flip_and_mirror(qtbot, window: Window, keys: list[str], flip: bool, mirror: bool) -> None:
    board = window.desk.stage.board
    before = board.centre_of("a0")
    for each in keys:
        press(window, each)
    after = board.centre_of("a0")
    assert (abs(after.y() - before.y()) > 100) is flip
    assert (abs(after.x() - before.x()) > 100) is (flip != mirror)
    click(qtbot, window, "h2", "e2")
    assert here(window) == 1


def test_writing_a_comment_is_one_edit_and_undo_takes_it_back(qtbot, window: Window) -> None:
    press(window, "Right")
    press(window, "C")
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "good")
    assert window.session.holding
    press(window, "Escape")
    assert window.session.record.node(1).comment == "good"
    press(window, "Ctrl+Z")
    assert window.session.record.node(1).comment == ""
    assert window.desk.panels.comment.edit.toPlainText() == ""
    assert not window.isWindowModified()


def test_a_pause_ends_an_edit(qtbot, window: Window) -> None:
    press(window, "C")
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "x")
    qtbot.waitUntil(lambda: not window.session.holding)
    assert "x" in window.session.record.root.comment
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "yz")
    press(window, "Ctrl+Z")
    assert window.session.record.root.comment.count("x") == 1
    assert "yz" not in window.session.record.root.comment


def test_moving_on_while_writing_keeps_what_was_written(window: Window) -> None:
    press(window, "C")
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "new ")
    window.session.go_to(3)
    assert window.session.record.root.comment.endswith("new ")
    assert window.desk.panels.comment.edit.toPlainText() == ""


def test_glyph_keys_and_chips(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    press(window, "Right")
    press(window, "1")
    assert window.session.node.glyphs == (1,)
    press(window, "C")
    chip = window.desk.panels.sheet.field.chips.chips[2]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert window.session.node.glyphs == (2,)
    press(window, "Escape")
    press(window, "2")
    assert window.session.node.glyphs == ()


def test_a_key_marks_a_position_for_a_diagram(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    assert COMMANDS["diagram"].refusal(window) is not None
    press(window, "Right")
    press(window, "#")
    assert window.session.node.glyphs == (220,)
    press(window, "#")
    assert window.session.node.glyphs == ()


def test_branches_promote_cut_and_paste(window: Window) -> None:
    window.session.go_to(6)
    press(window, "Ctrl+Up")
    assert [c.id for c in window.session.record.node(1).children] == [6, 2]
    window.session.go_to(2)
    press(window, "Ctrl+X")
    assert 2 not in window.session.record.nodes
    assert here(window) == 1
    assert "[DhtmlXQ_movelist]" in QGuiApplication.clipboard().text()
    window.session.go_to(7)
    press(window, "Ctrl+V")
    assert window.session.node.action == Move("h9g7")
    assert window.session.node.comment == "the usual answer"
    for _ in range(3):
        press(window, "Ctrl+Z")
    assert not window.isWindowModified()
    assert [c.id for c in window.session.record.node(1).children] == [2, 6]


def test_moves_as_text_are_pasted(window: Window) -> None:
    QGuiApplication.clipboard().setText("1. 炮八平五 马２进３\n2. 马八进七")
    press(window, "Ctrl+V")
    assert [n.action.text for n in window.session.node.path()[1:]] == ["b2e2"]
    assert [n.action.text for n in window.session.cursor.line[1:]] == ["b2e2", "b9c7", "b0c2"]
    QGuiApplication.clipboard().setText("no moves at all")
    press(window, "Ctrl+V")
    assert "no moves" in window.status.said


def test_delete_and_make_main(window: Window) -> None:
    window.session.go_to(7)
    press(window, "Ctrl+Shift+M")
    assert window.session.record.root.children[0].id == 7
    press(window, "Del")
    assert here(window) == 0
    assert [c.id for c in window.session.record.root.children] == [1]


# ------------------------------------------------------------------------------------- files


def test_saved_and_undone_the_file_is_the_original_again(qtbot, window: Window, path: Path) -> None:
    original = path.read_bytes()
    press(window, "Right")
    click(qtbot, window, "b9", "c7")
    press(window, "C")
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "mine")
    press(window, "Escape")
    press(window, "Ctrl+S")
    assert path.read_bytes() != original
    assert not window.isWindowModified()
    again = open_document(str(path)).record(0)
    added = [n for n in again.walk() if n.action == Move("b9c7") and n.comment == "mine"]
    assert len(added) == 1
    press(window, "Ctrl+Z")
    press(window, "Ctrl+Z")
    assert window.isWindowModified()
    press(window, "Ctrl+S")
    assert path.read_bytes() == original


def test_two_fast_saves(qtbot, window: Window, path: Path) -> None:
    click(qtbot, window, "b2", "e2")
    press(window, "Ctrl+S")
    first = path.read_bytes()
    press(window, "Ctrl+S")
    assert path.read_bytes() == first
    assert window.notice.sentence == ""


class FullDisk(FileSystem):
    full = False

    def write(self, fd: int, data: bytes) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().write(fd, data)


def test_a_full_disk_is_told_and_the_record_is_still_there(
    qtbot, window: Window, path: Path
) -> None:
    original = path.read_bytes()
    files = FullDisk()
    files.full = True
    window.session.document._saving._files = files
    click(qtbot, window, "b2", "e2")
    press(window, "Ctrl+S")
    assert "no space left" in window.notice.sentence
    assert path.read_bytes() == original
    assert window.isWindowModified()
    assert window.session.node.action == Move("b2e2")
    files.full = False
    press(window, "Ctrl+S")
    assert not window.isWindowModified()


def test_a_file_changed_underneath_is_asked_about(
    qtbot, window: Window, path: Path, monkeypatch
) -> None:
    click(qtbot, window, "b2", "e2")
    path.write_bytes(b"somebody else's")
    asked = []
    monkeypatch.setattr(window.questions, "ask", lambda *a, safe: asked.append(a) or "stay")
    press(window, "Ctrl+S")
    assert len(asked) == 1
    assert path.read_bytes() == b"somebody else's"
    monkeypatch.setattr(window.questions, "ask", lambda *a, safe: "save")
    press(window, "Ctrl+S")
    assert open_document(str(path)).record(0).root.children[-1].action == Move("b2e2")


def test_a_file_deleted_underneath_is_told_and_saved_again(
    qtbot, window: Window, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.unlink()
    window.disk.look_now()
    assert "was deleted" in window.notice.sentence
    monkeypatch.setattr(window.questions, "ask", lambda *a, safe: "save")
    window.saver.save()
    assert open_document(str(path)).record(0).node(1).action == Move("h2e2")


def test_revert_goes_back_and_can_be_taken_back(qtbot, window: Window) -> None:
    click(qtbot, window, "b2", "e2")
    window.run(COMMANDS["revert"])
    assert not window.isWindowModified()
    assert len(window.session.record.nodes) == 8
    press(window, "Ctrl+Shift+Z")
    assert len(window.session.record.nodes) == 9


@pytest.mark.parametrize(
    ("answer", "closed", "saved"),
    [("save", True, True), ("discard", True, False), ("stay", False, False)],
)
def test_closing_asks_where_something_is_not_saved(
    qtbot, window: Window, path: Path, monkeypatch, answer: str, closed: bool, saved: bool
) -> None:
    original = path.read_bytes()
    click(qtbot, window, "b2", "e2")
    monkeypatch.setattr(window.questions, "ask", lambda *a, safe: answer)
    assert window.close() is closed
    assert (path.read_bytes() != original) is saved


def test_tabs(qtbot, window: Window, tmp_path: Path, path: Path) -> None:
    other = write_file(tmp_path / "other.xqf")
    window.files.open(str(other))
    assert len(window.tabs.desks()) == 2
    window.files.open(str(path))
    assert len(window.tabs.desks()) == 2
    assert "试 1" in window.windowTitle()
    press(window, "Ctrl+Tab")
    assert "other" in window.windowTitle()
    press(window, "Ctrl+W")
    assert len(window.tabs.desks()) == 1
    press(window, "Ctrl+W")
    assert window.tabs.desks() == []
    assert window.session is None
    QGuiApplication.clipboard().clear()  # what another test copied would be pasted as a new record
    for command in COMMANDS.values():
        if command.id not in (
            "open",
            "open-folder",
            "convert-folder",
            "quit",
            "new",
            "new-empty",
            "palette",
            "keys",
            "about",
            "full-screen",
            "analyse",
            "add-engine",
            *(f"open-recent-{number}" for number in range(1, RECENT + 1)),
        ):
            window.run(command)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.xqf", b"", "The file is empty."),
        ("wrong.xqf", b"no record", "the content is no"),
        ("unknown.txt", b"no record", "no game record"),
        ("none.xqf", "absent", "There is no file"),
    ],
)
def test_what_cannot_be_opened_is_a_sentence_and_no_dialog(
    window: Window, tmp_path: Path, name: str, content: object, sentence: str
) -> None:
    target = tmp_path / name
    if content is None:
        target.mkdir()
    elif isinstance(content, bytes):
        target.write_bytes(content)
    window.files.open(str(target))
    assert sentence in window.notice.sentence
    assert QApplication.activeModalWidget() is None
    assert len(window.tabs.desks()) == 1


def test_a_file_of_no_game_offers_a_new_one(qtbot, window: Window, tmp_path: Path) -> None:
    target = tmp_path / "empty.pgn"
    target.write_bytes(b"")
    window.files.open(str(target))
    assert "empty.pgn has no game yet" in window.notice.sentence
    session = window.session
    assert session.document.path == str(target)
    assert not session.document.modified
    click(qtbot, window, "e2", "e4")
    press(window, "Ctrl+S")
    qtbot.waitUntil(lambda: b"1. e4 *" in target.read_bytes())
    assert window.notice.sentence == ""


def test_the_offer_of_a_new_game_goes_with_its_file(window: Window, tmp_path: Path) -> None:
    target = tmp_path / "empty.pgn"
    target.write_bytes(b"1. e4 *")
    window.files.open(str(target))
    target.write_bytes(b"")
    assert window.files.reload(window.session.document)
    assert "empty.pgn has no game yet" in window.notice.sentence
    window.tabs.close_front()
    assert "empty.pgn" not in window.notice.sentence


def test_the_offer_of_a_new_game_is_shown_only_with_its_file(
    window: Window, tmp_path: Path
) -> None:
    target = tmp_path / "empty.pgn"
    target.write_bytes(b"")
    window.files.open(str(target))
    assert "empty.pgn has no game yet" in window.notice.sentence
    window.tabs.step(1)
    assert window.notice.sentence == ""
    window.tabs.step(-1)
    assert "empty.pgn has no game yet" in window.notice.sentence
    window.notice.card.close_shown()
    window.tabs.step(1)
    window.tabs.step(-1)
    assert window.notice.sentence == ""


def test_dropped_files_are_opened(window: Window, tmp_path: Path) -> None:
    others = [write_file(tmp_path / name) for name in ("b.xqf", "掉 下.xqf")]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other)) for other in others])
    args = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(5, 5), *args)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), *args))
    assert [Path(one.session.document.path).name for one in window.tabs.desks()][1:] == [
        one.name for one in others
    ]
    assert "掉 下" in window.windowTitle()


def test_a_new_record_is_saved_under_a_name(
    qtbot, window: Window, tmp_path: Path, monkeypatch
) -> None:
    press(window, "Ctrl+N")
    click(qtbot, window, "b2", "e2")
    target = tmp_path / "new record.xqf"
    monkeypatch.setattr(
        "viewer.ui.toolkit.file_dialogs.FileDialog.save_file", lambda *a: (str(target)[:-4], "")
    )
    press(window, "Ctrl+S")
    assert open_document(str(target)).record(0).root.children[0].action == Move("b2e2")
    assert "new record.xqf" in window.windowTitle()


def test_saved_as_another_version_it_stays_that_version(
    qtbot, window: Window, tmp_path: Path, monkeypatch
) -> None:
    target = tmp_path / "later.xqf"

    def answer(parent, title, name, filters, usual):
        return str(target), next(each for each in filters.split(";;") if "1.8" in each)

    monkeypatch.setattr("viewer.ui.toolkit.file_dialogs.FileDialog.save_file", answer)
    press(window, "Ctrl+Shift+S")
    assert target.read_bytes()[2] == 0x12
    assert open_document(str(target)).record(0).node(2).comment == "the usual answer"
    press(window, "Right")
    press(window, "C")
    QTest.keyClicks(window.desk.panels.sheet.field.edit, "x")
    press(window, "Ctrl+S")
    assert target.read_bytes()[2] == 0x12
    assert window.notice.sentence == ""


def test_settings_are_kept(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path, path)
    window.looks.set_theme("dark")
    close(window)
    again = make_window(qtbot, tmp_path, path)
    assert theme_in_use().dark
    assert again.store.recent == [os.path.abspath(path)]
    again.looks.set_theme("light")
    close(again)


def test_what_happens_to_the_window_is_not_asked_of_python() -> None:
    assert Window.event is QMainWindow.event


def test_everything_follows_the_palette_of_the_application(window: Window) -> None:
    transport, top = window.desk.transport, window.top
    transport.show_icons()  # what waited for the board
    signs = [transport._buttons["next"], transport.playback.button, top.button("undo")]
    signs += [end.cross for end in top.findChildren(TabEnd)]
    parts = (window.desk.stage.below, transport.slider)

    def seen() -> list[QImage]:
        drawn = [sign.icon().pixmap(sign.iconSize()).toImage() for sign in signs]
        return drawn + [part.grab().toImage() for part in parts]

    before = seen()
    with in_theme(DARK):
        same = [now == then for now, then in zip(seen(), before, strict=True)]
    assert not any(same), same
    assert seen() == before


class _Looked(QLabel):
    """Counts how often it is told that its style is another."""

    told = 0

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.told += event.type() == QEvent.Type.StyleChange


def test_a_theme_asks_no_widget_again_for_each_in_which_it_stands(window: Window) -> None:
    window.looks.set_theme("light")
    within: QWidget = window.statusBar()
    looked = []
    for _ in range(6):
        within = QWidget(within)
        looked.append(_Looked("x", within))
        within.show()
    for each in looked:
        each.told = 0
    window.looks.set_theme("dark")
    assert looked[0].told
    assert looked[-1].told == looked[0].told
    window.looks.set_theme("light")


def test_every_key_belongs_to_one_command() -> None:
    keys = [key for command in COMMANDS.values() for key in command.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("preferences", "settings"),
        ("options", "settings"),
        ("clean", "strip"),
        ("strip clocks", "strip"),
        ("remove comments", "strip"),
        ("rename", "replace"),
        ("diff", "compare-with"),
        ("export", "save-as"),
    ],
)
def test_the_palette_finds_commands_by_other_words(
    qtbot, window: Window, typed: str, command: str
) -> None:
    from viewer.ui.window.palette import Palette

    palette = Palette(window, window.run)
    qtbot.addWidget(palette)
    palette.open_over()
    palette.line.setText(typed)
    assert str(COMMANDS[command].title) in [row.words for row in palette.rows]


def test_the_palette_finds_commands_and_plays_moves(qtbot, window: Window) -> None:
    from viewer.ui.window.palette import Palette

    palette = Palette(window, window.run)
    qtbot.addWidget(palette)
    palette.open_over()
    palette.line.setText("flip")
    assert "Flip the board" in palette.rows[0].words
    palette.line.setText("炮八平五")
    assert "炮八平五" in palette.rows[0].words
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert window.session.node.action == Move("b2e2")
