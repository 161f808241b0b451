"""Finding the files of a library, and what is new, changed or gone since they were last read.

Also its folder as a build finds and leaves it: the rows of the files it knows, what is left over.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.formats import SUFFIXES
from viewer.formats.detect import suffix_of
from viewer.library.failures import packed, unpacked
from viewer.library.manifest import Manifest
from viewer.library.sources import is_url, path_of
from viewer.library.storage import Storage, load_remote, quoted

_EFFECTIVE = os.access in os.supports_effective_ids


class Scan(NamedTuple):
    """Files with the stamps they have, and places that can't be looked into."""

    files: dict[str, Stamp]
    problems: dict[str, Message]


def scan(sources: Sequence[str], files: FileSystem = SYSTEM) -> Iterator[Scan]:
    """Look for the files of folders and for single files; yields after each folder, the same object."""
    found = Scan({}, {})
    seen: set[str] = set()  # by real path: links may lead in circles
    for source in sources:
        if is_url(source):
            yield from _scan_url(source, found)
            continue
        stack = [source]
        while stack:
            path = stack.pop()
            real = files.real_path(path)
            if real in seen:
                continue
            seen.add(real)
            try:
                if os.path.isdir(path):
                    if not os.access(path, os.R_OK | os.X_OK, effective_ids=_EFFECTIVE):
                        # its names could be listed perhaps, and no file be reached
                        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                    inside, below = files.list_folder(path)
                    for name in sorted(inside):
                        if suffix_of(name) in SUFFIXES:
                            one = os.path.join(path, name)
                            if files.real_path(one) not in seen:
                                seen.add(files.real_path(one))
                                found.files[one] = inside[name]
                    stack.extend(os.path.join(path, name) for name in sorted(below, reverse=True))
                else:
                    stamp = files.stamp_of(path)
                    if stamp is None:
                        found.problems[path] = message("There is no such file or folder.")
                    else:
                        found.files[path] = stamp
            except OSError as error:
                found.problems[path] = message("It can't be read: {why}.", why=error_words(error))
            yield found


def _scan_url(url: str, found: Scan) -> Iterator[Scan]:
    """The files at a URL; one that is named itself counts whatever its suffix."""
    try:
        for one, stamp in load_remote("files_at")(url):
            if one == url or suffix_of(one) in SUFFIXES:
                found.files[one] = stamp
            yield found
    except FileNotFoundError:
        found.problems[url] = message("There is no such file or folder.")
    except OSError as error:
        found.problems[url] = message("It can't be read: {why}.", why=error_words(error))
    yield found


class Known(NamedTuple):
    """A row of the table of files: a file, or a share of a large one (number, of)."""

    file: int
    path: str
    size: int
    modified_ns: int
    changed_ns: int
    inode: str
    sha256: str
    format: str
    segment: int
    share: int
    shares: int
    first: int
    records: int
    varied: int
    problem: str | None
    problem_words: str | None = None

    def told(self, why: Message) -> Known:
        """The row of a file that can't be read, or not all of it."""
        return self._replace(problem=why.text(), problem_words=packed(why))

    @property
    def why(self) -> Message | None:
        """Why it can't be read, None if it can."""
        return None if self.problem is None else unpacked(self.problem_words, self.problem)

    def has(self, stamp: Stamp) -> bool:
        """Whether the file still has the stamp it was read with."""
        mine = (self.size, self.modified_ns, self.changed_ns, self.inode)
        return mine == (stamp.size, stamp.modified_ns, stamp.changed_ns, inode_text(stamp))


def inode_text(stamp: Stamp) -> str:
    """Device and inode of a file; on some systems more than 64 bits."""
    return f"{stamp.device}:{stamp.inode}"


class Changes(NamedTuple):
    """What to do with files: those to read, and rows that stay, with the stamps they have now."""

    read: dict[str, Stamp]
    stay: list[Known]


def changes(found: Scan, known: Mapping[str, Sequence[Known]], digest: object) -> Changes:
    """Compare what was found with what is known: by stamp, then by content (`digest` of a path)."""
    assert callable(digest)
    stay: list[Known] = []
    read: dict[str, Stamp] = {}
    for path, stamp in found.files.items():
        rows = known.get(path, ())
        if rows and all(row.has(stamp) for row in rows):
            stay += rows
            continue
        if rows and rows[0].sha256 and rows[0].size == stamp.size:
            try:
                same = digest(path) == rows[0].sha256
            except OSError:
                same = False
            if same:
                stay += [
                    row._replace(
                        modified_ns=stamp.modified_ns,
                        changed_ns=stamp.changed_ns,
                        inode=inode_text(stamp),
                    )
                    for row in rows
                ]
                continue
        read[path] = stamp
    return Changes(read, stay)


def known_files(storage: Storage, manifest: Manifest) -> dict[str, list[Known]]:
    """The rows of the table of files, by path."""
    if manifest.listed is None:
        return {}
    connection = storage.connected()
    try:
        path = quoted(storage.sql_name(manifest.listed.path))
        columns = ", ".join(Known._fields)
        rows = connection.execute(
            f"SELECT {columns} FROM read_parquet({path}) ORDER BY first"
        ).fetchall()
    finally:
        connection.close()
    found: dict[str, list[Known]] = {}
    for row in rows:
        one = Known(*row)
        real = path_of(one.path)
        known = one._replace(path=real, sha256=one.sha256 or "", format=one.format or "")
        found.setdefault(real, []).append(known)
    return found


def first_free_segment(storage: Storage) -> int:
    """A number that no folder of a segment has."""
    numbers = [
        int(name.partition("-")[2])
        for name in storage.names()
        if name.startswith("segment-") and name.partition("-")[2].isdecimal()
    ]
    return max(numbers, default=-1) + 1


def tidy(storage: Storage, manifest: Manifest) -> None:
    """Remove what no manifest names: tables of killed builds, and of generations before."""
    kept = {one.path.partition("/")[0] for one in manifest.files()}
    for name in storage.names():
        if name not in kept and (
            name.startswith(("segment-", "files")) or name.endswith("qipu-tmp")
        ):
            storage.remove(name)
