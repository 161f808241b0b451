"""PFC, the records of Pengfei: XML of nested elements `n`, with attributes for a move `m` and a comment `c`.

In the outermost one, `m` is the start as FEN and `win` the result; its other attributes are headers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame
from viewer.formats.xiangqi.xml import read_elements
from viewer.tree.node import Node

_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<n\s[^>]*\bm=\"[^\"/]*(?:/[^\"/]*){9}\"")
_MOVE = re.compile(r"([a-i])([0-9])([a-i])([0-9])\Z", re.ASCII)
_KEYS = {"create-time": "Created", "title": "Title", "red": "Red", "black": "Black"}


def probe(head: bytes) -> Likeness:
    """Rate content by its outermost element, which has a FEN."""
    return Likeness.ONLY if _MARK.match(head) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    path: list[Node] = []

    def begin(name: str, attributes: Mapping[str, str]) -> None:
        if name != "n" or game.full:
            return
        if not path:
            path.append(game.root)
            _say(game, attributes)
        else:
            found = _MOVE.match(attributes.get("m", ""))
            x, y, to_x, to_y = found.groups() if found else "~~~~"
            source, target = (ord(x) - 97, 57 - ord(y)), (ord(to_x) - 97, 57 - ord(to_y))
            path.append(game.add(path[-1], source, target))
        game.comment(path[-1], attributes.get("c", ""))

    def end(name: str, text: str) -> None:
        if name == "n" and path:
            path.pop()

    read_elements(data, game, begin, end)


def _say(game: XiangqiGame, attributes: Mapping[str, str]) -> None:
    game.set_start(attributes.get("m", ""))
    for key, value in attributes.items():
        if key == "win":
            game.say_result(value, "ResultCode")
        elif key not in ("m", "c", "version"):
            game.say(_KEYS.get(key, key), value)
