"""What ends a game is shown in the status line at the position where it does, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

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
