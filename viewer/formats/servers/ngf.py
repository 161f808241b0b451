"""NGF, the records of WBaduk and cyberoro: a dozen lines in a fixed order, then lines like `PMABBREER`.

Such a line has its number in letters, the side, the column and the row, then the row and the column
again, counted from B. Files with `GI` before each line of the head have these lines in another order.
"""

from __future__ import annotations

import re

from viewer.formats.servers.game import Game, TextLine, lines_of
from viewer.tree.record import Header

_MOVE = re.compile(r"\s*PM[A-Z@]{2}([BW])([A-Z])([A-Z])")
_KEYS = (
    *("title", "size", "white", "black", "place", "handicap"),
    *("unknown", "komi", "date", "time", "result", "moves"),
)
_OTHER_KEYS = (
    *("title", "white", "black", "place", "time", "date"),
    *("size", "handicap", "unknown", "komi", "moves"),
)
_COUNT = re.compile(r"\s*(\d{1,2})\s*\Z")


def read(text: str, game: Game) -> None:
    """Read headers and moves from a text into a game."""
    head: list[TextLine] = []
    begun = False
    for line in lines_of(text):
        move = _MOVE.match(line.text)
        if move is not None:
            if not begun:
                _read_head(head, game)
                begun = True
            game.add(line, move[1], ord(move[2]) - ord("B"), ord(move[3]) - ord("B"))
        elif begun and line.text.startswith("PM"):
            game.add_unread(line)
        elif not begun:
            head.append(line)
    if not begun:
        head.clear()  # a text without a move may be anything


def _read_head(head: list[TextLine], game: Game) -> None:
    other = bool(head) and all(line.text.startswith("GI") for line in head)
    keys = _OTHER_KEYS if other else _KEYS
    for key, line in zip(keys, head, strict=False):
        value = (line.text[2:] if other else line.text).strip()
        if not value:
            continue
        if key not in ("size", "moves", "unknown"):
            game.headers.append(Header(key, value))
        found = _COUNT.match(value)
        if found is not None and key == "size" and 1 <= int(found[1]) <= 24:
            game.width = int(found[1])
        elif found is not None and key == "handicap" and int(found[1]) > 1:
            game.set_handicap(int(found[1]))
