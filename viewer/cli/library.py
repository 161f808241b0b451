"""`qipu library`: builds libraries of records and asks them."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from typing import Any

from viewer import library as libraries
from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.cli.arguments import parser_of
from viewer.cli.commands import OK
from viewer.cli.console import complain, follow, one_line, put, say, utf8
from viewer.cli.failures import Failed
from viewer.games import GAMES
from viewer.games.game import Game, State
from viewer.library import Library, LibraryFailed, Query
from viewer.library.ask.duplicates import KINDS, LEAST
from viewer.library.ask.searching import SHOWN, Found, Hit
from viewer.library.query import chart_at, position_wanted, region_wanted
from viewer.library.typed import game_for, material_from, moves_from, squares_from, state_of
from viewer.tree.action import Move

NOTHING_FOUND = 1
_ACTIONS = ("build", "update", "search", "explore", "dedupe", "list", "delete")


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if nothing was found, 2 if it can't be done."""
    parser = parser_of("library", epilog=tr(_EPILOG))
    parser.add_argument("action", choices=_ACTIONS, help=tr(message("what to do")))
    what = message("folders and files, or the name of a library; words to search follow after --")
    parser.add_argument("library", nargs="*", metavar="LIBRARY", help=tr(what))
    _add_options(parser)
    own, searched = _split(words)
    args = parser.parse_intermixed_args(own)
    try:
        if args.action == "list":
            return _list(args)
        if args.game:
            game_for("", args.game)  # tells of one that doesn't exist
        if not args.library:
            raise LibraryFailed(message("Name a library, or folders of records."))
        library = _library(args)
        actions = {
            "build": _build,
            "update": _build,
            "search": _search,
            "explore": _explore,
            "dedupe": _dedupe,
            "delete": _delete,
        }
        try:
            return actions[args.action](args, library, searched)
        finally:
            library.close()
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
    flag("--again", message("build: read everything anew"))
    flag("--main-lines", message("build and search main lines only"))
    text("--game", "GAME", message("the game: {games}", games=", ".join(GAMES)))
    text(
        "--position",
        "TEXT",
        message("a position, in the form that the game's programs write (FEN, SFEN …)"),
    )
    text("--moves", "MOVES", message("moves from the start, or from the position: 1. e4 c5"))
    text("--region", "SQUARES", message("only these squares of the position count: a1:c3 e4"))
    text("--material", "COUNTS", message("numbers of pieces: white-queen=0 black-rook=1-2"))
    flag("--either-side", message("whoever is to move"))
    flag("--turned", message("also mirrored and turned positions"))
    flag("--exchanged", message("also with colours exchanged"))
    text("--player", "NAME", message("a player, on either side"))
    text("--opponent", "NAME", message("who played against that player"))
    text("--first", "NAME", message("the player who plays the first side"))
    text("--second", "NAME", message("the player who plays the second side"))
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
    parser.add_argument(
        "--limit", metavar="N", type=int, default=100, help=tr(message("show at most so many hits"))
    )
    text(
        "--sort",
        "COLUMN",
        message("sort hits by player0, player1, rating, event, day, plies or opening"),
    )
    flag("--json", message("print JSON"))
    flag("--tsv", message("print columns divided by tabs"))


def _library(args: argparse.Namespace) -> Library:
    """The library that the words mean: of folders and files that are there, else of a name."""
    if args.name:
        there = all(os.path.exists(one) for one in args.library)
        if not there:
            raise LibraryFailed(message("Name folders or files that are there."))
        return libraries.named(args.name, args.library)
    if all(os.path.exists(one) for one in args.library):
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


def _list(args: argparse.Namespace) -> int:
    found = libraries.all_libraries()
    for library in found:
        say(f"{library.name}\t{library.folder}\t{' '.join(library.sources)}")
    return OK if found else NOTHING_FOUND


