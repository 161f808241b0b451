# /// script
# requires-python = ">=3.11"
# dependencies = ["PySide6-Essentials>=6.8,<6.12"]
# ///
"""Make resources/glyphs/NAME.json from our own drawings in packaging/pieces/NAME/*.svg.

Run it when a drawing changes; the program never does. Of each drawing it writes the dark areas, and
if the folder is of chess, which has pieces of two colours, all of it and its light areas apart.

    python packaging/make_piece_art.py
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from make_chess_art import EM, areas, path_data

PIECES = Path(__file__).resolve().parent / "pieces"
TARGET = Path(__file__).resolve().parent.parent / "resources" / "glyphs"
WITH_BODIES = ("chess-plain",)
"""Folders whose drawings have a light body: everything and the light areas are written apart."""


def write(folder: Path) -> None:
    """The outlines of one folder's drawings."""
    outlines: dict[str, list[int | str]] = {}
    for file in sorted(folder.glob("*.svg")):
        name = f"{folder.name}/{file.stem}"
        whole, light = areas(file.read_text("utf-8"))
        if folder.name in WITH_BODIES:
            outlines[name] = [EM, path_data(whole)]
            outlines[f"{name}-light"] = [EM, path_data(light)]
        else:
            outlines[name] = [EM, path_data(whole.subtracted(light).simplified())]
    lines = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in outlines.items()]
    head = f' "about": "Our own drawings",\n "em": {EM},\n "outlines": {{\n'
    text = "{\n" + head + ",\n".join(lines) + "\n }\n}\n"
    (TARGET / f"{folder.name}.json").write_text(text, "utf-8")


def main() -> None:
    for folder in sorted(PIECES.iterdir()):
        write(folder)


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
