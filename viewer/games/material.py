"""How the players of a game name material: R+P v R, 车兵对士象全."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viewer.base.named import NamedTuple


class MaterialWords(NamedTuple):
    """How players name material, in folded letters (`viewer.base.folding`).

    Attributes:
        pieces: the role ("rook") of each letter or character.
        most: the greatest number of each role, but the king's.
        guards: roles that a side which names others has in any number.
        phrases: names of several pieces together: how many of each role.
    """

    pieces: Mapping[str, str]
    most: Mapping[str, int]
    guards: tuple[str, ...] = ()
    phrases: Mapping[str, Mapping[str, int]] = MappingProxyType({})
