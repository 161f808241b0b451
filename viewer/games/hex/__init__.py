"""Hex: boards of any width and height up to 256, stones, swaps, wins, notation, geometry."""

from viewer.games.hex.game import GAME

__all__ = ["GAME"]
