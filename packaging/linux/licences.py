"""The licences of everything that a package brings along, collected from what is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import NamedTuple

COMMON = Path("/usr/share/common-licenses")  # of Debian's package base-files
_OF_QT = ("PySide6_Essentials", "shiboken6")
_NAMES = re.compile(r"(licen[sc]e|copying|notice|copyright)", re.IGNORECASE)


class Bundled(NamedTuple):
    """A package that is brought along.

    Attributes:
        name, version: as PyPI, or Debian, has them.
        licence: in short.
        texts: the licence's text, and those of what is in it, by file name.
    """

    name: str
    version: str
    licence: str
    texts: dict[str, bytes]


def of_python(packages: Path) -> Iterator[Bundled]:
    """Of the packages installed into a folder. Raises ValueError for one without a text."""
    common = {name: COMMON / name for name in ("LGPL-3", "GPL-3")}
    for folder in sorted(packages.glob("*.dist-info")):
        yield of_folder(folder, common)


def of_folder(folder: Path, of_qt: Mapping[str, Path]) -> Bundled:
    """Of a package by its .dist-info; `of_qt` are the texts for Qt's, whose wheels have none.

    Raises ValueError if there is no text.
    """
    about = message_from_string((folder / "METADATA").read_text("utf-8"))
    name = str(about["Name"])
    texts = {
        "_".join(path.relative_to(folder).parts): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (path.is_relative_to(folder / "licenses") or _NAMES.match(path.name))
    }
    if name in _OF_QT:
        texts |= {text: path.read_bytes() for text, path in of_qt.items()}
    if not texts:
        raise ValueError(f"{name} has no text of its licence")
    short = (
        about["License-Expression"]
        or _short(about["License"])
        or _classified(about)
        or "see its text"
    )
    return Bundled(name, str(about["Version"]), short, texts)


def _short(text: str | None) -> str:
    """A licence in one line; some packages have the whole text there."""
    return text if text and "\n" not in text and len(text) < 80 else ""


def _classified(about: Message) -> str:
    found = about.get_all("Classifier", [])
    return ", ".join(
        one.rpartition(" :: ")[2] for one in found if one.startswith("License :: OSI Approved :: ")
    )


def of_debian(root: Path) -> Iterator[Bundled]:
    """Of Debian's packages unpacked into a folder."""
    for path in sorted(root.glob("usr/share/doc/*/copyright")):
        yield Bundled(path.parent.name, "", "PSF-2.0 and others", {"copyright": path.read_bytes()})


def files(bundled: list[Bundled]) -> dict[str, bytes]:
    """The texts, by their places, and a table of them."""
    found = {f"{one.name}/{name}": text for one in bundled for name, text in one.texts.items()}
    rows = "".join(f"| {one.name} | {one.version} | {one.licence} |\n" for one in bundled)
    head = "# What is brought along\n\n| package | version | licence |\n|---|---|---|\n"
    return {"README.md": (head + rows).encode(), **found}
