"""100 problems of shogi made backwards from mates, and positions of files: solved, times, cooks, memory.

    .venv/bin/python tests/bench/bench_mates.py [--count N] [--most N] [FILE OR FOLDER…]
    .venv/bin/python tests/bench/bench_mates.py --make N [--seed N]

The problems stand in `made_mates.txt`, each behind the plies of its mate; `--make` prints new ones. One is
made from a position of mate in one: the king goes back to a square beside it and a piece of the attacker to
his hand, as often as the mate gets longer by that. Each is searched as the window and `qipu mate` do, in a
process of its own, within the bounds that they have, or among `--most` positions; a line tells of each ten.
Of files, each record that begins with a position of its own is searched. Where cshogi is installed, its
search is asked for mates of as many plies, and of two fewer.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from operator import eq
from pathlib import Path
from time import process_time

from figures import median, row

from viewer.base.jobs import JobStep, run_inline
from viewer.base.loading import load_named
from viewer.base.processes import in_process
from viewer.base.refused import Refused
from viewer.cli.console import Failed, opened
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
MADE = Path(__file__).with_name("made_mates.txt")
_LONG = 31  # plies
_NO_DRAW = 32_767  # plies after which cshogi calls a game drawn
WHILE_MADE = 5_000  # positions that are looked at to see that a problem became longer


def sfen(cells: Cells, hand: Counter[str]) -> str:
    """The position, Black to move; all other pieces in White's hand."""
    rows = ("".join(cells.get((file, rank), "1") for file in range(9)) for rank in range(9))
    used = Counter(piece.strip("+").upper() for piece in cells.values()) + hand
    hands = [(kind, count) for kind, count in hand.items() if count]
    hands += [(kind.lower(), count - used[kind]) for kind, count in PIECES.items()]
    held = "".join(f"{count if count > 1 else ''}{kind}" for kind, count in hands if count)
    board = re.sub("1+", lambda ones: str(len(ones[0])), "/".join(rows))
    return f"{board} b {held} 1"


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


def made(seed: int) -> Iterator[tuple[int, str]]:
    """Problems with the plies of their mates, three and more, without end."""
    draw = random.Random(seed)
    while True:
        (cells, hand), plies = mated(draw), 1
        for _ in range(12):
            before = back(draw, cells, hand)
            longer = plies_of(*before, min(plies + 4, DEEPEST)) if before is not None else None
            if before is not None and longer is not None and longer > plies:
                (cells, hand), plies = before, longer
        if plies > 1:
            yield plies, sfen(cells, hand)


def problem_of(setup: str) -> Problem:
    """The start of a record."""
    record = Record("shogi", nodes_of([NodeData(0, -1, Setup(setup), {})])[0], ())
    return Problem(record, record.root)


def measured(problem: Problem, most: int) -> Iterator[JobStep[tuple[Found, float, int]]]:
    """What is found, in how many seconds of the processor, and the most memory of the process in KiB."""
    state = problem.state
    load_named("viewer.games.shogi.mate:ShogiMates")  # whose loading is no searching
    start = process_time()
    try:
        found = Found(search(problem.game, state, most=most))
    except Refused as error:
        found = Found(None, error.reason)
    took = process_time() - start
    yield JobStep(1, 1, (found, took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))


def tell(name: str, problems: list[Problem], most: int, known: list[int] | None = None) -> None:
    """Search them, and print the figures; `known` are the plies of their mates."""
    import bench_mates  # a process knows functions of modules, not of what is run

    outcomes: Counter[str] = Counter()
    plies: list[int | None] = []
    took: list[float] = []
    memory = nodes = cooks = 0
    for problem in problems:
        ((found, seconds, kib),) = run_inline(in_process(bench_mates.measured, problem, most))
        outcomes[outcome_of(found).value] += 1
        took.append(seconds)
        memory = max(memory, kib)
        plies.append(None if found.mate is None else found.mate.plies)
        if found.mate is not None:
            nodes = max(nodes, found.mate.nodes)
            cooks += len(found.mate.cooks)
        if not len(plies) % 10:
            print(f"  … {len(plies)}: {dict(outcomes)}, {sum(took):.1f} s", flush=True)
    solved = Counter(length for length in plies if length is not None)
    print(f"{name}: {len(problems)} problems, solved {solved.total()}")
    print("  plies:", ", ".join(f"{length}: {count}" for length, count in sorted(solved.items())))
    print("  outcomes:", ", ".join(f"{name} {count}" for name, count in outcomes.most_common()))
    if known is not None:
        row("as long as when it was made", sum(map(eq, plies, known)), f"of {len(known)}")
    row("median of the processor's time", median(took) * 1e3, "ms")
    row("the slowest", max(took), "s", f"(bound: {SECONDS} s by the clock)")
    row("most positions looked at", nodes, "", f"(bound: {most:,}, and as many for cooks)")
    row("most memory of a process", memory / 1024, "MB")
    row("cooks found", cooks, "")
    if find_spec("cshogi"):
        beside(problems, plies)


def beside(problems: list[Problem], plies: list[int | None]) -> None:
    """Ask cshogi for mates of as many plies, of two fewer, and where it has none, of any length.

    It counts interpositions that are taken at once, which are no defences here (無駄合).
    """
    board, solver = load_named("cshogi:Board"), load_named("cshogi:DfPn")
    differs, took = [], 0.0
    longer = 0
    for at, (problem, length) in enumerate(zip(problems, plies, strict=True)):
        if length is None:
            continue
        setup = problem.game.setup_text(problem.state)

        def mates(plies: int, setup: str = setup) -> bool:
            return bool(solver(plies, MOST, _NO_DRAW).search(board(setup)))

        start = process_time()
        if length > 1 and mates(length - 2):
            differs.append(f"{at + 1}: {length} plies, cshogi fewer: {setup}")
        elif not mates(length):
            longer += mates(length + 2) or mates(_LONG)
            differs.append(f"{at + 1}: {length} plies, not by cshogi: {setup}")
        took += process_time() - start
    row("otherwise by cshogi", len(differs), "", f"({longer} in more plies; all in {took:.1f} s)")
    for one in differs:
        print("   ", one)


def problems_in(path: str) -> list[Problem]:
    """The problems of shogi in a file or folder, as far as it can be read."""
    found = []
    for one in files_of([path]):
        try:
            with opened(one, None) as collection:
                records = [collection.record(index) for index in range(len(collection))]
        except (Failed, OSError):
            continue
        found += [Problem(record, record.root) for record in records if is_problem(record)]
    return [problem for problem in found if problem.game.id == "shogi"]


def main() -> None:
    """Print the figures, or new problems."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--make", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    for plies, setup in islice(made(args.seed), args.make):
        print(plies, setup, flush=True)
    if args.make:
        return
    lines = [line.split(" ", 1) for line in MADE.read_text().splitlines()[: args.count]]
    if lines:
        problems = [problem_of(setup) for _, setup in lines]
        known = [int(plies) for plies, _ in lines]
        tell("made backwards from mates", problems, args.most, known)
    for path in args.files:
        if problems := problems_in(path):
            tell(Path(path).name, problems, args.most)


if __name__ == "__main__":
    main()
