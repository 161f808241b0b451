"""Positions as SVG files."""

from __future__ import annotations

from viewer.base.fields import Values
from viewer.publish.pictures.stills import Stills
from viewer.scene.picture import Drawing
from viewer.scene.svg import to_svg


class SvgPictures(Stills):
    """Positions as SVG files."""

    def encoded(self, drawing: Drawing, values: Values, title: str) -> bytes:
        """The SVG."""
        return to_svg(*drawing, pixels=int(values["size"]), title=title).encode()


SVG = SvgPictures()
