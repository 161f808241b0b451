"""Which format a file has, and how a file of none is refused."""

from __future__ import annotations

import gzip
import subprocess
import sys

import pytest
from corpora import generated

from viewer.base.source import BytesSource, Span, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import checked, detect, load_file, load_source, suffix_of
from viewer.formats.format import Output, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgn.probe import is_alone
from viewer.tree.node import Node
from viewer.tree.record import Record


def magic_of(entry) -> bytes:
    offset, mark = entry.magic[0]
    return bytes(offset) + mark


marked = [entry for entry in FORMATS.values() if entry.magic]


@pytest.mark.parametrize("entry", marked, ids=lambda entry: entry.id)
def test_content_comes_first(entry):
    for name in ("", "game", f"game.{entry.suffixes[0]}", "GAME.TXT"):
        assert detect(BytesSource(magic_of(entry) + b"\x0a", name)) is entry


@pytest.mark.parametrize(
    "entry", [one for one in FORMATS.values() if not one.common], ids=lambda entry: entry.id
)
def test_a_suffix_is_no_proof(entry):
    with pytest.raises(Unreadable) as caught:
        detect(BytesSource(b"\xffsomething else", f"game.{entry.suffixes[0].upper()}"))
    assert caught.value.code == "file.not-its-suffix"
    assert entry.suffixes[0] in caught.value.reason.text()


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "file.empty"), (b"\xffnothing that is known", "file.unknown")]
)
def test_what_is_no_record(data, code):
    for name in ("", "notes.txt"):
        with pytest.raises(Unreadable) as caught:
            load_source(BytesSource(data, name))
        assert caught.value.code == code
        assert caught.value.reason.text().endswith(".")


def test_a_compressed_kif_is_known_by_its_name_but_its_content_decides():
    with pytest.raises(Unreadable) as caught:
        load_source(BytesSource(b"\x01\x02\x03 something packed", "game.kifz"))
    assert caught.value.code == "file.not-yet"
    assert "a compressed KIF record (.kifz), whose form isn't public" in caught.value.reason.text()
    kif = "   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 投了\n".encode("cp932")
    for data in (kif, gzip.compress(kif)):
        assert load_source(BytesSource(data, "game.kifz")).format == "kif"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(IsADirectoryError):
        load_file(str(tmp_path))
    folder = tmp_path / "x.xqf"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        load_file(str(folder))
    with pytest.raises(FileNotFoundError):
        load_file(str(tmp_path / "missing.xqf"))


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a/b.XQF", "xqf"),
        ("b", ""),
        (".xqf", ""),
        ("b.tar.Gz", "tar"),
        ("b.PGN.zst", "pgn"),
        ("b.gz", ""),
        ("", ""),
        ("棋.xqf", "xqf"),
    ],
)
def test_suffixes(name, suffix):
    assert suffix_of(name) == suffix


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (b"(;GM[1];B[aa])", []),
        (b'[Event "x"]\n\n1. e4 *\n', ["format"]),
        (b"nothing of a game", ["format"]),
        (b"", ["format"]),
    ],
)
def test_a_file_that_would_not_be_opened_as_it_is_written_is_told(data, kinds):
    format_ = FORMATS["sgf"].load()
    source = BytesSource(b"xx" + data[5:])
    output = Output((), iter([data[:5], Span(2, len(data) - 5)] if data else []))
    records = MemoryCollection("sgf", [Record("go", Node(0, None))], source=source)
    made = checked(output, records, "new.sgf", format_)
    assert [loss.kind for loss in made.losses] == kinds
    assert b"".join(piece_bytes(piece, source) for piece in made.pieces) == data


def test_suffixes_of_the_standard_of_pgn():
    for id in ("pgn", "fen", "epd", "pgc"):  # 11.1, 16.1, 16.2, 20
        assert FORMATS[id].suffixes[0] == id


def test_recognising_a_format_loads_no_game() -> None:
    code = """
import subprocess
import sys
from viewer.base.source import BytesSource
from viewer.formats.detect import detect
assert detect(BytesSource(b'[Event "x"]\\n\\n1. e4 *\\n', "game")).id == "pgn"
games = [name for name in sys.modules if name.startswith("viewer.games.") and name.count(".") == 3]
print(*(name for name in games if name.endswith(".game") and ".stones." not in name))
print(*(name for name in ("chess", "numpy") if name in sys.modules))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize(
    ("text", "alone", "format"),
    [
        ('[Event "?"]\n\n1. e4 e5 *\n', True, "pgn"),
        ('\n[Site "?"]\n\n{1. P7f}\n1. R1e2 e5 {\n2. Resigns}\n*\n', False, "pgn"),
        ('[Sente "A"]\n[Gote "B"]\n\n1. P7f\n2. P3d\n', False, "psn"),
        (
            '\ufeff[Sente "A"]\n[Gote "B"]\n[SFEN "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b - 1"]\n',
            False,
            "psn",
        ),
        ('[Event "?"]\n\n{a}1. {b} P7f\n2. P3d\n', False, "psn"),
        ('[Event "?"]\n\n1. P7f P3d\n', False, "pgn"),
        ("1. a10 b2\n2. c3 d4\n", False, "pgn"),
        ("1. a10\n2. b2\n3. k11\n", False, "moves"),
        ("; (\n[Event ) 1. a10 2. b2", False, "moves"),
    ],
)
def test_a_rival_is_asked_where_it_may_be_surer(text: str, alone: bool, format: str) -> None:
    head = text.encode()
    assert is_alone(head) is alone
    assert detect(BytesSource(head, "a.pgn")).id == format


WRITABLE = [entry for entry in FORMATS.values() if entry.load().writable]


@pytest.mark.parametrize("entry", WRITABLE, ids=lambda entry: entry.id)
def test_a_file_is_known_by_the_probe_of_its_suffix_alone(entry, monkeypatch):
    made = next(generated(entry.id))
    probes = {one.probe.partition(":")[0] for one in FORMATS.values() if one.probe}
    for name in probes:
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert detect(BytesSource(made.data, made.name)) is entry
    assert probes & {*sys.modules} == {entry.probe.partition(":")[0]} - {""}
