"""Chess and Chess960: positions, rules by python-chess, notations, board."""

from viewer.games.chess.game import GAME, Chess

__all__ = ["GAME", "Chess"]
