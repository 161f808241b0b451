"""Shogi: positions, legal moves by rsshogi, notations, board."""

from viewer.games.shogi.game import GAME, Shogi

__all__ = ["GAME", "Shogi"]
