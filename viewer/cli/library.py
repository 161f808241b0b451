"""`qipu library`: builds libraries of records and asks them."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Sequence
from typing import Any

from viewer import library as libraries
from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, message
from viewer.cli.arguments import parse_intermixed, parser_of
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
from viewer.cli.library_edits import REMOVE, merge, undo, write_hits
from viewer.cli.library_explorer import explore
from viewer.cli.library_order import crosstable, group, names
from viewer.games import GAMES
from viewer.library import Library, LibraryFailed
from viewer.library.ask.duplicates import KINDS, LEAST
from viewer.library.ask.grouping import KINDS as GROUPS
from viewer.library.ask.searching import SHOWN, Found
from viewer.library.failures import Damaged, Unbuilt
from viewer.library.paths import is_url, local_path
from viewer.library.typed import game_for

NOTHING_FOUND = 1
EVERYTHING = 1 << 40
_ACTIONS = (
    *("build", "update", "check", "search", "explore", "group", "crosstable", "dedupe", "names"),
    *("list", "undo", "delete"),
)


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if nothing was found, 2 if it can't be done."""
    parser = parser_of("library", epilog=tr(_EPILOG))
    parser.add_argument("action", choices=_ACTIONS, help=tr(message("what to do")))
    what = message("folders and files, or the name of a library; words to search follow after --")
    parser.add_argument("library", nargs="*", metavar="LIBRARY", help=tr(what))
    _add_options(parser)
    own, searched = _split(words)
    args = parse_intermixed(parser, own)
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


_EPILOG = message(
    "After -- come words to search for in headers: qipu library search Club -- adler 1972"
)


def _split(words: Sequence[str]) -> tuple[list[str], str]:
    """The arguments, and what follows after --."""
    if "--" not in words:
        return list(words), ""
    at = list(words).index("--")
    return list(words[:at]), " ".join(words[at + 1 :])


def _add_options(parser: argparse.ArgumentParser) -> None:
    def text(name: str, metavar: str, help: Message) -> None:
        parser.add_argument(name, metavar=metavar, default="", help=tr(help))

    def number(name: str, help: Message) -> None:
        parser.add_argument(name, metavar="N", type=int, help=tr(help))

    def flag(name: str, help: Message) -> None:
        parser.add_argument(name, action="store_true", help=tr(help))

    text("--name", "NAME", message("build the library under this name"))
    where = message("the folder or URL of the library's tables, in place of the user's own folder")
    text("--tables", "PLACE", where)
    by = message("build by the workers of a Dask scheduler; local: by some that are started here")
    text("--scheduler", "ADDRESS", by)
    flag("--again", message("build: read everything anew"))
    flag("--main-lines", message("build and search main lines only"))
    text("--game", "GAME", message("the game: {games}", games=", ".join(GAMES)))
    text(
        "--position",
        "TEXT",
        message("a position, in the form that the game's programs write (FEN, SFEN …)"),
    )
    text("--moves", "MOVES", message("moves from the start, or from the position: 1. e4 c5"))
    anywhere = message("moves that follow each other anywhere in a game: h2e2 h9g7")
    text("--moves-anywhere", "MOVES", anywhere)
    region = message("only these squares of the position count: a1:c3 e4 f5=empty g5=black|empty")
    text("--region", "SQUARES", region)
    flag("--elsewhere", message("the --region anywhere on the board, edges at edges"))
    text("--material", "COUNTS", message("numbers of pieces: white-queen=0 black-rook=1-2"))
    flag("--either-side", message("whoever is to move"))
    flag("--turned", message("also mirrored and turned positions"))
    flag("--exchanged", message("also with colours exchanged"))
    text("--player", "NAME", message("a player, on either side"))
    text("--opponent", "NAME", message("who played against that player"))
    text("--first", "NAME", message("the player who plays the first side"))
    text("--second", "NAME", message("the player who plays the second side"))
    text("--event", "NAME", message("the event; =NAME is the whole name, of players too"))
    text("--comment", "TEXT", message("a text in comments"))
    number("--rating-from", message("the least average rating"))
    number("--rating-to", message("the greatest average rating"))
    text("--from", "DATE", message("the first date: 1972, 1972-07 or 1972-07-11"))
    text("--to", "DATE", message("the last date"))
    results = message("who won: first, second, draw; player: the one of --player")
    text("--result", "RESULT", results)
    number("--plies-from", message("the least number of plies"))
    number("--plies-to", message("the greatest number of plies"))
    text(
        "--opening",
        "TEXT",
        message("a part of the name of the opening, or the beginning of its code"),
    )
    text("--format", "FORMAT", message("the format of the files"))
    text("--folder", "FOLDER", message("only files in this folder"))
    has = message(
        "only games that have comments, variations, problems or a set-up (repeat it for several)"
    )
    kinds = ("comments", "variations", "problems", "set-up")
    parser.add_argument("--has", action="append", default=[], choices=kinds, help=tr(has))
    number("--limit", message("show at most so many hits; 100 if it isn't given"))
    text("--by", "WHAT", message("group by {kinds}", kinds=", ".join(GROUPS)))
    number("--at-least", message("only groups of so many games"))
    text(
        "--sort",
        "COLUMN",
        message(
            "sort hits by player0, player1, rating, event, day, plies or opening; groups by games,"
            " value, score, rating or last_year"
        ),
    )
    text("--output", "FILE", message("search, dedupe --merge: write the games into this new file"))
    flag("--allow-loss", message("write --output even if its format can't hold everything"))
    flag("--force", message("write over --output if it is there"))
    what = message("dedupe: bring each group into its longest game; keep or remove the others")
    parser.add_argument("--merge", choices=("keep", REMOVE), default="", help=tr(what))
    text("--unify", "NAME", message("names: give players this name, those of --of"))
    of = message("names: an old name, all of it (repeat it for several)")
    parser.add_argument("--of", metavar="NAME", action="append", default=[], help=tr(of))
    flag("--in-place", message("write the files of --merge and --unify; undo takes it back"))
    flag("--json", message("print JSON"))
    flag("--tsv", message("print columns divided by tabs"))


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
    if any(os.path.exists(one) for one in args.library):
        return [_library(args)]
    return [libraries.named(one) for one in args.library]


def _list(args: argparse.Namespace) -> int:
    found = libraries.all_libraries()
    for library in found:
        say(f"{library.name}\t{library.folder}\t{' '.join(library.sources)}")
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
