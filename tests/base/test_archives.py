"""Archives (.zip) as folders that can only be read."""

from __future__ import annotations

import errno
import os
import zipfile
from pathlib import Path

import pytest

from viewer.base.archives import files_in, open_in_archive
from viewer.base.files import SYSTEM
from viewer.base.limits import DEFAULT
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "games.ZIP"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.pgn", "1. e4 *")
        packed.writestr("more/b.kif", b"first")
        packed.writestr("more/b.kif/c.kif", "below a file")
        packed.writestr("../../out.pgn", "1. d4 *")
        packed.writestr("C:\\games\\d.sgf", "(;GM[1])")
        packed.writestr("/etc/e.pgn", "1. c4 *")
    return path


def test_files_in_an_archive_are_read_as_those_of_a_folder(archive: Path) -> None:
    names = [os.path.relpath(path, archive) for path in files_in(str(archive))]
    assert names == ["(..)/(..)/out.pgn", "C_/games/d.sgf", "a.pgn", "etc/e.pgn", "more/b.kif"]
    source = FileSource(str(archive / "more" / "b.kif"))
    assert (source.read(0, 99), source.size) == (b"first", 5)
    files, below = SYSTEM.list_folder(str(archive))
    assert (list(files), below) == (["a.pgn"], ["more", "(..)", "C_", "etc"])
    stamps = {SYSTEM.stamp_of(path) for path in files_in(str(archive))}
    assert len(stamps) == 5
    assert SYSTEM.is_folder(str(archive))
    assert not SYSTEM.is_folder(str(archive / "a.pgn"))


def test_what_is_not_in_an_archive_is_not_there(archive: Path, tmp_path: Path) -> None:
    assert SYSTEM.stamp_of(str(archive / "nothing.pgn")) is None
    for path in (archive / "nothing.pgn", archive / "more", tmp_path / "none.zip" / "a.pgn"):
        with pytest.raises(OSError, match=r"\[Errno"):
            SYSTEM.open_read(str(path))
    (tmp_path / "text.zip").write_text("no archive")
    assert not SYSTEM.is_folder(str(tmp_path / "text.zip"))


def test_nothing_is_written_into_an_archive(archive: Path) -> None:
    with pytest.raises(OSError, match=r"(?i)read-only") as error:
        SYSTEM.create_beside(str(archive / "a.pgn"))
    assert error.value.errno == errno.EROFS


def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(archive: Path) -> None:
    limits = DEFAULT._replace(unpacked_bytes=4)
    with pytest.raises(OSError) as error:  # noqa: PT011
        open_in_archive(str(archive / "more" / "b.kif"), limits)
    assert str(error_words(error.value)) == "it unpacks to more than Qipu reads"


def test_damaged_archives_are_told(archive: Path, tmp_path: Path) -> None:
    data = bytearray(archive.read_bytes())
    data[data.index(b"first") if b"first" in data else 40] ^= 0xFF
    at = data.index(b"a.pgn") + 5
    data[at : at + 4] = b"\xff\xff\xff\xff"
    (tmp_path / "bad.zip").write_bytes(data)
    with pytest.raises(OSError) as error:  # noqa: PT011
        SYSTEM.open_read(str(tmp_path / "bad.zip" / "a.pgn"))
    assert str(error_words(error.value)) == "its archive is damaged"
    (tmp_path / "cut.zip").write_bytes(archive.read_bytes()[:60])
    with pytest.raises(OSError) as error:  # noqa: PT011
        SYSTEM.list_folder(str(tmp_path / "cut.zip"))
    assert str(error_words(error.value)) == "the archive is damaged"


def test_names_of_archives_made_in_china_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.zip"
    with zipfile.ZipFile(path, "w") as packed:
        info = zipfile.ZipInfo("x" * 8)
        packed.writestr(info, "1. e4 *")
    data = path.read_bytes().replace(b"x" * 8, "棋谱.p".encode("gb18030") + b"gn"[:2])
    path.write_bytes(data)
    assert [Path(one).name for one in files_in(str(path))] == ["棋谱.pgn"]
