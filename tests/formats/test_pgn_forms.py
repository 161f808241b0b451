"""The forms in which the format writes a file."""

from __future__ import annotations

import pytest
from pgn_maker import Maker

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


def test_the_export_form_is_utf_8() -> None:
    output, data = written("export")
    assert output.losses == ()
    assert '[White "Réti"]\n[Black "象"]'.encode() in data
    assert data.endswith("\n\n1. e4 {é} *\n\n".encode())


def test_the_export_form_in_latin_1_names_what_it_lacks() -> None:
    output, data = written("export-latin-1")
    assert [(loss.kind, loss.record) for loss in output.losses] == [("header:Black", 1)]
    assert '[White "Réti"]\n[Black "?"]'.encode("latin-1") in data
    assert data.endswith("\n\n1. e4 {é} *\n\n".encode("latin-1"))


def test_the_reduced_form_names_the_comment() -> None:
    output, data = written("reduced")
    assert [(loss.kind, loss.record) for loss in output.losses] == [("comment", 1)]
    assert data.endswith(b"\n\n1. e4 *\n\n")


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="other"):
        written("other")
