"""Which next moves are marked on the board: as the setting says, and as the record does."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.document.document import open_document
from viewer.ui.board.record_board import ALL, FORKS, NONE, Overlay
from viewer.ui.session.candidates import NextMoves, posed
from viewer.ui.session.record_session import RecordSession

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("style", "nexts", "ways"),
    [
        ("", FORKS, (2, 1)),
        ("ST[0]", FORKS, (2, 0)),
        ("ST[1]", FORKS, (0, 1)),
        ("ST[2]", FORKS, (0, 0)),
        ("ST[3]", ALL, (0, 0)),
        ("ST[0]", NONE, (0, 0)),
    ],
)
def test_sgf_says_which_moves_are_marked(
    qapp, tmp_path: Path, style: str, nexts: str, ways: tuple[int, int]
) -> None:
    path = tmp_path / "a.sgf"
    path.write_text(f"(;GM[1]SZ[9]{style}(;B[aa](;W[bb])(;W[cc]))(;B[dd]))")
    session = RecordSession(open_document(str(path)))
    overlay = Overlay(session)
    session.dress(session.looks._replace(nexts=nexts))
    session.go(session.record.root.children[0])
    assert tuple(map(len, overlay.ways())) == ways
    session.close()


TWO_FIRST = "(;GM[1]SZ[9]AB[aa][bb]{white}(;B[cc];W[dd])(;B[ee]))"
CHESS = '[FEN "{fen}"]\n[SetUp "1"]\n\n1. {moves} *\n'
STUDY = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"


@pytest.mark.parametrize(
    ("name", "text", "ways"),
    [
        ("problem.sgf", TWO_FIRST.format(white="AW[cb]"), 0),
        ("handicap.sgf", TWO_FIRST.format(white="PL[B]"), 2),
        ("study.pgn", CHESS.format(fen=STUDY, moves="Kd3 (1. Kf3)"), 0),
        ("game.pgn", "1. e4 (1. d4) e5 *\n", 2),
        ("two-steps.sgf", "(;GM[1]SZ[9](;AB[aa]AW[bb](;B[cc])(;B[dd])))", 0),
    ],
)
def test_a_problem_does_not_give_its_answers_away(
    qapp, tmp_path: Path, name: str, text: str, ways: int
) -> None:
    path = tmp_path / name
    path.write_text(text)
    session = RecordSession(open_document(str(path)))
    overlay = Overlay(session)
    if name.startswith("two-steps"):
        session.go(session.record.root.children[0])
    question = session.node
    assert posed(session) == (not ways)
    assert len(overlay.ways()[0]) == ways
    assert len(NextMoves(session)) == ways
    assert (NextMoves(session).nothing().template == "hidden") == (not ways)
    session.point_at(question.children[1].id)  # in the notation: that asks for it
    assert [one.id for one in overlay.ways()[0] if one.pointed] == [question.children[1].id]
    session.point_at(None)
    session.go(question.children[1])
    assert not posed(session)
    session.go(question)
    assert len(overlay.ways()[0]) == 2  # seen already
    session.close()


def test_all_next_moves_are_shown_of_a_problem_if_that_is_chosen(qapp, tmp_path: Path) -> None:
    path = tmp_path / "problem.sgf"
    path.write_text(TWO_FIRST.format(white="AW[cb]"))
    session = RecordSession(open_document(str(path)))
    session.dress(session.looks._replace(nexts=ALL))
    assert len(Overlay(session).ways()[0]) == 2
    session.close()
