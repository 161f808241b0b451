"""A record on its way to an XQF file."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.formats.shared.xiangqi import Position, black_moves
from viewer.formats.xqf.emit import Arrangement
from viewer.formats.xqf.encoding import Codecs
from viewer.formats.xqf.facts import Rest
from viewer.formats.xqf.fields import HEAD, SQUARES, WHO_PLAYS
from viewer.formats.xqf.keys import Keys
from viewer.formats.xqf.moves import pieces_at
from viewer.tree.action import Setup
from viewer.tree.record import Record


@dataclass(slots=True)
class Draft:
    """A record on its way to a file.

    Attributes:
        record: what is written.
        head, body: bytes of the file, the body before the cipher.
        keys: of the file.
        codecs: by which its text will be recognised, or was told to be read.
        by_hand: whether somebody chose them.
        comments: the nodes with comments, and their bytes.
        arrangement: which nodes are written.
        extra_pieces: how many pieces of the start have no slot.
    """

    record: Record
    head: bytes
    body: bytes
    keys: Keys
    codecs: Codecs
    by_hand: bool
    comments: dict[int, bytes]
    arrangement: Arrangement
    extra_pieces: int

    @property
    def rest(self) -> Rest | None:
        """What follows the tree in the file that was read."""
        return self.arrangement.rest

    def start(self) -> Setup:
        """The start position that will be read from the file."""
        root = self.record.root
        head = self.head.ljust(HEAD, b"\0")
        pieces = pieces_at(self.keys.squares(head[SQUARES]))
        left_out = self.arrangement.left_out
        first_moves = [node.action for node in root.children if node.id not in left_out]
        return Position(pieces, black_moves(pieces, first_moves, head[WHO_PLAYS])).setup()

    def file(self) -> bytes:
        """The file, without what isn't read of it."""
        body = self.body
        if self.rest is not None and self.rest.open:
            body += self.keys.size.to_bytes(4, "little")
        return self.head + self.keys.encrypt(body, HEAD)
