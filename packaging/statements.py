#!/usr/bin/env python3
"""Write the pages of docs/statements, made from the tables in tests/statements.

    .venv/bin/python packaging/statements.py --write

A test holds the pages equal to the tables.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / name) for name in ("statements", "formats"))]

from specifications import SPECIFICATIONS, Specification

if TYPE_CHECKING:
    from statement import Example, Statement

FOLDER = ROOT / "docs" / "statements"
_HOW = (
    "Each row is a statement of the specification in short. `qipu check` finds nothing in the valid"
    " example and what is named in the invalid one; tests are named for what a program may do, has to show"
    " or to write. `tests/statements/test_statements.py` goes through all rows.\n"
)
_MADE = "<!-- packaging/statements.py makes this page from tests/statements -->\n"


def main(words: list[str]) -> None:
    """Write the pages, or print their names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--write", action="store_true", help="write them, instead of printing their names"
    )
    writes = parser.parse_args(words).write
    for path, text in pages().items():
        if writes:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            print(path.relative_to(ROOT))


def pages() -> dict[Path, str]:
    """The text of each page."""
    out = {FOLDER / f"{one.id}.md": _page(one) for one in SPECIFICATIONS}
    out[FOLDER / "README.md"] = _index()
    return out


def _index() -> str:
    lines = [_MADE, "# The statements of the specifications\n\n", _HOW, "\n"]
    lines += [f"- [{one.title}]({one.id}.md)\n" for one in SPECIFICATIONS]
    return "".join(lines)


def _page(one: Specification) -> str:
    rows = one.statements
    both = sum(row.invalid is not None for row in rows)
    count = f"Statements: {len(rows)}, with examples: {both}, open: {sum(row.open for row in rows)}.\n\n"
    lines = [_MADE, f"# {one.title}\n\n", _HOW, "\n", count]
    lines += [
        "| section | statement | valid | invalid | finding | tests |\n|---|---|---|---|---|---|\n"
    ]
    lines += [_row(row) for row in rows]
    return "".join(lines)


def _row(row: Statement) -> str:
    says = f"{row.says} ({'open: ' if row.open else ''}{row.why})" if row.why else row.says
    tests = "<br>".join(f"`{name}`" for name in row.tests)
    finding = f"`{row.finding}`" if row.finding else ""
    cells = [row.section, _cell(says), _code(row.valid), _code(row.invalid), finding, tests]
    return "| " + " | ".join(cells) + " |\n"


def _code(example: Example | None) -> str:
    """The words of an example as code, in one line."""
    if example is None:
        return ""
    words = " ⏎ ".join(example.words.splitlines())
    ticks = "``" if "`" in words else "`"
    space = " " if len(ticks) > 1 else ""
    return f"{ticks}{space}{words.replace('|', chr(92) + '|')}{space}{ticks}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    main(sys.argv[1:])
