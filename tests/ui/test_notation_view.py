"""The notation page as a person meets it."""

from __future__ import annotations

from random import Random

import pytest
from desks import in_theme
from notation_game import GAME
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QFontInfo, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viewer.games.states import States
from viewer.scene.notation.blocks import BlockKind
from viewer.scene.theme import DARK, LIGHT
from viewer.tree.action import Move, Remark, Setup, Terminal
from viewer.tree.annotation import BEFORE, CLOCK, COMMENT, EVALUATION, GLYPHS
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetNote, Touched, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData
from viewer.ui.notation.laid import Tone, Word
from viewer.ui.notation.text import words_of
from viewer.ui.notation.view import NotationView
from viewer.ui.notation.visible_blocks import VisibleBlocks, move_tip

pytestmark = pytest.mark.gui


def record_of(moves: str) -> Record:
    """A main line of moves; ids count from 1."""
    root = Node(0, None)
    record = Record("plain", root)
    for move in moves.split():
        add(record, max(record.nodes), move)
    return record


def add(record: Record, parent: int, *moves: str, at: int | None = None) -> list[Touched]:
    """A line after a node; what it touched."""
    first = record.next_id
    rows = tuple(NodeData(first + i, i - 1, Move(move), {}) for i, move in enumerate(moves))
    place = len(record.nodes[parent].children) if at is None else at
    return [apply(record, Insert(parent, place, rows))[1]]


def do(view: NotationView, record: Record, *ops: Op) -> None:
    sight = sight_of(view)
    touched = [apply(record, op)[1] for op in ops]
    sight.setter.states.cut([None])
    view.record_changed(touched)


@pytest.fixture
def view(qtbot: QtBot) -> NotationView:
    view = NotationView()
    qtbot.addWidget(view)
    view.resize(420, 400)
    view.show()
    return view


def put(view: NotationView, record: Record) -> NotationView:
    view.set_record(record, GAME, States(GAME, record), "plain")
    return view


def sight_of(view: NotationView) -> VisibleBlocks:
    assert view._sight is not None
    return view._sight


def words(view: NotationView) -> list[list[str]]:
    """What is seen, a list a block."""
    sight = sight_of(view)
    found = []
    for index, _ in sight.seen:
        laid = sight.laid(index)
        found.append([word.text for word in laid.words])
        if laid.text is not None:
            found[-1] = laid.text.text().split("\u2028")
    return found


def word(view: NotationView, text: str) -> Word:
    sight = sight_of(view)
    return next(w for i, _ in sight.seen for w in sight.laid(i).words if w.text == text)


def centre(view: NotationView, node: Node) -> QPoint:
    rect = sight_of(view).rect_of(node)
    assert rect is not None
    return rect.center()


def grow(qtbot: QtBot, view: NotationView) -> None:
    qtbot.waitUntil(lambda: not sight_of(view).page.busy)


# -------------------------------------------------------------------------------- what is written


def test_rows_have_a_number_and_two_moves(view: NotationView) -> None:
    put(view, record_of("a b c"))
    assert words(view) == [["1", "a", "b"], ["2", "c"]]


def test_a_reply_after_a_comment_has_dots_before_it(view: NotationView) -> None:
    record = record_of("a b c")
    apply(record, SetNote(1, COMMENT, "why\n\nso"))
    put(view, record)
    assert words(view) == [["1", "a"], ["why", "", "so"], ["1", "…", "b"], ["2", "c"]]


def test_the_second_side_may_begin(view: NotationView) -> None:
    record = record_of("a b")
    do(put(view, record), record, SetAction(0, Setup("second")))
    assert words(view) == [["1", "…", "a"], ["2", "b"]]


def test_dots_are_of_the_font_of_the_numbers_in_rows_and_in_flow(view: NotationView) -> None:
    record = record_of("a b c")
    do(put(view, record), record, SetAction(0, Setup("second")))
    laid = view._sight.setter.lay(view._sight.page.blocks[0])
    faces = {word.text: word.face for word in laid.words}
    assert faces["…"] is faces["1"] is not faces["a"]


