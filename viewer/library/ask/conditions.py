"""A query as SQL conditions. Words of users and files are bound values, never part of the SQL."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from viewer.base.folding import folded, is_pinyin
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.person_names import name_alone
from viewer.formats import FORMATS
from viewer.games import GAMES, game_of
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.texts import PLAYERS, named_by, texts_of, ways_of, words_in
from viewer.library.failures import LibraryFailed
from viewer.library.query import (
    MaterialWanted,
    MaterialWay,
    OneOf,
    PositionWanted,
    Query,
    RegionWanted,
)
from viewer.library.schema import BOARDS, BRANCHES, FILES, POSITIONS, TEXTS, VARIATIONS
from viewer.library.sources import absolute, path_text
from viewer.library.storage import quoted
from viewer.library.store import Store, Tables
from viewer.library.typed import colours
from viewer.library.words import SEARCHED, day_asked

_HAS = {
    "comments": "g.comments > 0",
    "variations": "g.variations > 0",
    "problems": "g.problems > 0",
    "set-up": "g.set_up",
}
_SIDES = ("first", "second")
_WON = (WON, LOST)
"""The scores with which each side has won."""


class Conditions:
    """Conditions on the table of games, called g, and the values bound in them."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.values: list[Any] = []

    def add(self, text: str, *values: Any) -> None:
        """One more condition, with its values."""
        self.texts.append(text)
        self.values.extend(values)

    @property
    def where(self) -> str:
        """The conditions joined."""
        return " AND ".join(self.texts) or "true"


def of_headers(query: Query, store: Tables) -> Conditions:
    """The conditions that the table of games answers. Raises LibraryFailed for values that mean nothing."""
    found = Conditions()
    for word in words_in(query.words):
        _add_word(found, word, store)
    _add_players(found, query, store)
    _add_event(found, query.event, store)
    if query.rating_from is not None:
        found.add("g.rating >= ?", query.rating_from)
    if query.rating_to is not None:
        found.add("g.rating <= ?", query.rating_to)
    if query.date_from:
        found.add("g.day >= ?", _day(query.date_from))
    if query.date_to:
        found.add("g.day <= ?", _last_day(query.date_to))
    if query.plies_from is not None:
        found.add("g.plies >= ?", query.plies_from)
    if query.plies_to is not None:
        found.add("g.plies <= ?", query.plies_to)
    if query.opening:
        names = texts_of(store, "opening").found(folded(query.opening))
        found.add(
            f"({_listed('opening')} OR starts_with(lower(g.opening_code), lower(?)))",
            names,
            query.opening,
        )
    if query.game:
        found.add("g.game = ?", query.game)
    for one in sorted(query.has):
        if one not in _HAS:
            raise LibraryFailed(message("Games can't be searched by “{name}”.", name=one))
        found.add(_HAS[one])
    if query.moves:
        test = "contains" if query.anywhere else "starts_with"
        found.add(f"{test}(g.moves, ?)", f" {' '.join(query.moves)} ")
    _add_places(found, query, store)
    return found


def _listed(column: str) -> str:
    """The condition that a column has one of some texts, which are bound."""
    return f"g.{column} IN (SELECT unnest(?::VARCHAR[]))"


def _add_word(found: Conditions, word: str, store: Tables) -> None:
    """A word of the headers, or of the opening that was named from the moves; of names the pinyin too."""
    ways = [f"contains(g.{column}, ?)" for column in ("words", "folded0", "folded1")]
    values: list[Any] = [word] * len(ways)
    some = {column: texts_of(store, column).having(word) for column in SEARCHED}
    for column, texts in named_by(word, store).items():
        for one in ("player0", "player1") if column == PLAYERS else (column,):
            some.setdefault(one, []).extend(texts)
    for column, texts in some.items():
        if texts:
            ways.append(_listed(column))
            values.append(texts)
    found.add(f"({' OR '.join(ways)})", *values)


def _add_event(found: Conditions, text: str, store: Tables) -> None:
    if text.startswith("="):
        found.add("lower(trim(g.event)) = lower(trim(?))", text[1:])
        return
    for word in words_in(text):
        found.add(_listed("event"), texts_of(store, "event").found(word))


