"""What a file has beside its bytes is kept, and what killed saves leave behind is cleared."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from failing import FailingFiles
from needs import lacks

from viewer.base.files import SYSTEM, Attributes, FileSystem
from viewer.base.source import FileSource, Span
from viewer.base.temporary import KEPT, PARTIAL
from viewer.document.saving.leftovers import clear_leftovers, finish_save, kept_copies
from viewer.document.saving.save import SaveError, save_pieces

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX file systems only")

OLD, NEW = b"the old content", b"the new content, which is longer"


def files_in(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a.xqf"
    made.write_bytes(OLD)
    return made


def extended(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except (OSError, AttributeError):
        pytest.skip("no extended attributes here")


# An access control list as Linux keeps it: version 2, then (tag, permissions, id) of the owner,
# a user with the number 1234, the group, the mask, and others.
ACL = bytes.fromhex("02000000") + b"".join(
    tag.to_bytes(2, "little") + bits.to_bytes(2, "little") + id.to_bytes(4, "little")
    for tag, bits, id in (
        (0x01, 6, 0xFFFFFFFF),
        (0x02, 6, 1234),
        (0x04, 4, 0xFFFFFFFF),
        (0x10, 6, 0xFFFFFFFF),
        (0x20, 0, 0xFFFFFFFF),
    )
)


@pytest.mark.parametrize(
    ("name", "value"), [("user.note", b"mine"), ("system.posix_acl_access", ACL)]
)
def test_extended_attributes_and_access_lists_are_kept(path: Path, name: str, value: bytes) -> None:
    extended(path, name, value)
    mode, inode = path.stat().st_mode, path.stat().st_ino
    save_pieces(str(path), [NEW], None)
    assert path.read_bytes() == NEW
    assert os.getxattr(path, name) == value
    assert path.stat().st_mode == mode
    assert path.stat().st_ino != inode
    assert files_in(path.parent) == ["a.xqf"]


def test_what_a_new_file_cant_be_given_is_kept_by_writing_in_place(path: Path) -> None:
    class Unkind(FileSystem):
        def set_attributes(self, path: str, wanted: Attributes) -> None:
            raise PermissionError(1, "Operation not permitted")

    inode = path.stat().st_ino
    save_pieces(str(path), [NEW], None, Unkind())
    assert path.read_bytes() == NEW
    assert path.stat().st_ino == inode
    assert files_in(path.parent) == ["a.xqf"]


def test_all_names_of_a_file_are_one_file_afterwards(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.xqf"
    os.link(path, other)
    source = FileSource(str(path))
    written = save_pieces(str(path), [b"head ", Span(4, 11)], source)
    assert path.read_bytes() == other.read_bytes() == b"head " + OLD[4:]
    assert path.samefile(other)
    assert written.stamp == SYSTEM.stamp_of(str(path))
    save_pieces(str(path), [Span(0, 15)], source)
    assert other.read_bytes() == OLD
    assert files_in(tmp_path) == ["a.xqf", "b.xqf"]
    source.close()


@pytest.mark.parametrize("forever", [False, True])
def test_hard_links_whichever_call_fails(tmp_path: Path, path: Path, forever: bool) -> None:
    other = tmp_path / "b.xqf"
    os.link(path, other)
    counting = FailingFiles()
    save_pieces(str(path), [NEW], None, counting)
    assert "open_in_place" in counting.calls
    for k in range(len(counting.calls)):
        path.write_bytes(OLD)
        files = FailingFiles(k, forever=forever)
        try:
            save_pieces(str(path), [NEW], None, files)
        except SaveError as error:
            if "is kept in " in str(error):
                kept = Path(str(error).split("is kept in ")[1].rstrip("."))
                assert kept.read_bytes() == OLD, files.calls
                assert kept.parent == tmp_path
                kept.unlink()
            else:
                assert path.read_bytes() == OLD, files.calls
        else:
            assert path.read_bytes() == NEW, files.calls
        assert path.samefile(other)
        assert files_in(tmp_path) == ["a.xqf", "b.xqf"], files.calls


def test_the_group_is_kept(path: Path) -> None:
    if os.geteuid() != 0:
        lacks("root")  # who has other groups at hand
    os.chown(path, 1234, 2345)
    path.chmod(0o2640)
    save_pieces(str(path), [NEW], None)
    info = path.stat()
    assert (info.st_uid, info.st_gid, stat.S_IMODE(info.st_mode)) == (1234, 2345, 0o2640)


@pytest.mark.parametrize("name", ["谱" * 79, "🀄" * 60, "a" * 251, "é" * 125])
def test_any_name_that_the_file_system_takes_can_be_saved(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.xqf"
    save_pieces(str(path), [OLD], None)
    save_pieces(str(path), [NEW], None)
    os.link(path, tmp_path / "b")
    save_pieces(str(path), [OLD], None)
    assert path.read_bytes() == OLD


# ------------------------------------------------------------------------------------ leftovers

KILLED = """
    import os, signal, sys
    from viewer.base.files import FileSystem
    from viewer.document.saving.save import save_pieces

    class Killed(FileSystem):
        def {call}(self, *args):
            os.kill(os.getpid(), signal.SIGKILL)

    save_pieces(sys.argv[1], [b"half of what was to be written"], None, Killed())
