"""Two records of 20,000 nodes compared beside the limit, and files of 10,000 games beside `diff`.

Records are measured in seconds of the processor, so that others at work don't count.

bench_compare.py [--games 10000]
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from figures import median, random_record, row

sys.path.insert(0, str(Path(__file__).parents[1] / "document" / "comparing"))
from random_trees import KINDS, change, copy_of

import viewer
from viewer.document.comparing.comparison import compare
from viewer.document.comparing.difference import ComparedRecord
from viewer.document.comparing.records import RecordComparison
from viewer.document.comparing.taking import ops_for
from viewer.tree.action import Move
from viewer.tree.ops import SetAction, apply
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

NODES = 20_000
LIMIT = "limit 300"


def compared(mine: Record, theirs: Record) -> RecordComparison:
    return RecordComparison(ComparedRecord(mine, "xqf"), ComparedRecord(theirs, "xqf"))


def times(act: Callable[[], object], runs: int) -> list[float]:
    """Seconds of the processor of each run."""
    found = []
    for _ in range(runs):
        start = process_time()
        act()
        found.append(process_time() - start)
    return found


def line(plies: int) -> Record:
    rows = [NodeData(id, id - 1, Move(f"m{id}") if id else None, {}) for id in range(plies)]
    return Record("xiangqi", nodes_of(rows)[0])


def of_records() -> None:
    tree, dice = random_record(NODES), random.Random(1)
    edited = copy_of(tree)
    for _ in range(50):
        change(dice, edited, dice.choice(KINDS))
    long = line(NODES)
    changed = copy_of(long)
    for id in range(50, NODES, 100):
        apply(changed, SetAction(id, Move("x")))
    for name, mine, theirs in (
        ("the same", tree, copy_of(tree)),
        ("50 changes", tree, edited),
        ("a record with nothing in common", tree, random_record(NODES, 2)),
        ("a line, every hundredth move another", long, changed),
    ):
        seconds = median(times(lambda a=mine, b=theirs: compared(a, b), 7))
        row(f"{NODES:,} nodes, {name}", seconds * 1000, "ms", LIMIT)
    found = compared(tree, edited)
    taking = median(times(lambda: ops_for(found, found.differences), 5))
    row("all 50 taken over, as operations", taking * 1000, "ms")


def game(number: int, dice: random.Random) -> str:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
    said = f"{{{dice.random()}}}"
    return f'[White "W{number}"]\n[Black "B{number}"]\n[Result "*"]\n\n{moves} {said} *\n\n'


def of_games(count: int) -> None:
    dice = random.Random(1)
    games = [game(number, dice) for number in range(count)]
    others = list(games)
    for index in range(0, count, 100):
        others[index] = game(index, dice)
    del others[5]
    others.insert(count // 2, others.pop(7))
    with tempfile.TemporaryDirectory() as folder:
        a, b = Path(folder, "a.pgn"), Path(folder, "b.pgn")
        a.write_text("".join(games))
        b.write_text("".join(others))
        start = perf_counter()
        found = compare(viewer.load(a), viewer.load(b))
        row(f"{count:,} games, {len(found.differences)} differences", perf_counter() - start, "s")
        start = perf_counter()
        subprocess.run(["diff", a, b], capture_output=True, check=False)
        row("diff, which knows lines", perf_counter() - start, "s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    args = parser.parse_args()
    of_records()
    of_games(args.games)
