"""Searching a library: the records that a query describes, with the nodes where they match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.ask.conditions import nodes_of, of_headers
from viewer.library.ask.matches import Matches, matches_of
from viewer.library.ask.texts import matched
from viewer.library.failures import LibraryFailed
from viewer.library.query import Query
from viewer.library.schema import BOARDS, GAMES
from viewer.library.store import Store, with_few_bound

SHOWN = (
    "player0",
    "player1",
    "rank0",
    "rank1",
    "rating0",
    "rating1",
    "rating",
    "event",
    "place",
    "round",
    "date",
    "result",
    "plies",
    "opening",
    "opening_code",
    "handicap",
    "komi",
    "title",
    "year",
)
"""Columns of `games` that a hit has beside its place."""
ORDERS = (
    "record",
    "player0",
    "player1",
    "rating0",
    "rating1",
    "rating",
    "event",
    "place",
    "round",
    "day",
    "result",
    "plies",
    "opening",
    "opening_code",
    "handicap",
    "komi",
    "title",
    "game",
)
"""What hits can be sorted by; `record` is their place in the library."""


_SIDES = frozenset(("B", "W", "1", "2"))
"""The words with which moves begin in games in which each names its side: `B pd`, `1 c3`."""


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
    """Hits of a search; `total` counts those beyond the limit too, `covers` says what was searched,
    `matched` which names free words stand for.
    """

    hits: list[Hit]
    total: int
    covers: list[Message]
    matched: tuple[Message, ...] = ()


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
        raise _no_order(order)
    return store.asked(lambda store: _search(store, query, limit, skip, order, descending))


class Asked(NamedTuple):
    """A query as SQL: what to select from, with its condition and values; "" where nothing can match."""

    source: str
    where: str
    values: list[Any]
    covers: list[Message]

    @property
    def sql(self) -> str:
        """A query for the ids of the records, in the column record."""
        return f"SELECT record FROM {self.source} WHERE {self.where}"


def asked_of(store: Store, query: Query) -> Asked:
    """The SQL of a query."""
    conditions, nodes = of_headers(query, store), nodes_of(query, store)
    covers = _covers(store, query)
    if any(not one.sql for one in nodes):
        return Asked("", "", [], covers)
    joins = [f"(SELECT DISTINCT record FROM ({one.sql})) AS n{at}" for at, one in enumerate(nodes)]
    if conditions.texts or not nodes:
        joins.insert(0, f"{store.table(GAMES)} AS g")
    source = joins[0] + "".join(f" JOIN {one} USING (record)" for one in joins[1:])
    values = [value for one in nodes for value in one.values]
    return Asked(source, conditions.where, [*values, *conditions.values], covers)


def _no_order(name: str) -> LibraryFailed:
    known = ", ".join(ORDERS)
    return LibraryFailed(
        message("Hits can't be sorted by “{name}”, but by {known}.", name=name, known=known)
    )


def _covers(store: Store, query: Query) -> list[Message]:
    about_lines = any(one is not None for one in (query.position, query.region, query.material))
    main = (
        query.main_lines if query.material is None else query.material.only_main(query.main_lines)
    )
    return store.covers(about_lines, main)


def _search(
    store: Store, query: Query, limit: int, skip: int, order: str, descending: bool
) -> Found:
    chosen = _chosen(store, query, order, descending)
    some = chosen.records[skip : skip + limit].tolist()
    known = hits_of(store, some)
    nodes = _nodes_of(query, store, chosen.matches, some)
    hits = [_at_nodes(known[record], nodes) for record in some if record in known]
    return Found(hits, len(chosen.records), _covers(store, query), matched(query, store))


class _Chosen(NamedTuple):
    """The records of a query in their order, what they are ordered by, the nodes where they match."""

    records: Any
    keys: Any
    matches: Sequence[Matches]


def _chosen(
    store: Store, query: Query, order: str, descending: bool, keyed: bool = False
) -> _Chosen:
    """All records of a query, int64; with `keyed` what they are ordered by, masked where unknown."""
    conditions, matches = of_headers(query, store), matches_of(query, store)
    records = None
    for one in matches:
        records = one.records if records is None else np.intersect1d(records, one.records, True)
    if records is None or (len(records) and (conditions.texts or order != "record")):
        source = f"{store.table(GAMES)} AS g"
        if records is not None:
            store.connection.register("matched", {"record": records})
            source += " JOIN matched USING (record)"
        # DuckDB takes longer to sort IDs.
        by = f"g.{order} {'DESC' if descending else 'ASC'} NULLS LAST, record"
        sorted_ = "" if order == "record" else f" ORDER BY {by}"
        shown = f", g.{order} AS key" if keyed else ""
        sql = f"SELECT record{shown} FROM {source} WHERE {conditions.where}{sorted_}"
        try:
            found = store.connection.execute(*with_few_bound(sql, conditions.values)).fetchnumpy()
        finally:
            if records is not None:
                store.connection.unregister("matched")
        records = np.ma.getdata(found["record"])
        if order != "record":
            return _Chosen(records, np.ma.asarray(found["key"]) if keyed else None, matches)
        records = np.sort(records)
    return _Chosen(
        records[::-1] if descending and order == "record" else records,
        np.ma.zeros(0) if keyed else None,
        matches,
    )


def _nodes_of(
    query: Query, store: Store, matches: Sequence[Matches], records: Sequence[int]
) -> dict[int, list[int]]:
    """The nodes at which some records match; where moves do, that after them."""
    if not matches and query.anywhere and query.moves and records:
        return _after_moves(store, query.moves, records)
    if not matches and query.reached is not None:
        matches = matches_of(Query(position=query.reached, main_lines=True), store, records)
    return matches[0].nodes(records) if matches and records else {}


def _after_moves(
    store: Store, moves: Sequence[str], records: Sequence[int]
) -> dict[int, list[int]]:
    """The node after some moves where they first stand in the main line of each record."""
    wanted = f" {' '.join(moves)} "
    rows = store.rows(
        f"SELECT record, game, chart, moves FROM {store.table(GAMES)}"
        " WHERE record BETWEEN ? AND ? AND record IN (SELECT unnest(?::BIGINT[]))",
        [min(records), max(records), list(records)],
    )
    plies: dict[tuple[str, str], dict[int, int]] = {}
    for record, game, chart, text in rows:
        before, found, _ = text.partition(wanted)
        if found and chart:
            ply = _count(before, text) + len(moves)
            plies.setdefault((game, chart), {})[record] = ply
    nodes: dict[int, list[int]] = {}
    for (game, chart), some in plies.items():
        source = store.source(BOARDS, game, chart)
        if source:
            found = store.rows(
                f"SELECT record, node FROM {source} JOIN (SELECT unnest(?::BIGINT[]) AS record,"
                " unnest(?::INTEGER[]) AS ply) AS wanted USING (record, ply)"
                " WHERE record BETWEEN ? AND ?",
                [list(some), list(some.values()), min(some), max(some)],
            )
            nodes.update((record, [node]) for record, node in found)
    return nodes


def _count(before: str, text: str) -> int:
    """How many moves the beginning of a line of moves has, in games in which each names its side too."""
    words = before.split()
    if text.split(maxsplit=1)[0] not in _SIDES:
        return len(words)
    return sum(
        word in _SIDES or word == "?" for word in words
    )  # ? for a move that wasn't understood


def _at_nodes(hit: Hit, nodes: Mapping[int, Sequence[int]]) -> Hit:
    """A hit with its nodes, the first one of the line first, each once."""
    return hit._replace(nodes=tuple(dict.fromkeys(nodes.get(hit.record, ()))))


# ------------------------------------------------------------------------------ long lists of hits


class Listing(NamedTuple):
    """All hits of a search in their order, by their ids only: `hits_at` has what else is known of some.

    Attributes:
        records: int64.
        keys: the values that they are ordered by, masked where unknown; None for the library's own order.
        covers: what was searched.
        matched: which names free words stand for.
    """

    records: Any
    keys: Any
    covers: list[Message]
    matched: tuple[Message, ...] = ()


def listing(
    store: Store, query: Query, order: str = "record", descending: bool = False, keyed: bool = False
) -> Listing:
    """The ids of all records that a query describes, as `search` orders them; with `keyed`, what they are
    ordered by too.

    A million ids take 8 MB. Raises LibraryFailed.
    """
    if order not in ORDERS:
        raise _no_order(order)
    keyed = keyed and order != "record"

    def asked(store: Store) -> Listing:
        chosen = _chosen(store, query, order, descending, keyed)
        return Listing(chosen.records, chosen.keys, _covers(store, query), matched(query, store))

    return store.asked(asked)


def records_of(store: Store, query: Query) -> Any:
    """The ids of the records that a query describes, int64, ascending; within a question (`Store.asked`)."""
    return _chosen(store, query, "record", False).records


def hits_at(store: Store, query: Query, records: Sequence[int]) -> dict[int, Hit]:
    """Some hits of a query by their ids, with their nodes; those that a newer build has dropped are missing.

    Raises LibraryFailed.
    """
    return store.asked(lambda store: _hits_at(store, query, records))


def _hits_at(store: Store, query: Query, records: Sequence[int]) -> dict[int, Hit]:
    known = hits_of(store, records)
    matches = matches_of(query, store, list(known)) if known else []
    nodes = _nodes_of(query, store, matches, list(known))
    return {record: _at_nodes(hit, nodes) for record, hit in known.items()}


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
