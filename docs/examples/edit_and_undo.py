"""Change a record, look at the bytes, and take the change back: the file is what it was.

python docs/examples/edit_and_undo.py FILE COPY
"""

from __future__ import annotations

import argparse
from pathlib import Path

import viewer


def main(path: str, copy: str) -> None:
    """Save a copy, add a line to a comment of it, and take that back."""
    document = viewer.open(path)
    try:
        document.save(copy)
        before = Path(copy).read_bytes()
        first = document.record(0).root.children[0]
        document.set_comment(first, first.comment + "\nA line of our own.")
        document.save()
        edited = Path(copy).read_bytes()
        document.undo()
        document.save()
    finally:
        document.close()
    print(f"with the comment: {len(edited) - len(before):+} bytes")
    print(
        "without it again:",
        "the same bytes" if Path(copy).read_bytes() == before else "other bytes",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("copy")
    args = parser.parse_args()
    main(args.file, args.copy)
