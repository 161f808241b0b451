"""What several runs of the tests did, put together: each test has to be run by one of them.

    python3 tests/runs.py lacking FILE       the tests that were skipped for want of a program
    python3 tests/runs.py compare FILE…      what each run ran, by folder; fails where a test ran nowhere

A FILE is what pytest wrote by --outcomes-to. Needs nothing but Python.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import needs

TESTS = os.path.dirname(os.path.abspath(__file__))
RAN = ("passed", "failed", "error", "xfailed", "xpassed")
# What a run on Linux can't have, by what the skipped test says, and who has it.
ELSEWHERE: dict[str, str] = {
    "QIPU_SYZYGY names no folder of tables": "tables of a gigabyte, by hand",
    **dict.fromkeys(("needs tsshogi", "needs node, tsshogi"), "npm can hang, by hand"),
    "needs history": "an archive of the sources, by hand in a clone",
    "needs actionlint": "a program of another registry, by hand",
    "could not import 'fontTools': No module named 'fontTools'": "where fonts are made",
}

Outcomes = dict[str, str]
"""By the id of a test, or of a file that was skipped as a whole: why it was skipped, "" where it ran."""


def lines_of(stats: Mapping[str, Iterable[Any]]) -> str:
    """What is kept of the reports of pytest: a line for each test."""
    told: Outcomes = {}
    for report in stats.get("skipped", ()):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else "?"
        reason = reason.removeprefix("Skipped: ")
        told[report.nodeid] = " ".join(reason.split())
    told |= {report.nodeid: "" for outcome in RAN for report in stats.get(outcome, ())}
    return "".join(f"{id}\t{reason}\n" for id, reason in told.items())


def read(path: str) -> Outcomes:
    """The outcomes in a file."""
    with open(path, encoding="utf-8") as file:
        rows = (line.rstrip("\n").rpartition("\t") for line in file)
        return {id: reason for id, _, reason in rows}


def lacking(outcomes: Outcomes) -> list[str]:
    """The tests that were skipped because the system lacks something that needs.py names."""
    return [id for id, reason in outcomes.items() if needs.named(reason)]


def nowhere(runs: Iterable[Outcomes], files: Iterable[str]) -> dict[str, str]:
    """The tests, and files of tests, that no run ran, with what was said of them."""
    ran: set[str] = set()
    skipped: Outcomes = {}
    for outcomes in runs:
        ran.update(id for id, reason in outcomes.items() if not reason)
        skipped.update((id, reason) for id, reason in outcomes.items() if reason)
    reached = ran | {id.partition("::")[0] for id in ran}
    left = {id: reason for id, reason in skipped.items() if id not in reached}
    known = {id.partition("::")[0] for id in ran | skipped.keys()}
    return left | {file: "no run has it" for file in files if file not in known}


def files() -> Iterator[str]:
    """All files of tests but benchmarks, as ids begin."""
    for folder, below, names in os.walk(TESTS):
        below[:] = [name for name in below if name != "bench"]
        for name in names:
            if name.startswith("test_") and name.endswith(".py"):
                path = os.path.relpath(os.path.join(folder, name), os.path.dirname(TESTS))
                yield path.replace(os.sep, "/")


def compare(paths: list[str]) -> int:
    """Print what each run ran, by folder, and what none ran. Returns the exit status."""
    runs = [read(path) for path in paths]
    counts = [Counter(_folder(id) for id, why in run.items() if not why) for run in runs]
    every = {id for run in runs for id, reason in run.items() if not reason}
    print("tests that ran, by folder", *map(os.path.basename, paths), "any", sep="\t")
    for folder in sorted({_folder(id) for id in every}):
        total = sum(_folder(id) == folder for id in every)
        print(folder, *(count[folder] for count in counts), total, sep="\t")
    print("all", *(count.total() for count in counts), len(every), sep="\t")
    left = nowhere(runs, files())
    wrong = {id: reason for id, reason in left.items() if reason not in ELSEWHERE}
    for id, reason in left.items():
        print(f"{'nowhere' if id in wrong else 'elsewhere'}\t{id}\t{ELSEWHERE.get(reason, reason)}")
    return 1 if wrong else 0


def _folder(id: str) -> str:
    return "/".join(id.partition("::")[0].split("/")[:-1][:2])


def main(words: list[str]) -> int:
    """Do what is asked; returns the exit status."""
    if len(words) >= 2 and words[0] == "compare":
        return compare(words[1:])
    if len(words) == 2 and words[0] == "lacking":
        for id in lacking(read(words[1])):
            print(id)
        return 0
    print((__doc__ or "").strip())
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
