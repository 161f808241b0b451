"""Texts of records and messages, ready for print: in the reader's language, without control characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from viewer.base.messages import Message
from viewer.base.text import readable

Words = Callable[[Message], str]
"""Makes a text of a message; `viewer.base.catalogs.tr` for the language of the window or command line."""

_KEPT = "\n\t"
# Zero-width joiners and variation selectors belong to the characters around them; the rest of Cf does not
# print, or turns the text around it (bidirectional controls, U+202E and its like).
_JOINING = "\u200c\u200d"


def printed(text: str) -> str:
    """A text of a file as it is printed: without controls and what turns the direction of reading.

    Bytes that weren't text become U+FFFD, as do lone surrogates and noncharacters.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_printed(one) for one in readable(text))


def printed_line(text: str) -> str:
    """The same in one line."""
    return " ".join(printed(text).split())


def _printed(character: str) -> str:
    if character in _KEPT or character in _JOINING or character.isprintable():
        return character
    kind = unicodedata.category(character)
    if kind in ("Zs", "Zl", "Zp"):
        return "\n" if kind != "Zs" else character
    if kind == "Cf":
        return ""
    return " " if kind == "Cc" else "\ufffd"
