"""UGF and UGI, the records of Panda-Net, with sections like an INI file's.

`QP,B1,1,0` in [Data] is Black at column Q, row P, counted from the bottom left for CoordinateType=IGS,
from the top left for JPN. The texts in [Figure] and [ReviewComment] are comments on moves.
"""

from __future__ import annotations

import re

from viewer.base.messages import message
from viewer.formats.servers.game import SHOWN, Game, TextLine, lines_of
from viewer.tree.record import Header

_SECTION = re.compile(r"\s*\[([A-Za-z]+)\]\s*\Z")
_MOVE = re.compile(r"\s*([A-Y])([A-Y])\s*,\s*([BW])[0-9]?\s*(?:,.*)?\Z")
_NUMBER = re.compile(r"(\d{1,2})\s*(?:,|\Z)")
_TEXT = re.compile(r"\.(?:Text|Comment),\s*(\d{1,6})")
_QUIET = ("Ver", "Lang", "Crypt", "Code", "Moves", "Size", "CoordinateType")


def read(text: str, game: Game) -> None:
    """Read headers and moves from a text into a game."""
    reading = _UgfGame(game)
    for line in lines_of(text):
        section = _SECTION.match(line.text)
        if section is not None:
            reading.section = section[1]
            reading.ply = -1
        elif line.text.strip():
            reading.take(line)


class _UgfGame:
    def __init__(self, game: Game) -> None:
        self.section = ""
        self.ply = -1  # the ply of the comment that is being read, -1 if none is
        self._game = game
        self._from_top = False

    def take(self, line: TextLine) -> None:
        if self.section == "Header":
            self._take_header(line)
        elif self.section == "Data":
            self._take_move(line)
        elif self.section in ("Figure", "ReviewComment"):
            self._take_text(line)

    def _take_header(self, line: TextLine) -> None:
        key, sign, value = line.text.partition("=")
        key, value = key.strip(), value.strip()
        if not sign:
            words = message("“{text}” isn't understood.", text=line.text.strip()[:SHOWN])
            self._game.complain(line, words)
            return
        number = _NUMBER.match(value)
        if key == "Size" and number is not None and 1 <= int(number[1]) <= 25:
            self._game.width = int(number[1])
        elif key == "CoordinateType":
            self._from_top = value.upper().startswith("JPN")
        elif key == "Hdcp" and number is not None and int(number[1]) > 1:
            self._game.set_handicap(int(number[1]))
        if value and key not in _QUIET:
            self._game.headers.append(Header(key, value.rstrip(",")))

    def _take_move(self, line: TextLine) -> None:
        found = _MOVE.match(line.text)
        if found is None:
            self._game.add_unread(line)
            return
        column, row = (ord(found[place]) - ord("A") for place in (1, 2))
        if not self._from_top:
            row = self._game.width - 1 - row
        self._game.add(line, found[3], column, row)

    def _take_text(self, line: TextLine) -> None:
        found = _TEXT.match(line.text)
        if found is not None:
            # A review counts its nodes, the first of which is the empty board.
            self.ply = max(0, int(found[1]) - (self.section == "ReviewComment"))
        elif line.text.startswith("."):
            self.ply = -1
        elif self.ply >= 0:
            self._game.comment(self.ply, line.text.strip())
