"""Whether the beginning of a file looks like KIF, KI2 or a diagram. Loads nothing else of the formats."""

from __future__ import annotations

import re

from viewer.formats import Likeness

_NAMES = ("手数", "手合割", "先手", "後手", "下手", "上手", "変化", "まで", "盤面回転")
# Each word in UTF-8 and in cp932.
_WORDS = {
    name: (name.encode("utf-8"), name.encode("cp932")) for name in (*_NAMES, "打", "同", "持駒")
}


def _any(*names: str) -> bytes:
    return b"|".join(re.escape(code) for name in names for code in _WORDS[name])


_HIGH = rb"[\x80-\xff]"
_START = rb"(?:\A(?:\xef\xbb\xbf)?|(?<=[\r\n]))(?:[ \t]|\xe3\x80\x80|\x81\x40)*"
_NUMBERED = re.compile(
    _START
    + rb"(?:[0-9]{1,4}|(?:\xef\xbc[\x90-\x99]){1,4}|(?:\x82[\x4f-\x58]){1,4})[ \t.]*"
    + rb"(?:[1-9]{2}|"
    + _HIGH
    + rb")[^\r\n(]{1,28}(?:\([0-9]{2}\)|"
    + _any("打")
    + rb")"
)
_ENDED = re.compile(
    _START + rb"[0-9]{1,4}[ \t]+" + _HIGH + rb"[^\r\n(]{1,12}[ \t]*\([ \t]*[0-9]{1,3}:[0-9]{2}[/.)]"
)
_TITLE = re.compile(_START + rb"(?:" + _any("手数") + rb")--")
_MARK = rb"(?:\xe2\x96[\xb2\xb3\xbc\xbd]|\xe2\x98[\x96\x97]|\x81[\xa2-\xa5]|\xa2[\xa4-\xa7])"
_TOKEN = re.compile(
    _START
    + _MARK
    + rb"(?:[1-9]|\xef\xbc[\x91-\x99]|\x82[\x50-\x58]|\xa3[\xb1-\xb9]|"
    + _any("同")
    + rb")"
)
_RANK = re.compile(_START + rb"\|(?:[ v^+]?" + _HIGH + rb"{2,3}[ ]?){8,10}\|?")
_HAND = re.compile(
    _START
    + rb"(?:"
    + _any("先手", "後手", "下手", "上手")
    + rb")[^\r\n]{0,6}(?:"
    + _any("持駒")
    + rb")"
)
_HEAD = re.compile(
    _START
    + rb"(?:"
    + _any("手合割", "先手", "後手", "下手", "上手", "変化")
    + rb")[ ]*(?:\xef\xbc\x9a|\x81\x46|:)"
)
_ANY = re.compile(
    _START
    + rb"(?:[*&#|]|[0-9]{1,4}[ \t]+\S|"
    + _MARK
    + rb"|[^\r\n\0]{2,40}(?:\xef\xbc\x9a|\x81\x46)|"
    + _any(*_NAMES)
    + rb")"
)
_KIF_NAME = re.compile(rb"(?:\A|[\r\n]|\xbf)#KIF version|[\r\n#][^\r\n]{0,20}Kifu for ")
_KI2_NAME = re.compile(rb"(?:\A|[\r\n]|\xbf)#KI2 version")


def _plain(head: bytes) -> bytes:
    """A head in UTF-16 as UTF-8."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head[: len(head) & ~1].decode("utf-16", "ignore").encode("utf-8", "ignore")
    return head


def _is_numbered(head: bytes) -> bool:
    return any(what.search(head) for what in (_TITLE, _NUMBERED, _ENDED, _KIF_NAME))


def _maybe(head: bytes) -> Likeness:
    """Of a file with any line that could be one of these formats."""
    return Likeness.IF_NAMED if _ANY.search(head) else Likeness.NO


def probe_kif(head: bytes) -> Likeness:
    """Numbered moves, or what stands above them; a head or board without any moves too."""
    head = _plain(head)
    if _is_numbered(head):
        return Likeness.YES
    if _TOKEN.search(head) or _KI2_NAME.search(head):
        return _maybe(head)
    return Likeness.YES if _HEAD.search(head) or _RANK.search(head) else _maybe(head)


def probe_ki2(head: bytes) -> Likeness:
    """Moves with ▲ and △ at the beginning of lines."""
    head = _plain(head)
    if _KI2_NAME.search(head):
        return Likeness.YES
    if _is_numbered(head):
        return _maybe(head)
    return Likeness.YES if _TOKEN.search(head) or _HEAD.search(head) else _maybe(head)


def probe_bod(head: bytes) -> Likeness:
    """A board with a hand, and no moves."""
    head = _plain(head)
    if _is_numbered(head) or _TOKEN.search(head):
        return _maybe(head)
    if _RANK.search(head):
        return Likeness.YES if _HAND.search(head) else Likeness.IF_NAMED
    return _maybe(head)
