from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_records import line_record

from viewer.__main__ import main
from viewer.base.files import SYSTEM
from viewer.formats import FORMATS

pytestmark = pytest.mark.usefixtures("toys")

Toy = Callable[..., Path]


@pytest.fixture
def noted(toy: Toy) -> Path:
    return toy(line_record("h2e2", comment="好"), line_record(comment="棋"), name="源 文.toy")


def test_the_same_format_without_options_gives_the_same_bytes(noted: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.toy"
    assert main(["convert", str(noted), str(target)]) == 0
    assert target.read_bytes() == noted.read_bytes()


def test_losses_are_named_and_refused_before_anything_is_written(
    noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy.toy"
    words = ["convert", str(noted), str(target), "--option", "comments=no"]
    assert main(words) == 1
    named = [
        "qipu: lost in game 1: the comment of node 1",
        "qipu: lost in game 2: the comment of node 0",
    ]
    assert capsys.readouterr().err.splitlines() == [
        *named,
        f"qipu: {target} is not written, for that would be lost; --allow-loss writes it.",
        "qipu: Nothing is lost with --option comments=yes: Yes",
    ]
    assert not target.exists()

    assert main([*words, "--allow-loss"]) == 0
    assert capsys.readouterr().err.splitlines() == named
    assert target.exists()


def test_a_single_record_needs_no_number(
    toy: Toy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toy(line_record(comment="好"))
    assert main(["convert", str(path), str(tmp_path / "b.toy"), "--option", "comments=no"]) == 1
    assert capsys.readouterr().err.startswith("qipu: lost: the comment of node 0\n")


def test_a_file_that_is_there_stays_without_force(
    noted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "there.toy"
    target.write_bytes(b"old")
    assert main(["convert", str(noted), str(target)]) == 2
    assert capsys.readouterr().err == f"qipu: {target} is there already.\n"
    assert target.read_bytes() == b"old"
    assert main(["convert", str(noted), str(target), "--force"]) == 0
    assert target.read_bytes() == noted.read_bytes()


def test_a_file_can_be_converted_onto_itself(noted: Path) -> None:
    before = noted.read_bytes()
    assert main(["convert", str(noted), str(noted), "--force"]) == 0
    assert noted.read_bytes() == before
    assert os.listdir(noted.parent) == [noted.name]


@pytest.mark.parametrize(
    ("target", "more", "sentence"),
    [
        ("x.doc", [], "/x.doc names no format that Qipu writes: {known}."),
        ("x", [], "/x names no format that Qipu writes: {known}."),
        ("x.board", [], "Toy record can't hold Xiangqi."),
        ("x.toy", ["--option", "size"], "--option wants NAME=VALUE, not size."),
        ("x.toy", ["--option", "=3"], "--option wants NAME=VALUE, not =3."),
        ("x.toy", ["--option", "size=3"], "There is no option size; there are: comments."),
        (
            "x.toy",
            ["--option", "comments=perhaps"],
            "Option comments can't be perhaps; it can be: yes, no.",
        ),
        ("no folder/x.toy", [], "/no folder/x.toy couldn't be saved: no such file or folder."),
    ],
)
def test_what_there_isnt_is_one_sentence(
    noted: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    target: str,
    more: list[str],
    sentence: str,
) -> None:
    assert main(["convert", str(noted), str(tmp_path / target), *more]) == 2
    known = ", ".join(
        f".{suffix}"
        for entry in FORMATS.values()
        if entry.load().writable
        for suffix in entry.suffixes
    )
    place = str(tmp_path) if sentence[0] == "/" else ""
    assert capsys.readouterr().err == f"qipu: {place}{sentence.format(known=known)}\n"
    assert os.listdir(tmp_path) == [noted.name]


def test_a_source_that_cant_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(tmp_path), str(tmp_path / "x.toy")]) == 2
    assert capsys.readouterr().err == (
        "qipu: For the files of a folder, name the format with --to FORMAT.\n"
    )
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_no_file_behind(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(fd: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SYSTEM, "write", full)
    target = tmp_path / "x.toy"
    assert main(["convert", str(noted), str(target)]) == 2
    assert capsys.readouterr().err == (
        f"qipu: {target} couldn't be saved: no space left on the disk.\n"
    )
    assert os.listdir(tmp_path) == [noted.name]


def test_the_help_lists_what_each_format_offers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Toy record: Comments" in out
    assert "--option comments=no  No" in out


@pytest.mark.parametrize("suffix", ["gib", "ngf", "ugf", "ugi"])
def test_what_can_only_be_read_is_told_of_the_target_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    source, target = tmp_path / "a.sgf", tmp_path / f"b.{suffix}"
    source.write_text("(;GM[1]SZ[9];B[aa])")
    assert main(["convert", str(source), str(target)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"qipu: {target} can't be written: ")
    assert told.endswith(" can only be read. Its games can be saved as .sgf, .wei7.\n")
    assert str(source) not in told
    assert told.count("\n") == 1
    assert not target.exists()


def test_what_can_only_be_read_is_copied_as_it_is(tmp_path: Path) -> None:
    source, target = tmp_path / "a.gib", tmp_path / "b.gib"
    source.write_bytes(b"\\HS\r\n\\HE\r\n\\GS\r\n2 1 0\r\nSTO 0 2 1 3 3\r\n\\GE\r\n")
    assert main(["convert", str(source), str(target)]) == 0
    assert target.read_bytes() == source.read_bytes()


def test_equal_losses_are_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.sgf", tmp_path / "b.hexworld"
    source.write_text("(;GM[11]SZ[5];B[a1]C[x];W[b2]C[y])")
    assert main(["convert", str(source), str(target), "--allow-loss"]) == 0
    assert capsys.readouterr().err == (
        "qipu: lost 2 times, first at node 1: HexWorld has no place for comments.\n"
    )


def test_some_games_by_their_numbers_keep_their_bytes(tmp_path: Path, capsys) -> None:
    texts = [f'[Event "{name}"]\n\n1.e4  e5 *\n\n' for name in "ABCD"]
    source, target = tmp_path / "a.pgn", tmp_path / "b.pgn"
    source.write_text("".join(texts))
    assert main(["convert", "--records", "2,4", str(source), str(target)]) == 0
    assert target.read_text() == texts[1] + texts[3]
    assert main(["convert", "--force", "--records", "5", str(source), str(target)]) == 2
    assert "There is no game 5; there are 4 games." in capsys.readouterr().err
    assert target.read_text() == texts[1] + texts[3]


def test_an_option_that_loses_less_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "a.kif", tmp_path / "b.ki2"
    path.write_text("手合割：平手\n*☗\n   1 ７六歩(77)   ( 0:01/00:00:01)\n", "utf-8")
    words = ["convert", str(path), str(target)]
    assert main([*words, "--option", "encoding=cp932"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert "qipu: Less is lost with --option encoding=utf-8: " in lines[-1]
    assert main(words) == 1
    assert capsys.readouterr().err.splitlines()[:-1] == [
        "qipu: lost: KI2 has no place for times used."
    ]
