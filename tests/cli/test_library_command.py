"""`qipu library`: built, brought up to date, searched, explored, deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from viewer.__main__ import main
from viewer.base import catalogs
from viewer.library.face import home, named

GAMES = """[Event "Club"]
[White "Adler, Anna"]
[Black "Berg, Boris"]
[Date "1972.07.11"]
[Result "1-0"]

1. e4 c5 2. Nf3 {A word} d6 (2... Nc6 3. d4) 1-0

[Event "Club"]
[White "Costa, Carla"]
[Black "Adler, Anna"]
[Date "1980.01.02"]
[Result "0-1"]

1. Nf3 c5 2. e4 d6 0-1
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "club.pgn").write_text(GAMES)
    return folder


def run(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["library", *words]) == status, capsys.readouterr()
    return capsys.readouterr().out


def found(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, "search", *words[:1], "--json", *words[1:]))


def test_a_library_by_name(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "build", "--name", "My Club", str(shelf))
    assert out == "My Club: 2 games in 1 file; read 1, gone 0, with problems 0.\n"
    assert run(capsys, "update", "My Club").count("read 0") == 1
    assert "My Club" in run(capsys, "list")
    out = run(capsys, "search", "My Club", "--", "adler", "1972")
    assert out.splitlines()[0] == (
        f"{shelf / 'club.pgn'}#1: Adler, Anna – Berg, Boris, 1-0, 1972.07.11, Club"
    )
    assert out.splitlines()[1] == "One game found. Searched: 2 games."
    run(capsys, "delete", "My Club")
    assert (shelf / "club.pgn").read_text() == GAMES
    run(capsys, "search", "My Club", "--", "adler", status=2)


