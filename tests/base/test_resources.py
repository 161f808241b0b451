"""The accessor of resources: the same answer from a checkout and from an installed package."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.base import resources
from viewer.base.resources import resource_bytes, resource_path, resource_text
from viewer.base.samples import samples

PACKAGE = Path(resources.__file__).resolve().parent.parent


def test_icon_is_found() -> None:
    text = resource_text("icons", "qipu.svg")
    assert text.startswith("<svg")
    assert resource_bytes("icons", "qipu.svg") == text.encode("utf-8")
    assert resource_path("icons", "qipu.svg").is_absolute()


def test_missing_resource_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"resource icons/nowhere\.svg is not installed"):
        resource_path("icons", "nowhere.svg")


@pytest.mark.parametrize("layout", ["viewer/resources", "resources"])
def test_both_layouts(layout: str, tmp_path: Path) -> None:
    """A wheel has the resources in the package, a checkout beside it."""
    room = tmp_path / "viewer" / "base"
    room.mkdir(parents=True)
    for name in ("__init__.py", "resources.py"):
        shutil.copy(PACKAGE / "base" / name, room / name)
    (tmp_path / "viewer" / "__init__.py").touch()
    (tmp_path / layout / "samples").mkdir(parents=True)
    (tmp_path / layout / "samples" / "一局.txt").write_text("炮二平五", "utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-X",
            "utf8",
            "-c",
            "from viewer.base.resources import resource_text as text;"
            "print(text('samples', '一局.txt'))",
        ],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.strip() == "炮二平五"


def test_samples_are_those_of_the_language_else_english() -> None:
    english = samples()
    assert next(iter(english["chess"])) == "study"
    assert samples("tlh") == english
    assert all(Path(path).exists() for kinds in samples("ja").values() for path in kinds.values())
