"""Typst: pages from a template and data files in a private folder, and which characters its fonts lack.

Typst runs in this process and has no network here: no package is asked for, and its root is a folder of which
only this process knows. Texts reach it as JSON, never as source. The pages of a book are made pictures here
as well, for the screen and for printers.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import typst
from typst import TypstError

from viewer.base.named import NamedTuple
from viewer.base.resources import resource_bytes, resource_path
from viewer.base.temporary import TemporaryFolder

COMMON = "common.typ"
_REMEMBERED = 12  # runs after which Typst has forgotten one
_MISSING = re.compile(r'the text `"(.*?)"` could not be displayed')
_UNICODE = re.compile(r"\\u\{([0-9a-f]+)\}")
_PROBE = b"""
#set page(width: 400pt, height: auto)
#set text(font: json("probe.json").fonts)
#for one in json("probe.json").characters [#text(one) ]
"""
# PDF/A forbids what Typst otherwise prints as an empty box without a word: so it says which it can't print.
_STRICT: Literal["a-2b"] = "a-2b"


class FontSet(NamedTuple):
    """The fonts to choose from: the system's, unless `system` is False, Typst's and Qipu's own."""

    system: bool = True


ALL_FONTS = FontSet()


@cache
def _fonts(chosen: FontSet) -> typst.Fonts:
    own = str(resource_path("fonts"))
    return typst.Fonts(include_system_fonts=chosen.system, font_paths=[own])


@cache
def families(chosen: FontSet = ALL_FONTS) -> frozenset[str]:
    """The families of fonts that Typst finds."""
    return frozenset(_fonts(chosen).families())


class TypstFolder:
    """A private folder of data files that are typeset together. Use it as a context manager.

    It is made within a folder if one is given.
    """

    def __init__(self, fonts: FontSet = ALL_FONTS, within: str | None = None) -> None:
        self.fonts = fonts
        self._folder: TemporaryFolder | TemporaryDirectory[str] = (
            TemporaryFolder()
            if within is None
            else TemporaryDirectory(dir=within, ignore_cleanup_errors=True)
        )
        self._path = Path(self._folder.name)
        self.put(COMMON, resource_bytes("typst", COMMON))

    def __enter__(self) -> TypstFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()

    def put(self, name: str, data: bytes) -> None:
        """Put a file beside the template. Raises OSError."""
        with open(
            os.open(self._path / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as file:
            file.write(data)

    def put_data(self, name: str, data: Any) -> None:
        """Put data beside the template, as JSON."""
        self.put(name, json.dumps(data, ensure_ascii=True).encode("ascii"))

    def _template(self, name: str) -> Path:
        path = self._path / name
        if not path.exists():
            self.put(name, resource_bytes("typst", name))
        return path

    def pdf(self, template: str) -> bytes:
        """The PDF file of a template, which is a resource. Raises typst.TypstError."""
        made = typst.compile(
            self._template(template),
            root=self._path,
            font_paths=_fonts(self.fonts),
            format="pdf",
            package_path=self._path,
            package_cache_path=self._path,
        )
        return made

    def pictures(
        self, template: str, ppi: float, inputs: Mapping[str, str] | None = None
    ) -> list[bytes]:
        """The pages of a template as PNG files; `inputs` are what it asks for. Raises typst.TypstError."""
        made = typst.compile(
            self._template(template),
            root=self._path,
            font_paths=_fonts(self.fonts),
            format="png",
            ppi=ppi,
            sys_inputs=dict(inputs or {}),
            package_path=self._path,
            package_cache_path=self._path,
        )
        # More than one page come as a list, whatever its annotations say.
        pages: Any = made
        return [made] if isinstance(pages, bytes) else list(pages)

    def forget(self) -> None:
        """Free what Typst keeps of the last runs, for later ones that set nearly the same."""
        empty = self._path / "empty.typ"
        empty.touch(0o600)
        for _ in range(_REMEMBERED):
            typst.compile(empty, root=self._path, font_paths=_fonts(self.fonts))

    def missing(self, characters: Iterable[str], families: Sequence[str]) -> str:
        """The characters that no font has, in their order."""
        asked = sorted({one for one in characters if not one.isspace()})
        if not asked:
            return ""
        self.put("probe.typ", _PROBE)
        self.put_data("probe.json", {"fonts": list(families), "characters": asked})
        try:
            typst.compile(
                self._path / "probe.typ",
                root=self._path,
                font_paths=_fonts(self.fonts),
                pdf_standards=_STRICT,
            )
        except typst.TypstError as error:
            known = set(asked)
            found = {_plain(text) for text in _MISSING.findall(error.diagnostic)}
            return "".join(sorted(found & known))
        finally:
            for name in ("probe.typ", "probe.json"):
                (self._path / name).unlink()
        return ""


def _plain(text: str) -> str:
    """A text as an error message quotes it, without escapes."""
    return _UNICODE.sub(lambda found: chr(int(found[1], 16)), text).replace("\\", "", 1) or "\\"


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
