"""What tells a diagram of HexWiki: its tag, with a size or contents."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_TAG = re.compile(rb"<hexboard\s[^<>]{0,400}?\b(?:size|contents)\s*=\s*[\"']", re.IGNORECASE)


def probe_hexwiki(head: bytes) -> Likeness:
    """YES for the tag, wherever it stands: nothing else is called so."""
    return Likeness.YES if _TAG.search(head) else Likeness.NO