def test_what_has_no_library_is_explored_without_leaving_one(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    for source in (shelf / "club.pgn", shelf):
        told = json.loads(run(capsys, "explore", str(source), "--json"))
        assert (told["games"], told["covers"]) == (2, ["2 games", "main lines and variations"])
    run(capsys, "list", status=1)
    assert not [*(tmp_path / "temporary").iterdir()]
    run(capsys, "build", str(shelf))
    monkeypatch.setattr("viewer.cli.library.TemporaryLibraries.of", None)
    assert json.loads(run(capsys, "explore", str(shelf), "--json"))["games"] == 2


def test_files_that_are_gone_are_named(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "other.pgn").write_text(GAMES)
    run(capsys, "build", "--name", "Club", str(shelf))
    (shelf / "other.pgn").unlink()
    assert main(["library", "update", "Club"]) == 0
    told = capsys.readouterr()
    assert told.err == f"qipu: {shelf / 'other.pgn'}: gone, and 2 games with it.\n"
    assert "2 games in 1 file; read 0, gone 1," in told.out
    (shelf / "club.pgn").unlink()
    said = json.loads(run(capsys, "update", "Club", "--json"))
    assert (said["gone"], said["left"]) == (1, {str(shelf / "club.pgn"): 2})


@pytest.mark.parametrize(
    "text", ["2020-13-45", "2020-02-30", "2020-00-10", "20201345", "1972-1-1-1"]
)
def test_dates_that_no_calendar_has(
    shelf: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    run(capsys, "build", "--name", "Club", str(shelf))
    capsys.readouterr()
    assert main(["library", "search", "Club", "--from", text]) == 2
    assert f"“{text}” is no date; write 1972, 1972-07" in capsys.readouterr().err
    for known in ("1972", "1972-07", "1972.07.11", "1972年7月11日", "19720711", "1972-07-??"):
        assert main(["library", "search", "Club", "--from", known, "--to", known]) == 0, known


def test_a_library_of_a_folder_is_found_by_its_name_from_elsewhere(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run(capsys, "build", str(shelf)).partition(":")[0]
    monkeypatch.chdir("/")
    for name in (told, "games"):
        assert json.loads(run(capsys, "search", name, "--json"))["total"] == 2
    other = tmp_path / "more" / "games"
    other.mkdir(parents=True)
    (other / "club.pgn").write_text(GAMES)
    run(capsys, "build", str(other))
    assert main(["library", "search", "games"]) == 2
    assert told in capsys.readouterr().err


def test_a_library_named_as_its_folder_is_found_beside_the_folder(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shelf.parent)
    run(capsys, "build", "games", "--name", "games")
    assert json.loads(run(capsys, "search", "games", "--json"))["total"] == 2
    assert run(capsys, "update", "games").startswith("games: 2 games")
    assert run(capsys, "list").count("\n") == 1
    run(capsys, "search", "./games", status=2)


def test_a_library_of_a_folder(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(shelf)
    run(capsys, "search", where, status=2)  # not built
    run(capsys, "build", where)
    assert found(capsys, where, "--player", "adler", "--result", "player")["total"] == 2
    assert found(capsys, where, "--player", "adler", "--to", "1975")["total"] == 1
    assert found(capsys, where, "--comment", "word")["hits"][0]["node"] == 3
    assert found(capsys, where, "--game", "chess", "--moves", "1. e4 c5")["total"] == 1
    fen = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
    assert found(capsys, where, "--position", fen)["total"] == 2  # transposed
    after = "r1bqkbnr/pp1ppppp/2n5/2p5/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3"
    assert found(capsys, where, "--position", after)["total"] == 1
    assert main(["library", "search", where, "--position", after, "--main-lines"]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("qipu: Nothing was found. Searched: ")
    assert "main lines" in err
    mirrored = "rnbqkbnr/pppp2pp/4p3/5p2/3P4/2N5/PPP1PPPP/R1BKQBNR w - - 0 3"
    run(capsys, "search", where, "--position", mirrored, "--turned", status=1)
    assert found(capsys, where, "--game", "chess", "--result", "black")["total"] == 1
    tsv = run(capsys, "search", where, "--tsv", "--sort", "day").splitlines()
    assert tsv[0].split("\t")[:4] == ["path", "number", "node", "game"]
    assert [line.split("\t")[1] for line in tsv[1:]] == ["1", "2"]


def test_next_moves(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(shelf))
    out = json.loads(run(capsys, "explore", str(shelf), "--game", "chess", "--json"))
    assert [(one["notation"], one["games"], one["won"]) for one in out["moves"]] == [
        ("e4", 1, 1),
        ("Nf3", 1, 0),
    ]
    out = run(capsys, "explore", str(shelf), "--game", "chess", "--moves", "1. e4 c5 2. Nf3")
    assert out.splitlines()[0].startswith("d6")


def test_next_moves_of_some_games(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(shelf))
    words = ("explore", str(shelf), "--game", "chess", "--json", "--player", "adler")

    def moves(*more: str, status: int = 0) -> list[str]:
        out = run(capsys, *words, *more, status=status)
        return [one["notation"] for one in json.loads(out)["moves"]]

    assert moves() == ["e4", "Nf3"]
    assert moves("--colour", "white") == ["e4"]
    assert moves("--colour", "second") == ["Nf3"]
    assert moves("--from", "1990", status=1) == moves("--", "nobody", status=1) == []
    for colour, told in (("red", "white, black, first, second"), ("white", "--player")):
        some = words if colour == "red" else words[:5]
        assert main(["library", *some, "--colour", colour]) == 2
        assert told in capsys.readouterr().err


def test_next_moves_of_a_library_by_its_tables(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = ["--tables", str(tmp_path / "tables")]
    run(capsys, "build", *tables, str(shelf))
    out = json.loads(run(capsys, "explore", *tables, "--game", "chess", "--json"))
    assert [one["notation"] for one in out["moves"]] == ["e4", "Nf3"]


def test_what_was_played_in_a_corner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    games = tmp_path / "games"
    games.mkdir()
    (games / "one.sgf").write_text("(;GM[1]SZ[19]RE[B+R];B[pd];W[dp];B[qf])")
    (games / "other.sgf").write_text("(;GM[1]SZ[19]RE[W+R];B[dp];W[cn])")
    run(capsys, "build", str(games))
    words = ("explore", str(games), "--game", "go", "--position", "19 W B pd", "--region", "ma:sg")
    found = json.loads(run(capsys, *words, "--turned", "--json"))
    assert (found["places"], found["elsewhere"], found["games"]) == (2, 1, 2)
    assert sorted((one["move"][0], one["won"], one["lost"]) for one in found["moves"]) == [
        ("B", 1, 0),
        ("W", 0, 1),
    ]
    assert "One place in one game" in run(capsys, *words)
    assert main(["library", *words[:-1], "zz:zz"]) == 2
    assert "“zz”" in capsys.readouterr().err


def test_moves_anywhere(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(shelf))
    words = ("search", str(shelf), "--game", "chess", "--json", "--moves-anywhere")
    assert json.loads(run(capsys, *words, "c7c5 g1f3"))["total"] == 1
    assert json.loads(run(capsys, *words, "1. e4 c5"))["total"] == 1
    run(capsys, *words, "g1f3 zz", status=2)


def test_next_moves_in_two_libraries(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("One", "Other"):
        run(capsys, "build", "--name", name, str(shelf))
    out = json.loads(run(capsys, "explore", "One", "Other", "--game", "chess", "--json"))
    assert out["libraries"] == ["One", "Other"]
    assert [(one["notation"], one["games"], one["won"]) for one in out["moves"]] == [
        ("e4", 2, 2),
        ("Nf3", 2, 0),
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["search", "nothing there"],
        ["search"],
        ["search", ".", "--position", "nonsense"],
        ["search", ".", "--game", "checkers"],
        ["search", ".", "--moves", "1. e9", "--game", "chess"],
        ["search", ".", "--result", "orange"],
        ["search", ".", "--from", "long ago"],
        ["search", ".", "--sort", "nothing"],
        ["build", "nothing there"],
    ],
)
def test_what_can_t_be_done_is_a_sentence(
    shelf: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    monkeypatch.chdir(shelf)
    main(["library", "build", "."])
    capsys.readouterr()
    assert main(["library", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("qipu: ")
    assert "mistake" not in err


@pytest.mark.parametrize("text", ["-3", "1.5", "many"])
def test_numbers_are_0_or_more(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "search", ".", "--limit", text]) == 2
    assert f"--limit: “{text}” is no number of 0 or more" in capsys.readouterr().err


def test_a_problem_is_told_with_its_file(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "broken.xqf").write_bytes(b"XQ")
    assert main(["library", "build", str(shelf)]) == 0
    out, err = capsys.readouterr()
    assert "broken.xqf: " in err
    assert "with problems 1" in out


def test_duplicates_are_grouped(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
    texts = []
    for white, rest in (
        ("Adler, Anna", " 9. h3"),
        ("Adler, A.", ""),
        ("Adler, Anna", ""),
        ("Berg, B", " 9. d4"),
    ):
        texts.append(f'[White "{white}"]\n[Black "Costa, C"]\n[Result "*"]\n\n{moves}{rest} *\n')
    (shelf / "club.pgn").write_text("\n".join(texts))
    run(capsys, "build", str(shelf))
    groups = json.loads(run(capsys, "dedupe", str(shelf), "--json"))["groups"]
    found = [(one["kind"], [hit["number"] for hit in one["hits"]]) for one in groups]
    assert found == [("contained", [1, 2, 3])]
    assert "the beginning of another:" in run(capsys, "dedupe", str(shelf))
    assert run(capsys, "dedupe", str(shelf), "--tsv").count("\n") == 4


def test_parts_of_positions(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(shelf))
    where = [str(shelf), "--game", "chess"]
    assert found(capsys, *where, "--moves", "1. e4 c5", "--region", "c5:e4")["total"] == 2
    assert found(capsys, *where, "--moves", "1. e4", "--region", "e4 g1")["total"] == 1
    assert found(capsys, *where, "--material", "white-pawn=8 black-queen=1")["total"] == 2
    run(capsys, "search", *where, "--material", "white-pawn=0-7", status=1)
    run(capsys, "search", *where, "--region", "e9", status=2)
    run(capsys, "search", *where, "--material", "elephants=2", status=2)


CUP = """[Event "Cup"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Date "2001.05.0{round}"]

1. {move} {result}
"""


@pytest.fixture
def cup(shelf: Path) -> Path:
    games = [
        ("Adler, Anna", "Berg, Boris", "1-0", "e4"),
        ("Berg, B", "Costa, Carla", "1/2-1/2", "d4"),
        ("Costa, Carla", "Adler, Anna", "0-1", "c4"),
    ]
    (shelf / "club.pgn").write_text(
        "\n".join(
            CUP.format(round=at, white=white, black=black, result=result, move=move)
            for at, (white, black, result, move) in enumerate(games, 1)
        )
    )
    return shelf


def test_groups(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(cup))
    data = json.loads(run(capsys, "group", str(cup), "--by", "player", "--json"))
    assert next((one["value"], one["games"], one["score"]) for one in data["groups"]) == (
        "Adler, Anna",
        2,
        1.0,
    )
    assert data["games"] == 3
    out = run(capsys, "group", str(cup), "--by", "result", "--sort", "value")
    assert "the first side won: 1  +1 =0 -0" in out
    assert "3 groups of 3 games. Searched: 3 games." in out
    tsv = run(capsys, "group", str(cup), "--by", "event", "--tsv").splitlines()
    assert tsv[1].split("\t")[:2] == ["Cup", "3"]
    out = run(capsys, "group", str(cup), "--by", "player", "--at-least", "2")
    assert "Berg" not in out
    run(capsys, "group", str(cup), status=2)
    run(capsys, "group", str(cup), "--by", "colour", status=2)


def test_numbers_are_written_as_the_language_writes_them(
    cup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "build", str(cup))
    monkeypatch.setenv("LANGUAGE", "de")
    try:
        lines = run(capsys, "group", str(cup), "--by", "player").splitlines()
        assert lines[0].split("  ")[1:] == ["+2 =0 -0", "100,0 %", "", "2001"]
        lines = run(capsys, "crosstable", str(cup)).splitlines()
        assert lines[0].split()[-1] == "(0,5)"
    finally:
        catalogs.use(None)


def test_cross_tables(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(cup))
    table = json.loads(run(capsys, "crosstable", str(cup), "--event", "=cup", "--json"))
    assert next((one["player"], one["points"]) for one in table["players"]) == ("Adler, Anna", 2.0)
    assert len(table["players"]) == 4  # Berg is there under two names
    lines = run(capsys, "crosstable", str(cup)).splitlines()
    assert lines[0].split()[:3] == ["1", "Adler,", "Anna"]
    assert lines[0].split()[-2:] == ["2", "(0.5)"]
    tsv = run(capsys, "crosstable", str(cup), "--tsv").splitlines()
    assert tsv[0].split("\t")[:5] == ["rank", "player", "rating", "1", "2"]
    run(capsys, "crosstable", str(cup), "--event", "none", status=1)


def test_names(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "build", str(cup))
    out = run(capsys, "names", str(cup))
    assert out == "Berg, Boris (1), Berg, B (1)\nOne name is spelt in several ways, of 4 names.\n"
    data = json.loads(run(capsys, "names", str(cup), "--json"))
    assert [one["name"] for one in data["clusters"][0]] == ["Berg, Boris", "Berg, B"]
    assert run(capsys, "names", str(cup), "--tsv").count("\n") == 3


def test_hits_written_into_a_new_file(
    shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "go.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Adler, Anna]PW[Dorn];B[aa];W[bb])")
    run(capsys, "build", str(shelf))
    out = tmp_path / "out.pgn"
    words = ["search", str(shelf), "--game", "chess", "--player", "adler", "--output", str(out)]
    assert run(capsys, *words) == f"2 games written to {out}.\n"
    assert out.read_text().count("[Event") == 2
    assert "A word" in out.read_text()
    run(capsys, *words, status=2)  # is there
    run(capsys, *words, "--force")
    assert main(["library", "search", str(shelf), "--output", str(tmp_path / "all.pgn")]) == 2
    assert "can't hold games of Go" in capsys.readouterr().err
    run(capsys, "search", str(shelf), "--player", "none", "--output", str(out), status=1)
    kif = str(tmp_path / "one.xqf")
    assert main(["library", "search", str(shelf), "--game", "chess", "--output", kif]) == 2
    assert not Path(kif).exists()


TWICE = """[Event "Club"]
[White "{white}"]
[Black "Costa, C"]
[Date "{date}"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 {{{words}}} 6. Re1 b5 7. Bb3 d6 8. c3 O-O {more} *
"""


def test_duplicates_are_merged_and_brought_back(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = TWICE.format(white="Adler, Anna", date="1999", words="One", more="9. h3")
    second = TWICE.format(white="Adler, A", date="1999.02.03", words="Two", more="")
    (shelf / "club.pgn").write_text(first)
    (shelf / "other.pgn").write_text(second + "\n" + GAMES)
    run(capsys, "build", str(shelf))
    words = ["dedupe", str(shelf), "--merge", "remove"]
    assert "One game would be merged, and 2 files written" in run(capsys, *words)
    assert (shelf / "club.pgn").read_text() == first
    new = shelf.parent / "merged.pgn"
    assert run(capsys, *words, "--output", str(new)) == f"One game written to {new}.\n"
    assert (shelf / "club.pgn").read_text() == first
    text = new.read_text()
    assert text.count("[White ") == 1
    assert "One" in text
    assert "Two" in text
    run(capsys, *words, "--output", str(new), status=2)
    out = run(capsys, *words, "--in-place")
    assert out.startswith("2 games in 2 files changed.\nqipu library undo takes it back.")
    text = (shelf / "club.pgn").read_text()
    assert "One" in text
    assert "Two" in text
    assert '[Date "1999.02.03"]' in text
    assert (shelf / "other.pgn").read_text() == GAMES
    assert run(capsys, "undo") == "2 files are as before.\n"
    assert (shelf / "club.pgn").read_text() == first
    assert (shelf / "other.pgn").read_text() == second + "\n" + GAMES
    run(capsys, "undo", status=1)


def test_names_are_unified(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (cup / "club.pgn").read_text()
    run(capsys, "build", str(cup))
    words = ["names", str(cup), "--unify", "Berg, Boris", "--of", "Berg, B"]
    assert run(capsys, *words).startswith("Names would change in one game of one file.")
    assert (cup / "club.pgn").read_text() == before
    run(capsys, *words, "--in-place")
    assert (cup / "club.pgn").read_text() == before.replace('"Berg, B"', '"Berg, Boris"')
    run(capsys, "update", str(cup))
    run(capsys, "names", str(cup), status=1)
    run(capsys, "names", str(cup), "--unify", "Berg", status=2)
    run(capsys, "names", str(cup), "--unify", "Berg", "--of", "Nobody", status=1)
    run(capsys, "undo")
    assert (cup / "club.pgn").read_text() == before


def test_a_library_that_is_not_built_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    named("My club", [str(tmp_path)], home()).keep()
    assert main(["library", "search", "My club", "--", "adler"]) == 2
    said = capsys.readouterr().err
    assert "hasn't been built yet. Do so by: qipu library build 'My club'" in said


def test_a_hit_without_players_is_named_by_its_title_or_not_at_all(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "club.pgn").unlink()
    (shelf / "a.sgf").write_text("(;GM[1]FF[4]SZ[9]GN[A corner];B[cc])(;GM[1]FF[4]SZ[9];B[dd])")
    run(capsys, "build", str(shelf))
    assert run(capsys, "search", str(shelf)).splitlines()[:2] == [
        f"{shelf / 'a.sgf'}#1: A corner",
        f"{shelf / 'a.sgf'}#2",
    ]


def test_columns_are_named_in_the_words_of_the_game(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shelf / "x.pgn").write_text(
        '[White "Anna, of A"]\n[Black "=Boris"]\n[WhiteElo "2410"]\n[Round "3"]\n[ECO "B20"]\n\n1. e4 c5 *\n'
    )
    run(capsys, "build", str(shelf))
    asked = ("search", str(shelf), "--game", "chess", "--first", "of")
    columns = [f"--column={one}" for one in ("White", "rating, white", "ECO", "Black", "number")]
    assert run(capsys, *asked, *columns) == (
        "White\trating, white\tECO\tBlack\tnumber\nAnna, of A\t2410\tB20\t'=Boris\t1\n"
    )
    assert run(capsys, *asked, *columns, "--csv") == (
        'White,"rating, white",ECO,Black,number\n"Anna, of A",2410,B20,\'=Boris,1\n'
    )
    (hit,) = found(capsys, *asked[1:], *columns)["hits"]
    assert hit == {
        "player0": "Anna, of A",
        "rank0": "2410",
        "opening_code": "B20",
        "player1": "=Boris",
        "number": 1,
    }
    (hit,) = found(capsys, *asked[1:])["hits"]
    assert (hit["rating0"], hit["rating1"], hit["round"]) == (2410, None, "3")
    for text in ("Red", "folded0"):
        assert main(["library", *asked, "--column", text]) == 2
        told = capsys.readouterr().err
        assert f"“{text}”" in told
        assert "Rating, White; " in told
    assert run(capsys, "group", str(shelf), "--by", "event", "--csv").startswith("value,games,won,")


def test_hits_are_sorted_by_the_words_of_the_game(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heads = ('[White "A"]\n[WhiteElo "2100"]', '[White "B"]\n[WhiteElo "990"]')
    (shelf / "x.pgn").write_text("".join(f"{head}\n\n1. e4 *\n\n" for head in heads))
    run(capsys, "build", str(shelf))
    asked = ("search", str(shelf), "--game", "chess", "--rating-from", "1")
    for column in ("Rating, White", "rank0", "rating0"):
        lines = run(capsys, *asked, "--sort", column, "--column", "White").splitlines()
        assert lines[1:] == ["B", "A"]
    assert main(["library", *asked, "--sort", "Red"]) == 2
    assert "“Red”" in capsys.readouterr().err


def test_no_text_in_a_table_is_a_formula(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shelf / "more.pgn").write_text('[White "=HYPERLINK(1)"]\n[Black "-2+3"]\n\n1. d4 *\n')
    run(capsys, "build", str(shelf))
    head, *rows = run(capsys, "search", str(shelf), "--first", "hyperlink", "--tsv").splitlines()
    (row,) = (dict(zip(head.split("\t"), one.split("\t"), strict=True)) for one in rows)
    assert row["player0"] == "'=HYPERLINK(1)"
    assert row["player1"] == "'-2+3"
    assert row["number"] == "1"


@pytest.mark.parametrize(
    "words",
    [
        ["search"],
        ["group", "--by", "player"],
        ["group", "--by", "event"],
        ["crosstable"],
        ["dedupe"],
        ["names"],
        ["explore", "--game", "chess"],
    ],
)
def test_no_table_has_a_formula_of_a_file(
    shelf: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    evil = shelf.parent / "=1+1"
    evil.mkdir()
    game = '[White "@Ädler, A"]\n[Black "+Berg"]\n[Event "-2+3|cmd"]\n[Result "1-0"]\n\n'
    moves = (
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n"
    )
    other = game.replace("Ä", "A")
    (evil / "a.pgn").write_text(f"{game}{moves}\n{other}{moves}")
    run(capsys, "build", str(evil))
    rows = run(capsys, words[0], str(evil), *words[1:], "--tsv").splitlines()
    assert len(rows) > 1
    for row in rows:
        for cell in row.split("\t"):
            assert not cell.startswith(tuple("=+-@")), row


@pytest.mark.parametrize("form", [(), ("--json",), ("--tsv",)])
@pytest.mark.parametrize(
    "words",
    [
        ["search", "--player", "nobody"],
        ["group", "--by", "player", "--player", "nobody"],
        ["crosstable", "--player", "nobody"],
        ["dedupe"],
        ["names"],
        ["explore", "--game", "chess", "--player", "nobody"],
    ],
)
def test_what_finds_nothing_says_so(
    shelf: Path, capsys: pytest.CaptureFixture[str], words: list[str], form: tuple[str, ...]
) -> None:
    run(capsys, "build", str(shelf))
    assert main(["library", words[0], str(shelf), *words[1:], *form]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("qipu: "), err
    assert form or not out


def test_the_command_that_builds_names_all_folders(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = shelf.parent / "more games"
    more.mkdir()
    assert main(["library", "search", str(shelf), str(more)]) == 2
    assert f"qipu library build {shelf} '{more}'" in capsys.readouterr().err
