"""The list of the games of a file: its rows, filter and order, while the file is read and edited."""

from __future__ import annotations

import errno

import pytest
from many_games import ROWS, many_document, register_many
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QDropEvent

from viewer.base import catalogs
from viewer.base.files import FileSystem
from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.memory import MemoryCollection
from viewer.tree.node import Node
from viewer.tree.record import Header, Record
from viewer.ui.models.rows_model import KEY_ROLE
from viewer.ui.pages.games_page import GamesModel, GamesPage
from viewer.ui.session.record_session import RecordSession

WHITE, BLACK, RESULT, DATE, EVENT = range(1, 6)


@pytest.fixture
def open_study(qapp, monkeypatch):
    register_many(monkeypatch)
    sessions = []

    def make(rows=ROWS, known=None) -> RecordSession:
        sessions.append(RecordSession(many_document(rows, known)))
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()


@pytest.fixture
def show(qtbot, open_study):
    def make(*args, **more):
        session = open_study(*args, **more)
        page = GamesPage(session)
        qtbot.addWidget(page)
        page.resize(420, 300)
        page.show()
        page.activateWindow()
        page.view.setFocus()
        qtbot.waitUntil(page.view.hasFocus)
        return page, session

    return make


def numbers(model: GamesModel) -> list[int]:
    model._runner.run_now()
    return [int(model.index(row, 0).data()) for row in range(model.rowCount())]


def many(count: int):
    return [
        (f"W{n % 97}", f"B{n % 89}", "1-0", f"{1900 + n % 100}.01.01", f"E{n}")
        for n in range(count)
    ]


# ------------------------------------------------------------------------------------ the model


def test_rows_show_what_the_headers_say(open_study, qtmodeltester) -> None:
    model = GamesModel(open_study())
    qtmodeltester.check(model)
    titles = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert titles == ["No.", "Red", "Black", "Result", "Date", "Event"]
    rows = [[model.index(r, c).data() for c in range(6)] for r in range(model.rowCount())]
    assert rows[0] == ["1", "Anderssen", "Kieseritzky", "1–0", "1851.06.21", "London"]
    assert rows[1][DATE] == "1852"
    assert rows[3][RESULT] == "½–½"
    assert rows[4] == ["5", "", "Morphy", "0–1", "", "Paris"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("anderssen", [1, 2]),
        ("MORPHY paris", [3, 5]),
        ("anand polgar", [4]),
        ("Ánand", [4]),
        ("1851", [1]),
        ("0-1", [5]),
        ("nobody", []),
    ],
)
def test_a_filter_finds_words_in_any_header(open_study, qtmodeltester, typed, expected) -> None:
    model = GamesModel(open_study())
    model.set_filter(typed)
    assert numbers(model) == expected
    assert not model.busy
    qtmodeltester.check(model)


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        (WHITE, Qt.SortOrder.AscendingOrder, [1, 2, 3, 4, 5]),
        (WHITE, Qt.SortOrder.DescendingOrder, [4, 3, 1, 2, 5]),
        (BLACK, Qt.SortOrder.AscendingOrder, [4, 2, 3, 1, 5]),
        (DATE, Qt.SortOrder.DescendingOrder, [4, 3, 2, 1, 5]),
        (0, Qt.SortOrder.DescendingOrder, [5, 4, 3, 2, 1]),
        (0, Qt.SortOrder.AscendingOrder, [1, 2, 3, 4, 5]),
    ],
)
def test_each_column_sorts(open_study, qtmodeltester, column, order, expected) -> None:
    model = GamesModel(open_study())
    model.sort(column, order)
    assert numbers(model) == expected
    qtmodeltester.check(model)


def test_filter_and_order_together_and_back(open_study) -> None:
    model = GamesModel(open_study())
    model.sort(DATE, Qt.SortOrder.DescendingOrder)
    model.set_filter("anderssen")
    assert numbers(model) == [2, 1]
    model.set_filter("")
    assert numbers(model) == [4, 3, 2, 1, 5]
    model.sort(0)
    assert numbers(model) == [1, 2, 3, 4, 5]
    assert model.natural


def test_rows_come_while_games_are_found(open_study, qtmodeltester) -> None:
    session = open_study(many(40), 1)
    model = GamesModel(session)
    qtmodeltester.check(model)
    inserted = []
    model.rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))
    model.modelReset.connect(lambda: pytest.fail("rows that stay were taken away"))
    assert session.indexer.wait()
    assert model.rowCount() == 40
    assert inserted[0][0] == 1
    assert inserted[-1][1] == 39


