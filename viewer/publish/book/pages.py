"""The pages of a book as pictures, for the screen and for printers."""

from __future__ import annotations

import re

from typst import TypstError

from viewer.publish.book.typesetting import TypstFolder

_TEMPLATE = "page.typ"
_COUNT = re.compile(r"only has (\d+) page")
_BEYOND = 10**9
POINTS = 72.0
"""In an inch."""


class PagePictures:
    """Draws pages of a PDF file. `close` it, or use it as a context manager.

    Attributes:
        width, height: of each page in points.
        count: the number of pages.
    """

    def __init__(self, pdf: bytes, width: float, height: float) -> None:
        """`width` and `height` in mm. Raises OSError."""
        self.width, self.height = width * POINTS / 25.4, height * POINTS / 25.4
        self._room = TypstFolder()
        self._room.put("pages.pdf", pdf)
        self.count = self._counted()

    def __enter__(self) -> PagePictures:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the disk."""
        self._room.close()

    def page(self, number: int, ppi: float) -> bytes:
        """A page (from 1) as a PNG file. Raises typst.TypstError for one that isn't there."""
        return self._picture(number, ppi, 0.0, self.height)

    def band(self, number: int, ppi: float, top: int, rows: int) -> bytes:
        """Some rows of pixels of a page as a PNG file, so that a printer's many pixels come in portions."""
        return self._picture(number, ppi, top * POINTS / ppi, rows * POINTS / ppi)

    def _picture(self, number: int, ppi: float, top: float, height: float) -> bytes:
        lengths = {"width": self.width, "height": height, "top": top, "whole": self.height}
        inputs = {"page": str(number), **{name: repr(one) for name, one in lengths.items()}}
        return self._room.pictures(_TEMPLATE, ppi, inputs)[0]

    def _counted(self) -> int:
        """Typst tells how many pages there are when it is asked for one that there isn't."""
        try:
            self.page(_BEYOND, 1.0)
        except TypstError as error:
            found = _COUNT.search(" ".join([error.message, *error.hints]))
            if found is None:
                raise
            return int(found[1])
        raise ValueError("a file of pages can't have so many")
