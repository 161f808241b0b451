"""Draw a position of a game as an SVG picture.

    python docs/examples/draw_position.py FILE PLY NEW.svg

`kind="png"` makes a PNG instead, where PySide6 is installed.
"""

from __future__ import annotations

import argparse

import viewer


def main(path: str, ply: int, target: str) -> None:
    """Write the picture of the position after so many plies of the main line, or of its end."""
    record = viewer.load(path).record(0)
    line = list(record.root.main_line())
    picture = viewer.render(record, line[min(ply, len(line) - 1)], kind="svg", size=640)
    with open(target, "w", encoding="utf-8") as file:
        file.write(picture)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("ply", type=int)
    parser.add_argument("new", metavar="new.svg")
    args = parser.parse_args()
    main(args.file, args.ply, args.new)
