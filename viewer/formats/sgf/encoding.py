"""The codec of an SGF file, which CA sometimes names."""

from __future__ import annotations

import re

from viewer.formats.shared import judge

_DECLARED = re.compile(rb"(?<![A-Z])(?:CA|C[a-z]*A[a-z]*)\s*\[\s*([^\]\\]{1,40})\]")
_HEAD = 1 << 17  # of a root node, in which CA may stand behind a long comment


def declared(data: bytes) -> str:
    """The value of the first CA near the beginning of a file, "" if there is none."""
    found = _DECLARED.search(data, 0, _HEAD)
    return found[1].decode("latin-1").strip() if found else ""


def is_said(data: bytes, codec: str) -> bool:
    """Whether every reader takes a file's bytes for text in a codec, with chardet's help or without."""
    name = declared(data)
    return judge.guess(data, name) == codec == judge.judge(data, name).codec


def guess(data: bytes) -> str:
    """The codec of a file's bytes."""
    return judge.guess(data, declared(data))
