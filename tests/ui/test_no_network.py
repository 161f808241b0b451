"""The window opens no connection but its local sockets: whatever asks for another one dies."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from without_network import MACHINES

HERE = Path(__file__).resolve().parent
SAMPLES = ("chess.pgn", "go.sgf", "hex.hgt", "shogi.kif", "twixt.tgt", "xiangqi.xqf")
# One of each thing that asks the system for more than files: an export is typeset in another process, the
# files of a folder are read and watched, a library is built and searched, a later start hands over its files.
DAY = (
    "test_export_dialog.py::test_every_kind_has_a_sheet_and_a_preview[pdf]",
    "test_folder.py::test_a_folder_is_one_tab_with_its_records_in_a_list",
    "test_libraries_made.py::test_the_first_library_is_made_in_the_empty_tab",
    "test_instance.py::test_files_of_a_later_start_are_opened_in_tabs",
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in MACHINES, reason="by a filter of Linux"
)


def closed(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Python without a network."""
    start = [sys.executable, str(HERE / "without_network.py"), sys.executable, *words]
    return subprocess.run(
        start, cwd=cwd, capture_output=True, text=True, check=False, errors="replace"
    )


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("socket.socket(socket.AF_INET)", -signal.SIGSYS if os.name == "posix" else 0),
        ("socket.socket(socket.AF_INET6)", -signal.SIGSYS if os.name == "posix" else 0),
        ("socket.socket(socket.AF_UNIX)", 0),
        ("socket.getaddrinfo('qipu.invalid', 80)", -signal.SIGSYS if os.name == "posix" else 0),
    ],
)
def test_who_asks_for_a_network_dies(words: str, end: int) -> None:
    assert closed("-c", f"import socket; {words}").returncode == end


def test_who_is_started_dies_too() -> None:
    script = "import socket; socket.socket(socket.AF_INET)"
    outer = (
        f"import subprocess, sys; sys.exit(-subprocess.call([sys.executable, '-c', {script!r}]))"
    )
    assert closed("-c", outer).returncode == signal.SIGSYS


def test_a_start_with_each_sample_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("STATE", "CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    from viewer.base.resources import resource_path

    for name in SAMPLES:
        done = closed(
            "-m", "viewer", "--quit-after-paint", str(resource_path("samples", "en", "study", name))
        )
        assert done.returncode == 0, done.stderr


def test_a_day_of_work_needs_none() -> None:
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-x"]
    files = [str(HERE / name) for name in DAY]
    with tempfile.TemporaryDirectory() as place:  # names of sockets are short
        done = closed(*words, f"--basetemp={place}/day", *files, cwd=HERE.parents[1])
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert f"{len(DAY)} passed" in done.stdout
