"""The one table of limits. Reaching one gives a diagnostic, never a hang; each can be raised."""

from __future__ import annotations

import sys

from viewer.base.named import NamedTuple


class Limits(NamedTuple):
    """What a reader takes from one record before it stops and says so.

    The largest real record seen has 226,492 nodes, the longest real comment 40 KB; the rest of a
    file beyond a limit is kept as it is and written back, only not shown.

    Attributes:
        nodes: of a record.
        parts: of a record's text that aren't moves: comments, glyphs, brackets, signs.
        lines: of a board of go in each direction.
        points: of all the positions of a game of go, one after the other: each is kept as a board.
        plies: of a record of Hex or Twixt that is a plain line of places: of 99 lines a board is full
            after half as many.
        records: of a file that are told apart; what follows belongs to the last.
        body_bytes: of what is read at one go: a file that is decoded as a whole;
        game_bytes: a game of a file that is read game by game.
        json_bytes: the same of JSON, every value of which is looked at (3 s for so many).
        comment_bytes: of one comment.
        asked_bytes: of text in no certain codec, that a detector is asked about; 0: it isn't asked, since
            its first answer takes longer than reading a small file.
        odd: things in a record that aren't understood, where they are more than what is: it is no
            record then, and what follows isn't read.
        diagnostics: that are told of a file.
        unpacked_bytes: of what any packed file may unpack to, however small it is;
        unpacked_times: beyond that, to so many times what was read of it: records in text are packed
            to a tenth, seldom to a hundredth.
        dense_bytes: of what is read at one go of a packed file that begins denser than that: `dense`.
        empty_parts: of a packed file, one after the other, before its end is taken to be there.
    """

    nodes: int = 1_000_000
    parts: int = 2_000_000
    lines: int = 255
    points: int = 1_000_000_000
    plies: int = 20_000
    records: int = 20_000_000
    body_bytes: int = 64 * 1024 * 1024
    game_bytes: int = 16 * 1024 * 1024
    json_bytes: int = 8 * 1024 * 1024
    comment_bytes: int = 4 * 1024 * 1024
    asked_bytes: int = 64 * 1024
    odd: int = 20_000
    diagnostics: int = 1_000
    unpacked_bytes: int = 128 * 1024 * 1024
    unpacked_times: int = 200
    dense_bytes: int = 128 * 1024
    empty_parts: int = 10_000

    def dense(self) -> Limits:
        """The limits for a packed file that expands far more than records do (a "zip bomb")."""
        most = self.dense_bytes
        return self._replace(
            body_bytes=min(self.body_bytes, most),
            game_bytes=min(self.game_bytes, most),
            json_bytes=min(self.json_bytes, most),
        )


DEFAULT = Limits()
AT_ONCE = DEFAULT._replace(asked_bytes=0)
"""Of a file that is shown as soon as it is read."""
UNLIMITED = DEFAULT._replace(nodes=sys.maxsize, parts=sys.maxsize, plies=sys.maxsize, diagnostics=0)
"""Of a record that is read back from what was just written of it, to be compared."""
