"""Long files in parts and folders, in several processes: the same as in one, and nothing half."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

from viewer.__main__ import main
from viewer.base import processes
from viewer.base.jobs import JobStep
from viewer.base.processes import WorkerLost, WorkOutcome
from viewer.document.parts import collection_of, parts_of
from viewer.formats.format import Unreadable

GAMES = (
    '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0\n\n',
    '[Event "b"]\n[Date "2001.02.30"]\n[Result "*"]\n\n1. e4 e5 2. Ke5 (2. Qh5 {x} Ke7) Nf6 *\n\n',
    '[Event "c"]\n[Result "0-1"]\n\n1.d4 d5 2.c4! {[%clk 0:01:00] ok} e6 3.Nc3 Bb4 1-0\n\n',
    '[Event "d"]\n[Result "*"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q $300 Kg7 zzz *\n\n',
    '[Event "é"]\n[Variant "Crazyhouse"]\n[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 *\n\n',
)


@pytest.fixture
def long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is taken for a long one, of about a dozen parts."""
    monkeypatch.setattr("viewer.document.parts.MUCH", 0)
    monkeypatch.setattr("viewer.cli.convert.MUCH", 0)
    monkeypatch.setattr("viewer.cli.console._PATIENCE", float("inf"))  # nothing is said of the time
    path = tmp_path / "long.pgn"
    path.write_text("".join(GAMES) * 60, encoding="utf-8")
    monkeypatch.setattr("viewer.document.parts._PART", path.stat().st_size // 12)
    return path


@pytest.mark.parametrize("how", [[], ["--json"], ["--summary"]])
def test_a_check_in_parts_finds_the_same(
    how: list[str], long_file: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    said = []
    for jobs in ("1", "2"):
        status = main(["check", str(long_file), *how, "--jobs", jobs])
        said.append((status, capfdbinary.readouterr().out))
    assert said[0] == said[1]
    assert said[0][0] == 1
    assert said[0][1].count(b"pgn.strict.date") in (1, 60)


def test_a_dump_in_parts_says_the_same(
    long_file: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    said = []
    for jobs in ("1", "2"):
        assert main(["dump", str(long_file), "--openings", "--jobs", jobs]) == 0
        said.append(capfdbinary.readouterr().out)
    assert said[0] == said[1]
    data = json.loads(said[0])
    assert len(data["records"]) == 300
    assert data["records"][0]["nodes"][3]["move"] == "g1f3"
    assert {one["code"] for one in data["diagnostics"]} >= {"chess.illegal-move", "pgn.large-nag"}


def test_the_export_form_in_parts_is_the_same(
    long_file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = []
    for jobs in ("1", "2"):
        target = tmp_path / f"{jobs}.pgn"
        words = ["convert", str(long_file), str(target), "--option", "form=export", "--jobs", jobs]
        assert main(words) == 1  # what is lost is told, and nothing is written
        assert not target.exists()
        assert main([*words, "--allow-loss"]) == 0
        said.append((capfd.readouterr().err.replace(str(target), ""), target.read_bytes()))
    assert said[0] == said[1]
    assert sorted(os.listdir(tmp_path)) == ["1.pgn", "2.pgn", "long.pgn"]


@pytest.mark.parametrize(
    ("suffix", "more"), [("pgc", []), ("epd", ["--records", "2,4-290"]), ("fen", ["--sort"])]
)
def test_other_formats_in_parts_are_the_same(
    suffix: str, more: list[str], long_file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = []
    for jobs in ("1", "2"):
        target = tmp_path / f"{jobs}.{suffix}"
        words = ["convert", str(long_file), str(target), "--allow-loss", *more, "--jobs", jobs]
        said.append((main(words), capfd.readouterr().err, target.read_bytes()))
    assert said[0] == said[1]
    assert len(said[0][2]) > 5000
    assert "lost" in said[0][1]


def test_a_game_that_the_format_cannot_hold_is_refused_in_parts(
    long_file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = long_file.read_text(encoding="utf-8")
    other = '[Event "x"]\n[Game "Chinese Chess"]\n\n1. h2e2 h9g7 *\n\n'
    long_file.write_text(text + other + text, encoding="utf-8")
    said = []
    for jobs in ("1", "2"):
        target = tmp_path / f"{jobs}.epd"
        words = ["convert", str(long_file), str(target), "--allow-loss", "--jobs", jobs]
        said.append((main(words), capfd.readouterr().err))
        assert not target.exists()
    assert (
        said[0]
        == said[1]
        == (2, "qipu: Chess positions with operations (EPD) can't hold Xiangqi.\n")
    )


def test_a_process_that_is_lost_is_told(
    long_file: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = [WorkOutcome[object](0, [], WorkerLost(-9))]
    monkeypatch.setattr(
        "viewer.cli.converting.in_processes",
        lambda *args, **more: (JobStep(1, 1, one) for one in ended),
    )
    target = tmp_path / "out.epd"
    assert main(["convert", str(long_file), str(target), "--jobs", "2"]) == 2
    told = f"qipu: {long_file}: The process that did this ended too early (exit status -9).\n"
    assert capfd.readouterr().err == told
    assert not target.exists()


@pytest.mark.parametrize(
    ("kind", "more", "files"),
    [
        ("text", [], 1),
        ("md", ["--records", "4-290", "--style", "comments=no"], 1),
        ("md", ["--style", "diagrams=pictures", "--style", "set-up=yes"], 121),
        ("tex", [], 1),
        ("tex", ["--records", "9-290", "--style", "xskak=no", "--style", "set-up=yes"], 115),
        ("html", [], 1),
        ("html", ["--records", "5-290", "--style", "form=element"], 3),
    ],
)
def test_exports_in_parts_are_the_same(
    kind: str,
    more: list[str],
    files: int,
    long_file: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, handed = [], []

    def in_processes(work: Any, items: Any, *args: Any, **more: Any) -> Iterator[Any]:
        handed.append(len(items))
        return processes.in_processes(work, items, *args, **more)

    monkeypatch.setattr("viewer.publish.apart.in_processes", in_processes)
    # Parts begin with any of the games, so that other boards and pieces come first.
    monkeypatch.setattr("viewer.document.parts._PART", long_file.stat().st_size // 13)
    for jobs in ("1", "2"):
        target = tmp_path / jobs / f"out.{kind}"
        words = ["export", str(long_file), f"--{kind}", "-o", str(target), *more, "--jobs", jobs]
        status = main(words)
        made = {path.name: path.read_bytes() for path in target.parent.iterdir()}
        said.append((status, capfd.readouterr().err, made))
    assert said[0] == said[1]
    assert said[0][0] == 0
    assert len(said[0][2]) == files
    assert max(map(len, said[0][2].values())) > 5000
    assert handed in ([13], [14])


def test_a_folder_is_converted_into_another(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    (source / "below").mkdir(parents=True)
    for name in ("a.sgf", "below/b.sgf", "below/c.sgf"):
        (source / name).write_text("(;FF[4]GM[1]SZ[9];B[ee];W[cc])")
    (source / "a.pgn").write_text(GAMES[0])
    (source / "broken.pgn").write_bytes(b"")
    words = ["convert", str(source), "-o", str(target), "--to", "sgf", "-r"]
    assert main(words) == 2
    said = capfd.readouterr()
    assert said.out.endswith("3 of 5 files written\n")
    assert "1 file not written, first " in said.err
    assert "lost 1 time, first in " in said.err
    written = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
    assert written == ["a.sgf.sgf", os.path.join("below", "b.sgf"), os.path.join("below", "c.sgf")]
    (source / "a.pgn").unlink()
    (source / "broken.pgn").unlink()
    assert main(words) == 2  # all but a.sgf are there already
    assert "2 files not written" in capfd.readouterr().err
    assert main([*words, "--force"]) == 0


def test_losses_of_a_folder_are_told_by_kind(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pgn").write_text(GAMES[2].replace("ok", "好"), encoding="utf-8")
    words = ["convert", str(tmp_path), str(tmp_path / "out"), "--to", "pgn", "--option"]
    assert main([*words, "form=export"]) == 1
    said = capfd.readouterr()
    assert "lost 2 times, first in " in said.err
    assert "--allow-loss writes them" in said.err
    assert said.out == "0 of 2 files written\n"
    assert main([*words, "form=export-utf-8"]) == 0


def test_a_summary_counts_the_findings_of_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.pgn").write_text(GAMES[1])
    assert main(["check", "-r", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    (illegal,) = [line for line in lines if "chess.illegal-move" in line]
    assert illegal.startswith(
        f"warning chess.illegal-move, 2 times in 2 files: first {tmp_path / 'a.pgn'}:5:13: "
    )
    assert lines[-1].startswith("2 checked: 0 clean, 2 odd")
    assert main(["check", str(tmp_path), "--each"]) == 1
    assert len(capsys.readouterr().out.splitlines()) > len(lines)


@pytest.fixture
def packed_file(long_file: Path) -> Path:
    """The same in frames of some kilobytes, with games that begin within a line, and of a kind not read."""
    odd = '[Event "s"]\n[Variant "Antichess"]\n\n1. e3 b5 *\n\n' * 20
    text = long_file.read_text(encoding="utf-8")
    data = (text.replace('1-0\n\n[Event "b"]', '1-0 [Event "b"]') + odd).encode()
    path = long_file.with_name("long.pgn.zst")
    pack = zstandard.ZstdCompressor()
    path.write_bytes(
        b"".join(pack.compress(data[at : at + 8000]) for at in range(0, len(data), 8000))
    )
    long_file.write_bytes(data)
    return path


def test_a_packed_file_is_worked_on_in_parts(
    packed_file: Path,
    long_file: Path,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is said of it is the same in one process and in several, and as of the file that it holds."""
    (tmp_path / "private").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "private"))
    assert parts_of(str(packed_file), None) is not None
    said = []
    for path, jobs in ((packed_file, "1"), (packed_file, "2"), (long_file, "2")):
        words = [main(["check", str(path), "--json", "--jobs", jobs])]
        words += [main(["dump", str(path), "--jobs", jobs])]
        target = tmp_path / f"{path.name}{jobs}.pgn"
        export = ["--option", "form=export", "--jobs", jobs, "--allow-loss"]
        words += [main(["convert", str(path), str(target), *export])]
        out = capfdbinary.readouterr()
        texts = [text.replace(os.fsencode(path), b"FILE") for text in out]
        said.append((words, texts, target.read_bytes()))
    assert said[0] == said[1] == said[2]
    assert said[0][0] == [1, 0, 0]
    assert not os.listdir(tmp_path / "private")


def test_a_damaged_packed_file_is_taken_as_a_whole(
    packed_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    packed_file.write_bytes(packed_file.read_bytes()[:-100])
    assert parts_of(str(packed_file), None) is None
    assert main(["check", str(packed_file), "--jobs", "2"]) == 1
    assert "file.packed" in capfd.readouterr().out


@pytest.mark.parametrize("numbers", ["", "250-", "2,4,299,7-60", "3", "12-11", "400"])
def test_chosen_records_in_parts(
    numbers: str, packed_file: Path, long_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for path in (packed_file, long_file):
        said = []
        for jobs in ("1", "2"):
            words = ["check", str(path), "--jobs", jobs, "--records", numbers]
            said.append((main(words), capfd.readouterr().out))
        assert said[0] == said[1]
    places = [line for line in said[0][1].splitlines() if ": game " in line]
    if numbers == "250-":
        assert all(f"game {number}:" in said[0][1] for number in range(252, 256))
        assert not any("game 249:" in line for line in places)


def test_chosen_and_sorted_records_in_the_export_form(
    long_file: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for more in (["--records", "4-290"], ["--sort"]):
        said = []
        for jobs in ("1", "2"):
            target = tmp_path / f"{jobs}.pgn"
            words = ["convert", str(long_file), str(target), "--option", "form=export", *more]
            assert main([*words, "--allow-loss", "--force", "--jobs", jobs]) == 0
            said.append((capfd.readouterr().err.replace(str(target), ""), target.read_bytes()))
        assert said[0] == said[1]


def test_the_findings_of_a_record_are_those_of_the_whole_file(
    long_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(long_file), "--jobs", "1"])
    whole = capfd.readouterr().out.splitlines()[:-1]
    main(["check", str(long_file), "--jobs", "1", "--records", "2,7,4"])
    some = capfd.readouterr().out.splitlines()[:-1]
    for number in (2, 7, 4):
        assert [line for line in whole if f"game {number}:" in line] == [
            line for line in some if f"game {number}:" in line
        ]


def test_a_file_that_changes_while_its_parts_are_read_is_told(
    long_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    parts = parts_of(str(long_file), None)
    assert parts is not None
    part = parts[3]
    long_file.write_bytes(long_file.read_bytes().replace(b"1. e4", b"1. d4"))
    with pytest.raises(Unreadable, match="changed while it was read"):
        collection_of(str(long_file), None, part)
    parts.close()


def test_several_long_files(long_file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    other = long_file.with_name("other.pgn")
    other.write_bytes(long_file.read_bytes())
    said = []
    for jobs in ("1", "2"):
        said.append(
            (main(["check", str(long_file), str(other), "--jobs", jobs]), capfd.readouterr())
        )
    assert said[0] == said[1]
