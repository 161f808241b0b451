"""Shapes as a self-contained SVG file: no font, no style sheet, no script."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from viewer.games.geometry import Point
from viewer.scene.glyphs import GlyphOutline, outline
from viewer.scene.shapes import (
    FADE,
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
    fading,
)

_NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
)


def to_svg(
    shapes: Iterable[Shape], width: float, height: float, *, pixels: int = 0, title: str = ""
) -> str:
    """An SVG 1.1 document of shapes (in drawing order) on a page of `width` by `height` units.

    `pixels` is the width that the document states, 0 for none: it fills the room it is shown in. The
    same shapes always give the same text.
    """
    writer = SvgWriter()
    body = [writer.element(shape) for shape in shapes]
    size = ""
    if pixels:
        size = f' width="{pixels}" height="{_number(pixels * height / width)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg {_NAMESPACES} viewBox="0 0 {_number(width)} {_number(height)}"{size}>',
    ]
    if title:
        lines.append(f"<title>{_text(title)}</title>")
    if writer.definitions:
        lines.extend(("<defs>", *writer.definitions, "</defs>"))
    return "\n".join((*lines, *body, "</svg>", ""))


@lru_cache(maxsize=16384)
def _number(value: float) -> str:
    return format(round(value, 4) + 0.0, "g") if abs(value) < 1e5 else str(round(value))


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _opacity(value: float, name: str = "opacity") -> str:
    return "" if value == 1.0 else f' {name}="{_number(value)}"'


def _colours(fill: str, stroke: str, width: float) -> str:
    text = f' fill="{fill or "none"}"'
    if stroke and width > 0:
        text += f' stroke="{stroke}" stroke-width="{_number(width)}"'
    return text


class SvgWriter:
    """Writes elements, and collects the definitions they refer to.

    Attributes:
        definitions: elements for `<defs>`.
    """

    def __init__(self, prefix: str = "") -> None:
        """`prefix` begins the ids of definitions, if several pictures stand in one document."""
        self.definitions: list[str] = []
        self._ids: dict[object, str] = {}
        self._prefix = prefix

    def element(self, shape: Shape) -> str:
        """A shape as an element."""
        match shape:
            case Rect():
                corner = f' rx="{_number(shape.corner)}"' if shape.corner else ""
                return (
                    f'<rect x="{_number(shape.x)}" y="{_number(shape.y)}"'
                    f' width="{_number(shape.width)}" height="{_number(shape.height)}"{corner}'
                    f"{_colours(shape.fill, shape.stroke, shape.stroke_width)}"
                    f"{_opacity(shape.opacity)}/>"
                )
            case Polyline():
                kind = "polygon" if shape.closed else "polyline"
                ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.round else ""
                return (
                    f'<{kind} points="{_points(shape.points)}"'
                    f"{_colours('', shape.stroke, shape.width)}{ends}{_opacity(shape.opacity)}/>"
                )
            case Polygon():
                return (
                    f'<polygon points="{_points(shape.points)}"'
                    f"{_colours(shape.fill, shape.stroke, shape.width)}{_opacity(shape.opacity)}/>"
                )
            case Disc():
                return (
                    f"<circle{self._at(shape.centre)}"
                    f' r="{_number(shape.radius)}"'
                    f"{_colours(shape.fill, shape.stroke, shape.width)}{_opacity(shape.opacity)}/>"
                )
            case Ball():
                edge = _colours("", shape.stroke, shape.width).partition(' fill="none"')[2]
                return (
                    f"<circle{self._at(shape.centre)}"
                    f' r="{_number(shape.radius)}" fill="url(#{self._light(shape)})"'
                    f"{edge}{_opacity(shape.opacity)}/>"
                )
            case Shade():
                return (
                    f"<circle{self._at(shape.centre)}"
                    f' r="{_number(shape.radius)}" fill="url(#{self._gradient(shape)})"/>'
                )
            case Silhouette():
                return (
                    f'<use xlink:href="#{self._faded(shape)}" x="{_number(shape.centre[0])}"'
                    f' y="{_number(shape.centre[1])}"/>'
                )
            case GlyphShape():
                return self._glyph(shape)
            case TextShape():
                return self._label(shape)

    @staticmethod
    def _at(centre: Point) -> str:
        return f' cx="{_number(centre[0])}" cy="{_number(centre[1])}"'

    def _define(self, key: object, prefix: str) -> tuple[str, bool]:
        """(id of a definition, whether the definition has yet to be written)."""
        known = self._ids.get(key)
        if known is not None:
            return known, False
        self._ids[key] = name = f"{self._prefix}{prefix}{len(self._ids)}"
        return name, True

    def _gradient(self, shape: Shade) -> str:
        name, new = self._define((shape.inner, shape.colour, shape.opacity), "s")
        if new:
            stops = "".join(
                f'<stop offset="{_number(shape.inner + (1 - shape.inner) * way)}"'
                f' stop-color="{shape.colour}" stop-opacity="{_number(shape.opacity * part)}"/>'
                for way, part in FADE
            )
            self.definitions.append(f'<radialGradient id="{name}">{stops}</radialGradient>')
        return name

    def _light(self, shape: Ball) -> str:
        # Relative to the disc's bounding box, so that all stones of a colour share one gradient.
        name, new = self._define((shape.glow, shape.reach, shape.stops), "b")
        if new:
            x, y = (_number(0.5 + part / 2) for part in shape.glow)
            stops = "".join(
                f'<stop offset="{_number(way)}" stop-color="{colour}"/>'
                for way, colour in shape.stops
            )
            box = f'cx="{x}" cy="{y}" fx="{x}" fy="{y}" r="{_number(shape.reach / 2)}"'
            self.definitions.append(f'<radialGradient id="{name}" {box}>{stops}</radialGradient>')
        return name

    def _faded(self, shape: Silhouette) -> str:
        name, new = self._define((shape.points, shape.blur, shape.colour, shape.opacity), "f")
        if new:
            areas = "".join(
                f'<polygon points="{_points(points)}"{_opacity(opacity)}/>'
                for points, opacity in fading(shape)
            )
            self.definitions.append(f'<g id="{name}" fill="{shape.colour}">{areas}</g>')
        return name

    def _glyph(self, shape: GlyphShape) -> str:
        found = outline(shape.name)
        if found is None:
            x, y = shape.centre
            text = shape.name.rpartition("/")[2]
            return self._label(
                TextShape(text, (x, y), shape.height, shape.fill, opacity=shape.opacity)
            )
        name, new = self._define(shape.name, "g")
        if new:
            self.definitions.append(f'<path id="{name}" d="{found.path}"/>')
        return (
            f'<use xlink:href="#{name}" transform="{self._transform(shape, found)}"'
            f' fill="{shape.fill}"{_opacity(shape.opacity, "fill-opacity")}/>'
        )

    @staticmethod
    def _transform(shape: GlyphShape, found: GlyphOutline) -> str:
        scale = shape.height / found.height
        x, y = shape.centre
        half_width, half_height = found.width / 2, found.height / 2
        if shape.turn:
            return (
                f"translate({_number(x)} {_number(y)}) rotate({_number(shape.turn)})"
                f" scale({scale:.6g}) translate({_number(-half_width)} {_number(-half_height)})"
            )
        left, top = x - half_width * scale, y - half_height * scale
        return f"translate({_number(left)} {_number(top)}) scale({scale:.6g})"

    @staticmethod
    def _label(shape: TextShape) -> str:
        x, y = shape.centre
        weight = ' font-weight="bold"' if shape.bold else ""
        # 0.36 em is half the height of capitals: not every program knows `dominant-baseline`.
        return (
            f'<text x="{_number(x)}" y="{_number(y + 0.36 * shape.height)}"'
            f' font-size="{_number(shape.height)}" font-family="sans-serif" text-anchor="middle"'
            f'{weight} fill="{shape.fill}"{_opacity(shape.opacity)}>'
            f"{_text(shape.text)}</text>"
        )


def _text(text: str) -> str:
    """Text escaped for XML; characters that XML 1.0 forbids (controls, lone surrogates) are left out."""
    return escape("".join(one for one in text if _allowed(ord(one))), quote=False)


def _allowed(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF
