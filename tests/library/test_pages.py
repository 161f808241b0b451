"""Columns read from pages of tables are what DuckDB reads; what isn't understood is left to DuckDB."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import duckdb
import generated
import numpy as np
import pytest

from viewer.games import game_of
from viewer.library import Library, Query, of_folders
from viewer.library.ask import matches as matches_module
from viewer.library.failures import Damaged
from viewer.library.making import building as building_module
from viewer.library.making import columns as columns_module
from viewer.library.making import reading as reading_module
from viewer.library.making import together as together_module
from viewer.library.pages import Pages, Unread, pages_of
from viewer.library.query import position_wanted
from viewer.library.regions import region_wanted
from viewer.library.schema import BOARDS, POSITIONS, board_columns
from viewer.library.store import Store

_ROWS = 20_000
CHESS = game_of("chess")
START = CHESS.start(None)


def _written(path: Path, columns: dict[str, tuple[str, Any]], more: str = "") -> list[Pages]:
    """Columns (SQL type, values) as a file of several groups, and its pages."""
    connection = duckdb.connect()
    connection.register("made", {name: values for name, (_, values) in columns.items()})
    select = ", ".join(f"CAST({name} AS {type}) AS {name}" for name, (type, _) in columns.items())
    connection.execute(
        f"COPY (SELECT {select} FROM made) TO '{path}'"
        f" (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 6144{more})"
    )
    return pages_of(connection, [str(path)], list(columns))


def _columns(chance: np.random.Generator) -> dict[str, tuple[str, Any]]:
    few = np.sort(chance.integers(0, 1 << 64, 40, np.uint64))
    return {
        "key": ("UBIGINT", np.sort(few[chance.integers(0, 40, _ROWS)])),
        "wide": ("UBIGINT", np.sort(chance.integers(0, 1 << 64, _ROWS, np.uint64))),
        "record": ("BIGINT", np.sort(chance.integers(0, 1 << 40, _ROWS))),
        "ply": ("INTEGER", np.arange(_ROWS) % 83),
        "side": ("TINYINT", np.arange(_ROWS) // 50 % 2),
        "row": ("UINTEGER", chance.integers(0, 1 << 32, _ROWS, np.uint32)),
        "pieces": ("UTINYINT", np.repeat(chance.integers(0, 9, _ROWS // 8), 8)),
    }


@pytest.mark.parametrize("more", ["", ", DICTIONARY_SIZE_LIMIT 256"])
def test_columns_are_what_was_written(tmp_path: Path, more: str) -> None:
    columns = _columns(np.random.default_rng(1))
    (pages,) = _written(tmp_path / "a.parquet", columns, more)
    assert sum(pages.rows) == _ROWS
    for name, (_, values) in columns.items():
        read = np.concatenate([pages.column(group, name) for group in range(len(pages.rows))])
        unsigned = read.view(f"<u{read.dtype.itemsize}")
        assert (unsigned == values.astype(unsigned.dtype)).all(), name


def test_rows_of_a_key(tmp_path: Path) -> None:
    columns = _columns(np.random.default_rng(2))
    (pages,) = _written(tmp_path / "a.parquet", columns)
    starts = np.cumsum([0, *pages.rows])
    for name in ("key", "wide"):
        values = columns[name][1]
        some = [*np.unique(values)[:: 1 + len(np.unique(values)) // 50], 0, (1 << 64) - 1]
        for key in map(int, some):
            found = [
                at
                for group, rows in pages.rows_of(key, name)
                for at in range(starts[group] + rows.start, starts[group] + rows.stop)
            ]
            assert found == np.flatnonzero(values == np.uint64(key)).tolist()


def test_what_is_not_understood_is_unread(tmp_path: Path) -> None:
    values = np.arange(_ROWS)
    for name, column in (
        ("null", "CASE WHEN a = 7 THEN NULL ELSE a END"),
        ("text", "CAST(a AS VARCHAR)"),
        ("double", "CAST(a AS DOUBLE)"),
    ):
        connection = duckdb.connect()
        connection.register("made", {"a": values})
        path = str(tmp_path / f"{name}.parquet")
        connection.execute(
            f"COPY (SELECT {column} AS a FROM made) TO '{path}' (FORMAT parquet, COMPRESSION zstd)"
        )
        with pytest.raises(Unread):
            pages_of(connection, [path], ["a"])
    (pages,) = _written(tmp_path / "a.parquet", {"a": ("BIGINT", values)})
    with pytest.raises(Unread):
        pages.column(0, "b")


def test_no_damaged_page_is_read_wrongly_or_raises(tmp_path: Path) -> None:
    """Bytes that are changed, cut or gone: Unread, or what was written."""
    columns = _columns(np.random.default_rng(3))
    path = tmp_path / "a.parquet"
    (pages,) = _written(path, columns)
    whole = path.read_bytes()
    chance = random.Random(4)
    for number in range(300):
        raw = bytearray(whole)
        if number % 3:
            for _ in range(4):
                raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        else:
            del raw[chance.randrange(len(raw)) :]
        path.write_bytes(raw)
        for name in columns:
            try:
                assert len(pages.column(0, name)) == pages.rows[0]
                if name in ("key", "wide"):
                    [*pages.rows_of(int(columns[name][1][3000]), name)]
            except Unread:
                pass
    path.unlink()
    with pytest.raises(Unread):
        pages.column(0, "key")


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    for seeds in (range(20), range(20, 40)):
        generated.write(tmp_path / "records" / f"{seeds.start}.pgn", "chess", seeds)
    return of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))


def _queries() -> list[Query]:
    corner = region_wanted(CHESS, START, ("a1", "b1", "a2"), turned=True, exchanged=True)
    return [Query(position=position_wanted(CHESS, START)), Query(region=corner)]


def test_nothing_of_a_position_is_asked_through_sql(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.build()
    found = [shelf.search(query) for query in _queries()]
    assert all(one.total for one in found)
    original = Store.source

    def source(self: Store, table: str, *args: Any, **how: Any) -> str:
        made = original(self, table, *args, **how)
        return "(SELECT 1 / 0)" if table in (POSITIONS, BOARDS) else made

    monkeypatch.setattr(Store, "source", source)
    assert [shelf.search(query) for query in _queries()] == found
    shelf.close()


def test_sql_finds_the_same_where_pages_are_not_read(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.build()
    found = [shelf.search(query) for query in _queries()]

    def unread(*_: Any, **__: Any) -> Any:
        raise Unread

    monkeypatch.setattr(matches_module.Store, "pages", unread)
    assert [shelf.search(query) for query in _queries()] == found
    shelf.close()


@pytest.mark.parametrize("table", [POSITIONS, BOARDS])
def test_tables_cut_while_they_are_open_are_told(shelf: Library, table: str) -> None:
    shelf.build()
    query = _queries()[table == BOARDS]
    assert shelf.search(query).total
    for segment in shelf.store.manifest.segments:
        for one in segment.of(table):
            path = Path(shelf.folder, one.path)
            path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(Damaged):
        shelf.search(query)
    shelf.close()
    shelf.build()
    assert shelf.search(query).total
    shelf.close()


def test_boards_of_older_tables_are_searched_and_merged(
    shelf: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their rows have 64 bits on every board."""

    def wide(rows: int, bits: int, kinds: int) -> dict[str, str]:
        return board_columns(rows, 64, kinds)

    with monkeypatch.context() as patch:
        for module in (columns_module, together_module):
            patch.setattr(module, "board_columns", wide)
        patch.setattr(reading_module, "_FEW", 1 << 30)  # read in this process
        shelf.build()
    for segments in (8, 1):  # beside newer ones, then merged with them
        monkeypatch.setattr(building_module, "_SEGMENTS", segments)
        seeds = range(40 + segments, 50 + segments)
        generated.write(tmp_path / "records" / f"more{segments}.pgn", "chess", seeds)
        shelf.build()
        anew = of_folders([tmp_path / "records"], folder=str(tmp_path / f"anew{segments}"))
        anew.build()
        for query in _queries():
            assert _places(shelf, query) == _places(anew, query) != []
        anew.close()
    assert len(shelf.store.manifest.segments) == 1
    shelf.close()


def _places(library: Library, query: Query) -> list[tuple[str, int, tuple[int, ...]]]:
    return sorted((hit.path, hit.number, hit.nodes) for hit in library.search(query).hits)
