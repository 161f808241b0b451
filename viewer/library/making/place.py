"""The folder of a library as a build finds and leaves it: its lock, the files it knows, what is left over."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from viewer.base.files import SYSTEM
from viewer.base.messages import message
from viewer.library.connection import connected, quoted
from viewer.library.failures import LibraryFailed
from viewer.library.making.scan import Known
from viewer.library.manifest import NAME, Manifest
from viewer.library.paths import path_of

LOCK = "lock"


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Hold the lock of a library. Raises LibraryFailed if another process has it."""
    try:
        fd = SYSTEM.open_locked(os.path.join(folder, LOCK))
    except BlockingIOError as error:
        raise LibraryFailed(
            message("Another Qipu is building this library. Wait until it is done.")
        ) from error
    except OSError as error:
        raise LibraryFailed(
            message("The library can't be written: {why}.", why=error.strerror or str(error))
        ) from error
    try:
        yield
    finally:
        os.close(fd)


def known_files(folder: str, manifest: Manifest) -> dict[str, list[Known]]:
    """The rows of the table of files, by path."""
    if manifest.listed is None:
        return {}
    connection = connected(folder)
    try:
        path = quoted(os.path.join(folder, manifest.listed.path))
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


def first_free_segment(folder: str) -> int:
    """A number that no folder of a segment has."""
    numbers = [
        int(name.partition("-")[2])
        for name in os.listdir(folder)
        if name.startswith("segment-") and name.partition("-")[2].isdecimal()
    ]
    return max(numbers, default=-1) + 1


def tidy(folder: str, manifest: Manifest) -> None:
    """Remove what no manifest names: tables of killed builds, and of generations before."""
    kept = {one.path.partition("/")[0] for one in manifest.files()} | {
        "work",
        NAME,
        LOCK,
        "sources.json",
    }
    for name in os.listdir(folder):
        if name not in kept and (
            name.startswith(("segment-", "files")) or name.endswith("qipu-tmp")
        ):
            path = os.path.join(folder, name)
            if os.path.isdir(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.unlink(path)
