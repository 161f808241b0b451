"""Writing comments exactly as in the record, with blanks and line ends; a line may end at a single blank."""

from __future__ import annotations

import re
import sys
from itertools import pairwise

from viewer.formats.pgn.export.layout import NEVER_FIRST, without_controls
from viewer.formats.pgn.read.said import LONE, TextSettings
from viewer.formats.pgn.texts import Spelling, nearest, spellable, spelling, texts_of
from viewer.tree.comment import shown

_SCRIPT = TextSettings("utf-8", "\n", sys.maxsize)
_BETWEEN = re.compile(r"(?<=\S) (?=\S)")
_DIVIDERS = re.compile("([\u2028\u2029]+)")
_BREAKS = re.compile("\n+")


def texts_in(comment: str) -> list[tuple[int, str]]:
    """The non-empty texts of a comment, each with the number of items before it."""
    return [(gap, text) for gap, text in texts_of(spellable(comment, _SCRIPT)) if text.strip()]


def tidy_texts_in(comment: str) -> list[tuple[int, str]]:
    """Like `texts_in`, for a comment as the export form has it: the displayed text, with lines refilled.

    Line ends within a paragraph, and control characters, become blanks.
    """
    parts = _DIVIDERS.split(without_controls(comment.replace(LONE, "\n")))
    parts[::2] = [
        _BREAKS.sub(lambda run: "\n" + run.group(), shown(part, True)) for part in parts[::2]
    ]
    return texts_in("".join(parts))


def spelt(text: str, plain: bool = False, longest: int = 0) -> str:
    """A text as a comment, with braces or semicolon; `plain`: in a place where commands are text.

    After a semicolon it has at most `longest` characters (0: no limit); else ")" replaces a brace.
    """
    way = nearest(text, _SCRIPT, plain)
    if way.line and longest and len(way.inside) >= longest:
        way = nearest(text.replace("}", ")"), _SCRIPT, plain)
        way = way._replace(line=False)
    return f";{way.inside}" if way.line else f"{{{_SCRIPT.written(way.inside)}}}"


def beside_commands(text: str) -> str:
    """A text as it stands behind commands in their comment, "" if it can't."""
    if text.strip() != text or spelling(text, _SCRIPT) != Spelling(False, text):
        return ""
    return _SCRIPT.written(text)


def words_of(comment: str) -> list[str]:
    """The words of a comment in braces, between which lines may be broken."""
    parts = _BETWEEN.split(comment)
    firsts: list[int] = []
    within = False  # a command: it stays whole
    for index, part in enumerate(parts):
        if not index or not (within or NEVER_FIRST.match(part)):
            firsts.append(index)
        opened, closed = part.rfind("[%"), part.rfind("]")
        within = opened > closed if max(opened, closed) >= 0 else within
    return [" ".join(parts[at:end]) for at, end in pairwise([*firsts, len(parts)])]