def _add_players(found: Conditions, query: Query, store: Tables) -> None:
    def names(column: str, text: str) -> tuple[str, list[Any]]:
        if text.startswith("="):
            name = folded(text[1:])
            ways = () if query.apart else ways_of([name], store).get(name_alone(name), ())
            if ways:
                return f"{column} IN (SELECT unnest(?::VARCHAR[]))", [list(ways)]
            return f"coalesce({column}, '') = ?", [name]
        tests: list[str] = []
        values: list[Any] = []
        for word in words_in(text):
            test = f"contains({column}, ?)"
            values.append(word)
            if is_pinyin(word) and (read := texts_of(store, PLAYERS).read(word)):
                test = f"({test} OR {_listed('player' + column[-1])})"
                values.append(read)
            tests.append(test)
        return " AND ".join(tests) or "true", values

    for column, text in (("g.folded0", query.first), ("g.folded1", query.second)):
        if text:
            test, words = names(column, text)
            found.add(test, *words)
    if query.player or query.opponent:
        ways, values = [], []
        for at, won in enumerate(_WON):
            test, words = names(f"g.folded{at}", query.player)
            other, more = names(f"g.folded{1 - at}", query.opponent)
            result = f" AND g.score = {won}" if query.result == "player" else ""
            ways.append(f"({_on_side(query.side, at)} AND {test} AND {other}{result})")
            values += words + more
        found.add(f"({' OR '.join(ways)})", *values)
    if query.result == "draw":
        found.add("g.score = ?", DRAWN)
    elif query.result and query.result != "player":
        wins = [
            f"(g.score = {won} AND {_on_side(query.result, at)})" for at, won in enumerate(_WON)
        ]
        found.add(f"({' OR '.join(wins)})")


def _on_side(side: str, at: int) -> str:
    """The condition that the first or second side of a game is meant: "": either, "first", "second", or a
    colour that the game's own side has. Raises LibraryFailed for anything else.
    """
    if side in ("", *_SIDES):
        return str(side in ("", _SIDES[at])).lower()
    if side not in (known := colours()):
        sides = ", ".join([*_SIDES, *known])
        raise LibraryFailed(
            message("“{text}” is no side; there are {sides}.", text=side, sides=sides)
        )
    games = [id for id in GAMES if game_of(id).sides[at].id == side]
    return f"g.game IN ({', '.join(map(quoted, games))})" if games else "false"


def _add_places(found: Conditions, query: Query, store: Tables) -> None:
    files = store.table(FILES)
    if query.format:
        if query.format not in FORMATS:
            known = ", ".join(FORMATS)
            raise LibraryFailed(
                message(
                    "There is no format {name}; there are {known}.", name=query.format, known=known
                )
            )
        found.add(f"g.file IN (SELECT file FROM {files} WHERE format = ?)", query.format)
    if query.folder:
        folder = path_text(absolute(query.folder))
        found.add(
            f"g.file IN (SELECT file FROM {files} WHERE path = ? OR starts_with(path, ?))",
            folder,
            os.path.join(folder, ""),
        )


def _day(text: str) -> int:
    day = day_asked(text)
    if day is None:
        raise LibraryFailed(
            message("“{text}” is no date; write 1972, 1972-07 or 1972-07-11.", text=text)
        )
    return day


def _last_day(text: str) -> int:
    day = _day(text)
    if day % 10000 == 0:
        return day + 9999
    return day + 99 if day % 100 == 0 else day


# -------------------------------------------------------------------------------------- nodes


class Nodes(NamedTuple):
    """A query for the nodes that match: columns record, node, ply; "" where there can be none."""

    sql: str
    values: list[Any]


def nodes_of(query: Query, store: Store) -> list[Nodes]:
    """A query for each part of a query that is about positions or texts; all of them must match."""
    found: list[Nodes] = []
    if query.position is not None:
        found.append(of_position(query.position, store, query.main_lines))
    if query.region is not None:
        found.append(_of_region(query.region, store, query.main_lines))
    if query.material is not None:
        found.append(_of_material(query.material, store, query.main_lines))
    if query.comment:
        texts = store.table(TEXTS)
        sql = f"SELECT record, node, node AS ply FROM {texts} WHERE contains(folded, ?)"
        found.append(Nodes(sql, [folded(query.comment)]))
    return found


def of_position(wanted: PositionWanted, store: Store, main_lines: bool = False) -> Nodes:
    """The nodes of a position."""
    keys = sorted({one.key for one in wanted.any_of})
    test, values = keyed(wanted)
    parts: list[str] = []
    for table in (POSITIONS,) if main_lines else (POSITIONS, VARIATIONS):
        source = store.source(table, wanted.game, keys=keys)
        if source:
            parts.append(f"SELECT record, node, ply FROM {source} WHERE {test}")
    return Nodes(" UNION ALL ".join(parts), values * len(parts))