def test_a_sideline_flows_with_its_numbers_and_comments(view: NotationView) -> None:
    record = record_of("a b c")
    add(record, 1, "d", "e", "f")
    apply(record, SetNote(5, COMMENT, "short words"))
    put(view, record)
    assert words(view) == [
        ["1", "a", "b"],
        ["1…", "d", "2.", "e", "short words", "2…", "f"],
        ["2", "c"],
    ]
    assert word(view, "d").tone is Tone.MOVE
    assert word(view, "e").tone is Tone.GREY
    assert word(view, "short words").tone is Tone.SAID


def test_glyphs_are_good_or_bad_or_neither(view: NotationView) -> None:
    record = record_of("a b")
    do(put(view, record), record, SetNote(1, GLYPHS, (5, 10)), SetNote(2, GLYPHS, (4, 999)))
    assert words(view) == [["1", "a", "!?", "=", "b", "??", "$999"]]
    tones = [word(view, sign).tone for sign in ("!?", "=", "??")]
    assert tones == [Tone.GOOD, Tone.GREY, Tone.BAD]


def test_a_move_against_the_rules_is_underlined(view: NotationView) -> None:
    record = record_of("a xb")
    put(view, record)
    laid = sight_of(view).laid(0)
    assert [wave.node.id for wave in laid.waves] == [2]
    assert laid.waves[0].y > word(view, "xb").baseline


def test_what_is_no_move_can_be_seen(view: NotationView) -> None:
    record = record_of("a b c d e")
    apply(record, SetAction(2, Remark("hello")))
    apply(record, SetAction(3, None))
    apply(record, SetAction(4, Setup("first")))
    apply(record, SetAction(5, Terminal("resigns")))
    put(view, record)
    assert words(view) == [["1", "a"], ["hello"], ["—"], ["Position"], ["1", "…", "resigns"]]


def test_a_long_text_is_cut_to_its_cell(view: NotationView) -> None:
    record = record_of("a" + "m" * 200 + " b")
    add(record, 0, "d" * 300)
    put(view, record)
    sight = sight_of(view)
    for index, _ in sight.seen:
        for one in sight.laid(index).words:
            assert one.x + one.face.width(one.text) <= view.width()


@pytest.mark.parametrize("glyphs", [(220,), (220, 1), (1, 220, 5, 10)])
def test_a_move_is_not_cut_for_what_stands_behind_it(view: NotationView, glyphs: tuple) -> None:
    for count in range(1, 40):  # of each width
        record = record_of("m" * count + " a")
        put(view, record)
        if words(view)[0][1] != "m" * count:
            break  # too wide even alone
        do(view, record, SetNote(1, GLYPHS, glyphs))
        assert words(view)[0][1] == "m" * count
    else:
        pytest.fail("All of them were narrow.")


def test_odd_characters_do_no_harm(view: NotationView) -> None:
    record = record_of("a b")
    add(record, 0, "c")
    text = "tab\there \x00\x07 \ud83d half 😀😀 \u202e turned"
    for id in (1, 3):
        apply(record, SetNote(id, COMMENT, text))
    put(view, record)
    view.grab()
    assert not any("\x07" in text for block in words(view) for text in block)


@pytest.mark.parametrize("text", ["one two", "先手，对局（注）", "a😀b c", "", "  "])
def test_a_text_in_words_is_all_of_it(text: str, qapp: QApplication) -> None:
    assert "".join(words_of(text)) == text


def test_a_flow_breaks_between_words(view: NotationView) -> None:
    record = record_of("a")
    add(record, 0, *(f"move{i}" for i in range(40)))
    apply(record, SetNote(5, COMMENT, "a comment in the flow, of some words"))
    put(view, record)
    sight = sight_of(view)
    laid = sight.laid(1)
    lines = sorted({one.baseline for one in laid.words})
    assert len(lines) > 3
    assert laid.height == sight.page.measures.small_gap + len(lines) * sight.page.measures.line
    for one in laid.words:
        end = one.x + one.face.width(one.text.rstrip())
        assert sight.page.measures.text_left(1) <= one.x < end <= sight.page.measures.right
    for before, after in zip(laid.words, laid.words[1:], strict=False):
        assert (before.baseline, before.x) < (after.baseline, after.x)


def test_another_style_writes_all_moves_anew(view: NotationView) -> None:
    record = record_of("a b")
    put(view, record)
    view.set_current(2)
    view.set_style("loud")
    assert words(view) == [["1", "A", "B"]]
    assert view.accessibleDescription() == "1… B"


