"""Whether content is a text at all: what it tells is seen when it is read."""

from __future__ import annotations

import re

from viewer.base.patterns import late
from viewer.formats.entry import Likeness

_SOME = late(rb"[0-9]|[\x80-\xff]{2}")


def probe_text(head: bytes) -> Likeness:
    """IF_NAMED for a text with a digit, or characters that aren't ASCII; NO for anything else."""
    binary = re.search(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]", head)
    return Likeness.IF_NAMED if binary is None and _SOME.search(head) else Likeness.NO
