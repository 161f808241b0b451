"""Every node of a file at which a part of a board stands, in variations too, with what is said there.

Of an open file in memory, of the records with many variations in libraries by their tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Unreadable
from viewer.library.ask.matches import matches_of
from viewer.library.making.columns import Columns
from viewer.library.making.tables import arrays
from viewer.library.query import ContinuedFrom, Query, RegionWanted
from viewer.library.schema import BOARDS, BRANCHES, GAMES, TEXTS, table_file
from viewer.library.store import Store
from viewer.library.tape import Tape, boards_with, tape_of

Array = Any  # npt.NDArray of any number
BRANCHES_OF_MANY: Final = 100
"""Variations of a record, from which on its nodes are looked through: those of a game are few."""


class Place(NamedTuple):
    """A node at which a part stands.

    Attributes:
        path, number: of its file, the record's index in it.
        node, ply: its id, the number of plies before it.
        text: its comment, title or remark, "" for none.
    """

    path: str
    number: int
    node: int
    ply: int
    text: str


class Nodes(NamedTuple):
    """All nodes of the records of a file.

    Attributes:
        tapes: by the id of a game and of its chart the boards; their nodes' plies.
        texts: by record and node.
    """

    tapes: dict[tuple[str, str], tuple[Tape, Array]]
    texts: dict[tuple[int, int], str]

    def places(self, path: str, wanted: ContinuedFrom) -> list[Place]:
        """The nodes at which a part stands, by record and node."""
        tape, ply = self.tapes.get((wanted.game, wanted.chart), (None, None))
        if tape is None or ply is None:
            return []
        found = []
        for board, _ in boards_with(tape, wanted.ways):
            record, node = int(tape.record[board]), int(tape.node[board])
            text = self.texts.get((record, node), "")
            found.append(Place(path, record, node, int(ply[board]), text))
        return found


def reading_nodes(path: str, encoding: str | None = None) -> Iterator[JobStep[Nodes]]:
    """The job that reads all nodes of a file. Raises Unreadable, OSError."""
    collection = load_file(path, encoding=encoding)
    columns = Columns()
    try:
        find_all(collection)
        total = len(collection)
        for number in range(total):
            yield JobStep(number, total)
            try:
                if columns.add(collection, number, number, 0):
                    columns.add_variations(collection, number, number)
            except (Unreadable, ValueError):
                continue
    finally:
        if collection.source is not None:
            collection.source.close()
    yield JobStep(total, total, _nodes(columns))


def _nodes(columns: Columns) -> Nodes:
    tapes: dict[tuple[str, str], tuple[Tape, Array]] = {}
    for (game, name), chart in columns.charts.items():
        some = [
            arrays(columns.tables[file])
            for file in (table_file(table, game, name) for table in (BOARDS, BRANCHES))
            if file in columns.tables
        ]
        boards = {key: np.concatenate([one[key] for one in some]) for key in some[0]}
        order = np.lexsort((boards["node"], boards["record"]))
        boards = {key: values[order] for key, values in boards.items()}
        tapes[game, name] = tape_of(chart, boards), boards["ply"].astype(np.int32)
    said = columns.tables.get(TEXTS)
    texts: dict[tuple[int, int], str] = {}
    if said is not None:
        for record, node, text in zip(
            *(said.columns[key] for key in ("record", "node", "text")), strict=True
        ):
            known = texts.get((record, node))
            texts[record, node] = text if known is None else f"{known}\n{text}"
    return Nodes(tapes, texts)


def places_in(store: Store, wanted: ContinuedFrom) -> list[Place]:
    """The nodes at which a part stands, of the records of a library that have many variations.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _places_in(store, wanted))


def _places_in(store: Store, wanted: ContinuedFrom) -> list[Place]:
    rows = store.rows(
        f"SELECT record, file, number FROM {store.table(GAMES)} WHERE game = ? AND variations >= ?",
        [wanted.game, BRANCHES_OF_MANY],
    )
    known = {record: (store.paths[file], number) for record, file, number in rows}
    if not known:
        return []
    some = sorted(known)
    region = RegionWanted(wanted.game, wanted.chart, tuple(one.part for one in wanted.ways))
    found: dict[tuple[int, int], int] = {}
    for matches in matches_of(Query(region=region), store, some):
        ids, nodes, plies = matches.places(np.array(some, np.int64))
        kept = np.isin(ids, some)
        for record, node, ply in zip(*(x[kept].tolist() for x in (ids, nodes, plies)), strict=True):
            found[record, node] = ply
    texts = _texts(store, sorted({record for record, _ in found}))
    return [
        Place(*known[record], node, ply, "\n".join(texts.get((record, node), ())))
        for (record, node), ply in sorted(found.items())
    ]


def _texts(store: Store, records: Sequence[int]) -> dict[tuple[int, int], list[str]]:
    wanted = "record IN (SELECT unnest(?::BIGINT[]))"
    found: dict[tuple[int, int], list[str]] = {}
    sql = f"SELECT record, node, text FROM {store.table(TEXTS)} WHERE {wanted}"
    for record, node, text in store.rows(sql, [list(records)]):
        found.setdefault((record, node), []).append(text)
    return found
