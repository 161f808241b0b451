"""Where hits are."""

from __future__ import annotations

from viewer.document.placed import Place
from viewer.library.ask.searching import Hit


def place_of(hit: Hit) -> Place:
    """The place of a hit."""
    players = (str(hit.values["player0"] or ""), str(hit.values["player1"] or ""))
    return Place(hit.path, hit.number, hit.game, players)
