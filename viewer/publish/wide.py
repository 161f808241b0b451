"""Text as Chinese and Japanese books set it: without spaces between words, with punctuation in full width.

What is written in another script within such a text keeps its own spaces and signs.
"""

from __future__ import annotations

from viewer.base.patterns import late

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff"
_AT_END = late(f"[{_WIDE}”’…]$")
_PUNCTUATION_END = late("[\u3000-\u3003\u3008-\u301f！（），－．：；？［］“‘]$")
_AT_START = late(f"[{_WIDE}“‘▲△☗☖]")
SIDE_SIGN = late("[▲△☗☖]")
"""Begins a move that tells whose it is: no number, no comma is needed ahead of it."""
WIDE_BRACKETS = ("（）", "［］")

_HALF = {",": "，", ".": "。", ";": "；", ":": "：", "!": "！", "?": "？", "．": "。"}
_STOPS = late(rf"(?<=[{_WIDE}”’])\s*([,;:!?．]|\.(?![.\w]))[ \t]*")
_DOTS = late(rf"(?<=[{_WIDE}])(?:\.{{3,}}|。{{3,}})[ \t]*")
_OPENING = late(rf"\((?=[{_WIDE}])|(?<=[{_WIDE}])[ \t]*\((?=[^()\n]*\))")
_SPACED = late(rf"(?<=[{_WIDE}])[ \t]+(?=[{_WIDE}])")
_FIGURES = late(rf"(?<=[{_WIDE}]) (?=\d)|(?<=\d) (?=[{_WIDE}])")
_JOINER = "\u2060"


def between(before: str, text: str, variation: bool, comment: bool) -> str:
    """What stands between two texts of a paragraph: nothing, a space, a comma.

    `variation`: one of them is a move of a variation; `comment`: one of them is a comment.
    """
    if _PUNCTUATION_END.search(before) or text.startswith(("（", "［")):
        return ""
    if not (_AT_END.search(before) and (_AT_START.match(text) or text[:1].isdigit())):
        return " "
    signed = SIDE_SIGN.match(text) or (comment and SIDE_SIGN.search(before))
    if variation and not signed:
        return "，"
    if comment:
        return "\u3000"
    return "" if variation else " "


def full_width(text: str) -> str:
    """A text whose punctuation beside Chinese characters and kana has their width, without spaces there."""
    text = _DOTS.sub("……", _paired(text))
    text = _STOPS.sub(lambda match: _HALF[match[1]], text)
    return _SPACED.sub("", text)


def tight(text: str) -> str:
    """A text without spaces between figures and Chinese characters: 1996年7月."""
    return _FIGURES.sub("", text)


def _paired(text: str) -> str:
    """The text with full-width brackets around what begins or stands behind a wide character."""
    out: list[str] = []
    last = 0
    for match in _OPENING.finditer(text):
        close = text.find(")", match.end())
        if match.start() < last or close < 0:
            continue
        inner = text[match.end() : close]
        if "(" in inner or "\n" in inner:
            continue
        out += (text[last : match.start()], f"（{inner}）")
        last = close + 1
    return "".join((*out, text[last:]))


def tight_move(move: str) -> str:
    """A move in Chinese characters as books set it: 同歩, without the space that files have within it."""
    return "".join(move.split()) if _AT_START.match(move) else move


def unbroken(text: str, whole: bool) -> str:
    """A move that isn't broken between lines: at no place, or not behind the sign of its side."""
    if whole:
        move = text.rstrip(" ")
        return _JOINER.join(move) + text[len(move) :]
    return SIDE_SIGN.sub(lambda match: match[0] + _JOINER, text)
