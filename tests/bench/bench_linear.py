"""Time and memory of every format on what damaged and hostile files hold: nothing grows faster than the file.

    bench_linear.py [--formats pgn,sgf] [--combined N] [--seed N]

For each alphabet of `alphabets.py` files of 2, 16 and 128 KB are made of one token (see
`constructs.py`), and files of 2 and 16 KB of two and three tokens picked by chance; what seems to grow
faster than the file, or to be slow, is measured on up to 1 MB as well. Each file is detected, read in every codec,
checked against the specification, written untouched, written anew, written with a comment changed
and with that undone, and judged by the rules. Printed are, per format and operation, the largest
exponent between two sizes, the most seconds and the most memory for a MB, with the construct that
took them, and then all that is beyond a limit.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import random
import select
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import NamedTuple

from alphabets import ALPHABETS
from constructs import Construct, combined, singles

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.clip_records import from_text, to_text
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import detect
from viewer.formats.format import Collection, Format, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.games.judge import judge
from viewer.tree.record import Record

EXPONENT = 1.2
SECONDS = 2.0  # for a MB
RULES = ("judge",)  # those of the games, which take their time for each move
MEMORY = (
    400.0  # MB for a MB: a move may be one byte, and as a node with its facts it takes some 300
)
MB = 1 << 20
SIZES = (2 << 10, 16 << 10, 128 << 10, 1 << 20)
SLOW = float(os.environ.get("SLOW", "0.5"))
ONE, TWO = SIZES[2], SIZES[1]  # up to where all is measured of one token, of several
VISIBLE = 0.05  # seconds below which an exponent says nothing
CERTAIN = 0.2  # and from where on it says all
PATIENCE = 60  # seconds for one operation
SHOWN = 5  # of those beyond a limit, for each operation
MOST = 2_000  # records of a file that are looked at


class Measured(NamedTuple):
    """An operation on a file of a size: CPU seconds, and the memory it took beside what was there."""

    operation: str
    size: int
    seconds: float
    memory: int


Act = Callable[[], object]


class Work:
    """The operations on one file; `odd` is what went wrong with them."""

    def __init__(self, format_: Format, data: bytes, suffix: str, ascii: bool) -> None:
        self.odd = ""
        self._ascii = ascii
        self._format = format_
        self._data = data
        self._name = f"x.{suffix}"
        self._collection: Collection | None = None

    def acts(self) -> Iterator[tuple[str, Act]]:
        """Each, by its name; the later ones ask that the ones before were done."""
        yield "detect", self._detect
        yield "read", self._read
        for codec in () if self._ascii else self._format.encodings:
            yield f"read as {codec}", lambda codec=codec: self._reading(codec)
        if self._collection is None:
            return
        collection = self._collection
        yield "list", lambda: self._list(collection)
        yield "strict", lambda: self._format.strict(collection)
        yield "judge", lambda: self._judge(collection)
        if not self._format.writable:
            return
        yield "untouched", lambda: self._same(collection)
        copies = from_text(to_text(list(self._records(collection, 100))))
        anew = MemoryCollection(self._format.id, [copy.record() for copy in copies])
        yield "anew", lambda: self._bytes(anew)
        document = Document(collection)
        yield "edited", lambda: self._edited(document)
        yield "undone", lambda: self._undone(document)

    def _detect(self) -> None:
        with contextlib.suppress(Unreadable):
            detect(BytesSource(self._data, self._name))

    def _read(self) -> None:
        with contextlib.suppress(Unreadable):
            self._collection = self._reading(None)

    def _reading(self, codec: str | None) -> Collection:
        source = BytesSource(self._data, self._name)
        collection = self._format.read(source, DEFAULT, codec)
        for _ in collection.indexing():
            pass
        for _ in self._records(collection, MOST):
            pass
        return collection

    def _list(self, collection: Collection) -> None:
        for field in self._format.fields[:2]:
            collection.values(field.key, 0, min(len(collection), MOST))

    def _records(self, collection: Collection, most: int) -> Iterator[Record]:
        return (collection.record(index) for index in range(min(len(collection), most)))

    def _judge(self, collection: Collection) -> None:
        for record in self._records(collection, MOST):
            for _ in judge(game_of(record.game), record):
                pass

    def _bytes(self, collection: Collection) -> bytes:
        pieces = self._format.write(collection).pieces
        return b"".join(piece_bytes(piece, collection.source) for piece in pieces)

    def _same(self, collection: Collection) -> None:
        if self._bytes(collection) != self._data:
            self.odd = "other bytes, untouched"

    def _edited(self, document: Document) -> None:
        *_, node = document.record(len(document) // 2).root.main_line()
        document.set_comment(node, "another comment")
        self._bytes(document)

    def _undone(self, document: Document) -> None:
        while document.undo() is not None:
            pass
        if self._bytes(document) != self._data:
            self.odd = "other bytes, undone"


def measured(act: Act) -> tuple[float, int]:
    """Seconds and bytes."""
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")
    before, start = _resident("VmRSS"), process_time()
    act()
    return process_time() - start, max(0, _resident("VmHWM") - before)


def _resident(name: str) -> int:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(name))


# ------------------------------------------------------------------------ in a process beside it


def worker(name: str, some: list[tuple[Construct, int]], first: int, out: int) -> None:
    """Measure constructs from one on; tell each operation when it begins and when it is done."""
    id = name.split()[0]
    format_, suffix = FORMATS[id].load(), FORMATS[id].suffixes[0]

    def tell(**words: object) -> None:
        os.write(out, json.dumps(words).encode() + b"\n")

    for number, (construct, plain) in enumerate(some[first:], first):
        before: dict[str, float] = {}
        for size in SIZES:
            work = Work(format_, construct.made(size), suffix, construct.ascii)
            now: dict[str, float] = {}
            acts = work.acts()
            while True:
                operation = ""
                try:
                    operation, act = next(acts)
                    if size > plain and operation not in before and operation != "read":
                        continue
                    tell(begun=number, operation=operation, size=size)
                    now[operation], memory = measured(act)
                except StopIteration:
                    break
                except Exception as error:  # to be printed, with what made it
                    tell(odd=number, operation=operation, size=size, why=repr(error)[:300])
                    continue
                seconds = now[operation]
                tell(done=number, operation=operation, size=size, seconds=seconds, memory=memory)
                if work.odd:
                    tell(odd=number, operation=operation, size=size, why=work.odd)
                    work.odd = ""
            if size >= plain:
                # What seems to grow, or to be slow, is measured on larger files.
                before = {
                    each: seconds
                    for each, seconds in now.items()
                    if seconds * SIZES[1] / SIZES[0] < PATIENCE / 2
                    and (_grows(before.get(each, 0), seconds) or _slow(each, seconds / size * MB))
                }
                if not before:
                    break
            else:
                before = now


def _grows(before: float, now: float) -> bool:
    return now > 0.008 and before > 0 and exponent(before, now) > EXPONENT


def _slow(operation: str, seconds: float) -> bool:
    return operation not in RULES and seconds > SLOW * SECONDS


def exponent(before: float, now: float) -> float:
    """Of time between two sizes, the second eight times the first."""
    return math.log(now / max(before, 1e-4)) / math.log(SIZES[1] / SIZES[0])


class Told(NamedTuple):
    """What a format's constructs came to: measures by construct and operation, what was odd."""

    measures: dict[tuple[int, str], list[Measured]]
    odd: list[tuple[int, str]]
    names: list[str]


