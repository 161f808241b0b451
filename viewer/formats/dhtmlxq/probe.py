"""What the beginning of a DhtmlXQ text looks like."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness


def probe_dhtmlxq(head: bytes) -> Likeness:
    """Rate content by its first tag `[DhtmlXQ…]`."""
    found = re.search(rb"\[DhtmlXQ(?:_[A-Za-z0-9_]{1,64})?\]", head, re.I)
    return Likeness.YES if found else Likeness.NO
