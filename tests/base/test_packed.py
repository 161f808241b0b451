"""Packed files: read anywhere, whatever is broken in them, and written again."""

from __future__ import annotations

import gzip
import random
import struct
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from viewer.base import packed as room
from viewer.base.layers import is_packed, known_size, problem_of, unpacked_name
from viewer.base.limits import DEFAULT
from viewer.base.packed import BLOCK, PackedSource
from viewer.base.source import BytesSource, piece_bytes
from viewer.base.streams import packer_for
from viewer.document.document import open_document
from viewer.document.saving.save import SaveError
from viewer.formats import FORMATS
from viewer.formats.detect import detect, load_source
from viewer.formats.format import Unreadable

CHANCE = random.Random(7)
DATA = b"".join(b"%d. Nf3 %x\n" % (n, CHANCE.getrandbits(40)) for n in range(300_000))
PART = 700_001


def parts() -> list[bytes]:
    return [DATA[at : at + PART] for at in range(0, len(DATA), PART)]


def stream(data: bytes) -> bytes:
    """zstd as a pipe writes it: one frame that doesn't say how long it is."""
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    return packer.compress(data) + packer.flush()


def seekable() -> bytes:
    frames = [zstandard.compress(part, 1) for part in parts()]
    table = b"".join(
        struct.pack("<II", len(f), len(p)) for f, p in zip(frames, parts(), strict=True)
    )
    foot = struct.pack("<IB", len(frames), 0) + b"\xb1\xea\x92\x8f"
    head = b"\x5e\x2a\x4d\x18" + struct.pack("<I", len(table) + len(foot))
    return b"".join(frames) + head + table + foot


def repacked(name: str) -> bytes:
    packer = packer_for(name)
    assert packer is not None
    return b"".join(map(packer.pack, parts())) + packer.finish()


WAYS: dict[str, Callable[[], bytes]] = {
    "zst": lambda: zstandard.compress(DATA, 1),
    "zst of a pipe": lambda: stream(DATA),
    "zst of many frames": lambda: b"".join(zstandard.compress(part, 1) for part in parts()),
    "zst with notes": lambda: b"\x50\x2a\x4d\x18\x04\0\0\0note" + stream(DATA),
    "zst, seekable": seekable,
    "zst, written here": lambda: repacked("x.pgn.ZST"),
    "gz": lambda: gzip.compress(DATA, 1),
    "gz of many members": lambda: b"".join(gzip.compress(part, 1) for part in parts()) + bytes(9),
    "gz, written here": lambda: repacked("x.gz"),
}
each_way = pytest.mark.parametrize("data", WAYS, indirect=True)


@cache
def packed(way: str) -> bytes:
    """The data packed in a way."""
    return WAYS[way]()


@pytest.fixture
def data(request: pytest.FixtureRequest) -> bytes:
    """The data packed in the way that is asked for."""
    return packed(request.param)


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few blocks in memory, places to begin far apart, the store in a folder of its own."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path))
    monkeypatch.setattr(room, "_KEPT", 2)
    monkeypatch.setattr(room, "_NEAR", 1 << 20)
    monkeypatch.setattr("viewer.base.streams._STEP", 3 << 20)


@each_way
def test_read_anywhere(data: bytes):
    assert is_packed(data[:16])
    source = PackedSource(BytesSource(data))
    chance = random.Random(1)
    assert source.read(0, 100) == DATA[:100]
    for _ in range(60):
        start, length = chance.randrange(len(DATA) + 10), chance.randrange(3 * BLOCK)
        assert source.read(start, length) == DATA[start : start + length]
    assert source.size == len(DATA)
    assert source.read(len(DATA), 1) == b""
    assert source.problem is None
    source.close()


