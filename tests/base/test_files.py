"""The file seam: what each call does on a real folder, and with which errors it ends."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from viewer.base.digests import BlockDigests
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import run_inline
from viewer.base.source import (
    BLOCK,
    BytesGone,
    BytesSource,
    FileSource,
    Span,
    piece_blocks,
    piece_bytes,
)

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX file systems only")
not_root = pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere"
)


def written(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[int]:
    fd = SYSTEM.open_read(written(tmp_path / "中文 谱.xqf", b"0123456789"))
    yield fd
    SYSTEM.close(fd)


@pytest.mark.parametrize(
    ("offset", "length", "expected"),
    [
        (0, 10, b"0123456789"),
        (3, 4, b"3456"),
        (8, 99, b"89"),
        (10, 1, b""),
        (99, 1, b""),
        (0, 0, b""),
    ],
)
def test_read_at(opened: int, offset: int, length: int, expected: bytes) -> None:
    assert SYSTEM.read_at(opened, length, offset) == expected


def test_read_at_joins_short_reads(opened: int) -> None:
    class Drops(FileSystem):
        """A disk that gives three bytes at a time."""

        def _pread(self, fd: int, length: int, offset: int) -> bytes:
            return super()._pread(fd, min(length, 3), offset)

    assert Drops().read_at(opened, 8, 1) == b"12345678"


def test_two_threads_read_one_descriptor_without_pread(
    opened: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pread", raising=False)
    seek, found = os.lseek, {}
    other = Thread(target=lambda: found.update(other=SYSTEM.read_at(opened, 2, 8)))

    def seek_and_let_go(fd: int, offset: int, whence: int) -> int:
        position = seek(fd, offset, whence)
        if not other.ident:  # between the seek and the read of the first thread
            other.start()
            other.join(0.2)
        return position

    monkeypatch.setattr(os, "lseek", seek_and_let_go)
    found["first"] = SYSTEM.read_at(opened, 2, 1)
    other.join()
    assert found == {"first": b"12", "other": b"89"}


def test_read_without_pread(opened: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pread", raising=False)
    assert SYSTEM.read_at(opened, 4, 5) == b"5678"
    assert SYSTEM.read_at(opened, 4, 0) == b"0123"


def test_a_folder_is_refused_and_no_descriptor_stays(tmp_path: Path) -> None:
    (tmp_path / "x.xqf").mkdir()
    closed: list[int] = []

    class Watched(FileSystem):
        def close(self, fd: int) -> None:
            closed.append(fd)
            super().close(fd)

    with pytest.raises(OSError):  # noqa: PT011  # which one depends on the system
        Watched().open_read(str(tmp_path / "x.xqf"))
    before = os.open(tmp_path / "probe", os.O_RDWR | os.O_CREAT)
    os.close(before)
    with pytest.raises(OSError):  # noqa: PT011  # its words are the system's
        SYSTEM.open_read(str(tmp_path / "x.xqf"))
    after = os.open(tmp_path / "probe", os.O_RDWR)
    os.close(after)
    assert after == before  # the lowest free number is the same: nothing was left open


def test_stamp_tells_a_change(tmp_path: Path) -> None:
    path = tmp_path / "a"
    fd = SYSTEM.open_read(written(path, b"one"))
    try:
        before = SYSTEM.stamp(fd)
        assert SYSTEM.stamp_of(str(path)) == before
        assert before.size == 3
        path.write_bytes(b"three")
        assert SYSTEM.stamp(fd) != before
        os.unlink(path)
        assert SYSTEM.stamp_of(str(path)) is None
        assert SYSTEM.attributes(str(path)) is None
    finally:
        SYSTEM.close(fd)


def test_create_beside_is_private_and_in_the_same_folder(tmp_path: Path) -> None:
    target = tmp_path / ("长" * 60 + ".xqf")
    fd, path = SYSTEM.create_beside(str(target))
    SYSTEM.close(fd)
    assert os.path.dirname(path) == str(tmp_path)
    assert os.path.getsize(path) == 0
    if os.name == "posix":
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_create_aside_is_elsewhere(tmp_path: Path) -> None:
    fd, path = SYSTEM.create_aside(str(tmp_path / "局.xqf"))
    SYSTEM.close(fd)
    try:
        assert os.path.dirname(path) != str(tmp_path)
        assert "局.xqf" in path
    finally:
        SYSTEM.remove(path)
    assert not os.path.exists(path)


def test_write_goes_on_after_a_short_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fd, path = SYSTEM.create_beside(str(tmp_path / "a"))
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data[:3])))
    SYSTEM.write(fd, b"0123456789")
    monkeypatch.undo()
    SYSTEM.sync(fd)
    SYSTEM.close(fd)
    assert Path(path).read_bytes() == b"0123456789"


def test_write_in_place_keeps_the_file_and_cuts_it(tmp_path: Path) -> None:
    path = tmp_path / "a"
    written(path, b"0123456789")
    inode = os.stat(path).st_ino
    fd = SYSTEM.open_in_place(str(path))
    SYSTEM.write(fd, b"abc")
    SYSTEM.truncate(fd, 3)
    SYSTEM.close(fd)
    assert path.read_bytes() == b"abc"
    assert os.stat(path).st_ino == inode
    with pytest.raises(FileNotFoundError):
        SYSTEM.open_in_place(str(tmp_path / "nowhere"))


@posix
def test_replace_and_mode(tmp_path: Path) -> None:
    target = tmp_path / "target"
    written(target, b"old")
    written(tmp_path / "new", b"new")
    SYSTEM.set_mode(str(tmp_path / "new"), 0o640)
    SYSTEM.replace(str(tmp_path / "new"), str(target))
    SYSTEM.sync_folder(str(target))
    assert target.read_bytes() == b"new"
    assert SYSTEM.attributes(str(target)).mode == 0o640
    assert sorted(os.listdir(tmp_path)) == ["target"]


@posix
def test_real_path_follows_every_link(tmp_path: Path) -> None:
    written(tmp_path / "file", b"")
    os.symlink("file", tmp_path / "one")
    os.symlink("one", tmp_path / "two")
    assert SYSTEM.real_path(str(tmp_path / "two")) == os.path.realpath(tmp_path / "file")


@posix
@not_root
def test_writable(tmp_path: Path) -> None:
    path = written(tmp_path / "a", b"")
    assert SYSTEM.folder_writable(path)
    assert SYSTEM.file_writable(path)
    os.chmod(path, 0o400)
    os.chmod(tmp_path, 0o500)
    try:
        assert not SYSTEM.folder_writable(path)
        assert not SYSTEM.file_writable(path)
    finally:
        os.chmod(tmp_path, 0o700)


# ------------------------------------------------------------------------------------ sources


@pytest.mark.parametrize("kind", ["bytes", "file"])
def test_source_reads_spans(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a", b"0123456789")
    source = FileSource(path) if kind == "file" else BytesSource(b"0123456789", path)
    try:
        assert (source.name, source.size) == (path, 10)
        assert source.read(2, 3) == b"234"
        assert source.read(8, 5) == b"89"
        assert source.read(12, 5) == b""
        assert piece_bytes(Span(4, 2), source) == b"45"
        assert piece_bytes(b"own", None) == b"own"
        with pytest.raises(OSError, match="shorter"):
            piece_bytes(Span(8, 5), source)
    finally:
        source.close()
        source.close()


def test_a_span_needs_its_source() -> None:
    with pytest.raises(OSError, match="without its source"):
        piece_bytes(Span(0, 1), None)


def test_blocks_cover_a_span_once() -> None:
    span = Span(7, 2 * BLOCK + 5)
    blocks = list(piece_blocks(span))
    assert [type(block) for block in blocks] == [Span] * 3
    assert blocks[0] == Span(7, BLOCK)
    assert sum(len(b) if isinstance(b, bytes) else b.length for b in blocks) == span.length
    ends = [b.end for b in blocks if isinstance(b, Span)]
    assert [b.start for b in blocks if isinstance(b, Span)] == [7, *ends[:-1]]
    assert list(piece_blocks(b"abc")) == [b"abc"]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of a few bytes are read as large ones are: by offset, and known by their digests."""
    monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
    monkeypatch.setattr("viewer.base.source._IN_MEMORY", 0)
    monkeypatch.setattr("viewer.base.digests.BLOCK", 4)
    monkeypatch.setattr("viewer.base.source.HASHED", 4)


