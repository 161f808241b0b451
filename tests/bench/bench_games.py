"""The index of a file of many games, beside the programs that count, list or import the same file.

    bench_games.py [--games 100000] [--runs 3] [--peers-once] [FILE]

Without FILE one is made. Peers, where they are installed (Debian: pgn-extract, scid): `wc -l`, python-chess
`read_headers`, `pgn-extract -r`, Scid's import into a database. Whole processes; medians of `--runs`.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from make_games import make_file
from processes import Cost, measured, middle, program, python

READ_HEADERS = """
import chess.pgn
count = 0
with open(sys.argv[1], encoding="utf-8-sig", errors="replace") as file:
    while chess.pgn.read_headers(file) is not None:
        count += 1
print(count)
"""

OURS = """
from time import perf_counter
def held():
    with open("/proc/self/smaps_rollup") as rollup:
        return next(int(line.split()[1]) for line in rollup if line.startswith("Private_Dirty"))
from viewer.base.arrays import load_numpy
from viewer.formats.detect import load_file
load_numpy()
import viewer.formats.pgn.index
start = perf_counter()
collection = load_file(sys.argv[1])
record = collection.record(0)
first = perf_counter() - start
before = held()
for step in collection.indexing():
    pass
print(len(collection), f"{first:.4f}", (held() - before) * 1024 / max(1, len(collection)))
"""

SCID = """
set base [file join [lindex $argv 1] peer]
sc_base create SCID4 $base
set result [sc_base import [sc_base current] [lindex $argv 0]]
puts [lindex $result 0]
exit 0
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peers-once", action="store_true")
    parser.add_argument("file", nargs="?", type=Path)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = wanted.file or folder / "games.pgn"
        if wanted.file is None:
            make_file(path, wanted.games)
        table(path, folder, wanted.runs, 1 if wanted.peers_once else wanted.runs)


def table(path: Path, folder: Path, runs: int, peer_runs: int) -> None:
    """Measure everybody, then print; the file is in the page cache for all."""
    megabytes = path.stat().st_size / 1e6
    costs: dict[str, Cost] = {}
    for _ in range(2):  # the first one fills the page cache
        costs["wc -l"] = measured(["wc", "-l", str(path)], folder)
    ours, peer = [], []
    for run in range(runs):
        cache = tempfile.mkdtemp(dir=folder)
        ours.append(measured(python(OURS, str(path)), folder, XDG_CACHE_HOME=cache))
        if run < peer_runs:
            peer.append(measured(python(READ_HEADERS, str(path)), folder))
    costs["Qipu: index, all tags"] = middle(ours)
    again = measured(python(OURS, str(path)), folder, XDG_CACHE_HOME=cache)
    costs["Qipu: with its side file"] = again
    costs["python-chess read_headers"] = middle(peer)
    extract = program("pgn-extract")
    if extract:
        words = [extract, "-r", "-s", str(path)]
        costs["pgn-extract -r"] = middle([measured(words, folder) for _ in range(peer_runs)])
    tkscid = program("tkscid")
    if tkscid:
        costs["Scid import"] = middle([scid(tkscid, path, folder) for _ in range(peer_runs)])
    show(costs, megabytes)
    pairs = median(theirs.cpu / mine.cpu for mine, theirs in zip(ours, peer, strict=False))
    print(f"read_headers / index, pair by pair: {pairs:.1f} (goal: at least 5)")
    games, first, kept = costs["Qipu: index, all tags"].out.split()
    print(
        f"games {int(games):,}; first record after {float(first) * 1000:.0f} ms; "
        f"index holds {float(kept):.0f} bytes a game (limit 100)"
    )


def scid(tkscid: str, path: Path, folder: Path) -> Cost:
    """Scid's import into a new database."""
    script = folder / "import.tcl"
    script.write_text(SCID)
    into = tempfile.mkdtemp(dir=folder)
    return measured([tkscid, str(script), str(path), into], folder)


def show(costs: dict[str, Cost], megabytes: float) -> None:
    """The table; the last column is against python-chess."""
    peer = costs["python-chess read_headers"].cpu
    print(f"{megabytes:,.1f} MB")
    print(f"{'':<28}{'CPU s':>8}{'wall s':>8}{'MB/s':>8}{'peak MiB':>10}{'x read_headers':>16}")
    for name, cost in costs.items():
        print(
            f"{name:<28}{cost.cpu:>8.2f}{cost.wall:>8.2f}{megabytes / max(cost.cpu, 1e-3):>8.0f}"
            f"{cost.peak_mib:>10.0f}{peer / max(cost.cpu, 1e-3):>16.1f}"
        )


if __name__ == "__main__":
    main()