def test_a_filter_goes_on_while_games_are_found(open_study) -> None:
    session = open_study(many(2000), 700)
    model = GamesModel(session)
    model.set_filter("w5")
    model._runner.run_now()
    before = model.rowCount()
    assert session.indexer.wait()
    assert len(numbers(model)) > before
    assert numbers(model) == [n + 1 for n in range(2000) if f"W{n % 97}".startswith("W5")]


def test_a_sorted_list_is_sorted_again_when_all_are_found(open_study) -> None:
    session = open_study(many(300), 5)
    model = GamesModel(session)
    model.sort(EVENT, Qt.SortOrder.DescendingOrder)
    assert numbers(model) == [5, 4, 3, 2, 1]
    assert session.indexer.wait()
    assert numbers(model) == list(range(300, 0, -1))


def test_typing_never_waits_for_the_last_filter(open_study) -> None:
    model = GamesModel(open_study(many(3000)))
    for typed in ("w", "w5", "w55"):
        model.set_filter(typed)
        assert model.busy
    assert numbers(model) == [n + 1 for n in range(3000) if n % 97 == 55]


def test_what_is_shown_now_is_marked(open_study) -> None:
    session = open_study()
    model = GamesModel(session)
    changed = []
    model.dataChanged.connect(lambda first, last, *_: changed.append((first.row(), last.row())))
    assert model.current_row == 0
    session.show(3)
    assert sorted(changed) == [(0, 0), (3, 3)]
    assert model.current_row == 3
    assert "shown now" in model.index(3, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "shown now" not in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    model.set_filter("anderssen")
    model._runner.run_now()
    assert model.current_row == -1


def test_edits_are_seen(open_study, qtmodeltester) -> None:
    session = open_study()
    model = GamesModel(session)
    qtmodeltester.check(model)
    assert model.index(0, WHITE).data() == "Anderssen"
    session.do(plans.header, "White", "Adolf")
    assert model.index(0, WHITE).data() == "Adolf"
    session.do(plans_records.remove, [1, 2])
    assert [model.index(row, WHITE).data() for row in range(3)] == ["Adolf", "Polgár", ""]
    model.set_filter("adolf")
    assert numbers(model) == [1]
    session.undo()
    assert numbers(model) == [1]
    session.undo()
    assert numbers(model) == []
    model.set_filter("anderssen")
    assert numbers(model) == [1, 2]


def test_of_many_rows_only_those_looked_at_are_asked_for(open_study, monkeypatch) -> None:
    session = open_study(many(20_000))
    asked = []
    collection = session.document._records.collection
    headers = collection.headers
    monkeypatch.setattr(
        collection, "headers", lambda index: (asked.append(index), headers(index))[1]
    )
    model = GamesModel(session)
    assert model.rowCount() == 20_000
    for row in range(15_000, 15_020):
        for column in range(model.columnCount()):
            model.index(row, column).data()
    assert set(range(15_000, 15_020)) <= set(asked) <= set(range(14_976, 15_040))


def test_a_drop_moves_a_game_in_the_order_of_the_file_only(open_study) -> None:
    model = GamesModel(open_study())
    data = model.mimeData([model.index(1, 0), model.index(1, 1)])
    assert model.drop_target(data, 4) == (1, 3)
    assert model.drop_target(data, 0) == (1, 0)
    assert model.drop_target(data, -1) == (1, 4)
    model.set_filter("a")
    model._runner.run_now()
    assert model.drop_target(data, 0) is None


# ------------------------------------------------------------------------------------- the page


def rows_chosen(page: GamesPage) -> list[int]:
    return sorted(index.row() for index in page.view.selectionModel().selectedRows())


def test_the_game_that_is_shown_is_chosen_and_in_sight(show) -> None:
    page, session = show(many(1000))
    session.show(700)
    assert rows_chosen(page) == [700]
    box = page.view.visualRect(page.model.index(700, 0))
    assert 0 <= box.top() < page.view.viewport().height()


def test_enter_opens_arrows_move_escape_leaves(show, qtbot) -> None:
    page, session = show()
    left = []
    page.left.connect(lambda: left.append(True))
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Down)
    qtbot.keyClick(page.view, Qt.Key.Key_Down)
    assert session.key == 0
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert session.key == 2
    qtbot.keyClick(page.view, Qt.Key.Key_End)
    assert rows_chosen(page) == [4]
    qtbot.keyClick(page.view, Qt.Key.Key_Home)
    assert rows_chosen(page) == [0]
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert left == [True]


