"""Marks of wrong variations in SGF collections of problems.

uliGo's collections write `WV[]` into the move, others name the node so (`N[WV]`). Neither is in the
specification.
"""

from __future__ import annotations

import re

from viewer.formats.sgf.meaning import plain_properties
from viewer.formats.sgf.reader import NODE
from viewer.tree.annotation import TITLE
from viewer.tree.node import Node

_LIKELY = re.compile(r"W[a-z]*V")
_NAME = "wv"


def is_wrong(node: Node) -> bool:
    """Whether a node is marked as the first of a wrong variation."""
    if str(node.note(TITLE)).strip().lower() == _NAME:
        return True
    fact = node.fact(NODE)
    if fact is None or not isinstance(fact.value, str) or not _LIKELY.search(fact.value):
        return False
    return any(name.upper() == "WV" for name, _ in plain_properties(fact.value))
