"""Go: boards of any width and height up to 255, stones, captures, scoring, notation, geometry."""

from viewer.games.go.game import GAME

__all__ = ["GAME"]
