"""The positions that the PGN standard has as examples of FEN (16.1.4)."""

from __future__ import annotations

from viewer.games.chess.boards import board_of
from viewer.games.chess.game import GAME
from viewer.games.states import States
from viewer.tree.action import Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

EXAMPLES = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
)
LAST = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"


def test_the_examples_of_the_standard() -> None:
    root = node = Node(0, None, None)
    for id, move in enumerate(("e4", "c5", "Nf3"), 1):
        below = Node(id, node, Written(move))
        node.children = (below,)
        node = below
    record = Record("chess", root)
    states = States(GAME, record)
    said = [GAME.setup_text(states.at(one)) for one in root.main_line()]
    assert said == list(EXAMPLES)
    board = board_of(Setup(LAST))
    assert board is not None
    assert (board.halfmove_clock, board.fullmove_number) == (5, 39)
    assert board.fen() == LAST