@each_way
def test_the_beginning_needs_the_beginning_only(data: bytes):
    read: list[int] = []

    class Watched(BytesSource):
        def read(self, start: int, length: int) -> bytes:
            read.append(start)
            return super().read(start, length)

    source = PackedSource(Watched(data))
    assert source.read(0, 4096) == DATA[:4096]
    behind = [start for start in read if 300_000 + len(data) // 4 < start < len(data) - 1000]
    assert behind == []
    assert known_size(source) == (len(DATA) if data is packed("zst, seekable") else 0)


@each_way
def test_without_room_on_the_disk(data: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room, "_LEFT_FREE", 1 << 62)
    source = PackedSource(BytesSource(data))
    assert source.size == len(DATA)
    for start in (len(DATA) - 50, 0, len(DATA) // 2):
        assert source.read(start, 40) == DATA[start : start + 40]
    source.close()


@each_way
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999999])
def test_a_cut_file_gives_what_there_is(data: bytes, share: float):
    source = PackedSource(BytesSource(data[: max(20, int(len(data) * share))]))
    size = source.size
    assert size <= len(DATA)
    assert source.read(0, size + 9) == DATA[:size]
    whole_table = data is packed("zst, seekable") and size == len(DATA)
    padding = data is packed("gz of many members") and size == len(DATA)
    assert (problem_of(source) is not None) or whole_table or padding


@given(st.sampled_from(sorted(WAYS)), st.integers(0, 1 << 20), st.binary(min_size=1, max_size=40))
def test_damage_is_said(name: str, at: int, noise: bytes):
    small = {"zst": stream(DATA[:5000]), "gz": gzip.compress(DATA[:5000])}[
        "gz" if "gz" in name else "zst"
    ]
    at = 20 + at % (len(small) - 20)
    damaged = small[:at] + noise + small[at + len(noise) :]
    source = PackedSource(BytesSource(damaged))
    size = source.size
    assert len(source.read(0, size + 1)) == size
    if damaged != small and source.read(0, size) == DATA[:size] and size < 5000:
        assert source.problem is not None


def test_a_bomb_is_not_unpacked():
    bomb = zstandard.compress(bytes(200 << 20), 19)
    source = PackedSource(BytesSource(bomb), limits=DEFAULT._replace(unpacked_bytes=5 << 20))
    assert source.size == 5 << 20
    assert source.problem is not None
    assert str(source.size) in source.problem.text()
    more = DEFAULT._replace(unpacked_bytes=5 << 20, unpacked_times=100_000)
    source = PackedSource(BytesSource(bomb), limits=more)
    assert source.size == 200 << 20
    assert source.problem is None


@each_way
def test_records_are_not_dense(data: bytes):
    source = PackedSource(BytesSource(data))
    assert not source.dense
    assert source.size == len(DATA)


MOVE = '{"move":{"to":{"x":7,"y":6},"from":{"x":7,"y":7},"color":0,"piece":"FU"}},'
REPEATED = {
    "pgn": ('[Event "a"]\n\n', "1. Nf3 Nf6 2. Ng1 Ng8 "),
    "kif": (
        "手合割：平手\n手数----指手---------消費時間--\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n",
    ),
    "csa": ("V2.2\nPI\n+\n", "+7776FU\n-3334FU\n"),
    "epd": ("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"),
    "jkf": ('{"header":{},"moves":[{},', MOVE),
}


