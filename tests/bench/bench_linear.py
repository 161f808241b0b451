"""1,000 and 4,000 of everything in every format: no task grows faster than what there is of it.

    bench_linear.py [--format pgn,sgf] [--construct forks] [--task edited,as] [--few 1000] [--lines 250]

Files are made of the things that records hold (`things.py`) and of the tokens of a format (`alphabets.py`:
stray words, properties, blank lines), as far as the format grows with them. Each is read, checked against
the specification, judged by the rules, exported as text, written in every other format of its game and in
its own, untouched, anew, edited, undone, and asked for its losses (`work.py`). Printed are for each task of
a format the worst exponent between two sizes, by processor time (`--few` and four times as many) and by
lines that were executed (`--lines` and four times as many: no noise), and how many times as dear as
an ordinary file of the same format and size its dearest construct is, by both; then all that is beyond a
limit, with the functions that grow.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import NamedTuple

from alphabets import ALPHABETS
from constructs import Construct, singles
from growth import EXPONENT, Counts, counted, growing
from things import files, ordinary
from work import Work

from viewer.formats import FORMATS
from viewer.games import GAMES, game_of

TIMES = 4
DEARER = 5.0
VISIBLE = 0.05  # seconds below which time says nothing
AS = "as "  # and a format
LEAST = 4000  # lines of a function below which they say nothing

Files = Callable[[], tuple[bytes, bytes]]


class Cost(NamedTuple):
    """What a task takes of a file: its size, seconds or lines, and the lines of each function."""

    size: int
    amount: float
    counts: Counts

    @property
    def rate(self) -> float:
        """For a byte."""
        return self.amount / self.size


class Figure(NamedTuple):
    """What a task comes to with much of a construct: exponent, and ratio to an ordinary file's."""

    construct: str
    exponent: float
    ratio: float


def constructs(format_id: str, game: str, few: int, tokens: bool) -> Iterator[tuple[str, Files]]:
    """By names, what makes a file with few of something and one with many, both empty if it can't."""
    entry = FORMATS[format_id]
    if entry.load().writable:
        yield from files(entry.load(), game, few, few * TIMES)
    for name, alphabet in ALPHABETS.items() if tokens else ():
        if name.split()[0] == format_id and game == entry.games[0]:
            for one in singles(alphabet):
                yield f"{name} {one.name}", partial(_repeated, one, few)


def _repeated(one: Construct, few: int) -> tuple[bytes, bytes]:
    less, more = (one.units[0] * count for count in (few, few * TIMES))
    return one.head + less + one.foot, one.head + more + one.foot


def costs(format_id: str, data: bytes, lines: bool, tasks: set[str]) -> dict[str, Cost]:
    """What each task takes of a file, in seconds or in lines."""
    entry = FORMATS[format_id]
    work = Work(entry.load(), data, entry.suffixes[0], codecs=False)
    found: dict[str, Cost] = {}
    for task, act in work.acts():
        if task != "read" and (task == "detect" or (tasks and task.split()[0] not in tasks)):
            continue
        try:
            if lines:
                counts = counted(act)
                found[task] = Cost(len(data), sum(counts.values()), counts)
            else:
                gc.collect()
                gc.disable()  # it takes its time by chance
                start = process_time()
                act()
                found[task] = Cost(len(data), process_time() - start, {})
                gc.enable()
        except Exception as error:  # printed, with what made it
            print(f"  ODD {task}: {error!r:.200}", flush=True)
        if work.odd:
            print(f"  ODD {task}: {work.odd}", flush=True)
            work.odd = ""
    return found


def _kind(task: str) -> str:
    return AS if task.startswith(AS) else task


class Measure:
    """The figures of a format's game, by time or by lines."""

    def __init__(self, format_id: str, few: int, lines: bool, tasks: set[str]) -> None:
        self.figures: defaultdict[str, list[Figure]] = defaultdict(list)
        self.beyond: list[str] = []
        self._format = format_id
        self._few = few
        self._lines = lines
        self._tasks = tasks
        self._ordinary: dict[str, list[Cost]] = defaultdict(list)

    def know(self, data: bytes) -> None:
        """Measure an ordinary file: of all shapes, and of all conversions, the dearest counts."""
        for task, cost in costs(self._format, data, self._lines, self._tasks).items():
            self._ordinary[_kind(task)].append(cost)

    def add(self, name: str, made: Files) -> None:
        """Measure a construct."""
        less, more = made()
        if not less:
            return
        if self._lines:  # what is made once is no growth
            costs(self._format, less, False, self._tasks)
        few = costs(self._format, less, self._lines, self._tasks)
        many = costs(self._format, more, self._lines, self._tasks)
        for task, now in many.items():
            before = few.get(task)
            if before is None or now.amount < (LEAST if self._lines else VISIBLE):
                continue
            grown = math.log(now.amount / max(before.amount, 1e-3), TIMES)
            rates = [
                one.rate
                for one in self._ordinary[_kind(task)]
                if one.size * 3 > now.size and one.amount
            ]
            ratio = now.rate / max(rates) if rates else 0.0
            self.figures[task].append(Figure(name, grown, ratio))
            words = f"{task}, {name}: exponent {grown:.2f}, {ratio:.1f} times as dear"
            functions = growing(before.counts, now.counts, TIMES, LEAST)
            if grown > EXPONENT or ratio > DEARER or functions:
                self.beyond.append("\n      ".join([words, *functions]))

    def report(self) -> None:
        """Print the table."""
        unit = "lines" if self._lines else "time"
        for task, figures in self.figures.items():
            growth = max(figures, key=lambda one: one.exponent)
            dear = max(figures, key=lambda one: one.ratio)
            print(
                f"  {task:<12}{unit:<6}{growth.exponent:>6.2f} {growth.construct:<28}"
                f"{dear.ratio:>6.1f} {dear.construct}"
            )
        for line in self.beyond:
            print(f"    BEYOND {unit} {line}")
        sys.stdout.flush()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--format", default="")
    parser.add_argument("--construct", default="")
    parser.add_argument("--task", default="")
    parser.add_argument("--few", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=250)
    parser.add_argument("--things", action="store_true", help="no tokens")
    args = parser.parse_args()
    formats, wanted, tasks = (
        set(text.split(",")) - {""} for text in (args.format, args.construct, args.task)
    )
    for game in GAMES:
        game_of(game)
    for id, entry in FORMATS.items():
        for game in entry.games if not formats or id in formats else ():
            print(f"\n{id} {game}", flush=True)
            for few, lines in ((args.few, False), (args.lines, True)):
                if not few:
                    continue
                measure = Measure(id, few, lines, tasks)
                writable = entry.load().writable
                for data in ordinary(entry.load(), game, few * TIMES) if writable else ():
                    measure.know(data)
                for name, made in constructs(id, game, few, not args.things):
                    if not wanted or name in wanted:
                        measure.add(name, made)
                measure.report()


if __name__ == "__main__":
    main()
