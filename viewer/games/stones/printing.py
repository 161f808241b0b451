"""How books print Hex and Twixt."""

from __future__ import annotations

from viewer.games.printing import Printing


class ConnectionPrinting(Printing):
    """Diagrams with coordinates: comments name cells and holes."""

    coordinates = True
