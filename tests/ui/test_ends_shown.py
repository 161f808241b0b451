"""What ends a game is shown in the status line at the position where it does, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

import viewer
from viewer.document.document import new_document
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("game", "format", "setup", "moves", "words"),
    [
        ("chess", "pgn", "", "f2f3 e7e5 g2g4 d8h4", "White is checkmated."),
        (
            *("xiangqi", "xqf", "3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8"),
            "Black has no legal move (困毙).",
        ),
        ("shogi", "kif", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "White is mated."),
        ("go", "sgf", "", "B aa,W pass,B pass", "Both sides passed."),
        (
            *("hex", "sgf", "2", "1 a1,2 b1,1 a2"),
            "Red has joined top and bottom: 2 stones.  ·  R writes the result",
        ),
        ("twixt", "sgf", "", "1 d4,2 resign", "Horizontal resigned."),
    ],
)
def test_the_end_is_shown_where_it_comes(
    qtbot, tmp_path: Path, game: str, format: str, setup: str, moves: str, words: str
) -> None:
    start = game_of(game).parse_setup(setup) if setup else game_of(game).starts[0].setup
    played = moves.split("," if "," in moves else None)
    rows = [NodeData(0, -1, start, {})]
    rows += [NodeData(n, n - 1, Move(move), {}) for n, move in enumerate(played, 1)]
    window = make_window(qtbot, tmp_path, start=False)
    document = new_document(Record(game, nodes_of(rows)[0], ()), format)
    window.workspace.documents.append(document)
    window.add_document(document)
    assert window.status.outcome == ""
    session = window.session
    session.go(session.cursor.last())
    assert window.status.outcome == words
    for sentence in words.partition("  ·")[0].split(". "):
        assert sentence in window.desk.stage.board.accessibleDescription()
    session.go(session.record.root)
    assert window.status.outcome == ""


DEAD_BOARD = (
    "1 d4,2 b3,1 c1,2 c5,1 b6,2 a3,1 d3,2 c2,1 d6,2 e5,"
    "1 c6,2 d5,1 e3,2 a5,1 b1,2 f2,1 b5,2 d2,1 e6,2 f3,"
    "1 b2,2 f4,1 b4,2 a4,1 c3,2 c4,1 e1,2 f5,1 e2,2 e4"
)
"""Moves of Twixt on six by six holes, after the last of which neither side can join its borders."""


@pytest.mark.parametrize(
    ("game", "format", "setup", "moves", "words", "code"),
    [
        (
            *("chess", "pgn", "", "g1f3 g8f6 f3g1 f6g8 " * 2),
            *("This position has occurred 3 times: a draw can be claimed.", "drawn"),
        ),
        (
            *("shogi", "kif", "", "2h3h 8b7b 3h2h 7b8b " * 3),
            *("The fourth occurrence of a position ends the game: a draw.", "drawn"),
        ),
        (
            *("xiangqi", "xqf", "3k5/9/9/9/9/9/3R5/9/9/5K3 b", "d9e9 d3e3 e9d9 e3d3 " * 2),
            *("Red gives perpetual check and has to play otherwise.", "repetition"),
        ),
        (
            *("xiangqi", "xqf", "4k4/9/2c6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7 " * 2),
            "Red chases the piece on c7 with every move and has to play otherwise by the Asian rules.",
            "repetition",
        ),
        (
            *("xiangqi", "xqf", "4k4/9/2r6/9/8R/9/9/9/9/3K5 w", "i5i7 c7c5 i7i5 c5c7 " * 2),
            *("The Asian rules forbid nobody to repeat it: a draw.", "drawn"),
        ),
        (
            *("twixt", "sgf", "6", DEAD_BOARD),
            *("As the links stand, neither side can join its borders any more.", "drawn"),
        ),
    ],
)
def test_a_verdict_is_shown_at_the_move_in_the_status_line_and_in_findings(
    qtbot, tmp_path: Path, game: str, format: str, setup: str, moves: str, words: str, code: str
) -> None:
    start = game_of(game).parse_setup(setup) if setup else game_of(game).starts[0].setup
    played = moves.split("," if "," in moves else None)
    rows = [NodeData(0, -1, start, {})]
    rows += [NodeData(n, n - 1, Move(move), {}) for n, move in enumerate(played, 1)]
    window = make_window(qtbot, tmp_path, start=False)
    document = new_document(Record(game, nodes_of(rows)[0], ()), format)
    window.workspace.documents.append(document)
    window.add_document(document)
    session = window.session
    qtbot.waitUntil(lambda: bool(session.findings.here))
    found = [one for one in session.findings.here if "impossible-start" not in one.code]
    assert [(one.code, one.node) for one in found] == [(f"{game}.{code}", len(played))]
    assert str(found[0].message) == f"Ply {len(played)}: {words}"
    session.go(session.record.node(len(played)))
    assert words in window.status.outcome
    assert words in window.desk.stage.board.accessibleDescription()
    assert [(one.code, one.node) for one in viewer.check(session.record)] == [
        (one.code, one.node) for one in session.findings.here
    ]
