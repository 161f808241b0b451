"""`qipu library`: builds libraries, counts their games, hands other questions to those that answer them."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from typing import Any

from viewer import library as libraries
from viewer.base.catalogs import tr
from viewer.base.columns import width_of
from viewer.base.messages import Number, counted, message, number
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, follow, say
from viewer.cli.library_asking import (
    NOTHING_FOUND,
    USUAL,
    covered,
    ended,
    put_json,
    put_rows,
    query_of,
)
from viewer.cli.library_edits import undo
from viewer.cli.library_explorer import explore, places, places_of_files
from viewer.cli.library_options import ACTIONS, parsed
from viewer.cli.library_search import book, dedupe, join, names, search
from viewer.games import GAMES
from viewer.library import Library, LibraryFailed
from viewer.library.ask.grouping import EVERYONE, KINDS, Group, cells, half_points
from viewer.library.exploring import TemporaryLibraries
from viewer.library.failures import Damaged, Unbuilt
from viewer.library.sources import absolute, is_url, local_path
from viewer.library.typed import game_for


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if nothing was found, 2 if it can't be done."""
    args, searched = parsed(words)
    try:
        if args.action == "list":
            return _list(args)
        if args.action == "undo":
            return undo()
        if args.game:
            game_for("", args.game)  # tells of one that doesn't exist
        if not args.library and not args.tables:
            raise LibraryFailed(message("Name a library, or folders of records."))
        if args.action == "places" and all(map(os.path.isfile, args.library)) and not args.tables:
            return places_of_files(args)
        if args.action in _OF_SEVERAL:
            some, made = [], TemporaryLibraries()
            try:
                some = _libraries(args, made)
                args.game = args.game or _only_game(some)
                return _OF_SEVERAL[args.action](args, some, searched)
            finally:
                for one in some:
                    one.close()
                made.close()
        library = _library(args)
        if ACTIONS[args.action].searches and not args.game:
            args.game = _only_game([library])
        try:
            return _ACTIONS[args.action](args, library, searched)
        finally:
            library.close()
    except (Unbuilt, Damaged) as error:
        some = args.library[:1] if args.action in _OF_SEVERAL else args.library
        command = shlex.join(["qipu", "library", "build", *(some or ["NAME"]), *_tables(args)])
        raise Failed(
            message("{why} Do so by: {command}", why=error.reason, command=command)
        ) from error
    except LibraryFailed as error:
        raise Failed(error.reason) from error


def _tables(args: argparse.Namespace) -> list[str]:
    """The option for the folder of the tables, where it was given."""
    return ["--tables", args.tables] if args.tables else []


def _library(args: argparse.Namespace) -> Library:
    """The library that the words mean: of folders and files that are there, else of a name."""
    if args.tables and not args.library:
        return libraries.at(args.tables)
    there = all(is_url(one) or os.path.exists(local_path(one)) for one in args.library)
    if args.name or args.tables:
        if not there:
            raise LibraryFailed(message("Name folders or files that are there."))
        if args.tables:
            return libraries.at(args.tables, args.library, args.name)
        return libraries.named(args.name, args.library)
    if there:
        return _named_as_its_folder(args.library) or libraries.of_folders(args.library)
    if len(args.library) > 1:
        missing = next(one for one in args.library if not os.path.exists(one))
        words = message("{path}: there is no such file or folder.", path=missing)
        if args.action == "search":
            words = message(
                "{path}: there is no such file or folder. Words to search for come after --.",
                path=missing,
            )
        raise LibraryFailed(words)
    return libraries.named(args.library[0])


def _named_as_its_folder(words: Sequence[str]) -> Library | None:
    """The library with the name of the only folder or file that it has, where that is what was typed."""
    try:
        found = libraries.named(words[0])
    except LibraryFailed:
        return None
    own = found.name == words[0] and found.sources == tuple(map(absolute, words))
    return found if own else None


def _only_game(libraries: Sequence[Library]) -> str:
    """The game of which all records of libraries are, "" where they are of several.

    Raises LibraryFailed where none of them can tell.
    """
    games: set[str] = set()
    failures: list[LibraryFailed] = []
    for library in libraries:
        try:
            games |= library.store.asked(lambda store: store.games)
        except LibraryFailed as error:
            failures.append(error)
    if len(failures) == len(libraries):
        raise failures[0]
    return games.pop() if len(games) == 1 else ""


def _libraries(args: argparse.Namespace, made: TemporaryLibraries) -> list[Library]:
    """The libraries to explore: one of folders and files, else those of all names.

    Of folders and files without a library one is built now, which goes with those that are `made`.
    """
    if not args.tables and not any(os.path.exists(one) for one in args.library):
        return [libraries.named(one) for one in args.library]
    library = _library(args)
    if args.tables or args.name or os.path.exists(library.folder):
        return [library]
    library = made.of(library.name, library.sources)
    for news in follow(library.building()):
        for path, why in news.problems.items():
            complain(message("{path}: {why}", path=path, why=why))
    return [library]


def _list(args: argparse.Namespace) -> int:
    found = libraries.all_libraries()
    for library in found:
        problem = library.problem
        about = " ".join(library.sources) if problem is None else tr(problem)
        say(f"{library.name}\t{library.folder}\t{about}")
    if not found:
        complain(message("There is no library."))
    return OK if found else NOTHING_FOUND


def _delete(args: argparse.Namespace, library: Library, searched: str) -> int:
    library.delete()
    say(message("Deleted the library {name}; the records stay as they are.", name=library.name))
    return OK


def _check(args: argparse.Namespace, library: Library, searched: str) -> int:
    count = library.check()
    words = counted(
        "{name}: the only table file is as it was written.",
        "{name}: all {count} table files are as they were written.",
        count,
        name=library.name,
    )
    say(words)
    return OK


def _build(args: argparse.Namespace, library: Library, searched: str) -> int:
    news = None
    for news in follow(library.building(args.again, not args.main_lines, args.scheduler)):
        if news.words is not None:
            complain(news.words)
    assert news is not None
    if args.json:
        data = {"library": library.name, **news._asdict(), "gone": news.gone}
        del data["words"], data["to_read"]
        data["problems"] = {path: why.text() for path, why in news.problems.items()}
        put_json(data)
        return OK
    for path, records in news.left.items():
        games = counted("{count} game", "{count} games", records)
        complain(message("{path}: gone, and {games} with it.", path=path, games=games))
    for path, why in news.problems.items():
        complain(message("{path}: {why}", path=path, why=why))
    say(
        message(
            "{name}: {games} in {files}; read {read}, gone {gone}, with problems {problems}.",
            name=library.name,
            games=counted("{count} game", "{count} games", news.records),
            files=counted("{count} file", "{count} files", news.files),
            read=Number(news.read),
            gone=Number(news.gone),
            problems=Number(len(news.problems)),
        )
    )
    return OK


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


_OF_SEVERAL = {"explore": explore, "places": places}
"""What asks several libraries together."""
_ACTIONS = {
    "build": _build,
    "update": _build,
    "check": _check,
    "delete": _delete,
    "search": search,
    "book": book,
    "join": join,
    "dedupe": dedupe,
    "names": names,
    "group": group,
    "crosstable": crosstable,
}
"""What asks a library."""
