"""How books print chess."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.messages import in_context
from viewer.base.patterns import late
from viewer.games.chess.notation import FIGURINE, LANGUAGES, localised
from viewer.games.printing import Printing

_ENGLISH = "NBRQK"
_TOLD = late(r"(?<![\w])([A-Z])(?=[a-h]?[1-8]?[-x:×]?[a-h][1-8](?![A-Za-z0-9]))")
"""The letter of a piece that moves."""
_BECOMES = late(r"(?<=[a-h][18]=)([A-Z])(?![a-z])")


class ChessPrinting(Printing):
    """Diagrams without numbers, below each the move that led to it and a sign of the side to move.

    The head of a game has the sign of each side ahead of its player.
    """

    captions = ("move", "sign")
    head = "sides"
    cooks = (
        in_context("another solution of a chess problem", "Cook"),
        in_context("another continuation in a chess problem", "Dual"),
    )

    def letters(self, texts: Iterable[str], notation: str) -> dict[str, str]:
        """The figures for the letters of pieces in texts, if the notation has figures.

        A letter that stands for different pieces in the languages that have all those of the texts has none.
        """
        if notation != FIGURINE:
            return {}
        used = {one for text in texts for one in _TOLD.findall(text)}
        if used <= set(_ENGLISH):
            known = [_ENGLISH]
        else:
            known = [each.letters for each in LANGUAGES.values() if used <= set(each.letters)]
        found = {}
        for letter in used:
            meant = {_ENGLISH[letters.index(letter)] for letters in known}
            if len(meant) == 1:
                found[letter] = localised(meant.pop(), notation)
        return found

    def respelt(self, text: str, letters: dict[str, str]) -> str:
        """A text with figures for the letters of its moves."""
        for pattern in (_TOLD, _BECOMES):
            text = pattern.sub(lambda one: letters.get(one[1], one[1]), text)
        return text
