"""Mates searched from the current position in another process, told by a notice, put in as variations."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from go_desks import go_window
from PySide6.QtTest import QTest

from viewer.document.document import Document
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

# Mate in three plies: a silver drop, and gold wherever the king goes.
TSUME = """後手の持駒：飛二　角二　金三　銀二　桂四　香四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・v玉 ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ 銀 ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　銀
手数----指手---------消費時間--
"""
CHESS = '[Event "?"]\n[SetUp "1"]\n[FEN "{}"]\n[Result "*"]\n\n*\n'
ROOKS = "k7/8/8/8/8/2R5/4RRR1/7K w - - 0 1"
KINGS_IN_CHECK = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"


def problem(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "problem.kif"
    path.write_text(TSUME)
    return make_window(qtbot, tmp_path, path)


def of_chess(qtbot, tmp_path: Path, fen: str) -> Window:
    path = tmp_path / "game.pgn"
    path.write_text(CHESS.format(fen))
    return make_window(qtbot, tmp_path, path)


def searched(qtbot, window: Window) -> str:
    """What a search from the current position tells."""
    window.run(COMMANDS["search-mate"])
    qtbot.waitUntil(lambda: window.notice.tells("mate"), timeout=30_000)
    assert not window.tasks.running
    return window.notice.sentence


def branches(document: Document) -> dict[str, set[str]]:
    """The moves of the only record, with those that follow each line."""
    record = document.record(0)
    return {
        " ".join(one.action.text for one in node.path() if isinstance(one.action, Move)): {
            child.action.text for child in node.children if isinstance(child.action, Move)
        }
        for node in record.nodes.values()
    }


def test_a_solution_is_put_in_undone_saved_and_read_again(qtbot, tmp_path: Path) -> None:
    window = problem(qtbot, tmp_path)
    document = window.session.document
    told = searched(qtbot, window)
    assert told.startswith("Mate in 3 plies: ▲５三銀")
    assert not document.modified  # until somebody wants it
    notice_button(window, "Put in").click()
    put_in = branches(document)
    assert put_in[""] == {"S*5c"}
    assert put_in["S*5c"] >= {"5b4a", "5b6a"}
    assert put_in["S*5c 5b4a"] == {"G*4b"}
    main = [node.action for node in document.record(0).root.main_line()]
    assert main[1:] == [Move("S*5c"), Move("5b4a"), Move("G*4b")]
    window.session.undo()
    assert branches(document) == {"": set()}
    assert not document.modified  # it was one step
    window.session.redo()
    window.run(COMMANDS["save"])
    qtbot.waitUntil(lambda: not document.modified)
    again = make_window(qtbot, tmp_path, tmp_path / "problem.kif")
    assert branches(again.session.document) == put_in


def test_other_mating_moves_are_told_the_first_of_them_by_name(qtbot, tmp_path: Path) -> None:
    told = searched(qtbot, of_chess(qtbot, tmp_path, ROOKS))
    assert told.startswith("Mate in 2 moves: ")
    assert told.count(". Cook at move 1: ") == 3
    assert told.endswith(" other moves mate too")


def test_cooks_are_put_in_by_name_in_one_step(qtbot, tmp_path: Path) -> None:
    window = of_chess(qtbot, tmp_path, ROOKS)
    document = window.session.document
    searched(qtbot, window)
    notice_button(window, "Put in with the other mates").click()
    record = document.record(0)
    main, *cooks = record.root.children
    assert main.comment == ""
    assert len(cooks) > 3
    assert {one.comment for one in cooks} == {"Cook"}
    assert all(one.children[0].children for one in cooks)  # each with the mate that follows
    window.session.undo()
    assert not document.record(0).root.children
    notice = searched(qtbot, window)
    assert "Cook at move 1: " in notice
    notice_button(window, "Put in").click()
    assert len(document.record(0).root.children) == 1  # the solution alone


def test_that_there_is_no_mate_is_told(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "none.sfen"
    path.write_text("position sfen 7k1/9/7P1/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1\n")
    window = make_window(qtbot, tmp_path, path)
    assert searched(qtbot, window) == "There is no mate."
    with pytest.raises(AssertionError):
        notice_button(window, "Put in")


def test_a_position_that_none_can_be_searched_in(qtbot, tmp_path: Path) -> None:
    window = of_chess(qtbot, tmp_path, KINGS_IN_CHECK)
    told = "No mate is searched where the side that isn't to move is in check."
    assert searched(qtbot, window) == told


def test_games_without_mates_say_so(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9];B[cc])")
    window.run(COMMANDS["search-mate"])
    assert window.status.said == "Mates are searched in shogi, chess and xiangqi."
    assert not window.tasks.running


def test_a_search_is_stopped_and_another_takes_its_place(qtbot, tmp_path: Path) -> None:
    window = of_chess(qtbot, tmp_path, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    window.run(COMMANDS["search-mate"])
    (first,) = window.tasks.running
    window.run(COMMANDS["search-mate"])
    (second,) = window.tasks.running
    assert second is not first
    QTest.qWait(100)
    assert second.percent is None  # how far it is isn't known
    window.run(COMMANDS["stop"])
    assert not window.tasks.running
    assert not window.notice.tells("mate")


def test_what_was_found_has_no_place_where_the_position_is_gone(qtbot, tmp_path: Path) -> None:
    window = problem(qtbot, tmp_path)
    window.session.play(Move("S*5c"))
    window.session.play(Move("5b4a"))
    assert searched(qtbot, window).startswith("Mate in 1 ply: ")
    window.session.go(window.session.record.root)
    window.run(COMMANDS["delete"])
    notice_button(window, "Put in").click()
    assert window.status.said == "The position that was searched isn't there any more."
    window.session.undo()
    assert branches(window.session.document)["S*5c 5b4a"] == set()
