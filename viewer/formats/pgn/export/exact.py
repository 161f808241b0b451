"""Comments as they are in the record, with blanks and line ends; a line may end at a single blank."""

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
    """The texts of a comment that say anything, each with how many items stand ahead of it."""
    return [(gap, text) for gap, text in texts_of(spellable(comment, _SCRIPT)) if text.strip()]


def tidy_texts_in(comment: str) -> list[tuple[int, str]]:
    """The same of a comment as the export form has it: what is shown, with lines filled anew.

    A blank stands for a line end within a paragraph, and for a control character.
    """
    parts = _DIVIDERS.split(without_controls(comment.replace(LONE, "\n")))
    parts[::2] = [
        _BREAKS.sub(lambda run: "\n" + run.group(), shown(part, True)) for part in parts[::2]
    ]
    return texts_in("".join(parts))


def spelt(text: str, plain: bool = False, longest: int = 0) -> str:
    """A text as a comment, with its braces or its semicolon; `plain`: where commands are text.

    Behind a semicolon it has `longest` characters at most (0: any number), else ")" stands for a brace.
    """
    way = nearest(text, _SCRIPT, plain)
    if way.line and longest and len(way.inside) >= longest:
        way = nearest(text.replace("}", ")"), _SCRIPT, plain)
        way = way._replace(line=False)
    return f";{way.inside}" if way.line else f"{{{way.inside}}}"


def stands_with_commands(text: str) -> bool:
    """Whether a text can follow on commands in their comment."""
    return text.strip() == text and spelling(text, _SCRIPT) == Spelling(False, text)


def words_of(comment: str) -> list[str]:
    """The words of a comment in braces between which a line may end."""
    parts = _BETWEEN.split(comment)
    firsts: list[int] = []
    within = False  # a command: it stays whole
    for index, part in enumerate(parts):
        if not index or not (within or NEVER_FIRST.match(part)):
            firsts.append(index)
        opened, closed = part.rfind("[%"), part.rfind("]")
        within = opened > closed if max(opened, closed) >= 0 else within
    return [" ".join(parts[at:end]) for at, end in pairwise([*firsts, len(parts)])]
