"""The rules of a format's specification, on the page of notes."""

from __future__ import annotations

import pytest
from desks import make_window
from lessons import GAME, write

from viewer.document import plans
from viewer.document.check import check_format
from viewer.document.document import open_document
from viewer.document.plans import board as plans_board
from viewer.document.plans import lists as plans_lists
from viewer.document.plans import steps as plans_steps
from viewer.formats import FORMATS
from viewer.tree.action import Takeback
from viewer.tree.annotation import MOMENT
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.notes_page import NODE_ROLE, PLACE_ROLE

LATE = GAME.replace('"time": 5', '"time": 100000').replace('"komi": 7.5', '"komi": 7.25')
KIF = "手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n"


def test_findings_have_their_paragraph_and_lead_to_their_node(qtbot, tmp_path) -> None:
    path = tmp_path / "late.wei7"
    path.write_text(LATE)
    window = make_window(qtbot, tmp_path, path)
    session = window.session
    assert session.findings.here == []
    COMMANDS["check"].run(window)
    page = window.desk.panels.page("notes")
    texts = [page.model.index(row).data() for row in range(page.model.rowCount())]
    assert [text.split(":")[0] for text in texts] == ["wei7 3.0, 3.10.1", "wei7 3.0, 3.14"]
    page.view._choose(page.model.index(1))
    assert session.node.note(MOMENT) == "100000"
    session.do(plans_steps.change, None, {MOMENT: "6"})
    session.do(plans_lists.header, "info.rules.komi", "7")
    COMMANDS["check"].run(window)
    assert session.findings.here == []


def test_what_was_edited_is_checked_as_it_would_be_saved(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write(tmp_path, "game.wei7"))
    session = window.session
    session.go(session.record.root.children[0])
    session.do(plans_steps.add, Takeback(5), {})
    here = session.node.id
    session.findings.check()
    page_nodes = [one.node for one in session.findings.here if "3.16.3.2.2" in one.message.text()]
    assert page_nodes == [here]


def test_formats_without_a_specification_to_check(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write(tmp_path, "game.sgf"))
    assert not COMMANDS["check"].possible(window)


def test_which_formats_have_a_specification_to_check() -> None:
    checked = {id for id, entry in FORMATS.items() if entry.load().checks}
    assert checked == {"xqf", "pgn", "epd", "fen", "pgc", "wei7", "gametree", "kif"}


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("cp932", "Nothing breaks the format's specification. The notes are only advice."),
        ("utf-8", "One thing breaks the format's specification."),
    ],
)
def test_what_is_advised_breaks_nothing(tmp_path, encoding, sentence) -> None:
    path = tmp_path / "game.kif"
    path.write_text(KIF, encoding=encoding)
    checked, words = check_format(open_document(str(path)))
    assert checked is not None
    assert checked.found
    assert words.text() == sentence


PGN = '[Date "1.1.2000"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n'


def test_an_illegal_move_is_told_once_and_the_count_is_that_of_the_tab(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN)
    window = make_window(qtbot, tmp_path, path)
    session = window.session
    qtbot.waitUntil(lambda: len(session.findings.here) == 1)  # by the rules
    COMMANDS["check"].run(window)
    found = session.findings.here
    assert sum("Ke3" in str(one.message) for one in found) == 1
    page = window.desk.panels.page("notes")
    assert page.count == len(found)
    assert f"In File check: {len(found)}." in window.status.said


def test_findings_in_a_later_game_lead_to_their_move(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. d4 *\n\n" + PGN)
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(lambda: len(window.session.document) == 2)
    window.games.step(1)
    session = window.session
    qtbot.waitUntil(lambda: len(session.findings.here) == 1)
    page = window.desk.panels.page("notes")
    assert (
        page.model.index(0).data(NODE_ROLE)
        == session.record.root.children[0].children[0].children[0].id
    )
    COMMANDS["check"].run(window)
    leads = {
        page.model.index(row).data(): page.model.index(row).data(NODE_ROLE)
        for row in range(page.count)
    }
    assert [node for text, node in leads.items() if "Ke3" in text] == [3]
    assert [node for text, node in leads.items() if "1.1.2000" in text] == [None]


def test_a_result_against_a_mate_is_told_while_it_stands(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n')
    session = make_window(qtbot, tmp_path, path).session
    qtbot.waitUntil(lambda: session.findings.count == 1)
    (found,) = session.findings.here
    assert found.code == "chess.result-on-board"
    assert session.record.node(found.node).children == ()
    session.do(plans_board.result, "0-1")
    qtbot.waitUntil(lambda: session.findings.count == 0)
    session.undo()
    qtbot.waitUntil(lambda: session.findings.count == 1)


def choose(page, words: str) -> None:
    """Activate the row that says this."""
    (row,) = [at for at in range(page.model.rowCount()) if words in page.model.index(at).data()]
    page.view._choose(page.model.index(row))


def test_findings_of_other_games_are_listed_and_lead_there(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. d4 d5 *\n\n" + PGN.replace("2. Ke3", "2. Nf3 #12"))
    window = make_window(qtbot, tmp_path, path)
    session, page = window.session, window.desk.panels.page("notes")
    qtbot.waitUntil(lambda: len(session.document) == 2)
    assert page.count == 0
    COMMANDS["check"].run(window)
    places = {
        page.model.index(row).data(PLACE_ROLE): page.model.index(row).data()
        for row in range(page.model.rowCount())
    }
    assert "#12" in places["game 2, line 6, column 17"]
    assert f"In File check: {page.count}." in window.status.said
    assert session.findings.fault is None, "the shown game has none"
    mine = session.findings.count
    assert mine < page.count
    choose(page, "#12")
    assert (session.index, session.node.id) == (1, 3)
    qtbot.waitUntil(lambda: session.findings.count > mine)
    choose(page, "1.1.2000")
    assert session.node is session.record.root
    page.view._choose(page.model.index(page.model.rowCount() - 1))
    assert session.index == 0


def test_a_finding_of_the_file_leads_to_its_node(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. d4 d5 *\n\n1. e4 e5 2. Nf3 {" + "\ufffd" * 20 + "} *\n", encoding="utf-8")
    window = make_window(qtbot, tmp_path, path)
    session, page = window.session, window.desk.panels.page("notes")
    qtbot.waitUntil(lambda: len(session.document) == 2)
    choose(page, "were lost before")
    assert (session.index, session.node.id) == (1, 3)


def test_what_was_found_in_what_was_edited_leads_to_its_node(qtbot, tmp_path) -> None:
    path = tmp_path / "a.kif"
    path.write_text(
        KIF.replace("   2 投了", "*a\n   2 ３四歩(33)   ( 0:05/0:05)"), encoding="cp932"
    )
    window = make_window(qtbot, tmp_path, path)
    session, page = window.session, window.desk.panels.page("notes")
    session.do(plans.comment, "long " * 40)
    COMMANDS["check"].run(window)
    choose(page, "Time expended")
    assert session.node.id == 2


def test_what_follows_from_lost_letters_is_not_listed(qtbot, tmp_path) -> None:
    path = tmp_path / "a.pgn"
    moves = " ".join(f"{number}. \ufffd\ufffd \ufffd\ufffd" for number in range(1, 9))
    path.write_text(f'[Game "Chinese Chess"]\n\n{moves} *\n', encoding="utf-8")
    session = make_window(qtbot, tmp_path, path).session
    qtbot.waitUntil(lambda: bool(session.rules.judging.findings))
    assert [one.code for one in session.findings.here] == ["file.lost-letters"]
    assert session.findings.count == session.findings.total == 1
