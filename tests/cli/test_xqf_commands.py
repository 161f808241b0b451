"""The commands on XQF files of our own making."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.ops import Insert, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
MOVES = [
    (-1, None, ""),
    (0, "h2e2", "当头炮"),
    (1, "h9g7", ""),
    (2, "h0g2", ""),
    (1, "b9c7", "另一种应法"),
    (0, "c3c4", ""),
]


def branched() -> Record:
    xqf = FORMATS["xqf"].load()
    root = Node(0, None, game_of("xiangqi").starts[0].setup, {"comment": "开局"})
    record = Record("xiangqi", root, xqf.new_headers("xiangqi"))
    for id, (parent, move, comment) in enumerate(MOVES[1:], 1):
        assert move is not None
        notes = {"comment": comment} if comment else {}
        count = len(record.node(parent).children)
        apply(record, Insert(parent, count, (NodeData(id, -1, Move(move), notes),)))
    return record


def xqf_bytes(record: Record, **options: str) -> bytes:
    output = FORMATS["xqf"].load().write(MemoryCollection("xqf", [record]), options)
    assert output.losses == ()
    return b"".join(piece for piece in output.pieces if isinstance(piece, bytes))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "顺炮 一.xqf"
    target.write_bytes(xqf_bytes(branched()))
    return target


def dumped(path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> dict[str, object]:
    assert main(["dump", str(path)]) == 0
    out, err = capsysbinary.readouterr()
    assert err == b""
    return json.loads(out)


@pytest.mark.parametrize("version", ["0A", "12"])
def test_a_dump_says_what_was_written(
    version: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "x.xqf"
    path.write_bytes(xqf_bytes(branched(), version=version))
    dump = dumped(path, capsysbinary)
    assert (dump["format"], dump["encoding"], dump["diagnostics"]) == ("xqf", "gb18030", [])
    (record,) = dump["records"]
    assert record["start"] == START
    assert [
        (node["parent"], node.get("move"), node.get("comment", "")) for node in record["nodes"]
    ] == [(-1, None, "开局"), *MOVES[1:]]


def test_converting_to_another_version_and_back_says_the_same(
    path: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    keyed, plain, same = (tmp_path / name for name in ("12.xqf", "0A.xqf", "same.xqf"))
    assert main(["convert", str(path), str(same)]) == 0
    assert main(["convert", str(path), str(keyed), "--option", "version=12"]) == 0
    assert main(["convert", str(keyed), str(plain), "--option", "version=0A"]) == 0
    assert same.read_bytes() == path.read_bytes()
    assert keyed.read_bytes()[2] == 0x12
    assert plain.read_bytes()[2] == 0x0A
    one, two = (dumped(each, capsysbinary)["records"] for each in (path, keyed))
    assert one == two == dumped(plain, capsysbinary)["records"]


def test_a_file_of_ours_is_clean(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(xqf_bytes(branched(), version="12"))
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_a_move_that_breaks_a_rule_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = branched()
    apply(record, Insert(5, 0, (NodeData(6, -1, Move("a9a5"), {}),)))
    path = tmp_path / "x.xqf"
    path.write_bytes(xqf_bytes(record, version="12"))
    assert main(["check", str(path)]) == 1
    first, summary = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}: warning: node 6: Ply 2, ")
    assert first.endswith(" [xiangqi.illegal-move]")
    assert "1 odd" in summary


def test_a_reserved_byte_that_is_set_breaks_the_specification(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(path.read_bytes())
    data[0x3C] = 7
    path.write_bytes(data)
    assert main(["check", str(path)]) == 1
    assert "[xqf.strict." in capsys.readouterr().out


def test_a_file_cut_at_any_byte_is_a_dump_or_a_sentence(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = path.read_bytes()
    cut = path.with_name("cut.xqf")
    statuses = set()
    for length in (*range(0, 1024, 32), *range(1024, len(data))):
        cut.write_bytes(data[:length])
        status = main(["dump", str(cut)])
        out, err = capsys.readouterr()
        statuses.add(status)
        if status == 0:
            assert json.loads(out)["records"][0]["nodes"]
            assert err == ""
        else:
            assert (status, out) == (2, "")
            assert err.startswith(f"qipu: {cut}: ")
            assert err.count("\n") == 1
    assert statuses == {0, 2}


def test_a_set_up_position_with_black_to_move(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    setup = "4k4/9/9/9/9/9/9/9/4R4/3K5 b"
    record = Record("xiangqi", Node(0, None, Setup(setup)), branched().headers)
    record.headers = (*record.headers, Header("Title", "残局"))
    path = tmp_path / "x.xqf"
    path.write_bytes(xqf_bytes(record))
    (read,) = dumped(path, capsysbinary)["records"]
    assert read["start"] == setup
    assert "残局" in read["headers"].values()
