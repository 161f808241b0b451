"""How books print shogi."""

from __future__ import annotations

from viewer.games.printing import Printing


class ShogiPrinting(Printing):
    """Diagrams with coordinates, named by the move that led to them."""

    captions = ("number", "move")
    coordinates = True