@pytest.mark.parametrize("id", REPEATED)
def test_of_a_bomb_the_beginning_is_read_and_the_rest_is_kept(id: str):
    head, unit = (part.encode() for part in REPEATED[id])
    data = head + unit * ((12 << 20) // len(unit))
    limits = DEFAULT._replace(unpacked_bytes=8 << 20, dense_bytes=1 << 17)
    collection = load_source(BytesSource(stream(data), f"x.{id}"), limits)
    for _ in collection.indexing():
        pass
    assert collection.format == id
    assert len(collection.record(len(collection) - 1).nodes) < limits.dense_bytes // 3
    assert collection.diagnostics
    source = collection.source
    assert isinstance(source, PackedSource)
    pieces = FORMATS[id].load().write(collection).pieces
    assert b"".join(piece_bytes(piece, source) for piece in pieces) == data[: source.size]


EMPTY = {
    "frames": zstandard.compress(b""),
    "frames of a pipe": stream(b""),
    "skippable frames": b"\x50\x2a\x4d\x18\0\0\0\0",
    "members": gzip.compress(b""),
}


@pytest.mark.parametrize("part", EMPTY.values(), ids=EMPTY)
def test_empty_parts_are_passed_up_to_a_limit(part: bytes):
    game = (gzip.compress if part[:1] == b"\x1f" else zstandard.compress)(b"1. e4 *")
    few = DEFAULT._replace(empty_parts=5)
    for ahead, behind in ((4, 3), (0, 5), (3, 0)):
        source = PackedSource(BytesSource(part * ahead + game + part * behind), limits=few)
        assert source.read(0, 100) == b"1. e4 *"
        assert source.problem is None
    for data, read in ((part * 9 + game, b""), (game + part * 9 + game, b"1. e4 *")):
        source = PackedSource(BytesSource(data), limits=few)
        assert source.read(0, 100) == read
        assert source.problem is not None
        assert "more than 5 empty parts" in source.problem.text()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("part", EMPTY.values(), ids=EMPTY)
def test_a_million_empty_parts(part: bytes):
    """32 s once, and "The file is empty."."""
    with pytest.raises(Unreadable, match="more than 10000 empty parts"):
        load_source(BytesSource(part * 1_000_000, "x.pgn"))


@pytest.mark.timeout(60)
def test_many_parts_of_one_byte():
    for pack in (zstandard.compress, gzip.compress):
        source = PackedSource(BytesSource(pack(b"a") * 200_000))
        assert source.size == 200_000
        assert source.problem is None


def test_a_table_that_lies():
    lie = seekable().replace(struct.pack("<I", PART), struct.pack("<I", PART + 5), 1)
    source = PackedSource(BytesSource(lie))
    for start in range(0, len(DATA) + PART, PART):
        assert len(source.read(start, 10)) <= 10
    bad_foot = packed("zst") + b"\xff\xff\xff\xff\x00\xb1\xea\x92\x8f"
    source = PackedSource(BytesSource(bad_foot))
    assert source.size == len(DATA)
    assert source.problem is not None


def test_many_threads():
    source = PackedSource(BytesSource(packed("zst")))
    wrong: list[int] = []

    def read(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(15):
            start = chance.randrange(len(DATA))
            if source.read(start, 5000) != DATA[start : start + 5000]:
                wrong.append(start)

    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    source.close()


def test_nothing_is_left_in_the_cache(tmp_path: Path):
    source = PackedSource(BytesSource(packed("zst")))
    assert source.size == len(DATA)
    source.read(0, 10)
    source.close()
    assert list((tmp_path / "unpacked").iterdir()) == []


def test_names():
    names = {"a.pgn.zst": "a.pgn", "a.PGN.GZ": "a.PGN", "a.pgn": "a.pgn", "a.gz": "a", "": ""}
    assert {name: unpacked_name(name) for name in names} == names
    assert packer_for("a.pgn") is None


# ------------------------------------------------------------------------ files of any format

GAMES = b"".join(b'[Event "%d"]\n\n1. e4 *\n\n' % n for n in range(60))


@pytest.mark.parametrize("pack", [gzip.compress, stream])
def test_a_packed_file_is_what_it_holds(pack: Callable[[bytes], bytes]):
    collection = load_source(BytesSource(pack(GAMES), "x.bin"))
    assert collection.format == detect(BytesSource(GAMES)).id
    for _ in collection.indexing():
        pass
    assert len(collection) == 60


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_saved_packed_again(tmp_path: Path, suffix: str):
    path = tmp_path / f"x.pgn.{suffix}"
    path.write_bytes(gzip.compress(GAMES) if suffix == "gz" else stream(GAMES))
    document = open_document(str(path))
    document.set_comment(document.record(3).root, "hello")
    document.save()
    other = tmp_path / "plain.pgn"
    document.save(str(other))
    document.close()
    plain = other.read_bytes()
    assert plain.replace(b"{hello} ", b"").replace(b"{hello}\n", b"") == GAMES
    source = PackedSource(BytesSource(path.read_bytes()))
    assert source.read(0, source.size) == plain


def test_a_damaged_file_is_not_written_over(tmp_path: Path):
    path = tmp_path / "x.pgn.gz"
    path.write_bytes(gzip.compress(GAMES)[:-30])
    document = open_document(str(path))
    for _ in document.indexing():
        pass
    assert "file.packed" in [one.code for one in document.diagnostics]
    document.set_comment(document.record(0).root, "hello")
    before = path.read_bytes()
    with pytest.raises(SaveError, match="another name"):
        document.save()
    assert path.read_bytes() == before
    document.save(str(tmp_path / "y.pgn"))
    assert b"hello" in (tmp_path / "y.pgn").read_bytes()
    document.close()
