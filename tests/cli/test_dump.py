from __future__ import annotations

import errno
import gc
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_records import line_record

from viewer.__main__ import main
from viewer.base.files import SYSTEM
from viewer.tree.record import Header

pytestmark = pytest.mark.usefixtures("toys")

Toy = Callable[..., Path]
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def test_a_dump_is_one_json_object(toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = toy(line_record("h2e2", "h9g7", comment="马八进七", headers=[Header("Title", "对局")]))
    assert main(["dump", str(path)]) == 0
    out, err = capsysbinary.readouterr()
    assert err == b""
    assert json.loads(out) == {
        "format": "toy",
        "encoding": "gb18030",
        "records": [
            {
                "game": "xiangqi",
                "headers": {"Title": "对局"},
                "start": START,
                "nodes": [
                    {"parent": -1},
                    {"parent": 0, "move": "h2e2"},
                    {"parent": 1, "move": "h9g7", "comment": "马八进七"},
                ],
            }
        ],
        "diagnostics": [],
    }
    assert "马八进七".encode() in out  # people read dumps as well


def test_a_move_that_breaks_a_rule_is_a_node_and_is_named(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = toy(line_record("h2e2"), line_record("a0a1", "a9a0"))
    assert main(["dump", str(path)]) == 0
    dump = json.loads(capsysbinary.readouterr().out)
    assert [node.get("move") for node in dump["records"][1]["nodes"]] == [None, "a0a1", "a9a0"]
    (finding,) = dump["diagnostics"]
    assert (finding["severity"], finding["code"]) == ("warning", "xiangqi.illegal-move")
    assert (finding["record"], finding["node"]) == (1, 2)


def test_what_the_reader_found_comes_with_its_place(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    found = [
        ["error", "toy.a", {"record": None, "offset": 12}],
        ["info", "toy.b", {"record": 1, "node": 1, "line": 7}],
    ]
    assert main(["dump", str(toy(line_record(), line_record("h2e2"), diagnostics=found))]) == 0
    keys = ("severity", "code", "record", "node", "offset", "line", "message")
    rows = [
        tuple(one[key] for key in keys)
        for one in json.loads(capsysbinary.readouterr().out)["diagnostics"]
    ]
    assert rows == [
        ("error", "toy.a", None, None, 12, None, "Toy: toy.a"),
        ("info", "toy.b", 1, 1, None, 7, "Toy: toy.b"),
    ]


def test_text_with_undecodable_bytes_is_valid_utf8(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["dump", str(toy(line_record(comment="好\udcb0")))]) == 0
    dump = json.loads(capsysbinary.readouterr().out.decode("utf-8"))
    assert dump["records"][0]["nodes"][0]["comment"] == "好\ufffd"


def test_a_file_without_records_is_a_dump_too(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["dump", str(toy())]) == 0
    assert json.loads(capsysbinary.readouterr().out) == {
        "format": "toy",
        "encoding": None,
        "records": [],
        "diagnostics": [],
    }


def test_a_codec_can_be_chosen(toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = str(toy(line_record()))
    assert main(["dump", path, "--encoding", "Big5-HKSCS"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["encoding"] == "big5hkscs"
    assert main(["dump", path, "--encoding", "utf-16"]) == 2
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert b"not as utf-16." in err


# --------------------------------------------------------------------------- unreadable files


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "There is no such file."),
        (lambda path: path.mkdir(), "This is a folder, not a file."),
        (lambda path: path.write_bytes(b""), "The file is empty."),
        (
            lambda path: path.write_bytes(b"something else"),
            "The name ends in .toy, but the content is no Toy record.",
        ),
        (lambda path: path.write_bytes(b'TOY{"unreadable": 1}'), "It is a toy that is broken."),
        (lambda path: path.symlink_to(path), "The name is a link that leads back to itself."),
        pytest.param(
            # Nobody writes into it: a reader that waits would wait for ever.
            lambda path: os.mkfifo(path),
            "This is a pipe or a device, not a file.",
            marks=pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here"),
        ),
    ],
)
def test_a_file_that_cant_be_read_is_one_sentence(
    make: Callable[[Path], object],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "棋 谱.toy"
    make(path)
    assert main(["dump", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"qipu: {path}: {sentence}\n"


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "You are not allowed to read this file."),
        (errno.ENAMETOOLONG, "The name is longer than a file's can be."),
        (errno.EIO, "The file can't be read: the disk reports an error."),
    ],
)
def test_what_the_disk_refuses_is_one_sentence(
    number: int,
    sentence: str,
    toy: Toy,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(path: str) -> int:
        raise OSError(number, "Input/output error", path)

    path = toy(line_record())
    monkeypatch.setattr(SYSTEM, "open_read", refuse)
    assert main(["dump", str(path)]) == 2
    assert capsys.readouterr().err == f"qipu: {path}: {sentence}\n"


def test_a_disk_that_fails_half_way_is_one_sentence(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toy(line_record(), disk="fails")
    assert main(["dump", str(path)]) == 2
    assert (
        capsys.readouterr().err
        == f"qipu: {path}: The file can't be read: the disk reports an error.\n"
    )


def test_a_name_with_bytes_that_are_no_text(
    toy: Toy, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xc6\xe5.toy")
    try:
        os.rename(toy(line_record("h2e2")), name)
    except OSError:
        pytest.skip("this disk takes no such names")
    assert main(["dump", name]) == 0
    assert len(json.loads(capsysbinary.readouterr().out)["records"][0]["nodes"]) == 2
    assert main(["dump", "--lines", name]) == 0
    assert json.loads(capsysbinary.readouterr().out)["file"].endswith("/\ufffd\ufffd.toy")


# --------------------------------------------------------------------------------- many files


def test_several_files_need_lines(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(toy(line_record()))
    assert main(["dump", path, path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "several files need --lines" in err


def test_lines_go_on_after_an_unreadable_file(
    toy: Toy, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    first = toy(line_record("h2e2", comment="一\n二"), name="一 盘.toy")
    fails = toy(line_record(), name="disk.toy", disk="fails")
    absent = tmp_path / "absent.toy"
    last = toy(line_record("b2e2"), line_record(), name="b.toy")
    paths = [str(path) for path in (first, fails, absent, last)]
    assert main(["dump", "--lines", *paths]) == 2
    out, err = capsysbinary.readouterr()
    dumps = [json.loads(line) for line in out.decode().splitlines()]
    assert [dump["file"] for dump in dumps] == paths
    assert [len(dump["records"]) for dump in dumps] == [1, 0, 0, 2]
    assert [dump["format"] for dump in dumps] == ["toy", None, None, "toy"]
    assert dumps[2]["diagnostics"] == [
        {
            "severity": "error",
            "code": "file.missing",
            "record": None,
            "node": None,
            "offset": None,
            "line": None,
            "message": "There is no such file.",
        }
    ]
    assert err.decode().count("qipu: ") == 2
    assert main(["dump", "--lines", str(first), str(last)]) == 0


def test_the_garbage_collector_is_on_again_afterwards(
    toy: Toy, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert gc.isenabled()
    main(["dump", str(toy(line_record()))])
    assert gc.isenabled()
    main(["dump", str(tmp_path / "absent")])
    assert gc.isenabled()


def test_openings_are_named_on_request(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = toy(line_record("h2e2", "b7e7"), line_record())
    assert main(["dump", "--openings", str(path)]) == 0
    named, nameless = json.loads(capsysbinary.readouterr().out)["records"]
    assert named["opening"] == {"name": "中炮对列炮", "code": "D50", "english": "Opposite cannons"}
    assert nameless["opening"] is None
    assert main(["dump", str(path)]) == 0
    assert b'"opening"' not in capsysbinary.readouterr().out


def test_no_terminal_obeys_what_a_comment_says(
    toy: Toy, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    comment = "\x9b31m \x7f \x85 \u202e \u2066 \u200f \u2028 é 𠮷"
    path = toy(line_record("h2e2", comment=comment))
    assert main(["dump", str(path)]) == 0
    out = capsysbinary.readouterr().out
    assert json.loads(out)["records"][0]["nodes"][1]["comment"] == comment
    for escape in ("9b", "7f", "85", "202e", "2066", "200f", "2028"):
        assert f"\\u{escape:0>4}".encode() in out
    assert "é 𠮷" in out.decode()
    assert not set(out.decode()) & set(comment) - set("é 𠮷31m")


def test_counts_of_go_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go, chess = tmp_path / "a.sgf", tmp_path / "a.pgn"
    stones = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]"
    go.write_text(f"(;SZ[5]RU[AGA]HA[3]KM[0.5]{stones};W[ea])")
    chess.write_text("1. e4 *")
    assert main(["dump", "--lines", "--counts", str(go), str(chess)]) == 0
    counted, none = (
        json.loads(line)["records"][0] for line in capsys.readouterr().out.splitlines()
    )
    assert counted["counts"][0] == {
        **{"rules": "American (AGA)", "result": "B+2.5", "first": 15, "second": 12.5},
        "why": [],
    }
    assert counted["counts"][2]["why"] == ["For 3 handicap stones White gets 3 points."]
    assert "counts" not in none
    assert main(["dump", str(go)]) == 0
    assert "counts" not in capsys.readouterr().out
