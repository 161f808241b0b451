"""The forms in which the format writes a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from pgn_maker import Maker

from viewer.document.document import Document
from viewer.document.saving.save import LossRefused
from viewer.formats.format import Output
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgn import FORMAT


def written(form: str) -> tuple[Output, bytes]:
    maker = Maker(White="Réti", Black="象")
    maker.play("e4", comment="é")
    collection = MemoryCollection("pgn", [Maker().record(), maker.record()])
    output = FORMAT.write(collection, {"form": form})
    pieces = list(output.pieces)
    return output, b"".join(piece for piece in pieces if isinstance(piece, bytes))


def test_the_export_form_in_utf_8_holds_all() -> None:
    output, data = written("export-utf-8")
    assert output.losses == ()
    assert '[White "Réti"]\n[Black "象"]'.encode() in data
    assert data.endswith("\n\n1. e4 {é} *\n\n".encode())


def test_the_export_form_in_latin_1_names_what_it_lacks() -> None:
    output, data = written("export")
    assert [(loss.kind, loss.record) for loss in output.losses] == [("header:Black", 1)]
    assert '[White "Réti"]\n[Black "?"]'.encode("latin-1") in data
    assert data.endswith("\n\n1. e4 {é} *\n\n".encode("latin-1"))


def test_the_reduced_form_names_the_comment() -> None:
    output, data = written("reduced-utf-8")
    assert [(loss.kind, loss.record) for loss in output.losses] == [("comment", 1)]
    assert data.endswith(b"\n\n1. e4 *\n\n")
    lost = [(loss.kind, loss.record) for loss in written("reduced")[0].losses]
    assert lost == [("header:Black", 1), ("comment", 1)]


def test_utf_8_is_offered_for_what_latin_1_lacks(tmp_path: Path) -> None:
    maker = Maker(White="Réti", Black="象")
    document = Document(MemoryCollection("pgn", [maker.record()]))
    target, export = str(tmp_path / "x.pgn"), {"form": "export"}
    with pytest.raises(LossRefused) as refused:
        document.save(target, options=export)
    assert [loss.kind for loss in refused.value.losses] == ["header:Black"]
    assert document.lossless(target, export) == {"form": "export-utf-8"}


def test_latin_1_that_looks_like_utf_8_is_told() -> None:
    maker = Maker(White="Ã©")  # the bytes of é
    collection = MemoryCollection("pgn", [maker.record()])
    losses = FORMAT.write(collection, {"form": "export"}).losses
    assert [loss.kind for loss in losses] == ["header:White"]


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="other"):
        written("other")