def _delete(args: argparse.Namespace, library: Library, searched: str) -> int:
    library.delete()
    say(message("Deleted the library {name}; the records stay as they are.", name=library.name))
    return OK


def _build(args: argparse.Namespace, library: Library, searched: str) -> int:
    news = None
    for news in follow(library.building(args.again, not args.main_lines)):
        if news.words is not None:
            complain(news.words)
    assert news is not None
    if args.json:
        data = {"library": library.name, **news._asdict()}
        del data["words"]
        put(utf8(json.dumps(data, ensure_ascii=False, indent=1)) + b"\n")
        return OK
    for path, why in news.problems.items():
        complain(message("{path}: {why}", path=path, why=why))
    say(
        message(
            "{name}: {records} games in {files} files; read {read}, gone {gone}, with problems {problems}.",
            name=library.name,
            records=f"{news.records:,}",
            files=f"{news.files:,}",
            read=f"{news.read:,}",
            gone=f"{news.gone:,}",
            problems=f"{len(news.problems):,}",
        )
    )
    return OK


# ------------------------------------------------------------------------------------ searching


def _place(args: argparse.Namespace) -> tuple[Game[Any], State] | None:
    """The game and position of --position and --moves; None where neither is given."""
    if not args.position and not args.moves:
        return None
    game = game_for(args.position, args.game)
    return game, state_of(game, args.position, args.moves)


def _query(args: argparse.Namespace, searched: str) -> Query:
    position = None
    moves: tuple[str, ...] = ()
    region = material = None
    if args.position or args.region or args.material:
        game = game_for(args.position, args.game)
        state = state_of(game, args.position, args.moves)
        if args.material:
            material = material_from(game, state, args.material)
        if args.region:
            squares = squares_from(chart_at(game, state), args.region)
            region = region_wanted(game, state, squares, args.turned, args.exchanged)
        elif args.position:
            position = position_wanted(game, state, args.either_side, args.turned, args.exchanged)
    elif args.moves:
        game = game_for("", args.game)
        moves = moves_from(game, game.start(None), args.moves)
    return Query(
        words=searched,
        player=args.player,
        opponent=args.opponent,
        first=args.first,
        second=args.second,
        comment=args.comment,
        rating_from=args.rating_from,
        rating_to=args.rating_to,
        date_from=vars(args)["from"],
        date_to=args.to,
        result=args.result,
        plies_from=args.plies_from,
        plies_to=args.plies_to,
        opening=args.opening,
        game=args.game,
        format=args.format,
        folder=args.folder,
        has=frozenset(args.has),
        moves=moves,
        position=position,
        region=region,
        material=material,
        main_lines=args.main_lines,
    )


def _search(args: argparse.Namespace, library: Library, searched: str) -> int:
    found = library.search(_query(args, searched), args.limit, order=args.sort or "record")
    if args.json:
        data = {
            "total": found.total,
            "covers": [words.text() for words in found.covers],
            "hits": [_hit_data(hit) for hit in found.hits],
        }
        put(utf8(json.dumps(data, ensure_ascii=False, indent=1)) + b"\n")
    elif args.tsv:
        _put_rows(
            ["path", "number", "node", "game", *SHOWN], [_hit_data(hit) for hit in found.hits]
        )
    else:
        _tell(found)
    return OK if found.total else NOTHING_FOUND


def _hit_data(hit: Hit) -> dict[str, Any]:
    """A hit as plain data; records are numbered from 1, as on the command line."""
    return {
        "path": hit.path,
        "number": hit.number + 1,
        "node": hit.node,
        "nodes": hit.nodes,
        "game": hit.game,
        **hit.values,
    }


