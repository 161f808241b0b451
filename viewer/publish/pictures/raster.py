"""Positions as PNG files. Loads Qt."""

from __future__ import annotations

from viewer.base.fields import Values
from viewer.paint.image import render_png
from viewer.publish.pictures.stills import Stills
from viewer.scene.picture import Drawing


class PngPictures(Stills):
    """Positions as PNG files."""

    def encoded(self, drawing: Drawing, values: Values, title: str) -> bytes:
        """The PNG."""
        return render_png(*drawing, int(values["size"]))


PNG = PngPictures()
