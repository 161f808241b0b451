"""No page, sentence or file sends anybody to PyPI for Qipu: the package of that name is somebody else's."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# Made by tools, or in nobody's repository.
LEFT_OUT = {".git", ".hg", "build", "dist", "fetched", "node_modules", "__pycache__"}

# As PyPI's package, or as Qipu's own, which isn't there; a wheel's file name goes on after it.
_NAME = r"[\"'“「]?qipu(?:[-_.]records)?(?:\[[^\]\n]*\])?(?:[=<>~!@][^\s]*)?(?![\w*-]|[./][\w*])"
_OPTIONS = r"(?:\s+-[\w-]+(?:=\S+)?)*"
_OTHERS = r"(?:[ \t]+(?!-)[^\s`()|;&:,#]+){0,5}?"
_INSTALL = (
    r"\b(?:pip[\d.]*|pipx|uv|poetry|pdm|rye|conda|mamba|easy_install)"
    r"(?:\s+(?:tool|pip|self))?\s+(?:install|add|upgrade|download)"
)
ADVICE = re.compile(
    rf"{_INSTALL}{_OPTIONS}{_OTHERS}{_OPTIONS}\s+{_NAME}"
    rf"|\b(?:uvx|pipx\s+run|uv\s+tool\s+run){_OPTIONS}\s+{_NAME}"
    r"|\bqipu(?:[-_.]records)?\[[a-z][\w, -]*\]"
    r"|pypi\.org/(?:project|simple|pypi)/qipu",
    re.IGNORECASE,
)


def texts() -> Iterator[tuple[str, str]]:
    """All texts of the tree: (path, text)."""
    for top, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name not in LEFT_OUT and not (Path(top, name) / "pyvenv.cfg").exists()
        ]
        for path in (Path(top, name) for name in files):
            if path.suffix == ".mo" or path == Path(__file__).resolve():
                continue
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            except (UnicodeDecodeError, OSError):
                continue


def test_nobody_is_sent_to_a_strangers_package() -> None:
    names, found = set(), []
    for name, text in texts():
        names.add(name)
        found += [(name, one.group()) for one in ADVICE.finditer(text)]
    assert {"README.md", "viewer/library/face.py", ".github/workflows/ci.yml"} <= names
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "pip install qipu",
        "pip install qipu.",
        "python3 -m pip install --user --upgrade qipu",
        "`pip3 install qipu`",
        "need more packages: pip install qipu[cluster].",
        "pip install 'qipu[cluster]'",
        "pip install qipu==0.1.0",
        "pip install dask fsspec qipu",
        "pip install\n    qipu",
        "pipx install qipu",
        "pipx run qipu register",
        "uvx qipu register",
        "uv tool install qipu",
        "uv pip install -U qipu",
        "uv add Qipu",
        "poetry add qipu",
        "pip install qipu-records",
        "pip install qipu_records[cluster]",
        "install qipu[url]",
        "https://pypi.org/project/qipu/",
    ],
)
def test_such_advice_is_found(text: str) -> None:
    assert ADVICE.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "pipx install ./qipu_records-*.whl; on Linux qipu register",
        "pip install qipu_records-0.1.0-py3-none-any.whl",
        'pip install "$(echo ./qipu_records-*.whl)[cluster]"',
        "sudo apt install ./qipu_*.deb",
        "pip uninstall qipu, pipx uninstall qipu, uv tool uninstall qipu",
        'pipx inject qipu-records "dask[distributed]" fsspec',
        "uvx --from ./qipu_records-0.1.0-py3-none-any.whl qipu",
        "of `pipx install` and `uv tool install` the one in the tool's own; `qipu unregister`",
        "pip install cchess==1.25.5) and Qipu beside it",
        "apt-get install -y ./dist/qipu_1.deb",
    ],
)
def test_other_advice_is_left_alone(text: str) -> None:
    assert ADVICE.search(text) is None


def test_the_package_has_a_name_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "qipu-records"
    assert project["scripts"] == {"qipu": "viewer.__main__:main"}
