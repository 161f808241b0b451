"""Texts of records and messages, ready for print: in the reader's language, without control characters.

What is written from right to left, or turns the direction of reading, can't reorder what stands beside it:
each line of such a text is isolated, as Unicode's bidirectional algorithm (UAX 9) calls it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from viewer.base.messages import Message
from viewer.base.text import readable

Words = Callable[[Message], str]
"""Makes a text of a message; `viewer.base.catalogs.tr` for the language of the window or command line."""

K = TypeVar("K")
V = TypeVar("V")
_MOST = 1 << 13  # things of which is kept what was made of them
_KEPT = "\n\t"
# Zero-width joiners and variation selectors belong to the characters around them; the rest of Cf don't print.
_JOINING = "\u200c\u200d"
_CLOSING = dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c") | dict.fromkeys(
    "\u2066\u2067\u2068", "\u2069"
)
"""What begins an embedding, an override or an isolate, and what ends it."""
_ISOLATE, _END = "\u2068", "\u2069"
_TURNING = frozenset("\u061c\u200e\u200f\u202c\u2069") | _CLOSING.keys()
_TURNED = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


class Kept(dict[K, V]):
    """What a function makes of things that come again and again; of very many not all is kept."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, thing: K) -> V:
        if len(self) >= _MOST:
            self.clear()
        self[thing] = made = self._make(thing)
        return made


def printed(text: str) -> str:
    """A text of a file as it is printed: without controls, lines that are read from right to left isolated.

    Bytes that weren't text become U+FFFD, as do lone surrogates and noncharacters.
    """
    if text.isprintable() and (text.isascii() or not _TURNED.search(text)):
        return text
    shown = "".join(_printed(one) for one in readable(text))
    return "\n".join(map(_isolated, shown.split("\n"))) if _TURNED.search(shown) else shown


def typographic(text: str, language: str) -> str:
    """A text of plain ASCII with the quotation marks and dashes of a language ("en", "de"); others stay.

    Figures of chess count as letters.
    """
    if language not in _QUOTES or _BEYOND.search(text):
        return text
    opening, closing, single, ending = _QUOTES[language]
    text = _DASH.sub(" \u2013 ", text).replace("--", "\u2013")
    text = _ELLIPSIS.sub("\u2026\u2060", text.replace("...", "\u2026"))
    text = _OPENS.sub(rf"\1{opening}", text).replace('"', closing)
    text = _QUOTED.sub(rf"\1{single}\2{ending}", text)
    return text.replace("'", "\u2019")


_QUOTES = {
    "en": ("\u201c", "\u201d", "\u2018", "\u2019"),
    "de": ("\u201e", "\u201c", "\u201a", "\u2018"),
}
_BEYOND = re.compile("[^\\x00-\\x7f\u2654-\u265f]")
_ELLIPSIS = re.compile("\u2026(?=[^\\s.,;:!?)\"'])")  # no line ends between it and a move
_DASH = re.compile(r"(?<=\S) +--? +(?=\S)")
_OPENS = re.compile(r"""(^|[\s(\['-])"(?=\S)""")
_QUOTED = re.compile(r"(^|[\s(\[\u201c\u201e])'(\S[^'\n]*?\S|\S)'(?![A-Za-z])")


def printed_line(text: str) -> str:
    """The same in one line."""
    return " ".join(printed(text).split())


def _printed(character: str) -> str:
    if character.isprintable() or character in _KEPT + _JOINING or character in _TURNING:
        return character
    kind = unicodedata.category(character)
    if kind in ("Zs", "Zl", "Zp"):
        return "\n" if kind != "Zs" else character
    if kind == "Cf":
        return ""
    return " " if kind == "Cc" else "\ufffd"


def unturned(text: str) -> str:
    """A text without what isolates and turns, for forms that don't know it."""
    return "".join(one for one in text if one not in _TURNING)


def _isolated(line: str) -> str:
    """A line that ends all it begins, isolated if it is turned; one that is isolated already stays."""
    if not _TURNED.search(line):
        return line
    out: list[str] = []
    ends: list[str] = []
    inner = 0  # how often everything was ended ahead of the line's last character
    for index, one in enumerate(line):
        if one in _CLOSING:
            ends.append(_CLOSING[one])
        elif one == _END and one in ends:
            while ends[-1] != one:
                out.append(ends.pop())
            ends.pop()
        elif one in _CLOSING.values():
            if not ends or ends[-1] != one:
                continue
            ends.pop()
        out.append(one)
        inner += not ends and index < len(line) - 1
    if line[0] == _ISOLATE and not inner and not ends:
        return "".join(out)
    return "".join((_ISOLATE, *out, *reversed(ends), _END))
