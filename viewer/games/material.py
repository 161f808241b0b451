"""How the players of a game name material: R+P v R, 车兵对士象全, 飛車角."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.base.folding import letters
from viewer.base.messages import Message
from viewer.base.named import NamedTuple

Counts = Mapping[str, tuple[int, int]]
"""The least and the greatest number of pieces of one side, by their role ("rook"); others don't matter."""


class Standing(NamedTuple):
    """Where a piece must stand.

    Attributes:
        which: 0 for the side whose material is named first, 1 for the other.
        role: of the piece.
        squares: of which it stands on one: if that side is the game's first, and if it is the second.
    """

    which: int
    role: str
    squares: tuple[frozenset[str], frozenset[str]]


class NamedMaterial(NamedTuple):
    """What has a name of its own: opposite bishops, a rook ending, 入玉.

    Attributes:
        name: as players say it.
        spelt: other ways to write it, in any language; the first one is kept with a search.
        one, other: the numbers of pieces of both sides, whichever has which.
        standing: where pieces must stand: one of these ways; () for anywhere.
        common: whether it is offered among the game's common endings.
    """

    name: Message
    spelt: tuple[str, ...]
    one: Counts
    other: Counts
    standing: tuple[tuple[Standing, ...], ...] = ()
    common: bool = True


class MaterialWords(NamedTuple):
    """How players name material.

    Attributes:
        kinds: by role ("rook"), the kinds of pieces of the first and of the second side that have it.
        names: of the roles that are offered one by one, in their order.
        pieces: the role of each letter, character or word, folded (`spellings`).
        most: the greatest number of each role, but the king's.
        pieces_of_side: the greatest number of all pieces of a side.
        example: of material in words.
        guards: roles that a side which names others has in any number.
        phrases: names of several pieces together, folded: how many of each role.
        named: what has a name of its own.
        loose: whether a side may have more than is named: in shogi pieces never leave the game.
        structure: the role whose arrangement players compare by itself, "" for none.
    """

    kinds: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    names: Mapping[str, Message]
    pieces: Mapping[str, str]
    most: Mapping[str, int]
    pieces_of_side: int
    example: str
    guards: tuple[str, ...] = ()
    phrases: Mapping[str, Mapping[str, int]] = MappingProxyType({})
    named: Sequence[NamedMaterial] = ()
    loose: bool = False
    structure: str = ""


def spellings(words: Mapping[str, str]) -> dict[str, str]:
    """The role of each folded spelling, of all spellings of each role with blanks between them."""
    return {letters(one): role for role, some in words.items() for one in some.split()}
