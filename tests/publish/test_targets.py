from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.base.refused import Refused
from viewer.publish.targets import Target, stem_of, targets


def paths(sources: list[str], out: str) -> list[str]:
    return [target.path for target in targets(sources, out, "png")]


def test_one_source_goes_to_a_file_or_into_a_folder(tmp_path: Path) -> None:
    assert paths(["a/game.pgn"], "x/out.png") == ["x/out.png"]
    assert paths(["a/game.pgn.gz"], str(tmp_path)) == [str(tmp_path / "game.png")]
    assert paths(["a/game.pgn"], "new" + os.sep) == [os.path.join("new", "game.png")]
    assert paths(["-"], "-") == ["-"]


def test_several_files_of_one_source_go_into_a_new_folder(tmp_path: Path) -> None:
    out = str(tmp_path / "new")
    (target,) = targets(["a/game.pgn.gz"], out, "png")
    assert target.of("") == out
    assert target.of("02") == os.path.join(out, "game-02.png")
    (target,) = targets(["a/game.pgn"], f"{out}.jpg", "png")
    assert target.of("02") == f"{out}-02.jpg"


def test_several_sources_keep_their_names_apart(tmp_path: Path) -> None:
    sources = ["a/x.pgn", "a/x.sgf", "b/X.pgn", "b/x.sgf", "y.kif"]
    names = [os.path.basename(path) for path in paths(sources, str(tmp_path))]
    assert names[0] == "x.png"
    assert names[1] == "x.sgf.png"
    assert names[2] == "X.pgn.png"
    assert names[4] == "y.png"
    assert len({name.lower() for name in names}) == 5


def test_several_sources_go_into_a_file_unless_a_folder_is_named(tmp_path: Path) -> None:
    several = ["a.pgn", "b.pgn"]
    assert paths(several, "ten.png") == ["ten.png"]
    assert paths(several, "ten") == ["ten"]
    assert paths(several, "-") == ["-"]
    folder = tmp_path / "v1.2"
    folder.mkdir()
    for out in (str(folder), "new" + os.sep):
        assert paths(several, out) == [os.path.join(out, name) for name in ("a.png", "b.png")]


def test_a_file_that_is_read_isnt_written(tmp_path: Path) -> None:
    there = tmp_path / "there.png"
    there.write_bytes(b"")
    for sources in ([str(there)], ["a.pgn", str(there)]):
        with pytest.raises(Refused):
            targets(sources, str(there), "png")


def test_parts_stand_before_the_suffix() -> None:
    target = Target(os.path.join("a.b", "game.png"))
    assert target.of("") == os.path.join("a.b", "game.png")
    assert target.of("03-1") == os.path.join("a.b", "game-03-1.png")
    assert Target("-").of("3") == "-"
    assert stem_of("x/棋 谱.xqf") == "棋 谱"
    assert stem_of("-") == "-"
