"""MXQ, the records of Yitian: GBK strings, each after a byte with its length.

The strings are place, date, "red-胜-black", the ratings, five others, the way the game ended, "Moves", the
moves and "Ends". In "7C-4C" a digit is the column from Red's left, a letter the row from Red's back rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.messages import message
from viewer.base.text import GB18030
from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame

_MOVES = b"\x05Moves"
_MOVE = re.compile(r"([0-8])([A-J])-([0-8])([A-J])\Z")
_NAMES = re.compile(r"(.*)-(胜|负|和)-(.*)\Z", re.DOTALL)
_RESULTS = {"胜": "1-0", "负": "0-1", "和": "1/2-1/2"}
_KEYS = {0: "Place", 1: "Date", 3: "RedRating", 4: "BlackRating"}
_NAMED, _ENDING = 2, 10


def probe(head: bytes) -> Likeness:
    """Rate content by its first 20 strings, one of which must be “Moves”."""
    at = 0
    for _ in range(20):
        if head.startswith(_MOVES, at):
            return Likeness.ONLY
        if at >= len(head):
            break
        at += 1 + head[at]
    return Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    node, number, moves = game.root, 0, False
    for text, at in _strings(data):
        if not moves:
            moves = text == "Moves"
            if not moves:
                _say(game, number, text)
                number += 1
            continue
        if text == "Ends":
            return
        found = _MOVE.match(text)
        if found is None:
            words = message("This is no move: {text}", text=text[:40])
            game.tell("move", words, at)
            return
        x, y, to_x, to_y = found.groups()
        target = int(to_x), ord("J") - ord(to_y)
        node = game.add(node, (int(x), ord("J") - ord(y)), target)
        if game.full:
            return
    game.tell("cut", message("The file ends before its moves do."), len(data))


def _strings(data: bytes) -> Iterator[tuple[str, int]]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        yield data[at + 1 : end].decode(GB18030, "replace"), at
        at = end


def _say(game: XiangqiGame, number: int, text: str) -> None:
    if number == _NAMED:
        found = _NAMES.match(text)
        if found is None:
            game.say("Title", text)
            return
        game.say("Red", found[1])
        game.say("Black", found[3])
        game.say("Result", _RESULTS[found[2]])
    elif number in _KEYS:
        game.say(_KEYS[number], text)
    elif number == _ENDING:
        game.say("Ending", text)
