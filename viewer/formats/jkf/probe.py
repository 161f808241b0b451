"""Recognize JKF by the beginning of a file, without loading the rest of the format."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*(?:\"|\}|\Z)")
_KEYS = (
    re.compile(rb'"moves"\s*:\s*\['),
    re.compile(rb'"header"\s*:\s*\{'),
    re.compile(rb'"initial"\s*:\s*\{'),
    re.compile(rb'"preset"\s*:\s*"'),
    re.compile(rb'"piece"\s*:\s*"[A-Z]{2}"'),
)


def probe_jkf(head: bytes) -> Likeness:
    """Rate the first bytes: YES for a JSON object with two of JKF's keys, IF_NAMED for any other object."""
    if not _OBJECT.match(head):
        return Likeness.NO
    found = sum(key.search(head) is not None for key in _KEYS)
    return Likeness.YES if found >= 2 else Likeness.IF_NAMED
