r"""GIB, the records of Tygem: `\[KEY=…\]` lines, then statements.

`STO 0 2 1 15 3` is the second statement: Black (1) at column 15, row 3, counted from 0 at the top left.
"""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.formats.servers.game import SHOWN, Game, lines_of
from viewer.tree.record import Header

_HEADER = re.compile(r"\\\[([A-Za-z0-9_]{1,40})=(.*?)\\\]", re.DOTALL)
_STONE = re.compile(r"\s*STO\s+\d+\s+\d+\s+([12])\s+(\d{1,3})\s+(\d{1,3})\b")
_START = re.compile(r"\s*INI\s+\d+\s+\d+\s+(\d{1,2})\b")
_SILENT = ("GAMETAG", "GAMEINFOMAIN", "GAMEINFOSUB", "WUSERINFO", "BUSERINFO")
_COMMENT = "GAMECOMMENT"


def read(text: str, game: Game) -> None:
    """Read headers and moves from a text into a game."""
    body = text.find("\\GS")
    head = text if body < 0 else text[:body]
    for found in _HEADER.finditer(head):
        key, value = found[1], found[2].strip()
        if key == _COMMENT:
            if value:
                game.comment(0, value)
        elif key not in _SILENT:  # these repeat the same data in numbers
            game.headers.append(Header(key, value))
    if body < 0:
        return
    first = text.count("\n", 0, body)
    for line in lines_of(text[body:]):
        line = line._replace(number=line.number + first, at=line.at + body)
        word = line.text.strip()[:3]
        if word == "STO":
            move = _STONE.match(line.text)
            if move is None:
                game.add_unread(line)
            else:
                game.add(line, "BW"[int(move[1]) - 1], int(move[2]), int(move[3]))
        elif word == "SKI":
            game.add_pass(line)
        elif word == "INI":
            start = _START.match(line.text)
            if start is not None and int(start[1]) > 1:
                game.set_handicap(int(start[1]))
        elif word.isupper() and word.isalpha():
            words = message("“{text}” isn't understood.", text=line.text.strip()[:SHOWN])
            game.complain(line, words)
