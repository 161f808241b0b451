"""`qipu library explore` and `places`: what was played next in positions and their parts; where parts are."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from viewer.base.catalogs import active, tr
from viewer.base.columns import width_of
from viewer.base.messages import Message, Number, counted, message, number
from viewer.base.text import one_line
from viewer.cli.console import complain, follow, reading, say
from viewer.cli.library_asking import (
    USUAL,
    covered,
    ended,
    headers_of,
    pattern_of,
    place_of,
    put_json,
    put_rows,
)
from viewer.games.game import Game, State
from viewer.library import Query
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.places import BRANCHES_OF_MANY, Place, reading_nodes
from viewer.library.query import ContinuedFrom, explored_from
from viewer.library.regions import Pattern, continued_from
from viewer.library.typed import game_for
from viewer.tree.action import Move

_PART_COLUMNS = ("move", "games", "won", "drawn", "lost", "last_year", "node")
_COLUMNS = ("move", "games", "won", "drawn", "lost", "rating", "first_year", "last_year")


def explore(args: argparse.Namespace, libraries: Sequence[Library], searched: str) -> int:
    """Print what was played next from a position, or in a part of it. Raises LibraryFailed."""
    game, state = _position(args)
    among = headers_of(args, searched)
    pattern = pattern_of(args, game, state)
    if pattern is None:
        return _explore_position(args, libraries, game, state, among)
    if len(libraries) > 1:
        raise LibraryFailed(message("A part is asked of one library at a time."))
    return _continue_part(args, libraries[0], game, state, pattern, among)


def _position(args: argparse.Namespace) -> tuple[Game[Any], State]:
    """The position that is asked about, by itself the start."""
    asked = place_of(args)
    if asked is None:
        game = game_for("", args.game)
        return game, game.start(None)
    args.game = asked[0].id
    return asked


def _explore_position(
    args: argparse.Namespace,
    libraries: Sequence[Library],
    game: Game[Any],
    state: State,
    among: Query,
) -> int:
    """Print what libraries know of a position. Raises LibraryFailed if none of them can be asked."""
    wanted = explored_from(game, state, args.either_side)
    found = LibraryExplorer().explore(wanted, only=libraries, among=among)
    if not found.asked:
        for library in libraries:  # says by which command it is mended
            library.explore_position(wanted, among)
        raise LibraryFailed(found.problems[0])
    for problem in found.problems:
        complain(problem)
    rows = _rows(found, libraries, game, state)
    if args.json:
        data = {
            "libraries": found.asked,
            "games": found.games,
            "in_variations": found.varied,
            "covers": [one.text() for one in found.covers],
            "moves": rows,
        }
        put_json(data)
    elif args.tsv or args.csv:
        put_rows(args, ["notation", *_COLUMNS, "path", "number"], rows)
    elif rows:
        _tell(found, rows)
    return ended(len(rows), found.covers)


def _continue_part(
    args: argparse.Namespace,
    library: Library,
    game: Game[Any],
    state: State,
    pattern: Pattern,
    among: Query,
) -> int:
    """Print what was played next in a part of a position. Raises LibraryFailed."""
    wanted = continued_from(game, state, pattern, args.turned, args.exchanged)
    found = library.continued(wanted, among)
    rows = []
    for one in found.moves:
        path, at = library.place_of(one.record)
        named = game.touches(Move(one.move))[-1]
        row = {"square": named, **{key: getattr(one, key) for key in _PART_COLUMNS}}
        rows.append({**row, "path": path, "number": at + 1})
    if args.json:
        told = {"places": found.places, "elsewhere": found.elsewhere.games, "games": found.records}
        put_json({**told, "covers": [one.text() for one in found.covers], "moves": rows})
    elif args.tsv or args.csv:
        put_rows(args, ["square", *_PART_COLUMNS, "path", "number"], rows)
    elif rows:
        for row in rows:
            games, won, drawn, lost = (
                tr(number(row[key])) for key in ("games", "won", "drawn", "lost")
            )
            place = f"{row['path']}#{row['number']} @{row['node']}"
            move = f"{tr(game.square_name(state, row['square']))} {row['move']}"
            move += " " * (12 - width_of(move))
            say(f"{move} {games:>9}  +{won} ={drawn} -{lost}  {place}")
        say(
            message(
                "{places} in {games}; elsewhere first after {elsewhere} of them. Searched: {covers}.",
                places=counted("One place", "{count} places", found.places),
                games=counted("one game", "{count} games", found.records),
                elsewhere=Number(found.elsewhere.games),
                covers=covered(found.covers),
            )
        )
    return ended(len(rows), found.covers)


def places(args: argparse.Namespace, libraries: Sequence[Library], searched: str) -> int:
    """Print where a part of a position stands in libraries' files of variations. Raises LibraryFailed."""
    wanted = _part_wanted(args, *_position(args))
    found = [place for library in libraries for place in library.places(wanted)]
    covers = message(
        "games with {count} variations or more, main lines and variations",
        count=Number(BRANCHES_OF_MANY),
    )
    return _told(args, found, [covers])


