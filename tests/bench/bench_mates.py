"""100 problems of shogi made backwards from mates, and positions of files: solved, times, cooks, memory.

    .venv/bin/python tests/bench/bench_mates.py [--count N] [--seed N] [FILE OR FOLDER…]

A problem is made from a position of mate in one: the king goes back to a square beside it and a piece of the
attacker to his hand, as often as the mate gets longer by that. Each is then searched as the window and
`qipu mate` do, in a process of its own, beside the bounds that they have. Of files, each record that begins
with a position of its own is searched.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from figures import median, row

from viewer.base.jobs import JobStep, run_inline
from viewer.base.processes import in_process
from viewer.base.refused import Refused
from viewer.cli.console import opened
from viewer.document.problems.mates import Found, Problem, is_problem, outcome_of
from viewer.document.record_set import files_of
from viewer.games import game_of
from viewer.games.mates import DEEPEST, MOST, SECONDS, search
from viewer.tree.action import Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

PIECES = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
ON_BOARD = ("G", "S", "N", "P", "L", "+P", "R", "B", "+R", "p", "l", "g")
Cells = dict[tuple[int, int], str]  # pieces by file and rank, from the left and the top
WHILE_MADE = 5_000  # positions that are looked at to see that a problem became longer


def sfen(cells: Cells, hand: Counter[str]) -> str:
    """The position, Black to move; all other pieces in White's hand."""
    rows = ("".join(cells.get((file, rank), "1") for file in range(9)) for rank in range(9))
    used = Counter(piece.strip("+").upper() for piece in cells.values()) + hand
    mine = "".join(f"{count}{kind}" for kind, count in hand.items() if count)
    rest = ((kind, count - used[kind]) for kind, count in PIECES.items())
    theirs = "".join(f"{count}{kind.lower()}" for kind, count in rest if count)
    return f"{'/'.join(rows)} b {mine}{theirs} 1"


def plies_of(cells: Cells, hand: Counter[str], deepest: int) -> int | None:
    """Of the mate, None if there is none of so many, or it isn't found soon."""
    game = game_of("shogi")
    try:
        return search(game, game.start(Setup(sfen(cells, hand))), deepest, WHILE_MADE).plies
    except Refused:
        return None


def possible(cells: Cells, hand: Counter[str]) -> bool:
    """Whether no piece is where it couldn't move, no file has two pawns, and none is there too often."""
    for (_, rank), piece in cells.items():
        if (piece in "LP" and not rank) or (piece == "N" and rank < 2):
            return False
    pawns = Counter(file for (file, _), piece in cells.items() if piece == "P")
    used = Counter(piece.strip("+").upper() for piece in cells.values()) + hand
    return max(pawns.values(), default=0) < 2 and all(used[kind] <= PIECES[kind] for kind in PIECES)


def mated(draw: random.Random) -> tuple[Cells, Counter[str]]:
    """A position with a mate in one ply."""
    while True:
        cells: Cells = {(draw.randrange(2, 9), draw.randrange(4)): "k"}
        for _ in range(draw.randint(3, 6)):
            place = draw.randrange(2, 9), draw.randrange(5)
            cells.setdefault(
                place, draw.choice(("G", "S", "N", "P", "L", "+P", "R", "B", "+R", "p", "l", "g"))
            )
        hand = Counter(
            draw.choice(("G", "S", "N", "R", "B", "P")) for _ in range(draw.randint(1, 2))
        )
        if possible(cells, hand) and plies_of(cells, hand, 1) == 1:
            return cells, hand


def back(
    draw: random.Random, cells: Cells, hand: Counter[str]
) -> tuple[Cells, Counter[str]] | None:
    """A position that two plies may have led from; None if this drawing gives none."""
    cells, hand = dict(cells), hand.copy()
    ((file, rank),) = (place for place, piece in cells.items() if piece == "k")
    to = file + draw.randint(-1, 1), rank + draw.randint(-1, 1)
    mine = [place for place, piece in cells.items() if piece in "GSNLPRB"]
    if to in cells or not (0 <= to[0] < 9 and 0 <= to[1] < 9) or not mine:
        return None
    del cells[file, rank]
    cells[to] = "k"
    hand[cells.pop(draw.choice(mine))] += 1
    return (cells, hand) if possible(cells, hand) else None


def made(count: int, seed: int) -> list[tuple[int, str]]:
    """Problems with the plies of their mates: three and more."""
    draw = random.Random(seed)
    found: list[tuple[int, str]] = []
    while len(found) < count:
        (cells, hand), plies = mated(draw), 1
        for _ in range(12):
            before = back(draw, cells, hand)
            longer = plies_of(*before, min(plies + 4, DEEPEST)) if before is not None else None
            if before is not None and longer is not None and longer > plies:
                (cells, hand), plies = before, longer
        if plies > 1:
            found.append((plies, sfen(cells, hand)))
    return found


def problem_of(setup: str) -> Problem:
    """The start of a record."""
    record = Record("shogi", nodes_of([NodeData(0, -1, Setup(setup), {})])[0], ())
    return Problem(record, record.root)


def measured(problem: Problem) -> Iterator[JobStep[tuple[Found, float, int]]]:
    """What is found, in how many seconds of the processor, and the most memory of the process in KiB."""
    start = process_time()
    state = problem.state
    try:
        found = Found(search(problem.game, state))
    except Refused as error:
        found = Found(None, error.reason)
    took = process_time() - start
    yield JobStep(1, 1, (found, took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))


def tell(name: str, problems: list[Problem]) -> None:
    """Search them, and print the figures."""
    import bench_mates  # a process knows functions of modules, not of what is run

    outcomes: Counter[str] = Counter()
    plies: Counter[int] = Counter()
    took: list[float] = []
    memory = nodes = cooks = 0
    for problem in problems:
        ((found, seconds, kib),) = run_inline(in_process(bench_mates.measured, problem))
        outcomes[outcome_of(found).value] += 1
        took.append(seconds)
        memory = max(memory, kib)
        if found.mate is not None:
            nodes = max(nodes, found.mate.nodes)
            cooks += len(found.mate.cooks)
            if found.mate.plies is not None:
                plies[found.mate.plies] += 1
    print(f"{name}: {len(problems)} problems, solved {plies.total()}")
    print("  plies:", ", ".join(f"{length}: {count}" for length, count in sorted(plies.items())))
    print("  outcomes:", ", ".join(f"{name} {count}" for name, count in outcomes.most_common()))
    row("median of the processor's time", median(took) * 1e3, "ms")
    row("the slowest", max(took), "s", f"(bound: {SECONDS} s by the clock)")
    row("most positions looked at", nodes, "", f"(bound: {MOST:,}, and as many for cooks)")
    row("most memory of a process", memory / 1024, "MB")
    row("cooks found", cooks, "")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    if args.count:
        problems = made(args.count, args.seed)
        print(
            "made:",
            ", ".join(
                f"{n} of {plies} plies"
                for plies, n in sorted(Counter(p for p, _ in problems).items())
            ),
        )
        tell("made backwards from mates", [problem_of(setup) for _, setup in problems])
    for path in args.files:
        problems_of = []
        for one in files_of([path]):
            with opened(one, None) as collection:
                for index in range(len(collection)):
                    record = collection.record(index)
                    if is_problem(record):
                        problems_of.append(Problem(record, record.root))
        if problems_of:
            tell(Path(path).name, problems_of)


if __name__ == "__main__":
    main()
