"""Saving: at every moment the old file or the new one is whole, whichever call fails."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from failing import FailingFiles

from viewer.base.digests import BlockDigests, FileSnapshot
from viewer.base.files import FileSystem
from viewer.base.source import BytesSource, FileSource, Span
from viewer.document.saving.save import SaveError, save_pieces

OLD, NEW = b"the old content", b"the new content, which is longer"


class NoNewFiles(FileSystem):
    """A folder that takes no new files (the tests may run as root, who can write anywhere)."""

    def folder_writable(self, path: str) -> bool:
        return False


class FailingInPlace(FailingFiles, NoNewFiles):
    """The same, with a k-th call that fails."""

    def folder_writable(self, path: str) -> bool:
        return False


def files_in(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "新 谱.xqf"
    written = save_pieces(str(path), [NEW], None, hashed=True)
    assert path.read_bytes() == NEW
    assert written == FileSnapshot(FileSystem().stamp_of(str(path)), BlockDigests(NEW))
    assert files_in(tmp_path) == ["新 谱.xqf"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_mode_and_symlink_are_kept(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "a.xqf"
    target.write_bytes(OLD)
    target.chmod(0o640)
    link = tmp_path / "link.xqf"
    link.symlink_to(target)
    save_pieces(str(link), [NEW], None)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_spans_of_the_file_that_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    source = FileSource(str(path))
    save_pieces(str(path), [b"head ", Span(4, 11)], source)
    assert path.read_bytes() == b"head " + OLD[4:]
    save_pieces(str(path), [Span(0, 3), b"!"], source)
    assert path.read_bytes() == b"the!"
    source.close()


def test_a_span_of_a_small_file_is_had_whatever_became_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    source = FileSource(str(path))
    path.write_bytes(b"another")
    save_pieces(str(path), [Span(4, 11)], source)
    assert path.read_bytes() == OLD[4:]
    source.close()


def test_bytes_that_another_program_wrote_are_never_saved_as_those_that_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    source = FileSource(str(path))
    path.write_bytes(b"xxx" + OLD[3:])
    with pytest.raises(SaveError, match="another program changed the file"):
        save_pieces(str(path), [Span(0, 3)], source)
    assert path.read_bytes() == b"xxx" + OLD[3:]
    assert files_in(tmp_path) == ["a.xqf"]
    source.close()


def test_a_read_only_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    monkeypatch.setattr(FileSystem, "file_writable", lambda self, path: False)
    with pytest.raises(SaveError, match="read-only"):
        save_pieces(str(path), [NEW], None)
    assert path.read_bytes() == OLD


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="couldn't be saved: no such file"):
        save_pieces(str(tmp_path / "none" / "a.xqf"), [NEW], None)


def calls_of(files: FailingFiles, path: Path) -> int:
    save_pieces(str(path), [NEW], None, files)
    return len(files.calls)


@pytest.mark.parametrize("forever", [False, True])
def test_whichever_call_fails_the_old_or_the_new_file_is_whole(
    tmp_path: Path, forever: bool
) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    count = calls_of(FailingFiles(), path)
    assert count >= 8
    for k in range(count):
        path.write_bytes(OLD)
        files = FailingFiles(k, forever=forever)
        try:
            save_pieces(str(path), [NEW], None, files)
        except SaveError:
            assert path.read_bytes() == OLD, files.calls
        else:
            assert path.read_bytes() == NEW, files.calls
        assert files_in(tmp_path) == ["a.xqf"], files.calls


def test_in_place_where_the_folder_takes_no_new_file(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    inode = path.stat().st_ino
    source = FileSource(str(path))
    save_pieces(str(path), [b"head ", Span(4, 11)], source, NoNewFiles())
    assert path.read_bytes() == b"head " + OLD[4:]
    assert path.stat().st_ino == inode
    # The bytes that were read at first can still be had, for the next save.
    save_pieces(str(path), [Span(0, 15)], source, NoNewFiles())
    assert path.read_bytes() == OLD
    source.close()


def test_in_place_whichever_call_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    count = calls_of(FailingInPlace(), path)
    for k in range(count):
        path.write_bytes(OLD)
        files = FailingInPlace(k)
        try:
            save_pieces(str(path), [NEW], None, files)
        except SaveError:
            assert path.read_bytes() in (OLD, NEW), files.calls
        else:
            assert path.read_bytes() == NEW, files.calls


def test_in_place_when_the_old_content_cannot_be_put_back(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)
    counting = FailingInPlace()
    save_pieces(str(path), [NEW], None, counting)
    k = len(counting.calls) - 1 - counting.calls[::-1].index("truncate")
    path.write_bytes(OLD)
    with pytest.raises(SaveError, match="is kept in") as caught:
        save_pieces(str(path), [NEW], None, FailingInPlace(k, forever=True))
    kept = str(caught.value).split("is kept in ")[1].rstrip(".")
    assert Path(kept).read_bytes() == OLD
    os.unlink(kept)


def test_two_saves_at_once_leave_one_of_them_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    path.write_bytes(OLD)

    def slow_pieces():
        yield b"first, "
        save_pieces(str(path), [NEW], None)
        yield b"slowly"

    save_pieces(str(path), slow_pieces(), None)
    assert path.read_bytes() == b"first, slowly"
    assert files_in(tmp_path) == ["a.xqf"]


def test_a_span_without_enough_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xqf"
    with pytest.raises(SaveError, match="shorter"):
        save_pieces(str(path), [Span(0, 9)], BytesSource(b"abc"))
    assert files_in(tmp_path) == []
