"""The folder of a library as a build finds and leaves it: the files it knows, what is left over."""

from __future__ import annotations

from viewer.library.connection import quoted
from viewer.library.making.scan import Known
from viewer.library.manifest import Manifest
from viewer.library.paths import path_of
from viewer.library.storage import Storage


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