"""


def kill_at(call: str, path: Path) -> None:
    program = textwrap.dedent(KILLED.format(call=call))
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("call", ["sync", "replace"])
def test_what_a_killed_save_left_goes_with_the_next_one(path: Path, call: str) -> None:
    kill_at(call, path)
    assert path.read_bytes() == OLD
    assert len(files_in(path.parent)) == 2
    save_pieces(str(path), [NEW], None)
    assert files_in(path.parent) == ["a.xqf"]
    assert path.read_bytes() == NEW


def test_saves_of_other_files_clear_it_too(path: Path) -> None:
    kill_at("sync", path)
    save_pieces(str(path.parent / "b.xqf"), [NEW], None)
    assert files_in(path.parent) == ["a.xqf", "b.xqf"]


def test_a_save_that_goes_on_is_left_alone(path: Path) -> None:
    fd, temporary = SYSTEM.create_beside(str(path))
    try:
        clear_leftovers(str(path))
        assert os.path.exists(temporary)
    finally:
        os.close(fd)
    clear_leftovers(str(path))
    assert files_in(path.parent) == ["a.xqf"]


def test_what_is_not_ours_is_left_alone(path: Path) -> None:
    here = path.parent
    strangers = [".a.xqf.abcdefgh.swp", ".a.xqf.qipu-tmp", "qipu-tmp", ".a.00000000-00000000.x.tmp"]
    for name in strangers:
        (here / name).write_bytes(b"")
    (here / ".a.00000000-00000000.x.qipu-tmp").mkdir()
    (here / ".b.00000000-00000000.x.qipu-tmp").symlink_to(path)
    elsewhere = here / ".c.00000000-00000000.x.qipu-tmp"  # another machine writes it just now
    elsewhere.write_bytes(b"")
    before = files_in(here)
    clear_leftovers(str(path))
    assert files_in(here) == before
    os.utime(elsewhere, ns=(1, 1))
    clear_leftovers(str(path))
    assert files_in(here) == [name for name in before if name != elsewhere.name]


def test_a_copy_of_what_was_there_outlives_a_kill(path: Path) -> None:
    os.link(path, path.parent / "b.xqf")
    kill_at("truncate", path)
    [copy] = kept_copies(str(path))
    assert Path(copy).read_bytes() == OLD
    assert path.read_bytes() != OLD
    clear_leftovers(str(path))
    assert os.path.basename(copy) in files_in(path.parent)
    assert len(files_in(path.parent)) == 4  # the new contents too: they finish the save
    assert kept_copies(str(path.parent / "b.xqf")) == []
    finish_save(str(path))
    assert path.read_bytes() == b"half of what was to be written"
    assert files_in(path.parent) == ["a.xqf", "b.xqf"]


def test_a_copy_of_what_is_there_is_of_no_use(path: Path) -> None:
    os.link(path, path.parent / "b.xqf")
    kill_at("open_in_place", path)
    assert len(files_in(path.parent)) == 4
    assert kept_copies(str(path)) == []
    clear_leftovers(str(path))
    assert files_in(path.parent) == ["a.xqf", "b.xqf"]


def test_a_copy_that_is_in_use_is_nobody_elses(path: Path) -> None:
    fd, _ = SYSTEM.create_aside(str(path), KEPT)
    SYSTEM.write(fd, b"something else")
    try:
        assert kept_copies(str(path)) == []
    finally:
        os.close(fd)
    [copy] = kept_copies(str(path))
    os.unlink(copy)


# ---------------------------------------------------------------------- finishing what was interrupted


class Dead(BaseException):
    """The process ends here. No Exception: nothing tidies up behind it."""


class Interrupted(FileSystem):
    """Writes small pieces, and ends the process at the k-th call of what changes anything."""

    def __init__(self, end_at: int) -> None:
        self.left = end_at
        self.open: list[int] = []

    def create_beside(self, path: str, kind: str = PARTIAL) -> tuple[int, str]:
        fd, name = super().create_beside(path, kind)
        self.open.append(fd)
        return fd, name

    def close(self, fd: int) -> None:
        if fd in self.open:
            self.open.remove(fd)
        super().close(fd)

    def _count(self) -> None:
        if not self.left:
            raise Dead
        self.left -= 1

    def write(self, fd: int, data: bytes) -> None:
        for start in range(0, len(data), 7):
            self._count()
            super().write(fd, data[start : start + 7])

    def truncate(self, fd: int, length: int) -> None:
        self._count()
        super().truncate(fd, length)

    def sync(self, fd: int) -> None:
        self._count()
        super().sync(fd)

    def remove(self, path: str) -> None:
        self._count()
        super().remove(path)


def die_at(call: int, work: Callable[[FileSystem], object]) -> bool:
    """Whether the process ended at a call."""
    files = Interrupted(call)
    try:
        work(files)
    except Dead:
        return True
    finally:
        for fd in files.open:  # the system lets go of them
            os.close(fd)
    return False


@pytest.mark.parametrize("new", [b"n" * 40, b"o" * 20 + b"n" * 5, b"o" * 50, b"", b"new"])
@pytest.mark.parametrize("old", [b"o" * 30, b"old " * 8, b""])
def test_a_save_in_place_that_ended_anywhere_is_finished_or_never_began(
    path: Path, old: bytes, new: bytes
) -> None:
    for call in range(200):
        for name in files_in(path.parent):
            os.remove(path.parent / name)
        path.write_bytes(old)
        os.link(path, path.parent / "b.xqf")
        died = die_at(call, lambda files: save_pieces(str(path), [new], None, files))
        for again in range(3):  # the next starts end as well, each later
            die_at(again, lambda files: finish_save(str(path), files))
        finish_save(str(path))
        assert path.read_bytes() in (old, new)
        assert kept_copies(str(path)) == []
        clear_leftovers(str(path))
        assert files_in(path.parent) == ["a.xqf", "b.xqf"]
        if not died:
            assert path.read_bytes() == new
            return
    raise AssertionError("it never ends")


def test_a_file_that_another_program_wrote_since_is_left_alone(path: Path) -> None:
    os.link(path, path.parent / "b.xqf")
    kill_at("truncate", path)
    path.write_bytes(b"somebody else's")
    assert not finish_save(str(path))
    assert path.read_bytes() == b"somebody else's"
    [copy] = kept_copies(str(path))
    assert Path(copy).read_bytes() == OLD
