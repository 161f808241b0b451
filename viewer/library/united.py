"""The games of several libraries as one table, for what is asked of all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import duckdb

from viewer.library.connection import bury, connected
from viewer.library.schema import GAMES
from viewer.library.store import Store, empty, with_numbers

_SHIFT = 56  # bits of a record's id in its library
MOST = 1 << (62 - _SHIFT)
"""Libraries that can be united."""
_COLUMNS = (
    *("game", "chart", "moves", "set_up", "last", "plies"),
    *("folded0", "folded1", "result", "year", "day"),
)


class United:
    """The games of libraries on this machine; a file that several of them have counts once.

    To be closed; a context manager. Raises LibraryFailed, duckdb.Error.
    """

    def __init__(self, stores: Sequence[Store]) -> None:
        self._stores = stores
        self._connection = connected(stores[0].folder, more=[one.folder for one in stores[1:]])
        seen: set[str] = set()
        for at, store in enumerate(stores):
            segments = store.manifest.segments
            bury(
                self._connection, [one for segment in segments for one in segment.dead], f"dead{at}"
            )
            self._connection.execute(f"CREATE TABLE known{at} (file BIGINT)")
            known = [file for file, path in store.paths.items() if path in seen]
            self._connection.execute(f"INSERT INTO known{at} SELECT unnest(?::BIGINT[])", [known])
            seen |= set(store.paths.values())

    def __enter__(self) -> United:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def interrupt(self) -> None:
        """Have what another thread is asking end with duckdb.InterruptException, if it asks still."""
        with suppress(duckdb.ConnectionException):
            self._connection.interrupt()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; see `Store.rows`."""
        sql, bound = with_numbers(sql, values)
        rows: list[tuple[Any, ...]] = self._connection.execute(sql, bound).fetchall()
        return rows

    @property
    def games(self) -> str:
        """What to select games from: the columns that duplicates are found by."""
        columns = ", ".join(_COLUMNS)
        parts = [
            f"SELECT record + {at << _SHIFT} AS record, {columns} FROM {source}"
            f" WHERE record NOT IN (SELECT record FROM dead{at})"
            f" AND file NOT IN (SELECT file FROM known{at})"
            for at, store in enumerate(self._stores)
            if (source := store.source(GAMES, alive=False))
        ]
        return f"({' UNION ALL '.join(parts)})" if parts else empty(GAMES)


def placed(record: int) -> tuple[int, int]:
    """The index of the library of a record, and its id there."""
    return record >> _SHIFT, record & ((1 << _SHIFT) - 1)
