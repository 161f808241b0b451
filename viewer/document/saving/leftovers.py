"""What saves by killed processes left behind: temporary files, and files written over in part.

A file that can't be replaced by renaming is written in place: first its new contents are written to a
temporary file and a copy of the old ones to another, then the new contents over the file from its
beginning. So a file whose writing was interrupted is a beginning of the new contents followed by what
the old ones have from there on, and both are at hand to finish it.
"""

from __future__ import annotations

import contextlib
import os

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.source import BLOCK, FileSource, digests_of
from viewer.base.temporary import KEPT, PARTIAL, kind_of


def clear_leftovers(path: str, files: FileSystem = SYSTEM) -> None:
    """Delete temporary files that killed processes left in the folder of `path`.

    Those with which an interrupted save can be finished stay.
    """
    with contextlib.suppress(OSError):
        names = files.names_beside(path)
        copies = {_owner(name) for name in [*names, *_names_aside(files)] if kind_of(name) == KEPT}
        for name in names:
            if kind_of(name) == PARTIAL and _owner(name) not in copies:
                with contextlib.suppress(OSError):
                    files.remove_abandoned(os.path.join(os.path.dirname(path), name))


def kept_copies(path: str, files: FileSystem = SYSTEM) -> list[str]:
    """Copies of a file's earlier contents, made by saves in place that were killed. Raises OSError.

    A copy that equals the file, or a beginning of it (the copying was interrupted), is deleted.
    """
    found: list[str] = []
    for copy in _left(path, KEPT, files):
        length = _common(copy, path, files)
        if length == _size(copy, files):
            files.remove_abandoned(copy)
        else:
            found.append(copy)
    return found


def finish_save(path: str, files: FileSystem = SYSTEM) -> bool:
    """Finish writing a file in place where a killed process was interrupted; whether there was such a file.

    It is finished only if every byte of it is one of the new or the old contents at its place, so a file
    that another program has written since is left alone. Being interrupted again does no harm. Raises
    OSError.
    """
    copies = _left(path, KEPT, files)
    for new in _left(path, PARTIAL, files) if copies else ():
        begun = _common(path, new, files)
        for old in copies:
            if begun < _size(new, files) and not _goes_on(path, old, begun, files):
                continue
            written = begun == _size(new, files) == _size(path, files)
            if not written:
                if begun == 0 or digests_of(files, path) == digests_of(files, old):
                    continue  # nothing was written over yet
                overwrite(path, new, files)
            files.remove_abandoned(old)
            files.remove_abandoned(new)
            return not written
    return False


def _owner(name: str) -> str:
    """What the names of temporary files for the same target have in common."""
    return name.rsplit(".", 2)[0]


def _names_aside(files: FileSystem) -> list[str]:
    return files.names_beside(os.path.join(files.folder_aside(), "any"))


def _left(path: str, kind: str, files: FileSystem) -> list[str]:
    """Paths of abandoned temporary files of a kind for a target."""
    folders = dict.fromkeys((os.path.dirname(path), files.folder_aside()))
    candidates = [
        os.path.join(folder, name)
        for folder in folders
        for name in files.names_beside(os.path.join(folder, "any"))
        if kind_of(name, path) == kind
    ]
    return [candidate for candidate in candidates if files.is_abandoned(candidate)]


def _size(path: str, files: FileSystem) -> int:
    stamp = files.stamp_of(path)
    return 0 if stamp is None else stamp.size


def _common(one: str, other: str, files: FileSystem, start: int = 0) -> int:
    """The offset up to which two files are equal, from an offset on."""
    first, second = FileSource(one, files), FileSource(other, files)
    try:
        at = start
        while True:
            a, b = first.read(at, BLOCK), second.read(at, BLOCK)
            if a != b or not a:
                pairs = enumerate(zip(a, b, strict=False))
                return at + next((n for n, (x, y) in pairs if x != y), min(len(a), len(b)))
            at += len(a)
    finally:
        first.close()
        second.close()


def _goes_on(path: str, old: str, begun: int, files: FileSystem) -> bool:
    """Whether from an offset on a file has the bytes of the old contents, and ends with them."""
    size = _size(path, files)
    return size == max(begun, _size(old, files)) and _common(path, old, files, begun) >= size


def overwrite(target: str, content: str, files: FileSystem) -> Stamp:
    """Write the contents of a file over another in place, from its beginning. Raises OSError."""
    fd = files.open_in_place(target)
    try:
        files.truncate(fd, pour(content, fd, files))
        files.sync(fd)
        return files.stamp(fd)
    finally:
        files.close(fd)


def pour(path: str, fd: int, files: FileSystem) -> int:
    """Write the contents of a file to a descriptor; returns their length. Raises OSError."""
    source = FileSource(path, files)
    try:
        at = 0
        while data := source.read(at, BLOCK):
            files.write(fd, data)
            at += len(data)
        return at
    finally:
        source.close()
