"""Game-tree files made byte by byte from the specification, without Qipu's writer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss
from viewer.formats.gametree import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

Items = list[tuple[bytes, bytes]]


@dataclass
class Spot:
    """A node: its keys with their values, and the nodes below."""

    items: Items = field(default_factory=list)
    below: list[Spot] = field(default_factory=list)


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def head_item(key: bytes, value: bytes) -> bytes:
    return bytes([len(key)]) + key + u32(len(value)) + value


def node_item(key: bytes, value: bytes, old: bool = False) -> bytes:
    width = 4 if old or key == b"c" else 2
    return bytes([len(key)]) + key + len(value).to_bytes(width, "big") + value


HEX: Items = [
    (b"gtv", u32(2)),
    (b"player1", b"Ann"),
    (b"player2", b"Bob"),
    (b"pov", b"\0"),
    (b"type", b"hex1"),
    (b"bdsize", u32(5)),
    (b"hgtv", u32(1)),
]
TWIXT: Items = [
    (b"gtv", u32(2)),
    (b"player1", b"Ann"),
    (b"player2", b"Bob"),
    (b"pov", b"\0"),
    (b"type", b"twixt1"),
    (b"bdsize", u32(24)),
    (b"tgtv", u32(1)),
]
OLD: Items = [(b"size", b"\5"), (b"vplayer", b"Ann"), (b"hplayer", b"Bob")]


def changed(items: Items, key: bytes, value: bytes) -> Items:
    """A header with a value changed."""
    return [(name, value if name == key else was) for name, was in items]


def move(
    x: int, y: int, colour: int, *items: tuple[bytes, bytes], below: Iterable[Spot] = ()
) -> Spot:
    return Spot([(b"m", bytes((x, y, colour))), *items], list(below))


def line(*spots: Spot) -> Spot:
    """A root with one line below."""
    root = above = Spot()
    for spot in spots:
        above.below.append(spot)
        above = spot
    return root


def entries(root: Spot, old: bool = False) -> list[bytes]:
    """The nodes' bytes, pre-order."""
    out = []
    stack = [root]
    while stack:
        spot = stack.pop()
        count = len(spot.below).to_bytes(4 if old else 2, "big")
        out.append(b"".join(node_item(*item, old) for item in spot.items) + b"\0" + count)
        stack += spot.below[::-1]
    return out


def build(root: Spot, head: Items = HEX, trailing: bytes = b"") -> bytes:
    old = not any(key == b"gtv" for key, _ in head)
    return b"".join([*(head_item(*item) for item in head), b"\0", *entries(root, old), trailing])


def split(file: bytes, old: bool = False) -> tuple[bytes, list[bytes], bytes]:
    """A whole file's header, its nodes' bytes, and what follows."""
    at = 0
    while file[at]:
        at += 1 + file[at]
        at += 4 + int.from_bytes(file[at : at + 4], "big")
    at += 1
    head, nodes, promised = file[:at], [], 1
    while promised:
        start = at
        while file[at]:
            key = file[at + 1 : at + 1 + file[at]]
            at += 1 + len(key)
            width = 4 if old or key == b"c" else 2
            at += width + int.from_bytes(file[at : at + width], "big")
        width = 4 if old else 2
        promised += int.from_bytes(file[at + 1 : at + 1 + width], "big") - 1
        at += 1 + width
        nodes.append(file[start:at])
    return head, nodes, file[at:]


# ------------------------------------------------------------------------------ files in Qipu


class Edited(MemoryCollection):
    """A collection of one record that was edited since it was read."""

    def __init__(self, read: Collection, record: Record) -> None:
        super().__init__(read.format, [record], read.variant, read.source)


def load(file: bytes, encoding: str | None = None, name: str = "game.hgt") -> Collection:
    return load_source(BytesSource(file, name), encoding=encoding)


def written(collection: Collection) -> tuple[tuple[Loss, ...], bytes]:
    """The losses and the file that Qipu writes."""
    output = FORMAT.write(collection)
    return output.losses, b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)


def saved(record: Record, read: Collection) -> bytes:
    """The file of an edited record, of which nothing may be lost."""
    losses, file = written(Edited(read, record))
    assert losses == ()
    return file


def codes(collection: Collection) -> list[tuple[str, int | None, int | None]]:
    """Code, node and offset of what was odd."""
    collection.record(0)
    return [
        (one.code.removeprefix("gametree."), one.node, one.offset) for one in collection.diagnostics
    ]
