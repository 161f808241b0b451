"""What a build lacks is one sentence before anything is made; no half file has the name of a whole one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import about
import building
import debian
import pytest
import tarball
from needs import program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux")

ROOT = Path(__file__).resolve().parent.parent.parent
FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=False
)


def programs(folder: Path, *names: str) -> str:
    """A search path with these programs only."""
    folder.mkdir()
    for name in names:
        (folder / name).symlink_to(program(name))
    return str(folder)


def build(what: str, tmp_path: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """build.py where these programs are and no others."""
    search = programs(tmp_path / "bin", *names)
    return subprocess.run(
        [sys.executable, "-B", ROOT / "packaging/build.py", what, tmp_path / "dist"],
        env={**os.environ, "PATH": search, "SOURCE_DATE_EPOCH": "86400"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    found = tmp_path / "qipu-1.2.3"
    (found / "bin").mkdir(parents=True)
    (found / "bin/qipu").write_text("#!/bin/sh\n")
    return found


# ------------------------------------------------------------------------------- what is missing


@pytest.mark.parametrize(
    ("what", "lacked"),
    [
        ("tarball", "strip, xz, apt-get, dpkg-deb"),
        ("deb", "strip, dpkg, dpkg-deb, apt-get"),
    ],
)
def test_what_is_missing_is_one_sentence_before_anything_is_made(
    what: str, lacked: str, tmp_path: Path
) -> None:
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
    done = build(what, tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"Nothing was built, for this isn't installed here: {lacked}.\n"
    assert not (tmp_path / "dist").exists()


def test_debian_gets_the_line_that_installs_it(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
    done = build("tarball", tmp_path, "apt-get", "dpkg-deb")
    assert done.returncode == 1
    assert done.stderr == (
        "Nothing was built, for this isn't installed here: strip, xz; "
        "to install it: sudo apt-get install -y binutils xz-utils\n"
    )
    assert not (tmp_path / "dist").exists()


def test_packages_of_python_are_named_with_their_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "prefix", "/somewhere/.venv")
    said = building.missing((), ("hatchling", "PyInstaller"))
    assert "isn't installed here: hatchling, PyInstaller; to install it: " in said
    assert f'{sys.executable} -m pip install "hatchling>=1.27" "pyinstaller>=6.11,<7"' in said
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    said = building.missing((), ("hatchling",))
    assert "python3 packaging/dev.py test --version" in said
    assert "pip" not in said


def test_nothing_is_missing_where_all_is_there() -> None:
    assert building.missing(("sh",), ("pytest",)) == ""


def test_a_tool_that_fails_is_a_sentence(tmp_path: Path) -> None:
    """Git, outside of a clone."""
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel")
    search = programs(tmp_path / "bin")
    (tmp_path / "bin/git").write_text("#!/bin/sh\necho 'fatal: no clone' >&2\nexit 128\n")
    (tmp_path / "bin/git").chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    words = [sys.executable, "-B", ROOT / "packaging/build.py", "wheel", tmp_path / "dist"]
    done = subprocess.run(
        words, env={**kept, "PATH": f"{search}:/bin"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    first, *rest = done.stderr.splitlines()
    assert first == "Not built: exit status 128 of git log -1 --format=%ct"
    assert rest == ["fatal: no clone"]
    assert not (tmp_path / "dist").exists()


# ---------------------------------------------------------------------------------- whole files


def test_files_appear_once_all_are_whole(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/of the last time").touch()
    with building.made_whole(tmp_path) as place:
        (place / "old").write_text("new")
        (place / "folder").mkdir()
        (place / "folder/new").touch()
        assert (tmp_path / "old").read_text() == "old"
    assert (tmp_path / "old").read_text() == "new"
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["new"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old"]


@pytest.mark.parametrize("failing", ["missing", "failing"])
def test_a_tarball_that_fails_leaves_what_was_there(
    failing: str, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = tmp_path / "bin"
    search.mkdir()
    if failing == "failing":
        (search / "xz").write_text("#!/bin/sh\nprintf half\nexit 1\n")
        (search / "xz").chmod(0o755)
    monkeypatch.setenv("PATH", str(search))
    folder = tmp_path / "dist"
    folder.mkdir()
    with pytest.raises(OSError, match=r"xz|Broken pipe"):
        tarball.build(FACTS, tree, folder)
    assert list(folder.iterdir()) == []
    (kept := folder / f"{tree.name}-linux-{os.uname().machine}.tar.xz").write_text("whole")
    with pytest.raises(OSError, match=r"xz|Broken pipe"):
        tarball.build(FACTS, tree, folder)
    assert kept.read_text() == "whole"
    assert list(folder.iterdir()) == [kept]


def test_a_package_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, root, folder = tmp_path / "bin", tmp_path / "root", tmp_path / "dist"
    for path in (search, root, folder):
        path.mkdir()
    # It writes half of the file that its last word names.
    script = '#!/bin/sh\nfor last; do :; done\nprintf half > "$last"\nexit 2\n'
    (search / "dpkg-deb").write_text(script)
    (search / "dpkg-deb").chmod(0o755)
    monkeypatch.setenv("PATH", str(search))
    with pytest.raises(subprocess.CalledProcessError):
        debian.build(FACTS, root, folder, "amd64")
    assert list(folder.iterdir()) == []
