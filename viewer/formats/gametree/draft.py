"""A record on its way to a game-tree file."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.formats.gametree.codes import Codes
from viewer.formats.gametree.emit import Body, TextSettings
from viewer.formats.gametree.layout import TreeGame
from viewer.tree.record import Record


@dataclass(slots=True)
class Draft:
    """A record on its way to a file.

    Attributes:
        record: what is written.
        kind: of the file.
        settings: how text is written.
        head: the header's bytes, with its end where it has one.
        body: the tree.
        codes: of the moves.
        texts: all strings that are written.
        inexact: whether anything may not be read back as it is.
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
        """The file, without what isn't read of it."""
        return self.head + self.body.nodes + self.body.last
