"""Time and memory of every format on damaged and hostile files: nothing grows faster than the file.

    bench_hostile.py [--formats pgn,sgf] [--combined N] [--seed N] [--quick] [--watch]

For each alphabet of `alphabets.py` files of 2, 16 and 128 KB are made of one token (see
`constructs.py`), and files of 2 and 16 KB of two and three tokens picked by chance; what seems to
grow faster than the file, or (not with --quick) to be slow, is measured on 1 MB as well. Each file is
detected, read in every codec, checked against the specification, judged by the rules, written
untouched, anew, with a comment changed and with that undone, asked for its losses, and written in every
other format of its game. Printed are, per format and operation,
the largest exponent between two sizes, the most seconds and the most memory for a MB, with the
constructs that took them, and all that is beyond a limit. Linux only.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import select
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from time import process_time
from typing import NamedTuple

from alphabets import ALPHABETS
from constructs import Construct, combined, singles
from work import Work, measured

from viewer.formats import FORMATS
from viewer.games import GAMES, game_of

EXPONENT = 1.2
SECONDS = 2.0  # for a MB, on a machine that adds up five million numbers in LOOP seconds
LOOP = 0.25
MEMORY = (
    400.0  # MB for a MB: a move may be one byte, and as a node with its facts it takes some 300
)
RULES = ("judge", "anew")  # what asks the rules of a game takes its time for each move
EDITS = ("edited", "undone")
MB = 1 << 20
SIZES = (2 << 10, 16 << 10, 128 << 10, 1 << 20)
ONE, TWO = SIZES[2], SIZES[1]  # up to where all is measured of one token, of several
VISIBLE = 0.05  # seconds below which an exponent says nothing
CERTAIN = 0.2  # and from where on it says all
PATIENCE = 60  # seconds for one operation
SHOWN = 5  # of those beyond a limit, for each operation


class Measured(NamedTuple):
    """An operation on a file of a size: CPU seconds, and the memory it took beside what was there."""

    operation: str
    size: int
    seconds: float
    memory: int


def exponent(before: float, now: float) -> float:
    """Of time between two sizes, the second eight times the first."""
    return math.log(now / max(before, 1e-4)) / math.log(SIZES[1] / SIZES[0])


def pace() -> float:
    """How much slower this machine is now than that which the limits are for."""
    start, total = process_time(), 0
    for number in range(5_000_000):
        total += number
    return max(1.0, (process_time() - start) / LOOP)


# ------------------------------------------------------------------------ in a process beside it


class Case(NamedTuple):
    """A construct, and the size up to which all operations are measured on it."""

    construct: Construct
    plain: int


class Worker:
    """Measures constructs, and tells each operation when it begins and when it is done."""

    def __init__(self, format: str, out: int, slow: float) -> None:
        """`slow` is from how many seconds a MB on something is measured on larger files as well."""
        self._format, self._suffix = FORMATS[format].load(), FORMATS[format].suffixes[0]
        self._out = out
        self._slow = slow

    def run(self, number: int, case: Case) -> None:
        """A construct on growing files; beyond the plain ones only what has to be looked into."""
        before: dict[str, float] = {}
        for size in SIZES:
            now = dict(
                self._measures(number, case, size, None if size <= case.plain else {*before})
            )
            if size >= case.plain:
                before = {
                    each: s for each, s in now.items() if self._goes_on(before, each, s, size)
                }
                if not before:
                    return
            else:
                before = now

    def _goes_on(self, before: dict[str, float], operation: str, now: float, size: int) -> bool:
        grows = now > 0.008 and exponent(before.get(operation, now), now) > EXPONENT
        slow = operation not in (*RULES, *EDITS) and now / size * MB > self._slow
        return (grows or slow) and now * SIZES[1] / SIZES[0] < PATIENCE / 2

    def _measures(
        self, number: int, case: Case, size: int, wanted: set[str] | None
    ) -> Iterator[tuple[str, float]]:
        data = case.construct.made(size)
        work = Work(self._format, data, self._suffix, not case.construct.ascii)
        acts = work.acts()
        while True:
            operation = "before it"
            try:
                operation, act = next(acts)
                if wanted is not None and operation not in wanted and operation != "read":
                    continue
                self._tell(begun=number, operation=operation, size=size)
                seconds, memory = measured(act)
            except StopIteration:
                return
            except Exception as error:  # printed, with what made it
                self._tell(odd=number, operation=operation, size=size, why=repr(error)[:300])
                continue
            self._tell(done=number, operation=operation, size=size, seconds=seconds, memory=memory)
            if work.odd:
                self._tell(odd=number, operation=operation, size=size, why=work.odd)
                work.odd = ""
            yield operation, seconds

    def _tell(self, **words: object) -> None:
        os.write(self._out, json.dumps(words).encode() + b"\n")


class Told:
    """What a format's constructs came to: measures by construct and operation, what was odd."""

    def __init__(self, format: str, cases: list[Case], slow: float, watch: bool) -> None:
        self.measures: defaultdict[tuple[int, str], list[Measured]] = defaultdict(list)
        self.odd: list[tuple[int, str]] = []
        self._cases = cases
        self._watch = watch
        first = 0
        while first < len(cases):
            first = self._run(format, first, slow)

    def _run(self, format: str, first: int, slow: float) -> int:
        """Run a process on constructs from one on, as far as it comes; the one to go on with."""
        sys.stdout.flush()
        into, out = os.pipe()
        child = os.fork()
        if not child:
            status = 1
            try:
                os.close(into)
                worker = Worker(format, out, slow)
                for number in range(first, len(self._cases)):
                    worker.run(number, self._cases[number])
                status = 0
            finally:
                os._exit(status)
        os.close(out)
        try:
            return self._follow(into, child)
        finally:
            os.close(into)

    def _follow(self, into: int, child: int) -> int:
        rest, last = b"", {"begun": 0, "operation": "nothing", "size": 0}
        while True:
            if not select.select([into], [], [], PATIENCE)[0]:
                os.kill(child, signal.SIGKILL)
            block = os.read(into, 1 << 16)
            if not block:
                _, status = os.waitpid(child, 0)
                if not status:
                    return len(self._cases)
                why = f"more than {PATIENCE} s" if os.WIFSIGNALED(status) else "ended"
                self._note(last["begun"], last, why)
                return last["begun"] + 1
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                words = json.loads(line)
                if "begun" in words:
                    last = words
                elif "odd" in words:
                    self._note(words["odd"], words, words["why"])
                else:
                    number = words.pop("done")
                    measure = Measured(**words)
                    self.measures[number, measure.operation].append(measure)
                    if self._watch and measure.seconds > max(0.1, SECONDS * measure.size / MB):
                        name = self._cases[number].construct.name
                        print(name, *measure, file=sys.stderr, flush=True)

    def _note(self, number: int, words: dict[str, object], why: str) -> None:
        self.odd.append((number, f"{words['operation']} of {words['size']} bytes: {why}"))


