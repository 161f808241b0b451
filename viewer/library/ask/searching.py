"""Searching a library: the records that a query describes, with the nodes where they match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.ask.conditions import nodes_of, of_headers
from viewer.library.failures import LibraryFailed
from viewer.library.query import Query
from viewer.library.schema import GAMES
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
    "opening_code",
    "title",
    "year",
)
"""Columns of `games` that a hit has beside its place."""
ORDERS = (
    "record",
    "player0",
    "player1",
    "rating",
    "event",
    "day",
    "result",
    "plies",
    "opening",
    "opening_code",
    "title",
    "game",
)
"""What hits can be sorted by; `record` is their place in the library."""


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
    if order not in ORDERS:
        raise LibraryFailed(message("Hits can't be sorted by “{name}”.", name=order))
    return store.asked(lambda store: _search(store, query, limit, skip, order, descending))


class Asked(NamedTuple):
    """A query as SQL: what to select from, with its condition and values; "" where nothing can match."""

    source: str
    where: str
    matched: str
    values: list[Any]
    covers: list[Message]

    @property
    def sql(self) -> str:
        """A query for the ids of the records, in the column record."""
        return f"SELECT record FROM {self.source} WHERE {self.where}"


def asked_of(
    store: Store, query: Query, headers: bool = False, records: Sequence[int] | None = None
) -> Asked:
    """The SQL of a query; `headers`: with the table of games, as g. Of some records only, if given."""
    conditions = of_headers(query, store)
    nodes = nodes_of(query, store)
    about_lines = any(one is not None for one in (query.position, query.region, query.material))
    covers = store.covers(about_lines, query.main_lines)
    if any(not one.sql for one in nodes):
        return Asked("", "", "", [], covers)
    some = "" if records is None else " WHERE record IN (SELECT unnest(?::BIGINT[]))"
    joins: list[str] = []
    values: list[Any] = []
    for at, one in enumerate(nodes):
        grouped = (
            "SELECT record, list(DISTINCT node ORDER BY node) AS nodes, arg_min(node, ply) AS first_node"
            f" FROM ({one.sql}){some} GROUP BY record"
        )
        joins.append(f"({grouped}) AS n{at}")
        values += one.values if records is None else [*one.values, list(records)]
    if conditions.texts or headers or not nodes:
        joins.insert(0, f"{store.table(GAMES)} AS g")
    source = joins[0] + "".join(f" JOIN {one} USING (record)" for one in joins[1:])
    matched = "list_prepend(n0.first_node, n0.nodes)" if nodes else "NULL"
    return Asked(source, conditions.where, matched, [*values, *conditions.values], covers)


def _sorted_by(order: str, descending: bool) -> str:
    by = "record" if order == "record" else f"g.{order}"
    return f"{by} {'DESC' if descending else 'ASC'} NULLS LAST, record"


def _search(
    store: Store, query: Query, limit: int, skip: int, order: str, descending: bool
) -> Found:
    only_position = not (query.region or query.material or query.comment)
    if query.position is not None and only_position and order == "record":
        return _with_position(store, query, limit, skip, descending)
    asked = asked_of(store, query, order != "record", None)
    if not asked.source:
        return Found([], 0, asked.covers)
    if asked.matched == "NULL" and order == "record":
        # Counting over a sorted query takes as long again as finding.
        records = np.sort(_records(store, asked))
        some = (records[::-1] if descending else records)[skip : skip + limit].tolist()
        known = hits_of(store, some)
        hits = [known[record] for record in some if record in known]
        return Found(hits, len(records), asked.covers)
    rows = store.rows(
        f"SELECT record, {asked.matched}, count(*) OVER () FROM {asked.source} WHERE {asked.where}"
        f" ORDER BY {_sorted_by(order, descending)} LIMIT ? OFFSET ?",
        [*asked.values, limit, skip],
    )
    total = rows[0][2] if rows else 0
    if not rows and skip:
        sql = f"SELECT count(*) FROM {asked.source} WHERE {asked.where}"
        ((total,),) = store.rows(sql, asked.values)
    known = hits_of(store, [record for record, _, _ in rows])
    return Found(
        _with_nodes(known, [(record, found) for record, found, _ in rows]), total, asked.covers
    )


def _with_position(store: Store, query: Query, limit: int, skip: int, descending: bool) -> Found:
    """The records that have a position, in the library's order.

    Its rows are put together here: DuckDB takes six times as long where a million records have it.
    """
    conditions, (nodes,) = of_headers(query, store), nodes_of(query, store)
    covers = store.covers(True, query.main_lines)
    if not nodes.sql:
        return Found([], 0, covers)
    games = f" JOIN {store.table(GAMES)} AS g USING (record)" if conditions.texts else ""
    rows = store.arrays(
        f"SELECT record, node, ply FROM ({nodes.sql}) AS n{games} WHERE {conditions.where}",
        [*nodes.values, *conditions.values],
    )
    records, places, plies = (rows[name] for name in ("record", "node", "ply"))
    by_record = np.argsort(records, kind="stable")
    records = records[by_record]
    starts = np.flatnonzero(np.diff(records, prepend=-1))
    ends = np.append(starts, len(records))[1:]
    wanted = slice(skip, skip + limit)
    step = -1 if descending else 1
    some: dict[int, list[int]] = {}
    for start, end in zip(starts[::step][wanted], ends[::step][wanted], strict=True):
        here = by_record[start:end]
        first = int(places[here[np.argmin(plies[here])]])
        some[int(records[start])] = [first, *sorted(places[here].tolist())]
    return Found(_with_nodes(hits_of(store, list(some)), list(some.items())), len(starts), covers)


def _records(store: Store, asked: Asked) -> Any:
    """The ids of the records of a query, in any order: int64."""
    return store.arrays(asked.sql, asked.values)["record"]


def _with_nodes(
    known: dict[int, Hit], rows: Sequence[tuple[int, Sequence[int] | None]]
) -> list[Hit]:
    return [
        known[record]._replace(nodes=tuple(dict.fromkeys(found or ())))
        for record, found in rows
        if record in known
    ]


# ------------------------------------------------------------------------------ long lists of hits


class Listing(NamedTuple):
    """All hits of a search in their order, by their ids only: `hits_at` has what else is known of some.

    Attributes:
        records: int64.
        keys: the values that they are ordered by, masked where unknown; None for the library's own order.
        covers: what was searched.
    """

    records: Any
    keys: Any
    covers: list[Message]


def listing(
    store: Store, query: Query, order: str = "record", descending: bool = False, keyed: bool = False
) -> Listing:
    """The ids of all records that a query describes, as `search` orders them; with `keyed`, what they are
    ordered by too.

    A million ids take 8 MB. Raises LibraryFailed.
    """
    if order not in ORDERS:
        raise LibraryFailed(message("Hits can't be sorted by “{name}”.", name=order))
    keyed = keyed and order != "record"
    return store.asked(lambda store: _listing(store, query, order, descending, keyed))


def _listing(store: Store, query: Query, order: str, descending: bool, keyed: bool) -> Listing:
    asked = asked_of(store, query, order != "record")
    if not asked.source:
        return Listing(np.zeros(0, np.int64), np.ma.zeros(0) if keyed else None, asked.covers)
    shown = f", g.{order} AS key" if keyed else ""
    found = store.connection.execute(
        f"SELECT record{shown} FROM {asked.source} WHERE {asked.where}"
        f" ORDER BY {_sorted_by(order, descending)}",
        asked.values,
    ).fetchnumpy()
    keys = np.ma.asarray(found["key"]) if keyed else None
    return Listing(np.ma.getdata(found["record"]), keys, asked.covers)


def hits_at(store: Store, query: Query, records: Sequence[int]) -> dict[int, Hit]:
    """Some hits of a query by their ids, with their nodes; those that a newer build has dropped are missing.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _hits_at(store, query, records))


def _hits_at(store: Store, query: Query, records: Sequence[int]) -> dict[int, Hit]:
    known = hits_of(store, records)
    if not known or not (query.position or query.region or query.material or query.comment):
        return known
    asked = asked_of(store, query, False, list(known))
    if not asked.source:
        return known
    rows = store.rows(
        f"SELECT record, {asked.matched} FROM {asked.source} WHERE {asked.where}", asked.values
    )
    return known | {hit.record: hit for hit in _with_nodes(known, rows)}


def hits_of(store: Store, records: Sequence[int]) -> dict[int, Hit]:
    """Records by their ids, without nodes."""
    if not records:
        return {}
    shown = ", ".join(SHOWN)
    # Read on its own: with IDs alone only the rows that can have them are looked at.
    rows = store.rows(
        f"SELECT record, file, number, game, {shown} FROM {store.table(GAMES)}"
        " WHERE record BETWEEN ? AND ? AND record IN (SELECT unnest(?::BIGINT[]))",
        [min(records), max(records), list(records)],
    )
    paths = store.paths
    return {
        record: Hit(record, paths[file], number, game, (), dict(zip(SHOWN, values, strict=True)))
        for record, file, number, game, *values in rows
    }
