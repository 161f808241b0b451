"""Comments, glyphs and variations stripped from a file of many games, and saved: beside python-chess, whose
visitor writes the same file without them.

    bench_strip.py [--games 100000] [--every 10] [--peer 2000]

Every tenth game is annotated. The peer goes through so many games, and its time is given for all. A step is
what the window waits for while the job runs in it; nobody may see an edit half done, so that is one step.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import chess.pgn
from figures import row
from make_games import games

import viewer
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.whole.strip import before_words, stripping
from viewer.document.whole.sweep import Scope, Sweep

_PARTS = frozenset(("comments", "glyphs", "variations"))
_FIRST = re.compile(r"^1\. (\S+)", re.MULTILINE)
_SAID = r"1. \1 $1 {What was meant by this move.} (1. a3 {A waiting move.})"


def annotated(count: int, every: int) -> Iterator[str]:
    """Games, some of them with a comment, a glyph and a variation."""
    for number, text in enumerate(games(count)):
        yield text if number % every else _FIRST.sub(_SAID, text, count=1)


def memory() -> float:
    """The most memory that was used so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--peer", type=int, default=2_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "games.pgn"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(annotated(wanted.games, wanted.every))
        strip(path, Path(name) / "saved.pgn")
        peer(path, Path(name) / "peer.pgn", wanted.peer, wanted.games)


def strip(path: Path, target: Path) -> None:
    """Measure ours."""
    document = viewer.open(path)
    first, opened = document.record(0).digest(), memory()
    begin = last = perf_counter()
    longest, planned = 0.0, None
    here = Location(document.keys()[0], 0)
    for step in stripping(document, Scope(list(document.keys())), _PARTS, here):
        planned = step.result or planned
        now = perf_counter()
        longest, last = max(longest, now - last), now
    counted = last - begin
    assert planned is not None
    size = path.stat().st_size / 1e6
    print(f"{size:.0f} MB, {len(document):,} games. {before_words(planned)}")
    row("planned", counted, "s")
    row("longest step of it", 1000 * longest, "ms", "limit 50")
    edit(document, planned)
    begin = perf_counter()
    document.save(str(target))
    row("saved", perf_counter() - begin, "s")
    row("memory", memory(), "MB", f"{opened:.0f} when it was open")
    for _ in range(document.history.now().steps):
        document.undo()
    assert document.record(0).digest() == first
    assert document.unedited_run(0) == len(document)
    document.close()


def edit(document: Document, planned: Sweep) -> None:
    """Do it, undo it, do it again."""
    for name, act in (
        ("done", lambda: document.do(planned.edit)),
        ("undone", document.undo),
        ("done again", document.redo),
    ):
        begin = perf_counter()
        act()
        row(name, 1000 * (perf_counter() - begin), "ms", "limit 250")


def _without() -> chess.pgn.StringExporter:
    return chess.pgn.StringExporter(variations=False, comments=False)


def peer(path: Path, target: Path, some: int, count: int) -> None:
    """Measure python-chess."""
    some = min(some, count)
    begin = perf_counter()
    with path.open(encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
        for _ in range(some):
            text = chess.pgn.read_game(file, Visitor=_without)
            out.write(f"{text}\n\n")
    spent = perf_counter() - begin
    row("python-chess, read and written", spent * count / some, "s", f"by {some:,} games")


if __name__ == "__main__":
    main()
