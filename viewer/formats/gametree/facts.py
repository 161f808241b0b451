"""The facts that the reader of game trees keeps for its writer. Equal ones are one object."""

from __future__ import annotations

from itertools import permutations

from viewer.formats.gametree.layout import KEYS, MAIN
from viewer.tree.facts import Fact, Facts

# Of a record:
HEAD = "gametree.head"  # value: whether its end is in the file; raw: the header's items
START = "gametree.start"  # value: the start position's text as read from the header, or None
CODEC = "gametree.codec"  # value: (codec, whether the user chose it)
BREAKS = "gametree.breaks"  # value: the line break of comments, if it isn't a line feed
# value: (number of nodes read, whether any is marked as main variation, most bytes of a shown comment)
COUNT = "gametree.count"
REST = "gametree.rest"  # value: (kind, id of the last node read); raw: the span after the tree
# Of a node:
ORDER = "gametree.order"  # value: letters of its keys, if the order is unusual or "g" is among them
ITEMS = "gametree.items"  # value: whether it is marked as main variation; raw: all its items
TEXT = "gametree.text"  # value, raw: its comment, if the bytes don't follow from the text alone
PROMISE = "gametree.promise"  # value: number of announced children that aren't in the file
CUT = "gametree.cut"  # value: `shown_of` the node that the file ends within, when it was read

ORDERS: dict[str, Facts] = {}
"""The facts of a node by the letters of its keys, in file order."""
for _count in range(len(KEYS) + 1):
    for _order in permutations(KEYS, _count):
        _letters = "".join(_order)
        _usual = MAIN not in _order and sorted(_order, key=KEYS.index) == list(_order)
        ORDERS[_letters] = () if _usual else (Fact(ORDER, _letters, b""),)


def marked(facts: Facts) -> bool:
    """Whether a node with these facts was marked as the main variation in the file."""
    for fact in facts:
        if fact.name == ORDER:
            return MAIN in str(fact.value)
        if fact.name == ITEMS:
            return bool(fact.value)
    return False
