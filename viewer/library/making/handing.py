"""Tables in the making, handed to DuckDB: written as Parquet, or had in it for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from viewer.library.making.merge import OF_BOARDS, Named, copy_to
from viewer.library.making.tables import END_OF_ROW, Packed, Table, packed_from
from viewer.library.schema import MISSING, SEPARATOR

# Rows of positions whose range of keys is known: a merge reads only those groups that it needs.
_SMALL_GROUP = 8192


def write_table(
    connection: Any, table: Table, path: str, what: Named, words: Iterable[str] = ()
) -> int:
    """Write a table as Parquet, lines sorted by key; returns how many rows it has. Raises duckdb.Error.

    `words`: of the numbers in the column `move`.
    """
    packed = packed_from(table)
    with taken(connection, packed, words) as select:
        # Boards often stay as they are written here.
        compression = "zstd" if what.table in OF_BOARDS else "snappy"
        copy_to(connection, select, path, what, compression, _SMALL_GROUP)
    return packed.rows


@contextmanager
def taken(connection: Any, packed: Packed, words: Iterable[str] = ()) -> Iterator[str]:
    """Have rows in DuckDB for a while: what selects them. `words` as in `write_table`.

    Raises duckdb.Error.
    """
    lines, texts = packed.lines, packed.names
    selected = ", ".join(_selected(key, type, lines) for key, type in packed.types.items())
    source = "part POSITIONAL JOIN texts" if texts and not lines else "part"
    connection.register("part", packed.numbers)
    if lines:
        sql = f"CREATE TABLE texts AS SELECT {_split('?', SEPARATOR)} AS move"
        connection.execute(sql, [SEPARATOR.join(words)])
    elif texts:
        split = f"SELECT unnest({_split('?', END_OF_ROW)}) AS text"
        split = f"SELECT {_split('text', SEPARATOR)} AS row FROM ({split})"
        columns = ", ".join(f"row[{at}] AS {key}" for at, key in enumerate(texts, 1))
        sql = f"CREATE TABLE texts AS SELECT {columns} FROM ({split})"
        connection.execute(sql, [packed.text])
    try:
        yield f"SELECT {selected} FROM {source}"
    finally:
        connection.unregister("part")
        connection.execute("DROP TABLE IF EXISTS texts")


def _split(text: str, sign: str) -> str:
    """The list of what stands between the signs of a text, as SQL."""
    return f"string_split({text}, chr({ord(sign)}))"


def _selected(key: str, type: str, lines: bool) -> str:
    """A column with NULL for what is missing. A list begins at 1, its 0 is NULL."""
    value = key
    if type == "VARCHAR":
        value = f"nullif({f'(SELECT {key} FROM texts)[move + 1]' if lines else key}, '')"
    elif type == "UBIGINT" and key == "last":
        value = f"nullif({key}, 0)"
    elif type not in ("BOOLEAN", "UBIGINT", "UINTEGER", "UTINYINT") and key != "record":
        value = f"nullif({key}, {MISSING})"
    return f"CAST({value} AS {type}) AS {key}"
