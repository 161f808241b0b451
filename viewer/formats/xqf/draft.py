"""The parts of an XQF file before it is written."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.formats.shared.xiangqi import Position, black_moves
from viewer.formats.shared.xiangqi_set import pieces_at
from viewer.formats.xqf.emit import Arrangement
from viewer.formats.xqf.encoding import Codecs
from viewer.formats.xqf.facts import Rest
from viewer.formats.xqf.fields import HEAD, SQUARES, WHO_PLAYS
from viewer.formats.xqf.keys import Keys
from viewer.tree.action import Setup
from viewer.tree.record import Record


@dataclass(slots=True)
class Draft:
    """The parts of a file before it is written.

    Attributes:
        record: the record to be written.
        head, body: bytes of the file; the body isn't encrypted yet.
        keys: the keys of the file.
        codecs: the codecs that will be detected when the file is read, or those that the user chose.
        by_hand: whether the user chose the codecs.
        comments: the bytes of comments by the ids of their nodes.
        arrangement: the nodes to be written.
        extra_pieces: the number of pieces of the start position that have no slot.
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
        """The part after the tree in the file that was read, None if there is none."""
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
        """The bytes of the file, without the part (`rest`) that isn't read."""
        body = self.body
        if self.rest is not None and self.rest.open:
            body += self.keys.size.to_bytes(4, "little")
        return self.head + self.keys.encrypt(body, HEAD)
