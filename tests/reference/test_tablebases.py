"""Syzygy tablebases: the result and the distance of each move, and what is told of missing or broken tables.

The tables written here have one value for all positions of a side, which python-chess reads as it reads
any table: with a king and a queen against a king the side with the queen wins, with a bishop nobody does.
Set QIPU_SYZYGY to a folder with tables of three pieces to test distances as well.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from works import write_syzygy

from viewer.base.jobs import run_inline
from viewer.games import game_of
from viewer.reference.reference import (
    ChosenWork,
    KnownMove,
    Reference,
    ReferenceFault,
    looking_up,
    opening,
    read_works,
    works_text,
)

GAME = game_of("chess")
QUEEN = "8/8/8/3k4/8/8/7Q/K7 w - - 0 1"
TAKES = "8/8/8/3k4/4Q3/8/8/K7 b - - 0 1"


@pytest.fixture
def tables(tmp_path: Path) -> Reference:
    write_syzygy(tmp_path, "KQvK", 4, 0)
    write_syzygy(tmp_path, "KBvK", 2, 2)
    return opened(tmp_path)


def opened(folder: Path) -> Reference:
    work = run_inline(opening(str(folder)))[-1]
    assert isinstance(work, Reference)
    return work


def looked_up(work: Reference, fen: str) -> dict[str, KnownMove]:
    state = GAME.start(GAME.parse_setup(fen))
    return {one.move.text: one for one in run_inline(looking_up(work, GAME, state))[-1].moves}


def words(known: KnownMove) -> str:
    assert known.result is not None
    return known.result.text()


def told(work: Reference, fen: str) -> str:
    found = work.remark(GAME.start(GAME.parse_setup(fen)))
    assert found is not None
    return found.text()


def test_each_move_has_its_result(tables: Reference) -> None:
    found = looked_up(tables, QUEEN)
    assert words(found["a1b1"]) == "wins"
    assert found["a1b1"].praise == 1
    blunder = found["h2d2"]  # not taken by the king: still a win by the table
    assert words(blunder) == "wins"
    taken = looked_up(tables, TAKES)
    first = next(iter(taken))
    assert first == "d5e4"  # the best first
    assert words(taken["d5e4"]) == "draws"
    assert words(taken["d5d6"]) == "loses"
    assert taken["d5d6"].praise == -1


def test_a_draw_has_no_distance(tables: Reference) -> None:
    found = looked_up(tables, "8/8/8/3k4/8/8/7B/K7 w - - 0 1")
    assert {one.result.text() for one in found.values() if one.result} == {"draws"}
    assert {one.zeroing for one in found.values()} == {None}
    assert told(tables, "8/8/8/3k4/8/8/7B/K7 w - - 0 1") == "A draw with best play."


def test_a_missing_table_is_told_by_its_name(tables: Reference) -> None:
    assert told(tables, "8/8/8/3k4/8/8/6R1/K7 w - - 0 1") == "A table is missing: KRvK.rtbw."
    assert looked_up(tables, "8/8/8/3k4/8/8/6R1/K7 w - - 0 1") == {}
    both = "White wins with best play. A table is missing: KQvK.rtbz."
    assert told(tables, QUEEN) == both


def test_positions_that_no_table_can_have_are_told(tables: Reference) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert told(tables, start).startswith(
        "Tablebases have no positions in which a side may still castle"
    )
    assert told(tables, start.replace("KQkq", "-")) == "Its tables have at most 3 pieces."
    assert looked_up(tables, start) == {}


def test_a_folder_without_tables_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReferenceFault, match="has no Syzygy tables"):
        opened(tmp_path)


@pytest.mark.parametrize("data", [b"", b"x" * 80, b"\x71\xe8\x23\x5d" + b"\xff" * 76])
def test_a_broken_table_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "KQvK.rtbw").write_bytes(data)
    with pytest.raises(ReferenceFault, match=r"A table of .* is broken"):
        looked_up(opened(tmp_path), QUEEN)


@pytest.mark.skipif("QIPU_SYZYGY" not in os.environ, reason="QIPU_SYZYGY names no folder of tables")
def test_distances_of_real_tables() -> None:
    work = opened(Path(os.environ["QIPU_SYZYGY"]))
    mate = looked_up(work, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")
    assert next(iter(mate)) in ("b1b8", "b1h1")
    assert next(iter(mate.values())).zeroing == 1
    assert told(work, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1") == "White wins with best play."


def test_the_list_of_works_is_kept_as_text() -> None:
    works = (ChosenWork("/books/a.bin", "chess"), ChosenWork("/books/b.db", "shogi"))
    assert read_works(works_text(works)) == works
    assert read_works('[{}, 3, {"path": ""}]') == read_works("nonsense") == ()
