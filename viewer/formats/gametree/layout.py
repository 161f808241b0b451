"""The two layouts of game-tree files: lists of keys with values, and what a node and a header have.

Both are key-value lists ended by a zero byte. In the older one of Jhex, which has no `gtv`, every length
and every number of children takes four bytes, and `v` is a float where later files have `r`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple

GTV, TYPE, BDSIZE, SIZE, POV = b"gtv", b"type", b"bdsize", b"size", b"pov"
MOVE, VERDICT, MAIN, COMMENT = "m", "r", "g", "c"
KEYS = MOVE + VERDICT + MAIN + COMMENT
"""What a node can have, in the order of a new file; letters stand for the keys of both layouts."""
VERSION = 2
_VERDICT_WON = 10_000


class TreeGame(NamedTuple):
    """A game that game trees have.

    Attributes:
        game: its id.
        type: value of the header `type`.
        version_key: header of the version of the game's part.
        links: whether moves can be long.
        suffix: of files.
        smallest, largest, usual: lines of a board.
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
    """The kind of a game's id."""
    return next((kind for kind in TREE_GAMES if kind.game == game), None)


class HeaderItem(NamedTuple):
    """A key with its value, and the offset of the value."""

    key: bytes
    value: bytes
    at: int = 0


class NumberLayout(NamedTuple):
    """How wide numbers are.

    Attributes:
        old: whether it is that of Jhex.
        length: bytes of a value's length in a node.
        width: bytes of the number of children.
        letters: the letter of `KEYS` by a node's key.
        keys: the other way.
    """

    old: bool
    length: int
    width: int
    letters: Mapping[bytes, str]
    keys: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """As the status line shows it."""
        return "Jhex" if self.old else f"gtv {VERSION}"

    def length_of(self, key: bytes) -> int:
        """Bytes of the length of a value in a node."""
        return 4 if key == b"c" else self.length

    def item(self, key: bytes, value: bytes) -> bytes:
        """A key with its value in a node."""
        return bytes((len(key),)) + key + len(value).to_bytes(self.length_of(key), "big") + value

    def node_items(self, raw: bytes) -> list[HeaderItem]:
        """The items of a whole list of a node, without the zero byte."""
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
        """The verdict of a value; None for one of another width, or that is no number."""
        if not self.old:
            return int.from_bytes(raw, "big", signed=True) if len(raw) == 2 else None
        if len(raw) != 4:
            return None
        (number,) = struct.unpack(">f", raw)
        return round(number * _VERDICT_WON) if -3 <= number <= 3 else None

    def write_verdict(self, verdict: object) -> bytes | None:
        """The value of a verdict; None for what is none."""
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
    """A header as far as it can be read.

    Attributes:
        items: in file order.
        end: offset behind it; of the first item that the file ends within.
        whole: whether its end is there.
    """

    items: tuple[HeaderItem, ...]
    end: int
    whole: bool

    def first(self, key: bytes) -> HeaderItem | None:
        """The first item of a key."""
        return next((item for item in self.items if item.key == key), None)

    @property
    def layout(self) -> NumberLayout:
        """The layout of the file: the old one has a size, and no version."""
        return OLD if self.first(GTV) is None and self.first(SIZE) is not None else NEW

    @property
    def kind(self) -> TreeGame | None:
        """The game: by its type, else by the header that only one of them has."""
        said = self.first(TYPE)
        for kind in TREE_GAMES:
            if said is not None and said.value.rstrip(b"\0").lower() == kind.type:
                return kind
        if self.layout.old:
            return TREE_GAMES[0]
        return next((kind for kind in TREE_GAMES if self.first(kind.version_key)), None)


def read_head(data: bytes) -> Head:
    """The header that bytes begin with. Nothing is taken that isn't there, whatever a length says."""
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
    """A key with its value in the header."""
    return bytes((len(key),)) + key + len(value).to_bytes(4, "big") + value