def places_of_files(args: argparse.Namespace) -> int:
    """Print where a part of a position stands in all records of files. Raises LibraryFailed."""
    read = []
    for path in args.library:
        with reading(path):
            read += [(path, nodes) for nodes in follow(reading_nodes(path))]
    games = {game for _, nodes in read for game, _ in nodes.tapes}
    if not args.game and len(games) == 1:
        args.game = games.pop()
    asked = place_of(args)
    game = game_for("", args.game) if asked is None else asked[0]
    wanted = _part_wanted(args, game, game.start(None) if asked is None else asked[1])
    found = [place for path, nodes in read for place in nodes.places(path, wanted)]
    return _told(args, found, [message("main lines and variations")])


def _part_wanted(args: argparse.Namespace, game: Game[Any], state: State) -> ContinuedFrom:
    pattern = pattern_of(args, game, state)
    if pattern is None:
        raise LibraryFailed(message("Name the part of the position, by --region or --pawns-only."))
    return continued_from(game, state, pattern, args.turned, args.exchanged)


def _told(args: argparse.Namespace, found: Sequence[Place], covers: Sequence[Message]) -> int:
    shown = found[: args.limit or USUAL]
    rows = [{**one._asdict(), "number": one.number + 1} for one in shown]
    if args.json:
        covered_ = [one.text() for one in covers]
        put_json({"total": len(found), "covers": covered_, "places": rows})
    elif args.tsv or args.csv:
        put_rows(args, Place._fields, rows)
    elif found:
        for one in shown:
            text = one_line(one.text)
            at = f"{one.path}#{one.number + 1} @{one.node}"
            say(f"{at}: {text}" if text else at)
        total = counted("One place", "{count} places", len(found))
        if len(found) > len(shown):
            total = message("{total}, {shown} shown", total=total, shown=Number(len(shown)))
        say(message("{total}. Searched: {covers}.", total=total, covers=covered(covers)))
    return ended(len(found), covers)


def _rows(
    found: Together, libraries: Sequence[Library], game: Game[Any], state: State
) -> list[dict[str, Any]]:
    named = {library.name: library for library in libraries}
    rows = []
    for one in found.moves:
        after = game.step(state, Move(one.move))
        path, number = named[one.library].place_of(one.record)
        row = {"notation": game.notation(after, game.usual_notation(active()))}
        row |= {key: getattr(one, key) for key in _COLUMNS}
        rows.append({**row, "path": path, "number": number + 1})
    return rows


def _tell(found: Together, rows: Sequence[dict[str, Any]]) -> None:
    for row in rows:
        rating = "" if row["rating"] is None else row["rating"]
        year = "" if row["last_year"] is None else row["last_year"]
        games, won, drawn, lost = (
            tr(number(row[key])) for key in ("games", "won", "drawn", "lost")
        )
        move = row["notation"]
        move += " " * (10 - width_of(move))
        say(
            f"{move} {games:>9}  +{won} ={drawn} -{lost}"
            f"  {rating:>5}  {year:>5}  {row['path']}#{row['number']}"
        )
    all_games = counted("one game", "{count} games", found.games)
    varied = counted("one in variations", "{count} in variations", found.varied)
    say(
        message(
            "{moves}, {games}; {varied}. Searched: {covers}.",
            moves=counted("One move", "{count} moves", len(rows)),
            games=all_games,
            varied=varied,
            covers=covered(found.covers),
        )
    )
