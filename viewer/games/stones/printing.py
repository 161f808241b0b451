"""How books print games of stones: what moves that are words are called; Hex and Twixt."""

from __future__ import annotations

from types import MappingProxyType

from viewer.base.messages import Message, in_context
from viewer.games.printing import Printing
from viewer.games.score import winner_said

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
        """Who won, and how, by the letters of results; records also have a letter alone, or 1-0."""
        names = {one.text: one.name for one in self.game.results if one.text != "?"}
        said = winner_said(self.game.results, result)
        letter = result.partition("+")[0]
        if said is not None and said.side is not None:
            letter = [text for text in names if text.endswith("+")][said.side][:-1]
        return names.get(result) or names.get(f"{letter}+")
