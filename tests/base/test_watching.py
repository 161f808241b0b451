"""The watcher of files: what it reports, and that no disk makes anybody wait."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM, FileSystem, Stamp, answers
from viewer.base.watching import FileReport, FileWatcher


class Hanging(FileSystem):
    """A disk on which some paths don't answer until they are released."""

    def __init__(self) -> None:
        self.hung: set[str] = set()
        self.free = threading.Event()

    def stamp_of(self, path: str) -> Stamp | None:
        if path in self.hung:
            self.free.wait(30)
        return super().stamp_of(path)


@pytest.fixture
def files() -> Iterator[Hanging]:
    files = Hanging()
    yield files
    files.free.set()


@pytest.fixture
def watcher(files: Hanging) -> Iterator[FileWatcher]:
    watcher = FileWatcher(files, interval=0.01, patience=0.2)
    yield watcher
    watcher.close()


def stamp(path: Path) -> Stamp:
    found = SYSTEM.stamp_of(str(path))
    assert found is not None
    return found


def reports(watcher: FileWatcher, seconds: float = 60.0) -> list[FileReport]:
    """The next reports, waiting for them."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = watcher.take()
        if found:
            return found
        threading.Event().wait(0.01)
    return []


def test_a_file_that_is_written_is_reported_once(watcher: FileWatcher, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    watcher.watch({str(path): stamp(path)})
    watcher.look(5)
    assert watcher.take() == []
    path.write_bytes(b"two!")
    (report,) = reports(watcher)
    assert (report.path, report.silent, report.moved_to) == (str(path), False, "")
    assert report.snapshot is not None
    assert report.snapshot.stamp == stamp(path)
    assert report.snapshot.contents is not None
    assert report.snapshot.contents.size == 4
    watcher.look(5)
    assert watcher.take() == []


def test_a_file_that_is_gone_is_reported(watcher: FileWatcher, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    watcher.watch({str(path): stamp(path)})
    path.unlink()
    (report,) = reports(watcher)
    assert (report.snapshot, report.moved_to, report.silent) == (None, "", False)


def test_a_file_that_was_renamed_is_found(watcher: FileWatcher, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    (tmp_path / "other").write_bytes(b"one")
    watcher.watch({str(path): stamp(path)})
    path.rename(tmp_path / "b")
    (report,) = reports(watcher)
    assert (report.snapshot, report.moved_to) == (None, str(tmp_path / "b"))


def test_a_file_that_hangs_is_told_and_the_others_are_watched_on(
    files: Hanging, watcher: FileWatcher, tmp_path: Path
) -> None:
    hung, other = tmp_path / "hung", tmp_path / "other"
    for path in (hung, other):
        path.write_bytes(b"one")
    stamps = {str(hung): stamp(hung), str(other): stamp(other)}
    files.hung.add(str(hung))
    watcher.watch(stamps)
    assert reports(watcher) == [FileReport(str(hung), None, silent=True)]
    other.write_bytes(b"two!")
    (report,) = reports(watcher)
    assert report.path == str(other)
    files.free.set()  # the network is back
    (report,) = reports(watcher)
    assert (report.path, report.silent) == (str(hung), False)
    assert report.snapshot is not None
    hung.write_bytes(b"two!")
    (report,) = reports(watcher)
    assert report.path == str(hung)


def test_looking_doesnt_wait_for_a_disk_that_hangs(
    files: Hanging, watcher: FileWatcher, tmp_path: Path
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    files.hung.add(str(path))
    watcher.watch({str(path): stamp(path)})
    watcher.look(0.05)  # comes back though the disk never does


def test_whether_a_disk_answers(files: Hanging, tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    assert answers(files, path)  # that there is no file is an answer
    assert answers(files, os.path.join(path, "no folder"))
    files.hung.add(path)
    assert not answers(files, path, 0.05)
