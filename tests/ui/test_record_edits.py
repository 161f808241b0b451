"""Games of a file shown one after the other, inserted, moved, deleted, copied – in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import forget_changes, make_window, write_file
from many_games import ROWS, many_document, register_many
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.jobs import JobStep
from viewer.document import plans
from viewer.document.clip import clip_records
from viewer.document.edits import RecordData
from viewer.document.workspace import Workspace
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.tasks import TaskLine
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

pytestmark = pytest.mark.bare


@pytest.fixture
def open_window(qtbot, monkeypatch, tmp_path):
    register_many(monkeypatch)

    def make(rows=ROWS, known=None) -> Window:
        window = Window(Workspace(), Store(str(tmp_path / "settings")))
        window.settings.set("animate", False)
        window.resize(1280, 800)
        qtbot.addWidget(window, before_close_func=forget_changes)
        document = many_document(rows, known)
        window.workspace.documents.append(document)
        window.add_document(document)
        window.show()
        window.activateWindow()
        window.finish()
        window.focus_board()
        qtbot.waitUntil(lambda: window.session.indexer.complete)
        return window

    return make


@pytest.fixture
def window(open_window) -> Window:
    return open_window()


def run(window: Window, *ids: str) -> None:
    for id in ids:
        window.run(COMMANDS[id])


def press(window: Window, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def whites(window: Window) -> list[str]:
    document = window.session.document
    return document.values("White", 0, len(document))


def games_page(window: Window):
    window.show_page("games")
    return window.desk.panels.page("games")


# ------------------------------------------------------------------------------------- showing


def test_keys_go_from_game_to_game_and_each_remembers_where_one_stood(window: Window) -> None:
    press(window, "Right")
    press(window, "Ctrl+PgDown")
    assert (window.session.index, window.session.node.id) == (1, 0)
    assert window.desk.panels.title._title.text() == "Anderssen – Dufresne"
    press(window, "End")
    press(window, "Ctrl+PgUp")
    assert (window.session.index, window.session.node.id) == (0, 1)
    press(window, "Ctrl+PgUp")
    assert window.session.index == 0
    press(window, "Ctrl+PgDown")
    assert (window.session.index, window.session.node.id) == (1, 3)


def test_the_window_says_which_game_it_is(window: Window) -> None:
    window.session.show(2)
    assert window.windowTitle().startswith("Morphy")
    assert window.status._place.text() == "game 3 of 5"


def test_undo_goes_to_the_game_that_was_edited(window: Window) -> None:
    session = window.session
    session.go_to(2)
    session.play(Move("z"))
    edited = session.node.id
    session.show(3)
    session.play(Move("y"))
    session.show(4)
    run(window, "undo")
    assert (session.key, session.node.id) == (3, 0)
    run(window, "undo")
    assert (session.key, session.node.id) == (0, 2)
    session.show(4)
    run(window, "redo")
    assert (session.key, session.node.id) == (0, edited)
    assert window.session.document.history.redo_words is not None


def test_edits_of_records_do_not_throw_back_to_the_first_game(window: Window) -> None:
    session = window.session
    session.show(3)
    session.go_to(2)
    record = session.record
    run(window, "game-up")
    assert session.record is record
    assert (session.index, session.node.id) == (2, 2)
    assert whites(window)[2] == "Polgár"
    assert "•" in window.top.tabs.tabText(0)


def test_findings_are_those_of_the_game_that_is_shown(window: Window) -> None:
    session = window.session
    session.show(2)
    session.play(Move("x-illegal"))
    session.rules.judging.run_now()
    assert len(session.findings.here) == 1
    session.show(1)
    session.rules.judging.run_now()
    assert session.findings.here == []


# ------------------------------------------------------------------------------------ editing


def test_a_new_game_stands_behind_and_is_shown(window: Window) -> None:
    window.session.show(1)
    press(window, "Ctrl+I")
    assert window.session.index == 2
    assert [header.key for header in window.session.record.headers] == ["White", "Event"]
    assert len(window.session.document) == 6
    press(window, "Ctrl+Z")
    assert window.session.index == 1
    assert whites(window) == [row[0] for row in ROWS]
    assert window.session.document.history.unused


def test_a_duplicate_is_shown_at_the_same_move(window: Window) -> None:
    window.session.show(1)
    window.session.go_to(2)
    press(window, "Ctrl+D")
    assert (window.session.index, window.session.node.id) == (2, 2)
    assert window.session.record.header("Black") == "Dufresne"


def test_of_the_list_the_chosen_game_is_duplicated(window: Window) -> None:
    page = games_page(window)
    page.view.setFocus()
    page.view.choose_row(3)
    before = whites(window)
    assert before[3] != before[0]
    run(window, "duplicate-game")
    assert whites(window) == [*before[:4], *before[3:]]


def test_a_deleted_game_gives_way_to_its_neighbour_and_comes_back(window: Window) -> None:
    session = window.session
    session.show(4)
    session.go_to(2)
    press(window, "Ctrl+Shift+Del")
    assert (session.index, session.record.header("White")) == (3, "Polgár")
    assert "Ctrl+Z" in window.status.said
    press(window, "Ctrl+Z")
    assert (session.index, session.node.id) == (4, 2)
    assert session.record.header("Black") == "Morphy"


def test_the_last_game_gives_way_to_a_new_one(open_window) -> None:
    window = open_window(ROWS[:1])
    assert "games" not in window.desk.panels.cell("games").seen()
    run(window, "delete-games")
    assert len(window.session.document) == 1
    assert window.session.record.header("White") == ""
    run(window, "undo")
    assert window.session.record.header("White") == "Anderssen"


def test_games_chosen_in_the_list_are_meant(qtbot, window: Window) -> None:
    page = games_page(window)
    page.view.setFocus()
    page.view.choose_row(1)
    QTest.keyClick(page.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert whites(window) == ["Anderssen", "Polgár", "?"]
    assert window.session.index == 0
    assert "2 games" in window.status.said
    run(window, "undo")
    assert len(window.session.document) == 5


def test_the_list_has_a_menu_of_what_can_be_done(window: Window) -> None:
    page = games_page(window)
    asked = []
    window.menus.actions.open_context = lambda ids, point, flat: asked.append(tuple(ids))
    page.view.customContextMenuRequested.emit(page.view.visualRect(page.model.index(2, 1)).center())
    assert "delete-games" in asked[0]
    assert page.view.keys_chosen() == [2]


def test_a_game_moves_in_the_list_by_keys_and_by_dragging(window: Window) -> None:
    page = games_page(window)
    page.view.setFocus()
    page.view.choose_row(4)
    run(window, "game-up", "game-up")
    assert list(window.session.document.keys()) == [0, 1, 4, 2, 3]
    assert page.view.keys_chosen() == [4]
    page.view.dragged.emit(0, 4)
    assert list(window.session.document.keys()) == [1, 4, 2, 3, 0]
    assert page.view.keys_chosen() == [0]
    page.view.dragged.emit(1, 0)
    assert list(window.session.document.keys()) == [4, 1, 2, 3, 0]
    assert page.view.keys_chosen() == [4]
    assert window.session.index == 4


def test_several_games_move_together_and_stay_chosen(window: Window) -> None:
    page = games_page(window)
    page.view.setFocus()
    page.view.choose_rows([1, 2, 4])
    assert page.view.keys_chosen() == [1, 2, 4]
    run(window, "game-up")
    assert list(window.session.document.keys()) == [1, 2, 0, 4, 3]
    assert page.view.keys_chosen() == [1, 2, 4]
    run(window, "undo")
    assert list(window.session.document.keys()) == [0, 1, 2, 3, 4]


def test_copied_games_are_pasted_with_all_they_say(window: Window) -> None:
    session = window.session
    session.show(1)
    session.do(plans.comment, "well")
    run(window, "copy-games")
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasFormat(clip_records.MEDIA_TYPE)
    assert "Dufresne" in data.text()
    session.show(4)
    run(window, "paste-games")
    assert session.index == 5
    assert session.record.header("Black") == "Dufresne"
    assert session.record.root.comment == "well"
    assert len(session.document) == 6


@pytest.mark.parametrize("text", ["{}", '{"qipu": "games", "format": "many"}\n{"game": 1}'])
def test_a_damaged_clipboard_is_a_sentence(window: Window, text: str) -> None:
    data = QMimeData()
    data.setData(clip_records.MEDIA_TYPE, text.encode())
    QGuiApplication.clipboard().setMimeData(data)
    run(window, "paste-games")
    assert window.status.said == "The clipboard holds no games."
    assert window.session.document.history.unused


def test_games_of_another_kind_are_refused(window: Window) -> None:
    data = QMimeData()
    record = window.session.document.record(0)
    record = RecordData.of(record)._replace(game="other")
    text = clip_records.to_text("many", [record])
    data.setData(clip_records.MEDIA_TYPE, text.encode())
    QGuiApplication.clipboard().setMimeData(data)
    run(window, "paste-games")
    assert "that kind" in window.status.said
    assert len(window.session.document) == 5


# ---------------------------------------------------------------------------- the list in place


def test_the_list_is_there_for_files_of_several_games_only(open_window) -> None:
    window = open_window(ROWS[:1])
    side = window.desk.panels
    assert "games" not in side.cell("games").seen()
    run(window, "new-game")
    assert "games" in side.cell("games").seen()
    run(window, "undo")
    assert "games" not in side.cell("games").seen()
    run(window, "games")
    assert "games" in side.cell("games").seen()
    assert side.page("games").filter.hasFocus()


def test_escape_goes_back_to_the_board(window: Window) -> None:
    run(window, "games")
    press(window, "Escape")
    assert window.desk.stage.board.hasFocus()


def test_next_and_previous_follow_what_was_found(window: Window) -> None:
    run(window, "games")
    page = games_page(window)
    page.filter.setText("paris")
    page.model._runner.run_now()
    run(window, "next-game")
    assert window.session.index == 2
    run(window, "next-game")
    assert window.session.index == 4
    run(window, "next-game")
    assert window.session.index == 4


def test_games_are_found_after_the_board_stands(open_window) -> None:
    rows = [ROWS[n % 5] for n in range(200)]
    window = open_window(rows, 1)
    assert len(window.session.document) == 200
    assert "games" in window.desk.panels.cell("games").seen()
    assert not window.status._finding.isVisible()
    assert window.status._place.text() == "game 1 of 200"


def test_saving_waits_until_all_games_are_known(open_window, tmp_path: Path) -> None:
    rows = [ROWS[n % 5] for n in range(50)]
    window = open_window(rows, 50)
    session = window.session
    session.document._records.collection.known = 50
    session.indexer.complete = False
    path = tmp_path / "out.many"
    assert window.saver._save(session.document, str(path))
    assert session.indexer.complete
    assert len(path.read_text().splitlines()) == 50


def test_the_search_is_a_task_that_is_stopped_and_the_status_line_goes_on(
    open_window, monkeypatch
) -> None:
    monkeypatch.setattr("viewer.ui.session.indexer._PATIENCE", -1.0)
    window = open_window()
    status, finder, tasks = window.status, window.session.indexer, window.tasks
    assert tasks.running == []
    finder.complete = False
    finder._runner.start(JobStep(n, 9) for n in range(9))
    finder._progressed(3, 9)
    line = window.findChild(TaskLine)
    assert line.text == f"{len(ROWS)} games found  ·  33 %"
    assert not status._finding.isVisible()
    tasks.stop()
    assert not finder.running
    assert tasks.running == []
    assert status.said == "Stopped: Finding the games of the file"
    assert status._resume.isVisible()
    assert "not all" in status._finding.text()
    status._resume.click()
    assert finder.wait()
    assert tasks.running == []
    assert not status._resume.isVisible()


def test_judging_a_large_record_is_a_task(open_window, monkeypatch) -> None:
    monkeypatch.setattr("viewer.ui.session.record_rules._LARGE", 1)
    monkeypatch.setattr(
        "viewer.games.judge.judge_apart",
        lambda record, result: judge(game_of(record.game), record, result),
    )
    window = open_window()
    session, tasks = window.session, window.tasks
    session.play(Move("x-illegal"))
    assert tasks.running == [session.rules.judging]
    assert window.findChild(TaskLine).text == "Checking the moves against the rules"
    session.rules.judging.run_now()
    assert tasks.running == []
    assert len(session.findings.here) == 1
    session.undo()
    tasks.stop()
    assert tasks.running == []
    assert len(session.findings.here) == 1  # until somebody asks again


def test_a_file_read_again_comes_back_to_the_game_that_was_shown(
    qtbot, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "a.pgn"
    games = [f'[White "W{n}"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n' for n in range(9000)]
    path.write_text("".join(games))
    window = make_window(qtbot, tmp_path, path)
    session = window.session
    assert session.indexer.wait()
    session.show(8000)
    session.go(session.cursor.forward(2))
    node = session.node.id
    games[3] = games[3].replace("W3", "changed")
    path.write_text("".join(games))
    window.files.reload(session.document)
    assert session.indexer.wait()
    assert (session.index, session.node.id) == (8000, node)
    assert session.record.header("White") == "W8000"
    assert session.document.values("White", 3, 4) == ["changed"]


def test_files_of_one_record_get_neighbours(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.session.go_to(1)
    run(window, "duplicate-game")
    assert len(window.tabs.desks()) == 2
    assert len(window.session.document) == 1
    assert window.session.record.header("Title") == "试"
    run(window, "copy-games", "paste-games")
    assert len(window.tabs.desks()) == 3
    assert window.session.record.node(2).comment == "the usual answer"
    run(window, "new-game")
    assert len(window.tabs.desks()) == 4
    assert all(len(desk.session.document) == 1 for desk in window.tabs.desks())
