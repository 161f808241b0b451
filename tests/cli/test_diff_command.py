"""`qipu diff`: what it prints, as JSON too, its exit status, and as git's own program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from needs import needs

from viewer.__main__ import main
from viewer.document.comparing.comparison import compare
from viewer.document.document import Document, open_document
from viewer.formats.detect import load_file

OLD = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 {Spanish} a6 *\n'
NEW = OLD.replace("Spanish", "Ruy Lopez").replace('"A"', '"Anna"').replace("2... d6", "2... d6 $1")
LINES = [
    "header White: A → Anna",
    "3. Bb5: comments: “Spanish” → “Ruy Lopez”",
    "2… d6: glyphs added: !",
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "old.pgn").write_text(OLD, "utf-8")
    (tmp_path / "new.pgn").write_text(NEW, "utf-8")
    return str(tmp_path / "old.pgn"), str(tmp_path / "new.pgn")


def test_a_line_for_each_difference(files: tuple[str, str], capsys) -> None:
    assert main(["diff", *files]) == 1
    assert capsys.readouterr().out.splitlines() == LINES
    assert main(["diff", files[0], files[0]]) == 0
    assert capsys.readouterr().out == ""


def test_json_names_places_as_a_dump_does(files: tuple[str, str], capsys) -> None:
    assert main(["diff", "--json", *files]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["a"] == {"file": files[0], "format": "pgn", "records": 1}
    assert [one["words"] for one in data["differences"]] == LINES
    header, comment, glyph = data["differences"]
    assert (header["facet"], header["a"]) == ("header:White", {"record": 0, "header": 0})
    assert (comment["before"], comment["after"]) == ("Spanish", "Ruy Lopez")
    assert (glyph["kind"], glyph["after"]) == ("added", [1])
    main(["dump", files[1]])
    nodes = json.loads(capsys.readouterr().out)["records"][0]["nodes"]
    assert nodes[comment["b"]["node"]]["comment"] == "Ruy Lopez"
    assert nodes[glyph["b"]["node"]]["glyphs"] == [1]


@pytest.mark.parametrize(
    "words", [["./nowhere.pgn", "./nowhere.pgn"], ["a"], ["a", "b", "c"], ["-", "-"]]
)
def test_trouble_is_2(words: list[str], capsys) -> None:
    assert main(["diff", *words]) == 2
    assert capsys.readouterr().err


def test_records_of_two_games_are_gone_and_new(tmp_path: Path, files, capsys) -> None:
    (tmp_path / "go.sgf").write_text("(;GM[1]SZ[9]PB[C]PW[D];B[ee])", "utf-8")
    assert main(["diff", files[0], str(tmp_path / "go.sgf")]) == 1
    assert capsys.readouterr().out.splitlines() == ["game 1 is gone: A – B", "game 1 is new: C – D"]


def test_a_hostile_text_stays_on_its_line(tmp_path: Path, files, capsys) -> None:
    (tmp_path / "odd.pgn").write_text(OLD.replace("Spanish", "\x1b[2J\nx: y"), "utf-8")
    main(["diff", files[0], str(tmp_path / "odd.pgn")])
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 1
    assert "\x1b" not in out


@needs("git")
def test_git_diff_shows_differences_of_records(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
        return done.stdout.decode("utf-8")

    program = f'"{sys.executable}" -P -m viewer diff --git'
    git("init", "-q")
    git("config", "diff.qipu.command", program)
    (tmp_path / ".gitattributes").write_text("*.pgn diff=qipu\n")
    (tmp_path / "game.pgn").write_text(OLD, "utf-8")
    git("add", ".")
    git("commit", "-qm", "one")
    (tmp_path / "game.pgn").write_text(NEW, "utf-8")
    (tmp_path / "more.pgn").write_text(OLD, "utf-8")
    git("add", "-N", "more.pgn")
    lines = git("diff").splitlines()
    assert lines == ["game.pgn:", *LINES, "more.pgn:", "game 1 is new: A – B"]


def test_a_name_tells_the_format_of_files_without_suffix(tmp_path: Path, capsys) -> None:
    for name, text in (("one", "a1 b2 c3\n"), ("two", "a1 b2 d4\n")):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / "one"), str(tmp_path / "two")]
    main(["diff", "--json", *files])
    assert json.loads(capsys.readouterr().out)["a"]["format"] == "pgn"
    assert main(["diff", "--json", "--name", "games/final.moves", *files]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["a"]["format"], data["b"]["format"]) == ("moves", "moves")
    assert [one["facet"] for one in data["differences"]] == ["action"]


KIF = """手合割：平手
   1 ７六歩(77)
*one line
*and the next
   2 ３四歩(33)
"""


def test_line_breaks_of_another_format_are_no_differences(tmp_path: Path, capsys) -> None:
    start, old, new = (str(tmp_path / name) for name in ("start.pgn", "old.xqf", "new.pgn"))
    Path(start).write_text('[Game "Chinese Chess"]\n\n1. 炮二平五 马8进7 *\n', "utf-8")
    assert main(["convert", start, old]) == 0
    document = open_document(old)
    first = document.record(0).node(1)
    words = "word " * 40 + "end"
    document.set_comment(first, f"one line\nand the next\n\n{words}")
    document.set_comment(first.children[0], "a } brace\nbelow it")
    document.save()
    assert main(["convert", old, new]) == 0
    assert Path(new).read_text("utf-8").count("\n") > 15  # with lines that were broken
    for pair in ((old, new), (new, old)):
        capsys.readouterr()
        assert main(["diff", *pair]) == 0, capsys.readouterr().out


def test_what_is_taken_over_has_the_line_breaks_of_its_format(tmp_path: Path) -> None:
    kif, pgn, out = (str(tmp_path / name) for name in ("a.kif", "b.pgn", "out.kif"))
    Path(kif).write_text(KIF, "utf-8")
    Path(pgn).write_text("{a\n\nb} 1. P-7f {one\n\ntwo} P-3d *\n", "utf-8")
    mine, theirs = (load_file(path) for path in (kif, pgn))
    document = Document(mine, kif)
    comparison = compare(document, theirs)
    document.do(comparison.edit_for(document, comparison.differences))
    document.save(out)
    assert [node.comment for node in load_file(out).record(0).walk()][:2] == ["a\nb", "one\ntwo"]
