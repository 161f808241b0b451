"""Shapes as pages of a PDF file, for books: each outline and each kind of piece is in the file once.

The file has vector graphics only. Shadows and light aren't drawn: they are for screens. Texts without
outlines are left to the caller, which has fonts (`PdfPages.add` returns them).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from operator import is_

from viewer.games.geometry import Point
from viewer.scene.glyphs import commands, outline
from viewer.scene.shapes import (
    BOARD,
    Ball,
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
    Silhouette,
    TextShape,
)

_ROUND = 0.5523  # of a radius: control points of the quarter circles that make a disc
_UNIT = 20.0  # points of the page for a board unit: PDF viewers expect pages of some size
_CENTRED = (Disc, Ball, GlyphShape)


class PdfPages:
    """Pages of shapes, gathered and written as one file."""

    def __init__(self) -> None:
        self._forms: dict[object, int] = {}  # numbers of shared drawings by their content
        self._bodies: list[bytes] = []  # of these
        self._lines: dict[Shape, str] = {}  # that draw pieces and marks
        self._board: tuple[tuple[Shape, ...], str] = (), ""  # the last one, and what draws it
        self._opacities: dict[float, int] = {}
        self._pages: list[tuple[float, float, bytes]] = []

    def __len__(self) -> int:
        """The number of pages."""
        return len(self._pages)

    def add(self, shapes: Sequence[Shape], width: float, height: float) -> list[TextShape]:
        """Add a page of `width` by `height` board units; returns the texts that it leaves out."""
        board = tuple([shape for shape in shapes if shape.layer == BOARD])
        lines = [f"{_number(_UNIT)} 0 0 {_number(-_UNIT)} 0 {_number(_UNIT * height)} cm 0 J 0 j"]
        last = self._board
        if len(board) != len(last[0]) or not all(map(is_, board, last[0])):
            last = self._board = board, self._shared(board, board)
        lines.append(last[1])
        texts = [shape for shape in board if isinstance(shape, TextShape)]
        for shape in shapes:
            if shape.layer == BOARD:
                continue
            if isinstance(shape, TextShape):
                texts.append(shape)
            else:
                line = self._lines.get(shape)
                if line is None:
                    line = self._lines[shape] = self._placed(shape)
                lines.append(line)
        body = "\n".join(line for line in lines if line)
        self._pages.append((_UNIT * width, _UNIT * height, body.encode("ascii")))
        return texts

    # ------------------------------------------------------------------------------- shapes

    def _shared(self, key: object, shapes: Iterable[Shape]) -> str:
        """The command that draws shapes that other pages may have as well."""
        number = self._forms.get(key)
        if number is None:
            body = "\n".join(filter(None, (self._drawn(shape) for shape in shapes)))
            number = self._forms[key] = len(self._bodies)
            self._bodies.append(body.encode("ascii"))
        return f"/F{number} Do"

    def _placed(self, shape: Shape) -> str:
        """A shape, drawn as a shared one around the origin if it is likely to be there again."""
        still: Shape
        if isinstance(shape, _CENTRED):
            at = shape.centre
            still = shape._replace(centre=(0.0, 0.0), layer=BOARD, square="")
        elif isinstance(shape, Polygon) and shape.points:
            x, y = at = shape.points[0]
            points = tuple((round(px - x, 4), round(py - y, 4)) for px, py in shape.points)
            still = shape._replace(points=points, layer=BOARD, square="")
        else:
            return self._drawn(shape)
        drawn = self._shared(still, (still,))
        return f"q 1 0 0 1 {_point(at)} cm {drawn} Q"

    def _drawn(self, shape: Shape) -> str:
        match shape:
            case Rect():
                path = _rectangle(shape)
                return self._painted(
                    path, shape.fill, shape.stroke, shape.stroke_width, shape.opacity
                )
            case Polyline():
                ends = "1 J 1 j " if shape.round else ""
                path = ends + _lines(shape.points) + (" h" if shape.closed else "")
                return self._painted(path, "", shape.stroke, shape.width, shape.opacity)
            case Polygon():
                path = _lines(shape.points) + " h"
                return self._painted(path, shape.fill, shape.stroke, shape.width, shape.opacity)
            case Disc():
                path = _circle(shape.centre, shape.radius)
                return self._painted(path, shape.fill, shape.stroke, shape.width, shape.opacity)
            case Ball():
                colour = shape.stops[len(shape.stops) // 2][1]
                path = _circle(shape.centre, shape.radius)
                return self._painted(path, colour, shape.stroke, shape.width, shape.opacity)
            case GlyphShape():
                return self._glyph(shape)
            case Shade() | Silhouette() | TextShape():
                return ""

    def _glyph(self, shape: GlyphShape) -> str:
        found = outline(shape.name)
        if found is None:
            return ""
        scale = shape.height / found.height
        x, y = shape.centre
        half = f"1 0 0 1 {_number(-found.width / 2)} {_number(-found.height / 2)} cm"
        place = f"1 0 0 1 {_point((x, y))} cm"
        turn = _turned(shape.turn)
        path = _outline(shape.name)
        body = f"{place} {turn}{scale:.7f} 0 0 {scale:.7f} 0 0 cm {half}"
        return f"q {self._opacity(shape.opacity)}{_colour(shape.fill, 'rg')} {body}\n{path} f Q"

    def _painted(self, path: str, fill: str, stroke: str, width: float, opacity: float) -> str:
        lined = bool(stroke) and width > 0
        if not fill and not lined:
            return ""
        paint = "B" if fill and lined else "f" if fill else "S"
        colours = (_colour(fill, "rg") + " ") if fill else ""
        if lined:
            colours += f"{_colour(stroke, 'RG')} {_number(width)} w "
        return f"q {self._opacity(opacity)}{colours}{path} {paint} Q"

    def _opacity(self, value: float) -> str:
        if value >= 1.0:
            return ""
        number = self._opacities.setdefault(round(value, 3), len(self._opacities))
        return f"/O{number} gs "

    # --------------------------------------------------------------------------------- file

    def data(self) -> bytes:
        """The file."""
        count = len(self._pages)
        file = _File()
        catalog, pages, resources = file.reserve(3)
        forms = file.reserve(len(self._bodies))
        for number, body in zip(forms, self._bodies, strict=True):
            head = (
                "/Type /XObject /Subtype /Form /BBox [-1000 -1000 1000 1000]"
                f" /Resources {resources} 0 R"
            )
            file.stream(number, head, body)
        shared = " ".join(f"/F{index} {number} 0 R" for index, number in enumerate(forms))
        faded = " ".join(
            f"/O{number} << /ca {value} /CA {value} >>" for value, number in self._opacities.items()
        )
        file.put(resources, f"<< /XObject << {shared} >> /ExtGState << {faded} >> >>")
        numbers = file.reserve(2 * count)
        kids = numbers[:count]
        for page, content, (width, height, body) in zip(
            kids, numbers[count:], self._pages, strict=True
        ):
            file.put(
                page,
                f"<< /Type /Page /Parent {pages} 0 R /MediaBox [0 0 {_number(width)}"
                f" {_number(height)}] /Resources {resources} 0 R /Contents {content} 0 R >>",
            )
            file.stream(content, "", body)
        listed = " ".join(f"{number} 0 R" for number in kids)
        file.put(pages, f"<< /Type /Pages /Kids [{listed}] /Count {count} >>")
        file.put(catalog, f"<< /Type /Catalog /Pages {pages} 0 R >>")
        return file.data(catalog)


class _File:
    """The objects of a PDF file."""

    def __init__(self) -> None:
        self._objects: dict[int, bytes] = {}
        self._reserved = 0

    def reserve(self, count: int) -> list[int]:
        """Numbers for objects."""
        first = self._reserved + 1
        self._reserved += count
        return list(range(first, first + count))

    def put(self, number: int, text: str) -> None:
        self._objects[number] = text.encode("ascii")

    def stream(self, number: int, head: str, body: bytes) -> None:
        packed = zlib.compress(body)
        words = f"<< {head} /Filter /FlateDecode /Length {len(packed)} >>".encode("ascii")
        self._objects[number] = words + b"\nstream\n" + packed + b"\nendstream"

    def data(self, catalog: int) -> bytes:
        out = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        size, offsets = len(out[0]), []
        for number in sorted(self._objects):
            piece = b"%d 0 obj\n%b\nendobj\n" % (number, self._objects[number])
            offsets.append(size)
            size += len(piece)
            out.append(piece)
        out.append(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        out.extend(b"%010d 00000 n \n" % offset for offset in offsets)
        out.append(
            b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
            % (len(offsets) + 1, catalog, size)
        )
        return b"".join(out)


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _lines(points: Sequence[Point]) -> str:
    return " ".join(
        f"{_point(point)} {'l' if index else 'm'}" for index, point in enumerate(points)
    )


def _rectangle(shape: Rect) -> str:
    x, y, width, height = shape.x, shape.y, shape.width, shape.height
    corner = min(shape.corner, width / 2, height / 2)
    if corner <= 0:
        return f"{_point((x, y))} {_point((width, height))} re"
    right, bottom, near = x + width, y + height, corner * (1 - _ROUND)
    return " ".join(
        (
            f"{_point((x + corner, y))} m {_point((right - corner, y))} l",
            _curve((right - near, y), (right, y + near), (right, y + corner)),
            f"{_point((right, bottom - corner))} l",
            _curve((right, bottom - near), (right - near, bottom), (right - corner, bottom)),
            f"{_point((x + corner, bottom))} l",
            _curve((x + near, bottom), (x, bottom - near), (x, bottom - corner)),
            f"{_point((x, y + corner))} l",
            _curve((x, y + near), (x + near, y), (x + corner, y)),
            "h",
        )
    )


def _circle(centre: Point, radius: float) -> str:
    (x, y), far, near = centre, radius, radius * _ROUND
    return " ".join(
        (
            f"{_point((x + far, y))} m",
            _curve((x + far, y + near), (x + near, y + far), (x, y + far)),
            _curve((x - near, y + far), (x - far, y + near), (x - far, y)),
            _curve((x - far, y - near), (x - near, y - far), (x, y - far)),
            _curve((x + near, y - far), (x + far, y - near), (x + far, y)),
            "h",
        )
    )


def _curve(first: Point, second: Point, end: Point) -> str:
    return f"{_point(first)} {_point(second)} {_point(end)} c"


def _turned(degrees: float) -> str:
    if not degrees:
        return ""
    angle = math.radians(degrees)
    across, down = math.cos(angle), math.sin(angle)
    return f"{across:.5f} {down:.5f} {-down:.5f} {across:.5f} 0 0 cm "


def _colour(colour: str, operator: str) -> str:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return " ".join(f"{part:.3f}".rstrip("0").rstrip(".") for part in parts) + f" {operator}"


@cache
def _outline(name: str) -> str:
    """The path of an outline as commands of PDF, which has no quadratic curves."""
    found = outline(name)
    assert found is not None
    out: list[str] = []
    here = (0.0, 0.0)
    for letter, numbers in commands(found.path):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "Z":
            out.append("h")
            continue
        if letter == "Q":
            (cx, cy), end = points
            first = (here[0] + 2 * (cx - here[0]) / 3, here[1] + 2 * (cy - here[1]) / 3)
            second = (end[0] + 2 * (cx - end[0]) / 3, end[1] + 2 * (cy - end[1]) / 3)
            out.append(_curve(first, second, end))
        elif letter == "C":
            out.append(_curve(points[0], points[1], points[2]))
        else:
            out.append(f"{_point(points[0])} {'m' if letter == 'M' else 'l'}")
        here = points[-1]
    return " ".join(out)
