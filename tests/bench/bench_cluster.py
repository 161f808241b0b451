"""A library of chess games built by the workers of a Dask scheduler, and what a billion games would take.

    bench_cluster.py [--games 20000] [--workers 1 2] [--keep FOLDER]

Prints games a second of processor time for each phase (what a worker with a processor of its own does), bytes
a game, queries on the tables as a folder and at a URL (fsspec's own scheme for this machine, which goes the
way of all stores but not over a network), and the sum for a billion games. Needs the extra `cluster`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from distributed import LocalCluster

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from viewer.games import game_of  # the checkout's, not another one
from viewer.library import Query
from viewer.library.face import Library, at
from viewer.library.making.building import building
from viewer.library.making.cluster import Cluster
from viewer.library.query import position_wanted

_BILLION = 1_000_000_000


class Timed(Cluster):
    """Workers that note the seconds of processor time of each kind of work."""

    part = 1 << 21

    def __init__(self, scheduler: str) -> None:
        super().__init__(scheduler)
        self.seconds: dict[str, float] = {}

    def run(self, work: Any, items: Any) -> Iterator[Any]:
        """The same, timed."""
        began = self._spent()
        yield from super().run(work, items)
        spent = self._spent() - began
        self.seconds[work.__name__] = self.seconds.get(work.__name__, 0) + spent

    def _spent(self) -> float:
        return sum(self.client.run(process_time).values())


def main() -> None:
    """Build, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = args.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / f"{args.games}.pgn"
        if not source.exists():
            maker = Path(__file__).with_name("make_games.py")
            subprocess.run([sys.executable, maker, "--games", str(args.games), source], check=True)
        for workers in args.workers:
            build(folder, source, workers)


def build(folder: Path, source: Path, workers: int) -> None:
    """One build, and its queries."""
    tables = folder / f"tables-{workers}"
    library = at(str(tables), [str(source)])
    library.keep()
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0"
    ) as cluster:
        timed = Timed(cluster.scheduler_address)
        began = perf_counter()
        for step in building(library.folder, library.sources, again=True, workers=timed):
            news = step.result
        whole = perf_counter() - began
        timed.close()
    games = news.records
    positions = sum(one.rows for one in library.store.manifest.files() if one.table == "positions")
    size = sum(path.stat().st_size for path in tables.rglob("*.parquet"))
    reading, merging = timed.seconds["make_part"], timed.seconds["merged_apart"]
    print(f"{workers} workers: {games:,} games, {positions:,} positions in {whole:.1f} s")
    print(f"  {games / whole:,.0f} games/s")
    print(f"  cut in {timed.seconds.get('cutting', 0):.2f} s")
    print(f"  read: {games / reading:,.0f} games/s a worker")
    print(
        f"  merged: {games / merging:,.0f} games/s a worker, {positions / merging:,.0f} positions/s"
    )
    print(f"  {size / games:,.0f} bytes a game")
    ask(library, "a folder")
    ask(at(f"local://{tables}"), "a URL")
    library.close()
    hours = _BILLION * (reading + merging) / games / 3600
    print(f"  a billion games: {hours:,.0f} hours of a worker, {size / games:,.0f} GB of tables")


def ask(library: Library, where: str) -> None:
    """Queries, and how long opening takes."""
    began = perf_counter()
    library.store  # noqa: B018  # it is opened
    opened = 1000 * (perf_counter() - began)
    chess: Any = game_of("chess")
    start = chess.start(None)
    later = start
    for move in ("e2e4", "c7c5", "g1f3"):
        later = chess.step(later, chess.read_moves(later, move)[0])

    def timed(question: Callable[[], Any]) -> float:
        taken = []
        for _ in range(9):
            began = perf_counter()
            question()
            taken.append(1000 * (perf_counter() - began))
        return median(taken)

    wanted = position_wanted(chess, later)
    print(
        f"  {where}: opened in {opened:.0f} ms,"
        f" position {timed(lambda: library.search(Query(position=wanted), 100)):.0f} ms,"
        f" explorer {timed(lambda: library.explore(chess, later)):.0f} ms,"
        f" player {timed(lambda: library.search(Query(player='adler anna'), 100)):.0f} ms"
    )
    library.close()


if __name__ == "__main__":
    main()
