"""The movetext of plain games, which are nearly all: a line of legal moves and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from viewer.formats.pgn.export.layout import WIDTH
from viewer.games import game_of
from viewer.games.chess.game import GAME as CHESS
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.tree.action import Setup
from viewer.tree.record import Record


def plain_moves(record: Record) -> list[str] | None:
    """The moves of a record in SAN; None if it isn't plain.

    Plain is a record of chess without variations and annotations, all of whose moves a replay makes.
    """
    root = record.root
    if game_of(record.game) is not CHESS or root.notes:
        return None
    replay = _start(record.setup)
    if replay is None:
        return None
    make = replay.make
    moves: list[str] = []
    children = root.children
    while children:
        node = children[0]
        if len(children) > 1 or node.notes or make(node.action) is None:
            return None
        moves.append(replay.san)
        children = node.children
    return moves


def _start(setup: Setup | None) -> ChessReplay | None:
    """A replay that writes moves, from the start of a record; None for what isn't replayed."""
    if setup is None:
        return _usual_start().copy()
    board = CHESS.start(setup).board
    if board is None or not can_replay(board):
        return None
    return ChessReplay(board, writing=True)


@cache
def _usual_start() -> ChessReplay:
    start = CHESS.start(None).board
    assert start is not None
    return ChessReplay(start, writing=True)


def numbered(moves: Sequence[str], first_ply: int, between: str = " ") -> str:
    """Moves with their numbers and `between` behind these; `first_ply` as `moves.first_ply` has it."""
    words = list(moves)
    if first_ply & 1 and words:
        words[0] = f"{first_ply // 2}...{between}{words[0]}"
    for index in range(first_ply & 1, len(words), 2):
        words[index] = f"{(first_ply + index) // 2}.{between}{words[index]}"
    return " ".join(words)


def filled(text: str) -> list[str]:
    """A text of short words as lines of the export form (8.2.1)."""
    lines: list[str] = []
    at = 0
    while len(text) - at > WIDTH:
        end = text.rfind(" ", at, at + WIDTH + 1)
        lines.append(text[at:end])
        at = end + 1
    return [*lines, text[at:]]
