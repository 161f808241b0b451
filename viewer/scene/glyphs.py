"""Outlines of characters and signs, so that a board needs no font.

A name is a face and a character: "piece/帥" (bold brush-like serif), "board/楚" (the same, light),
"text/九" (coordinates), "label/a" (bold, for labels). `packaging/make_glyphs.py` makes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from viewer.base.resources import resource_text
from viewer.games.geometry import Point
from viewer.scene.shapes import BOARD, GlyphShape, Label

_TOKEN = re.compile(r"\s*,?\s*(?:([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))")
_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


@dataclass(frozen=True, slots=True)
class Outline:
    """A path in its em box `0 0 width height`, y down; filled by the nonzero rule.

    `path` is SVG path data with M, L, Q, C and Z only, all absolute.
    """

    path: str
    width: float
    height: float


@cache
def _outlines() -> dict[str, Outline]:
    data = json.loads(resource_text("glyphs", "board.json"))
    em = float(data["em"])
    return {
        name: Outline(path, float(width), em) for name, (width, path) in data["outlines"].items()
    }


def outline(name: str) -> Outline | None:
    """The outline of a name, None where there is none."""
    return _outlines().get(name)


def names() -> frozenset[str]:
    """All names there are."""
    return frozenset(_outlines())


def commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The commands of path data: letter, and its numbers. Further pairs after M are L, as in SVG.

    Raises ValueError for anything but M, L, Q, C and Z with the right count of numbers.
    """
    letter = ""
    numbers: list[float] = []
    at, end = 0, len(path.rstrip())
    while at < end:
        token = _TOKEN.match(path, at)
        if token is None:
            raise ValueError(f"no path data: {path[at : at + 20]!r}")
        at = token.end()
        if token[1]:
            if numbers or token[1] not in _COUNTS:
                raise ValueError(f"path command {token[1]!r} at {token.start()}")
            letter = token[1]
            if letter == "Z":
                yield "Z", ()
                letter = ""
            elif not _starts_number(path, at):
                raise ValueError(f"path command {letter!r} without numbers")
            continue
        if not letter:
            raise ValueError(f"a number without command at {token.start()}")
        numbers.append(float(token[2]))
        if len(numbers) == _COUNTS[letter]:
            yield letter, tuple(numbers)
            numbers.clear()
            letter = "L" if letter == "M" else letter
    if numbers:
        raise ValueError("path data ends in the middle of a command")


def _starts_number(path: str, at: int) -> bool:
    token = _TOKEN.match(path, at)
    return token is not None and token[2] is not None


def text_width(text: str, size: float, face: str) -> float:
    """How wide a text is at a height of the em box; half an em for what has no outline."""
    found = (outline(f"{face}/{character}") for character in text)
    return sum(size * (one.width / one.height if one else 0.5) for one in found)


def text_shapes(
    text: str,
    centre: Point,
    size: float,
    fill: str,
    *,
    face: str = "text",
    opacity: float = 1.0,
    layer: str = BOARD,
    place: str = "",
) -> list[GlyphShape | Label]:
    """A short text, centred, its em box `size` high: outlines, or a Label where one is missing."""
    if any(outline(f"{face}/{character}") is None for character in text):
        return [Label(text, centre, size, fill, face == "label", opacity, layer, place)]
    x = centre[0] - text_width(text, size, face) / 2
    shapes: list[GlyphShape | Label] = []
    for character in text:
        name = f"{face}/{character}"
        width = text_width(character, size, face)
        at = (x + width / 2, centre[1])
        shapes.append(GlyphShape(name, at, size, fill, 0.0, opacity, layer, place))
        x += width
    return shapes
