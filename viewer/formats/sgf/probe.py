"""Whether content is SGF, and in which codec: the one that CA sometimes names."""

from __future__ import annotations

import re

from viewer.base.patterns import late
from viewer.formats.entry import Likeness
from viewer.formats.kit import judge
from viewer.formats.kit.charsets import decode
from viewer.formats.kit.recognising import game_of_golem

_DECLARED = late(rb"(?<![A-Z])(?:CA|C[a-z]*A[a-z]*)\s*\[\s*([^\]\\]{1,40})\]")
_HEAD = 1 << 17  # of a root node, in which CA may stand behind a long comment


def declared(data: bytes) -> str:
    """The value of the first CA near the beginning of a file, "" if there is none."""
    found = _DECLARED.search(data, 0, _HEAD)
    return found[1].decode("latin-1").strip() if found else ""


def is_sure(data: bytes) -> bool:
    """Whether a file's bytes are read as text in the same codec with chardet's help and without."""
    name = declared(data)
    return judge.guess(data, name) == judge.judge(data, name).codec


def guess(data: bytes) -> str:
    """The codec of a file's bytes."""
    return judge.guess(data, declared(data))


_SURE = re.compile(
    r"\(\s*;\s*(?:\)|\(|;|[A-Z][A-Za-z]{0,20}\s*\[[^\]]*+\])|\(\s*(?:GM|FF|SZ|TE|RD|EV|PB)\s*\["
)
_LIKELY = re.compile(r"\(\s*;|\(\s*[A-Z][A-Za-z]{0,20}\s*\[")
_START = re.compile(r"[\s\ufeff]*\(\s*;")
_KNOWN = re.compile(r"(?<![A-Za-z])(?:GM|FF|SZ|AB|AW|PB|PW|CA|AP|B|W|KM|EV|RE|C)\s*\[")


def probe_sgf(head: bytes) -> Likeness:
    """The likeness: a game tree at the beginning is sure; further on, the suffix decides."""
    if b"(" not in head:
        return Likeness.NO
    if game_of_golem(head):
        return Likeness.IF_NAMED  # it looks so, but has a reader of its own
    text = decode(head, guess(head))
    if _START.match(text) and (_SURE.search(text) or _KNOWN.search(text)):
        return Likeness.YES
    found = _SURE.search(text)
    if found is not None and _KNOWN.search(text):
        # Text ahead may be that of another format that has something like it in a comment.
        return Likeness.YES if not text[: found.start()].strip() else Likeness.IF_NAMED
    return Likeness.IF_NAMED if _LIKELY.search(text) else Likeness.NO
