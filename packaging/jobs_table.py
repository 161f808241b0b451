#!/usr/bin/env python3
"""Do the jobs of tests/jobs and write what they cost into docs/jobs.md.

    .venv/bin/python packaging/jobs_table.py           does them and prints the tables
    .venv/bin/python packaging/jobs_table.py --write   puts them into docs/jobs.md, between the two marks

Each job's test holds its row to what it counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- jobs: packaging/jobs_table.py -->\n"
END = "<!-- end of jobs -->\n"
GAMES = {
    "chess": "Chess",
    "xiangqi": "Xiangqi",
    "go": "Go",
    "shogi": "Shogi",
    "hex": "Hex",
    "twixt": "Twixt",
}


def main(words: list[str]) -> None:
    """Print the tables or write them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the tables into docs/jobs.md")
    writes = parser.parse_args(words).write
    text = "".join(tables(done()))
    if not writes:
        print(text, end="")
        return
    path = ROOT / "docs" / "jobs.md"
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{BEGIN.strip()} and {END.strip()} aren't in the text")
    path.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8", newline="\n")


def done() -> list[dict[str, Any]]:
    """Do all jobs; what each counted, in the order of their modules."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "jobs"
        python = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:randomly"]
        cache = ["-p", "no:cacheprovider"]
        subprocess.run(
            [*python, *cache, "tests/jobs/test_real_jobs.py", "-k", "test_job"],
            cwd=ROOT,
            env={**os.environ, "QIPU_JOBS": str(lines)},
            check=True,
            stdout=sys.stderr,
        )
        return [json.loads(line) for line in lines.read_text("utf-8").splitlines()]


def tables(jobs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A table for each game."""
    for game, name in GAMES.items():
        yield f"### {name}\n\n"
        yield "| job | by | strokes | keys | clicks | letters | in other programs |\n"
        yield "|---|---|---|---|---|---|---|\n"
        for one in jobs:
            if one["game"] == game:
                strokes = ", ".join(one["strokes"])
                cells = [
                    one["words"],
                    one["by"],
                    strokes,
                    one["keys"],
                    one["clicks"],
                    one["letters"],
                ]
                row = " | ".join(str(cell).replace("|", "\\|") for cell in (*cells, one["peers"]))
                yield f"| {row} |\n"
        yield "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
