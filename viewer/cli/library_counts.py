"""`qipu library group` and `crosstable`: games counted, by what they have in common or by players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import width_of
from viewer.base.messages import Number, counted, message, number
from viewer.cli.console import say
from viewer.cli.library_asking import USUAL, covered, ended, put_json, put_rows, query_of
from viewer.games import GAMES
from viewer.library import Library, LibraryFailed
from viewer.library.ask.grouping import EVERYONE, KINDS, Group, cells, half_points

_COLUMNS = (
    *("value", "games", "won", "drawn", "lost", "score", "rating", "first_year", "last_year"),
    "also",
)
_RESULTS = {
    "first": message("the first side won"),
    "draw": message("draw"),
    "second": message("the second side won"),
}


def group(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library group`."""
    if not args.by:
        known = ", ".join(KINDS)
        raise LibraryFailed(message("Say by what to group, with --by: {known}.", known=known))
    query = query_of(args, searched)
    order = args.sort or "games"
    found = library.grouped(query, args.by, args.limit or USUAL, 0, order, args.at_least or 1)
    rows = [
        {**one._asdict(), "score": None if one.score is None else round(one.score, 4)}
        for one in found.groups
    ]
    if args.json:
        covers = [words.text() for words in found.covers]
        put_json({"total": found.total, "games": found.games, "covers": covers, "groups": rows})
    elif args.tsv or args.csv:
        put_rows(args, _COLUMNS, [{**row, "also": ", ".join(row["also"])} for row in rows])
    elif rows:
        for one in found.groups:
            say(_line(one, args.by))
        groups = counted("One group", "{count} groups", found.total)
        games = counted("one game", "{count} games", found.games)
        say(
            message(
                "{groups} of {games}. Searched: {covers}.",
                groups=groups,
                games=games,
                covers=covered(found.covers),
            )
        )
    return ended(found.total, found.covers)


def _line(one: Group, by: str) -> str:
    value = tr(one.name)
    if by == "result" and one.value:
        value = tr(_RESULTS[one.value])
    elif by == "game" and one.value in GAMES:
        value = tr(GAMES[one.value].name)
    score = "" if one.score is None else _percent(one.score)
    rating = "" if one.rating is None else one.rating
    years = "" if one.last_year is None else str(one.last_year)
    if one.first_year != one.last_year:
        years = f"{one.first_year}–{years}"
    games, won, drawn, lost = (
        tr(number(count)) for count in (one.games, one.won, one.drawn, one.lost)
    )
    return f"{value}: {games}  +{won} ={drawn} -{lost}  {score}  {rating}  {years}".rstrip()


def _percent(share: float) -> str:
    return tr(message("{percent} %", percent=Number(100 * share, 1)))


# -------------------------------------------------------------------------------------- events


def crosstable(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library crosstable`."""
    table = library.crosstable(query_of(args, searched))
    rows: list[dict[str, Any]] = [
        {
            "rank": one.rank,
            "player": one.name,
            "rating": one.rating,
            "points": one.points / 2,
            "games": one.games,
            "won": one.won,
            "second": one.second / (4 if table.kind == EVERYONE else 2),
            "cells": cells(table, at),
        }
        for at, one in enumerate(table.players)
    ]
    if args.json:
        covers = [words.text() for words in table.covers]
        data = {"kind": table.kind, "rounds": table.rounds, "games": table.games}
        put_json({**data, "covers": covers, "players": rows})
    elif args.tsv or args.csv:
        names = [str(number) for number in range(1, len(rows[0]["cells"]) + 1)] if rows else []
        flat = [{**row, **dict(zip(names, row["cells"], strict=True))} for row in rows]
        columns = ("rank", "player", "rating", *names, "points", "games", "won", "second")
        put_rows(args, columns, flat)
    elif rows:
        for line in _table([_cells(row) for row in rows]):
            say(line)
        games = counted("One game", "{count} games", table.games)
        players = counted("one player", "{count} players", len(rows))
        say(
            message(
                "{games} of {players}. Searched: {covers}.",
                games=games,
                players=players,
                covers=covered(table.covers),
            )
        )
    return ended(len(rows), table.covers)


def _cells(row: dict[str, Any]) -> list[str]:
    rating = "" if row["rating"] is None else str(row["rating"])
    points = half_points(round(row["points"] * 2))
    second = tr(message("{number}", number=Number.of(row["second"])))
    return [str(row["rank"]), row["player"], rating, *row["cells"], points, f"({second})"]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with columns of the same width; texts to the left, the rest to the right."""
    if not rows:
        return []
    widths = [max(width_of(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        parts = []
        for at, (text, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - width_of(text))
            parts.append(text + blank if at == 1 else blank + text)
        lines.append("  ".join(parts).rstrip())
    return lines
