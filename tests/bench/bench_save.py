"""One comment changed in a file of many games, and saved: beside `cp` and fsync of the same file.

    bench_save.py [--games 100000] [--runs 5] [FILE]

Also proves that every byte outside the comment is equal. Pairs in turn; medians.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from make_games import make_file

import viewer


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("file", nargs="?", type=Path)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = wanted.file or Path(name) / "games.pgn"
        if wanted.file is None:
            make_file(path, wanted.games)
        compare(path, Path(name), wanted.runs)


def compare(path: Path, folder: Path, runs: int) -> None:
    """Measure pairs."""
    before = path.read_bytes()
    document = viewer.open(path)
    number = len(document) * 7 // 10
    node = document.record(number).root.children[0]
    ours, copies = [], []
    for run in range(runs):
        text = f"A comment of ours {run}."
        document.set_comment(node, text)
        target = folder / "saved.pgn"
        start = perf_counter()
        document.save(str(target))
        ours.append(perf_counter() - start)
        start = perf_counter()
        copy(path, folder / "copied.pgn")
        copies.append(perf_counter() - start)
        prove(before, target.read_bytes(), text.encode())
    ratio = median(a / b for a, b in zip(ours, copies, strict=True))
    print(f"{len(before) / 1e6:.1f} MB, {len(document):,} games, comment in game {number:,}")
    print(
        f"saved {median(ours) * 1000:.0f} ms; cp + fsync {median(copies) * 1000:.0f} ms; "
        f"ratio {ratio:.2f} (limit 2); all other bytes equal"
    )


def copy(path: Path, target: Path) -> None:
    """What cp does, and the bytes on the disk."""
    os.spawnlp(os.P_WAIT, "cp", "cp", str(path), str(target))
    fd = os.open(target, os.O_RDWR)
    os.fsync(fd)
    os.close(fd)


def prove(before: bytes, after: bytes, text: bytes) -> None:
    """That what differs is one place, where the comment is."""
    low, start = 0, len(before)  # all before `low` is equal, something before `start` isn't
    while low < start:
        middle = (low + start + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            start = middle - 1
    more = len(after) - len(before)
    assert text in after[start - 8 : start + more + 8], after[start : start + 80]
    assert after[start + more :] == before[start:], "bytes beside the comment changed"


if __name__ == "__main__":
    main()
