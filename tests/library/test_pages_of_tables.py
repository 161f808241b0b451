"""Columns read from pages of tables are what DuckDB reads; what isn't understood is left to DuckDB."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import brute
import duckdb
import generated
import numpy as np
import pytest
import zstandard

from viewer.games import game_of
from viewer.library import Library, Query, of_folders
from viewer.library.ask.explorer import _explored, _explored_on_pages, as_seen
from viewer.library.failures import Damaged
from viewer.library.making import building as building_module
from viewer.library.making import columns as columns_module
from viewer.library.making import reading as reading_module
from viewer.library.making import together as together_module
from viewer.library.pages import Pages, Unread, pages_of
from viewer.library.query import explored_from, position_wanted
from viewer.library.regions import region_wanted
from viewer.library.schema import BOARDS, COUNTS, POSITIONS, board_columns
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


_SOME = (slice(0, 1), slice(7, 9), slice(8, 16), slice(40, 1200), slice(1500, 1501))
"""Some rows of a group."""


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
        for some in _SOME:
            assert (pages.column(0, name, rows=some) == read[some]).all(), (name, some)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("different", [40, 5000])  # in a list, and one after the other
def test_null_truth_and_texts(tmp_path: Path, share: float, different: int) -> None:
    """What isn't known in some rows, in all, or in none: numbers, truth values and texts."""
    chance = np.random.default_rng(7)
    gone = np.sort(chance.random(_ROWS)) < share if share == 0.5 else chance.random(_ROWS) < share
    moves = [f"e{number}é" for number in range(different)]
    numbers = chance.integers(0, different, _ROWS)
    connection = duckdb.connect()
    path = str(tmp_path / "a.parquet")
    said = {"number": numbers, "move": np.array(moves, object)[numbers], "gone": gone}
    connection.register("made", said)
    connection.execute(
        f"COPY (SELECT CASE WHEN NOT gone THEN number::SMALLINT END AS number,"
        f" CASE WHEN NOT gone THEN move END AS move, number > 20 AS again FROM made) TO '{path}'"
        " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 6144)"
    )
    (pages,) = pages_of(connection, [path], ["number", "move", "again"])
    start = 0
    for group, rows in enumerate(pages.rows):
        here = slice(start, start + rows)
        start += rows
        expected = np.where(gone[here], -1, numbers[here])
        assert (pages.column(group, "number", -1) == expected).all()
        assert (pages.column(group, "again") == (numbers[here] > 20)).all()
        places, words = pages.texts(group, "move")
        assert [None if at < 0 else words[at] for at in places] == [
            None if at < 0 else moves[at] for at in expected
        ]
        for some in _SOME:
            assert (pages.column(group, "number", -1, some) == expected[some]).all()
            assert (pages.column(group, "again", rows=some) == (numbers[here] > 20)[some]).all()
            found, words = pages.texts(group, "move", some)
            assert [words[at] if at >= 0 else "" for at in found] == [
                moves[at] if at >= 0 else "" for at in expected[some]
            ]
    assert start == _ROWS


