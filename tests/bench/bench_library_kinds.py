"""Libraries of other games: a corner in games of go, records of xiangqi in folders; beside the goals.

    bench_library_kinds.py [--sgf 2000] [--xqf 2000] [--keep FOLDER]

Games are played at random and written again and again under other names. Goals: a corner with all symmetries
and colours exchanged in 50,000 games of go within 1 s; 80,000 .xqf found in folders within 10 s, a position
of them in 20 ms.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from bench_library import timed

from viewer.formats import FORMATS  # the checkout's, not another one
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.library import Query, of_folders
from viewer.library.making.scan import scan
from viewer.library.query import position_wanted
from viewer.library.regions import region_wanted
from viewer.tree.action import Move, Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

_DIFFERENT, _PLIES = 100, 80
_BESIDE = 1000  # games of go in a file, .xqf in a folder


def played(game_id: str, start: str, seed: int) -> Record:
    """A record of random moves."""
    game: Any = game_of(game_id)
    chance = random.Random(seed)
    setup = Setup(game.parse_setup(start).text) if start else game.starts[0].setup
    rows = [NodeData(0, -1, setup, {})]
    state = game.start(setup)
    for ply in range(_PLIES):
        moves = list(game.legal_moves(state))
        if not moves:
            break
        move = chance.choice(moves)
        rows.append(NodeData(ply + 1, ply, Move(move.text), {}))
        state = game.step(state, move)
    return Record(game_id, nodes_of(rows)[0], ())


def bytes_of(form: str, records: list[Record]) -> bytes:
    """Records as a file of a format."""
    output = FORMATS[form].load().write(MemoryCollection(form, records))
    return b"".join(piece for piece in output.pieces if isinstance(piece, bytes))


def make(folder: Path, form: str, count: int) -> Path:
    """The files, unless they are there: games of go in files of a thousand, .xqf in folders of a thousand."""
    top = folder / f"{form}-{count}"
    if top.exists():
        return top
    game, start = ("go", "19") if form == "sgf" else ("xiangqi", "")
    raw = [bytes_of(form, [played(game, start, seed)]) for seed in range(_DIFFERENT)]
    for first in range(0, count, _BESIDE):
        some = [raw[at % _DIFFERENT] for at in range(first, min(first + _BESIDE, count))]
        if form == "sgf":
            top.mkdir(parents=True, exist_ok=True)
            (top / f"{first}.sgf").write_bytes(b"\n".join(some))
            continue
        beside = top / f"{first}"
        beside.mkdir(parents=True)
        for at, one in enumerate(some, first):
            (beside / f"{at}.xqf").write_bytes(one)
    return top


def main() -> None:
    """Build, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sgf", type=int, default=2000)
    parser.add_argument("--xqf", type=int, default=2000)
    parser.add_argument("--keep", type=Path, help="a folder for files and libraries")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = args.keep or Path(made)
        for form, count, goal in (("sgf", args.sgf, 50_000), ("xqf", args.xqf, 80_000)):
            if count:
                run(folder, form, count, goal)


def run(folder: Path, form: str, count: int, goal: int) -> None:
    """One kind of files."""
    top = make(folder, form, count)
    began = perf_counter()
    found = 0
    for looked in scan([str(top)]):
        found = len(looked.files)
    seconds = perf_counter() - began
    print(f"{count:,} games of .{form}; {found:,} files found in {seconds:.2f} s")
    if form == "xqf":
        print(f"  {goal:,}: {seconds * goal / count:.1f} s (goal 10 s)")
    library = of_folders([top], folder=str(folder / "home"))
    began = perf_counter()
    news = library.build()
    seconds = perf_counter() - began
    if news.read:
        print(f"  built in {seconds:.1f} s, {news.records / seconds:,.0f} games/s")
    game: Any = game_of("go" if form == "sgf" else "xiangqi")
    start = game.parse_setup("19") if form == "sgf" else None
    state = game.start(start)
    if form == "sgf":
        corner = game.parse_setup("19 B dd cc W cd dc")
        squares = frozenset(a + b for a in "abcde" for b in "abcde")
        wanted = region_wanted(game, game.start(corner), squares, True, True)
        words = timed(10, lambda: library.search(Query(region=wanted), 100))
        print(f"  a corner, all symmetries and colours   {words} (goal 1 s at {goal:,} games)")
    else:
        for _ in range(6):
            explored = library.explore(game, state)
            if not explored.moves:
                break
            state = game.step(state, Move(explored.moves[0].move))
        wanted_ = position_wanted(game, state)
        words = timed(30, lambda: library.search(Query(position=wanted_), 100))
        print(f"  a position                             {words} (goal 20 ms)")
    library.close()


if __name__ == "__main__":
    main()
