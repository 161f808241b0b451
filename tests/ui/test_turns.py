"""Whose turn it is, beside the board: handicaps, set-ups, takebacks, flipped boards, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

from viewer.document.document import new_document
from viewer.games import game_of
from viewer.games.geometry import View
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

FORMATS = {
    "xiangqi": "xqf",
    "chess": "pgn",
    "shogi": "kif",
    "go": "wei7",
    "hex": "sgf",
    "twixt": "sgf",
}
TWO_LANCES = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"


def turns(window: Window) -> tuple[bool, bool]:
    """Whether it is the turn of the player above the board, and below it; the names say so too."""
    stage = window.desk.stage
    found = []
    for shown in (stage.above, stage.below):
        assert shown.turn.on == shown.accessibleName().endswith(", to move")
        assert shown.turn.on == bool(shown.turn.toolTip())
        found.append(shown.turn.on)
    return found[0], found[1]


@pytest.mark.parametrize(
    ("game", "setup", "moves", "sides"),
    [
        ("xiangqi", "", "h2e2 h9g7", [0, 1, 0]),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/4p4/4K4 b", "e1d1", [1, 0]),
        ("chess", "", "e2e4 e7e5", [0, 1, 0]),
        ("chess", "4k3/8/8/8/8/8/4p3/4K3 b - - 0 40", "e8d7", [1, 0]),
        ("shogi", "", "7g7f 3c3d", [0, 1, 0]),
        ("shogi", TWO_LANCES, "7a6b 7g7f", [1, 0, 1]),
        ("go", "", "B aa,W bb", [0, 1, 0]),
        ("go", "9 B cc gg PL W", "W ee,B ff", [1, 0, 1]),
        ("hex", "", "1 c3,2 swap-pieces", [0, 1, 0]),
        ("twixt", "", "1 d4,2 swap-pieces", [0, 1, 0]),
    ],
)
def test_the_sign_stands_beside_the_side_to_move(
    qtbot, tmp_path: Path, game: str, setup: str, moves: str, sides: list[int]
) -> None:
    played = game_of(game)
    start: Setup | None = played.starts[0].setup
    if setup:
        start = Setup(setup)
    rows = [NodeData(0, -1, start, {})]
    actions = [Move(move) for move in moves.split("," if "," in moves else None)]
    rows += [NodeData(n, n - 1, action, {}) for n, action in enumerate(actions, 1)]
    rows.append(NodeData(len(rows), len(rows) - 1, Takeback(1), {}))
    window = make_window(qtbot, tmp_path)
    document = new_document(Record(game, nodes_of(rows)[0], ()), FORMATS[game])
    window.workspace.documents.append(document)
    window.add_document(document)
    session = window.session
    line = list(session.record.root.main_line())
    for node, side in zip(line, [*sides, sides[-2]], strict=True):  # a takeback gives the turn back
        session.go(node)
        for flip in (False, True):
            session.set_view(View(flip, False))
            assert turns(window) == ((side == 1) != flip, (side == 0) != flip)