def test_runs_of_equal_values(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    columns = {
        "record": (
            "BIGINT",
            np.sort(chance.integers(0, 1 << 40, 300)[chance.integers(0, 300, _ROWS)]),
        ),
        "one": ("BIGINT", np.full(_ROWS, 7)),
    }
    (pages,) = _written(tmp_path / "a.parquet", columns)
    for name in columns:
        for group, rows in enumerate(pages.rows):
            for _ in range(2):  # read, and kept
                first, values = pages.runs(group, name)
                assert (np.diff(values) > 0).all()
                lengths = np.diff([*first, rows])
                assert (np.repeat(values, lengths) == pages.column(group, name)).all()


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
        ("nothing", "CAST(NULL AS BIGINT)"),
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
            pages_of(connection, [path], ["a"])[0].column(0, "a")
        if name == "nothing":
            with pytest.raises(Unread):
                pages_of(connection, [path], ["a"])[0].ranges("a")
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


def _varint(value: int) -> bytes:
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def _header(fields: dict[int, Any]) -> bytes:
    """Numbers and structures of Thrift's compact protocol; a negative number too."""
    found, before = b"", 0
    for number, value in fields.items():
        inner = isinstance(value, dict)
        found += bytes([number - before << 4 | (12 if inner else 5)])
        found += _header(value) if inner else _varint(value * 2 if value >= 0 else -value * 2 - 1)
        before = number
    return found + b"\0"


_BODY = b"\x02\0\0\0\x06\x01" + np.arange(3).tobytes()
_ASKS_FOR_MUCH = b"\x28\xb5\x2f\xfd\xe0" + (1 << 40).to_bytes(8, "little") + b"\1\0\0"


def _page(body: bytes = _BODY, packed: bytes = b"", **said: Any) -> bytes:
    """A page of three numbers, except for what is said otherwise."""
    packed = packed or zstandard.ZstdCompressor().compress(body)
    values = {1: said.get("count", 3), 2: said.get("encoding", 0), 3: 3, 4: 3}
    sizes = {2: said.get("size", len(body)), 3: said.get("length", len(packed))}
    return _header({1: 0, **sizes, 5: said.get("values", values)}) + packed


def _in_words(numbers: bytes) -> bytes:
    """A page of places among two words."""
    words = np.arange(2).tobytes()
    packed = zstandard.ZstdCompressor().compress(words)
    first = _header({1: 2, 2: len(words), 3: len(packed), 7: {1: 2, 2: 0}}) + packed
    return first + _page(_BODY[:6] + numbers, encoding=8)


def _forged(path: Path, data: bytes) -> Pages:
    path.write_bytes(data)
    pages = Pages(str(path), ["a"])
    pages.add(0, 3, "a", ("INT64", 0, len(data), True, "0", "2"))
    return pages


def test_pages_made_by_hand_are_read(tmp_path: Path) -> None:
    """What is forged below differs from these in one thing each."""
    for data, values in ((_page(), [0, 1, 2]), (_in_words(b"\1\6\1"), [1, 1, 1])):
        assert _forged(tmp_path / "a", data).column(0, "a").tolist() == values


@pytest.mark.parametrize(
    "data",
    [
        b"\0",
        _header({1: 0}),
        _page(values=7),
        _page(values={}),
        _page(count=1 << 50),
        _page(count=-1),
        _page(count=0) * 2,
        _page(size=1 << 40, packed=_ASKS_FOR_MUCH),
        _page(size=25),
        _page(length=-9),
        _page(length=-60) * 3,
        _page(length=1 << 60),
        _page(b"\x02\0\0\0\x06\0" + _BODY[6:]),  # three are NULL
        _page(b"\x04\0\0\0\x04\1\2\0" + _BODY[6:]),  # one is
        _page(b"\xff\xff\xff\xff\x06\1" + _BODY[6:]),
        _in_words(b"\1\6\2"),
        _in_words(b"\xc8\6" + bytes(25)),
        _in_words(b"\x20\6\1"),
        b"\x15" + b"\xff" * 2_000_000,
    ],
)
def test_what_a_page_says_of_itself_is_not_believed(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(Unread):
        _forged(tmp_path / "a", data).column(0, "a")


@pytest.mark.parametrize("ends", [(None, None), ("1.5", "2"), ("a", "b"), ("-1", "2")])
def test_the_least_and_greatest_value_have_to_be_numbers(ends: tuple[Any, Any]) -> None:
    def ranges() -> Any:
        pages = Pages("a", ["a"])
        pages.add(0, 3, "a", ("INT64", 0, 9, True, *ends))
        return pages.ranges("a")

    with pytest.raises(Unread):
        ranges()


def test_groups_and_words_out_of_order_are_left_to_duckdb(tmp_path: Path) -> None:
    with pytest.raises(Unread):
        Pages("a", ["a"]).add(1, 3, "a", ("INT64", 0, 9, True, "0", "2"))
    values = np.array([5, 9, 2, 5, 9], np.uint64).repeat(4000)  # words: 5, 9, 2
    (pages,) = _written(tmp_path / "a.parquet", {"key": ("UBIGINT", values)})
    for key in (2, 5, 9):
        with pytest.raises(Unread):
            [*pages.rows_of(key, "key")]


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    for seeds in (range(20), range(20, 40)):
        generated.write(tmp_path / "records" / f"{seeds.start}.pgn", "chess", seeds)
    return of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))


