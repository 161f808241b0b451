"""The tables of a library: names, columns, units. docs/library.md explains them for use elsewhere."""

from __future__ import annotations

from typing import Final

VERSION: Final = 8
"""Of the tables and the manifest; tables of another version are built again."""

GAMES, POSITIONS, VARIATIONS, COUNTS, BOARDS, BRANCHES, TEXTS, FILES = (
    "games",
    "positions",
    "variations",
    "counts",
    "boards",
    "branches",
    "texts",
    "files",
)

_LINE = {
    "key": "UBIGINT",
    "record": "BIGINT",
    "node": "INTEGER",
    "ply": "INTEGER",
    "side": "TINYINT",
    "move": "VARCHAR",
    "score": "TINYINT",
    "rating": "SMALLINT",
    "year": "SMALLINT",
    "again": "BOOLEAN",
}
"""A position in a line, with the move that follows it there.

key: of the arrangement, whoever is to move (`viewer.library.keys`). node: its id in the record. ply: number
of plies before it. side: to move, 0 or 1. move: in the neutral notation of `qipu dump`, NULL where the line
ends. score: of the first side, in half points (2 won, 1 drawn, 0 lost), NULL where unknown. rating: the
average of the players' known ratings. again: whether the record has the same move from the same position
before.
"""

COLUMNS: Final[dict[str, dict[str, str]]] = {
    FILES: {
        "file": "BIGINT",
        "path": "VARCHAR",
        "size": "BIGINT",
        "modified_ns": "BIGINT",
        "changed_ns": "BIGINT",
        "inode": "VARCHAR",
        "sha256": "VARCHAR",
        "format": "VARCHAR",
        "segment": "INTEGER",
        "share": "INTEGER",
        "shares": "INTEGER",
        "first": "BIGINT",
        "records": "BIGINT",
        "varied": "BIGINT",
        "problem": "VARCHAR",
        "problem_words": "VARCHAR",
    },
    GAMES: {
        "record": "BIGINT",
        "file": "BIGINT",
        "number": "BIGINT",
        "start": "BIGINT",
        "length": "BIGINT",
        "game": "VARCHAR",
        "player0": "VARCHAR",
        "player1": "VARCHAR",
        "folded0": "VARCHAR",
        "folded1": "VARCHAR",
        "rank0": "VARCHAR",
        "rank1": "VARCHAR",
        "rating0": "SMALLINT",
        "rating1": "SMALLINT",
        "rating": "SMALLINT",
        "title": "VARCHAR",
        "event": "VARCHAR",
        "place": "VARCHAR",
        "round": "VARCHAR",
        "date": "VARCHAR",
        "day": "INTEGER",
        "year": "SMALLINT",
        "result": "VARCHAR",
        "score": "TINYINT",
        "plies": "INTEGER",
        "opening": "VARCHAR",
        "opening_code": "VARCHAR",
        "handicap": "VARCHAR",
        "komi": "VARCHAR",
        "words": "VARCHAR",
        "moves": "VARCHAR",
        "chart": "VARCHAR",
        "set_up": "BOOLEAN",
        "last": "UBIGINT",
        "comments": "INTEGER",
        "variations": "INTEGER",
        "problems": "INTEGER",
    },
    POSITIONS: _LINE,
    VARIATIONS: _LINE,
    TEXTS: {
        "record": "BIGINT",
        "node": "INTEGER",
        "text": "VARCHAR",
        "folded": "VARCHAR",
    },
}
"""Columns and SQL types of the tables; those of `boards` and `branches` (the same of variations) depend on
the board (see `board_columns`).

`problem` of a file is in English, `problem_words` the same as JSON that any language follows from
(`Message.packed`). `first` of a file is the record id of its first record, the others follow; `number` of a
game counts from 0 in its file; `words` is folded, of what headers say beside names and the columns
`words.SEARCHED`; `start` and `length` are its bytes, NULL in formats of one record a file;
`day` is yyyymmdd with 00 for what isn't known; `last` is the key of the main line's last position; `moves`
has blanks around moves.
"""

COUNTED_FROM: Final = 256
"""Games that share a position at least, so that the moves from it are counted when a library is built."""


MISSING: Final = -1
"""What stands for NULL in arrays of scores, ratings, years and moves."""

SEPARATOR: Final = "\x01"
"""Between texts that go to DuckDB as one; none in a table has it (`making.tables`)."""


def board_columns(rows: int, bits: int, kinds: int) -> dict[str, str]:
    """The columns of boards: r0 … of the rows (`keys.row_bits`), n1 … of the pieces of each kind.

    `bits`: of a row. Older tables have 64 bits for all: both are read, and merged into one.
    """
    return {
        "record": "BIGINT",
        "node": "INTEGER",
        "ply": "INTEGER",
        "side": "TINYINT",
        **{f"r{row}": "UINTEGER" if bits <= 32 else "UBIGINT" for row in range(rows)},
        **{f"n{kind}": "UTINYINT" for kind in range(1, kinds)},
    }


def table_file(table: str, game: str = "", chart: str = "") -> str:
    """The name of a table's part for a game and a board, without suffix: "boards-go-19"."""
    return "-".join(part.replace(" ", "_") for part in (table, game, chart) if part)


COUNTED = """
SELECT key, side, move,
    count(*) AS games,
    count(*) FILTER (score = 2) AS won,
    count(*) FILTER (score = 1) AS drawn,
    count(*) FILTER (score = 0) AS lost,
    CAST(coalesce(sum(rating), 0) AS BIGINT) AS rating_sum,
    count(rating) AS rated,
    max(year) AS last_year,
    min(year) AS first_year,
    arg_min(record, coalesce(year, 9999) * (1::BIGINT << 48) + record) AS first_record
FROM {source} WHERE NOT again AND {condition} GROUP BY key, side, move
"""
"""The next moves from positions: of rows of `source`, a table of positions, where `condition` holds.

Each row is another game: `again` marks what a game repeats. The first game is the one of the earliest
year, then the lowest record id, which 48 bits hold (`making.parts.RECORDS` of each part)."""
