"""Pictures of files for file managers: what they show, how large they are, what ends them."""

from __future__ import annotations

import os
import shlex
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.base.resources import resource_path
from viewer.cli import launcher
from viewer.face import load, render
from viewer.formats import FORMATS

pytestmark = pytest.mark.gui

SAMPLES = ("chess.pgn", "go.sgf", "hex.hgt", "shogi.kif", "twixt.tgt", "xiangqi.xqf")
QIPU = (sys.executable, "-P", "-m", "viewer")


def drawn(path: str, target: Path, side: int) -> subprocess.CompletedProcess[str]:
    """What a file manager starts; the limits are those of its own process."""
    text = launcher.thumbnailer(QIPU, launcher.kinds_of(FORMATS.values()))
    line = next(line for line in text.splitlines() if line.startswith("Exec="))
    values = {"%s": str(side), "%o": str(target), "%i": path}
    words = [values.get(word, word) for word in shlex.split(line.removeprefix("Exec="))]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def size_of(picture: Path) -> tuple[int, int]:
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    return struct.unpack(">II", data[16:24])


@pytest.mark.parametrize("name", SAMPLES)
def test_each_sample_has_a_picture_that_fits(name: str, tmp_path: Path) -> None:
    target = tmp_path / "a picture.png"
    done = drawn(str(resource_path("samples", "en", "study", name)), target, 96)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert max(size_of(target)) == 96


def test_it_shows_the_end_of_the_first_game(tmp_path: Path) -> None:
    path = str(resource_path("samples", "en", "study", "chess.pgn"))
    target = tmp_path / "end.png"
    assert drawn(path, target, 200).returncode == 0
    *_, last = load(path).record(0).root.main_line()
    assert target.read_bytes() == render(
        load(path).record(0),
        last,
        kind="png",
        size=200,
        coordinates="none",
        look={"marks": False},
    )


def test_names_are_taken_as_they_are(tmp_path: Path) -> None:
    for name in ("-棋 谱.sgf", "%s 'a' \"b\".sgf"):
        path = tmp_path / name
        path.write_bytes(b"(;GM[1]SZ[9];B[aa];W[bb])")
        target = tmp_path / "one.png"
        assert drawn(str(path), target, 48).returncode == 0
        assert size_of(target) == (48, 48)
        target.unlink()


def test_a_file_that_is_no_record_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "no.xqf", tmp_path / "no.png"
    path.write_bytes(b"\0" * 40)
    done = drawn(str(path), target, 48)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not target.exists()
    assert main(["render", "--help"]) == 0
    assert "--thumbnail" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="limits are those of Unix")
@pytest.mark.parametrize(
    ("limit", "work", "end"),
    [
        ("SECONDS = 1", "while True: pass", -signal.SIGXCPU if os.name == "posix" else 0),
        ("PATIENCE = 1", "threading.Event().wait()", -signal.SIGALRM if os.name == "posix" else 0),
        pytest.param(
            "MEMORY = 1 << 27",
            "bytearray(1 << 28)",
            1,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="counted by Linux"),
        ),
    ],
)
def test_what_takes_too_much_is_ended(limit: str, work: str, end: int) -> None:
    script = "import threading\nfrom viewer.cli import thumbnail\n"
    script += f"thumbnail.{limit}\nthumbnail.limit()\n{work}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == end
    assert end < 0 or "MemoryError" in done.stderr
