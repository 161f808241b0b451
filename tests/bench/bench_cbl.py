"""A CBL library's list and one game of it, beside PyPI cchess.

    bench_cbl.py [--games 1000] [--runs 5]

The names come from the index; the list is names, players, dates and results. PyPI cchess
(pip install cchess==1.25.5) reads all games to list any (`read_from_cbl`).
Milliseconds from the path of the file on; medians. Limit: 1,000 games in 20 ms.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "formats")]

from ccbridge_maker import build, library, line

from viewer.formats.detect import load_file  # the checkout's, not another one

LINE = ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "c3c4", "b9c7") * 5
COLUMNS = ("Title", "Red", "Black", "Date", "Result")


def names(path: str) -> int:
    """The names alone, as the index has them."""
    collection = load_file(path)
    return len(collection.values("Title", 0, len(collection)))


def listed(path: str) -> int:
    """The list with its columns."""
    collection = load_file(path)
    for key in COLUMNS:
        collection.values(key, 0, len(collection))
    return len(collection)


def last_game(path: str) -> int:
    """The list, and the moves of the last game."""
    collection = load_file(path)
    return len(collection.record(len(collection) - 1).nodes)


def all_games(path: str) -> int:
    """The moves of all games."""
    collection = load_file(path)
    return sum(len(collection.record(index).nodes) for index in range(len(collection)))


def timed(work: Callable[[str], int], path: str, runs: int) -> float:
    """Milliseconds of some work, the median of some runs."""
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        work(path)
        found.append(1000 * (time.perf_counter() - start))
    return median(found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "library.cbl"))
        games = [(f"第{n}局", build(line(*LINE), 2, f"第{n}局")) for n in range(wanted.games)]
        Path(path).write_bytes(library(games, -(-wanted.games // 128) * 128))
        print(f"{wanted.games} games, {Path(path).stat().st_size / 1e6:.1f} MB")
        for label, work in (
            ("names", names),
            ("list of 5 columns", listed),
            ("list, last game read", last_game),
            ("all games read", all_games),
        ):
            print(f"{label:24}{timed(work, path, wanted.runs):10.2f} ms")
        try:
            from cchess.read_cbr import read_from_cbl
        except ImportError:
            try:
                from cchess.io_cbr import read_from_cbl
            except ImportError:
                print("PyPI cchess isn't here: pip install cchess==1.25.5")
                return
        peer = timed(lambda path: len(read_from_cbl(path)["games"]), path, 1)
        times = [peer / timed(work, path, wanted.runs) for work in (names, listed)]
        said = f"({times[0]:.0f} times the names, {times[1]:.0f} times the list)"
        print(f"{'PyPI cchess, list':24}{peer:10.2f} ms  {said}")


if __name__ == "__main__":
    main()
