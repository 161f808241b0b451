#!/usr/bin/env python3
"""Write what docs/keys.md and the manual on a terminal know of the registered commands: names and keys.

    .venv/bin/python packaging/keys_table.py           prints the table of docs/keys.md
    .venv/bin/python packaging/keys_table.py --write   puts it there, between the two marks, and writes
                                                       resources/manual/commands.json

A test holds both equal to the commands.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from viewer.ui.commands import COMMANDS, MENUS, Command  # the checkout's, not another one
from viewer.ui.manual.opening import name_in_text

BEGIN = "<!-- keys: packaging/keys_table.py -->\n"
END = "<!-- end of keys -->\n"
NAMES = ROOT / "resources" / "manual" / "commands.json"
MOST = 5  # commands in a row

_SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}
_LAST = re.compile("(?<!Pg)(?:" + "|".join(_SIGNS) + ")$")


def main(words: list[str]) -> None:
    """Print the table or write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write both files")
    writes = parser.parse_args(words).write
    if writes:
        path = ROOT / "docs" / "keys.md"
        text = put_in(path.read_text(encoding="utf-8"), table())
        path.write_text(text, encoding="utf-8", newline="\n")
        NAMES.write_text(names(), encoding="utf-8", newline="\n")
    else:
        print(table(), end="")


def put_in(text: str, rows: str) -> str:
    """A text with other rows between the two marks. Raises ValueError where one of them isn't there."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{BEGIN.strip()} and {END.strip()} aren't in the text")
    return f"{before}{begin}{rows}{end}{after}"


def table() -> str:
    """The table: a row for the commands with keys that stand together in a menu."""
    lines = ["| key | does |\n", "|---|---|\n"]
    for row in rows_of(COMMANDS.values()):
        keys = " · ".join(" or ".join(map(sign, command.keys)) for command in row)
        names = " · ".join(command.title.text().removesuffix("…") for command in row)
        lines.append(f"| {_cell(keys)} | {_cell(names)} |\n")
    return "".join(lines)


def names() -> str:
    """The commands' names, keys and other words, a line for each; `qipu help` translates the messages."""
    rows = []
    for one in COMMANDS.values():
        also = None if one.also is None else one.also.packed()
        said = [name_in_text(one).packed(), one.keys, also]
        rows.append(f"{json.dumps(one.id)}: {json.dumps(said, ensure_ascii=False)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def rows_of(commands: Iterable[Command]) -> Iterator[list[Command]]:
    """The commands that have keys, menu by menu, a few to a row; those of no menu come last."""
    with_keys = [command for command in commands if command.keys]
    for menu in (*MENUS, None):
        here = [command for command in with_keys if command.menu is menu]
        for _, together in groupby(here, key=lambda one: (one.section, one.group)):
            row = list(together)
            count = -(-len(row) // MOST)  # rows that are about equally long
            for number in range(count):
                yield row[number * len(row) // count : (number + 1) * len(row) // count]


def sign(key: str) -> str:
    """A shortcut as people write it: Ctrl+Shift+Right → Ctrl+Shift+→."""
    return _LAST.sub(lambda found: _SIGNS[found[0]], key)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    main(sys.argv[1:])
