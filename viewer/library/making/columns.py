"""What is known of records and of the positions of their lines, gathered as columns.

A position stands for the node of the move, set-up or takeback that leads to it; remarks, ends and nodes
without an action show the same position and have no row of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from viewer.base.folding import folded
from viewer.base.named import NamedTuple
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import Charted, opening_of
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.games.results import score_at_end
from viewer.library.keys import cells_array, keys_of, piece_counts, row_bits, rows_of
from viewer.library.making.tables import Table
from viewer.library.schema import (
    BOARDS,
    BRANCHES,
    COLUMNS,
    GAMES,
    MISSING,
    POSITIONS,
    TEXTS,
    VARIATIONS,
    board_columns,
    table_file,
)
from viewer.library.words import RESULT_OF, headers_of
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, PROBLEM, TITLE
from viewer.tree.node import Node
from viewer.tree.record import Record

_TOGETHER = 2000  # positions whose cells are computed at a time
_MOVING = (Move, Written, Setup, Takeback)


class Place(NamedTuple):
    """A position in a line: its node, its state, the move that follows it in the line (None: none does)."""

    node: int
    state: State
    move: str | None


class Block(NamedTuple):
    """Consecutive positions on one kind of board: places, cells of shape (places, chart.cells), keys."""

    chart: Chart
    places: list[Place]
    cells: Any
    keys: Any

    def only(self, some: Sequence[int]) -> Block:
        """Some of its positions, by their indexes."""
        places = [self.places[at] for at in some]
        return Block(self.chart, places, self.cells[some], self.keys[some])


def has_position(node: Node) -> bool:
    """Whether a node leads to a position of its own."""
    return node.parent is None or isinstance(node.action, _MOVING)


def move_text(action: Action | None) -> str | None:
    """The neutral text of a resolved move; None for anything else."""
    return action.text if isinstance(action, Move) else None


def main_line(game: Game[Any], record: Record) -> tuple[list[Place], State]:
    """The positions of the main line, and the state at its end."""
    root = record.root
    state: State = game.start_of(record)
    places: list[Place] = []
    anchor, here = root.id, state
    node = root
    while node.children:
        node = node.children[0]
        state = game.advance(state, node.action)
        if has_position(node):
            places.append(Place(anchor, here, move_text(state.action)))
            anchor, here = node.id, state
    places.append(Place(anchor, here, None))
    return places, state


def variations(game: Game[Any], record: Record) -> Iterator[Place]:
    """The positions of all lines but the main one, in pre-order.

    One from which several moves follow comes once for each; one of the main line for each of its variations.
    """
    # Node, the place that the moves after it follow, whether it is on the main line.
    start = game.start_of(record)
    stack: list[tuple[Node, State, int, State, bool]] = [
        (record.root, start, record.root.id, start, True)
    ]
    while stack:
        node, state, anchor, here, main = stack.pop()
        if not node.children and not main:
            yield Place(anchor, here, None)
        below: list[tuple[Node, State, int, State, bool]] = []
        for at, child in enumerate(node.children):
            after = game.advance(state, child.action)
            on_main = main and at == 0
            if has_position(child):
                if not on_main:
                    yield Place(anchor, here, move_text(after.action))
                below.append((child, after, child.id, after, on_main))
            else:
                below.append((child, after, anchor, here, on_main))
        stack.extend(reversed(below))


def blocks(game: Game[Any], places: Iterable[Place]) -> Iterator[Block]:
    """Places as blocks of one board each; those that have no chart are left out."""
    if not isinstance(game, Charted):
        return
    for chart, group in groupby(places, key=lambda place: game.chart(place.state)):
        if chart is None:
            continue
        some = list(group)
        for first in range(0, len(some), _TOGETHER):
            part = some[first : first + _TOGETHER]
            cells = cells_array(game.cells_of([place.state for place in part]), chart)
            yield Block(chart, part, cells, keys_of(game.id, chart, cells))


_TEXTS = (TITLE, BOOKMARK, BEFORE, COMMENT)
_LONGEST = 1 << 16  # characters of a text that are kept


class Words:
    """Numbers for texts of which there are few."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, word: str) -> int:
        """The number of a text, from 0."""
        return self._numbers.setdefault(word, len(self._numbers))

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)


