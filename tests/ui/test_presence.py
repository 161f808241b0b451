"""Two Qipus that have one file open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.ui.controllers.disk import Presence

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such locks")
OTHER = """
import sys
from viewer.ui.controllers.disk import Presence
print(Presence(sys.argv[1]).hold(sys.argv[2:]), flush=True)
sys.stdin.read()
"""


def other(folder: Path, *paths: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", OTHER, str(folder), *paths]
    return subprocess.Popen(words, stdin=-1, stdout=-1, text=True)


def test_a_file_that_another_process_has_open_is_noticed_once(tmp_path: Path) -> None:
    presence, folder = Presence(str(tmp_path / "open")), tmp_path / "open"
    assert presence.hold(["/a", "/b"]) == []
    process = other(folder, "/b", "/c")
    assert process.stdout is not None
    assert process.stdout.readline() == "['/b']\n"
    assert presence.hold(["/a", "/b", "/c"]) == ["/c"]
    assert presence.hold(["/a", "/b", "/c"]) == []
    process.kill()
    process.communicate()
    assert presence.hold(["/a"]) == []
    assert presence.hold(["/a", "/c"]) == []  # a killed process has nothing open
    presence.close()
    left = sorted(os.listdir(folder))
    assert len(left) == 1  # of the killed one, for the file that nobody opened since
    assert Presence(str(folder)).hold(["/b"]) == []
    assert len(os.listdir(folder)) == 1


def test_a_folder_that_cannot_be_made_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("a file")
    presence = Presence(str(tmp_path / "open"))
    assert presence.hold(["/a"]) == []
    presence.close()
