"""CHE, the records of QQ's games: numbers separated by blanks.

The first two are 1 and the number of moves; then each move has ten: piece, an unknown one, colour,
from row, from column, to row, to column (rows from Red's back rank), and three more.
"""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame

_HEAD = re.compile(rb"1 \d{1,5}(?: \d{1,2} 32 [01](?: \d){4} \d{1,2} \d{1,5} \d{1,2})(?: |\s*\Z)")
_NUMBER = re.compile(rb"\d{1,9}")
_TEN = 10


def probe(head: bytes) -> Likeness:
    """Rate content by its first numbers, up to the first move."""
    return Likeness.ONLY if _HEAD.match(head) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    found = _NUMBER.finditer(data)
    head = [int(one.group()) for _, one in zip(range(2), found, strict=False)]
    node, here, taken = game.root, [], 0
    for one in found:
        here.append(int(one.group()))
        if len(here) == _TEN:
            y, x, to_y, to_x = here[3:7]
            node = game.add(node, (x, 9 - y), (to_x, 9 - to_y))
            here, taken = [], taken + 1
            if game.full:
                return
    if here or len(head) < 2 or head[1] != taken:
        said = head[1] if len(head) > 1 else 0
        words = message("{said} moves are promised, {taken} are there.", said=said, taken=taken)
        game.tell("count", words, len(data))
