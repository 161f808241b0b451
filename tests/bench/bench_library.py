"""A library of chess games: built and asked, beside its limits and Scid. Games are those of make_games.py.

    bench_library.py [--games 20000] [--keep FOLDER]

Prints seconds and bytes of the build; of queries the median and the 95th percentile, by the clock and of the
processor. Limits are for a million games.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from scid_library import scid

from viewer.games import game_of  # the checkout's, not another one
from viewer.library import Query, of_folders
from viewer.library.query import position_wanted
from viewer.library.regions import region_wanted

_MILLION = 1_000_000
_SOME = 10_000
"""Games that are found where the explorer counts some: of so many years that about as many are there."""
_FIRST, _YEARS = 1950, 75  # of make_games.py


def timed(times: int, ask: Callable[[], Any]) -> str:
    """Median and 95th percentile of an action, in milliseconds; the median of the processor's time."""
    taken, used = [], []
    for _ in range(times):
        began, had = perf_counter(), process_time()
        ask()
        taken.append(1000 * (perf_counter() - began))
        used.append(1000 * (process_time() - had))
    return f"{shown(taken)}, processor {statistics.median(used):7.1f} ms"


def shown(taken: list[float]) -> str:
    """Median and 95th percentile of times in milliseconds."""
    some = sorted(taken)
    return f"median {statistics.median(some):7.1f} ms, 95 % {some[int(len(some) * 0.95)]:7.1f} ms"