# --------------------------------------------------------------------------------------- its look


def colour_at(view: NotationView, point: QPoint) -> str:
    image = view.viewport().grab().toImage()
    scale = image.devicePixelRatio()
    return QColor(image.pixel(round(point.x() * scale), round(point.y() * scale))).name().upper()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_current_move_is_filled(view: NotationView, theme) -> None:
    record = record_of("a b c")
    add(record, 1, "d", "e")
    put(view, record)
    with in_theme(theme):
        for id in (2, 5):
            node = record.nodes[id]
            view.set_current(id)
            rect = sight_of(view).rect_of(node)
            assert rect is not None
            edge = QPoint(rect.center().x(), rect.bottom() - 2)
            assert colour_at(view, edge) == theme["accent"]
            other = sight_of(view).rect_of(record.nodes[1])
            assert other is not None
            assert colour_at(view, QPoint(other.center().x(), other.bottom() - 2)) == theme["panel"]


def test_the_move_under_the_pointer_is_set_off(view: NotationView) -> None:
    record = record_of("a b c")
    put(view, record)
    rect = sight_of(view).rect_of(record.nodes[2])
    assert rect is not None
    edge = QPoint(rect.center().x(), rect.bottom() - 2)
    point = QPointF(edge)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        point,
        view.viewport().mapToGlobal(point),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with in_theme(LIGHT):
        QApplication.sendEvent(view.viewport(), move)
        assert colour_at(view, edge) == LIGHT["chip"]
        QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
        view.leaveEvent(QEvent(QEvent.Type.Leave))
        assert colour_at(view, edge) == LIGHT["panel"]


def test_columns_stay_where_they_are(view: NotationView) -> None:
    record = record_of("a b c " + "m" * 90 + " e f")
    apply(record, SetNote(1, COMMENT, "why"))
    put(view, record)
    sight = sight_of(view)
    sides = {cell.rect.left() for i, _ in sight.seen for cell in sight.laid(i).cells if cell.move}
    assert len(sides) == 2


def test_everything_grows_with_the_font(view: NotationView) -> None:
    record = record_of("a b c d")
    put(view, record)
    row = sight_of(view).page.measures.row
    font = view.font()
    font.setPixelSize(2 * QFontInfo(font).pixelSize())
    view.setFont(font)
    assert sight_of(view).page.measures.row == pytest.approx(2 * row, abs=2)
    assert sight_of(view).laid(0).height == sight_of(view).page.measures.row
    assert words(view) == [["1", "a", "b"], ["2", "c", "d"]]


# ------------------------------------------------------------------------------- clicks and keys


def test_a_click_on_a_move_activates_it(view: NotationView, qtbot: QtBot) -> None:
    record = record_of("a b c")
    put(view, record)
    with qtbot.waitSignal(view.nodeActivated) as got:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, record.nodes[3])
        )
    assert got.args == [3]


def test_a_click_on_a_comment_activates_its_move(view: NotationView, qtbot: QtBot) -> None:
    record = record_of("a b")
    add(record, 1, "c")
    apply(record, SetNote(1, COMMENT, "a paragraph"))
    apply(record, SetNote(3, COMMENT, "inline"))
    put(view, record)
    sight = sight_of(view)
    for index, y in sight.seen:
        for cell in sight.laid(index).cells:
            if not cell.move:
                point = cell.rect.center().toPoint() + QPoint(0, y)
                with qtbot.waitSignal(view.nodeActivated) as got:
                    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
                assert got.args == [cell.node.id]


def test_a_click_beside_everything_does_nothing(view: NotationView, qtbot: QtBot) -> None:
    put(view, record_of("a"))
    with qtbot.assertNotEmitted(view.nodeActivated):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 300))


def test_the_menu_is_asked_for_by_mouse_and_by_keyboard(view: NotationView, qtbot: QtBot) -> None:
    record = record_of("a b c")
    put(view, record)
    view.set_current(2)
    point = centre(view, record.nodes[3])
    for reason, id in (
        (QContextMenuEvent.Reason.Mouse, 3),
        (QContextMenuEvent.Reason.Keyboard, 2),
    ):
        where = view.viewport().mapToGlobal(point)
        with qtbot.waitSignal(view.contextRequested) as got:
            QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, point, where))
        assert got.args[0] == id


