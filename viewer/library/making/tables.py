"""Tables in the making: columns of values as arrays, handed to DuckDB, written as Parquet or for a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from viewer.base.named import NamedTuple
from viewer.library.making.merge import OF_BOARDS, Named, copy_to
from viewer.library.schema import MISSING, SEPARATOR

END_OF_ROW = "\x02"
"""Between rows on their way to DuckDB; U+FFFD where a text has it, or `SEPARATOR`."""

Column = list[Any]


class Table(NamedTuple):
    """A table in the making: SQL types and values by column; values are lists of arrays, or plain lists."""

    types: dict[str, str]
    columns: dict[str, Column]


def again_of(records: Any, keys: Any, sides: Any, moves: Any) -> Any:
    """For each row whether an earlier one has the same record, key, side and move."""
    # Few rows are alike: those that a single number doesn't tell apart are compared in full.
    mixed = np.asarray(keys, dtype=np.uint64) ^ np.asarray(records).astype(np.uint64) * _MIX[0]
    mixed += (np.asarray(moves).astype(np.uint64) * np.uint64(2) + sides.astype(np.uint64)) * _MIX[
        1
    ]
    ordered = np.sort(mixed)
    several = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    found = np.zeros(len(mixed), dtype=bool)
    some = np.flatnonzero(np.isin(mixed, several)) if len(several) else several
    if len(some):
        found[some] = _again_of(records[some], keys[some], sides[some], moves[some])
    return found


_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)


def _again_of(records: Any, keys: Any, sides: Any, moves: Any) -> Any:
    order = np.lexsort((moves, sides, keys, records))
    same = np.zeros(len(order), dtype=bool)
    first, later = order[:-1], order[1:]
    same[later] = (  # lexsort is stable: of equal rows the first stays first
        (records[first] == records[later])
        & (keys[first] == keys[later])
        & (sides[first] == sides[later])
        & (moves[first] == moves[later])
    )
    return same


def arrays(table: Table) -> dict[str, Any]:
    """The columns of a table as arrays for DuckDB; they are gone from the table then.

    Numbers that are missing are MISSING, keys 0, texts "": DuckDB takes no masks from arrays.
    """
    found = {}
    for key, type in table.types.items():
        column = table.columns.pop(key, None)
        if column is not None:
            whole = bool(column) and isinstance(column[0], np.ndarray)
            found[key] = np.concatenate(column) if whole else _array(column, type)
    if "key" not in found:
        _in_order(found)
    if "again" in table.types and found:
        found["again"] = again_of(found["record"], found["key"], found["side"], found["move"])
    return found


def _in_order(found: dict[str, Any]) -> None:
    """Put rows in the order of their records: those that were played together came before others."""
    records = found.get("record")
    if records is not None and len(records) and (records[1:] < records[:-1]).any():
        order = np.argsort(records, kind="stable")
        for key, values in found.items():
            found[key] = values[order]


def _array(column: Column, type: str) -> Any:
    if type == "VARCHAR":
        texts = [value or "" for value in column]
        together = "".join(texts)
        if not (together.isascii() and together.isprintable()):
            texts = list(map(_clean, texts))
        return np.array(texts, dtype=object)
    if type == "BOOLEAN":
        return np.array(column, dtype=bool)
    if type == "UBIGINT":
        return np.array([value or 0 for value in column], dtype=np.uint64)
    return np.array([MISSING if value is None else value for value in column], dtype=np.int64)


_NO_SEPARATORS = str.maketrans(dict.fromkeys(("\0", SEPARATOR, END_OF_ROW), "\ufffd"))


def _clean(value: str) -> str:
    """A text without what UTF-8 can't hold (half characters), and without separators."""
    if value.isascii() and value.isprintable():
        return value
    text = value.encode("utf-8", "replace").decode("utf-8")
    return text.translate(_NO_SEPARATORS)


class Packed(NamedTuple):
    """The rows of a table on their way to DuckDB.

    Attributes:
        types: SQL types by column.
        rows: how many. lines: whether they are sorted by key, and move has numbers of words.
        numbers: the columns of numbers.
        names, text: the columns of texts; of all rows as one text.
    """

    types: dict[str, str]
    rows: int
    lines: bool
    numbers: dict[str, Any]
    names: tuple[str, ...]
    text: str


def packed_from(table: Table) -> Packed:
    """The rows of a table, which are gone from it then."""
    found = arrays(table)
    rows = len(next(iter(found.values())))
    lines = "key" in found
    if lines:  # much faster than DuckDB, which would sort texts and all
        order = np.argsort(found["key"])
        found = {key: values[order] for key, values in found.items()}
    texts = {key: found.pop(key) for key in [*found] if found[key].dtype == object}
    # DuckDB looks at each text of an array for pandas' values; as one long text they cost nothing.
    text = END_OF_ROW.join(map(SEPARATOR.join, zip(*texts.values(), strict=True)))
    return Packed(table.types, rows, lines, found, tuple(texts), text)


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
