"""`qipu merge`: exit status, conflicts, A's format and bytes, and as git's merge driver."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from needs import needs

from viewer.__main__ import main

BASE = (
    '[White "A"]\n[Black "B"]\n\n1. e4   e5 2. Nf3 Nc6 {as it was} (2... d6) 3. Bb5 {Spanish} *\n'
)
MINE = BASE.replace('"A"', '"Anna"')
THEIRS = BASE.replace("2... d6", "2... d6 3. d4")
BOTH = MINE.replace("2... d6", "2... d6 3. d4")
CLASH = BASE.replace('"A"', '"Bea"')


def files(folder: Path, *texts: str) -> list[str]:
    paths = [folder / name for name in ("base.pgn", "mine.pgn", "theirs.pgn")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return [str(path) for path in paths]


def test_what_each_side_changed_is_in_the_file(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.pgn"
    assert main(["merge", *files(tmp_path, BASE, MINE, THEIRS), "-o", str(out)]) == 0
    assert out.read_text("utf-8") == BOTH
    assert capsys.readouterr() == ("", "")


def test_a_conflict_is_told_and_mine_stays(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.pgn"
    words = ["merge", *files(tmp_path, BASE, MINE, CLASH), "-o", str(out)]
    assert main(words) == 1
    assert out.read_text("utf-8") == MINE
    assert capsys.readouterr().err == "qipu: conflict: header White: Anna → Bea\n"
    assert main([*words, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["taken"] == 0
    assert [one["words"] for one in data["conflicts"]] == ["header White: Anna → Bea"]


def test_into_the_file_itself(tmp_path: Path) -> None:
    paths = files(tmp_path, BASE, MINE, THEIRS)
    assert main(["merge", *paths, "-o", paths[1]]) == 0
    assert Path(paths[1]).read_text("utf-8") == BOTH
    assert Path(paths[2]).read_text("utf-8") == THEIRS


def test_where_nothing_is_taken_the_bytes_are_mine(tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert main(["merge", *files(tmp_path, BASE, MINE, BASE), "-o", str(out)]) == 0
    assert out.read_text("utf-8") == MINE


def test_trouble_is_2_and_nothing_is_written(tmp_path: Path, capsys) -> None:
    paths = files(tmp_path, BASE, MINE, THEIRS)
    for words in (
        [*paths[:2], "./nowhere.pgn", "-o", str(tmp_path / "out.pgn")],
        [*paths, "-o", str(tmp_path / "out.sgf")],
        [*paths, "-o", str(tmp_path / "no" / "out.pgn")],
        paths,
    ):
        assert main(["merge", *words]) == 2
        assert capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        Path(path).name for path in paths
    )


@needs("git")
def test_git_merges_records(tmp_path: Path) -> None:
    def git(*words: str, status: int = 0) -> str:
        command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == status, done.stderr
        return (done.stdout + done.stderr).decode("utf-8")

    def commit(text: str, words: str) -> None:
        (tmp_path / "game.pgn").write_text(text, "utf-8")
        git("add", ".")
        git("commit", "-qm", words)

    git("init", "-q", "-b", "main")
    git("config", "merge.qipu.driver", f'"{sys.executable}" -P -m viewer merge %O %A %B -o %A')
    (tmp_path / ".gitattributes").write_text("*.pgn merge=qipu\n")
    commit(BASE, "base")
    git("checkout", "-qb", "theirs")
    commit(THEIRS, "theirs")
    git("checkout", "-qb", "clash", "main")
    commit(CLASH, "clash")
    git("checkout", "-q", "main")
    commit(MINE, "mine")
    git("merge", "-q", "-m", "merged", "theirs")
    assert (tmp_path / "game.pgn").read_text("utf-8") == BOTH
    said = git("merge", "-m", "merged", "clash", status=1)
    assert "qipu: conflict: header White: Anna → Bea" in said
    assert "CONFLICT (content)" in said
    assert (tmp_path / "game.pgn").read_text("utf-8") == BOTH
    assert git("status", "--short") == "UU game.pgn\n"


@needs("git")
def test_git_merges_what_only_its_suffix_identifies(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode("utf-8")

    def commit(text: str) -> None:
        (tmp_path / "hex" / "-a game.moves").write_text(text, "utf-8")
        git("add", ".")
        git("commit", "-qm", "played")

    program = f'"{sys.executable}" -P -m viewer'
    git("init", "-q", "-b", "main")
    git("config", "merge.qipu.driver", f"{program} merge --name=%P %O %A %B -o %A")
    git("config", "diff.qipu.command", f"{program} diff --git")
    (tmp_path / ".gitattributes").write_text("*.moves merge=qipu diff=qipu\n")
    (tmp_path / "hex").mkdir()
    commit("j10 k11\n")
    git("checkout", "-qb", "theirs")
    commit("j10 k11 c3 d4 e5\n")
    git("checkout", "-q", "main")
    commit("j10 k11 c3\n")
    git("merge", "-q", "-m", "merged", "theirs")
    assert (tmp_path / "hex" / "-a game.moves").read_text("utf-8") == "j10 k11 c3 d4 e5\n"
    assert git("diff", "main^1", "main").splitlines() == [
        "hex/-a game.moves:",
        "4. d4 is new (2 moves)",
    ]