def in_time(path: Path) -> None:
    """Let the clock of the file system go on: two writes within one of its ticks have one time."""
    os.utime(path, ns=(1, 1))


@pytest.mark.usefixtures("large")
@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be replaced there")
def test_the_open_file_outlives_its_path(tmp_path: Path) -> None:
    path = tmp_path / "a"
    source = FileSource(written(path, b"old"))
    try:
        assert source.stands_in(str(path))
        written(tmp_path / "b", b"newer")
        os.replace(tmp_path / "b", path)
        assert source.read(0, 9) == b"old"
        assert not source.stands_in(str(path))
        written(tmp_path / "copy", b"old")
        source.read_from(str(tmp_path / "copy"))
        assert source.read(0, 9) == b"old"
        assert not source.changed()
        written(tmp_path / "copy", b"other")
        assert source.changed()
    finally:
        source.close()


@pytest.mark.parametrize("soon", [False, True])
def test_a_small_file_is_had_whatever_becomes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, soon: bool
) -> None:
    if soon:
        monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
    path = tmp_path / "a"
    source = FileSource(written(path, b"0123456789"))
    run_inline(source.remembering() or ())
    path.write_bytes(b"another")
    assert source.read(2, 3) == b"234"
    assert source.lost() == ()
    assert not source.stands_in(str(path))
    assert source.contents == BlockDigests(b"0123456789")
    source.close()