@pytest.mark.parametrize(
    "key", [Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Home]
)
def test_keys_are_left_to_the_window(view: NotationView, key: Qt.Key) -> None:
    put(view, record_of("a " * 200))
    before = view.verticalScrollBar().value()
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    view.keyPressEvent(event)
    assert not event.isAccepted()
    assert view.verticalScrollBar().value() == before


def test_the_wheel_scrolls(view: NotationView) -> None:
    put(view, record_of("a " * 200))
    before = list(sight_of(view).seen)
    point = QPointF(50, 50)
    wheel = QWheelEvent(
        point,
        view.viewport().mapToGlobal(point),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), wheel)
    after = sight_of(view).seen
    assert after[0].number * 25 - after[0].y > before[0].number * 25 - before[0].y


def test_it_says_which_move_is_current(view: NotationView) -> None:
    record = record_of("a b c")
    put(view, record)
    assert view.accessibleName() == "Notation"
    assert view.accessibleDescription() == "Start of the record"
    view.set_current(2)
    assert view.accessibleDescription() == "1… b"
    view.set_current(3)
    assert view.accessibleDescription() == "2. c"


# -------------------------------------------------------------------------------------- scrolling


def with_comments(count: int) -> Record:
    record = record_of("a b " * count)
    for id in range(7, 2 * count, 14):
        text = "a comment of several words that goes on for more than a line, " * (id % 5 + 1)
        apply(record, SetNote(id, COMMENT, text))
    return record


def test_the_current_move_is_always_in_sight(view: NotationView, qtbot: QtBot) -> None:
    record = with_comments(300)
    put(view, record)
    grow(qtbot, view)
    random = Random(5)
    walk = [*range(1, 120), *range(120, 20, -1), *(random.randrange(1, 600) for _ in range(60))]
    for id in [*walk, 600, 1, 0]:
        view.set_current(id)
        if id:
            rect = sight_of(view).rect_of(record.nodes[id])
            assert rect is not None
            assert rect.top() >= 0
            assert rect.bottom() <= view.viewport().height()
    assert view.verticalScrollBar().value() == 0


def test_a_step_within_the_middle_third_moves_nothing(view: NotationView) -> None:
    record = record_of("a b " * 100)
    put(view, record)
    view.set_current(100)
    before = list(sight_of(view).seen)
    for id in (101, 102, 103, 104, 103, 102, 101, 100):
        view.set_current(id)
        assert sight_of(view).seen == before


def test_the_current_move_stands_in_the_middle_third(view: NotationView) -> None:
    record = record_of("a b " * 100)
    put(view, record)
    for id in (*range(30, 170), *range(170, 30, -1)):
        view.set_current(id)
        rect = sight_of(view).rect_of(record.nodes[id])
        assert rect is not None
        high = view.viewport().height()
        assert high / 3 - 1 <= rect.top() <= rect.bottom() <= high * 2 / 3 + 1


def test_the_current_move_stays_visible_where_the_page_gets_low(view: NotationView) -> None:
    record = record_of("a b " * 100)
    put(view, record)
    view.set_current(100)
    for width, height in ((420, 300), (420, 200), (400, 120), (380, 60), (300, 50)):
        view.resize(width, height)
        rect = sight_of(view).rect_of(record.nodes[100])
        assert rect is not None
        assert 0 <= rect.top() <= rect.bottom() <= view.viewport().height()


def test_a_clicked_move_stays_under_the_pointer(view: NotationView, qtbot: QtBot) -> None:
    record = record_of("a b " * 100)
    put(view, record)
    view.nodeActivated.connect(view.set_current)
    view.set_current(100)
    before = list(sight_of(view).seen)
    for id in (92, 108, 100):
        rect = sight_of(view).rect_of(record.nodes[id])
        assert rect is not None
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
        assert view._current is record.nodes[id]
        assert sight_of(view).seen == before


