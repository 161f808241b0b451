"""Work on many games that is stopped, or fails in the middle, in several processes: nothing half is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from viewer.__main__ import main
from viewer.base.files import SYSTEM
from viewer.base.jobs import JobStep
from viewer.cli.converting import _write_part
from viewer.document.parts import parts_of
from viewer.document.record_set import NumberedSet
from viewer.face import load
from viewer.publish.exporter import Study
from viewer.publish.kinds import KINDS
from viewer.publish.page.gathering import _gathered_alone
from viewer.publish.text.exporter import _sections_alone
from viewer.publish.text.plain import PlainText

GAME = '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0\n\n'
SLOW = '[Event "a"]\n[Result "*"]\n\n1. e4 {is} e5 2. Nf3 (2. f4 exf4 3. Nf3) Nc6 3. Bb5 a6 *\n\n'
LINUX = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks at processes in /proc"
)
CONVERSIONS = [("pgn", ["--option", "form=export"]), ("epd", ["--allow-loss"])]
ONE_FILE = [
    *(["convert", f"out.{suffix}", *more] for suffix, more in CONVERSIONS),
    *(["export", f"out.{kind}", f"--{kind}"] for kind in ("text", "html")),
]


class Running:
    """A command on IN and OUT in a process of its own, once it has started others."""

    def __init__(self, folder: Path, source: str, words: list[str]) -> None:
        command, target, *more = words
        out = ["-o", target] if command == "export" else [target]
        begin = [sys.executable, "-P", "-m", "viewer", command, source, *out, *more]
        self.process = subprocess.Popen(
            [*begin, "--jobs", "2"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        self.workers: list[int] = []
        while len(self.workers) < 2:
            assert self.process.poll() is None
            time.sleep(0.01)
            self.workers = [id for id in self._children() if b"spawn_main" in self._words(id)]

    def _children(self) -> list[int]:
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        return list(map(int, Path(path).read_text().split()))

    @staticmethod
    def _words(id: int) -> bytes:
        try:
            return Path(f"/proc/{id}/cmdline").read_bytes()
        except OSError:
            return b""

    def wait_for_work(self) -> None:
        """Until one of the others has been at work for a while: a third of a second of processor time."""
        while True:
            fields = Path(f"/proc/{self.workers[0]}/stat").read_text().rpartition(")")[2].split()
            if int(fields[11]) > 30:
                return
            assert self.process.poll() is None
            time.sleep(0.01)

    def end(self) -> tuple[int, str]:
        """Its exit status and what it said, once all processes are gone."""
        _, said = self.process.communicate(timeout=250)
        for worker in self.workers:
            while os.path.exists(f"/proc/{worker}"):
                time.sleep(0.01)
        return self.process.returncode, said.decode()


@LINUX
@pytest.mark.parametrize(
    ("number", "status", "words"),
    [(signal.SIGTERM, 143, ONE_FILE[0]), *((signal.SIGINT, 130, words) for words in ONE_FILE)],
)
def test_a_signal_leaves_nothing_of_a_file(
    number: signal.Signals, status: int, words: list[str], tmp_path: Path
) -> None:
    (tmp_path / "long.pgn").write_text(SLOW * 40_000)
    running = Running(tmp_path, "long.pgn", words)
    running.wait_for_work()
    running.process.send_signal(number)
    assert running.end()[0] == status
    assert os.listdir(tmp_path) == ["long.pgn"]


@LINUX
def test_a_signal_leaves_whole_files_of_a_folder(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number in range(60):
        (source / f"{number:02}.pgn").write_text(GAME * 400)
    running = Running(tmp_path, "in", ["convert", "out", "--to", "epd", "--allow-loss"])
    while len(list(target.glob("*.epd"))) < 2:
        assert running.process.poll() is None
        time.sleep(0.01)
    running.process.send_signal(signal.SIGTERM)
    assert running.end()[0] == 143
    made = {path.name: path.read_text().count("\n") for path in target.iterdir()}
    assert 2 <= len(made) < 60
    assert set(made.values()) == {400}
    assert all(name.endswith(".epd") for name in made)


@LINUX
@pytest.mark.parametrize("words", ONE_FILE, ids=lambda words: words[1])
def test_a_process_that_is_killed_is_told(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "long.pgn").write_text(SLOW * 40_000)
    running = Running(tmp_path, "long.pgn", words)
    running.wait_for_work()
    os.kill(running.workers[0], signal.SIGKILL)
    status, said = running.end()
    assert status == 2
    assert "The process that did this ended too early (exit status -9)." in said
    assert "Traceback" not in said
    assert os.listdir(tmp_path) == ["long.pgn"]


@LINUX
def test_a_process_that_is_killed_costs_a_folder_one_file(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number in range(12):
        (source / f"{number:02}.pgn").write_text(SLOW * 300)
    running = Running(tmp_path, "in", ["convert", "out", "--to", "epd", "--allow-loss"])
    running.wait_for_work()
    os.kill(running.workers[0], signal.SIGKILL)
    status, said = running.end()
    assert status == 2
    assert "1 file not written" in said
    assert "exit status -9" in said
    made = {path.name: path.read_text().count("\n") for path in target.iterdir()}
    assert len(made) == 11
    assert set(made.values()) == {300}


@pytest.fixture
def long_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is taken for a long one, of six parts."""
    monkeypatch.setattr("viewer.document.parts.MUCH", 0)
    monkeypatch.setattr("viewer.cli.convert.MUCH", 0)
    path = tmp_path / "long.pgn"
    path.write_text(GAME * 300)
    monkeypatch.setattr("viewer.document.parts._PART", path.stat().st_size // 6)
    return path


@pytest.mark.parametrize("words", ONE_FILE, ids=lambda words: words[1])
def test_a_full_disk_leaves_the_file_that_was_there(
    words: list[str],
    long_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def full(fd: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    command, name, *more = words
    target = tmp_path / name
    target.write_bytes(b"before")
    monkeypatch.setattr(SYSTEM, "write", full)
    out = ["-o", str(target)] if command == "export" else [str(target), "--force"]
    assert main([command, str(long_file), *out, *more, "--jobs", "2"]) == 2
    said = capfd.readouterr().err
    assert f"{target} couldn't be saved: no space left on the disk." in said
    assert target.read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == ["long.pgn", name]


@pytest.mark.parametrize("words", ONE_FILE, ids=lambda words: words[1])
def test_a_full_disk_for_what_waits_to_be_written_is_told(
    words: list[str],
    long_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def full(self: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("viewer.base.spool.Spool.put", full)
    command, name, *more = words
    target = tmp_path / name
    out = ["-o", str(target)] if command == "export" else [str(target)]
    assert main([command, str(long_file), *out, *more, "--jobs", "2"]) == 2
    said = capfd.readouterr().err
    assert "no space left on the disk" in said.lower()
    assert "Traceback" not in said
    assert os.listdir(tmp_path) == ["long.pgn"]


def test_progress_counts_games(long_file: Path) -> None:
    parts = parts_of(str(long_file), None)
    assert parts is not None
    part = parts[0]
    count = len(part.indexes)
    assert count == 50
    options = {"form": "export"}
    written = _write_part(str(long_file), None, "pgn", options, part)
    some = NumberedSet(load(long_file), "1-50").collection()
    study = Study(some, range(1, 51))
    values = {
        kind: {field.key: field.default for field in KINDS[kind].load().fields}
        for kind in ("text", "html")
    }
    values["text"]["language"] = "en"
    jobs: tuple[Iterator[JobStep[Any]], ...] = (
        written,
        _sections_alone(study, 0, PlainText, values["text"]),
        _gathered_alone(study, 0, values["html"]),
    )
    for job in jobs:
        steps = list(job)
        shares = [step.done / step.total for step in steps[:-1]]
        assert {step.total for step in steps[:-1]} == {count}
        assert shares == sorted(shares)
        assert len(set(shares)) >= count
