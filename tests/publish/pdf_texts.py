"""Books and sheets made of texts, and what poppler and pypdf read in them."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from viewer.base.fields import Value, values_of
from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.formats.detect import find_all, load_source
from viewer.formats.format import Collection
from viewer.publish.exporter import ExportedFile, Exporter, Study

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler-utils")


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


def poppler(file: ExportedFile, program: str = "pdftotext", *words: str) -> str:
    """What a program of poppler says of a file."""
    out = ["-"] if program == "pdftotext" else []
    done = subprocess.run(
        [program, *words, "-", *out], input=file.data, capture_output=True, check=True
    )
    return done.stdout.decode()


def words_in(file: ExportedFile) -> str:
    """The text in the order in which it is in the file, each white space as one blank."""
    text = poppler(file, "pdftotext", "-raw", "-nopgbrk")
    return re.sub(r"\s+", " ", text.replace("\u00ad\n", "").replace("\u00a0", " "))


def titles(file: ExportedFile) -> list[Any]:
    """The outline: titles, lists for what is below them."""

    def walk(items: list[Any]) -> Iterator[Any]:
        for item in items:
            yield list(walk(item)) if isinstance(item, list) else item.title

    return list(walk(reader(file).outline))
