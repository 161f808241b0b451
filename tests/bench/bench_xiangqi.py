"""The index of 100,000 xiangqi games in GB18030 beside that of as many chess games, and beside PyPI cchess.

    bench_xiangqi.py [--games 100000] [--runs 3] [--peer 200]

Rows: the index, then the columns of a list (names, date, result, event). PyPI cchess
(pip install cchess==1.25.5) reads a file of one game (`read_from_pgn`), so it gets `--peer` games as files of
their own, in UTF-8, as it opens them; it has no list and reads a game to know its names. Whole processes for
the files, CPU seconds; medians. Goals: xiangqi as quick a game as chess, a game listed in a hundredth of
cchess's time.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

import make_games
import make_xiangqi
from processes import Cost, measured, middle, python

OURS = """
from time import process_time
from viewer.base.arrays import load_numpy
from viewer.formats.detect import load_file
load_numpy()
import viewer.formats.pgn.index
start = process_time()
collection = load_file(sys.argv[1])
for step in collection.indexing():
    pass
indexed = process_time() - start
for key in sys.argv[2:]:
    collection.values(key, 0, len(collection))
print(len(collection), indexed, process_time() - start - indexed)
"""
COLUMNS = {
    "chess": ("White", "Black", "Date", "Result", "Event"),
    "xiangqi": ("Red", "Black", "Date", "Result", "Event"),
}
TREES = """
from time import process_time
from viewer.formats.detect import load_file
collection = load_file(sys.argv[1])
for step in collection.indexing():
    pass
start = process_time()
for index in range(len(collection)):
    collection.record(index)
print(process_time() - start)
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", type=int, default=200)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {
            "chess": folder / "chess.pgn",
            "xiangqi, GB18030": folder / "xiangqi.pgn",
            "xiangqi, result twice": folder / "twice.pgn",
        }
        make_games.make_file(files["chess"], wanted.games)
        make_xiangqi.make_file(files["xiangqi, GB18030"], wanted.games)
        make_xiangqi.make_file(files["xiangqi, result twice"], wanted.games, repeated=True)
        print(
            f"{'':<24}{'MB':>7}{'index s':>9}{'MB/s':>7}{'us a game':>11}{'list s':>8}{'peak MiB':>10}"
        )
        listed = 0.0
        for what, path in files.items():
            listed = row(what, path, folder, wanted.runs)
        peer(folder, wanted.peer, wanted.runs, listed)


def row(what: str, path: Path, folder: Path, runs: int) -> float:
    """Measure and print a file; seconds a game, indexed and listed."""
    columns = COLUMNS[what.partition(",")[0]]
    costs: list[Cost] = []
    for _ in range(runs):
        cache = tempfile.mkdtemp(dir=folder)
        words = python(OURS, str(path), *columns)
        costs.append(measured(words, folder, XDG_CACHE_HOME=cache))
    count, indexed, listed = (
        median(float(cost.out.split()[at]) for cost in costs) for at in range(3)
    )
    megabytes = path.stat().st_size / 1e6
    print(
        f"{what:<24}{megabytes:>7.1f}{indexed:>9.2f}{megabytes / indexed:>7.0f}"
        f"{indexed / count * 1e6:>11.2f}{listed:>8.2f}{middle(costs).peak_mib:>10.0f}"
    )
    return (indexed + listed) / count


def peer(folder: Path, count: int, runs: int, listed: float) -> None:
    """Print what PyPI cchess takes for a game, beside ours."""
    try:
        from cchess.read_pgn import read_from_pgn
    except ImportError:
        print("PyPI cchess isn't installed: left out")
        return
    texts = list(make_xiangqi.games(count))
    paths = []
    for number, text in enumerate(texts):
        paths.append(folder / f"{number}.pgn")
        paths[-1].write_text(text, encoding="utf-8")
    few = folder / "few.pgn"
    few.write_text("".join(texts), encoding="gb18030")
    theirs, ours = [], []
    for _ in range(runs):
        start = time.process_time()
        for path in paths:
            read_from_pgn(str(path))
        theirs.append((time.process_time() - start) / count)
        ours.append(float(measured(python(TREES, str(few)), folder).out) / count)
    own, other = median(ours), median(theirs)
    print(f"PyPI cchess read_from_pgn: {other * 1e6:,.0f} us a game")
    print(
        f"Qipu, a game in the list:  {listed * 1e6:,.1f} us, {other / listed:,.0f} times (goal 100)"
    )
    print(f"Qipu, a game to its tree:  {own * 1e6:,.0f} us, {other / own:,.0f} times")


if __name__ == "__main__":
    main()
