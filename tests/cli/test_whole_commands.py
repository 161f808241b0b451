"""`qipu strip`, `replace`, `openings`, `join`, `extract`, and the same in the library."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer
from viewer.__main__ import main
from viewer.document.record_set import NoSuchRecords

PGN = """[White "a"]
[Black "b"]
[Result "1-0"]

1. e4 {good plan} e5 (1... c5 2. Nf3) 2. Nf3 1-0

[White "c"]
[Black "d"]
[Result "*"]

1.   e4   {plan} d5 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


def test_stripping_says_what_it_did_and_leaves_the_source(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pgn"
    assert main(["strip", str(games), str(out), "--comments", "--variations"]) == 0
    assert capsys.readouterr().err == "qipu: Removed 2 comments, 1 variation in 2 games.\n"
    assert out.read_text().count("{") == 0
    assert games.read_text() == PGN
    assert main(["strip", str(games), str(out), "--comments"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["strip", str(games), str(out), "--comments", "--force", "--records", "1"]) == 0
    assert "1.   e4   {plan} d5 *" in out.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["strip", "--marks"], "There was nothing to remove."),
        (["replace", "--find", "rhubarb", "--by", "x"], "Not found."),
        (["join", "--records", "2"], "There is only one game: nothing to join."),
    ],
)
def test_where_there_is_nothing_to_do_it_says_what_became_of_the_output(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    out = str(tmp_path / "out.pgn")
    assert main([words[0], str(games), out, *words[1:]]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"qipu: {said}",
        f"qipu: The games are written to {out} as they were.",
    ]
    assert Path(out).read_text() == PGN
    assert main([words[0], str(games), "-", "--to", "pgn", *words[1:]]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines()[1] == "qipu: The games are written as they were."
    assert told.out == PGN
    assert main([words[0], str(games), str(tmp_path / "out.sfen"), *words[1:]]) == 2
    assert "as they were" not in capsys.readouterr().err


def test_what_is_to_be_stripped_has_to_be_said(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strip", str(games), str(tmp_path / "out.pgn")]) == 2
    assert capsys.readouterr().err == (
        "qipu: Say what is to be removed: --comments, --glyphs, --marks, --clocks, --evaluations,"
        " --variations.\n"
    )
    words = ["strip", str(games), str(tmp_path / "out.pgn"), "--comments", "--records", "7"]
    assert main(words) == 2
    assert "There is no game 7" in capsys.readouterr().err


def test_words_are_replaced(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pgn"
    words = ["replace", str(games), str(out), "--find", "PLAN", "--by", "$1", "--headers", "White"]
    assert main(words) == 0
    assert capsys.readouterr().err == "qipu: Replaced 2 places in comments in 2 games.\n"
    assert "{good $1}" in out.read_text()
    assert main(["replace", str(games), str(out), "--find", "", "--by", "x", "--force"]) == 2


def test_games_are_joined_and_a_line_is_taken_out(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, line = tmp_path / "out.pgn", tmp_path / "line.pgn"
    assert main(["join", str(games), str(out)]) == 0
    assert capsys.readouterr().err == "qipu: Joined a game as a variation.\n"
    assert len(viewer.load(out)) == 1
    assert "c – d" in out.read_text()
    assert main(["extract", str(games), str(line), "--node", "4"]) == 0
    record = viewer.load(line).record(0)
    assert [getattr(one.action, "text", "") for one in record.walk()] == ["", "e4", "c5", "Nf3"]
    assert main(["extract", str(games), str(line), "--node", "3", "--start-here", "--force"]) == 0
    assert viewer.load(line).record(0).setup is not None
    assert main(["extract", str(games), str(line), "--node", "99", "--force"]) == 2
    assert main(["extract", str(games), str(line), "--record", "9", "--node", "1", "--force"]) == 2


def test_a_script_does_the_same_and_takes_it_back(games: Path) -> None:
    document = viewer.open(games)
    said = [
        str(viewer.strip(document, ["comments"])),
        str(viewer.replace(document, "a", "z", headers=["White"], comments=False)),
        str(viewer.join(document, "1-2")),
    ]
    assert said == [
        "Removed 2 comments in 2 games.",
        "Replaced 1 place in the details.",
        "Joined a game as a variation.",
    ]
    node = document.record(0).node(2)
    viewer.extract(document, node)
    assert viewer.start_here(document, document.record(0).node(2)) is None
    assert len(document) == 2
    with pytest.raises(NoSuchRecords):
        viewer.strip(document, ["comments"], "9")
    with pytest.raises(KeyError):
        viewer.strip(document, ["moves"])
    for _ in range(5):
        document.undo()
    assert not document.modified
    document.close()


def test_openings_are_written(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.pgn"
    assert main(["openings", str(games), str(out)]) == 0
    assert capsys.readouterr().err.startswith("qipu: Wrote the openings of 2 games.\n")
    found = viewer.load(out)
    for index in range(len(found)):
        record = found.record(index)
        named = viewer.opening(record)
        assert named is not None
        assert (record.header("ECO"), record.header("Opening")) == (named.code, named.name)
    assert main(["openings", str(out), str(tmp_path / "again.pgn")]) == 0
    assert "No game has a named opening" in capsys.readouterr().err
    assert (tmp_path / "again.pgn").read_bytes() == out.read_bytes()
    document = viewer.open(games)
    assert str(viewer.write_openings(document, "1")) == "Wrote the opening of one game."
    document.undo()
    assert document.record(0).header("ECO") == ""


def test_a_file_without_place_for_openings_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = (
        Path(__file__).resolve().parents[2]
        / "resources"
        / "samples"
        / "en"
        / "study"
        / "xiangqi.xqf"
    )
    assert main(["openings", str(sample), str(tmp_path / "a.xqf")]) == 2
    assert "has no place for the name of an opening" in capsys.readouterr().err
