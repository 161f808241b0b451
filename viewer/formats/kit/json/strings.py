"""JSON strings, to and from text; reading is lenient."""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.)|\Z)", re.DOTALL)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_TO_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def unescape(inner: str) -> str:
    """The text of a string; half a pair of surrogates becomes U+FFFD.

    An escape unknown to JSON stands for its character, a backslash at the end for itself.
    """
    if "\\" not in inner:
        return inner
    text = _ESCAPE.sub(_unescaped, inner)
    text = _PAIR.sub(
        lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text
    )
    return _LONE.sub("\ufffd", text)


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _NAMED.get(found[2], found[2]) if found[2] else "\\"


def quoted(text: str) -> str:
    """A text as a JSON string."""
    inner = _TO_ESCAPE.sub(
        lambda found: _ESCAPED.get(found.group()) or f"\\u{ord(found.group()):04x}", text
    )
    return f'"{inner}"'