def _queries() -> list[Query]:
    corner = region_wanted(CHESS, START, ("a1", "b1", "a2"), turned=True, exchanged=True)
    return [Query(position=position_wanted(CHESS, START)), Query(region=corner)]


def _answers(shelf: Library) -> list[Any]:
    """What is found, and what was played in some games."""
    explored = shelf.explore(CHESS, START, among=Query(plies_from=10))
    assert len(explored.moves) > 2
    assert explored.games > max(one.games for one in explored.moves)
    every = shelf.explore(CHESS, START)
    assert every.games == 40
    return [*(shelf.search(query) for query in _queries()), every, explored]


def test_nothing_of_a_position_is_asked_through_sql(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.build()
    found = _answers(shelf)
    assert all(one.total for one in found[:-2])
    original = Store.source

    def source(self: Store, table: str, *args: Any, **how: Any) -> str:
        made = original(self, table, *args, **how)
        return "(SELECT 1 / 0)" if table in (POSITIONS, BOARDS) else made

    monkeypatch.setattr(Store, "source", source)
    assert _answers(shelf) == found
    shelf.close()


def test_sql_finds_the_same_where_pages_are_not_read(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.build()
    found = _answers(shelf)

    def unread(*_: Any, **__: Any) -> Any:
        raise Unread

    monkeypatch.setattr(Store, "pages", unread)
    assert _answers(shelf) == found
    shelf.close()


@pytest.mark.parametrize("game", ["chess", "go"])
def test_moves_that_were_counted_are_read_from_pages_as_by_sql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Before and after records have gone; with either side to move, of turned positions in go."""
    monkeypatch.setattr("viewer.library.making.merge.COUNTED_FROM", 5)
    suffix = generated.FORMAT_OF[game]
    for name, seeds in (("a", range(60)), ("b", range(60, 70))):
        generated.write(tmp_path / f"records/{name}.{suffix}", game, seeds)
    shelf = of_folders([tmp_path / "records"], folder=str(tmp_path / "home"))
    for _ in range(2):
        shelf.build()
        assert shelf.store.source(COUNTS, game)
        for at in brute.nodes_of(tmp_path / f"records/a.{suffix}"):
            if at.number < 4 and at.main and at.node < 6:
                for either in (False, True):
                    wanted = as_seen(explored_from(*at.state, either))
                    by_pages = _explored_on_pages(shelf.store, wanted, None)
                    assert by_pages == _explored(shelf.store, wanted)
        generated.write(
            tmp_path / f"records/b.{suffix}", game, range(60, 85)
        )  # the former are dead
    shelf.close()


@pytest.mark.parametrize("late", ["node", "ply"])
def test_sql_finds_the_nodes_where_only_their_pages_are_not_read(
    shelf: Library, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    """They are asked for after the records have been found."""
    shelf.build()
    found = [shelf.search(query) for query in _queries()]
    original = Pages.column

    def column(self: Pages, group: int, name: str, *how: Any, **more: Any) -> Any:
        if name == late:
            raise Unread(name)
        return original(self, group, name, *how, **more)

    monkeypatch.setattr(Pages, "column", column)
    assert [shelf.search(query) for query in _queries()] == found
    shelf.close()


def test_what_is_known_of_columns_is_kept_once(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.build()
    store = shelf.store
    for columns in (("record", "r0"), ("r1", "record"), ("n1",)):
        pages = store.pages(BOARDS, "chess", columns)
    assert len(store._pages) == len(pages)
    assert all(one.names == {"record", "r0", "r1", "n1"} for one in pages)
    monkeypatch.setattr("viewer.library.store.pages_of", None)
    assert store.pages(BOARDS, "chess", ("n1", "r0")) == pages
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
