"""Comments of a new game as they are in the record, blanks and line ends as well.

Of what the export form takes for layout only a blank between two words can be a line end.
"""

from __future__ import annotations

import re
import sys
from itertools import pairwise

from viewer.formats.pgn.export.layout import NEVER_FIRST
from viewer.formats.pgn.read.said import TextSettings
from viewer.formats.pgn.texts import Spelling, nearest, spellable, spelling, texts_of

_SCRIPT = TextSettings("utf-8", "\n", sys.maxsize)
_BETWEEN = re.compile(r"(?<=\S) (?=\S)")


def texts_in(comment: str) -> list[tuple[int, str]]:
    """The texts of a comment that say anything, each with how many items stand ahead of it."""
    return [(gap, text) for gap, text in texts_of(spellable(comment, _SCRIPT)) if text.strip()]


def spelt(text: str, plain: bool = False) -> str:
    """A text as a comment, with its braces or its semicolon; `plain`: where commands are text."""
    way = nearest(text, _SCRIPT, plain)
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
