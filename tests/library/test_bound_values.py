"""Values of a query: few are bound, and they mean what they meant."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from viewer.library.schema import SEPARATOR
from viewer.library.store import with_few_bound


@pytest.mark.parametrize(
    ("values", "bound"),
    [
        ([["a", "b c", "", "'?"]], 1),
        ([[f"a{SEPARATOR}b", "c"]], 1),
        ([[]], 0),
        ([[3, -4]], 0),
    ],
)
def test_lists_are_the_same_lists_for_duckdb(values: list[Any], bound: int) -> None:
    type = "BIGINT" if values[0] and isinstance(values[0][0], int) else "VARCHAR"
    sql, rest = with_few_bound(f"SELECT unnest(?::{type}[]), '?'", values)
    assert len(rest) == bound
    with duckdb.connect() as connection:
        rows = connection.execute(sql, rest).fetchall()
    assert rows == [(value, "?") for value in values[0]]


def test_texts_of_a_list_are_one_value() -> None:
    """Each value that is bound takes as long as a table of a thousand rows."""
    _, bound = with_few_bound("SELECT unnest(?::VARCHAR[]), ?, ?", [["a"] * 1000, "b", 7])
    assert bound == [SEPARATOR.join(["a"] * 1000), "b"]
