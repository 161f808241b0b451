"""How books print chess."""

from __future__ import annotations

from viewer.games.printing import Printing


class ChessPrinting(Printing):
    """Diagrams without numbers, below each the move that led to it and a sign of the side to move."""

    captions = ("move", "sign")