# --------------------------------------------------------------------------------------- figures


class Figure(NamedTuple):
    """An operation on a construct: exponent between the last two sizes, seconds and MB for a MB."""

    exponent: float
    seconds: float
    memory: float
    certain: bool

    @classmethod
    def of(cls, measures: list[Measured]) -> Figure:
        """What the measures on growing files say."""
        last = measures[-1]
        visible = last.seconds >= VISIBLE
        growth = exponent(measures[-2].seconds, last.seconds) if visible and measures[1:] else 0.0
        seconds = last.seconds / last.size * MB if visible else 0.0
        return cls(growth, seconds, last.memory / last.size, last.seconds >= CERTAIN)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--formats", default="")
    parser.add_argument("--combined", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--watch", action="store_true")
    args = parser.parse_args()
    for game in GAMES:
        game_of(game)
    wanted = set(args.formats.split(",")) - {""}
    slow = math.inf if args.quick else SECONDS / 2
    beyond = 0
    for name, alphabet in ALPHABETS.items():
        if wanted and name.split()[0] not in wanted:
            continue
        several = islice(combined(alphabet, random.Random(args.seed)), args.combined)
        cases = [Case(each, ONE) for each in singles(alphabet)]
        cases += [Case(each, TWO) for each in several]
        before = pace()
        told = Told(name.split()[0], cases, slow, args.watch)
        beyond += report(name, cases, told, (before + pace()) / 2)
    print(f"\n{beyond} beyond a limit")


def report(name: str, cases: list[Case], told: Told, slower: float) -> int:
    """Print a format's figures; how many are beyond a limit."""
    worst: dict[str, list[tuple[float, str]]] = defaultdict(lambda: [(0.0, "")] * 3)
    beyond: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for number, why in told.odd:
        beyond["odd"].append((0.0, f"{cases[number].construct.name}: {why}"))
    for (number, operation), measures in told.measures.items():
        construct = cases[number].construct.name
        found = Figure.of(measures)
        worst[operation] = [
            max(was, (value, construct))
            for was, value in zip(worst[operation], found[:3], strict=True)
        ]
        slow = found.seconds > SECONDS * slower and operation not in (*RULES, *EDITS)
        grows = found.certain and found.exponent > EXPONENT
        if slow or grows or found.memory > MEMORY:
            by = found.seconds + (1000 if grows else 0)
            words = f"{operation}{' GROWS' * grows}, {construct}: {_row(measures)}"
            beyond[operation].append((by, words))
    print(f"\n{name}: {len(cases)} constructs; times {slower:.1f} as long as the limits are for")
    print(f"{'':<18}{'exponent':>9}{'s/MB':>8}{'MB/MB':>8}")
    for operation, (growth, seconds, memory) in worst.items():
        which = " | ".join(construct for _, construct in (growth, seconds, memory))
        print(f"{operation:<18}{growth[0]:>9.2f}{seconds[0]:>8.2f}{memory[0]:>8.0f}  {which}")
    for lines in beyond.values():
        lines.sort(reverse=True)
        for _, line in lines[:SHOWN]:
            print(f"  BEYOND {line}")
        if len(lines) > SHOWN:
            print(f"  … and {len(lines) - SHOWN} more such")
    sys.stdout.flush()
    return sum(map(len, beyond.values()))


def _row(measures: list[Measured]) -> str:
    return "  ".join(
        f"{one.size >> 10} KB {one.seconds:.2f} s {one.memory / MB:.0f} MB" for one in measures
    )


if __name__ == "__main__":
    main()
