# /// script
# requires-python = ">=3.11"
# dependencies = ["chess==1.11.2", "PySide6-Essentials>=6.8,<6.12"]
# ///
"""Make resources/glyphs/chess.json from the pieces that python-chess brings along.

Run it when the drawing of a piece should change; the program never does. The drawings (by Colin
M. L. Burnett) are filled and stroked; here each becomes two plain outlines, everything there is of
the piece, and the light areas in it, so that whatever can fill a path can draw them in any colours.

    python packaging/make_chess_art.py
"""

from __future__ import annotations

import argparse
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan
from pathlib import Path
from re import findall

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF, QTransform

TARGET = Path(__file__).resolve().parent.parent / "resources" / "glyphs" / "chess.json"
BOX = 45  # the drawings' own
EM = 1000
THIN = 0.7  # of the box: how far a line may lie from the curve
FINE = 16.0  # times that a drawing is enlarged before Qt joins its areas: it is exact to some 0.01
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
LIGHT = ("#fff", "#ffffff", "#ececec")
CAPS = {"butt": Qt.PenCapStyle.FlatCap, "round": Qt.PenCapStyle.RoundCap}
JOINS = {"miter": Qt.PenJoinStyle.MiterJoin, "round": Qt.PenJoinStyle.RoundJoin}
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}

Style = dict[str, str]


def elements(node: ET.Element, outer: Style) -> Iterator[tuple[ET.Element, Style]]:
    """The paths and circles of a drawing in order, each with all that holds for it."""
    own = {key: value for key, value in node.attrib.items() if key != "transform"}
    for entry in own.pop("style", "").split(";"):
        name, _, value = entry.partition(":")
        if value:
            own[name.strip()] = value.strip()
    style = {**outer, **own}
    if node.tag.endswith(("path", "circle")):
        if "transform" in node.attrib:
            style["transform"] = node.attrib["transform"]
        yield node, style
    for child in node:
        yield from elements(child, style)


