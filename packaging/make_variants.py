"""Make `resources/names/variants.txt` from dictionaries of OpenCC (Apache-2.0).

    .venv/bin/python packaging/make_variants.py FOLDER

FOLDER has that project's TSCharacters.txt and JPShinjitaiCharacters.txt (data/dictionary).
Two lines: characters that are traditional Chinese or Japanese, and the simplified one for each.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "resources" / "names" / "variants.txt"


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """(character, first of its values) of a dictionary."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, values = line.split("\t")[:2]
            if len(key) == 1 and len(values.split()[0]) == 1:
                yield key, values.split()[0]


def main(words: list[str]) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    folder = parser.parse_args(words).folder
    simplified = dict(pairs(folder / "TSCharacters.txt"))
    found = {key: value for key, value in simplified.items() if key != value}
    for character, old in pairs(folder / "JPShinjitaiCharacters.txt"):
        value = simplified.get(old, old)
        if character not in found and character not in found.values() and value != character:
            found[character] = value
    TARGET.parent.mkdir(exist_ok=True)
    rows = sorted(found.items())
    lines = ["".join(key for key, _ in rows), "".join(value for _, value in rows)]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
