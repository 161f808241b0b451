"""A game tree of 200,000 nodes (.hgt): read, saved, its verdicts minimaxed; beside limits and the bare nodes.

    bench_gametree.py [NODES]

The files are made here: one of moves alone, one with verdicts on its leaves, marks and comments in UTF-8.
"Bare" is the time in which as many nodes with an index are made from nothing, which no reader can beat.
"""

from __future__ import annotations

import gc
import random
import sys
from time import perf_counter

from figures import median, row, times

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.format import Collection
from viewer.formats.gametree import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.tree.node import EMPTY, Node
from viewer.tree.ops import SetNote, apply
from viewer.tree.verdict import chooser, minimaxed

ROUNDS = 5
READ_LIMIT = 1.0  # seconds, after the window stands
SIZE = 14


def item(key: bytes, value: bytes) -> bytes:
    """A key and its value in a node."""
    width = 4 if key == b"c" else 2
    return bytes([len(key)]) + key + len(value).to_bytes(width, "big") + value


def make(nodes: int, plain: bool, seed: int = 1) -> bytes:
    """A file: lines of some plies, answers near the last moves."""
    dice = random.Random(seed)
    below: list[list[int]] = [[] for _ in range(nodes)]
    for node in range(1, nodes):
        parent = node - 1 if dice.random() < 0.7 else dice.randrange(max(0, node - 200), node)
        below[parent].append(node)
    head = ((b"gtv", 2), (b"type", b"hex1"), (b"bdsize", SIZE), (b"hgtv", 1))
    out = []
    for key, value in head:
        raw = value if isinstance(value, bytes) else value.to_bytes(4, "big")
        out.append(bytes([len(key)]) + key + len(raw).to_bytes(4, "big") + raw)
    out.append(b"\0")
    stack = [(0, 0)]
    while stack:
        node, ply = stack.pop()
        if node:
            at = dice.randrange(SIZE), dice.randrange(SIZE), 2 - ply % 2
            out.append(item(b"m", bytes(at)))
        if not plain and not below[node]:
            out.append(
                item(b"r", dice.choice([10000, -10000, 0, 500]).to_bytes(2, "big", signed=True))
            )
        if not plain and dice.random() < 0.2:
            out.append(item(b"g", b"\1"))
        if not plain and dice.random() < 0.1:
            out.append(item(b"c", f"Node {node}: naïve, but it holds.".encode()))
        out.append(b"\0" + len(below[node]).to_bytes(2, "big"))
        stack += [(child, ply + 1) for child in reversed(below[node])]
    return b"".join(out)


def load(file: bytes) -> Collection:
    """The file, not read yet."""
    return FORMAT.read(BytesSource(file, "bench.hgt"))


def bare(nodes: int) -> float:
    """Seconds to make so many nodes with an index."""
    gc.disable()
    start = perf_counter()
    made = [Node(id, None, None, EMPTY) for id in range(nodes)]
    dict(enumerate(made))
    taken = perf_counter() - start
    gc.enable()
    return taken


def saved(collection: Collection) -> bytes:
    """The bytes of the file as it would be saved."""
    return b"".join(
        piece_bytes(piece, collection.source) for piece in FORMAT.write(collection).pieces
    )


class Held(MemoryCollection):
    """A collection of one record that is in memory."""

    def __init__(self, read: Collection) -> None:
        self.edited = read.record(0)
        super().__init__(read.format, [self.edited], read.variant, read.source)


def measure(name: str, file: bytes, nodes: int) -> None:
    """Print the figures of a file."""
    floor = min(bare(nodes) for _ in range(ROUNDS))
    read = times(lambda: load(file).record(0), ROUNDS)
    held = Held(load(file))
    assert saved(held) == file
    save = times(lambda: saved(held), ROUNDS)
    apply(held.edited, SetNote(nodes // 2, "comment", "edited"))
    edit = times(lambda: saved(held), ROUNDS)
    values = times(lambda: minimaxed(held.edited.root, chooser), ROUNDS)
    print(f"{name}: {len(file) / 1e6:.1f} MB, {nodes:,} nodes; bare nodes {floor:.2f} s")
    beside = f"limit {READ_LIMIT:.0f} s; best {min(read):.2f} s, {min(read) / floor:.1f} x bare"
    row("read", median(read), "s", beside)
    row("save, untouched", median(save), "s")
    row("save, a comment edited", median(edit), "s")
    row("verdicts minimaxed", median(values), "s")


def main() -> None:
    """Print the figures."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for name, plain in (("moves alone", True), ("verdicts, marks, comments", False)):
        measure(name, make(nodes, plain), nodes)


if __name__ == "__main__":
    main()
