"""`qipu library`: builds libraries of records and asks them."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from typing import Any

from viewer import library as libraries
from viewer.base.catalogs import tr
from viewer.base.messages import Number, counted, message
from viewer.cli.commands import OK
from viewer.cli.console import complain, follow, say
from viewer.cli.failures import Failed
from viewer.cli.library_asking import (
    USUAL,
    covered,
    hit_data,
    hit_line,
    place_of,
    put_json,
    put_rows,
    query_of,
)
from viewer.cli.library_edits import merge, undo, write_hits
from viewer.cli.library_explorer import explore
from viewer.cli.library_options import parsed
from viewer.cli.library_order import crosstable, group, names
from viewer.library import Library, LibraryFailed
from viewer.library.ask.duplicates import KINDS, LEAST
from viewer.library.ask.searching import SHOWN, Found
from viewer.library.failures import Damaged, Unbuilt
from viewer.library.paths import is_url, local_path
from viewer.library.typed import game_for

NOTHING_FOUND = 1
EVERYTHING = 1 << 40


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
        if args.action == "explore":
            some = _libraries(args)
            try:
                return _explore(args, some)
            finally:
                for one in some:
                    one.close()
        library = _library(args)
        actions = {
            "build": _build,
            "update": _build,
            "check": _check,
            "search": _search,
            "group": group,
            "crosstable": crosstable,
            "dedupe": _dedupe,
            "names": names,
            "delete": _delete,
        }
        try:
            return actions[args.action](args, library, searched)
        finally:
            library.close()
    except (Unbuilt, Damaged) as error:
        name = shlex.quote(args.library[0]) if args.library else "NAME"
        command = f"qipu library build {name}"
        raise Failed(
            message("{why} Do so by: {command}", why=error.reason, command=command)
        ) from error
    except LibraryFailed as error:
        raise Failed(error.reason) from error


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
        return libraries.of_folders(args.library)
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


def _libraries(args: argparse.Namespace) -> list[Library]:
    """The libraries to explore: one of folders and files, else those of all names."""
    if args.tables or any(os.path.exists(one) for one in args.library):
        return [_library(args)]
    return [libraries.named(one) for one in args.library]


def _list(args: argparse.Namespace) -> int:
    found = libraries.all_libraries()
    for library in found:
        problem = library.problem
        about = " ".join(library.sources) if problem is None else tr(problem)
        say(f"{library.name}\t{library.folder}\t{about}")
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
        data = {"library": library.name, **news._asdict()}
        del data["words"], data["to_read"]
        data["problems"] = {path: why.text() for path, why in news.problems.items()}
        put_json(data)
        return OK
    for path, why in news.problems.items():
        complain(message("{path}: {why}", path=path, why=why))
    say(
        message(
            "{name}: {records} games in {files} files; read {read}, gone {gone}, with problems {problems}.",
            name=library.name,
            records=Number(news.records),
            files=Number(news.files),
            read=Number(news.read),
            gone=Number(news.gone),
            problems=Number(len(news.problems)),
        )
    )
    return OK


# ------------------------------------------------------------------------------------ searching


def _search(args: argparse.Namespace, library: Library, searched: str) -> int:
    limit = args.limit or (EVERYTHING if args.output else USUAL)
    found = library.search(query_of(args, searched), limit, order=args.sort or "record")
    if args.output:
        return write_hits(args, found.hits)
    if args.json:
        data = {
            "total": found.total,
            "covers": [words.text() for words in found.covers],
            "hits": [hit_data(hit) for hit in found.hits],
        }
        put_json(data)
    elif args.tsv:
        put_rows(["path", "number", "node", "game", *SHOWN], [hit_data(hit) for hit in found.hits])
    else:
        _tell(found)
    return OK if found.total else NOTHING_FOUND


def _tell(found: Found) -> None:
    for hit in found.hits:
        say(hit_line(hit))
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


def _dedupe(args: argparse.Namespace, library: Library, searched: str) -> int:
    limit = args.limit or (EVERYTHING if args.merge else USUAL)
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
    elif args.tsv:
        rows = [
            {"group": group["group"], "kind": group["kind"], **hit}
            for group in groups
            for hit in group["hits"]
        ]
        put_rows(["group", "kind", "path", "number", "game", *SHOWN], rows)
    else:
        for group in found.groups:
            say(message("{kind}:", kind=KINDS[group.kind]))
            for hit in group.hits:
                say(f"  {hit_line(hit)}")
        groups_ = counted("One group", "{count} groups", found.total)
        say(message("{groups}. Searched: {covers}.", groups=groups_, covers=covered(found.covers)))
    return OK if found.total else NOTHING_FOUND


def _explore(args: argparse.Namespace, libraries: Sequence[Library]) -> int:
    game, state = place_of(args) or (game_for("", args.game), None)
    return explore(args, libraries, game, game.start(None) if state is None else state)
