"""Whether the beginning of a file looks like JKF. Loads nothing else of the format."""

from __future__ import annotations

import re

from viewer.formats import Likeness

_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*(?:\"|\}|\Z)")
_KEYS = (
    re.compile(rb'"moves"\s*:\s*\['),
    re.compile(rb'"header"\s*:\s*\{'),
    re.compile(rb'"initial"\s*:\s*\{'),
    re.compile(rb'"preset"\s*:\s*"'),
    re.compile(rb'"piece"\s*:\s*"[A-Z]{2}"'),
)


def probe(head: bytes) -> Likeness:
    """An object of JSON with two of the names that JKF uses."""
    if not _OBJECT.match(head):
        return Likeness.NO
    found = sum(key.search(head) is not None for key in _KEYS)
    return Likeness.YES if found >= 2 else Likeness.IF_NAMED
