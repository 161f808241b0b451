"""Temporary folders: held by a lock, removed once whoever held one is gone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from viewer.base.temporary import TemporaryFolder

_HOLDING = """
import sys
from viewer.base.temporary import TemporaryFolder

folder = TemporaryFolder()
print(folder.name, flush=True)
sys.stdin.read()
"""


def test_folders_of_killed_processes_are_removed_and_those_of_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    strange = tmp_path / "qipu-strange"  # somebody else's, whatever its name
    strange.mkdir()
    held = TemporaryFolder()
    (Path(held.name) / "data").write_text("x")
    run = subprocess.Popen(
        [sys.executable, "-c", _HOLDING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)},
    )
    assert run.stdin is not None
    assert run.stdout is not None
    left = Path(run.stdout.readline().strip())
    with TemporaryFolder() as name:
        assert left.is_dir()
        assert Path(name).is_dir()
    assert not Path(name).exists()
    run.kill()
    run.communicate()
    assert left.is_dir()
    with TemporaryFolder():
        assert not left.exists()
        assert (Path(held.name) / "data").read_text() == "x"
        assert strange.is_dir()
    held.cleanup()
    assert list(tmp_path.iterdir()) == [strange]