def test_the_page_can_be_scrolled_from_end_to_end(view: NotationView, qtbot: QtBot) -> None:
    record = with_comments(300)
    put(view, record)
    grow(qtbot, view)
    bar = view.verticalScrollBar()
    seen = {index for index, _ in sight_of(view).seen}
    while bar.value() < bar.maximum():
        before = bar.value()
        bar.setValue(min(bar.value() + 150, bar.maximum()))
        seen.update(index for index, _ in sight_of(view).seen)
        assert bar.value() > before
    page = sight_of(view).page
    assert seen == set(range(len(page.blocks)))
    index, y = sight_of(view).seen[-1]
    assert index == len(page.blocks) - 1
    end = y + sight_of(view).laid(index).height
    assert end == view.viewport().height() - page.measures.padding
    bar.setValue(0)
    assert sight_of(view).seen[0] == (0, page.measures.padding)


def test_the_bar_jumps_anywhere(view: NotationView, qtbot: QtBot) -> None:
    record = with_comments(2_000)
    put(view, record)
    grow(qtbot, view)
    bar = view.verticalScrollBar()
    for part in (0.5, 0.9, 0.1, 1.0, 0.0):
        bar.setValue(round(bar.maximum() * part))
        sight = sight_of(view)
        index = sight.seen[0].number
        assert abs(index / len(sight.page.blocks) - part) < 0.2
        assert bar.value() == sight.value


def test_a_short_page_stands_at_the_top(view: NotationView) -> None:
    put(view, record_of("a b c"))
    assert sight_of(view).seen[0].y == sight_of(view).page.measures.padding
    assert view.verticalScrollBar().maximum() == 0


def test_another_width_keeps_the_current_move_in_its_place(
    view: NotationView, qtbot: QtBot
) -> None:
    record = with_comments(300)
    put(view, record)
    grow(qtbot, view)
    view.set_current(301)
    before = sight_of(view).rect_of(record.nodes[301])
    view.resize(300, 400)
    after = sight_of(view).rect_of(record.nodes[301])
    assert before is not None
    assert after is not None
    assert before.top() == after.top()
    assert before.width() > after.width()


def test_the_rest_of_a_long_record_is_made_in_time(view: NotationView, qtbot: QtBot) -> None:
    record = record_of("")
    add(record, 0, *("ab" * 10_000))
    put(view, record)
    assert not sight_of(view).page.complete
    grow(qtbot, view)
    assert len(sight_of(view).page.blocks) == 10_000
    bar = view.verticalScrollBar()
    row = sight_of(view).page.measures.row
    padding = 2 * sight_of(view).page.measures.padding
    assert bar.maximum() + bar.pageStep() == 10_000 * row + padding


def test_the_end_is_reached_before_the_rest_is_made(view: NotationView) -> None:
    record = record_of("")
    add(record, 0, *("ab" * 10_000))
    put(view, record)
    view.set_current(20_000)
    assert sight_of(view).rect_of(record.nodes[20_000]) is not None


def test_three_thousand_nested_lines_can_be_read(view: NotationView) -> None:
    record = record_of("a")
    node = 1
    for _ in range(3_000):
        add(record, node, "b")
        add(record, node, "c", "d")
        node = record.next_id - 1
    put(view, record)
    view.set_current(node)
    sight = sight_of(view)
    rect = sight.rect_of(record.nodes[node])
    assert rect is not None
    assert rect.left() < sight.page.measures.right - 50
    view.grab()


# ---------------------------------------------------------------------------------------- editing


def test_an_edit_above_does_not_move_the_current_move(view: NotationView, qtbot: QtBot) -> None:
    record = with_comments(300)
    put(view, record)
    grow(qtbot, view)
    view.set_current(301)
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 30)
    before = sight_of(view).rect_of(record.nodes[301])
    assert before is not None
    do(view, record, SetNote(297, COMMENT, "long " * 200))
    assert sight_of(view).rect_of(record.nodes[301]) == before
    do(view, record, SetNote(3, COMMENT, "far above\n" * 30))
    assert sight_of(view).rect_of(record.nodes[301]) == before
    touched = add(record, 299, *"xyz" * 20)
    view.record_changed(touched)
    assert sight_of(view).rect_of(record.nodes[301]) == before


def test_an_edit_out_of_sight_of_the_current_move_keeps_the_page(
    view: NotationView, qtbot: QtBot
) -> None:
    record = with_comments(300)
    put(view, record)
    grow(qtbot, view)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    top = sight_of(view).seen[0]
    block = sight_of(view).page.blocks[top.number]
    do(view, record, SetNote(1, COMMENT, "something\nquite\nnew"))
    after = sight_of(view).seen[0]
    assert sight_of(view).page.blocks[after.number] is block
    assert after.y == top.y


