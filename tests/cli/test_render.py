from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from toy_records import line_record, node_of

from viewer import load, render
from viewer.__main__ import main

Toy = Callable[..., Path]


def branched():
    """h2e2 with two answers."""
    from viewer.tree.action import Move
    from viewer.tree.ops import Insert, apply
    from viewer.tree.serial import NodeData

    record = line_record("h2e2", "h9g7")
    apply(record, Insert(1, 1, (NodeData(3, -1, Move("b9c7"), {}),)))
    return record


@pytest.mark.parametrize(
    ("words", "path", "options"),
    [
        ([], (), {}),
        (["--ply", "0"], (), {}),
        (["--ply", "2"], (0, 0), {}),
        (["--node", "3"], (0, 1), {}),
        (["--theme", "dark", "--flip"], (), {"theme": "dark", "flip": True}),
        (["--mirror", "--size", "300", "--ply", "1"], (0,), {"mirror": True, "size": 300}),
    ],
)
def test_a_picture_is_the_board_that_was_asked_for(
    toy: Toy, tmp_path: Path, words: list[str], path: tuple[int, ...], options: dict[str, object]
) -> None:
    record = branched()
    target = tmp_path / "图 一.svg"
    assert main(["render", str(toy(record)), "-o", str(target), *words]) == 0
    drawn = target.read_text("utf-8")
    assert drawn == render(record, node_of(record, *path), **options)
    assert ElementTree.fromstring(drawn).get("width") == str(options.get("size", 800))


def test_places_and_themes_make_different_pictures() -> None:
    record = branched()
    pictures = {
        render(record),
        render(record, node_of(record, 0, 0)),
        render(record, node_of(record, 0, 1)),
        render(record, theme="dark"),
        render(record, flip=True),
        render(record, mirror=True),
        render(record, size=300),
    }
    assert len(pictures) == 7


def test_shogi_is_drawn_with_the_pieces_one_wants(tmp_path: Path) -> None:
    source, target = tmp_path / "a.kif", tmp_path / "a.svg"
    source.write_text(
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n", "utf-8"
    )
    record = load(source).record(0)
    end = list(record.root.main_line())[-1]
    pictures = set()
    for pieces in ("", "gyoku", "two", "letters"):
        words = ["--ply", "3", *(["--pieces", pieces] if pieces else [])]
        assert main(["render", str(source), "-o", str(target), *words]) == 0
        pictures.add(target.read_text("utf-8"))
        assert target.read_text("utf-8") == render(record, end, pieces=pieces)
    assert len(pictures) == 4
    assert render(record, end, pieces="one") in pictures, "the usual ones by their name"


def test_pieces_that_a_game_has_not_are_refused(
    toy: Toy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "board.svg"
    words = ["render", str(toy(line_record())), "-o", str(target), "--pieces", "none-such"]
    assert main(words) == 2
    assert "none-such" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.gui
def test_a_png_is_as_wide_as_it_was_asked_for(toy: Toy, tmp_path: Path) -> None:
    target = tmp_path / "board.PNG"
    words = ["render", str(toy(line_record())), "-o", str(target), "--size", "333"]
    assert main(words) == 0
    data = target.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 333


def test_one_record_of_several(toy: Toy, tmp_path: Path) -> None:
    second = line_record("b2e2")
    path = str(toy(line_record(), second))
    target = tmp_path / "x.svg"
    assert main(["render", path, "-o", str(target), "--record", "1", "--ply", "1"]) == 0
    assert target.read_text("utf-8") == render(second, node_of(second, 0))


@pytest.mark.parametrize(
    ("name", "words", "sentence"),
    [
        ("x.gif", [], "{target} names no kind of picture: .svg or .png."),
        ("x.svg", ["--ply", "3"], "The main line has no ply 3."),
        ("x.svg", ["--ply", "-1"], "The main line has no ply -1."),
        ("x.svg", ["--node", "4"], "The record has no node 4."),
        ("x.svg", ["--node", "-1"], "The record has no node -1."),
        ("x.svg", ["--record", "1"], "There is no record 1."),
        ("x.svg", ["--record", "-1"], "There is no record -1."),
        ("x.svg", ["--size", "0"], "Option size can't be 0; it can be: 1 to 8192."),
        ("x.svg", ["--size", "8193"], "Option size can't be 8193; it can be: 1 to 8192."),
        ("no/x.svg", [], "{target} couldn't be saved: no such file or folder."),
    ],
)
def test_what_there_isnt_is_one_sentence(
    toy: Toy,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    words: list[str],
    sentence: str,
) -> None:
    target = tmp_path / name
    assert main(["render", str(toy(branched())), "-o", str(target), *words]) == 2
    assert capsys.readouterr().err == f"qipu: {sentence.format(target=target)}\n"
    assert os.listdir(tmp_path) == ["game.toy"]


def test_ply_and_node_exclude_each_other(toy: Toy, tmp_path: Path) -> None:
    target = str(tmp_path / "x.svg")
    words = ["render", str(toy(line_record())), "-o", target, "--ply", "1", "--node", "1"]
    assert main(words) == 2
    assert not (tmp_path / "x.svg").exists()


def test_a_file_that_cant_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(tmp_path / "no.toy"), "-o", str(tmp_path / "x.svg")]) == 2
    assert capsys.readouterr().err == f"qipu: {tmp_path / 'no.toy'}: There is no such file.\n"


def test_a_mistake_of_ours_is_a_sentence(tmp_path: Path, capsys, monkeypatch) -> None:
    def fail(*_, **__):
        raise ValueError("odd")

    monkeypatch.setattr("viewer.cli.render.render", fail)
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n", "utf-8")
    assert main(["render", str(path), "-o", str(tmp_path / "a.svg")]) == 2
    told = capsys.readouterr().err
    assert "ValueError: odd" in told
    assert "viewer/cli/render.py:" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("kind", ["svg", pytest.param("png", marks=pytest.mark.gui)])
def test_a_fen_of_another_variant_that_is_no_position(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Variant "Crazyhouse"]\n[FEN "[Q] w - - 0 1"]\n\n1. e4 *\n', "utf-8")
    assert main(["render", str(path), "-o", str(tmp_path / f"a.{kind}")]) == 0
