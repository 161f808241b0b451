"""What tests need of the system: named where it isn't there, and told at the end of a run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import needs
import pytest

TESTS = Path(needs.__file__).parent
SOURCE = """
import pytest
from needs import lacks, needs, program, reason
@needs("gnugo", "fish")
def test_marked(): pass
@pytest.mark.parametrize("n", [1, 2])
def test_asks(n): program("pdftotext")
def test_other(): pytest.importorskip("no_such_module", reason=reason(["pyspiel"]))
def test_not_for_want_of_a_program(): pytest.skip("needs a good reason")
"""


@pytest.mark.skipif(os.name != "posix", reason="made for Linux")
def test_a_run_says_at_its_end_what_to_install(tmp_path: Path) -> None:
    for name in ("conftest.py", "needs.py", "runs.py"):
        shutil.copyfile(TESTS / name, tmp_path / name)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (tmp_path / "test_it.py").write_text(SOURCE, "utf-8")
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    script = f"import needs; needs.GAMES = {str(nothing)!r}"  # where Debian has games
    (tmp_path / "sitecustomize.py").write_text(script, "utf-8")
    words = ["-p", "no:cacheprovider", "-p", "no:randomly", "--outcomes-to=list"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": str(nothing),
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{TESTS.parent}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    *_, first, apt, pip, last = done.stdout.splitlines()
    assert first == "4 skipped: install what they need to run them:"
    assert apt == ("    sudo apt-get install -y --no-install-recommends fish gnugo poppler-utils")
    assert pip == '    .venv/bin/python -m pip install "open_spiel>=2,<3"'
    assert "5 skipped" in last
    words = [sys.executable, "-S", tmp_path / "runs.py", "lacking", tmp_path / "list"]
    listed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert listed == [
        f"test_it.py::test_{name}" for name in ("marked", "asks[1]", "asks[2]", "other")
    ]


def test_what_is_here_is_found() -> None:
    assert needs.found("no such program") is None
    assert needs.found("libnosuch.so.0") is None
    assert needs.found("NoSuchFont.ttc") is None
    assert needs.found("python3:no_such_module") is None


def test_the_packages_of_what_is_missing_are_printed_without_pytest(tmp_path: Path) -> None:
    """.ci/run asks for them before there is an environment."""
    script = shutil.copyfile(TESTS / "needs.py", tmp_path / "needs.py")
    words = [sys.executable, "-I", "-S", script]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    every = {one for names in needs.PACKAGES.values() for one in names.split()}
    assert set(done.stdout.split()) <= every
    assert done.stderr == ""


def test_only_names_of_the_tables_can_be_lacking() -> None:
    with pytest.raises(AssertionError, match="no-such-program"):
        needs.lacks("no-such-program")
