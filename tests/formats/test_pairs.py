"""For each pair of formats of a game: the losses told are what isn't there when the file is read again.

The long run of the same is `tests/fuzz/harness.py --pairs`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from csa_games import GAME as CSA
from epd_lines import FULL
from hands import edit
from jkf_files import FILE as JKF
from kif_files import GAME as KIF
from kif_files import HANDICAP
from pairs import Wrong, targets, tried
from sfen_lines import FILE as SFEN
from sgf_games import PLAIN
from wei7_files import FILE as WEI7

from viewer.base.resources import resource_path
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.memory import MemoryCollection

PGN = b"""[Event "Cup"]
[Site "here"]
[Date "1971"]
[White "A"]
[Black "B"]
[Result "1-0"]
[ECO "C20"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]
[SetUp "1"]

{ first  words

and more} 2. Nf3 $1 {[%clk 0:01:00] a } {b} (2. f4 {or} exf4 (2... d5)) 2... Nc6 ; } to the end
3. Bb5 {[%csl Gd4] marked} a6 1-0

[Event "two"]
[Result "*"]

1. d4 *
"""
FILES = {
    "csa": CSA,
    "epd": FULL + b"\n",
    "jkf": JKF,
    "kif": KIF.encode(),
    "ki2": HANDICAP.encode(),
    "pgn": PGN,
    "sfen": SFEN,
    "sgf": PLAIN,
    "wei7": WEI7,
}
SAMPLES = resource_path("samples", "en", "study")
EDITS = (0, 12)
WRITABLE = [entry.id for entry in FORMATS.values() if entry.load().writable]


def sources(id: str) -> Iterator[tuple[str, bytes]]:
    """Files of a format: one written for it, and our samples in it."""
    entry = FORMATS[id]
    if id in FILES:
        yield f"own.{entry.suffixes[0]}", FILES[id]
    for sample in sorted(SAMPLES.iterdir()):
        collection = load_source(BytesSource(sample.read_bytes(), sample.name))
        record = collection.record(0)
        if record.game not in entry.games:
            continue
        output = entry.load().write(
            MemoryCollection(collection.format, [record], source=collection.source)
        )
        data = b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)
        yield f"{sample.stem}.{entry.suffixes[0]}", data


@pytest.mark.parametrize("id", WRITABLE)
def test_losses_told_are_the_losses_found(id: str) -> None:
    wrong: list[tuple[str, int, str, dict[str, str], Wrong]] = []
    for name, data in sources(id):
        for edits in EDITS:
            document = Document(load_source(BytesSource(data, name)))
            for number in range(edits):
                edit(document, random.Random(f"{name}/{number}"))
            for entry, options in targets(document):
                found = tried(document, entry, options).wrong
                wrong += [(name, edits, entry.id, dict(options or {}), one) for one in found]
    assert wrong == []


def test_a_loss_that_is_not_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sgf = FORMATS["sgf"].load()
    document = Document(load_source(BytesSource(CSA, "a.csa")))
    sfen, right = FORMATS["sfen"], type(FORMATS["sfen"].load()).write
    assert sgf.writable
    assert tried(document, sfen, None).wrong == ()
    kind = type(sfen.load())
    monkeypatch.setattr(kind, "write", lambda *asked: right(*asked)._replace(losses=()))
    assert {one.how for one in tried(document, sfen, None).wrong} == {"untold"}
