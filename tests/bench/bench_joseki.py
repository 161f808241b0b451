"""A corner of go looked up: in a library, an open file of games, a tree of 60,000 nodes; positions explored.

    bench_joseki.py [--games 7256] [--nodes 60000] [--keep FOLDER]

Games begin with a few stones in their corners, seen from any side and in either colour, and go on at random.
Beside each time stands the goal of a second and what looking at every board one by one finds: both must find
the same. The explorer takes turned positions for the same (goal: 95 % in 50 ms).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from bench_library import timed

from viewer.formats.detect import load_file  # the checkout's, not another one
from viewer.games import game_of
from viewer.library import Library, of_folders
from viewer.library.making.columns import main_line, variations
from viewer.library.making.counting import counting
from viewer.library.opened import OpenGames
from viewer.library.places import reading_nodes
from viewer.library.query import ContinuedFrom, chart_at, symmetries_of
from viewer.library.regions import as_it_is, continued_from
from viewer.library.typed import squares_from
from viewer.tree.action import Move

_LETTERS = "abcdefghijklmnopqrs"
_CORNER = ["qd", "dd", "qf", "nc", "rd", "qc", "pc", "od", "qe", "oc", "pe", "ne"]
_WAYS = 8


def _turned(square: str, way: int) -> str:
    x, y = (_LETTERS.index(one) for one in square)
    if way & 1:
        x, y = y, x
    if way & 2:
        x = 18 - x
    if way & 4:
        y = 18 - y
    return _LETTERS[x] + _LETTERS[y]


def _moves(chance: random.Random, plies: int) -> list[str]:
    """Points of a game: corners with some of the same stones, then any."""
    found: list[str] = []
    for way in chance.sample(range(_WAYS), 4):
        for square in _CORNER[: chance.randrange(2, len(_CORNER))]:
            if chance.random() < 0.8:
                found.append(_turned(square, way))
    rest = [one + other for one in _LETTERS for other in _LETTERS]
    chance.shuffle(rest)
    return list(dict.fromkeys(found + rest))[:plies]


def write_games(path: Path, count: int) -> None:
    """A file of games."""
    chance = random.Random(37)
    with path.open("w") as file:
        for number in range(count):
            first = "BW" if chance.random() < 0.5 else "WB"
            moves = _moves(chance, chance.randrange(120, 260))
            line = "".join(f";{first[at % 2]}[{one}]" for at, one in enumerate(moves))
            result = chance.choice(("B+R", "W+R"))
            file.write(
                f"(;GM[1]SZ[19]PB[A{number}]PW[B]DT[{1950 + number % 70}]RE[{result}]{line})\n"
            )


def write_tree(path: Path, count: int) -> None:
    """A record of variations of corners, with comments."""
    chance = random.Random(38)
    parts: list[str] = []
    done = 0
    while done < count:
        way = chance.randrange(_WAYS)
        moves = [_turned(one, way) for one in _CORNER if chance.random() < 0.85]
        moves = list(dict.fromkeys(moves + _moves(chance, 40)))[: chance.randrange(8, 40)]
        first = "BW" if chance.random() < 0.5 else "WB"
        parts.append(
            "("
            + "".join(
                f";{first[at % 2]}[{one}]" + (f"C[note {done + at}]" if at % 7 == 0 else "")
                for at, one in enumerate(moves)
            )
            + ")"
        )
        done += len(moves)
    path.write_text(f"(;GM[1]SZ[19]{''.join(parts)})")


def _images(wanted: ContinuedFrom, cells: bytes, chart: Any) -> Iterator[bytes]:
    for symmetry in symmetries_of(chart, True, True):
        yield chart.image(cells, symmetry)


def scanned(path: Path, wanted: ContinuedFrom, pattern: dict[str, frozenset[int]]) -> set[Any]:
    """Looking at all nodes one by one: (record, node) of those at which the corner stands in some way."""
    game: Any = game_of("go")
    collection = load_file(str(path))
    found: set[Any] = set()
    for number in range(len(collection)):
        record = collection.record(number)
        for place in [*main_line(game, record)[0], *variations(game, record)]:
            chart = game.chart(place.state)
            at = [(chart.squares.index(square), values) for square, values in pattern.items()]
            for image in _images(wanted, game.cells(place.state), chart):
                if all(image[cell] in values for cell, values in at):
                    found.add((number, place.node))
                    break
    return found


def explored(library: Library) -> None:
    """The explorer of positions of up to twelve moves, all of which are asked for turned and mirrored too."""
    game: Any = game_of("go")
    chance = random.Random(4)
    states: list[Any] = []
    for _ in range(60):
        state = game.start(game.parse_setup("19"))
        for _ in range(chance.randrange(12)):
            moves = library.explore(game, state).moves
            if not moves:
                break
            state = game.step(state, Move(chance.choice(moves[:8]).move))
        states.append(state)
    each = iter(states)
    print(f"  the explorer   {timed(len(states), lambda: library.explore(game, next(each)))}")


def main() -> None:
    """Make, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=7256)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--keep", type=Path, help="a folder for files and libraries")
    parser.add_argument("--scan", action="store_true", help="look at the boards of all games too")
    args = parser.parse_args()
    game: Any = game_of("go")
    state = game.start(game.parse_setup("19 B qd qf W nc rd"))
    assert chart_at(game, state).id
    pattern = as_it_is(game, state, squares_from(game, state, "T19:N13"))
    wanted = continued_from(game, state, pattern, True, True)
    with tempfile.TemporaryDirectory() as made:
        folder = args.keep or Path(made)
        records = folder / "records"
        records.mkdir(exist_ok=True, parents=True)
        games, tree = records / f"games-{args.games}.sgf", folder / f"tree-{args.nodes}.sgf"
        if not games.exists():
            write_games(games, args.games)
        if not tree.exists():
            write_tree(tree, args.nodes)
        library = of_folders([records], folder=str(folder / "home"))
        library.build()
        print(
            f"a corner of 7×7, all symmetries and both colours (goal 1 s); {args.games:,} games of go"
        )
        known = library.continued(wanted)
        print(f"  a library      {timed(5, lambda: library.continued(wanted))}")
        print(f"    {known.places:,} corners in {known.records:,} games, {len(known.moves)} moves")
        explored(library)
        library.close()
        opened = OpenGames(games.name, [str(games)])
        began = perf_counter()
        for step in counting([str(games)], None):
            if step.result is not None:
                opened.add(step.result)
        print(f"  an open file   {timed(5, lambda: opened.continued(wanted))}")
        print(f"    counted in {perf_counter() - began:.1f} s")
        mine = opened.continued(wanted)
        assert (mine.places, mine.records) == (known.places, known.records)
        assert [(x.move, x.games) for x in mine.moves] == [(x.move, x.games) for x in known.moves]
        if args.scan:
            there = scanned(games, wanted, pattern)
            assert len({record for record, _ in there}) == known.records
            print("    as many games as a scan of all boards")
        began = perf_counter()
        (nodes,) = [step.result for step in reading_nodes(str(tree)) if step.result is not None]
        seconds = perf_counter() - began
        print(f"{args.nodes:,} nodes of one tree, read in {seconds:.1f} s")
        print(f"  all places     {timed(5, lambda: nodes.places(str(tree), wanted))}")
        places = {(one.number, one.node) for one in nodes.places(str(tree), wanted)}
        began = perf_counter()
        there = scanned(tree, wanted, pattern)
        print(
            f"    {len(places):,} places; a scan, in {perf_counter() - began:.1f} s: {len(there):,}"
        )
        assert places == there


if __name__ == "__main__":
    main()
