"""A release: what it is refused for, its notes and checksums; all of its files appear, or none."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import about
import metainfo
import pytest
import release
from needs import program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux")

ROOT = Path(__file__).resolve().parent.parent.parent
FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=True
)
CHANGES = """\
# Changelog

## 1.3.0 – unreleased

- Something new.

## 1.2.3 – 2026-11-23

Old files open
again.

A second paragraph.

- One.
- Two.

## 1.2.2 – 2026-11-01

- Three.
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with this changelog, in place of the checkout."""
    for module in (about, release):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, "utf-8")
    return tmp_path


@pytest.fixture
def clone(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as a repository of one commit."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "nobody")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "nobody@qipu.invalid")
    git = program("git")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "all")):
        subprocess.run([git, *words], cwd=checkout, check=True)
    return checkout


def tag(folder: Path, name: str) -> None:
    subprocess.run([program("git"), "tag", name], cwd=folder, check=True)


def build_py() -> ModuleType:
    """packaging/build.py as a module."""
    spec = importlib.util.spec_from_file_location("build_py", ROOT / "packaging/build.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# --------------------------------------------------------------------------------- what is refused


def test_a_clean_commit_of_a_dated_version_is_a_release(clone: Path) -> None:
    assert release.refusal(FACTS, unreleased=False) == ""
    tag(clone, "v1.2.3")
    assert release.refusal(FACTS, unreleased=False) == ""


def test_files_that_differ_from_the_commit_are_named(clone: Path) -> None:
    (clone / "CHANGELOG.md").write_text("else", "utf-8")
    (clone / "new").touch()
    assert "differ from it: CHANGELOG.md, new" in release.refusal(FACTS, unreleased=True)


def test_a_tag_of_another_version_is_named(clone: Path) -> None:
    tag(clone, "v1.2.4")
    assert "the tag v1.2.4, but pyproject.toml the version 1.2.3" in release.refusal(
        FACTS, unreleased=True
    )


def test_without_a_date_it_is_built_for_a_trial_only(clone: Path) -> None:
    facts = FACTS._replace(version="1.3.0", released=False)
    assert "CHANGELOG.md has no date for 1.3.0" in release.refusal(facts, unreleased=False)
    assert release.refusal(facts, unreleased=True) == ""


# ------------------------------------------------------------------------- notes and software centres


def test_the_notes_are_the_section_of_the_version(clone: Path) -> None:
    text = release.notes(FACTS)
    assert text.startswith("# Qipu 1.2.3, 2026-11-23\n\nOld files open\nagain.\n")
    assert text.endswith("- One.\n- Two.\n")
    with pytest.raises(ValueError, match=r"no section of 9\.9\.9"):
        release.notes(FACTS._replace(version="9.9.9"))


def test_notes_of_a_trial_name_its_commit(clone: Path) -> None:
    words = [program("git"), "rev-parse", "HEAD"]
    commit = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=True).stdout
    first, _, second, _, third = release.notes(FACTS._replace(version="1.3.0")).splitlines()
    assert first == "# Qipu 1.3.0, unreleased"
    assert second == f"Built for a trial from commit {commit[:12]} of 1970-01-02."
    assert third == "- Something new."


def test_a_heading_that_is_no_version_is_named(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text(f"{CHANGES}\n## 1.2 – soon\n", "utf-8")
    with pytest.raises(ValueError, match=r"## 1\.2 – soon"):
        about.changelog()


def test_software_centres_are_told_the_releases(checkout: Path) -> None:
    text = metainfo.metainfo(FACTS, []).decode()
    assert (
        '<release version="1.3.0" date="1970-01-02" type="development" />\n'
        '    <release version="1.2.3" date="2026-11-23" type="stable">\n'
        "      <description>\n"
        "        <p>Old files open again.</p>\n"
        "        <p>A second paragraph.</p>\n"
        "      </description>\n"
        "    </release>\n"
        '    <release version="1.2.2" date="2026-11-01" type="stable" />'
    ) in text


@pytest.mark.parametrize(
    ("homepage", "released", "address"),
    [
        ("", True, ""),
        ("https://qipu.example/", True, "https://qipu.example/docs/a.png"),
        ("https://github.com/a/b", True, "https://github.com/a/b/raw/v1.2.3/docs/a.png"),
        ("https://github.com/a/b/", False, "https://github.com/a/b/raw/HEAD/docs/a.png"),
    ],
)
def test_pictures_are_where_the_repository_has_them(
    homepage: str, released: bool, address: str
) -> None:
    facts = FACTS._replace(homepage=homepage, released=released)
    assert facts.address("docs/a.png") == address


# ----------------------------------------------------------------------------------------- files


def test_sha256sum_takes_the_checksums(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b", "a 谱")]
    for path in files:
        path.write_text(path.name, "utf-8")
    (tmp_path / release.SUMS).write_text(release.sums(files), "utf-8")
    check = [program("sha256sum"), "--check", "--strict", release.SUMS]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    files[0].write_text("else")
    assert subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_a_release_has_all_files_or_none(
    clone: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = build_py()

    def stub(name: str) -> Callable[..., Path]:
        def make(*given: object) -> Path:
            path = Path(str(given[1]), name)
            path.write_text(name)
            return path

        return make

    def tree(facts: object, place: Path, fetched: Path) -> list[object]:
        place.mkdir()
        return []

    folder = tmp_path_factory.mktemp("dist")
    monkeypatch.setattr(build, "make_tree", tree)
    monkeypatch.setattr(build.debian, "architecture", lambda: "amd64")
    monkeypatch.setattr(build.debian, "stage", lambda *given: given[3].mkdir())
    monkeypatch.setattr(build.tarball, "add_documents", lambda *given: None)
    monkeypatch.setattr(build.debian, "build", lambda f, root, made, a: stub("q.deb")(f, made))
    monkeypatch.setattr(build.tarball, "build", lambda f, tree, made: stub("q.tar.xz")(f, made))
    monkeypatch.setattr(build, "build_wheel", stub("q.whl"))
    monkeypatch.setattr(build, "build_sdist", stub("q.tar.gz"))
    paths = build.build_release(FACTS, folder, None)
    names = ["q.deb", "q.tar.gz", "q.tar.xz", "q.whl", release.SUMS, release.NOTES]
    assert [path.name for path in paths] == names
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert [line.split()[1] for line in (folder / release.SUMS).read_text().splitlines()] == names[
        :4
    ]

    empty = tmp_path_factory.mktemp("empty")
    with pytest.raises(ValueError, match="no section"):
        build.build_release(FACTS._replace(version="9.9.9"), empty, None)
    assert list(empty.iterdir()) == []


def test_the_sources_are_the_same_bytes_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("hatchling", reason="needs hatchling, which builds the sources")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    build = build_py()
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made += build.build_sdist(FACTS, tmp_path / name, None)
    assert made[0].read_bytes() == made[1].read_bytes()
    with tarfile.open(made[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "packaging/hatch_build.py", "viewer/__main__.py", "LICENSE"} <= names
