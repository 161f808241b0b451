"""Openings between PGN, PGC and EPD: tags and opcodes that the standard associates (9.3, 9.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer
from viewer.base.source import BytesSource
from viewer.formats import FORMATS

TAGS = {
    "ECO": "C20",
    "NIC": "KP 1",
    "Opening": "King's pawn",
    "Variation": "Some",
    "SubVariation": "More",
}
OPCODES = dict(zip(("eco", "nic", "v0", "v1", "v2"), TAGS.values(), strict=True))
PGN = (
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n'
    + "".join(f'[{key} "{value}"]\n' for key, value in TAGS.items())
    + "\n1. e4 *\n\n"
)
EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - " + " ".join(
    f'{key} "{value}";' for key, value in OPCODES.items()
)


def headers_of(path: Path) -> dict[str, str]:
    return {key: value for key, value in viewer.load(path).record(0).headers if value != "?"}


@pytest.mark.parametrize("suffix", ["pgn", "pgc"])
@pytest.mark.parametrize("form", ["own", "export"])
def test_an_opening_keeps_its_meaning(tmp_path: Path, suffix: str, form: str) -> None:
    (tmp_path / "a.pgn").write_text(PGN)
    assert viewer.convert(tmp_path / "a.pgn", tmp_path / "b.epd") == []
    assert headers_of(tmp_path / "b.epd").items() >= OPCODES.items()
    options = {"form": form} if suffix == "pgn" else None
    there = tmp_path / f"c.{suffix}"
    assert viewer.convert(tmp_path / "b.epd", there, options=options) == []
    assert headers_of(there).items() >= TAGS.items()
    assert viewer.convert(there, tmp_path / "d.epd") == []
    assert headers_of(tmp_path / "d.epd") == headers_of(tmp_path / "b.epd")


def test_a_document_saved_in_another_format_goes_on_in_it(tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text(EPD + "\n")
    document = viewer.open(tmp_path / "a.epd")
    document.save(str(tmp_path / "a.pgn"))
    assert headers_of(tmp_path / "a.pgn").items() >= TAGS.items()
    document.set_comment(document.record(0).root, "a start")
    document.save()
    assert headers_of(tmp_path / "a.pgn").items() >= TAGS.items()


def test_what_is_lost_of_an_opening_is_named_as_the_record_has_it() -> None:
    format_ = FORMATS["epd"].load()
    pgn = FORMATS["pgn"].load().read(BytesSource(PGN.replace("More", 'a \\"b').encode()))
    (loss,) = format_.write(pgn).losses
    assert loss.kind == "header:SubVariation"
