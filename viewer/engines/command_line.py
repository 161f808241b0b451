"""Command lines as people type them, cut into words once: nothing interprets them afterwards."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Sequence

from viewer.base.messages import message
from viewer.base.refused import Refused

_PIECE = re.compile(r'(\\*)(")|([ \t\r\n]+)|(\\+|[^\\" \t\r\n]+)')


def cut_command(text: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """The words of a command line, by the rules of shells or, with `windows`, of Windows.

    Raises Refused for a quotation mark that isn't closed.
    """
    try:
        return tuple(_windows_words(text) if windows else shlex.split(text))
    except ValueError:
        raise Refused(message("A quotation mark isn't closed.")) from None


def command_text(words: Sequence[str], windows: bool = os.name == "nt") -> str:
    """The command line that is cut into these words."""
    return subprocess.list2cmdline(words) if windows else shlex.join(words)


def _windows_words(text: str) -> list[str]:
    """The words by the rules of Microsoft's C runtime: a backslash escapes only before a quotation mark."""
    words: list[str] = []
    word, begun, quoted = "", False, False
    for slashes, mark, blanks, rest in _PIECE.findall(text):
        if blanks and not quoted:
            words += [word] if begun else []
            word, begun = "", False
            continue
        begun = True
        word += "\\" * (len(slashes) // 2) + blanks + rest
        if mark and len(slashes) % 2:
            word += mark
        elif mark:
            quoted = not quoted
    if quoted:
        raise ValueError
    return [*words, word] if begun else words
