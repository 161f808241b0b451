"""Make a KIF from moves: play them, comment one, add a variation, and save.

    python docs/examples/make_kif.py NEW.kif

A list of USI moves is a format like any other, so a new game begins as a small file of it.
"""

from __future__ import annotations

import argparse
import os
import tempfile

import viewer

MOVES = ("7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "8b4b")


def main(target: str) -> None:
    """Write the game."""
    with tempfile.TemporaryDirectory() as folder:
        start = os.path.join(folder, "start.usi")
        with open(start, "w", encoding="ascii") as file:
            file.write("position startpos\n")
        document = viewer.open(start)
        try:
            node = document.record(0).root
            for move in MOVES:
                node = document.play(node, move)
            document.set_comment(node, "四間飛車")
            document.play(node.path()[3], "8c8d")  # another answer to the third move: a variation
            document.save(target)
        finally:
            document.close()
    print(f"{target}: {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("new", metavar="new.kif")
    args = parser.parse_args()
    main(args.new)
