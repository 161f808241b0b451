"""Splitting a line of a list of positions into prefix, position, moves and rest, by their offsets."""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple

BOM = "\ufeff"
_BLANKS = " \t\u3000"
_PREFIX = re.compile(r"(?:position(?=[ \t]))?[ \t]*(?:(?:sfen|fen)(?=[ \t]))?[ \t]*", re.IGNORECASE)
_BOARD = re.compile(r"(?:[0-9A-Za-z+]*/){5,12}[0-9A-Za-z+]*(?=[\s]|\Z)")
_STARTPOS = re.compile(r"startpos(?=[\s]|\Z)", re.IGNORECASE)
_SIDE = re.compile(r"[ \t]+([bw])(?=\s|\Z)", re.IGNORECASE)
_HANDS = re.compile(r"[ \t]+(-|(?:[0-9]*[A-Za-z])+)(?=\s|\Z)")
_PLY = re.compile(r"[ \t]+([0-9]{1,6})(?=\s|\Z)")
_MOVES = re.compile(r"[ \t]*(?<![^\s\ufeff])moves(?=\s|\Z)", re.IGNORECASE)
_WORD = re.compile(r"[^\s]+")
_USI = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBRK]\*[1-9][a-i]|pass")
_ENDS = ("resign", "win", "rep_draw", "draw", "timeout", "0000")
_COMMENT = re.compile(r"\s*(?:#|//|;|%|--)")


class SfenLine(NamedTuple):
    """A line with a position.

    Attributes:
        text: the line without its line end.
        prefix: (start, end) of `position sfen ` and the like.
        position: (start, end) of `startpos` or the SFEN; empty if the line begins with `moves`.
        moves: (start, end) of each move, and of the game's end, if it is given.
        rest: offset after the moves, at which unknown text may begin.
    """

    text: str
    prefix: tuple[int, int]
    position: tuple[int, int]
    moves: tuple[tuple[int, int], ...]
    rest: int

    def said(self, place: tuple[int, int]) -> str:
        """The text between two offsets (start, end)."""
        return self.text[place[0] : place[1]]


def is_comment(text: str) -> bool:
    """Whether a line is blank or a comment."""
    return not text.strip(" \t\r\n\u3000\ufeff\x1a") or _COMMENT.match(text) is not None


def is_usi(word: str) -> bool:
    """Whether a word is a move in USI notation (or `pass`)."""
    return _USI.fullmatch(word) is not None


def is_end(word: str) -> bool:
    """Whether a word after moves is an end of the game."""
    return word in _ENDS


def lex(text: str) -> SfenLine | None:
    """Split a line into its parts; None if it has no position."""
    at = 1 if text.startswith(BOM) else 0
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    found = _PREFIX.match(text, at)
    begin = found.end() if found is not None else at
    start = _STARTPOS.match(text, begin)
    if start is not None:
        end = start.end()
    else:
        board = _BOARD.match(text, begin)
        if board is not None:
            end = _fields(text, board.end())
        elif _MOVES.match(text, at):
            begin = end = at
        else:
            return None
    moves, rest = _moves(text, end)
    return SfenLine(text, (at, begin), (begin, end), moves, rest)


def _fields(text: str, at: int) -> int:
    """The offset at which the fields of an SFEN end; the board ends at `at`."""
    for field in (_SIDE, _HANDS, _PLY):
        found = field.match(text, at)
        if found is None or found.group(1).lower() == "moves":
            continue
        at = found.end()
    return at


def _moves(text: str, at: int) -> tuple[tuple[tuple[int, int], ...], int]:
    intro = _MOVES.match(text, at)
    if intro is None:
        return (), at
    out: list[tuple[int, int]] = []
    end = intro.end()
    for word in _WORD.finditer(text, end):
        said = word.group()
        if not is_usi(said) and not is_end(said):
            break
        out.append(word.span())
        end = word.end()
        if is_end(said):
            break
    return tuple(out), end
