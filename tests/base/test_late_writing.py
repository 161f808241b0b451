"""Small files written whole by a thread, and the file that says how a run ended."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import pytest

from viewer.base.files import FileSystem
from viewer.base.late_writing import LateWriter, write_whole
from viewer.base.running import Run

CALLS = ("make_private_folder", "create_beside", "write", "sync", "replace", "close", "sync_folder")


class Failing(FileSystem):
    """Fails one call."""

    def __init__(self, call: str) -> None:
        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        setattr(self, call, fail)


@pytest.mark.parametrize("call", CALLS)
def test_whatever_fails_the_old_or_the_new_file_is_whole_and_nothing_else_is_left(
    tmp_path: Path, call: str
) -> None:
    path = tmp_path / "state" / "session.json"
    write_whole(str(path), b"old", FileSystem())
    done = call == "sync_folder"
    if done:
        write_whole(str(path), b"new", Failing(call))
    else:
        with pytest.raises(OSError, match="No space"):
            write_whole(str(path), b"new", Failing(call))
    assert path.read_bytes() == (b"new" if done or call == "close" else b"old")
    assert os.listdir(path.parent) == ["session.json"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


class Waiting(FileSystem):
    """Waits before it writes, and counts."""

    def __init__(self) -> None:
        self.go, self.begun, self.written = Event(), Event(), 0

    def write(self, fd: int, data: bytes) -> None:
        self.begun.set()
        assert self.go.wait(60)
        self.written += 1
        super().write(fd, data)


def test_the_newest_content_is_written_and_what_it_replaced_meanwhile_is_not(
    tmp_path: Path,
) -> None:
    files, path = Waiting(), tmp_path / "a"
    writer = LateWriter(str(path), files)
    writer.write(b"1")
    assert files.begun.wait(60)
    writer.write(b"2")
    writer.write(b"3")
    assert not writer.finish(0.01), "the disk is still at work"
    files.go.set()
    assert writer.finish(10)
    assert path.read_bytes() == b"3"
    writer.write(b"3")
    assert writer.finish(10)
    assert files.written == 2, "the same isn't written again"


def test_a_disk_that_is_full_is_told_and_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "a"
    files = Failing("sync")
    writer = LateWriter(str(path), files)
    writer.write(b"1")
    assert not writer.finish(10)
    assert writer.failed is not None
    del files.sync
    writer.write(b"1")
    assert writer.finish(10)
    assert writer.failed is None
    assert path.read_bytes() == b"1"


# ------------------------------------------------------------------------------------------ runs


def log(tmp_path: Path) -> str:
    return str(tmp_path / "state" / "run.log")


def test_a_run_that_ends_in_order_leaves_nothing_to_tell(tmp_path: Path) -> None:
    run = Run(log(tmp_path), FileSystem())
    assert run.alone
    assert run.before == ""
    run.note("Qipu 1\n")
    run.end()
    assert Run(log(tmp_path), FileSystem()).before == ""


def test_a_run_that_was_killed_leaves_what_it_noted_without_the_users_folders(
    tmp_path: Path,
) -> None:
    run = Run(log(tmp_path), FileSystem())
    run.note('Qipu 1\n  File "/home/anna/qipu/viewer/ui/app.py", line 3 in run\n')
    os.close(run.fd)  # as the system does
    after = Run(log(tmp_path), FileSystem())
    assert after.before == 'Qipu 1\n  File "viewer/ui/app.py", line 3 in run\n'
    os.close(after.fd)
    assert Run(log(tmp_path), FileSystem()).before == "", "told once"


def test_a_second_run_beside_the_first_writes_nothing(tmp_path: Path) -> None:
    first = Run(log(tmp_path), FileSystem())
    first.note("the first\n")
    second = Run(log(tmp_path), FileSystem())
    assert not second.alone
    assert second.before == ""
    second.note("the second\n")
    second.end()
    assert Path(log(tmp_path)).read_text() == "the first\n"
    first.end()


def test_a_run_that_the_desktop_ended_after_all_was_kept_ended_in_order(tmp_path: Path) -> None:
    run = Run(log(tmp_path), FileSystem())
    run.note("Qipu 1\n")
    run.may_end()
    os.close(run.fd)
    assert Run(log(tmp_path), FileSystem()).before == ""


def test_a_folder_that_cannot_be_made_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    run = Run(log(tmp_path), FileSystem())
    assert not run.alone
    run.note("x")
    run.end()
