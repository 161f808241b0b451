"""The one table of limits. Reaching one gives a diagnostic, never a hang; each can be raised."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What a reader takes from one record before it stops and says so.

    The largest real record seen has 226,492 nodes, the longest real comment 40 KB; the rest of a
    file beyond a limit is kept as it is and written back, only not shown.
    """

    nodes: int = 1_000_000
    body_bytes: int = 64 * 1024 * 1024
    comment_bytes: int = 4 * 1024 * 1024
    diagnostics: int = 1_000


DEFAULT = Limits()
