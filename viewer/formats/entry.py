"""What the registry of formats says of each, without loading its code."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from viewer.base.loading import load_named
from viewer.base.messages import Message
from viewer.base.named import NamedTuple

if TYPE_CHECKING:
    from viewer.formats.format import Format


class Likeness(enum.IntEnum):
    """How likely content is of a format."""

    NO = 0
    IF_NAMED = 1  # if it has the suffix, too, and no other format is surer
    YES = 2
    ONLY = 3  # surer than any YES
    BY_NAME = 4  # if it has the suffix, whatever other formats say; else not


class TextForm(NamedTuple):
    """A text form in which records of a format, or positions, are copied.

    Attributes:
        id: stable and unique.
        name: for people: the short name they know it by.
        position: whether it is of a position without moves.
    """

    id: str
    name: Message
    position: bool = False


class FormatEntry(NamedTuple):
    """A format that Qipu knows.

    Attributes:
        id: as in dumps.
        name: for people.
        suffixes: without the dot, in lower case; the first is for new files. A hint, never proof.
        magic: (offset, bytes) pairs, any of which marks the content as probably of this format.
        target: "module:name" of its `Format`.
        media_type: for the desktop; `+gzip` or `+zstd` is added for packed files.
        games: ids of the games it can hold.
        shared: whether other programs open it too; Qipu then registers for it without becoming
            the default if another program is.
        known: whether desktops already know the type and its first suffix (PGN, SGF); other types are
            declared by Qipu.
        parent: the media type whose programs can open it as well, "" for none.
        signs: like magic, but for desktops only: to recognise files whose suffixes belong to other types.
        probe: "module:name" of a function from the first bytes of a file to a Likeness, for formats
            for which magic isn't enough; "" for the others.
        rivals: ids of formats that may be surer of a content that this one is sure of. A file with its
            suffix is asked by its probe and theirs alone.
        alone: "module:name" of a function from the first bytes of a file to whether no rival can be surer.
        texts: the forms in which its text is copied, for text formats. Of all formats that hold
            a game, the first form for whole records is the one its players exchange. Those of texts about
            games, which are no format to write, are what people send each other (`publish/text/posts.py`).
        common: whether its suffixes are mostly of other things (.txt): such a file is read when somebody
            opens it, and neither registered nor looked for in folders.
    """

    id: str
    name: Message
    suffixes: tuple[str, ...]
    magic: tuple[tuple[int, bytes], ...]
    target: str
    media_type: str
    games: tuple[str, ...]
    shared: bool = False
    known: bool = False
    parent: str = "text/plain"
    signs: tuple[tuple[int, bytes], ...] = ()
    probe: str = ""
    rivals: tuple[str, ...] = ()
    alone: str = ""
    texts: tuple[TextForm, ...] = ()
    common: bool = False

    def load(self) -> Format:
        """The format; imports its code."""
        found: Format = load_named(self.target)
        return found

    def rivals_for(self, head: bytes) -> tuple[str, ...]:
        """The rivals of a file that begins with these bytes."""
        return () if self.alone and load_named(self.alone)(head) else self.rivals

    def is_marked(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes has a magic of this format."""
        return any(head.startswith(mark, offset) for offset, mark in self.magic)

    def likeness(self, head: bytes) -> Likeness:
        """How likely a file that begins with these bytes is of this format."""
        if self.is_marked(head):
            return Likeness.YES
        if not self.probe:
            return Likeness.NO
        found: Likeness = load_named(self.probe)(head)
        return found