@pytest.mark.usefixtures("large")
def test_a_touched_file_is_compared_block_by_block(tmp_path: Path) -> None:
    path = tmp_path / "a"
    source = FileSource(written(path, b"0123456789"))
    run_inline(source.remembering() or ())
    in_time(path)
    assert source.read(0, 10) == b"0123456789"
    assert source.lost() == []
    path.write_bytes(b"0123-56789")
    in_time(path)
    assert source.lost() == [Span(4, 4)]
    assert source.read(0, 4) == b"0123"
    assert source.read(8, 2) == b"89"
    with pytest.raises(BytesGone):
        source.read(3, 2)
    path.write_bytes(b"012345")
    in_time(path)
    assert source.lost() == [Span(4, 6)]
    assert source.read(0, 4) == b"0123"
    path.write_bytes(b"0123456789 and more")
    in_time(path)
    assert source.lost() == []
    assert source.read(4, 9) == b"456789"
    source.close()


@pytest.mark.usefixtures("large")
def test_where_nothing_was_remembered_a_changed_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    source = FileSource(written(path, b"0123456789"))
    os.chmod(path, 0o600)  # that alone changes no bytes
    assert source.read(0, 2) == b"01"
    in_time(path)
    assert source.lost() == [Span(0, 10)]
    with pytest.raises(BytesGone):
        source.read(0, 2)
    run_inline(source.remembering() or ())  # too late
    assert source.contents is None
    source.close()


@pytest.mark.usefixtures("large")
def test_a_copy_holds_what_the_file_held_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "a"
    source = FileSource(written(path, b"0123456789"))
    run_inline(source.remembering() or ())
    path.write_bytes(b"0123456789".replace(b"1", b"x"))
    in_time(path)
    written(tmp_path / "copy", path.read_bytes())
    source.read_from(str(tmp_path / "copy"))
    assert source.lost() == [Span(0, 4)]
    assert source.read(4, 6) == b"456789"
    source.close()


@posix
def test_a_time_set_back_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    written(path, b"one")
    before = SYSTEM.stamp_of(str(path))
    path.write_bytes(b"two")
    os.utime(path, ns=(before.modified_ns, before.modified_ns))
    after = SYSTEM.stamp_of(str(path))
    assert after[:4] == before[:4]
    assert after != before


def test_a_missing_file_is_an_error_and_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileSource(str(tmp_path / "nowhere.xqf"))


def test_a_file_is_locked_by_the_calls_of_windows_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One byte far behind the end, so that others may still read what stands in the file."""
    locked: dict[tuple[int, int], int] = {}

    def locking(fd: int, mode: str, count: int) -> None:
        place = (os.fstat(fd).st_ino, os.lseek(fd, 0, os.SEEK_CUR))
        if mode != "at once" or locked.setdefault(place, fd) != fd:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK="at once", locking=locking))
    monkeypatch.setattr(sys, "platform", "win32")
    path = tmp_path / "own"
    first = SYSTEM.open_locked(str(path))
    try:
        os.write(first, b"words")
        with pytest.raises(BlockingIOError):
            SYSTEM.open_locked(str(path))
        assert path.read_bytes() == b"words"
        ((_, offset),) = locked
        assert offset > 1 << 20
    finally:
        os.close(first)
