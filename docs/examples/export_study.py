"""Export a file of games: a page to step through, the bookmarked positions as pictures, the moves as text.

    python docs/examples/export_study.py FILE FOLDER

`qipu export --help` lists the kinds and their choices.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import viewer


def main(path: str, folder: str) -> None:
    """Write the files, and print their names and what isn't in them."""
    name = Path(folder) / Path(path).stem
    for target, style in (
        (f"{name}.html", {"evaluations": True}),
        (f"{name}.svg", {"positions": "bookmarks", "size": 400}),
        (f"{name}.txt", {"moves": "columns"}),
    ):
        done = viewer.export(path, target, style=style)
        for written in done.written:
            print(written)
        for what, count in done.left_out.items():
            print(f"  left out: {what} ({count})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("folder")
    args = parser.parse_args()
    main(args.file, args.folder)
