"""The piece sets: discs with traditional or simplified characters, pictures or letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.messages import message
from viewer.games.game import PieceSet
from viewer.games.geometry import DiscPart, GlyphPart, Part
from viewer.games.xiangqi.board import KINDS

RADIUS = 0.436

_RING = 0.35
_CHARACTER, _PICTURE, _LETTER = 0.53, 0.6, 0.56  # heights of the boxes of what is on a disc
# All indexed by the piece's byte.
_TRADITIONAL = "　帥仕相傌俥炮兵　將士象馬車炮卒"
_SIMPLIFIED = "　帅仕相马车炮兵　将士象马车炮卒"
_LETTERS = "　KAEHRCP　KAEHRCP"  # those of Western notation


def _piece(side: str, glyph: str, size: float) -> tuple[Part, ...]:
    # In print without colours the discs of the second side are black, with white signs.
    disc, ink = ("disc", "red") if side == "red" else ("second-disc", "second-ink")
    rim = DiscPart(RADIUS, fill=disc, ring=ink, width=0.031)
    if size == _PICTURE:  # as large as the disc has room for, within no second ring
        return rim, GlyphPart(glyph, ink, size)
    return rim, DiscPart(_RING, ring=ink, width=0.025), GlyphPart(glyph, ink, size)


def _set(glyphs: Sequence[str], size: float) -> Mapping[str, tuple[Part, ...]]:
    return {
        kind: _piece(kind.partition("-")[0], glyph, size)
        for kind, glyph in zip(KINDS, glyphs, strict=True)
        if kind
    }


_PICTURES = [f"xiangqi/{kind.partition('-')[2]}" for kind in KINDS]

PIECE_SETS = (
    PieceSet("traditional", message("Traditional characters"), _set(_TRADITIONAL, _CHARACTER)),
    PieceSet("simplified", message("Simplified characters"), _set(_SIMPLIFIED, _CHARACTER)),
    PieceSet("pictures", message("Pictures"), _set(_PICTURES, _PICTURE)),
    PieceSet("letters", message("Letters"), _set([f"label/{one}" for one in _LETTERS], _LETTER)),
)
