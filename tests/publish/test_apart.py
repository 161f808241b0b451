"""Exports in a process of their own: the same files, nothing left behind by those that end early."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from export_studies import FILES

import viewer
from viewer.base.fields import values_of
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, run_inline
from viewer.base.refused import Refused
from viewer.document.saving.save import SaveError
from viewer.publish.export import Exported, Order, exporting
from viewer.publish.exporter import Missing
from viewer.publish.kinds import KINDS
from viewer.publish.targets import Target


class FullDisk(FileSystem):
    """A disk that takes some bytes and no more."""

    def write(self, fd: int, data: bytes) -> None:
        os.write(fd, data[:10])
        raise OSError(28, "No space left on device")


def steps(
    source: Path, kind: str, target: Path, files: FileSystem = SYSTEM, *, apart: bool = True
) -> Iterator[JobStep[Exported | Missing]]:
    order = Order(kind, values_of(KINDS[kind].load().fields, {}))
    return exporting(viewer.load(source), "x", Target(str(target)), order, files, apart=apart)


@pytest.mark.parametrize("kind", ["html", "md", "svg", "text"])
@pytest.mark.parametrize("game", ["go", "shogi", "xiangqi"])
def test_the_files_are_the_same(tmp_path: Path, game: str, kind: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    run_inline(steps(FILES[game], kind, here / "a", apart=False))
    run_inline(steps(FILES[game], kind, there / "a"))
    made = os.listdir(here)
    assert made
    assert sorted(made) == sorted(os.listdir(there))
    assert all((here / name).read_bytes() == (there / name).read_bytes() for name in made)


def test_a_book_on_a_full_disk_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    target = tmp_path / "book.pdf"
    target.write_bytes(b"before")
    with pytest.raises(SaveError, match="no space left"):
        run_inline(steps(FILES["go"], "pdf", target, FullDisk()))
    assert target.read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == ["book.pdf", "temporary"]
    assert os.listdir(tmp_path / "temporary") == []


def test_a_cancelled_book_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    job = steps(FILES["chess"], "pdf", tmp_path / "book.pdf")
    for step in job:
        if step.done > 500:  # of a thousand: the records have been sent, and are set now
            break
    assert os.listdir(tmp_path / "temporary")
    job.close()  # type: ignore[attr-defined]  # a generator
    assert os.listdir(tmp_path / "temporary") == []
    assert os.listdir(tmp_path) == ["temporary"]


def test_what_is_refused_there_is_refused_here(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text("1. e4 *\n", "utf-8")
    with pytest.raises(Refused, match="no problems"):
        run_inline(steps(source, "sheet", tmp_path / "a.pdf"))


def test_what_no_font_has_comes_before_the_file(tmp_path: Path) -> None:
    source, target = tmp_path / "a.pgn", tmp_path / "a.pdf"
    source.write_text("1. e4 {rare: \U00012345} *\n", "utf-8")
    named = False
    for step in steps(source, "pdf", target):
        if isinstance(step.result, Missing):
            named = True
            assert step.result.characters == "\U00012345"
            assert not target.exists()
    assert named
    assert target.exists()