def arc(path: QPainterPath, numbers: list[float], x: float, y: float) -> None:
    """An elliptic arc from the current point (SVG 1.1, F.6.5), as curves."""
    rx, ry, turn, large, sweep = numbers[:5]
    x0, y0 = path.currentPosition().x(), path.currentPosition().y()
    phi = radians(turn)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    x1, y1 = cos(phi) * dx + sin(phi) * dy, -sin(phi) * dx + cos(phi) * dy
    grow = sqrt(max(1.0, (x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = rx**2 * ry**2 - rx**2 * y1**2 - ry**2 * x1**2
    far = sqrt(max(0.0, rest / (rx**2 * y1**2 + ry**2 * x1**2)))
    far = -far if large == sweep else far
    cx1, cy1 = far * rx * y1 / ry, -far * ry * x1 / rx
    cx = cos(phi) * cx1 - sin(phi) * cy1 + (x0 + x) / 2
    cy = sin(phi) * cx1 + cos(phi) * cy1 + (y0 + y) / 2
    start = atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
    span = atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - start
    if sweep and span < 0:
        span += 2 * pi
    elif not sweep and span > 0:
        span -= 2 * pi

    def at(u: float, v: float) -> tuple[float, float]:
        return (
            cx + rx * cos(phi) * u - ry * sin(phi) * v,
            cy + rx * sin(phi) * u + ry * cos(phi) * v,
        )

    steps = max(1, ceil(abs(span) / (pi / 4)))
    part = span / steps
    reach = 4 / 3 * tan(part / 4)
    for step in range(steps):
        a, b = start + step * part, start + (step + 1) * part
        path.cubicTo(
            *at(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
            *at(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
            *at(cos(b), sin(b)),
        )


def parse(data: str) -> QPainterPath:
    """SVG path data of any kind but Q and T."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    tokens = findall(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)", data)
    at, letter, control = 0, "M", None
    while at < len(tokens):
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
        count = COUNTS[letter.upper()]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        here = path.currentPosition()
        x0, y0 = (here.x(), here.y()) if letter.islower() else (0.0, 0.0)
        kind, before, control = letter.upper(), control, None
        if kind == "Z":
            path.closeSubpath()
        elif kind == "M":
            path.moveTo(numbers[0] + x0, numbers[1] + y0)
            letter = "l" if letter == "m" else "L"
        elif kind == "L":
            path.lineTo(numbers[0] + x0, numbers[1] + y0)
        elif kind == "H":
            path.lineTo(numbers[0] + x0, here.y())
        elif kind == "V":
            path.lineTo(here.x(), numbers[0] + y0)
        elif kind == "A":
            arc(path, numbers, numbers[5] + x0, numbers[6] + y0)
        else:
            points = [(numbers[i] + x0, numbers[i + 1] + y0) for i in range(0, count, 2)]
            if kind == "S":
                first = (here.x(), here.y())
                if before is not None:
                    first = (2 * first[0] - before[0], 2 * first[1] - before[1])
                points.insert(0, first)
            path.cubicTo(*points[0], *points[1], *points[2])
            control = points[1]
    return path


def shape_of(node: ET.Element, style: Style) -> QPainterPath:
    if node.tag.endswith("circle"):
        path = QPainterPath()
        radius = float(style["r"])
        x, y = float(style["cx"]), float(style["cy"])
        path.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)
    else:
        path = parse(style["d"])
    if "transform" in style:
        numbers = [float(n) for n in style["transform"].split("(")[1].rstrip(")").split(",")]
        path = QTransform(*numbers).map(path)
    return QTransform.fromScale(FINE, FINE).map(path)


def areas(svg: str) -> tuple[QPainterPath, QPainterPath]:
    """(everything, light areas) of a drawing, enlarged."""
    whole, light = QPainterPath(), QPainterPath()
    for node, style in elements(ET.fromstring(svg), {}):
        path = shape_of(node, style)
        painted: list[tuple[QPainterPath, str]] = []
        if style.get("fill", "#000") != "none":
            painted.append((path, style.get("fill", "#000")))
        if style.get("stroke", "none") != "none":
            stroker = QPainterPathStroker()
            stroker.setWidth(float(style.get("stroke-width", "1")) * FINE)
            stroker.setCapStyle(CAPS[style.get("stroke-linecap", "butt")])
            stroker.setJoinStyle(JOINS[style.get("stroke-linejoin", "miter")])
            painted.append((stroker.createStroke(path), style["stroke"]))
        for area, colour in painted:
            area.setFillRule(Qt.FillRule.WindingFill)
            whole = whole.united(area)
            light = light.united(area) if colour in LIGHT else light.subtracted(area)
    return whole.simplified(), light.simplified()


def wound(polygons: list[QPolygonF]) -> list[QPolygonF]:
    """The same areas with holes that run the other way, for whoever fills by the nonzero rule."""
    out = []
    for polygon in polygons:
        inside = polygon[0]
        depth = sum(
            other is not polygon and other.containsPoint(inside, Qt.FillRule.OddEvenFill)
            for other in polygons
        )
        pairs = zip(polygon, [*list(polygon)[1:], polygon[0]], strict=True)
        clockwise = sum(a.x() * b.y() - b.x() * a.y() for a, b in pairs) > 0
        out.append(polygon if clockwise == (depth % 2 == 0) else QPolygonF(list(polygon)[::-1]))
    return out


def thinned(points: list[tuple[float, float]], most: float) -> list[tuple[float, float]]:
    """A line without the points that lie nearer than `most` to it (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        dx, dy = x1 - x0, y1 - y0
        length = sqrt(dx * dx + dy * dy)
        far, where = most, 0
        for at in range(first + 1, last):
            x, y = points[at][0] - x0, points[at][1] - y0
            distance = abs(x * dy - y * dx) / length if length else sqrt(x * x + y * y)
            if distance > far:
                far, where = distance, at
        if where:
            keep.add(where)
            spans += [(first, where), (where, last)]
    return [points[at] for at in sorted(keep)]


def path_data(path: QPainterPath) -> str:
    """Path data with M, L and Z only, absolute, whole numbers of a box of 1000.

    Bends are lines so short that they can't be told from curves where a square is 250 pixels wide.
    """
    scale = EM / BOX / FINE
    out: list[str] = []
    for polygon in wound(path.toSubpathPolygons()):
        points = [(point.x() * scale, point.y() * scale) for point in polygon]
        line = [(round(x), round(y)) for x, y in thinned(points, THIN)]
        line = [point for at, point in enumerate(line) if not at or point != line[at - 1]]
        if line[0] == line[-1]:
            line.pop()
        if len(line) > 2:
            rest = " ".join(f"{x} {y}" for x, y in line[1:])
            out.append(f"M{line[0][0]} {line[0][1]}L{rest}Z")
    return "".join(out)


def main() -> None:
    import chess.svg  # deferred: make_piece_art.py has the rest from here, and needs no chess

    outlines: dict[str, list[int | str]] = {}
    for symbol, svg in chess.svg.PIECES.items():
        kind = f"{'white' if symbol.isupper() else 'black'}-{KINDS[symbol.lower()]}"
        whole, light = areas(svg)
        outlines[f"chess/{kind}"] = [EM, path_data(whole)]
        if not light.isEmpty():
            outlines[f"chess/{kind}-light"] = [EM, path_data(light)]
    lines = [
        f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(outlines.items())
    ]
    about = "Outlines of the chess pieces of Colin M. L. Burnett, GPL; see CREDITS.md"
    head = f' "about": {json.dumps(about)},\n "em": {EM},\n "outlines": {{\n'
    TARGET.write_text("{\n" + head + ",\n".join(lines) + "\n }\n}\n", "utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
