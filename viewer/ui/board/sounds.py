"""The sounds of a board: what is heard of a move."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject

from viewer.games.capabilities import Checking, Connecting, Placing, counts_of
from viewer.games.game import Game, State
from viewer.tree.action import Terminal
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import Due
from viewer.ui.toolkit.sound_player import SoundPlayer

_QUICK = 0.15  # s: of steps that follow faster than this only the last is heard
_REST = 160  # ms after which no other step is expected
_FRAME = 16  # ms in which the board is painted first; nobody hears that the sound is later


def sound_of(game: Game[Any], before: State, after: State) -> str:
    """What is heard of the step from a position to the next; "" for nothing."""
    if isinstance(after.action, Terminal):
        return "end"
    if isinstance(game, Connecting) and game.winning_chain(after):
        return "end"
    if isinstance(game, Checking) and game.in_check(after):
        return "check" if any(True for _ in game.legal_moves(after)) else "end"
    if not game.touched(after):
        return ""
    expected = _standing(game, before) + isinstance(game, Placing)
    return "capture" if _standing(game, after) < expected else "move"


def _standing(game: Game[Any], state: State) -> int:
    """The number of pieces on the board, without those in hand."""
    held = counts_of(game, state)
    return sum(square not in held for square, _ in game.pieces(state))


class BoardSounds(QObject):
    """Plays what is heard of moves, and of wrong answers.

    Attributes:
        player: plays the sounds.
    """

    def __init__(self, player: SoundPlayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self._stepped_at = 0.0
        self._due = Due(self)

    def step(self, session: RecordSession, before: Node) -> None:
        """The board has gone from a node to the one after it."""
        now = perf_counter()
        quick, self._stepped_at = now - self._stepped_at < _QUICK, now
        node = session.shown
        # Of quick steps nothing is worked out.
        self._due.after(_REST if quick else _FRAME, lambda: self._play(session, before, node))

    def wrong(self) -> None:
        """An answer was wrong: that is heard in place of its move."""
        self._due.after(0, lambda: self.player.play("wrong"))

    def stop(self) -> None:
        """Play nothing more."""
        self._due.stop()
        self.player.close()

    def _play(self, session: RecordSession, before: Node, node: Node) -> None:
        if session.shown is not node or node.parent is not before:
            return
        states = session.states
        name = sound_of(session.game, states.at(before), states.at(node))
        if name:
            self.player.play(name)
