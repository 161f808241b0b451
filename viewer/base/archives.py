"""Archives (.zip) as folders that can only be read: `games.zip/2024/a.kif` is a file in one.

The names in an archive are only names: none leads out of it, or to another drive.
"""

from __future__ import annotations

import errno
import os
import tempfile
import zipfile
import zlib
from functools import lru_cache
from typing import IO

from viewer.base.files import SYSTEM, Stamp
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import WordedError

_SUFFIX = ".zip"
_SIGN = b"PK"
_BLOCK = 1 << 20
MOST = 100_000
"""Files of an archive that are listed."""
_LONGEST = 1_000  # characters of a name
_HELD = (".", "..")


class _Archive(NamedTuple):
    """What an archive lists.

    Attributes:
        files: what its files are in the archive, by their names in folders, parted by slashes.
        folders: the names of files and of folders in each folder ("" for the archive itself).
    """

    files: dict[str, zipfile.ZipInfo]
    folders: dict[str, tuple[list[str], list[str]]]


def archive_in(path: str) -> tuple[str, str] | None:
    """The archive of a path and the name within it ("" for itself); None if the path is in none.

    Raises OSError.
    """
    parts = path.replace(os.sep, "/").split("/")
    for count, part in enumerate(parts, 1):
        if part.lower().endswith(_SUFFIX):
            archive = os.sep.join(parts[:count])
            if os.path.isfile(archive) and _begins(archive):
                return archive, "/".join(parts[count:])
            if not os.path.isdir(archive):
                return None
    return None


def is_folder(path: str) -> bool:
    """Whether a path is that of an archive, or of a folder in one that can be read. Raises OSError."""
    at = archive_in(path)
    return at is not None and (not at[1] or at[1] in _read(*_version(at[0])).folders)


def list_archive(path: str) -> tuple[dict[str, Stamp], list[str]]:
    """The files in a folder of an archive with their stamps, and the names of the folders in it.

    Raises OSError, NotADirectoryError for what is no such folder.
    """
    at = archive_in(path)
    known = None if at is None else _read(*_version(at[0]))
    if at is None or known is None or at[1] not in known.folders:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
    names, below = known.folders[at[1]]
    prefix = f"{at[1]}/" if at[1] else ""
    found = {name: _stamp(at[0], prefix + name, known.files[prefix + name]) for name in names}
    return found, list(below)


def stamp_in_archive(path: str) -> Stamp | None:
    """The stamp of a file or folder in an archive, None for none. Raises OSError."""
    at = archive_in(path)
    if at is None:
        return None
    known = _read(*_version(at[0]))
    info = known.files.get(at[1])
    if info is None and at[1] not in known.folders:
        return None
    return _stamp(at[0], at[1], info)


def files_in(path: str) -> list[str]:
    """The paths of all files in an archive or in a folder of one, in order; [] for what is none."""
    at = archive_in(path)
    if at is None:
        return []
    archive, below = at
    known = _read(*_version(archive))
    prefix = f"{below}/" if below else ""
    return [
        os.path.join(archive, *name.split("/"))
        for name in sorted(known.files)
        if name.startswith(prefix)
    ]


def open_in_archive(path: str, limits: Limits = DEFAULT) -> int:
    """A descriptor of the content of a file in an archive.

    Raises OSError: what isn't there, is damaged, encrypted, or unpacks to more than the limits allow.
    """
    at = archive_in(path)
    info = None if at is None else _read(*_version(at[0])).files.get(at[1])
    if at is None or info is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    with tempfile.TemporaryFile() as copy:
        try:
            with zipfile.ZipFile(at[0]) as archive, archive.open(info) as packed:
                _copy(packed, copy, limits.unpacked_bytes)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
            raise WordedError(message("its archive is damaged")) from error
        except RuntimeError as error:
            raise WordedError(message("it is encrypted in its archive")) from error
        copy.flush()
        return os.dup(copy.fileno())


def _copy(packed: IO[bytes], copy: IO[bytes], most: int) -> None:
    total = 0
    while block := packed.read(_BLOCK):
        total += len(block)
        if total > most:
            raise WordedError(message("it unpacks to more than Qipu reads"))
        copy.write(block)


def _begins(path: str) -> bool:
    fd = SYSTEM.open_read(path)
    try:
        return SYSTEM.read_at(fd, len(_SIGN), 0) == _SIGN
    finally:
        SYSTEM.close(fd)


def _version(archive: str) -> tuple[str, Stamp]:
    stamp = SYSTEM.stamp_of(archive)
    if stamp is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), archive)
    return archive, stamp


def _stamp(archive: str, name: str, info: zipfile.ZipInfo | None) -> Stamp:
    """The archive's stamp with the size of a file in it, told from others by its name there."""
    of = _version(archive)[1]
    inode = of.inode << 32 | zlib.crc32(name.encode("utf-8", "replace"))
    return of._replace(inode=inode, size=0 if info is None else info.file_size)


@lru_cache(maxsize=4)
def _read(archive: str, stamp: Stamp) -> _Archive:
    """The list of an archive, read again when its stamp is another. Raises OSError."""
    try:
        with zipfile.ZipFile(archive) as opened:
            infos = opened.infolist()[:MOST]
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise WordedError(message("the archive is damaged")) from error
    files: dict[str, zipfile.ZipInfo] = {}
    folders: dict[str, tuple[list[str], list[str]]] = {"": ([], [])}
    for info in infos:
        name = _as_name(info)
        if info.is_dir() or not name or name in files or name in folders:
            continue
        above, _, last = name.rpartition("/")
        if not _made(folders, files, above):
            continue
        files[name] = info
        folders[above][0].append(last)
    return _Archive(files, folders)


def _made(
    folders: dict[str, tuple[list[str], list[str]]], files: dict[str, zipfile.ZipInfo], name: str
) -> bool:
    """Whether a folder is there, after it and those above it are made; a file may have its name."""
    at = ""
    for part in name.split("/") if name else ():
        below = f"{at}/{part}" if at else part
        if below in files:
            return False
        if below not in folders:
            folders[below] = ([], [])
            folders[at][1].append(part)
        at = below
    return True


def _as_name(info: zipfile.ZipInfo) -> str:
    """A name in an archive as one that stays in it; "" for one that can't be shown."""
    name = info.filename
    if not info.flag_bits & 0x800:  # not said to be UTF-8; zipfile has taken it for code page 437
        raw = name.encode("cp437", "replace")
        for codec in ("utf-8", "gb18030"):
            try:
                name = raw.decode(codec)
                break
            except UnicodeDecodeError:
                continue
    if len(name) > _LONGEST or "\0" in name:
        return ""
    parts = [part.replace(":", "_") for part in name.replace("\\", "/").split("/")]
    return "/".join(f"({part})" if part in _HELD else part for part in parts if part)
