"""The facts that the reader of game trees keeps for its writer. Equal ones are one object."""

from __future__ import annotations

from itertools import permutations

from viewer.formats.gametree.layout import KEYS, MAIN
from viewer.tree.facts import Fact, Facts

# Of a record:
HEAD = "gametree.head"  # value: whether its end is there; raw: the header's items
START = "gametree.start"  # value: the start position's text as read from the header, or None
CODEC = "gametree.codec"  # value: (codec, whether it was chosen by hand)
BREAKS = "gametree.breaks"  # value: how comments break their lines, where it isn't by line feeds
# value: (number of nodes read, whether any is marked as main variation, bytes of comments that were shown)
COUNT = "gametree.count"
REST = "gametree.rest"  # value: (kind, id of the last node read); raw: the span behind the tree
# Of a node:
ORDER = (
    "gametree.order"  # value: letters of its keys, where the order is unusual or "g" is among them
)
ITEMS = "gametree.items"  # value: whether it is marked as main variation; raw: all its items
TEXT = "gametree.text"  # value, raw: its comment, where the text alone doesn't give the bytes
PROMISE = "gametree.promise"  # value: how many children are promised that aren't in the file
CUT = "gametree.cut"  # value: what was read of it; raw: all of it, to the end of the file

ORDERS: dict[str, Facts] = {}
"""The facts of a node by the letters of its keys."""
for _count in range(len(KEYS) + 1):
    for _order in permutations(KEYS, _count):
        _letters = "".join(_order)
        _usual = MAIN not in _order and sorted(_order, key=KEYS.index) == list(_order)
        ORDERS[_letters] = () if _usual else (Fact(ORDER, _letters, b""),)


def marked(facts: Facts) -> bool:
    """Whether a node was read as the main variation."""
    for fact in facts:
        if fact.name == ORDER:
            return MAIN in str(fact.value)
        if fact.name == ITEMS:
            return bool(fact.value)
    return False
