"""Characters that comments have as HTML references: `&nbsp;`, and `&#3052;` if the codec lacks them.

Comments have them if they were copied from web pages, or if Windows had no such character. Only
references that `spelled` would write are resolved, so that each text has one spelling; all others stay
unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.base.patterns import late
from viewer.base.text import BIG5, GB18030

_NO_BREAK = "\u00a0"
_REFERENCE = late(r"&((?:amp;)*)(nbsp|#[1-9][0-9]{1,6});")
# Without the escapes and selectors of `base.text`, and without codes that aren't characters.
_ODD = late("[\u00a0-\ud7ff\uf900-\ufdff\ufe10-\uffef\U00010000-\U0003ffff]")
_PLAIN = {GB18030: "gbk", BIG5: "big5"}  # the codecs of Windows programs


def meant(text: str, codec: str) -> str:
    """Resolve the references in a comment; the inverse of `spelled`."""

    def one(found: re.Match[str]) -> str:
        character = _character(found[2], codec)
        if not character:
            return found[0]
        # `&amp;nbsp;` is how `&nbsp;` itself is written.
        return f"&{found[1][4:]}{found[2]};" if found[1] else character

    return _REFERENCE.sub(one, text) if "&" in text else text


def spelled(text: str, codec: str) -> str:
    """Write references in a comment for characters that the codec's old form lacks; `meant` resolves them."""

    def escaped(found: re.Match[str]) -> str:
        return f"&amp;{found[0][1:]}" if _character(found[2], codec) else found[0]

    if "&" in text:
        text = _REFERENCE.sub(escaped, text)
    if text.isascii() or (_NO_BREAK not in text and _plain(text, codec)):
        return text  # nearly always; saves compiling the expression
    return _ODD.sub(lambda found: _reference(found[0], codec), text)


@lru_cache(4096)
def _reference(character: str, codec: str) -> str:
    if character == _NO_BREAK:
        return "&nbsp;"
    return character if _plain(character, codec) else f"&#{ord(character)};"


def _plain(text: str, codec: str) -> bool:
    """Whether the codec's old form has all characters of a text."""
    try:
        text.encode(_PLAIN.get(codec, codec))
    except UnicodeEncodeError:
        return False
    return True


def _character(name: str, codec: str) -> str:
    """The character of a reference; "" if `spelled` never writes that reference."""
    if name == "nbsp":
        return _NO_BREAK
    number = int(name[1:])
    character = chr(number) if number <= 0x3FFFF else ""
    odd = _ODD.match(character) and _reference(character, codec) == f"&{name};"
    return character if odd else ""
