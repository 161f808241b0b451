"""How books print games of stones: what moves that are words are called; Hex and Twixt."""

from __future__ import annotations

from types import MappingProxyType

from viewer.base.messages import Message, in_context
from viewer.games.printing import Printing

_SWAP = in_context("a move, below a figure", "swap")
_RESIGNS = in_context("a move, below a figure", "resigns")


class StonePrinting(Printing):
    """The head of a game has each player with the colour, and the result in words."""

    coloured = True
    words = MappingProxyType(
        {
            "pass": in_context("a move, below a figure", "pass"),
            "swap": _SWAP,
            "swap-pieces": _SWAP,
            "swap-sides": in_context("a move, below a figure", "swap of colours"),
            "resign": _RESIGNS,
            "resigns": _RESIGNS,
        }
    )


class ConnectionPrinting(StonePrinting):
    """Diagrams with coordinates: comments name cells and holes."""

    coordinates = True

    def outcome(self, result: str) -> Message | None:
        """As in lists."""
        return self.game.result_words(result)
