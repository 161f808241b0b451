"""The docs lead to what is there: files, tests, the layers of the contract, the commands of dev.py."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from needs import lacks, program

import viewer
from viewer.base.version import VERSION

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [
    *sorted(ROOT.glob("README*.md")),
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
_COMMIT = re.compile(r"^- `([0-9a-f]{8})` (.+)$", re.MULTILINE)
PICTURES = {"games", "pictures"}
_PLACE = re.compile(r"`((?:viewer|tests|docs|packaging|resources)/[^`\s]*)`")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_leads_to_what_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [link for link in _LINK.findall(text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    missing = []
    for place in _PLACE.findall(text):
        path, _, test = place.partition("::")
        found = sorted(ROOT.glob(path.rstrip("/"))) if "NAME" not in path else [ROOT]
        if not found or (test and f"def {test}(" not in found[0].read_text("utf-8")):
            missing.append(place)
    assert missing == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_a_page_has_no_marks_of_a_merge(page: Path) -> None:
    assert not re.search(r"^(?:<{7}|={7}|>{7})(?:\s|$)", page.read_text("utf-8"), re.MULTILINE)


def test_every_decision_is_in_the_list() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = _LINK.findall((folder / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(
        path.name for path in folder.glob("*.md") if path.stem != "README"
    )


def test_the_first_page_of_docs_leads_to_every_other() -> None:
    folder = ROOT / "docs"
    linked = {
        (folder / link).resolve()
        for link in _LINK.findall((folder / "README.md").read_text("utf-8"))
    }
    for path in folder.iterdir():
        if path.suffix == ".md" or (path.is_dir() and path.name not in PICTURES):
            assert {path, path / "README.md"} & linked or path.name == "README.md", path.name


def test_commits_that_are_named_are_there() -> None:
    named = _COMMIT.findall((ROOT / "docs" / "README.md").read_text("utf-8"))
    assert len(named) >= 12
    git = [program("git"), "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]

    def told(*words: str) -> str:
        return subprocess.run(
            [*git, *words], capture_output=True, text=True, check=False
        ).stdout.strip()

    if not (ROOT / ".git").exists() or told("rev-parse", "--is-shallow-repository") != "false":
        lacks("history")
    for short, subject in named:
        assert told("log", "-1", "--format=%s", short) == subject, short


def test_the_picture_has_the_layers_of_the_contract() -> None:
    contract = project()["tool"]["importlinter"]["contracts"][0]
    layers = [part for layer in contract["layers"] for part in layer.split(" | ")]
    top = ElementTree.parse(ROOT / "docs" / "architecture.svg").getroot()
    texts = [element.text or "" for element in top.iter("{http://www.w3.org/2000/svg}text")]
    rooms = [
        text.removesuffix("/").removesuffix(".py") for text in texts if text.endswith(("/", ".py"))
    ]
    assert rooms == [layer for layer in layers if layer != "__main__"]


def test_the_first_of_these_pages_lists_the_rooms() -> None:
    contract = project()["tool"]["importlinter"]["contracts"][0]
    layers = {part for layer in contract["layers"] for part in layer.split(" | ")}
    text = (ROOT / "packaging" / "api" / "index.html.jinja2").read_text("utf-8")
    assert set(re.findall(r'"viewer\.(\w+)"', text)) == layers - {"ui", "__main__"}


def test_every_module_below_the_window_has_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "packaging" / "dev.py"
    monkeypatch.setattr(sys, "path", [*sys.path, str(path.parent)])  # as of a script
    spec = importlib.util.spec_from_file_location("dev_for_docs", path)
    assert spec is not None
    assert spec.loader is not None
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    names = dev.modules()
    assert {"viewer", "viewer.face", "viewer.tree.ops", "viewer.formats"} <= set(names)
    assert not [name for name in names if name.startswith("viewer.ui") or "__" in name]
    assert all(importlib.util.find_spec(name) for name in names)


def test_the_version_stands_twice_and_is_one() -> None:
    assert project()["project"]["version"] == viewer.__version__ == VERSION