def test_a_double_click_opens(show, qtbot) -> None:
    page, session = show()
    at = page.view.visualRect(page.model.index(3, WHITE)).center()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.key == 0
    assert rows_chosen(page) == [3]
    qtbot.mouseDClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.key == 3


def test_typing_goes_to_the_filter_and_down_goes_back(show, qtbot) -> None:
    page, session = show()
    page.view.setFocus()
    qtbot.keyClicks(page.view, "m")
    assert page.filter.hasFocus()
    qtbot.keyClicks(page.filter, "orphy")
    page.model._runner.run_now()
    assert page._count.text() == "2 of 5"
    qtbot.keyClick(page.filter, Qt.Key.Key_Down)
    assert page.view.hasFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert session.index == 2
    left = []
    page.left.connect(lambda: left.append(True))
    qtbot.keyClick(page.filter, Qt.Key.Key_Escape)
    assert left == [True]


def test_a_click_on_a_heading_sorts_and_the_game_stays_chosen(show, qtbot) -> None:
    page, session = show()
    session.show(1)
    header = page.view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(DATE) + 20, header.height() // 2)
    for _ in range(2):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    page.model._runner.run_now()
    assert [page.model.place_of(row) for row in range(5)] == [3, 2, 1, 0, 4]
    assert rows_chosen(page) == [2]
    assert page.neighbour_key(1) == 0
    assert page.neighbour_key(-1) == 2


def test_where_the_game_is_not_listed_the_next_is_the_first_found(show) -> None:
    page, session = show()
    page.filter.setText("paris")
    page.model._runner.run_now()
    assert page.neighbour_key(1) == 2
    session.show(4)
    assert page.neighbour_key(1) is None
    assert page.neighbour_key(-1) == 2


def test_a_game_dragged_in_the_list_is_told(show) -> None:
    page, _ = show()
    told = []
    page.view.dragged.connect(lambda *args: told.append(args))
    data = page.model.mimeData([page.model.index(0, 0)])
    box = page.view.visualRect(page.model.index(2, 0))
    event = QDropEvent(
        QPointF(box.center() + QPoint(0, 5)),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    page.view.dropEvent(event)
    assert told == [(0, 2)]
    assert event.isAccepted()
    assert page.model.rowCount() == 5


def test_the_list_is_spoken(show) -> None:
    page, _ = show()
    name = QAccessible.queryAccessibleInterface(page.view).text(QAccessible.Text.Name)
    assert name == "Games of the file"
    assert page.filter.accessibleName() == "Find games"
    spoken = page.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "1, Anderssen, Kieseritzky, 1–0, 1851.06.21, London, shown now"


# ----------------------------------------------------------------------------- finding the games


def test_finding_can_be_stopped_and_goes_on(open_study) -> None:
    session = open_study(many(60), 1)
    ended = []
    session.indexer.ended.connect(lambda: ended.append(session.indexer.complete))
    session.indexer.start()
    session.indexer.stop()
    assert ended == [False]
    assert not session.indexer.running
    assert len(session.document) == session.document._records.collection.known
    assert session.indexer.wait()
    assert len(session.document) == 60
    assert ended == [False, True]


def test_a_failure_is_a_sentence_and_what_was_found_stays(open_study) -> None:
    session = open_study(many(60), 7)
    session.document._records.collection.fails = OSError(errno.EIO, "Input/output error")
    assert not session.indexer.wait()
    assert len(session.document) == 7
    assert "the disk reports an error" in session.indexer.problem.text()


def test_a_key_role_names_the_record(open_study) -> None:
    session = open_study()
    model = GamesModel(session)
    session.do(plans_records.duplicate)
    assert model.index(1, 0).data(KEY_ROLE) == session.key


class Counted(FileSystem):
    """A file system that counts what is read of files."""

    reads = 0

    def read_at(self, fd: int, length: int, offset: int) -> bytes:
        self.reads += 1
        return super().read_at(fd, length, offset)


def test_painted_rows_are_read_column_by_column(qapp, tmp_path) -> None:
    game = (
        '[Event "E{0}"]\n[White "W{0}"]\n[Black "B{0}"]\n[Result "1-0"]\n\n{{'
        + "x" * 300
        + "}} 1-0\n\n"
    )
    path = tmp_path / "many.pgn"
    path.write_text("".join(game.format(number) for number in range(4_000)))
    files = Counted()
    session = RecordSession(open_document(str(path), files=files))
    assert session.indexer.wait()
    model = GamesModel(session)
    before = files.reads
    shown = [
        [model.text(row, column) for column in range(model.columnCount())]
        for row in range(960, 990)
    ]
    assert files.reads - before <= model.columnCount()
    event = [
        model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())
    ].index("Event")
    assert [row[event] for row in shown] == [f"E{number}" for number in range(960, 990)]
    session.close()


