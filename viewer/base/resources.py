"""Files that come with Qipu: samples, glyph outlines, icons, fonts.

One accessor for every way of being installed: a wheel and a bundle carry them as
`viewer/resources`, an editable install and a checkout have them as `resources` beside `viewer`.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")


def resource_path(*parts: str) -> Path:
    """Path of a resource, e.g. `resource_path("glyphs", "board.json")`.

    Raises FileNotFoundError, naming the resource, when it isn't there.
    """
    for place in _PLACES:
        path = place.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"resource {'/'.join(parts)} is not installed")


def resource_bytes(*parts: str) -> bytes:
    """The bytes of a resource."""
    return resource_path(*parts).read_bytes()


def resource_text(*parts: str) -> str:
    """The text (UTF-8) of a resource."""
    return resource_path(*parts).read_text("utf-8")


def is_resource(path: str) -> bool:
    """Whether a path (absolute, symlinks resolved) is one of Qipu's own resources."""
    return any(place in Path(path).parents for place in _PLACES)
