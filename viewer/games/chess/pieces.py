"""The piece sets: figures of two drawings, and discs with letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.base.messages import message
from viewer.games.chess.position import KINDS
from viewer.games.game import PieceSet
from viewer.games.geometry import DiscPart, GlyphPart, Part

RADIUS = 0.42

_BOX = 0.98  # height of the box that the outlines are drawn in
_LETTER, _LETTERS = 0.62, {"knight": "N"}  # the others by their first letter


def _figure(kind: str) -> tuple[Part, ...]:
    """A dark figure, and the light areas in it: the body of a white piece, the lines of a black."""
    whole = GlyphPart(f"chess/{kind}", "black", _BOX)
    if kind == "black-pawn":  # has no lines
        return (whole,)
    return whole, GlyphPart(f"chess/{kind}-light", "white", _BOX)


def _plain(kind: str) -> tuple[Part, ...]:
    """The same of our own drawing."""
    return (
        GlyphPart(f"chess-plain/{kind}", "black", _BOX),
        GlyphPart(f"chess-plain/{kind}-light", "white", _BOX),
    )


def _letter(kind: str) -> tuple[Part, ...]:
    """The letter of English notation on a disc of the side's colour."""
    side, _, name = kind.partition("-")
    ink = "black" if side == "white" else "white"
    letter = _LETTERS.get(name, name[0].upper())
    return (
        DiscPart(RADIUS - 0.02, fill=side, ring="black", width=0.04),
        GlyphPart(f"label/{letter}", ink, _LETTER),
    )


def _set(art: Callable[[str], tuple[Part, ...]]) -> Mapping[str, tuple[Part, ...]]:
    return {kind: art(kind) for kinds in KINDS for kind in kinds[1:]}


PIECE_SETS = (
    PieceSet("figures", message("Figures"), _set(_figure)),
    PieceSet("plain", message("Plain figures"), _set(_plain)),
    PieceSet("letters", message("Letters"), _set(_letter)),
)
