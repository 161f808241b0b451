"""`qipu export`: files, folders, standard streams, many at once, and what goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import viewer
from viewer.__main__ import main
from viewer.base import spool
from viewer.base.messages import Message
from viewer.base.resources import resource_path
from viewer.cli import export
from viewer.cli.console import complain

GAME = "1. e4 {best} e5 2. Nf3 Nc6 *\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(GAME, "utf-8")
    return path


def test_a_position_is_the_picture_of_render(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    assert main(["export", str(game), "-o", str(out), "--ply", "2", "--style", "size=300"]) == 0
    record = viewer.load(game).record(0)
    node = list(record.root.main_line())[2]
    # A file names its study; a picture alone has no name.
    drawn = out.read_text("utf-8").replace("<title>game</title>\n", "")
    assert drawn == viewer.render(record, node, size=300)


def test_the_kind_is_named_by_an_option_or_by_the_suffix(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "picture"
    assert main(["export", str(game), "--svg", "-o", str(odd)]) == 0
    assert odd.read_text("utf-8").startswith("<?xml")
    assert main(["export", str(game), "-o", str(tmp_path / "a.xyz")]) == 2
    assert "a.xyz names no kind of export: .pdf, .html, .md" in capsys.readouterr().err


def test_what_is_left_out_is_said(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(game), "-o", str(tmp_path / "a.svg"), "--ply", "1"]) == 0
    assert capsys.readouterr().err == "qipu: Left out: comments (1).\n"


@pytest.mark.parametrize("kind", ["html", "text", "tex"])
def test_much_goes_through_a_temporary_file(
    kind: str,
    game: Path,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    for number, most in enumerate((spool._IN_MEMORY, 10)):
        monkeypatch.setattr(spool, "_IN_MEMORY", most)
        out = tmp_path / f"{number}.{kind}"
        assert main(["export", str(game), f"--{kind}", "-o", str(out)]) == 0
        assert main(["export", str(game), f"--{kind}", "-o", "-"]) == 0
        made += [out.read_bytes(), capfdbinary.readouterr().out]
    assert made[0].endswith({"html": b"</html>\n", "text": b"\n\n", "tex": b"{document}\n"}[kind])
    assert made == made[:1] * 4


def test_several_files_go_into_a_folder(game: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(5):
        (tmp_path / "in" / f"{number}.pgn").write_text(GAME, "utf-8")
    out = tmp_path / "out" / "svg"
    words = [
        "export",
        str(tmp_path / "in"),
        str(game),
        "--svg",
        "-o",
        f"{out}{os.sep}",
        "--jobs",
        "2",
    ]
    assert main(words) == 0
    assert sorted(os.listdir(out)) == ["0.svg", "1.svg", "2.svg", "3.svg", "4.svg", "game.svg"]


def test_several_files_go_into_one_of_that_name(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = resource_path("samples", "en", "study", "xiangqi.xqf")
    third = tmp_path / "third.pgn"
    third.write_text('[White "Third"]\n[Black "Last"]\n\n1. d4 d5 *\n\n1. c4 c5 *\n', "utf-8")
    out = tmp_path / "all.txt"
    words = ["export", str(third), str(tmp_path / "no.pgn"), str(game), "-o", str(out)]
    assert main([*words, "--records", "1"]) == 2
    assert "no.pgn can't be read: no such file or folder." in capsys.readouterr().err
    text = out.read_text("utf-8")
    assert text.index("1. d4 d5") < text.index("1. e4")
    assert "c4" not in text
    for kind in ("pdf", "html", "md", "tex", "csv", "sheet", "problems"):
        made = tmp_path / f"made.{kind}"
        assert main(["export", str(game), str(third), f"--{kind}", "-o", str(made)]) in (0, 2)
        assert made.is_file() or kind in ("csv", "sheet", "problems")  # no problems in them
    assert main(["export", str(game), str(third), "-o", str(tmp_path / "p.svg")]) == 0
    assert sorted(tmp_path.glob("p*.svg")) == [tmp_path / f"p-{number}.svg" for number in (1, 2, 3)]
    capsys.readouterr()
    assert main(["export", str(game), str(other), "-o", str(tmp_path / "mixed.pdf")]) == 0
    assert main(["export", str(game), "-", "-o", str(out)]) == 2
    assert "Standard input and files don't go into one file." in capsys.readouterr().err
    assert out.read_text("utf-8") == text


def test_what_doesnt_go_into_one_file_is_named(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.pgn"
    other = Path(resource_path("samples", "en", "study", "shogi.kif"))
    stones = Path(resource_path("samples", "en", "study", "hex.hgt"))
    empty.write_bytes(b"")
    out = tmp_path / "all.pdf"
    assert main(["export", str(other), str(stones), "-o", str(out)]) == 2
    said = capsys.readouterr().err
    assert f"{other} (Shogi) and {stones} (Hex) don't go into one file." in said
    assert main(["export", str(game), str(empty), "-o", str(out)]) == 2
    assert "empty.pgn: There is no game to export." in capsys.readouterr().err
    assert out.is_file(), "the others are in it"


def test_a_joined_file_is_never_one_that_is_read(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.pgn"
    other.write_text(GAME, "utf-8")
    assert main(["export", str(game), str(other), "--text", "-o", str(game)]) == 2
    assert "game.pgn is being read" in capsys.readouterr().err
    assert game.read_text("utf-8") == GAME


def test_plies_are_counted_not_nodes(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[1]SZ[9];C[no move];B[aa];C[none];W[bb];B[cc])", "utf-8")
    out = tmp_path / "a.svg"
    assert main(["export", str(path), "-o", str(out), "--ply", "2"]) == 0
    record = viewer.load(path).record(0)
    node = list(record.root.main_line())[4]
    assert out.read_text("utf-8").replace("<title>a</title>\n", "") == viewer.render(record, node)


def test_the_records_of_a_large_file_are_shared_among_processes(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(GAME * 120, "utf-8")
    out = tmp_path / "out.svg"
    words = ["export", str(path), "-o", str(out), "--jobs", "2", "--style", "size=50"]
    assert main(words) == 0
    names = sorted(one for one in os.listdir(tmp_path) if one.endswith(".svg"))
    assert names == [f"out-{number:03}.svg" for number in range(1, 121)]


def test_one_bad_file_stops_no_other(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_bytes(b"")
    out = tmp_path / "out"
    words = [
        "export",
        str(bad),
        str(tmp_path / "no.pgn"),
        str(game),
        "--svg",
        "-o",
        f"{out}{os.sep}",
    ]
    assert main(words) == 2
    assert os.listdir(out) == ["game.svg"]
    told = capsys.readouterr().err
    assert "bad.pgn: There is no game to export." in told
    assert "no.pgn: no such file or folder." in told


def test_standard_streams(game: Path) -> None:
    words = [sys.executable, "-m", "viewer", "export", "-", "--svg", "-o", "-"]
    done = subprocess.run(words, input=game.read_bytes(), capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.startswith(b"<?xml")
    words += ["--style", "positions=moves"]
    done = subprocess.run(words, input=game.read_bytes(), capture_output=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"standard output takes only one" in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--style", "siz=3"], "There is no option siz; there are: positions, size, "),
        (["--style", "size=0"], "Option size can't be 0; it can be: 1 to 8192."),
        (["--style", "size=x"], "Option size can't be x; it can be: 1 to 8192."),
        (["--style", "flip=perhaps"], "Option flip can't be perhaps; it can be: yes, no."),
        (["--style", "theme=pink"], "Option theme can't be pink; it can be: light, dark, "),
        (["--style", "x"], "--style wants a style (informator, study, "),
        (
            ["--style", "pieces=wood"],
            "chess has no pieces wood; there are: figures, plain, letters.",
        ),
        (["--ply", "9"], "The main line has no ply 9."),
        (["--node", "9"], "The record has no node 9."),
        (["--records", "2"], "There is no game 2; there is one game."),
        (["--records", "x"], "Games are named by numbers"),
    ],
)
def test_what_there_isnt_is_one_sentence(
    game: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    assert main(["export", str(game), "-o", str(tmp_path / "x.svg"), *words]) == 2
    told = capsys.readouterr().err
    assert sentence.lower() in told.lower()
    assert told.count("\n") == 1
    assert os.listdir(tmp_path) == ["game.pgn"]


def test_a_file_is_not_written_over_itself(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(game), "--svg", "-o", str(game)]) == 2
    assert "is being read" in capsys.readouterr().err
    assert game.read_text("utf-8") == GAME


def test_without_qt_a_picture_of_vectors_is_made(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    code = (
        "import sys\n"
        "sys.modules['PySide6'] = None\n"
        "from viewer.__main__ import main\n"
        f"sys.exit(main(['export', {str(game)!r}, '-o', {str(out)!r}]))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert out.exists()


def test_help_lists_the_choices_of_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--svg", "--help"]) == 0
    told = capsys.readouterr().out
    assert "--style positions=one" in told
    assert "--style delay" not in told


def test_what_no_font_has_is_named_before_the_file_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, out = tmp_path / "game.pgn", tmp_path / "a.pdf"
    game.write_text("1. e4 {rare: \U00012345} *\n", "utf-8")
    there: list[bool] = []

    def complained(words: Message) -> None:
        there.append(out.exists())
        complain(words)

    monkeypatch.setattr(export, "complain", complained)
    assert main(["export", str(game), "-o", str(out)]) == 0
    assert there == [False]
    assert capsys.readouterr().err == (
        "qipu: No font here has the character \U00012345: an empty box will stand for it.\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("limit", [2_000, 30_000])
def test_a_book_that_the_disk_has_no_room_for(tmp_path: Path, limit: int) -> None:
    """With the first limit there is no room for the data either from which a book is set."""
    text = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n"
    text += "from viewer.__main__ import main; raise SystemExit(main())"
    game, out = resource_path("samples", "en", "study", "go.sgf"), tmp_path / "out"
    out.mkdir()
    (out / "book.pdf").write_bytes(b"before")
    words = [sys.executable, "-c", text, "export", str(game), "-o", str(out / "book.pdf")]
    there = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=there)
    assert done.returncode == 2
    assert "larger than a file may be" in done.stderr
    assert "Traceback" not in done.stderr
    assert os.listdir(out) == ["book.pdf"]
    assert (out / "book.pdf").read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["out"]


def test_all_positions_go_into_a_folder_that_is_made(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    words = ["--svg", "--style", "positions=moves", "-o", str(out)]
    assert main(["export", str(game), *words]) == 0
    names = sorted(path.name for path in out.iterdir())
    assert len(names) > 1
    assert all(name.startswith(f"{game.stem}-") and name.endswith(".svg") for name in names)
