"""Convert a file, and say what the other format can't hold before anything is written.

python docs/examples/convert_told.py FILE NEW [--anyway]
"""

from __future__ import annotations

import argparse
import sys

import viewer


def main(source: str, target: str, anyway: bool = False) -> int:
    """Convert; 1 where something would be lost and nobody said that this is all right."""
    try:
        lost = viewer.convert(source, target, allow_loss=anyway)
    except viewer.LossRefused as refused:
        print(f"Nothing was written. {target} can't hold:")
        for loss in refused.losses:
            print(f"  game {loss.record + 1}: {loss.words.text()}")
        return 1
    print(f"{target} is written; {len(lost)} things were lost.")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("new")
    parser.add_argument("--anyway", action="store_true")
    args = parser.parse_args()
    sys.exit(main(args.file, args.new, args.anyway))