def main() -> None:
    """Build, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument(
        "--keep", type=Path, help="a folder for file and library, used again if they are there"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        run(args.games, args.keep or Path(made))


def run(games: int, folder: Path) -> None:
    """Everything, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / f"{games}.pgn"
    if not source.exists():
        maker = Path(__file__).with_name("make_games.py")
        subprocess.run([sys.executable, maker, "--games", str(games), source], check=True)
        os.sync()  # else the disk would still be busy with it while the library is built
    library = of_folders([source], folder=str(folder / "home"))
    began = perf_counter()
    news = library.build()
    seconds = perf_counter() - began
    size = sum(path.stat().st_size for path in Path(library.folder).rglob("*") if path.is_file())
    memory = [
        resource.getrusage(who).ru_maxrss >> 10
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    print(f"{news.records:,} games of chess, {source.stat().st_size >> 20} MB")
    count = max(1, news.records)
    if news.read:
        print(f"built in {seconds:.1f} s, {count / seconds:,.0f} games/s")
        print(
            f"a million games: {_MILLION * seconds / count:,.0f} s (goal 90 s with compiled rules)"
        )
    else:
        print(f"nothing was new: {seconds:.1f} s")
    print(f"{size / count:,.0f} bytes a game")
    print(f"memory: {memory[0]} MB here, {memory[1]} MB in a process (goal 4 GB)")
    chess = game_of("chess")
    chance = random.Random(1)
    states = [reached(library, chance.randrange(2, 9), chance) for _ in range(40)]
    later = [reached(library, chance.randrange(20, 61), chance) for _ in range(40)]
    some, deeper = iter(states * 100), iter(later * 100)

    def position(asked: Iterator[Any] = some, **how: Any) -> Callable[[], Any]:
        return lambda: library.search(
            Query(position=position_wanted(chess, next(asked), **how)), 100
        )

    start = chess.start(None)
    years = some_years(count)
    among = Query(date_from=str(years[0]), date_to=str(years[1]))
    corner = frozenset(("f2", "g2", "h2", "f1", "g1", "h1"))
    for words, times, ask in (
        ("player (limit 100 ms)", 20, lambda: library.search(Query(player="adler anna"), 100)),
        ("words (limit 100 ms)", 20, lambda: library.search(Query(words="oslo 1990"), 100)),
        (
            "rating and date (limit 100 ms)",
            20,
            lambda: library.search(Query(rating_from=2500, date_from="1990", date_to="1999"), 100),
        ),
        ("position after 2 to 8 plies (limit 95 % 20 ms)", 100, position()),
        ("position after 20 to 60 (limit 95 % 20 ms)", 100, position(deeper)),
        (
            "position, mirrored, either side",
            100,
            position(either_side=True, turned=True, exchanged=True),
        ),
        ("explorer at the start (limit 95 % 50 ms)", 20, lambda: library.explore(chess, start)),
        ("explorer (limit 95 % 50 ms)", 100, lambda: library.explore(chess, next(some))),
        (
            f"explorer of {library.search(among, 0).total:,} games found (limit 95 % 100 ms)",
            100,
            lambda: library.explore(chess, next(some), among=among),
        ),
        (
            "part of a position (limit 500 ms)",
            5,
            lambda: library.search(Query(region=region_wanted(chess, states[3], corner)), 100),
        ),
        ("duplicates of a million (limit 10 s)", 3, library.duplicates),
    ):
        print(f"{words:58} {timed(times, ask)}")
    beside_scid(source, {"2 to 8": states, "20 to 60": later}, library, years)
    library.close()


def reached(library: Any, plies: int, chance: random.Random) -> Any:
    """A position so many plies into a game of the library (or at its end)."""
    chess = game_of("chess")
    state = chess.start(None)
    for _ in range(plies):
        explored = library.explore(chess, state)
        if not explored.moves:
            break
        one = chance.choice(explored.moves)
        state = chess.step(state, chess.read_moves(state, one.move)[0])
    return state


def some_years(games: int) -> tuple[int, int]:
    """The first and the last of the years in which about `_SOME` of so many games were played."""
    many = max(1, min(_YEARS, round(_YEARS * _SOME / games)))
    return _FIRST + (_YEARS - many) // 2, _FIRST + (_YEARS - many) // 2 + many - 1


def beside_scid(
    source: Path, asked: dict[str, list[Any]], library: Any, years: tuple[int, int]
) -> None:
    """Scid's import, search and tree for the same positions, by the plies to them, in the same run."""
    chess = game_of("chess")
    states = [state for some in asked.values() for state in some]
    peer = scid(source, [chess.position_text(state) for state in states], years)
    if peer is None:
        print("Scid isn't installed (Debian: scid): no peer in this run")
        return
    print(f"Scid: imported in {peer.imported:.1f} s")
    among = Query(date_from=str(years[0]), date_to=str(years[1]))
    first = 0
    for plies, some in asked.items():
        here = slice(first, first + len(some))
        first += len(some)
        wanted = [Query(position=position_wanted(chess, state), main_lines=True) for state in some]
        compare(
            f"position after {plies}",
            "games found as Scid does, none shown",
            peer.searches[here],
            peer.found[here],
            [lambda query=query: library.search(query, 0).total for query in wanted],
            "(goal 20)",
        )
        compare(
            f"tree of {years[0]} to {years[1]}, after {plies}",
            "explorer of the same games",
            peer.trees[here],
            peer.moves[here],
            [
                lambda state=state: [
                    one.games for one in library.explore(chess, state, among=among).moves
                ]
                for state in some
            ],
        )


def compare(
    words: str,
    mine: str,
    taken: list[float],
    theirs: list[Any],
    asks: list[Callable[[], Any]],
    goal: str = "",
) -> None:
    """Milliseconds of Scid and Qipu for the same questions, and how many answers are the same."""
    needed, found = [], []
    for ask in asks:
        began = perf_counter()
        found.append(ask())
        needed.append(1000 * (perf_counter() - began))
    same = sum(one == other for one, other in zip(found, theirs, strict=True))
    print(f"{'Scid: ' + words:58} {shown(taken)}; {same} of {len(asks)} find as many games")
    times = statistics.median(one / other for one, other in zip(taken, needed, strict=True))
    print(f"{'Qipu, ' + mine:58} {shown(needed)}; {times:.1f} times faster {goal}".rstrip())


if __name__ == "__main__":
    main()
