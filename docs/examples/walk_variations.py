"""Walk all variations of a game: a line of text for each, set in by how deep it is nested.

    python docs/examples/walk_variations.py FILE

Nothing here calls itself: a record may have lines of 10,000 plies and variations nested 3,000 deep.
"""

from __future__ import annotations

import argparse

import viewer


def main(path: str) -> None:
    """Print the variations of a file's first game."""
    record = viewer.load(path).record(0)
    lines = [(record.root, 0)]  # where each line begins, and how deep it is nested
    while lines:
        first, depth = lines.pop()
        words: list[str] = []
        aside = []
        for node in first.main_line():
            if node.action is not None and node.parent is not None:
                words.append(node.action.text)
            if node.comment:
                words.append("{" + " ".join(node.comment.split()) + "}")
            aside += [(child, depth + 1) for child in node.children[1:]]
        print("    " * depth + " ".join(words))
        lines += reversed(aside)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    args = parser.parse_args()
    main(args.file)
