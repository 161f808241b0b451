"""Connections to DuckDB that can read and write one folder, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from viewer.base.messages import Message, message
from viewer.base.system_errors import error_words
from viewer.library.failures import LibraryFailed

MEMORY = "2GB"


def connected(
    folder: str,
    threads: int = 0,
    memory: str = MEMORY,
    tables: Any = None,
    at: str = "",
    more: Iterable[str] = (),
) -> duckdb.DuckDBPyConnection:
    """A database in memory that can use the files in a folder, without extensions and settings to change.

    `tables`: a file system of fsspec that it can use as well, whose names begin with `at`. `more`: other
    folders that it can use.
    """
    config: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "temp_directory": os.path.join(os.path.abspath(folder), "work", "spilled"),
        "memory_limit": memory,
        "python_enable_replacements": False,
    }
    if threads:
        config["threads"] = threads
    connection = duckdb.connect(":memory:", config=config)
    places = [quoted(os.path.join(os.path.abspath(one), "")) for one in (folder, *more)]
    if tables is not None:
        connection.register_filesystem(tables)
        places.append(quoted(at))
    connection.execute(f"SET allowed_directories = [{', '.join(places)}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET parquet_metadata_cache = true")  # a build's files never change
    connection.execute("SET enable_progress_bar = false")  # which would be printed among results
    connection.execute("SET lock_configuration = true")
    return connection


def bury(
    connection: duckdb.DuckDBPyConnection, dead: Iterable[tuple[int, int]], table: str = "dead"
) -> None:
    """Make a table of ranges of records that are dead. Raises duckdb.Error."""
    connection.execute(f"CREATE TABLE {table} (record BIGINT)")
    for first, count in dead:
        sql = f"INSERT INTO {table} SELECT range FROM range(?, ?)"
        connection.execute(sql, [first, first + count])


def quoted(text: str) -> str:
    """A text as an SQL literal, where none can be bound (names of files in COPY)."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def writing() -> Iterator[None]:
    """Turn failures of disks and DuckDB while tables are written into LibraryFailed."""
    try:
        yield
    except OSError as error:
        raise LibraryFailed(_unwritten(error_words(error))) from error
    except duckdb.Error as error:
        raise LibraryFailed(_unwritten(str(error).splitlines()[0].rstrip("."))) from error


def _unwritten(why: str | Message) -> Message:
    return message("The library can't be written: {why}. It stays as it was.", why=why)
