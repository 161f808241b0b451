"""Recognising USEN."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_BEGINNING = re.compile(rb"\s*[0-9A-Za-z_.-]*~\d{1,5}\.[0-9a-z.~]*\s*")


def probe(head: bytes) -> Likeness:
    """YES if the content is one USEN word."""
    return Likeness.YES if _BEGINNING.fullmatch(head) else Likeness.NO
