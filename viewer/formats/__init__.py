"""The file formats: a folder per family, and the registry of them.

FORMATS is data: what is needed to recognise a file, to name its kind and to register it with a
desktop, before the code of its format is loaded.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

from viewer.base.messages import Message, message

if TYPE_CHECKING:
    from viewer.formats.format import Format


class FormatEntry(NamedTuple):
    """A format that Qipu knows.

    Attributes:
        id: as in a dump.
        name: for people.
        suffixes: without the dot, lower case; the first is that of new files. A hint, never a proof.
        magic: (offset, bytes) pairs, any of which marks the content as probably of this format.
        target: "module:name" of its `Format`.
        media_type: for the desktop.
        games: ids of the games it can hold.
        shared: whether desktops know this kind already and other programs open it too (PGN, SGF);
            Qipu then offers itself for it, without becoming its default.
    """

    id: str
    name: Message
    suffixes: tuple[str, ...]
    magic: tuple[tuple[int, bytes], ...]
    target: str
    media_type: str
    games: tuple[str, ...]
    shared: bool = False

    def load(self) -> Format:
        """The format itself; its code is imported now."""
        module, _, name = self.target.partition(":")
        found: Format = getattr(importlib.import_module(module), name)
        return found


FORMATS: dict[str, FormatEntry] = {
    entry.id: entry
    for entry in (
        FormatEntry(
            id="xqf",
            name=message("XQStudio record"),
            suffixes=("xqf",),
            magic=((0, b"XQ"),),
            target="viewer.formats.xqf:FORMAT",
            media_type="application/x-xqf",
            games=("xiangqi",),
        ),
    )
}
