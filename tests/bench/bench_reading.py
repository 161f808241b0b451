"""Annotated games to trees, beside python-chess `read_game`, in one run.

    bench_reading.py [FILE or FOLDER …]

Without arguments the games are made here: lines within lines, comments, glyphs. Ours are read with
moves as written, and then with every line resolved by the rules.
"""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path
from statistics import median
from time import process_time

import chess.pgn
from figures import random_record, row

from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of

ROUNDS = 5


def main() -> None:
    """Print the figures."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    given = [Path(argument) for argument in sys.argv[1:]]
    paths = [f for g in given for f in (sorted(g.glob("*.pgn")) if g.is_dir() else [g])]
    texts = [path.read_bytes() for path in paths] or made()
    ours, resolved, theirs = [], [], []
    for _ in range(ROUNDS):
        start = process_time()
        collections = [read(text) for text in texts]
        nodes = sum(len(c.record(i).nodes) for c in collections for i in range(len(c)))
        ours.append(process_time() - start)
        start = process_time()
        for collection in collections:
            resolve(collection)
        resolved.append(ours[-1] + process_time() - start)
        start = process_time()
        for text in texts:
            peer(text)
        theirs.append(process_time() - start)
    row("read with moves as written", median(ours) / nodes * 1e6, "us/node", f"{nodes:,} nodes")
    row("python-chess read_game", median(theirs) / nodes * 1e6, "us/node")
    row("as written / read_game", ratio(ours, theirs), "", "limit 0.2")
    row("every line resolved / read_game", ratio(resolved, theirs), "", "limit 1")


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of pairs."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def made() -> list[bytes]:
    """Annotated games of our own, in the export form."""
    format_ = FORMATS["pgn"].load()
    texts = []
    for seed in range(30):
        record = random_record(400, seed, "chess")
        output = format_.write(MemoryCollection("pgn", [record]))
        texts.append(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))
    return texts


def read(text: bytes) -> Collection:
    """The collection, all of its games known."""
    collection = FORMATS["pgn"].load().read(BytesSource(text, "bench.pgn"))
    for _ in collection.indexing():
        pass
    return collection


def resolve(collection: Collection) -> None:
    """Ask the rules what every move means, on all lines. The records are read once more for it."""
    for index in range(len(collection)):
        record = collection.record(index)
        game = game_of(record.game)
        stack = [(record.root, game.start(record.setup))]
        while stack:
            node, state = stack.pop()
            for child in node.children:
                stack.append((child, game.advance(state, child.action)))


def peer(text: bytes) -> None:
    """The same games by python-chess."""
    file = io.StringIO(text.decode("utf-8", "replace"))
    while chess.pgn.read_game(file) is not None:
        pass


if __name__ == "__main__":
    main()
