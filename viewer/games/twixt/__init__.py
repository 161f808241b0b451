"""Twixt: boards of 5 to 256 lines of holes, pegs, links, wins, notation, geometry."""

from viewer.games.twixt.game import GAME

__all__ = ["GAME"]