def test_a_removed_current_move_is_no_longer_current(view: NotationView) -> None:
    record = record_of("a b c d")
    put(view, record)
    view.set_current(4)
    do(view, record, Remove(3))
    assert words(view) == [["1", "a", "b"]]
    view.set_current(4)
    assert view.accessibleDescription() == "Start of the record"
    view.set_current(2)
    assert view.accessibleDescription() == "1… b"


def test_a_page_in_the_middle_of_a_removed_branch_goes_to_where_it_was(
    view: NotationView, qtbot: QtBot
) -> None:
    record = record_of("a b c")
    add(record, 2, *("long" for _ in range(2_000)))
    put(view, record)
    grow(qtbot, view)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    do(view, record, Remove(4))
    assert words(view) == [["1", "a", "b"], ["2", "c"]]


def test_the_first_move_of_an_empty_record_appears(view: NotationView) -> None:
    record = record_of("")
    put(view, record)
    assert words(view) == []
    view.grab()
    view.record_changed(add(record, 0, "a"))
    assert words(view) == [["1", "a"]]


def test_facets_that_are_not_shown_change_nothing(view: NotationView) -> None:
    record = record_of("a b")
    put(view, record)
    laid = sight_of(view).laid(0)
    view.record_changed([Touched("marks", 1), Touched("headers", None)])
    assert sight_of(view).laid(0) is laid


def test_without_a_record_there_is_nothing(view: NotationView) -> None:
    view.set_current(3)
    view.record_changed([Touched("children", 0)])
    view.set_style("loud")
    view.grab()
    put(view, record_of("a b " * 100))
    view.clear()
    view.grab()
    assert view.verticalScrollBar().maximum() == 0


def random_op(random: Random, record: Record) -> Op:
    node = record.nodes[random.choice(sorted(record.nodes))]
    kind = random.choice(["insert", "insert", "remove", "reorder", "note", "glyphs", "action"])
    if kind == "remove" and node.parent is not None:
        return Remove(node.id)
    if kind == "reorder" and node.children:
        places = range(len(node.children))
        return Reorder(node.id, random.choice(places), random.choice(places))
    if kind == "note":
        texts = ["", "short", "other", "a paragraph\nof two lines", "words " * 20]
        return SetNote(node.id, COMMENT, random.choice(texts))
    if kind == "glyphs":
        return SetNote(node.id, GLYPHS, random.choice([(), (1,), (2, 10)]))
    if kind == "action" and node.parent is not None:
        return SetAction(node.id, random.choice([Move("other"), Move("xo"), None]))
    first = record.next_id
    rows = [
        NodeData(
            first + i, random.randrange(max(i - 2, 0), i) if i else -1, Move(f"m{first + i}"), {}
        )
        for i in range(random.randint(1, 6))
    ]
    return Insert(node.id, random.randint(0, len(node.children)), tuple(rows))


@pytest.mark.parametrize("seed", range(12))
def test_after_any_edits_it_reads_as_if_opened_afresh(
    view: NotationView, qtbot: QtBot, seed: int
) -> None:
    random = Random(seed)
    record = record_of("a b c d")
    view.resize(420, 4_000)
    put(view, record)
    fresh = NotationView()
    qtbot.addWidget(fresh)
    fresh.resize(420, 4_000)
    fresh.show()
    for _ in range(25):
        many = random.choice([1, 1, 2])
        touched = [apply(record, random_op(random, record))[1] for _ in range(many)]
        sight_of(view).setter.states.cut([None])
        view.record_changed(touched)
        view.set_current(random.choice(sorted(record.nodes)))
        put(fresh, record)
        grow(qtbot, view)
        grow(qtbot, fresh)
        assert words(view) == words(fresh)
        sights = sight_of(view), sight_of(fresh)
        kinds = [[sight.page.blocks[i].kind for i, _ in sight.seen] for sight in sights]
        assert kinds[0] == kinds[1]
        assert all(isinstance(kind, BlockKind) for kind in kinds[0])
        heights = [[s.laid(i).height for i, _ in s.seen] for s in sights]
        assert heights[0] == heights[1]


