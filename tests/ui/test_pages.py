"""The pages of the side as a person uses them: mouse, keys, what is in sight."""

from __future__ import annotations

import random

import pytest
from desks import in_theme
from plain_session import random_edits, register, session_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLineEdit, QMainWindow

from viewer.base.messages import message
from viewer.document import plans
from viewer.scene.theme import DARK, LIGHT
from viewer.tree.action import Move
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.models.variations import NODE_ROLE
from viewer.ui.pages import tree_page
from viewer.ui.pages.details_page import DetailsPage
from viewer.ui.pages.line_page import LinePage
from viewer.ui.pages.notes_page import NotesPage
from viewer.ui.pages.rows import HEIGHT
from viewer.ui.pages.tree_page import TreePage
from viewer.ui.toolkit.style import theme_in_use

TREE = "a b (c d (e f) g) (h) i j (k (l) m) n"
# ids: a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14
LEFT = Qt.MouseButton.LeftButton
KEYS = ("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown", "C")


class Host(QMainWindow):
    """A window that has the navigation keys as shortcuts; `taken` says which of them it got."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[str] = []
        for keys in (*KEYS, "Ctrl+Right", "Return"):
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _=False, keys=keys: self.taken.append(keys))
            self.addAction(action)


@pytest.fixture
def host(qtbot):
    window = Host()
    window.resize(428, 400)
    qtbot.addWidget(window)
    return window


@pytest.fixture
def show(qtbot, monkeypatch, host):
    """Show a page of a record in a window; gives page and session."""
    register(monkeypatch)
    sessions = []

    def make(kind, root=TREE, headers=(), format="plain"):
        session = session_of(root, headers, format)
        sessions.append(session)
        page = kind(session)
        host.setCentralWidget(page)
        host.show()
        host.activateWindow()
        page.view.setFocus()
        qtbot.waitUntil(lambda: page.view.hasFocus() or not page.view.isVisible())
        return page, session

    yield make
    for session in sessions:
        session.close()


def press(page, *keys: str) -> None:
    for key in keys:
        combination = QKeySequence(key)[0]
        QTest.keyClick(page.view, combination.key(), combination.keyboardModifiers())


def in_sight(view: QAbstractItemView, index) -> bool:
    box = view.visualRect(index)
    return box.isValid() and view.viewport().rect().contains(box.center())


def opened(page: TreePage) -> set[int]:
    return {
        id
        for id in page.model._group_of
        if page.view.isExpanded(page.model.shown(id)) and page.model.has_rows(id)
    }


# ------------------------------------------------------------------------------------- tree


@pytest.mark.parametrize("page_class", [TreePage, LinePage])
def test_the_current_row_stays_in_sight_when_the_page_is_resized(show, page_class) -> None:
    page, session = show(page_class, " ".join(f"m{number}" for number in range(80)))
    session.go_to(60)
    for height in (300, 150, 90, 260, 120, 400):
        page.resize(380, height)
        QApplication.processEvents()
        box = page.view.visualRect(page.view.currentIndex())
        assert page.view.viewport().rect().contains(box.adjusted(0, 0, -1, -1)), height
    page.view.verticalScrollBar().setValue(0)
    page.resize(380, 200)
    assert page.view.verticalScrollBar().value() == 0, "who looks elsewhere goes on doing so"


def test_tree_opens_what_the_current_node_stands_below(show) -> None:
    page, session = show(TreePage)
    assert opened(page) == set()
    session.go_to(6)
    assert opened(page) == {2, 4}
    assert page.view.currentIndex().data(NODE_ROLE) == 6
    assert in_sight(page.view, page.view.currentIndex())
    session.go_to(0)
    assert not page.view.currentIndex().isValid()
    assert page.view.selectedIndexes() == []


def test_tree_goes_where_one_clicks(show, qtbot) -> None:
    page, session = show(TreePage)
    index = page.model.index_of(9)
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=page.view.visualRect(index).center())
    assert session.node.id == 9


def test_tree_opens_by_its_sign_without_going(show, qtbot) -> None:
    page, session = show(TreePage)
    index = page.model.index_of(2)
    sign = page.view._sign_box(page.view.visualRect(index), 0).center()
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=sign)
    assert page.view.isExpanded(index)
    assert session.node.id == 0
    qtbot.mouseDClick(page.view.viewport(), LEFT, pos=sign)
    assert not page.view.isExpanded(index)


def test_tree_is_walked_with_keys(show, host) -> None:
    page, session = show(TreePage)
    session.go_to(2)
    press(page, "Right")
    assert opened(page) == {2}
    assert session.node.id == 2
    press(page, "Down", "Down")
    assert session.node.id == 4
    press(page, "Left")
    assert session.node.id == 2
    press(page, "Left")
    assert opened(page) == set()
    press(page, "End")
    assert session.node.id == 14
    press(page, "Up")
    assert session.node.id == 10
    press(page, "Home")
    assert session.node.id == 1
    press(page, "PgDown")
    assert session.node.id == 14
    assert host.taken == []


def test_tree_enter_goes_to_the_row(show) -> None:
    page, session = show(TreePage)
    page.view.setCurrentIndex(page.model.index_of(9))
    assert session.node.id == 0
    press(page, "Return")
    assert session.node.id == 9


def test_commands_stay_commands(show, host) -> None:
    page, _ = show(TreePage)
    press(page, "C", "Ctrl+Right")
    assert host.taken == ["C", "Ctrl+Right"]


def test_tree_keeps_open_what_was_open(show, qtbot) -> None:
    page, session = show(TreePage)
    session.go_to(6)
    session.go_to(12)
    assert opened(page) == {2, 4, 10}
    session.do_on(session.record.node(3), plans.promote)
    assert session.record.root.children[0].children[0].id == 3
    # 3 is in the main line now, and the line of 2 below it: with the current node in it.
    assert opened(page) == {3, 4, 10}
    session.undo()
    session.go_to(1)
    assert opened(page) == {2, 4, 10}
    session.do_on(session.record.node(2), plans.delete)
    assert opened(page) == {3, 4}
    session.undo()
    session.go_to(1)
    assert opened(page) == {2, 4, 10}
    assert page.view.currentIndex().data(NODE_ROLE) == session.node.id


@pytest.mark.parametrize("seed", range(4))
def test_tree_follows_any_edit(show, seed: int) -> None:
    page, session = show(TreePage)
    for done in random_edits(session, random.Random(seed), 60):
        index = page.view.currentIndex()
        if session.node.parent is None:
            assert page.view.selectedIndexes() == [], done
        else:
            assert index.data(NODE_ROLE) == session.node.id, done
            assert in_sight(page.view, index), done


def test_a_hidden_tree_waits(show) -> None:
    page, session = show(TreePage)
    page.hide()
    session.go_to(6)
    assert opened(page) == set()
    page.show()
    assert opened(page) == {2, 4}
    assert page.view.currentIndex().data(NODE_ROLE) == 6


def test_tree_asks_for_a_menu(show, qtbot) -> None:
    page, session = show(TreePage)
    box = page.view.visualRect(page.model.index_of(9))
    with qtbot.waitSignal(page.contextRequested) as asked:
        page.view.customContextMenuRequested.emit(box.center())
    assert asked.args == [9, page.view.viewport().mapToGlobal(box.center())]
    session.go_to(1)
    with qtbot.waitSignal(page.contextRequested) as asked:
        page.view.customContextMenuRequested.emit(QPoint(5, 395))
    assert asked.args[0] == 1


def line_of(plies: int) -> Node:
    return nodes_of(NodeData(i, i - 1, Move(f"m{i}") if i else None, {}) for i in range(plies + 1))[
        0
    ]


def test_tree_reads_on_where_one_scrolls(show, qtbot) -> None:
    page, session = show(TreePage, line_of(3_000))
    session.go_to(2_000)
    bar = page.view.verticalScrollBar()
    qtbot.waitUntil(lambda: page.model.can_fetch_before(page.model.index(-1, 0)))
    rows = page.model.rowCount()
    before = page.model.index(0, 0).data(NODE_ROLE)
    bar.setValue(0)
    qtbot.waitUntil(lambda: page.model.rowCount() > rows)
    assert page.model.index(0, 0).data(NODE_ROLE) < before
    top = page.view.indexAt(QPoint(30, HEIGHT // 2))
    assert abs(top.data(NODE_ROLE) - before) <= 1  # what was at the top still is
    rows = page.model.rowCount()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: page.model.rowCount() > rows)
    press(page, "End")
    assert session.node.id == 3_000
    press(page, "Home")
    assert session.node.id == 1


def test_deep_branches_stay_in_sight(show, qtbot) -> None:
    rows, parent = [NodeData(0, -1, None, {})], 0
    for depth in range(200):
        rows.append(NodeData(2 * depth + 1, parent, Move("a"), {}))
        rows.append(NodeData(2 * depth + 2, parent, Move("b"), {}))
        parent = 2 * depth + 2
    page, session = show(TreePage, nodes_of(rows)[0])
    session.go_to(400)
    index = page.view.currentIndex()
    assert index.data(NODE_ROLE) == 400
    assert in_sight(page.view, index)
    assert page.view._left(page.view.level(400)) < page.view.viewport().width() * 0.6
    chip = page._above
    assert chip.text() == "189 levels above"
    assert page.view.level(400) == 11
    qtbot.mouseClick(chip, LEFT)
    assert chip.text() == "177 levels above"
    assert page.view.level(400) == 23
    session.go(session.node.parent)
    assert chip.text() == "177 levels above"
    for _ in range(30):
        session.go(session.node.parent)
    assert in_sight(page.view, page.view.currentIndex())
    session.go_to(2)
    assert in_sight(page.view, page.view.currentIndex())
    assert not chip.isVisible()
    session.go_to(400)
    press(page, "Home")
    assert session.node.id == 1
    assert not chip.isVisible()
    session.go_to(400)
    session.go_to(0)
    qtbot.waitUntil(lambda: not chip.isVisible())


def test_branches_that_were_only_passed_close_again(show, monkeypatch) -> None:
    monkeypatch.setattr(tree_page, "_ROOM", 6)
    page, session = show(TreePage)
    page.view.expand(page.model.index_of(2))
    session.go_to(12)
    assert opened(page) == {2, 10}
    session.go_to(6)
    assert opened(page) == {2, 4, 10}
    monkeypatch.setattr(tree_page, "_ROOM", 3)
    session.go_to(5)
    assert opened(page) == {2, 4}  # 2 was opened by hand
    session.go_to(12)
    assert opened(page) == {2, 10}


# ------------------------------------------------------------------------------------- line


def test_line_follows_and_goes(show, qtbot, host) -> None:
    page, session = show(LinePage)
    assert page.model.rowCount() == 5
    index = page.model.index(2, 2)
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=page.view.visualRect(index).center())
    assert session.node.id == 9
    press(page, "Down")
    assert session.node.id == 10
    press(page, "Home")
    assert session.node.id == 1
    press(page, "End")
    assert session.node.id == 14
    press(page, "Up")
    assert session.node.id == 10
    assert host.taken == []
    press(page, "Left", "Right")  # a list has no use for them: they are steps
    assert host.taken == ["Left", "Right"]
    session.go_to(6)
    assert page.view.currentIndex().row() == 3
    session.go_to(0)
    assert not page.view.currentIndex().isValid()


def test_line_keeps_the_current_row_in_sight(show) -> None:
    page, session = show(LinePage, line_of(2_000))
    session.go_to(1_500)
    assert in_sight(page.view, page.model.index(1_499, 2))
    session.go_to(3)
    assert in_sight(page.view, page.model.index(2, 2))


def test_line_asks_for_a_menu(show, qtbot) -> None:
    page, _ = show(LinePage)
    box = page.view.visualRect(page.model.index(1, 2))
    with qtbot.waitSignal(page.contextRequested) as asked:
        page.view.customContextMenuRequested.emit(box.center())
    assert asked.args[0] == 2


# ---------------------------------------------------------------------------------- details


def editor_of(page: DetailsPage):
    """The open editor, None if there is none."""
    kinds = (*page.view.findChildren(QLineEdit), *page.view.findChildren(QComboBox))
    return next((editor for editor in kinds if editor.isVisible()), None)


def click_value(page: DetailsPage, qtbot, row: int):
    box = page.view.visualRect(page.model.index(row, 1))
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=box.center())
    return editor_of(page)


def test_details_are_typed_one_after_the_other(show, qtbot) -> None:
    page, session = show(DetailsPage)
    editor = click_value(page, qtbot, 0)
    assert editor.accessibleName() == "Title"
    qtbot.keyClicks(editor, "A game")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.record.header("Title") == "A game"
    editor = editor_of(page)
    assert editor.accessibleName() == "Red player"
    qtbot.keyClicks(editor, "Red")
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert session.record.header("Red") == "Red"
    editor = editor_of(page)
    assert isinstance(editor, QComboBox)
    qtbot.keyClick(editor, Qt.Key.Key_Backtab)
    assert editor_of(page).accessibleName() == "Red player"


def test_details_escape_keeps_what_was(show, qtbot) -> None:
    page, session = show(DetailsPage, headers=[Header("Title", "old")])
    editor = click_value(page, qtbot, 0)
    assert editor.text() == "old"
    qtbot.keyClicks(editor, "new")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert session.record.header("Title") == "old"
    assert session.document.history.clean


def test_details_typing_begins_to_edit_and_letters_are_no_commands(show, qtbot, host) -> None:
    page, session = show(DetailsPage)
    page.view.setCurrentIndex(page.model.index(0, 1))
    press(page, "C")
    assert host.taken == []
    editor = editor_of(page)
    qtbot.keyClicks(editor, "up")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.record.header("Title") == "cup"


def test_details_are_walked_and_cleared_with_keys(show, host) -> None:
    page, session = show(DetailsPage, headers=[Header("Title", "t"), Header("Red", "r")])
    page.view.setCurrentIndex(page.model.index(0, 1))
    press(page, "Down")
    assert page.view.currentIndex().row() == 1
    assert editor_of(page) is None
    press(page, "Del")
    assert session.record.header("Red", "none") == "none"
    press(page, "Home")
    assert page.view.currentIndex().row() == 0
    press(page, "End")
    assert page.view.currentIndex().row() == 2
    assert page.view.currentIndex().column() == 1
    assert host.taken == []


def test_details_choices_are_chosen(show, qtbot) -> None:
    page, session = show(DetailsPage, headers=[Header("Result", "1-0")])
    combo = click_value(page, qtbot, 2)
    assert isinstance(combo, QComboBox)
    assert combo.currentText() == "Red won"
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    qtbot.keyClick(combo, Qt.Key.Key_Return)
    assert session.record.header("Result") == "0-1"
    assert page.model.index(2, 1).data() == "Black won"


def test_a_value_that_is_no_choice_stays(show, qtbot) -> None:
    page, session = show(DetailsPage, headers=[Header("Result", "adjourned")])
    combo = click_value(page, qtbot, 2)
    assert combo.currentText() == "adjourned"
    qtbot.keyClick(combo, Qt.Key.Key_Return)
    assert session.record.header("Result") == "adjourned"
    assert session.document.history.clean


def test_details_hand_in_before_anything_else_happens(show, qtbot) -> None:
    page, session = show(DetailsPage)
    editor = click_value(page, qtbot, 0)
    qtbot.keyClicks(editor, "half")
    session.flush()
    assert session.record.header("Title") == "half"
    assert session.document.history.undo_words is not None


def test_a_new_detail(show, qtbot) -> None:
    page, session = show(DetailsPage, format="free")
    last = page.model.rowCount() - 1
    box = page.view.visualRect(page.model.index(last, 0))
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=box.center())
    editor = editor_of(page)
    qtbot.keyClicks(editor, "ECO")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    editor = editor_of(page)
    qtbot.keyClicks(editor, "C00")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.record.headers == (("ECO", "C00"),)


def test_details_are_those_of_the_format(show) -> None:
    page, session = show(DetailsPage)
    assert page.model.rowCount() == 3
    session.document._records.collection.format = "free"  # as after saving under another name
    page.hide()
    page.show()
    assert page.model.rowCount() == 4


# ------------------------------------------------------------------------------------ notes


def finding(text: str, severity=Severity.WARNING, **place) -> Diagnostic:
    return Diagnostic(severity, "test", message("{text}", text=text), **place)


def find(session, *findings: Diagnostic) -> None:
    session.rules.judging.findings = list(findings)
    session.findings.changed.emit()


def test_notes_count_and_are_calm_when_there_is_none(show, qtbot) -> None:
    page, session = show(NotesPage)
    assert page.count == 0
    assert not page.view.isVisible()
    assert "Nothing odd" in page._calm.text()
    with qtbot.waitSignal(page.counted) as counted:
        find(session, finding("a"), finding("b"))
    assert counted.args == [2]
    assert page.view.isVisible()
    find(session)
    assert not page.view.isVisible()


def test_notes_lead_to_their_nodes(show, qtbot) -> None:
    page, session = show(NotesPage)
    find(session, finding("file"), finding("first", node=6), finding("second", node=9))
    page.view.setFocus()
    box = page.view.visualRect(page.model.index(1))
    qtbot.mouseClick(page.view.viewport(), LEFT, pos=box.center())
    assert session.node.id == 6
    press(page, "Down")
    assert session.node.id == 6
    press(page, "Return")
    assert session.node.id == 9
    press(page, "Home", "Space")
    assert session.node.id == 9


def test_notes_wrap_and_wrap_anew(show, host, qtbot) -> None:
    page, session = show(NotesPage)
    words = "The file ends in the middle of a comment. " * 4
    find(session, finding("short"), finding(words), finding("很长的一句话" * 30))
    height = [page.view.visualRect(page.model.index(row)).height() for row in range(3)]
    line = page.view.fontMetrics().height()
    assert height[1] >= height[0] + 2 * line
    assert height[2] >= height[0] + 2 * line
    assert page.view.visualRect(page.model.index(2)).width() <= page.view.viewport().width()
    host.resize(800, 400)
    qtbot.waitUntil(lambda: page.view.visualRect(page.model.index(1)).height() < height[1])


# -------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("kind", [TreePage, LinePage, DetailsPage, NotesPage])
def test_everything_that_takes_keys_has_a_name(show, kind) -> None:
    page, session = show(kind)
    find(session, finding("a"))
    for widget in (page, page.view):
        assert widget.accessibleName()
        face = QAccessible.queryAccessibleInterface(widget)
        assert face.text(QAccessible.Text.Name)


@pytest.mark.parametrize("kind", [TreePage, LinePage, DetailsPage, NotesPage])
def test_pages_are_painted_in_the_theme_in_use(show, kind) -> None:
    """In each theme the page has its ground and its ink, and nothing of the other theme's ground."""
    page, session = show(kind)
    find(session, finding("a", node=2))
    session.go_to(2)
    for theme in (LIGHT, DARK):
        with in_theme(theme):
            assert theme_in_use() is theme
            image = page.view.grab().toImage()
            counts: dict[str, int] = {}
            for x in range(0, image.width()):
                for y in range(0, min(120, image.height())):
                    name = image.pixelColor(x, y).name().upper()
                    counts[name] = counts.get(name, 0) + 1
            assert max(counts, key=counts.get) == theme["panel"]
            other = DARK if theme is LIGHT else LIGHT
            assert other["panel"] not in counts
            if kind in (TreePage, LinePage):
                assert theme["accent"] in counts
