"""Characters that a comment spells as HTML does: `&nbsp;`, and `&#3052;` for what its codec lacks.

Comments that were copied from web pages, or written where Windows had no character for them, have
such. Only what `spelled` writes is read as one, so that each text has one spelling: all else stands
as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.base.text import BIG5, GB18030

_NO_BREAK = "\u00a0"
_REFERENCE = re.compile(r"&((?:amp;)*)(nbsp|#[1-9][0-9]{1,6});")
# Not escapes and selectors of `base.text`, nor what is no character.
_ODD = "[\u00a0-\ud7ff\uf900-\ufdff\ufe10-\uffef\U00010000-\U0003ffff]"
_PLAIN = {GB18030: "gbk", BIG5: "big5"}  # what Windows programs have of them


def meant(text: str, codec: str) -> str:
    """A comment with the characters that its references mean."""

    def one(found: re.Match[str]) -> str:
        character = _character(found[2], codec)
        if not character:
            return found[0]
        # `&amp;nbsp;` is how `&nbsp;` itself is written.
        return f"&{found[1][4:]}{found[2]};" if found[1] else character

    return _REFERENCE.sub(one, text) if "&" in text else text


def spelled(text: str, codec: str) -> str:
    """A comment with references for what the codec's old form lacks: `meant` is the way back."""

    def escaped(found: re.Match[str]) -> str:
        return f"&amp;{found[0][1:]}" if _character(found[2], codec) else found[0]

    if "&" in text:
        text = _REFERENCE.sub(escaped, text)
    if text.isascii() or (_NO_BREAK not in text and _plain(text, codec)):
        return text  # nearly always, and then the expression needn't be compiled
    return re.sub(_ODD, lambda found: _reference(found[0], codec), text)


@lru_cache(4096)
def _reference(character: str, codec: str) -> str:
    if character == _NO_BREAK:
        return "&nbsp;"
    return character if _plain(character, codec) else f"&#{ord(character)};"


def _plain(text: str, codec: str) -> bool:
    """Whether the codec's old form has all characters of a text."""
    try:
        text.encode(_PLAIN[codec])
    except UnicodeEncodeError:
        return False
    return True


def _character(name: str, codec: str) -> str:
    """What a reference means; "" if that is never spelled so."""
    if name == "nbsp":
        return _NO_BREAK
    number = int(name[1:])
    character = chr(number) if number <= 0x3FFFF else ""
    odd = re.match(_ODD, character) and _reference(character, codec) == f"&{name};"
    return character if odd else ""
