"""Whether the problems of a file are sound: searched in the background, told in the notes, kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from go_desks import go_window
from PySide6.QtWidgets import QPushButton

from viewer.document import plans
from viewer.tree.action import Move, Setup
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.mates import Soundness
from viewer.ui.session.record_session import RecordSession
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SOUND = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
COOKED = "3G5/9/k8/2N6/2+P6/9/9/9/9 b GS2l2b 1"  # mates in 3, and in more by S*8b, G*8d
NO_MATE = "7k1/9/7P1/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1"
NO_KING = "9/9/4P4/9/9/9/9/9/9 b G 1"
USUAL = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def sheet(qtbot, tmp_path: Path, *setups: str) -> Window:
    path = tmp_path / "sheet.sfen"
    path.write_text("".join(f"position sfen {setup}\n" for setup in setups))
    return make_window(qtbot, tmp_path, path)


def checked(qtbot, window: Window) -> str:
    """What is told after all problems were searched."""
    window.run(COMMANDS["check-problems"])
    qtbot.waitUntil(lambda: not window.tasks.running, timeout=60_000)
    assert window.notice.tells("problems")
    return window.notice.sentence


def session_of(window: Window) -> RecordSession:
    assert window.session is not None
    return window.session


def rows(window: Window) -> list[tuple[int, str, str]]:
    """What the notes say: number of the game, code, the beginning of the sentence."""
    session = session_of(window)
    found = [one for one in session.findings.first(100) if one.code.startswith("mate.")]
    numbers = [session.document.index_of(one.record or 0) + 1 for one in found]
    return [
        (number, one.code, one.message.text().partition(":")[0])
        for number, one in zip(numbers, found, strict=True)
    ]


def test_each_problem_has_its_rows_which_lead_to_it(qtbot, tmp_path: Path) -> None:
    window = sheet(qtbot, tmp_path, SOUND, USUAL, COOKED, NO_MATE, NO_KING)
    session = session_of(window)
    told = checked(qtbot, window)
    assert told == "4 problems: 1 sound, 1 with cooks, 1 without a mate, 1 not decided."
    assert rows(window) == [
        (1, "mate.sound", "Mate in 1 ply"),
        (3, "mate.cooked", "Mate in 3 plies"),
        (3, "mate.cook", "Cook at move 1"),
        (3, "mate.cook", "Cook at move 1"),
        (4, "mate.no-mate", "There is no mate."),
        (5, "mate.open", "There is no king to be mated."),
    ]
    notice_button(window, "Show them").click()
    assert window.desk is not None
    page = window.desk.panels.made("notes")
    assert page.isVisible()
    assert page.model.rowCount() == len(session.findings.first(100))
    cook = next(one for one in session.findings.first(100) if one.code == "mate.cook")
    session.findings.follow(cook)
    assert session.document.index_of(session.key) == 2
    assert session.node is session.record.root


def test_what_was_found_is_kept_until_the_position_changes(qtbot, tmp_path: Path) -> None:
    window = sheet(qtbot, tmp_path, SOUND, COOKED)
    session = session_of(window)
    checked(qtbot, window)
    before = rows(window)
    session.play(Move("G*5b"))
    session.do(plans.header, "event", "A problem")
    assert rows(window) == before  # the position is the same
    job = session.findChild(Soundness).job(session.document.keys())
    (counts,) = (step.result for step in job if step.result)
    assert counts.total() == 2  # without another search: its processes would have been waited for


def test_a_position_that_is_edited_is_asked_about_anew(qtbot, tmp_path: Path) -> None:
    window = sheet(qtbot, tmp_path, SOUND, COOKED)
    session = session_of(window)
    checked(qtbot, window)
    session.do(plans.start, Setup(NO_MATE))
    assert [number for number, *_ in rows(window)] == [2, 2, 2]
    session.undo()
    assert [number for number, *_ in rows(window)] == [2, 2, 2]
    assert checked(qtbot, window).startswith("2 problems: 1 sound")


def test_a_cook_leads_to_the_move_before_it_where_the_record_has_the_solution(
    qtbot, tmp_path: Path
) -> None:
    path = tmp_path / "dual.pgn"
    fen = "7k/8/8/8/8/8/RR6/7K w - - 0 1"
    path.write_text(
        f'[Event "?"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. Ra7 Kg8 2. Rb8# *\n'
    )
    window = make_window(qtbot, tmp_path, path)
    assert checked(qtbot, window).startswith("1 problem: 0 sound, 1 with cooks")
    assert {code for _, code, _ in rows(window)} == {"mate.cooked", "mate.cook"}


def test_the_notes_offer_it_where_the_record_is_a_problem(qtbot, tmp_path: Path) -> None:
    window = sheet(qtbot, tmp_path, USUAL, SOUND)
    window.show_page("notes")
    assert window.desk is not None
    page = window.desk.panels.made("notes")
    (button,) = (
        one for one in page.findChildren(QPushButton) if one.text() == "Check the problems"
    )
    assert button.isHidden()
    session = session_of(window)
    session.show(session.document.keys()[1])
    assert not button.isHidden()
    button.click()
    qtbot.waitUntil(lambda: not window.tasks.running, timeout=60_000)
    assert rows(window) == [(2, "mate.sound", "Mate in 1 ply")]
    assert window.status.said.startswith("1 problem: 1 sound")
    assert not window.notice.tells("problems")  # it would hide the first of the rows


def test_a_search_of_a_sheet_is_stopped_and_keeps_what_it_found(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pgn"
    game = '[Event "?"]\n[SetUp "1"]\n[FEN "{}"]\n[Result "*"]\n\n*\n\n'
    quick = "7k/R7/8/8/8/8/8/1R5K w - - 0 1"
    slow = "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 1"
    path.write_text(game.format(quick) + game.format(slow) * 3)
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["check-problems"])
    qtbot.waitUntil(lambda: bool(rows(window)), timeout=60_000)
    (task,) = window.tasks.running
    assert task.percent is not None
    window.run(COMMANDS["stop"])
    assert not window.tasks.running
    assert rows(window) == [(1, "mate.sound", "Mate in 1 move")]
    assert not window.notice.tells("problems")


def test_a_file_without_problems_says_so(qtbot, tmp_path: Path) -> None:
    window = sheet(qtbot, tmp_path, USUAL)
    window.run(COMMANDS["check-problems"])
    qtbot.waitUntil(lambda: not window.tasks.running, timeout=30_000)
    assert window.status.said == "No game here begins with a position of its own."


def test_games_without_mates_have_no_such_problems(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    window.run(COMMANDS["check-problems"])
    assert window.status.said == "Mates are searched in shogi, chess and xiangqi."
