"""How players of chess name material."""

from __future__ import annotations

from viewer.games.material import MaterialWords

WORDS = MaterialWords(
    {
        **{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"},
        **dict(zip("♔♕♖♗♘♙", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True)),
    },
    {"queen": 9, "rook": 10, "bishop": 10, "knight": 10, "pawn": 8},
)
