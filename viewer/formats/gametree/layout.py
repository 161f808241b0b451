"""The two layouts of game-tree files, and the key-value lists of their headers and nodes.

Headers and nodes are key-value lists ended by a zero byte. In the older layout, of Jhex, which has no `gtv`,
all lengths and numbers of children have four bytes, and the verdict is a float `v`, in later files `r`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from viewer.base.named import NamedTuple
from viewer.formats.entry import Likeness

GTV, TYPE, BDSIZE, SIZE, POV = b"gtv", b"type", b"bdsize", b"size", b"pov"
MOVE, VERDICT, MAIN, COMMENT = "m", "r", "g", "c"
KEYS = MOVE + VERDICT + MAIN + COMMENT
"""The keys of a node, in the order of a new file; these letters stand for the keys of both layouts."""
VERSION = 2
_VERDICT_WON = 10_000


class TreeGame(NamedTuple):
    """A game that can be in game trees, with its kind of file.

    Attributes:
        game: its id.
        type: value of the header `type`.
        version_key: header with the version of the game-specific part.
        links: whether moves can have links ("long" moves).
        suffix: of file names.
        smallest, largest, usual: numbers of lines of a board.
    """

    game: str
    type: bytes
    version_key: bytes
    links: bool
    suffix: str
    smallest: int
    largest: int
    usual: int


TREE_GAMES: tuple[TreeGame, ...] = (
    TreeGame("hex", b"hex1", b"hgtv", False, "hgt", 1, 256, 11),
    TreeGame("twixt", b"twixt1", b"tgtv", True, "tgt", 5, 256, 24),
)


def tree_game_of(game: str) -> TreeGame | None:
    """The kind of file of a game by its id, None if game trees don't have the game."""
    return next((kind for kind in TREE_GAMES if kind.game == game), None)


class HeaderItem(NamedTuple):
    """A key with its value, in a header or a node; `at` is the offset of the value."""

    key: bytes
    value: bytes
    at: int = 0


class NumberLayout(NamedTuple):
    """The widths of numbers and the keys of nodes in one of the two layouts.

    Attributes:
        old: whether it is the layout of Jhex.
        length: bytes of a value's length in a node (4 for a comment).
        width: bytes of the number of children.
        letters: letters of `KEYS` by the node keys of the layout.
        keys: node keys of the layout by the letters of `KEYS`.
    """

    old: bool
    length: int
    width: int
    letters: Mapping[bytes, str]
    keys: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """The name of the layout, as the status line shows it."""
        return "Jhex" if self.old else f"gtv {VERSION}"

    def length_of(self, key: bytes) -> int:
        """The number of bytes of a value's length in a node, for a key."""
        return 4 if key == b"c" else self.length

    def item(self, key: bytes, value: bytes) -> bytes:
        """The bytes of a key with its value in a node."""
        return bytes((len(key),)) + key + len(value).to_bytes(self.length_of(key), "big") + value

    def node_items(self, raw: bytes) -> list[HeaderItem]:
        """The items of a complete list of a node (`raw`: without its zero byte)."""
        found = []
        at = 0
        while at < len(raw):
            key = raw[at + 1 : at + 1 + raw[at]]
            at += 1 + len(key) + self.length_of(key)
            length = int.from_bytes(raw[at - self.length_of(key) : at], "big")
            found.append(HeaderItem(key, raw[at : at + length], at))
            at += length
        return found

    def read_verdict(self, raw: bytes) -> int | None:
        """Decode a verdict (10000: won); None for another width, or for a float that isn't from -3 to 3."""
        if not self.old:
            return int.from_bytes(raw, "big", signed=True) if len(raw) == 2 else None
        if len(raw) != 4:
            return None
        (number,) = struct.unpack(">f", raw)
        return round(number * _VERDICT_WON) if -3 <= number <= 3 else None

    def write_verdict(self, verdict: object) -> bytes | None:
        """Encode a verdict; None if it is none, or can't be written exactly."""
        if type(verdict) is not int or not -0x8000 <= verdict <= 0x7FFF:
            return None
        if not self.old:
            return verdict.to_bytes(2, "big", signed=True)
        raw = struct.pack(">f", verdict / _VERDICT_WON)
        return raw if self.read_verdict(raw) == verdict else None


def _layout(old: bool, length: int, count: int, verdict: bytes) -> NumberLayout:
    letters = {b"m": MOVE, verdict: VERDICT, b"g": MAIN, b"c": COMMENT}
    return NumberLayout(
        old, length, count, letters, {letter: key for key, letter in letters.items()}
    )


NEW = _layout(False, 2, 2, b"r")
OLD = _layout(True, 4, 4, b"v")


# -------------------------------------------------------------------------------------- head


class Head(NamedTuple):
    """A header, as far as it can be read.

    Attributes:
        items: in file order.
        end: offset after the header; if it isn't `whole`, of its first incomplete item.
        whole: whether its end is in the file.
    """

    items: tuple[HeaderItem, ...]
    end: int
    whole: bool

    def first(self, key: bytes) -> HeaderItem | None:
        """The first item with a key, None if there is none."""
        return next((item for item in self.items if item.key == key), None)

    @property
    def layout(self) -> NumberLayout:
        """The layout of the file: the old one if it has `size` but not `gtv`."""
        return OLD if self.first(GTV) is None and self.first(SIZE) is not None else NEW

    @property
    def kind(self) -> TreeGame | None:
        """The game, by `type`, else by layout (the old one: Hex) or version key; None if unknown."""
        said = self.first(TYPE)
        for kind in TREE_GAMES:
            if said is not None and said.value.rstrip(b"\0").lower() == kind.type:
                return kind
        if self.layout.old:
            return TREE_GAMES[0]
        return next((kind for kind in TREE_GAMES if self.first(kind.version_key)), None)


def read_head(data: bytes) -> Head:
    """Read the header at the beginning of bytes, up to its end or the first incomplete item."""
    items: list[HeaderItem] = []
    at = 0
    while at < len(data):
        if not data[at]:
            return Head(tuple(items), at + 1, True)
        value = at + 5 + data[at]
        if value > len(data):
            break
        end = value + int.from_bytes(data[value - 4 : value], "big")
        if end > len(data):
            break
        items.append(HeaderItem(data[at + 1 : value - 4], data[value:end], value))
        at = end
    return Head(tuple(items), at, False)


def head_item(key: bytes, value: bytes) -> bytes:
    """The bytes of a key with its value in a header."""
    return bytes((len(key),)) + key + len(value).to_bytes(4, "big") + value


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


def probe_gametree(head: bytes) -> Likeness:
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
