"""A game-tree file that is ready to be written."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.formats.gametree.codes import Codes
from viewer.formats.gametree.emit import Body, TextSettings
from viewer.formats.gametree.layout import TreeGame
from viewer.tree.record import Record


@dataclass(slots=True)
class Draft:
    """A file that is ready to be written, with data for finding its losses.

    Attributes:
        record: the record to write.
        kind: the kind of the file.
        settings: how text is written.
        head: the bytes of the header, with its zero byte if it has one.
        body: the tree.
        codes: the encoder of the moves.
        texts: the strings in the file by which a reader will detect its codec, as bytes.
        inexact: whether anything may be read back differently.
    """

    record: Record
    kind: TreeGame
    settings: TextSettings
    head: bytes
    body: Body
    codes: Codes
    texts: list[bytes]
    inexact: bool

    def file(self) -> bytes:
        """The bytes of the file, without those that the reader didn't read of the original."""
        return self.head + self.body.nodes + self.body.last
