"""`qipu library search`, `book`, `join`, `dedupe` and `names`: games and names found, listed or written."""

from __future__ import annotations

import argparse
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.base.messages import Number, counted, message, number
from viewer.base.refused import Refused
from viewer.cli.book import write_book
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, say
from viewer.cli.library_asking import (
    NOTHING_FOUND,
    USUAL,
    covered,
    ended,
    hit_data,
    hit_line,
    put_json,
    put_rows,
    query_of,
)
from viewer.cli.library_edits import merge, places_of, rename, write_hits
from viewer.document.placed import OpenFiles
from viewer.formats.detect import suffix_of
from viewer.library import Library, LibraryFailed
from viewer.library.ask.duplicates import KINDS, LEAST
from viewer.library.ask.names import Spelling
from viewer.library.ask.searching import ORDERS, SHOWN, Found
from viewer.library.columns import ORDER_OF, column_named
from viewer.reference.making import kind_made

_EVERYTHING = 1 << 40
_PLACE = ("path", "number", "node", "game")
"""Where a hit is: columns before those of its record."""


def search(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library search`."""
    if args.sheet and suffix_of(args.output) != "pdf":
        raise LibraryFailed(message("--sheet writes a .pdf: say which, with --output."))
    if args.lesson and not args.output:
        raise LibraryFailed(message("--lesson writes a file: say which, with --output."))
    limit = args.limit or (_EVERYTHING if args.output else USUAL)
    titles = _titles(args)
    order = _order(args)
    found = library.search(query_of(args, searched), limit, order=order)
    if args.output:
        return write_hits(args, found.hits)
    rows = [hit_data(hit) for hit in found.hits]
    if args.json:
        data = {
            "total": found.total,
            "covers": [words.text() for words in found.covers],
            "matched": [words.text() for words in found.matched],
            "hits": [{name: row[name] for name in titles} for row in rows] if titles else rows,
        }
        put_json(data)
    elif args.tsv or args.csv or titles:
        put_rows(args, [*titles] or [*_PLACE, *SHOWN], rows, [*titles.values()])
    elif found.total:
        _tell(found)
    return ended(found.total, found.covers)


def _titles(args: argparse.Namespace) -> dict[str, str]:
    """The columns that are asked for, with their headings as they were named; {} for all."""
    known = [*_PLACE, *SHOWN]
    return {column_named(one, args.game, known, tr): one for one in args.column}


def _order(args: argparse.Namespace) -> str:
    """What hits are sorted by: a name of `ORDERS`, or the heading of a column."""
    if not args.sort or args.sort in ORDERS:
        return args.sort or "record"
    column = column_named(
        args.sort, args.game, [one for one in SHOWN if one in (*ORDERS, *ORDER_OF)], tr
    )
    return ORDER_OF.get(column, column)


def _tell(found: Found) -> None:
    for hit in found.hits:
        say(hit_line(hit))
    for words in found.matched:
        say(words)
    total = counted("One game found", "{count} games found", found.total)
    if found.total > len(found.hits):
        total = message("{total}, {shown} shown", total=total, shown=Number(len(found.hits)))
    say(
        message(
            "{total}. Searched: {covers}.",
            total=total,
            covers=covered(found.covers),
        )
    )


def book(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library book`."""
    try:
        kind = kind_made(args.output)
        args.game = args.game or kind.game
        found = library.search(query_of(args, searched), _EVERYTHING)
        if not found.total:
            return ended(0, found.covers)
        with OpenFiles() as open_files:
            games = open_files.games(places_of(found.hits))
            return write_book(args, args.output, kind, games, found.total)
    except Refused as error:
        raise Failed(error.reason) from error


def join(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library join`."""
    found = library.search(query_of(args, searched), _EVERYTHING, order=_order(args))
    if not found.total:
        return ended(0, found.covers)
    status: int = load_named("viewer.cli.library_hits:write_joined")(args, found.hits)
    return status


def dedupe(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library dedupe`: the games that are there more than once."""
    limit = args.limit or (_EVERYTHING if args.merge else USUAL)
    found = library.duplicates(args.plies_from or LEAST, limit)
    if args.merge:
        return merge(args, found.groups)
    groups: list[dict[str, Any]] = [
        {"group": number, "kind": group.kind, "hits": [hit_data(hit) for hit in group.hits]}
        for number, group in enumerate(found.groups, 1)
    ]
    if args.json:
        covers = [words.text() for words in found.covers]
        data = {"total": found.total, "covers": covers, "groups": groups}
        put_json(data)
    elif args.tsv or args.csv:
        rows = [
            {"group": group["group"], "kind": group["kind"], **hit}
            for group in groups
            for hit in group["hits"]
        ]
        put_rows(args, ["group", "kind", "path", "number", "game", *SHOWN], rows)
    elif groups:
        for group in found.groups:
            say(message("{kind}:", kind=KINDS[group.kind]))
            for hit in group.hits:
                say(f"  {hit_line(hit)}")
        groups_ = counted("One group", "{count} groups", found.total)
        say(message("{groups}. Searched: {covers}.", groups=groups_, covers=covered(found.covers)))
    return ended(found.total, found.covers)


def names(args: argparse.Namespace, library: Library, searched: str) -> int:
    """`qipu library names`: the names of players that may be spellings of one."""
    if args.unify:
        return rename(args, library)
    found = library.spellings(query_of(args, searched))
    shown = found.clusters[: args.limit or USUAL]
    several = counted(
        "One name is spelt in several ways",
        "{count} names are spelt in several ways",
        len(found.clusters),
    )
    told = message("{several}, of {count} names.", several=several, count=Number(found.names))
    if args.json:
        data = [[one._asdict() for one in cluster] for cluster in shown]
        put_json({"total": len(found.clusters), "names": found.names, "clusters": data})
    elif args.tsv or args.csv:
        rows = [
            {"group": number, **one._asdict()}
            for number, cluster in enumerate(shown, 1)
            for one in cluster
        ]
        put_rows(args, ("group", "name", "records", "first_year", "last_year"), rows)
    elif shown:
        for cluster in shown:
            say(", ".join(map(_spelling, cluster)))
        say(told)
    if not shown:
        complain(told)
    return OK if shown else NOTHING_FOUND


def _spelling(one: Spelling) -> str:
    return f"{one.name} ({tr(number(one.records))})"
