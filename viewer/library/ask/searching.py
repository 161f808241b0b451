"""Searching a library: the records that a query describes, with the nodes where they match."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.library.ask.conditions import nodes_of, of_headers
from viewer.library.failures import LibraryFailed
from viewer.library.paths import path_of
from viewer.library.query import Query
from viewer.library.schema import FILES, GAMES
from viewer.library.store import Store

SHOWN = (
    "player0",
    "player1",
    "rank0",
    "rank1",
    "rating",
    "event",
    "date",
    "result",
    "plies",
    "opening",
)
"""Columns of `games` that a hit has beside its place."""
_ORDERS = {
    "record",
    "player0",
    "player1",
    "rating",
    "event",
    "day",
    "result",
    "plies",
    "opening",
    "title",
}


class Hit(NamedTuple):
    """A record that matches.

    Attributes:
        record: its id in the library.
        path: of its file.
        number: of the record in its file, from 0.
        game: the id of its game.
        nodes: ids of the nodes that match, the first one of the line first; () where the headers do.
        values: by the names of `SHOWN`, None for what isn't known.
    """

    record: int
    path: str
    number: int
    game: str
    nodes: tuple[int, ...]
    values: dict[str, str | int | None]

    @property
    def node(self) -> int | None:
        """The node to open the record at; None for its start."""
        return self.nodes[0] if self.nodes else None


class Found(NamedTuple):
    """Hits of a search; `total` counts those beyond the limit too, `covers` says what was searched."""

    hits: list[Hit]
    total: int
    covers: list[Message]


def search(
    store: Store,
    query: Query,
    limit: int = 1000,
    skip: int = 0,
    order: str = "record",
    descending: bool = False,
) -> Found:
    """The records that a query describes, in an order: by their place in the library, or by a column.

    Raises LibraryFailed for a query whose values mean nothing.
    """
    if order not in _ORDERS:
        raise LibraryFailed(message("Hits can't be sorted by “{name}”.", name=order))
    return store.asked(lambda store: _search(store, query, limit, skip, order, descending))


def _search(
    store: Store, query: Query, limit: int, skip: int, order: str, descending: bool
) -> Found:
    conditions = of_headers(query, store)
    nodes = nodes_of(query, store)
    about_lines = query.position is not None
    covers = store.covers(about_lines, query.main_lines)
    if query.region is not None or query.material is not None:
        covers = store.covers(True, main_lines=True)
    if any(not one.sql for one in nodes):
        return Found([], 0, covers)
    joins, values, columns = [], [], "NULL"
    for at, one in enumerate(nodes):
        grouped = (
            "SELECT record, list(DISTINCT node ORDER BY node) AS nodes, arg_min(node, ply) AS first_node"
            f" FROM ({one.sql}) GROUP BY record"
        )
        joins.append(f"JOIN ({grouped}) AS n{at} USING (record)")
        values += one.values
        columns = columns if at else "[n0.first_node, n0.nodes]"
    if nodes:
        columns = "list_prepend(n0.first_node, n0.nodes)"
    matching = f"FROM {store.table(GAMES)} AS g {' '.join(joins)} WHERE {conditions.where}"
    values += conditions.values
    ((total,),) = store.rows(f"SELECT count(*) {matching}", values)
    direction = "DESC" if descending else "ASC"
    shown = ", ".join(f"g.{key}" for key in SHOWN)
    rows = store.rows(
        f"SELECT m.*, f.path FROM (SELECT record, g.file, g.number, g.game, {columns} AS nodes, {shown}"
        f" {matching} ORDER BY g.{order} {direction} NULLS LAST, record LIMIT ? OFFSET ?) AS m"
        f" JOIN {store.table(FILES)} AS f ON f.file = m.file AND f.share = 0"
        f" ORDER BY m.{order if order in SHOWN else 'record'} {direction} NULLS LAST, m.record",
        [*values, limit, skip],
    )
    hits = []
    for record, _, number, game, matched, *rest in rows:
        *shown_values, path = rest
        said = dict(zip(SHOWN, shown_values, strict=True))
        ordered = tuple(dict.fromkeys(matched or ()))
        hits.append(Hit(record, path_of(path), number, game, ordered, said))
    return Found(hits, total, covers)
