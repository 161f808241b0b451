"""Read all games of a file: who played, how it ended, how many moves it has.

    python docs/examples/read_games.py FILE

Works for every format that Qipu reads; `by_role` finds the players whatever the format calls them.
"""

from __future__ import annotations

import argparse

import viewer


def main(path: str) -> None:
    """Print a line for each game of a file."""
    collection = viewer.load(path)
    format_ = viewer.FORMATS[collection.format].load()
    for index in range(len(collection)):
        record = collection.record(index)
        first, second, result = (
            format_.by_role(role, record.headers, record.game) or "?"
            for role in ("side0", "side1", "result")
        )
        moves = sum(
            1 for node in record.root.main_line() if node.action is not None and node.parent
        )
        print(f"{index + 1}. {first} – {second}  {result}  ({moves} moves)")
    for found in collection.diagnostics:
        print(f"   line {found.line}: {found.message.text()}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    args = parser.parse_args()
    main(args.file)
