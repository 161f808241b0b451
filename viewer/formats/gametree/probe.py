"""Recognize a game tree: the file has no magic number, but its header names the game."""

from __future__ import annotations

from viewer.formats.entry import Likeness
from viewer.formats.gametree.layout import GTV, SIZE, TREE_GAMES, TYPE, read_head

_OLD_KEYS = frozenset((SIZE, b"vplayer", b"hplayer", b"name"))
_KEYS = frozenset(
    (
        GTV,
        TYPE,
        b"bdsize",
        b"pov",
        b"player1",
        b"player2",
        *(kind.version_key for kind in TREE_GAMES),
    )
)


def probe(head: bytes) -> Likeness:
    """Rate the first bytes: YES for a header that names Hex or Twixt, or Jhex's; IF_NAMED for known keys."""
    if not head or not 0 < head[0] < 32:
        return Likeness.NO
    found = read_head(head)
    keys = [item.key for item in found.items]
    if found.kind is not None and (found.whole or not found.layout.old):
        told = found.first(TYPE) is not None or found.layout.old
        size = found.first(SIZE)
        if told and (not found.layout.old or (size is not None and len(size.value) <= 8)):
            return Likeness.YES
    if any(key in _KEYS or key in _OLD_KEYS for key in keys):
        return Likeness.IF_NAMED
    return Likeness.NO
