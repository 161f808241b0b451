"""Decoding .xqf beside PyPI cchess, in one run: microseconds a node and a file.

    bench_decode.py [FILE or FOLDER …]

Without arguments the files are made here: 40 games with variations and comments. The peer
(`pip install cchess==1.25.5`) reads the same files; it builds its own game tree, ours the record
with its index, so both have done the same work. Ours is also asked to judge every move, which the
peer does not do while reading.
"""

from __future__ import annotations

import contextlib
import gc
import io
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from figures import median, random_record, row

from viewer.base.jobs import run_inline
from viewer.document.document import new_document
from viewer.formats.detect import load_file
from viewer.formats.format import Unreadable
from viewer.games import game_of
from viewer.games.judge import judge

ROUNDS = 3


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        given = [Path(argument) for argument in sys.argv[1:]]
        files = [f for g in given for f in (sorted(g.glob("*.xqf")) if g.is_dir() else [g])]
        compare(files or make_files(Path(folder)))


def make_files(folder: Path) -> list[Path]:
    """Games of our own."""
    files = []
    for seed in range(40):
        path = folder / f"{seed}.xqf"
        new_document(random_record(120, seed), "xqf").save(
            str(path), options={"version": "12" if seed % 3 else "0A"}
        )
        files.append(path)
    return files


def ours(files: list[Path]) -> tuple[float, int]:
    """(seconds, nodes)."""
    nodes = 0
    start = perf_counter()
    for path in files:
        nodes += len(load_file(str(path)).record(0).nodes)
    return perf_counter() - start, nodes


def readable(path: Path) -> bool:
    """Whether we read it, and the peer may be asked to (half a megabyte takes it minutes)."""
    try:
        load_file(str(path))
    except Unreadable as error:
        print(f"Qipu: {path.name}: {error.reason}")
        return False
    if path.stat().st_size > 400_000:
        print(f"too large for the peer: {path.name}")
        return False
    return True


def ours_judged(files: list[Path]) -> float:
    """Seconds for reading and asking the rules about every move."""
    game = game_of("xiangqi")
    start = perf_counter()
    for path in files:
        run_inline(judge(game, load_file(str(path)).record(0)))
    return perf_counter() - start


def peer(files: list[Path]) -> tuple[float, list[Path]]:
    """Seconds of cchess, and the files it got through."""
    import cchess

    done = []
    took = 0.0
    for path in files:
        start = perf_counter()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                cchess.read_from_xqf(str(path))
        except Exception as error:  # the peer may fail in any way; that is no figure of ours
            print(f"cchess: {path.name}: {type(error).__name__}")
            continue
        took += perf_counter() - start
        done.append(path)
    return took, done


def compare(files: list[Path]) -> None:
    """Read them all in turns and print medians."""
    gc.disable()
    files = [path for path in files if readable(path)]
    try:
        _, files = peer(files)
        theirs: list[float] | None = []
    except ImportError:
        print("cchess isn't installed: no peer in this run")
        theirs = None
    mine, judged = [], []
    nodes = 0
    for _ in range(ROUNDS):
        took, nodes = ours(files)
        mine.append(took)
        judged.append(ours_judged(files))
        if theirs is not None:
            theirs.append(peer(files)[0])
    row("files", len(files), "")
    row("nodes", nodes, "")
    row("Qipu: read", median(mine) / nodes * 1e6, "µs/node")
    row("Qipu: read", median(mine) / len(files) * 1e6, "µs/file")
    row("Qipu: read and judge every move", median(judged) / nodes * 1e6, "µs/node")
    if theirs:
        row("cchess: read", median(theirs) / nodes * 1e6, "µs/node")
        row("cchess: read", median(theirs) / len(files) * 1e6, "µs/file")
        row("times faster", median(theirs) / median(mine), "", "goal: at least 100")


if __name__ == "__main__":
    main()
