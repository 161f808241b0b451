"""Splitting a file into tags, moves, variations and comments, and what each of them says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled
from viewer.formats.kit.charsets import WIDE
from viewer.formats.kit.japanese import decode
from viewer.games.shogi.position import MOVE_PARTS
from viewer.tree.action import Action, Move, Terminal, Written

TAG, COMMENT, MOVE, VARIATION, BLANK, OTHER = range(6)

_END_OF_LINE = rb"[ \t]*(?:\r\n?|\n|\Z)"
_TAG_PARTS = compiled(r'([\s\ufeff]*\[\s*)(\w+)(:?\s*"?)(.*?)("?\s*\]\s*)', re.DOTALL)
MOVE_LINE: Final = compiled(
    rb"([ \t]*)([0-9]{1,6})(\.+[ \t]*)([^\s(){}\[\]]+)([ \t]*)"
    rb"(?:(\([ \t]*)((?:[0-9]{1,5}:)?[0-9]{1,5}:[0-9]{1,2}(?:\.[0-9]{1,9})?)"
    rb"(?:([ \t]*/[ \t]*)([0-9:.]*))?([ \t]*\)))?([^\r\n]*)([\r\n]*)"
)
"""Of a line of a move: blanks, number, period, move, blanks, (, time, /, total, ), the rest, line end."""
_VARIATION = compiled(rb"[ \t]*Variation[ \t]*:[ \t]*([0-9]{1,6})")
_LONG = compiled(r"\+?[PLNSGBRK]([1-9][a-i])[-x]?([1-9][a-i])([+=]?)")
_DROP = compiled(r"([PLNSGBR])[*'’@]([1-9][a-i])")
_SHORT = compiled(r"\+?[PLNSGBRKTHD][1-9a-i]?[-x*]?[1-9][1-9a-i][+=]?|x\+?[PLNSGBRK][1-9a-i]?[+=]?")
_USI = compiled(r"[1-9][a-i][1-9][a-i]\+?")

ENDS: Final = {
    "投了": "Resigns",
    "中断": "Interrupt",
    "千日手": "Sennichite",
    "詰み": "Mate",
    "持将棋": "Jishogi",
    "切れ負け": "Timeup",
    "反則負け": "IllegalMove",
    "反則勝ち": "IllegalAction",
    "入玉勝ち": "DeclarationWin",
    "最大手数": "MaxMovesDraw",
}
"""The words of ends by the first of KIF's words for each: Shogidokoro's, then those of PSN 2 and others."""
_KNOWN = frozenset(
    word.lower() for word in (*ENDS.values(), "Resign", "RepetitionDraw", "RepetitionWin")
)


class PsnItem(NamedTuple):
    """A line of a file, or a comment in braces.

    Attributes:
        kind: see above.
        raw: its bytes, with the line end.
        number: of a move, and of a variation.
    """

    kind: int
    raw: bytes
    number: int = 0


@lru_cache(maxsize=4)
def _items(codec: str) -> re.Pattern[bytes]:
    wide = WIDE[codec] + rb"|" if codec in WIDE else b""
    return compiled(
        rb"((?:\xef\xbb\xbf)?[ \t]*\[[^\r\n]*\]" + _END_OF_LINE + rb")"
        rb"|([ \t]*\{(?:" + wide + rb"[^}])*+(?:\}" + _END_OF_LINE + rb"|\}[ \t]*|\Z))"
        rb"|([ \t]*[0-9]{1,6}\.+[ \t]*[^\s(){}\[\]]+(?:[ \t]*\([^(){}\r\n]*\))?[^{}\r\n]*(?:\r\n?|\n)?)"
        rb"|([ \t]*Variation[ \t]*:[ \t]*[0-9]{1,6}[^\r\n]*(?:\r\n?|\n)?)"
        rb"|([ \t]*(?:\r\n?|\n)|[ \t]+\Z)"
        rb"|([^\r\n]*(?:\r\n?|\n|\Z))"
    )


def items_of(data: bytes, codec: str) -> Iterator[PsnItem]:
    """The items of a file, or of a part of it, in order; every byte belongs to one."""
    at = 0
    match = _items(codec).match
    while at < len(data):
        found = match(data, at)
        assert found is not None
        assert found.end() > at  # the last alternative takes anything
        at = found.end()
        kind = (found.lastindex or 6) - 1
        number = 0
        if kind == 2:
            line = MOVE_LINE.match(found[0])
            number = int(line[2]) if line is not None else 0
            yield PsnItem(MOVE, found[0], number)
        elif kind == 3:
            said = _VARIATION.match(found[0])
            yield PsnItem(VARIATION, found[0], int(said[1]) if said is not None else 0)
        else:
            yield PsnItem((TAG, COMMENT, MOVE, VARIATION, BLANK, OTHER)[kind], found[0])


def tag_of(raw: bytes, codec: str) -> tuple[str, str] | None:
    """Key and value of a tag; None if it has none."""
    found = tag_parts(decode(raw, codec))
    return None if found is None else (found[2], found[4])


def tag_parts(text: str) -> re.Match[str] | None:
    """The parts of a tag: before its key, key, before its value, value, the rest."""
    return _TAG_PARTS.fullmatch(text)


def comment_of(raw: bytes, codec: str) -> str:
    """The text of a comment, without braces and the line ends next to them."""
    text = decode(raw, codec).strip(" \t\r\n").removeprefix("{").removesuffix("}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\n").removesuffix("\n")


def action_of(word: str) -> Action:
    """The move or end that a word stands for; a Written if only the rules can tell the move."""
    plain = word.rstrip("!?")
    found = _LONG.fullmatch(plain)
    if found is not None:
        return Move(found[1] + found[2] + ("+" if found[3] == "+" else ""))
    found = _DROP.fullmatch(plain)
    if found is not None:
        return Move(f"{found[1]}*{found[2]}")
    if _USI.fullmatch(plain):
        return Move(plain)
    if _SHORT.fullmatch(plain) or not word[:1].isalpha():
        return Written(word)
    return Terminal(word)


def is_known(action: Action) -> bool:
    """Whether an end has one of the known words."""
    return type(action) is not Terminal or action.text.lower() in _KNOWN or action.text in ENDS


def is_usi(word: str) -> bool:
    """Whether a word is a move of USI."""
    return MOVE_PARTS[word] is not None
