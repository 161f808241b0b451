"""Xiangqi: positions, rules, notations, board."""

from viewer.games.xiangqi.game import GAME, Xiangqi

__all__ = ["GAME", "Xiangqi"]
