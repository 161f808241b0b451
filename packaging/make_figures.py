# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools>=4.50"]
# ///
"""Make resources/fonts/QipuFigures.otf, the chess figures in moves, from the pieces on the board.

Run it when `make_chess_art.py` has made other outlines; the program never does. It is a font of its
own because the pieces are under the GPL and the other fonts under the OFL.

    pipx run packaging/make_figures.py
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
FAMILY = "Qipu Figures"
FIGURES = "♔♕♖♗♘♙♚♛♜♝♞♟"
KINDS = ("king", "queen", "rook", "bishop", "knight", "pawn")
EM = 1000
BASE = 880  # where the pieces stand in their box
SCALE = 1.04  # so that they are a little higher than capitals
SIDE = 30  # room left and right

Contour = list[tuple[float, float]]


def contours(path: str) -> list[Contour]:
    """The contours of path data of M, L and Z, in the font's units, y up."""
    out = []
    for part in path.split("Z"):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", part)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if points:
            out.append([(x * SCALE, (BASE - y) * SCALE) for x, y in points])
    return out


def main() -> None:
    outlines = json.loads((RESOURCES / "glyphs" / "chess.json").read_text("utf-8"))["outlines"]
    names = [f"{colour}-{kind}" for colour in ("white", "black") for kind in KINDS]
    glyphs = {".notdef": T2CharStringPen(EM, None).getCharString()}
    metrics = {".notdef": (EM, 0)}
    for name in names:
        # What is dark on the board is ink: everything, less the light areas (wound the other way).
        found = contours(outlines[f"chess/{name}"][1])
        light = outlines.get(f"chess/{name}-light")
        found += [contour[::-1] for contour in contours(light[1])] if light else []
        left = min(x for contour in found for x, _ in contour) - SIDE
        width = round(max(x for contour in found for x, _ in contour) + SIDE - left)
        pen = T2CharStringPen(width, None)
        for contour in found:
            first, *rest = ((round(x - left), round(y)) for x, y in contour)
            pen.moveTo(first)
            for point in rest:
                pen.lineTo(point)
            pen.closePath()
        glyphs[name], metrics[name] = pen.getCharString(), (width, SIDE)
    builder = FontBuilder(EM, isTTF=False)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(c): name for c, name in zip(FIGURES, names, strict=True)})
    plain = FAMILY.replace(" ", "") + "-Regular"
    builder.setupCFF(plain, {"FullName": FAMILY, "FamilyName": FAMILY}, glyphs, {})
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable(
        {
            "copyright": "Figures by Colin M. L. Burnett",
            "familyName": FAMILY,
            "styleName": "Regular",
            "uniqueFontIdentifier": f"1.0;{plain}",
            "fullName": FAMILY,
            "psName": plain,
            "licenseDescription": "GNU General Public License, version 3 or later",
        }
    )
    builder.setupOS2(
        sTypoAscender=880,
        sTypoDescender=-120,
        usWinAscent=880,
        usWinDescent=120,
        fsType=0,  # may be installed and embedded
    )
    builder.setupPost()
    # The same outlines give the same file.
    builder.font.recalcTimestamp = False
    builder.updateHead(created=0, modified=0)
    builder.save(str(RESOURCES / "fonts" / "QipuFigures.otf"))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