def keyed(wanted: PositionWanted) -> tuple[str, list[Any]]:
    """The condition that a row has the key and side of one of the arrangements."""
    sides: dict[int | None, list[int]] = {}
    for one in wanted.any_of:
        sides.setdefault(one.side, []).append(one.key)
    tests, values = [], []
    for side, keys in sides.items():
        marks = ", ".join("?::UBIGINT" for _ in keys)
        test = f"key IN ({marks})" if len(keys) > 1 else "key = ?::UBIGINT"
        values += keys
        if side is not None:
            test = f"({test} AND side = {int(side)})"
        tests.append(test)
    return f"({' OR '.join(tests)})", values


def _on_boards(
    wanted: RegionWanted | MaterialWanted,
    store: Store,
    main_lines: bool,
    test: str,
    values: Sequence[int] = (),
) -> Nodes:
    """The nodes of boards that pass a test."""
    parts: list[str] = []
    for table in (BOARDS,) if main_lines else (BOARDS, BRANCHES):
        source = store.source(table, wanted.game, wanted.chart)
        if source:
            parts.append(f"SELECT record, node, ply FROM {source} WHERE {test}")
    return Nodes(" UNION ALL ".join(parts), [*values] * len(parts))


def _of_region(wanted: RegionWanted, store: Store, main_lines: bool) -> Nodes:
    ways = []
    for (
        part
    ) in wanted.any_of:  # numbers, and nothing that anybody typed: thousands needn't be bound
        tests = [
            f"r{int(one.row)} & {_number(one.mask)} = {_number(one.value)}" for one in part.rows
        ]
        tests += map(_one_of, part.squares)
        ways.append(" AND ".join(tests) or "true")
    test = f"({') OR ('.join(ways)})"
    return _on_boards(wanted, store, main_lines, test) if ways else Nodes("", [])


def runs(values: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last of each run of numbers without a gap; a test for a list takes many times longer."""
    found: list[tuple[int, int]] = []
    for value in sorted(values):
        if found and found[-1][1] == value - 1:
            found[-1] = found[-1][0], value
        else:
            found.append((value, value))
    return found


def _number(value: int) -> str:
    """A number as SQL, of the type of rows: otherwise all would be computed with 128 bits."""
    return f"{int(value)}::UBIGINT"


def _of_material(wanted: MaterialWanted, store: Store, main_lines: bool) -> Nodes:
    ways = [_way(one) for one in wanted.any_of]
    if wanted.lasting > 1:
        source = store.source(BOARDS, wanted.game, wanted.chart)
        lasting = [_lasting(source, way, wanted.lasting) for way in ways]
        return Nodes(" UNION ALL ".join(lasting) if source else "", [])
    return _on_boards(wanted, store, main_lines, f"({' OR '.join(ways)})")


def _way(way: MaterialWay) -> str:
    """A way of material as a condition: numbers only, and nothing that anybody typed."""
    tests = [
        f"{' + '.join(f'n{int(kind)}::INTEGER' for kind in one.kinds)}"
        f" BETWEEN {int(one.least)} AND {int(one.most)}"
        for one in way.counts
    ]
    tests += [f"({' OR '.join(map(_one_of, some))})" for some in way.standing]
    return f"({' AND '.join(tests) or 'true'})"


def _one_of(square: OneOf) -> str:
    """That a square has one of some values."""
    inside = f"r{int(square.row)} & {_number(square.mask << square.shift)}"
    between = [
        f"{inside} BETWEEN {_number(low << square.shift)} AND {_number(high << square.shift)}"
        for low, high in runs(square.values)
    ]
    return f"({' OR '.join(between)})"


def _lasting(source: str, test: str, least: int) -> str:
    """The boards of main lines that pass a test, so many at least one after the other."""
    of_record = "OVER (PARTITION BY record ORDER BY node)"
    some = f"SELECT DISTINCT record FROM {source} WHERE {test}"
    return (
        "SELECT record, node, ply FROM (SELECT record, node, ply, count(*) OVER"
        " (PARTITION BY record, stretch) AS stands FROM (SELECT record, node, ply,"
        f" place - row_number() {of_record} AS stretch FROM (SELECT record, node, ply, {test} AS fits,"
        f" row_number() {of_record} AS place FROM {source} WHERE record IN ({some}))"
        f" WHERE fits)) WHERE stands >= {int(least)}"
    )
