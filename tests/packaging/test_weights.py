"""What weighs in the packages: each file is counted once, a package above the limit isn't built."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import about
import bundle
import debian
import pytest
import weights

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="made for Linux")

FACTS = about.About(
    "1.2.3", "study games", about.PARAGRAPHS, "", "GPL-3.0-or-later", 86400, released=False
)


def test_each_file_is_counted_once(tmp_path: Path) -> None:
    site = tmp_path / bundle.SITE
    for place, size in (
        ("PySide6/Qt/lib/libicudata.so.73", 1),
        ("PySide6/QtCore.so", 5000),
        ("numpy.libs/libblas.so", 4096),
        ("viewer/__init__.py", 1),
        ("unheard/of.py", 1),
    ):
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        (site / place).write_bytes(bytes(size))
    found = weights.weights(tmp_path)
    assert sum(one.installed for one in found) == bundle.size(tmp_path) == 6 * 4096
    sizes = [one.installed // 4096 for one in found]
    assert sizes == [1, 2, 0, 0, 1, 0, 1, 0, 0, 1]
    assert [one.name for one in found] == list(weights.PARTS)


def test_the_table_is_that_of_these_parts_and_this_limit() -> None:
    text = weights.DOCUMENT.read_text("utf-8")
    table = text.partition(weights.BEGIN)[2].partition(weights.END)[0]
    rows = re.findall(r"\| (.+) \| ([\d.]+) MB \| ([\d.]+) MB \|", table)
    assert {row[0] for row in rows} == {*weights.PARTS, "together"}
    assert rows[-1][0] == "together"
    for column in (1, 2):
        *parts, together = (float(row[column]) for row in rows)
        assert together == pytest.approx(sum(parts), abs=0.6)
    zero = [weights.Weight(name, 0, 0) for name in weights.PARTS]
    assert table.splitlines()[-1] == weights.table(zero).splitlines()[-1]


def test_a_package_above_the_limit_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, root, folder = tmp_path / "bin", tmp_path / "root", tmp_path / "dist"
    for path in (search, root, folder):
        path.mkdir()
    (search / "dpkg-deb").write_text('#!/bin/sh\nfor last; do :; done\nprintf 12345 > "$last"\n')
    (search / "dpkg-deb").chmod(0o755)
    monkeypatch.setenv("PATH", str(search))
    monkeypatch.setattr(weights, "MOST_PACKED", 4)
    with pytest.raises(ValueError, match="has 5 bytes, more than the 4 of MOST_PACKED"):
        debian.build(FACTS, root, folder, "amd64")
    assert list(folder.iterdir()) == []
    monkeypatch.setattr(weights, "MOST_PACKED", 5)
    assert debian.build(FACTS, root, folder, "amd64").read_bytes() == b"12345"


def test_libraries_that_nothing_is_linked_with_go(tmp_path: Path) -> None:
    """Those that came with a wheel; what a remaining one needs stays."""
    libraries = tmp_path / "toy.libs"
    libraries.mkdir()
    (tmp_path / "toy").mkdir()
    shutil.copyfile("/bin/sh", tmp_path / "toy/module.so")  # linked with libc.so.6
    for name in ("libc.so.6", "libunheard.so.1"):
        shutil.copyfile("/bin/sh", libraries / name)
    bundle.drop_unneeded(tmp_path)
    assert [path.name for path in libraries.iterdir()] == ["libc.so.6"]
    (tmp_path / "toy/module.so").unlink()
    (libraries / "libc.so.6").write_bytes(b"no program")
    bundle.drop_unneeded(tmp_path)
    assert list(libraries.iterdir()) == []
