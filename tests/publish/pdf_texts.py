"""Books and sheets made of texts, and what pypdf and poppler read in them."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from typing import Any

from needs import needs
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from viewer.base.fields import Value, values_of
from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.formats.detect import find_all, load_source
from viewer.formats.format import Collection
from viewer.publish.exporter import ExportedFile, Exporter, Study

needs_poppler = needs("pdftotext", "pdftoppm")
# Books take fonts for Chinese and Japanese of the system.
needs_han = needs("NotoSansCJK-Regular.ttc")


def collection_of(text: str, name: str = "g.pgn") -> Collection:
    collection = load_source(BytesSource(text.encode(), name))
    find_all(collection)
    return collection


def exported(exporter: Exporter, text: str, name: str = "g.pgn", **style: Value) -> ExportedFile:
    """The file that an exporter makes of a text; `style` with underscores for hyphens."""
    collection = collection_of(text, name)
    values = values_of(exporter.fields, {key.replace("_", "-"): one for key, one in style.items()})
    study = Study(collection, range(1, len(collection) + 1), "A study")
    *_, file = run_inline(exporter.export(study, values))
    assert isinstance(file, ExportedFile)
    return file


def reader(file: ExportedFile) -> PdfReader:
    return PdfReader(io.BytesIO(file.data))


def poppler(file: ExportedFile, *words: str) -> str:
    """What poppler's pdftotext says of a file."""
    command = ["pdftotext", *words, "-", "-"]
    done = subprocess.run(command, input=file.data, capture_output=True, check=True)
    return done.stdout.decode()


def words_in(file: ExportedFile) -> str:
    """The text in the order in which it is in the file, each white space as one blank."""
    text = "\n".join(page.extract_text() for page in reader(file).pages)
    return re.sub(r"\s+", " ", text.replace("\u00ad\n", "").replace("\u00a0", " "))


def fonts(file: ExportedFile) -> Iterator[tuple[str, bool, bool]]:
    """(name, whether it is in the file, whether it says its characters) of each font of each page."""
    for page in reader(file).pages:
        found = page["/Resources"].get_object().get("/Font", {}).get_object()
        for one in (entry.get_object() for entry in found.values()):
            inner = one["/DescendantFonts"][0].get_object() if "/DescendantFonts" in one else one
            told: DictionaryObject = inner["/FontDescriptor"].get_object()
            embedded = any(key in told for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            yield str(one["/BaseFont"]), embedded, "/ToUnicode" in one


def titles(file: ExportedFile) -> list[Any]:
    """The outline: titles, lists for what is below them."""

    def walk(items: list[Any]) -> Iterator[Any]:
        for item in items:
            yield list(walk(item)) if isinstance(item, list) else item.title

    return list(walk(reader(file).outline))
