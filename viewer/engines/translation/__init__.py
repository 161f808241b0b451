"""Positions and moves of each game as engines write them: a module and a line for each game with engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.loading import load_named

if TYPE_CHECKING:
    from viewer.engines.translation.translator import Translator

TRANSLATORS = {
    "chess": "viewer.engines.translation.chess:ChessTranslator",
    "xiangqi": "viewer.engines.translation.xiangqi:XiangqiTranslator",
    "shogi": "viewer.engines.translation.shogi:ShogiTranslator",
    "go": "viewer.engines.translation.go:GoTranslator",
    "hex": "viewer.engines.translation.hex:HexTranslator",
}
"""The "module:name" of the translator of each game that has engines, by the game's id."""

_known: dict[str, Translator] = {}


def translator_for(game: str) -> Translator | None:
    """The translator of a game, by its id; None for a game without engines."""
    if game not in TRANSLATORS:
        return None
    if game not in _known:
        _known[game] = load_named(TRANSLATORS[game])()
    return _known[game]
