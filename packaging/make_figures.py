# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools>=4.50", "shapely>=2"]
# ///
"""Make resources/fonts/QipuFigures-*.otf, the chess figures in moves, from the pieces on the board.

The bold ones are the same with lines that are thicker by as much as bold letters of a book.

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
from shapely import Polygon, unary_union

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
FAMILY = "Qipu Figures"
FIGURES = "♔♕♖♗♘♙♚♛♜♝♞♟"
KINDS = ("king", "queen", "rook", "bishop", "knight", "pawn")
EM = 1000
BASE = 880  # where the pieces stand in their box
SCALE = 1.04  # so that they are a little higher than capitals
SIDE = 30  # room left and right
WEIGHTS = {
    "Regular": (400, 0),
    "Bold": (700, 14),
}  # the class of each, and how much further its ink goes

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


def ink(dark: list[Contour], light: list[Contour], further: float) -> list[Contour]:
    """The contours of what is dark, holes the other way round, with edges so many units further out."""
    if not further:
        return dark + [contour[::-1] for contour in light]
    shapes = [unary_union([Polygon(one).buffer(0) for one in some]) for some in (dark, light)]
    grown = shapes[0].difference(shapes[1]).buffer(further).simplify(0.7)
    out = []
    for part in getattr(grown, "geoms", [grown]):
        part = part.normalize()  # the same outlines give the same file
        out += [list(ring.coords)[:-1] for ring in (part.exterior, *part.interiors)]
    return out


def make(style: str) -> None:
    weight, further = WEIGHTS[style]
    outlines = json.loads((RESOURCES / "glyphs" / "chess.json").read_text("utf-8"))["outlines"]
    names = [f"{colour}-{kind}" for colour in ("white", "black") for kind in KINDS]
    glyphs = {".notdef": T2CharStringPen(EM, None).getCharString()}
    metrics = {".notdef": (EM, 0)}
    for name in names:
        # What is dark on the board is ink: everything, less the light areas.
        light = outlines.get(f"chess/{name}-light")
        dark = contours(outlines[f"chess/{name}"][1])
        found = ink(dark, contours(light[1]) if light else [], further)
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
    full = FAMILY if style == "Regular" else f"{FAMILY} {style}"
    plain = f"{FAMILY.replace(' ', '')}-{style}"
    builder.setupCFF(plain, {"FullName": full, "FamilyName": FAMILY, "Weight": style}, glyphs, {})
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable(
        {
            "copyright": "Figures by Colin M. L. Burnett",
            "familyName": FAMILY,
            "styleName": style,
            "uniqueFontIdentifier": f"1.0;{plain}",
            "fullName": full,
            "psName": plain,
            "licenseDescription": "GNU General Public License, version 3 or later",
        }
    )
    bold = style == "Bold"
    builder.setupOS2(
        sTypoAscender=880,
        sTypoDescender=-120,
        usWinAscent=880,
        usWinDescent=120,
        usWeightClass=weight,
        fsSelection=0x20 if bold else 0x40,
        fsType=0,  # may be installed and embedded
    )
    builder.setupPost()
    # The same outlines give the same file.
    builder.font.recalcTimestamp = False
    builder.updateHead(created=0, modified=0, macStyle=int(bold))
    builder.save(str(RESOURCES / "fonts" / f"QipuFigures-{style}.otf"))


def main() -> None:
    for style in WEIGHTS:
        make(style)


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
