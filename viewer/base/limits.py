"""The one table of limits. Reaching one gives a diagnostic, never a hang; each can be raised."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What a reader takes from one record before it stops and says so.

    The largest real record seen has 226,492 nodes, the longest real comment 40 KB; the rest of a
    file beyond a limit is kept as it is and written back, only not shown.

    Attributes:
        nodes: of a record.
        plies: of a record of Hex or Twixt that is a plain line of places: of 99 lines a board is full
            after half as many.
        body_bytes: of what is read at one go: a game, or a file that is decoded as a whole.
        json_bytes: the same of JSON, every value of which is looked at (3 s for so many).
        comment_bytes: of one comment.
        diagnostics: that are told of a file.
    """

    nodes: int = 1_000_000
    plies: int = 20_000
    body_bytes: int = 64 * 1024 * 1024
    json_bytes: int = 8 * 1024 * 1024
    comment_bytes: int = 4 * 1024 * 1024
    diagnostics: int = 1_000


DEFAULT = Limits()
