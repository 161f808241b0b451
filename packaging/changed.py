#!/usr/bin/env python3
"""The tests that a change can make fail, the likeliest first: `packaging/dev.py test --changed`.

    .venv/bin/python packaging/changed.py FOLDER [PYTEST WORDS]

FOLDER is what `dev.py test --remember` kept: which lines each test ran when all of them last ran, and
the files as they were (tests/remembering.py). With nothing kept there, all tests run. What differs from
those files is changed. First come tests that ran a changed line, those that ran most of its module before
others, then those named as it and its folder, quick ones before slow ones; then tests that ran the module
elsewhere. The first quick ones, some seconds' worth, are a run of their own, which ends at the first failure;
the others run a worker a core.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUDGET = 15.0  # seconds, as they were measured, of the tests that run first
SLOW = BUDGET / 5  # what walks through the whole window ran most of every module
MOST_FILES = 12  # whose tests run first: each has to be imported


class Memory(NamedTuple):
    """What was kept when all tests last ran.

    Attributes:
        sources: the files of viewer/ and tests/ by their path in the project.
        seconds: how long each test took.
        ran: gives the tests that ran each line of a file.
    """

    sources: Mapping[str, bytes]
    seconds: Mapping[str, float]
    ran: Callable[[str], Mapping[int, Iterable[str]]]


class Choice(NamedTuple):
    """The tests to run, in order, how many are left out, and the changed modules that no test ran."""

    tests: list[str]
    left_out: int
    unrun: list[str]


def read(folder: str) -> Memory | None:
    """What is kept in a folder; None where nothing is."""
    from coverage import CoverageData

    try:
        with zipfile.ZipFile(os.path.join(folder, "sources.zip")) as archive:
            sources = {name: archive.read(name) for name in archive.namelist()}
        with open(os.path.join(folder, "seconds.json"), encoding="utf-8") as file:
            seconds = json.load(file)
    except (OSError, ValueError, zipfile.BadZipFile):
        return None
    data = CoverageData(os.path.join(folder, "lines"))
    data.read()
    return Memory(sources, seconds, lambda file: data.contexts_by_lineno(os.path.join(ROOT, file)))


def changed_lines(before: bytes, after: bytes) -> set[int]:
    """The lines before, from 1, that were changed, taken out, or stand beside what is new."""
    one, other = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    lines: set[int] = set()
    for kind, first, end, _, _ in difflib.SequenceMatcher(None, one, other, False).get_opcodes():
        if kind == "insert":
            lines |= {first, first + 1}
        elif kind != "equal":
            lines.update(range(first + 1, end + 1))
    return lines


def chosen(memory: Memory, now: Mapping[str, bytes]) -> Choice:
    """The tests that the difference between the files then and now can make fail, the likeliest first.

    Of changed files of tests, and of those that import a changed one, all of them: they come first.
    """
    changed = [
        file for file in {**memory.sources, **now} if memory.sources.get(file) != now.get(file)
    ]
    whole = {
        path
        for file in changed
        if not file.startswith("viewer/")
        for path in (file, *importers(file, now))
        if is_test(path) and path in now
    }
    tests = {test for test in memory.seconds if test.partition("::")[0] in now.keys() - whole}
    ranks: dict[str, tuple[float, ...]] = {}
    unrun: list[str] = []
    for file in (file for file in changed if file.startswith("viewer/")):
        lines = changed_lines(memory.sources.get(file, b""), now.get(file, b""))
        ran = memory.ran(file)
        much = Counter(test for names in ran.values() for test in names)
        if tests.isdisjoint(much):
            unrun.append(file)
        for line, names in ran.items():
            for test in tests.intersection(names):
                about = (-much[test], -likeness(file, test), memory.seconds[test])
                rank = (-(line in lines), *about)
                ranks[test] = min(ranks.get(test, rank), rank)
    order = [*sorted(whole), *sorted(ranks, key=lambda test: ranks[test])]
    return Choice(order, len(tests - ranks.keys()), unrun)


def likeness(file: str, test: str) -> int:
    """How many words of a module's path a test's own path and name have: the mirrored folder is one."""
    own = set(re.findall("[a-z]+", file.removeprefix("viewer/").removesuffix(".py")))
    path, _, name = test.removeprefix("tests/").partition("::")
    return 2 * len(own & set(re.findall("[a-z]+", path))) + len(
        own & set(re.findall("[a-z]+", name))
    )


def importers(file: str, now: Mapping[str, bytes]) -> list[str]:
    """The tests that import what is beside them and no test itself."""
    name = os.path.basename(file).removesuffix(".py").encode()
    line = re.compile(rb"^(?:from|import) " + re.escape(name) + rb"\b", re.MULTILINE)
    return [path for path, data in now.items() if is_test(path) and line.search(data)]


def is_test(path: str) -> bool:
    """Whether a path is that of a file of tests."""
    return os.path.basename(path).startswith("test_")


def first_of(tests: list[str], seconds: Mapping[str, float]) -> list[str]:
    """The tests that run before the others: a slow one only where none is quick."""
    tests = [test for test in tests if seconds.get(test, 0.1) <= SLOW] or tests
    found: list[str] = []
    files: set[str] = set()
    left = BUDGET
    for test in tests:
        path = test.partition("::")[0]
        if left <= 0:
            break
        if path in files or len(files) < MOST_FILES:
            files.add(path)
            left -= seconds.get(test, 0.1)
            found.append(test)
    return found


def run(words: Iterable[str], tests: Iterable[str], folder: str) -> int:
    """Have pytest run tests; the names go by a file, for there may be thousands. Returns its status."""
    path = os.path.join(folder, "chosen")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(tests))
    start = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider"]
    return subprocess.run([*start, *words, "@" + path], cwd=ROOT, check=False).returncode


def main(words: list[str]) -> int:
    """Run the tests. Returns pytest's exit status, 0 where there is nothing to run."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("folder")
    args, more = parser.parse_known_args(words)
    folder: str = args.folder
    sys.path.append(os.path.join(ROOT, "tests"))
    from remembering import sources

    now = sources()
    memory = read(folder)
    workers = ["-n", "auto", "--dist", "worksteal", *more]
    if memory is None:
        print("Nothing is kept of a run of all tests (dev.py test --remember): all of them run.")
        start = [sys.executable, "-P", "-m", "pytest", *workers]
        return subprocess.run(start, cwd=ROOT, check=False).returncode
    choice = chosen(memory, now)
    print(
        f"What was changed can reach {len(choice.tests)} tests or files of tests;"
        f" {choice.left_out} tests are left out.",
        flush=True,
    )
    for file in choice.unrun:
        print(f"No test ran {file} when all of them last ran.", flush=True)
    first = first_of(choice.tests, memory.seconds)
    status = run(["-x", "-q", "-p", "no:randomly", *more], first, folder) if first else 0
    rest = [test for test in choice.tests if test not in set(first)]
    return run(workers, rest, folder) if status == 0 and rest else status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
