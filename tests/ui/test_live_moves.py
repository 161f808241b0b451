"""Moves that stand in comments: what they show, and what a click does."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from viewer.document import plans
from viewer.games import GAMES, game_of
from viewer.tree.action import Move
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.ui.commands import COMMANDS
from viewer.ui.comment.field import CommentField
from viewer.ui.pages.live_comments import LONGEST, LiveComment, LiveMoves, LiveNotation
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PLAYED = {
    "chess": ("e4 e5 Nf3", "2... Nf6 3. Nxe5 d6"),
    "xiangqi": ("炮二平五 马8进7 马二进三", "如改走炮8进4，则红方先手。"),
    "shogi": ("７六歩 ３四歩 ２六歩", "ここで△８四歩 ▲２五歩なら"),
    "go": ("Q16 D4 Q3", "better 4. D17 5. D15 at once"),
    "hex": ("a5 d4 f7", "4. e5 5. f3 wins"),
    "twixt": ("f6 l9 m16", "4. k14 5. m18 links"),
}


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path)


def played(window: Window, game: str, comment: str, facet: str = COMMENT) -> None:
    """A record whose last move has a comment."""
    window.files.new_of(game)
    session = window.session
    for text in PLAYED[game][0].split():
        (move,) = game_of(game).read_moves(session.state, text)[:1]
        session.do(plans.action, move)
    session.do(plans.comment, comment, facet)


@pytest.mark.parametrize("game", GAMES)
def test_moves_in_comments_of_every_game_are_found(window: Window, game: str) -> None:
    played(window, game, PLAYED[game][1])
    session = window.session
    found = LiveMoves(session).of(session.node, COMMENT, PLAYED[game][1])
    assert found
    for move in found:
        state = session.states.at(move.base)
        for action in move.line:
            state = session.game.step(state, action)
            assert isinstance(action, Move)
            assert session.game.violation(state) is None


@pytest.mark.parametrize(
    ("comment", "alive"),
    [
        ("2... Nf6 3. Nxe5 d6", {"Nf6": 1, "Nxe5": 2, "d6": 3}),
        ("Better is 2. d4 exd4 here.", {"d4": 1, "exd4": 2}),
        ("😀 and 2... Nf6", {"Nf6": 1}),
        ("The square d4 and the room a4 are large.", {}),
        ("2... Qh1 isn't possible.", {}),
    ],
)
def test_which_words_are_moves(window: Window, comment: str, alive: dict[str, int]) -> None:
    played(window, "chess", comment)
    session = window.session
    units = comment.encode("utf-16-le")
    found = LiveMoves(session).of(session.node, COMMENT, comment)
    words = {units[2 * m.start : 2 * m.end].decode("utf-16-le"): m.plies for m in found}
    assert words == alive


def test_before_a_move_it_is_what_was_possible_there(window: Window) -> None:
    played(window, "chess", "2. Nf3 or 2. d4", BEFORE)
    session = window.session
    found = LiveMoves(session).of(session.node, BEFORE, "2. d4 exd4")
    assert {one.base for one in found} == {session.node.parent}


def test_a_comment_is_read_once_and_a_long_one_never(window: Window, monkeypatch) -> None:
    from viewer.ui.pages import live_comments

    played(window, "chess", "2... Nf6")
    session, asked = window.session, []
    whole = live_comments.article
    monkeypatch.setattr(
        live_comments, "article", lambda *args, **more: asked.append(1) or whole(*args, **more)
    )
    moves = LiveMoves(session)
    first = moves.of(session.node, COMMENT, "2... Nf6")
    count = len(asked)
    assert moves.of(session.node, COMMENT, "2... Nf6") is first
    assert len(asked) == count
    assert moves.of(session.node, COMMENT, "2... Nf6 " * LONGEST) == ()
    assert len(asked) == count


def test_stepping_reads_no_comment(window: Window, monkeypatch) -> None:
    played(window, "chess", "2... Nf6")
    window.desk.panels.show_page("comment")
    panel = window.desk.panels.page("comment")
    window.session.step(-1)
    window.session.step(1)
    assert not panel.findChildren(LiveComment)


def comment_field(qtbot, window: Window) -> tuple[CommentField, LiveComment]:
    """The field of the comment, with the pointer in it."""
    window.desk.panels.show_page("comment")
    page = window.desk.panels.page("comment")
    qtbot.waitUntil(page.field.edit.isVisible)
    enter(page)
    (live,) = page.findChildren(LiveComment)
    return page.field, live


def move_to(widget: QWidget, place: QPoint) -> None:
    """The pointer moves to a place of a widget."""
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at, seen = QPointF(place), QPointF(widget.mapToGlobal(place))
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, at, seen, *none))


def enter(page: QWidget) -> None:
    """The pointer comes to a page."""
    middle = QPointF(page.rect().center())
    QApplication.sendEvent(page, QEnterEvent(middle, middle, middle))


def place_of(field: CommentField, words: str) -> QPoint:
    cursor = QTextCursor(field.edit.document())
    cursor.setPosition(field.edit.text().index(words) + 1)
    return field.edit.cursorRect(cursor).center()


def test_the_pointer_shows_a_board_and_a_click_a_preview(qtbot, window: Window) -> None:
    played(window, "chess", "Now 2... Nf6 3. Nxe5 d6 is known.")
    session = window.session
    node = session.node
    field, live = comment_field(qtbot, window)
    viewport = field.edit.viewport()
    move_to(viewport, place_of(field, "Nxe5"))
    qtbot.waitUntil(lambda: live.tip.shown)
    assert len(field.edit.extraSelections()) == 3
    edits = session.document.history.now().steps
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place_of(field, "Nxe5"))
    assert not live.tip.shown
    assert session.node is node
    assert session.shown.action == Move("f3e5")
    assert not field.writing
    assert session.document.history.now().steps == edits  # looking changes nothing
    session.step(1)
    assert session.shown.action == Move("d7d6")
    session.trial.put_in()
    line = [one.action.text for one in node.main_line()]
    assert line == ["g1f3", "g8f6", "f3e5", "d7d6"]
    window.run(COMMANDS["undo"])
    assert not node.children
    field.edit.viewport().event(QEvent(QEvent.Type.Leave))
    assert not field.edit.extraSelections()


def test_what_was_possible_instead_becomes_a_variation(qtbot, window: Window) -> None:
    played(window, "chess", "Better is 2. d4 exd4 here.")
    session = window.session
    before = session.node.parent
    field, _ = comment_field(qtbot, window)
    place = place_of(field, "exd4")
    move_to(field.edit.viewport(), place)
    qtbot.mouseClick(field.edit.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.trial.base is before
    session.trial.put_in()
    assert [one.action.text for one in before.children] == ["g1f3", "d2d4"]
    assert session.node.action == Move("e5d4")
    window.run(COMMANDS["undo"])
    assert [one.action.text for one in before.children] == ["g1f3"]


def test_while_somebody_writes_a_click_sets_the_cursor(qtbot, window: Window) -> None:
    played(window, "chess", "Now 2... Nf6 is known.")
    session = window.session
    field, _ = comment_field(qtbot, window)
    field.write()
    qtbot.waitUntil(lambda: field.writing)
    place, left = place_of(field, "Nf6"), Qt.MouseButton.LeftButton
    move_to(field.edit.viewport(), place)
    qtbot.mouseClick(field.edit.viewport(), left, pos=place)
    assert session.trial is None
    control = Qt.KeyboardModifier.ControlModifier
    QTest.mousePress(field.edit.viewport(), left, control, place)
    assert session.trial is not None


def test_a_comment_in_the_notation_is_alive(window: Window, qtbot) -> None:
    played(window, "chess", "2... Nf6 3. Nxe5 d6 is known and much else is said of it here.")
    session = window.session
    window.desk.panels.show_page("notation")
    sheet = window.desk.panels.page("notation")
    view, node = sheet.view, session.node
    qtbot.waitUntil(view.isVisible)
    enter(sheet)
    (live,) = sheet.findChildren(LiveNotation)
    places = [QPoint(x, y) for y in range(0, 200, 4) for x in range(0, view.width(), 4)]
    alive = [one for one in places if live.at(QPointF(one)) is not None]
    assert {live.at(QPointF(one)).plies for one in alive} == {1, 2, 3}
    first = next(one for one in alive if live.at(QPointF(one)).plies == 1)
    move_to(view.viewport(), first)
    qtbot.waitUntil(lambda: live.tip.shown)
    session.go(session.record.root)
    assert not live.tip.shown
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert session.node is node
    assert session.shown.action == Move("g8f6")
    assert not sheet.writing
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert not live.tip.shown