def test_a_comment_ahead_of_a_move_stands_above_it(view: NotationView) -> None:
    record = record_of("a b e")
    add(record, 1, "c", "d")  # 4 and 5, instead of b
    put(view, record)
    before = words(view)
    do(view, record, SetNote(4, BEFORE, "Ahead of c."))
    sight = sight_of(view)
    index = sight.page.find(record.node(4))
    assert index is not None
    laid = sight.laid(index)
    assert laid.text is not None
    assert laid.text.text() == "Ahead of c."
    comment, move = laid.cells[0], laid.cell(record.node(4))
    assert not comment.move
    assert move is not None
    assert comment.rect.bottom() <= move.rect.top() + 1
    do(view, record, SetNote(4, BEFORE, ""))
    assert sight.laid(index).text is None
    assert words(view) == before


def test_a_comment_ahead_begins_a_row(view: NotationView) -> None:
    record = record_of("a b e f")
    add(record, 1, "c", "d")  # 5 and 6, instead of b
    do(put(view, record), record, SetNote(6, BEFORE, "x"), SetNote(4, BEFORE, "y"))
    sight = sight_of(view)
    firsts = [sight.page.blocks[index].first.id for index, _ in sight.seen]
    assert firsts == [1, 5, 6, 3, 4]


def test_evaluations_stand_behind_moves_and_times_on_demand(view: NotationView) -> None:
    record = record_of("a b")
    notes = [
        SetNote(1, EVALUATION, "+0.35"),
        SetNote(1, CLOCK, "1:00:00"),
        SetNote(1, GLYPHS, (1,)),
    ]
    do(put(view, record), record, *notes)
    assert words(view) == [["1", "a", "!", "+0.35", "b"]]
    view.set_asides([EVALUATION, CLOCK])
    assert words(view) == [["1", "a", "!", "+0.35", "1:00:00", "b"]]
    view.set_asides([])
    assert words(view) == [["1", "a", "!", "b"]]
    tip = move_tip(sight_of(view).setter.states, record.node(1))
    assert tip == "good move\nFirst is 0.35 pawns ahead\nClock 1:00:00"


def test_where_line_breaks_are_layout_they_are_blanks(view: NotationView) -> None:
    record = record_of("a b")
    record.node(1).notes = {COMMENT: "one\ntwo\n\nthree"}
    for flowing, expected in (
        (False, "one\u2028two\u2028\u2028three"),
        (True, "one two\u2028three"),
    ):
        view.set_record(record, GAME, States(GAME, record), "plain", flowing)
        sight = sight_of(view)
        texts = [sight.laid(index).text for index, _ in sight.seen]
        assert [text.text() for text in texts if text is not None] == [expected]


def test_tags_for_looks_are_left_out_where_a_format_has_them(view: NotationView) -> None:
    record = record_of("a b")
    record.node(1).notes = {COMMENT: "[color=blue][center]A plan[/center][/color] [h2e2]"}
    for tagged, expected in ((True, "A plan [h2e2]"), (False, record.node(1).comment)):
        view.set_record(record, GAME, States(GAME, record), "plain", tagged=tagged)
        sight = sight_of(view)
        texts = [sight.laid(index).text for index, _ in sight.seen]
        assert [text.text() for text in texts if text is not None] == [expected]


def test_an_evaluation_at_the_move_is_left_out_of_its_comment(view: NotationView) -> None:
    record = record_of("a b")
    record.node(1).notes = {COMMENT: "even\n*評価値=80\n*読み筋=x"}
    record.node(2).notes = {COMMENT: "*評価値=-20"}
    put(view, record)
    assert comments(view) == ["even\u2028*読み筋=x"]
    view.set_asides([])
    assert comments(view) == ["even\u2028*評価値=80\u2028*読み筋=x", "*評価値=-20"]
    view.set_asides([EVALUATION])
    assert comments(view) == ["even\u2028*読み筋=x"]
    do(view, record, SetNote(1, EVALUATION, "0.10"))  # another value stands at the move
    do(view, record, SetNote(2, COMMENT, "*評価値=-20\nwhy"))
    assert comments(view) == ["even\u2028*評価値=80\u2028*読み筋=x", "why"]


def comments(view: NotationView) -> list[str]:
    """The comments that are shown as paragraphs."""
    sight = sight_of(view)
    texts = [sight.laid(index).text for index, _ in sight.seen]
    return [text.text() for text in texts if text is not None]