def run(name: str, some: list[tuple[Construct, int]]) -> Told:
    """All of a format's constructs, in a process that is ended where it takes too long."""
    told = Told(defaultdict(list), [], [each.name for each, _ in some])
    first = 0
    while first < len(some):
        sys.stdout.flush()
        into, out = os.pipe()
        child = os.fork()
        if not child:
            status = 1
            try:
                os.close(into)
                worker(name, some, first, out)
                status = 0
            finally:
                os._exit(status)
        os.close(out)
        first = _follow(into, child, told, len(some))
        os.close(into)
    return told


def _follow(into: int, child: int, told: Told, count: int) -> int:
    """Take down what a process tells; the construct to go on with."""
    rest, last = b"", {"begun": -1, "operation": "nothing", "size": 0}
    while True:
        if not select.select([into], [], [], PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
        block = os.read(into, 1 << 16)
        if not block:
            _, status = os.waitpid(child, 0)
            if not status:
                return count
            why = f"more than {PATIENCE} s" if os.WIFSIGNALED(status) else "ended"
            told.odd.append((last["begun"], f"{last['operation']} of {last['size']}: {why}"))
            return last["begun"] + 1
        *lines, rest = (rest + block).split(b"\n")
        for line in lines:
            words = json.loads(line)
            if "begun" in words:
                last = words
            elif "done" in words:
                if (
                    os.environ.get("WATCH")
                    and words["seconds"] > 2 * words["size"] / MB
                    and words["seconds"] > 0.1
                ):
                    print(
                        told.names[words["done"]],
                        {k: v for k, v in words.items() if k != "done"},
                        file=sys.stderr,
                        flush=True,
                    )
                measure = Measured(
                    words["operation"], words["size"], words["seconds"], words["memory"]
                )
                told.measures[words["done"], words["operation"]].append(measure)
            else:
                told.odd.append(
                    (words["odd"], f"{words['operation']} of {words['size']}: {words['why']}")
                )


# --------------------------------------------------------------------------------------- figures


class Figure(NamedTuple):
    """An operation on a construct: exponent between the last two sizes, seconds and MB for a MB."""

    exponent: float
    seconds: float
    memory: float
    certain: bool


def figure(measures: list[Measured]) -> Figure:
    """What the measures of one operation on growing files say."""
    last = measures[-1]
    growth = 0.0
    if len(measures) > 1 and last.seconds >= VISIBLE:
        growth = exponent(measures[-2].seconds, last.seconds)
    a_mb = last.size / MB
    seconds = last.seconds / a_mb if last.seconds >= VISIBLE else 0.0
    return Figure(growth, seconds, last.memory / last.size, last.seconds >= CERTAIN)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--formats", default="")
    parser.add_argument("--combined", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for game in GAMES:
        game_of(game)
    wanted = set(args.formats.split(",")) - {""}
    beyond = 0
    for name, alphabet in ALPHABETS.items():
        if wanted and name.split()[0] not in wanted:
            continue
        several = islice(combined(alphabet, random.Random(args.seed)), args.combined)
        some = [(each, ONE) for each in singles(alphabet)] + [(each, TWO) for each in several]
        beyond += report(name, some, run(name, some))
    print(f"\n{beyond} beyond a limit")


def report(name: str, some: list[tuple[Construct, int]], told: Told) -> int:
    """Print a format's figures; how many are beyond a limit."""
    worst: dict[str, list[tuple[float, str]]] = defaultdict(lambda: [(0.0, "")] * 3)
    beyond: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for number, why in told.odd:
        beyond["odd"].append((0.0, f"{some[number][0].name}: {why}"))
    for (number, operation), measures in told.measures.items():
        construct = some[number][0].name
        found = figure(measures)
        values = (found.exponent, found.seconds, found.memory)
        worst[operation] = [
            max(was, (value, construct))
            for was, value in zip(worst[operation], values, strict=True)
        ]
        slow = found.seconds > SECONDS and operation not in RULES
        grows = found.certain and found.exponent > EXPONENT
        if slow or grows or found.memory > MEMORY:
            shown = "  ".join(
                f"{one.size >> 10} KB {one.seconds:.2f} s {one.memory / MB:.0f} MB"
                for one in measures
            )
            by = found.seconds + (1000 if grows else 0)
            beyond[operation].append((by, f"{operation}{' GROWS' * grows}, {construct}: {shown}"))
    print(f"\n{name}: {len(some)} constructs")
    print(f"{'':<18}{'exponent':>9}{'s/MB':>8}{'MB/MB':>8}")
    for operation, (growth, seconds, memory) in worst.items():
        constructs = " | ".join(which for _, which in (growth, seconds, memory))
        print(f"{operation:<18}{growth[0]:>9.2f}{seconds[0]:>8.2f}{memory[0]:>8.0f}  {constructs}")
    for lines in beyond.values():
        lines.sort(reverse=True)
        for _, line in lines[:SHOWN]:
            print(f"  BEYOND {line}")
        if len(lines) > SHOWN:
            print(f"  … and {len(lines) - SHOWN} more such")
    sys.stdout.flush()
    return sum(map(len, beyond.values()))


if __name__ == "__main__":
    main()