def test_choosing_all_rows_looks_at_those_in_sight_only(show, qapp, monkeypatch) -> None:
    page, _ = show(many(20_000))
    asked = []
    monkeypatch.setattr(GamesModel, "natural", property(lambda self: not asked.append(self)))
    page.view.selectAll()
    qapp.processEvents()
    assert page.view.selectionModel().isRowSelected(19_999)
    assert 0 < len(asked) < 1_000  # times that somebody asked whether a row can be chosen


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Title": "局"}, ["number", "title", "side0", "side1", "result"]),
        ({"Title": "局", "Red": "甲"}, ["number", "side0", "side1", "result", "date"]),
    ],
)
def test_titles_come_first_where_games_have_no_players(qapp, headers, expected) -> None:
    library = FORMATS["cbl"].load()
    said = tuple(Header(key, value) for key, value in headers.items())
    records = [Record("xiangqi", Node(0, None), said) for _ in range(3)]
    pieces = library.write(MemoryCollection("cbl", records)).pieces
    data = b"".join(piece_bytes(piece, None) for piece in pieces)
    session = RecordSession(Document(load_source(BytesSource(data, "a.cbl"))))
    columns = [column.role for column in GamesModel(session).columns]
    session.close()
    assert columns[:5] == expected


def ends(page) -> list[int]:
    columns = page.view.horizontalHeader()
    return [columns.sectionPosition(i) + columns.sectionSize(i) for i in range(columns.count())]


def test_no_column_is_cut_where_narrower_ones_fit(show):
    page, _ = show()
    page.resize(2000, 300)
    usual = ends(page)
    # The date ends beyond the edge by less than what names and results can do without.
    page.resize(usual[DATE] - 40 + page.width() - page.view.viewport().width(), 300)
    assert ends(page)[DATE] <= page.view.viewport().width() < usual[DATE]
    page.resize(2000, 300)
    assert ends(page) == usual


def test_results_that_are_sentences_fit_their_column(show):
    catalogs.choose("ja", {})
    try:
        page, _ = show()
        at = next(i for i, one in enumerate(page.view._model.columns) if one.role == "result")
        text = page.view.look.small.metrics.horizontalAdvance("黒時間切れ勝ち")
        assert page.view.horizontalHeader().sectionSize(at) >= text + 14
        assert ends(page)[at] <= page.view.viewport().width()
    finally:
        catalogs.choose("", {})


def test_columns_stay_as_wide_as_the_user_made_them(show):
    page, _ = show()
    page.view.horizontalHeader().resizeSection(WHITE, 260)
    own = ends(page)
    page.resize(440, 300)
    page.view.sortByColumn(DATE, Qt.SortOrder.AscendingOrder)
    assert ends(page) == own


def test_while_next_moves_are_hidden_no_filter_and_no_order_tells_results(open_study) -> None:
    session = open_study()
    model = GamesModel(session)
    result = [column.role for column in model.columns].index("result")
    resorted = []
    model.resorted.connect(lambda *order: resorted.append(order))
    model.set_filter("1-0")
    some = numbers(model)
    assert some
    session.conceal(True)
    assert numbers(model) == []
    model.set_filter("anderssen")
    assert numbers(model)
    model.set_filter("")
    model.sort(result)
    assert resorted == [(0, False)]
    assert numbers(model) == [1, 2, 3, 4, 5]
    session.conceal(False)
    model.sort(result)
    ordered = numbers(model)
    assert ordered != [1, 2, 3, 4, 5]
    session.conceal(True)
    assert resorted == [(0, False)] * 2
    assert numbers(model) == [1, 2, 3, 4, 5]
    session.conceal(False)
    model.set_filter("1-0")
    assert numbers(model) == some
