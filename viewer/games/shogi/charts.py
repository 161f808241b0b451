"""The chart of shogi: 81 squares from 9a, then how many of each kind are in Black's and White's hand."""

from __future__ import annotations

from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.shogi.position import HAND_INDEX, HAND_PLACES, KINDS, SQUARE_NAMES

_WHITE = 16
_HANDS = range(81, 97)
_OTHER_HANDS = (*range(89, 97), *range(81, 89))
_PLACE_AT = dict(zip(HAND_INDEX, HAND_PLACES, strict=True))

CHART = Chart(
    "9x9",
    9,
    9,
    SQUARE_NAMES,
    KINDS,
    tuple(
        (_PLACE_AT.get(at, ""), (at & 7) + (_WHITE if at > 7 else 0)) for at in range(len(_HANDS))
    ),
    97,
    exchanged_values((kind, kind + _WHITE) for kind in range(1, _WHITE)),
    (
        symmetry_of("same", 9, 9, _HANDS),
        symmetry_of("mirror", 9, 9, _HANDS),
        symmetry_of("flip", 9, 9, _OTHER_HANDS, exchanges=True),
        symmetry_of("half-turn", 9, 9, _OTHER_HANDS, exchanges=True),
    ),
)
"""The chart of every board of shogi."""
