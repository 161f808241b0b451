"""Parts of positions on a terminal: at places named as hits are, of pawns alone, in files without library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from viewer import library as libraries
from viewer.__main__ import main
from viewer.games import game_of
from viewer.library.regions import continued_from, pattern_from
from viewer.tree.action import Move

GO = (
    "(;GM[1]SZ[19]PB[Cho]PW[Ito]RE[B+R];B[qd];W[oc];B[lc](;W[qc];B[pc])(;W[pd]C[=Pressed down]))\n"
    "(;GM[1]SZ[19]PB[Abe]PW[Cho]RE[W+R];B[dq];W[co];B[cl]C[Pincer];W[cq])"
)
FRENCH = (
    "1. e4 e6 2. Nf3 d5 3. e5 c5 4. c3",
    "1. Nc3 e6 2. e4 d5 3. e5 Bb4 4. d4",
    "1. e4 e5 2. d4",
)
CORNER = ("--region", "corner", "--turned", "--exchanged")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for folder, name, text in (
        ("go", "joseki#1.sgf", GO),
        ("chess", "french.pgn", "".join(f'[Result "1-0"]\n\n{one} 1-0\n\n' for one in FRENCH)),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text)
        assert main(["library", "build", folder, "--name", folder.capitalize()]) == 0
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main(["library", *words]) == status, capsys.readouterr()
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, *words, "--json"))


def test_which_joseki_is_this(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The corner of the last move of a hit as it was told: what was played next, and where it stands."""
    hit = run(capsys, "search", "Go", "--player", "abe", "--comment", "pincer")
    place = hit.partition(": ")[0]
    assert place.endswith("joseki#1.sgf#2 @3")
    found = data(capsys, "explore", "Go", "--at", place.replace("@3", "@2"), *CORNER)
    assert [(one["move"], one["games"]) for one in found["moves"]] == [("W cq", 2)]
    assert found["elsewhere"] == 2
    assert found["covers"] == ["2 games", "main lines"]
    listed = run(capsys, "places", "go/joseki#1.sgf", "--at", place, *CORNER)
    assert listed.splitlines() == [
        "go/joseki#1.sgf#1 @2",
        "go/joseki#1.sgf#1 @3",
        "go/joseki#1.sgf#2 @2",
        "go/joseki#1.sgf#2 @3: Pincer",
        "4 places. Searched: main lines and variations.",
    ]
    for line in listed.splitlines()[:-1]:  # what was told is taken again
        again = data(capsys, "search", "Go", "--at", line.partition(": ")[0])
        assert again["total"] == 1


