"""How players of xiangqi name material."""

from __future__ import annotations

from viewer.games.material import MaterialWords

WORDS = MaterialWords(
    {
        **{"将": "king", "帅": "king", "士": "advisor", "仕": "advisor", "象": "elephant"},
        **{
            "相": "elephant",
            "马": "horse",
            "车": "rook",
            "炮": "cannon",
            "兵": "pawn",
            "卒": "pawn",
        },
    },
    {"rook": 2, "horse": 2, "cannon": 2, "pawn": 5, "advisor": 2, "elephant": 2},
    guards=("advisor", "elephant"),
    phrases={
        **{one: {"advisor": 2, "elephant": 2} for one in ("士象全", "仕相全", "双士双象")},
        "单缺士": {"advisor": 1, "elephant": 2},
        "单缺象": {"advisor": 2, "elephant": 1},
        "单缺仕": {"advisor": 1, "elephant": 2},
        "单缺相": {"advisor": 2, "elephant": 1},
    },
)
