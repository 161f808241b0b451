"""Time that grows no faster than the file: what once took minutes, and would again run into the time limit.

`tests/bench/bench_hostile.py` measures all that can be put together of each format's tokens.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.kit import diagnostics
from viewer.formats.kit.diagnostics import TextPositions


def edited(id: str, data: bytes) -> None:
    document = Document(read(id, data))
    document.set_comment(document.record(0).root, "another comment")
    output = FORMATS[id].load().write(document)
    assert output.losses == ()
    assert all(True for _ in output.pieces)


PGN = b'[Event "a"]\n\n1. e4 '


def read(id: str, data: bytes) -> Collection:
    collection = FORMATS[id].load().read(BytesSource(data))
    for _ in collection.indexing():
        pass
    for index in range(min(len(collection), 100)):
        collection.record(index)
    return collection


def strict(id: str, data: bytes) -> None:
    FORMATS[id].load().strict(read(id, data))


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("act", "id", "data"),
    [
        (read, "kif", b"#" + b"a" * 400_000 + "\n# 歩\n".encode("cp932")),
        (read, "kif", "手合割：平手\n".encode("cp932") + b"a " * 200_000),
        (strict, "pgn", PGN + b"{" + b"[a " * 1_000_000),
        (strict, "pgn", PGN + b"{" + b"%\n" * 1_000_000 + b"} *"),
        (edited, "pgn", b'[Event "a"]\n' + b"\n" * 900_000 + b"1. e4\n" + b"e5 *\n"),
    ],
    ids=lambda value: value[-12:].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_in_bounded_time(act: Callable[[str, bytes], object], id: str, data: bytes) -> None:
    act(id, data)


@pytest.mark.parametrize(
    ("id", "data"),
    [
        ("hexworld", b"https://hexworld.org/board/#11,a1" + b"b2" * 200_000),
        ("hexworld", b"https://hexworld.org/board/#11,a1" + b"x" * 400_000),
        ("trmph", b"http://www.trmph.com/hex/board#11,a1" + b"b2" * 200_000),
        ("six", b"BoardSize: 11x11\nMoves:\n" + b"a1 " * 200_000),
        ("moves", b"Hex 14x14\n" + b"a5 " * 200_000),
    ],
)
def test_a_line_of_places_ends_where_every_board_is_full(id: str, data: bytes) -> None:
    collection = read(id, data)
    record = collection.record(0)
    assert len(record.nodes) == DEFAULT.plies + 1
    assert f"{id}.too-many" in [one.code for one in collection.diagnostics]
    output = FORMATS[id].load().write(collection)
    assert output.losses == ()
    assert b"".join(piece_bytes(piece, collection.source) for piece in output.pieces) == data


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "big5hkscs"])
def test_positions_asked_for_in_any_order(codec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "十\ufe00字a\n" * 8_000 if codec == "big5hkscs" else "歩a\n字" * 10_000
    encoded = 0

    def counting(part: str, codec: str) -> bytes:
        nonlocal encoded
        encoded += len(part)
        return known(part, codec)

    known = diagnostics.encode
    monkeypatch.setattr(diagnostics, "encode", counting)
    chosen = [at for at in random.Random(1).choices(range(len(text) + 1), k=50)]
    found = TextPositions(text, codec)
    for at in [*chosen, len(text), len(text) + 5]:
        at -= text[at : at + 1] == "\ufe00"
        before = text[:at]
        position = found.of(at)
        assert position.offset == len(known(before, codec))
        assert position.line == before.count("\n") + 1
        assert position.column == len(before) - before.rfind("\n")
    assert encoded < len(text) + 52 * (diagnostics.STEP + 1)


def test_what_is_odd_in_json_is_placed_without_reading_it_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = b'{"moves":[{}]' + b"?" * 200_000
    encoded = 0

    def counting(part: str, codec: str) -> bytes:
        nonlocal encoded
        encoded += len(part)
        return known(part, codec)

    known = diagnostics.encode
    monkeypatch.setattr(diagnostics, "encode", counting)
    (one,) = read("jkf", data).diagnostics  # of all that follow one another
    assert one.code == "jkf.syntax"
    assert 0 < encoded < 2 * len(data)
