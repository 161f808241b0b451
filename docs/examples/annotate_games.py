"""Have an engine analyse a file of games: evaluations, glyphs and better lines are written into a copy.

    python docs/examples/annotate_games.py FILE COPY [ENGINE]

`qipu analyse --help` lists what else there is to choose.
"""

from __future__ import annotations

import argparse

import viewer


def main(path: str, copy: str, name: str = "") -> None:
    """Analyse, write and save; prints what was written."""
    document = viewer.open(path)
    engine = viewer.engine(name, document.record(0).game)
    found = viewer.analyse(document, engine, nodes=10_000, lines=1)
    print(viewer.annotate(document, found, plies=6))
    document.save(copy)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("copy")
    parser.add_argument("engine", nargs="?", default="")
    args = parser.parse_args()
    main(args.file, args.copy, args.engine)
