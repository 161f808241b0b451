"""Records of Six, a program that plays Hex: lines about the board, then two moves per line; read only.

    BoardSize: 11x11
    First: V
    Swap: 1
    Moves:
      1. A2 (0 ms) Swap (26 ms)

The player who begins connects top and bottom, as in all records of Hex in Qipu.
"""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.formats.entry import Likeness
from viewer.formats.lines.notation import (
    Notation,
    Parsed,
    Token,
    Turns,
    bad_size,
    most_moves,
    no_move,
    start_for,
    too_many,
)
from viewer.tree.annotation import ELAPSED, NoteValue
from viewer.tree.record import Header

_HEAD = re.compile(r"^[ \t]*(BoardSize|First|Swap)[ \t]*:[ \t]*([^\r\n]*)", re.MULTILINE)
_SIZE = re.compile(r"(\d{1,4})(?:[xX](\d{1,4}))?\s*\Z")
_MOVES = re.compile(r"^[ \t]*Moves[ \t]*:[ \t]*$", re.MULTILINE)
_TOKEN = re.compile(r"(?:\d{1,6}\.)?[ \t]*([^\s()]+)(?:[ \t]*\((\d{1,10})[ \t]*ms\))?\s*")
_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
_WORDS = {"swap": "swap-pieces", "resign": "resign", "forfeit": "forfeit", "pass": "pass"}
_SURE = re.compile(rb"\s*+BoardSize[ \t]*:[ \t]*\d")


def probe(head: bytes) -> Likeness:
    """YES if the first line gives the board's size."""
    return Likeness.YES if _SURE.match(head) else Likeness.NO


class Six(Notation):
    """The notation of Six: one game per text."""

    id = "six"
    variant = "Six"
    name = "Six"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The span of the whole text, if it has a line of the head."""
        return [(0, len(text))] if _HEAD.search(text) else []

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board, and the moves with the time that each took."""
        moves = _MOVES.search(text)
        begin = len(text) if moves is None else moves.end()
        said = {one[1]: one for one in reversed(list(_HEAD.finditer(text, 0, begin)))}
        board = said.get("BoardSize")
        size = None if board is None else _SIZE.match(board[2])
        start, known = None, board is None
        if size is not None:
            start, known = start_for("hex", int(size[1]), int(size[2] or size[1]))
        head = (0, 0) if board is None else board.span(2)
        found = [] if known else [bad_size(text[head[0] : head[1]], head[0])]
        headers = tuple(
            Header(key, said[key][2].strip()) for key in ("First", "Swap") if key in said
        )
        tokens: list[Token] = []
        turns = Turns()
        while begin < len(text) and text[begin].isspace():
            begin += 1
        for one in _TOKEN.finditer(text, begin):
            if len(tokens) >= most_moves(limits):
                found.append(too_many(one.start(), len(tokens)))
                break
            low = one[1].lower()
            notes: dict[str, NoteValue] = {} if one[2] is None else {ELAPSED: _time(int(one[2]))}
            if _PLACE.match(low) or low in _WORDS:
                action = turns.move(_WORDS.get(low, low))
                tokens.append(Token(action, *one.span(1), notes))
                continue
            if len(found) < limits.diagnostics:
                found.append(no_move(one[1], one.start(), len(tokens) + 1))
            tokens.append(Token(turns.written(one[1]), *one.span(1), notes))
        return Parsed("hex", start, headers, head, begin, tokens, found)


def _time(thousandths: int) -> str:
    seconds, rest = divmod(thousandths, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


NOTATION = Six()
