"""The codec of an SGF file, which CA sometimes names."""

from __future__ import annotations

from viewer.base.patterns import late
from viewer.formats.shared import judge

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