def test_variations_have_places_too_and_a_part_turned_is_found_where_asked(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("places", "go/joseki#1.sgf", "--position", "19 B qd W oc B lc W pd", "--region")
    assert data(capsys, *words, "N19:T13")["places"] == [
        {"path": "go/joseki#1.sgf", "number": 1, "node": 6, "ply": 4, "text": "=Pressed down"}
    ]
    assert run(capsys, *words, "N19:T13", "--tsv").splitlines()[1].endswith("\t'=Pressed down")
    fewer = ("places", "go/joseki#1.sgf", "--position", "19 B qd W oc", "--region", "N19:T13")
    assert [data(capsys, *fewer, *more)["total"] for more in ((), CORNER[2:])] == [2, 4]
    shown = data(capsys, *fewer, "--limit", "1")
    assert (shown["total"], len(shown["places"])) == (2, 1)
    assert "2 places, 1 shown" in run(capsys, *fewer, "--limit", "1")


def test_a_file_without_a_name_of_the_record_is_asked_at_the_end_of_its_first_line(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, "search", "Go", "--at", "go/joseki#1.sgf")
    assert [(hit["number"], hit["node"]) for hit in found["hits"]] == [(1, 5)]
    moved = data(capsys, "search", "Go", "--at", "go/joseki#1.sgf#2@2", "--moves", "c8")
    assert [(hit["number"], hit["node"]) for hit in moved["hits"]] == [(2, 3)]


def test_pawns_alone_are_compared(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--moves", "1. e4 e6 2. Nf3 d5 3. e5")
    assert data(capsys, "search", "Chess", *words, "--pawns-only")["total"] == 2
    found = data(capsys, "explore", "Chess", *words, "--pawns-only")
    assert {one["move"] for one in found["moves"]} == {"c7c5", "d2d4"}
    places = data(capsys, "places", "chess/french.pgn", *words, "--pawns-only")["places"]
    assert [(one["number"], one["ply"]) for one in places] == [(1, 5), (2, 5), (2, 6)]
    whole = ("--region", "a1:h8")
    assert data(capsys, "search", "Chess", *words, *whole)["total"] == 1
    assert data(capsys, "search", "Chess", *words, *whole, "--pawns-only")["total"] == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("places", "go/joseki#1.sgf", "--at", "go/joseki#1.sgf"), "by --region or --pawns-only"),
        (("places", "go/joseki#1.sgf", "--region", "corner"), "Nothing stands in this part"),
        (("places", "go/joseki#1.sgf", "--at", "go/joseki#1.sgf#7"), "no record 7"),
        (("places", "go/joseki#1.sgf", "--at", "go/joseki#1.sgf@99"), "no node 99"),
        (("places", "go/nope.sgf", "--at", "go/joseki#1.sgf", *CORNER), "named go/nope.sgf"),
        (("explore", "Go", "--at", "nope.sgf#2 @17", *CORNER), "nope.sgf: There is no such file."),
        (("explore", "Go", "--at", "go/joseki#1.sgf", "--pawns-only"), "no structure of pawns"),
        (("search", "Go", "--at", "chess/french.pgn"), "is a position of chess"),
        (("search", "Go", "--at", "go/joseki#1.sgf", "--position", "19 B dd"), "two positions"),
        (("search", "Go", "--region", "corner:a1"), "The board has no such points: “corner”"),
    ],
)
def test_what_is_not_there_is_told(
    shelf: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    capsys.readouterr()
    assert main(["library", *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("qipu: ")
    assert told in err


def test_what_stands_nowhere_is_told(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ("go/joseki#1.sgf", "Go"):
        capsys.readouterr()
        words = ["library", "places", asked, "--position", "19 B kk", "--region", "J11:L9"]
        assert main(words) == 1
        out, err = capsys.readouterr()
        assert not out
        assert err.startswith("qipu: Nothing was found. Searched: ")


def test_the_same_in_a_script(shelf: Path) -> None:
    library = libraries.named("Chess")
    game: Any = game_of("chess")
    state = game.step(game.start(None), Move("e2e4"))
    query = libraries.Query(player="nobody", side="second")
    assert {one.move for one in library.explore(game, state).moves} == {"e7e5", "e7e6"}
    assert library.explore(game, state, among=query).moves == []
    wanted = continued_from(game, state, pattern_from(game, state, "e1:e4"))
    assert library.continued(wanted).places == 3
    assert library.places(wanted) == []
    library.close()


HURT = ("search", "explore", "places", "group", "check")
"""What asks the tables of a library."""


@pytest.mark.parametrize("harm", ["older", "cut", "unread", "unbuilt"])
def test_a_library_that_is_hurt_names_the_command_that_mends_it(
    shelf: Path, capsys: pytest.CaptureFixture[str], harm: str
) -> None:
    tables = shelf / "data" / "qipu" / "library" / "Chess"
    if harm == "older":
        said = json.loads((tables / "manifest.json").read_text())
        (tables / "manifest.json").write_text(json.dumps({**said, "version": 1}))
    elif harm == "cut":
        for path in tables.rglob("games*.parquet"):
            path.write_bytes(path.read_bytes()[:100])
    elif harm == "unread":
        (tables / "manifest.json").write_text("{")
    else:
        (tables / "manifest.json").unlink()
    for action in HURT:
        words = ["library", action, "Chess"]
        if action in ("explore", "places"):
            words += ["--game", "chess", "--moves", "1. e4", "--region", "a1:h8"]
        if action == "group":
            words += ["--by", "player"]
        for asked in (words, words[:-2]) if action == "explore" else (words,):
            capsys.readouterr()
            assert main(asked) == 2
            out, err = capsys.readouterr()
            assert not out
            assert err.count("\n") == 1
            assert err.endswith(" Do so by: qipu library build Chess\n")
    assert main(["library", "build", "Chess"]) == 0
    assert data(capsys, "search", "Chess")["total"] == 3


PATTERNS = (
    "%",
    "_",
    ".*",
    "[a-z]+",
    "*",
    "?",
    "\\",
    "'",
    "''; DROP TABLE games; --",
    "(",
    "^",
    "$",
)


def test_a_name_that_is_a_pattern_is_a_name(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--player", "--event", "--comment", "--opening", "--first"):
        for name in PATTERNS:
            assert run(capsys, "search", "Chess", option, name, status=1) == ""


def test_patterns_find_those_who_are_called_so(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = (f'[White "{name}"]\n[Result "*"]\n\n1. e4 *\n' for name in ("100%", "a_b", ".*x"))
    (shelf / "odd.pgn").write_text("\n".join(games))
    assert main(["library", "build", "odd.pgn", "--name", "Odd"]) == 0
    for at, name in enumerate(("%", "_", ".*"), 1):
        for option in ("--player", "--first"):
            assert [x["number"] for x in data(capsys, "search", "Odd", option, name)["hits"]] == [
                at
            ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("search", "Chess", "--format", "nope"), "There is no format nope; there are "),
        (("search", "Chess", "--sort", "nope"), "no column “nope”; there are: White; Black; "),
        (("search", "Chess", "--column", "nope"), "no column “nope”; there are: path; "),
        (("group", "Chess", "--by", "event", "--sort", "nope"), "sorted by “nope”, but by "),
        (("group", "Chess", "--by", "nope"), "grouped by “nope”, but by player, "),
    ],
)
def test_a_name_that_is_not_taken_is_told_with_those_that_are(
    shelf: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    capsys.readouterr()
    assert main(["library", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_cut_or_edited_meanwhile_is_told(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shelf / "go" / "joseki#1.sgf"
    file.write_text(GO[: len(GO) // 2 + 20])
    capsys.readouterr()
    assert main(["library", "search", "Go", "--output", "hits.sgf"]) == 2
    assert "isn't what it was when the library was built" in capsys.readouterr().err
    assert not (shelf / "hits.sgf").exists()
    read = data(capsys, "places", "go/joseki#1.sgf", "--at", "go/joseki#1.sgf@1", *CORNER)
    assert {one["number"] for one in read["places"]} <= {1, 2}  # as it is now
    file.write_bytes(b"\0\1")
    assert main(["library", "places", "go/joseki#1.sgf", "--pawns-only"]) == 2
    assert "joseki#1.sgf: " in capsys.readouterr().err
    file.unlink()
    assert main(["library", "search", "Go", "--output", "hits.sgf"]) == 2
    assert "joseki#1.sgf can't be read" in capsys.readouterr().err


def test_two_that_build_one_library_at_once(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = libraries.named("Chess")
    building: Any = library.building(again=True)
    next(building)
    try:
        capsys.readouterr()
        assert main(["library", "build", "Chess"]) == 2
        assert "Another Qipu is building this library" in capsys.readouterr().err
        assert data(capsys, "search", "Chess")["total"] == 3  # meanwhile
    finally:
        building.close()
    assert main(["library", "build", "Chess"]) == 0