class Before(NamedTuple):
    """How many records and bytes of a file come before what was read of it."""

    records: int
    bytes: int


WHOLE = Before(0, 0)


class _Said(NamedTuple):
    """What a record's headers say that its positions carry too."""

    score: int | None
    rating: int | None
    year: int | None


class Columns:
    """Tables of records.

    Attributes:
        tables: by their file's name (see `schema.table_file`).
        words: of the numbers in the columns `move`.
        charts: of the boards, by game and their own id.
    """

    def __init__(self) -> None:
        self.words = Words()
        self.charts: dict[tuple[str, str], Chart] = {}
        self.tables: dict[str, Table] = {}

    def table(self, name: str, types: dict[str, str]) -> Table:
        """The table of a name; made, if there is none."""
        table = self.tables.get(name)
        if table is None:
            table = self.tables[name] = Table(types, defaultdict(list))
        return table

    def mark(self) -> dict[str, dict[str, int]]:
        """What there is now, for `back_to`."""
        return {
            name: {key: len(column) for key, column in table.columns.items()}
            for name, table in self.tables.items()
        }

    def back_to(self, mark: dict[str, dict[str, int]]) -> None:
        """Forget what was added since a mark."""
        for name, table in self.tables.items():
            known = mark.get(name, {})
            for key, column in table.columns.items():
                del column[known.get(key, 0) :]

    # ------------------------------------------------------------------------------- main lines

    def add(
        self, collection: Collection, index: int, id: int, file: int, before: Before = WHOLE
    ) -> bool:
        """Add a record: its headers, the positions of its main line, its texts.

        Returns whether it has variations. Raises what reading it raises.
        """
        record = collection.record(index)
        game = game_of(record.game)
        format_ = FORMATS[collection.format].load()
        places, last = main_line(game, record)
        row = headers_of(game, format_, record.headers)
        if row["score"] is None:
            row["score"] = score_at_end(game, last)
            if row["score"] is not None and row["result"] in ("", "*"):
                row["result"] = RESULT_OF[row["score"]]
        texts, counts = texts_of(record)
        moves = [place.move for place in places[:-1]]
        some = list(blocks(game, places))
        span = collection.span(index)
        if not row["opening"] and (named := opening_of(game, last)):
            row["opening"], row["opening_code"] = named.full_name, named.code or row["opening_code"]
        row |= counts
        row |= {
            "record": id,
            "file": file,
            "number": before.records + index,
            "start": None if span is None else before.bytes + span.start,
            "length": None if span is None else span.length,
            "game": game.id,
            "plies": last.ply - isinstance(last.action, Terminal),
            "moves": " ".join(["", *(move or "?" for move in moves), ""]) if moves else "",
            "chart": some[0].chart.id if some else None,
            "set_up": record.setup is not None and game.start_label(places[0].state) is not None,
            "last": int(some[-1].keys[-1]) if some else None,
        }
        self.add_games({key: [value] for key, value in row.items()}, {id: texts} if texts else {})
        said = _Said(row["score"], row["rating"], row["year"])
        for block in some:
            self._add_line(POSITIONS, game.id, id, block, said)
            self._add_boards(BOARDS, game.id, id, block)
        if isinstance(format_, CheckedByRecord):
            record.dissolve()
        return bool(row["variations"])

    def add_games(
        self,
        columns: Mapping[str, Sequence[Any]],
        texts: Mapping[int, Sequence[tuple[int, str]]],
    ) -> None:
        """Add rows of `games` by their columns, and the texts of records by node."""
        table = self.table(GAMES, COLUMNS[GAMES])
        for key in table.types:
            table.columns[key].extend(columns[key])
        for record, some in texts.items():
            table = self.table(TEXTS, COLUMNS[TEXTS])
            for node, text in some:
                for key, value in (
                    ("record", record),
                    ("node", node),
                    ("text", text),
                    ("folded", folded(text)),
                ):
                    table.columns[key].append(value)

    def add_variations(self, collection: Collection, index: int, id: int) -> None:
        """Add the positions and boards of a record's variations."""
        record = collection.record(index)
        game = game_of(record.game)
        row = headers_of(game, FORMATS[collection.format].load(), record.headers)
        if row["score"] is None:
            row["score"] = score_at_end(game, main_line(game, record)[1])
        said = _Said(row["score"], row["rating"], row["year"])
        # A position that several moves follow comes once for each, but is one board.
        seen = {node.id for node in record.root.main_line()}
        for block in blocks(game, variations(game, record)):
            self._add_line(VARIATIONS, game.id, id, block, said)
            some = []
            for at, place in enumerate(block.places):
                if place.node not in seen:
                    seen.add(place.node)
                    some.append(at)
            if some:
                self._add_boards(BRANCHES, game.id, id, block.only(some))

    def _add_line(self, kind: str, game: str, id: int, block: Block, said: _Said) -> None:
        columns = self.table(table_file(kind, game), COLUMNS[kind]).columns
        places, count = block.places, len(block.places)
        columns["key"].append(block.keys)
        columns["record"].append(np.full(count, id, dtype=np.int64))
        columns["node"].append(np.array([place.node for place in places], dtype=np.int32))
        columns["ply"].append(np.array([place.state.ply for place in places], dtype=np.int32))
        columns["side"].append(np.array([place.state.side for place in places], dtype=np.int8))
        number = self.words.number
        codes = [MISSING if place.move is None else number(place.move) for place in places]
        columns["move"].append(np.array(codes, dtype=np.int32))
        for key, value, kind_ in (
            ("score", said.score, np.int8),
            ("rating", said.rating, np.int16),
            ("year", said.year, np.int16),
        ):
            columns[key].append(np.full(count, MISSING if value is None else value, dtype=kind_))

    def _add_boards(self, kind: str, game: str, id: int, block: Block) -> None:
        chart = self.charts[game, block.chart.id] = block.chart
        how = row_bits(chart)
        numbers = chart.rows * how.numbers
        types = board_columns(numbers, how.used, len(chart.kinds))
        columns = self.table(table_file(kind, game, chart.id), types).columns
        places = block.places
        columns["record"].append(np.full(len(places), id, dtype=np.int64))
        columns["node"].append(np.array([place.node for place in places], dtype=np.int32))
        columns["ply"].append(np.array([place.state.ply for place in places], dtype=np.int32))
        columns["side"].append(np.array([place.state.side for place in places], dtype=np.int8))
        rows, counts = rows_of(chart, block.cells), piece_counts(chart, block.cells)
        for at in range(numbers):
            columns[f"r{at}"].append(rows[:, at])
        for at in range(len(chart.kinds) - 1):
            columns[f"n{at + 1}"].append(counts[:, at])


# ------------------------------------------------------------------------------------ one record


def texts_of(record: Record | None) -> tuple[list[tuple[int, str]], dict[str, int]]:
    """(node, text) of all comments, titles, bookmarks and remarks; the counts of `games`.

    None: of a plain game, which has none.
    """
    if record is None:
        return [], {"comments": 0, "variations": 0, "problems": 0}
    texts: list[tuple[int, str]] = []
    comments = branches = problems = 0
    for node in record.nodes.values():
        if len(node.children) > 1:
            branches += len(node.children) - 1
        notes = node.notes
        if notes:
            comments += COMMENT in notes or BEFORE in notes
            problems += PROBLEM in notes
            for facet in _TEXTS:
                text = notes.get(facet)
                if text and not str(text).isspace():
                    texts.append((node.id, str(text)[:_LONGEST]))
        if type(node.action) is Remark and node.action.text:
            texts.append((node.id, node.action.text[:_LONGEST]))
    counts = {"comments": comments, "variations": branches, "problems": problems}
    return texts, counts