def _put_rows(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """Rows divided by tabs, below their names; tabs and line breaks in a text become blanks."""
    put(("\t".join(columns) + "\n").encode())
    for row in rows:
        texts = ["" if row[key] is None else one_line(str(row[key])) for key in columns]
        put(utf8("\t".join(texts)) + b"\n")


def _hit_line(hit: Hit) -> str:
    values = {key: "" if value is None else value for key, value in hit.values.items()}
    players = " – ".join(str(values[key]) for key in ("player0", "player1") if values[key])
    rest = [str(values[key]) for key in ("result", "date", "event") if values[key]]
    at = "" if hit.node is None else f" @{hit.node}"
    return f"{hit.path}#{hit.number + 1}{at}: " + ", ".join(
        part for part in (players, *rest) if part
    )


def _tell(found: Found) -> None:
    for hit in found.hits:
        say(_hit_line(hit))
    total = counted("One game found", "{count} games found", found.total, count=f"{found.total:,}")
    if found.total > len(found.hits):
        total = message("{total}, {shown} shown", total=total, shown=f"{len(found.hits):,}")
    say(
        message(
            "{total}. Searched: {covers}.",
            total=total,
            covers=", ".join(tr(one) for one in found.covers),
        )
    )


def _dedupe(args: argparse.Namespace, library: Library, searched: str) -> int:
    found = library.duplicates(args.plies_from or LEAST, args.limit)
    groups: list[dict[str, Any]] = [
        {"group": number, "kind": group.kind, "hits": [_hit_data(hit) for hit in group.hits]}
        for number, group in enumerate(found.groups, 1)
    ]
    if args.json:
        covers = [words.text() for words in found.covers]
        data = {"total": found.total, "covers": covers, "groups": groups}
        put(utf8(json.dumps(data, ensure_ascii=False, indent=1)) + b"\n")
    elif args.tsv:
        rows = [
            {"group": group["group"], "kind": group["kind"], **hit}
            for group in groups
            for hit in group["hits"]
        ]
        _put_rows(["group", "kind", "path", "number", "game", *SHOWN], rows)
    else:
        for group in found.groups:
            say(message("{kind}:", kind=KINDS[group.kind]))
            for hit in group.hits:
                say(f"  {_hit_line(hit)}")
        covers_ = ", ".join(tr(one) for one in found.covers)
        groups_ = counted("One group", "{count} groups", found.total, count=f"{found.total:,}")
        say(message("{groups}. Searched: {covers}.", groups=groups_, covers=covers_))
    return OK if found.total else NOTHING_FOUND


def _explore(args: argparse.Namespace, library: Library, searched: str) -> int:
    game, state = _place(args) or (game_for("", args.game), None)
    if state is None:
        state = game.start(None)
    explored = library.explore(game, state, args.either_side)
    rows = []
    for one in explored.moves:
        after = game.step(state, Move(one.move))
        path, number = library.place_of(one.record)
        row = {"notation": game.notation(after, game.notations[0].id), **one._asdict()}
        del row["record"]
        rows.append({**row, "path": path, "number": number + 1})
    if args.json:
        data = {
            "games": explored.games,
            "covers": [one.text() for one in explored.covers],
            "moves": rows,
        }
        put(utf8(json.dumps(data, ensure_ascii=False, indent=1)) + b"\n")
    elif args.tsv:
        columns = [
            "notation",
            "move",
            "games",
            "won",
            "drawn",
            "lost",
            "rating",
            "last_year",
            "path",
            "number",
        ]
        _put_rows(columns, rows)
    else:
        for row in rows:
            rating = "" if row["rating"] is None else row["rating"]
            year = "" if row["last_year"] is None else row["last_year"]
            say(
                f"{row['notation']:10} {row['games']:>9,}  +{row['won']:,} ={row['drawn']:,} -{row['lost']:,}"
                f"  {rating:>5}  {year:>5}  {row['path']}#{row['number']}"
            )
        covers = ", ".join(tr(one) for one in explored.covers)
        moves = counted("One move", "{count} moves", len(rows))
        say(message("{moves}. Searched: {covers}.", moves=moves, covers=covers))
    return OK if rows else NOTHING_FOUND
