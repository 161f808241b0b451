"""`qipu library`: what its options ask for, and hits as they are printed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import width_of
from viewer.base.messages import Message, counted, listed, message, number
from viewer.base.text import one_line, table_cell
from viewer.cli.commands import OK
from viewer.cli.console import complain, json_text, put, say, utf8
from viewer.games.game import Game, State
from viewer.library import Query
from viewer.library.ask.searching import Hit
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.query import position_wanted
from viewer.library.regions import pattern_from, pattern_wanted
from viewer.library.typed import game_for, material_from, moves_anywhere, moves_from, state_of
from viewer.tree.action import Move

USUAL = 100
"""Hits that are shown where nobody says how many."""
# Options that are conditions of a query by the same name.
_SAME = (
    *("player", "opponent", "first", "second", "event", "comment", "opening", "result"),
    *("rating_from", "rating_to", "plies_from", "plies_to", "game", "format", "folder"),
    "main_lines",
)
_TOLD = ("result", "date", "event")
NOTHING_FOUND = 1
_COLUMNS = ("move", "games", "won", "drawn", "lost", "rating", "first_year", "last_year")


def place_of(args: argparse.Namespace) -> tuple[Game[Any], State] | None:
    """The game and position of --position and --moves; None where neither is given."""
    if not args.position and not args.moves:
        return None
    game = game_for(args.position, args.game)
    return game, state_of(game, args.position, args.moves)


def query_of(args: argparse.Namespace, searched: str) -> Query:
    """What the options ask for, and the words after --. Raises LibraryFailed."""
    position = None
    moves: tuple[str, ...] = ()
    region = material = None
    if args.moves_anywhere:
        game = game_for(args.position, args.game)
        moves = moves_anywhere(game, state_of(game, args.position), args.moves_anywhere)
    elif args.position or args.region or args.material:
        game = game_for(args.position, args.game)
        state = state_of(game, args.position, args.moves)
        if args.material:
            material = material_from(game, state, args.material)
        if args.region:
            pattern = pattern_from(game, state, args.region)
            ways = (args.turned, args.exchanged, args.elsewhere)
            region = pattern_wanted(game, state, pattern, *ways)
        elif args.position:
            position = position_wanted(game, state, args.either_side, args.turned, args.exchanged)
    elif args.moves:
        game = game_for("", args.game)
        moves = moves_from(game, game.start(None), args.moves)
    return Query(
        words=searched,
        date_from=vars(args)["from"],
        date_to=args.to,
        has=frozenset(args.has),
        moves=moves,
        anywhere=bool(args.moves_anywhere),
        position=position,
        region=region,
        material=material,
        **{key: vars(args)[key] for key in _SAME},
    )


def hit_data(hit: Hit) -> dict[str, Any]:
    """A hit as plain data; records are numbered from 1, as on the command line."""
    return {
        "path": hit.path,
        "number": hit.number + 1,
        "node": hit.node,
        "nodes": hit.nodes,
        "game": hit.game,
        **hit.values,
    }


def put_rows(columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """Rows divided by tabs, below their names.

    Tabs and line breaks in a text become blanks; a text that a spreadsheet would take for a formula has an
    apostrophe before it.
    """
    put(("\t".join(columns) + "\n").encode())
    for row in rows:
        put(utf8("\t".join(_cell(row[key]) for key in columns)) + b"\n")


def _cell(value: Any) -> str:
    """A text so that a spreadsheet takes it for one, a number as it is."""
    return (
        table_cell(one_line(value))
        if isinstance(value, str)
        else ("" if value is None else str(value))
    )


def hit_line(hit: Hit) -> str:
    """A hit as a line for people: where it is, its players or else its title or opening, and the rest."""
    values = {key: "" if value is None else str(value) for key, value in hit.values.items()}
    players = " – ".join(values[key] for key in ("player0", "player1") if values[key])
    name = players or values["title"] or values["opening"]
    rest = ", ".join(part for part in (name, *map(values.__getitem__, _TOLD)) if part)
    at = "" if hit.node is None else f" @{hit.node}"
    place = f"{hit.path}#{hit.number + 1}{at}"
    return f"{place}: {rest}" if rest else place


def put_json(data: Any) -> None:
    """Plain data as JSON."""
    put(utf8(json_text(data, indent=1)) + b"\n")


def covered(covers: Sequence[Message]) -> str:
    """What was searched, in words."""
    return tr(listed(covers))


def explore(
    args: argparse.Namespace, libraries: Sequence[Library], game: Game[Any], state: State
) -> int:
    """Print what libraries know of a position. Raises LibraryFailed if none of them can be asked."""
    wanted = position_wanted(game, state, args.either_side)
    found = LibraryExplorer().explore(wanted, only=libraries)
    if not found.asked:
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
    elif args.tsv:
        put_rows(["notation", *_COLUMNS, "path", "number"], rows)
    else:
        _tell(found, rows)
    return OK if rows else NOTHING_FOUND


def _rows(
    found: Together, libraries: Sequence[Library], game: Game[Any], state: State
) -> list[dict[str, Any]]:
    named = {library.name: library for library in libraries}
    rows = []
    for one in found.moves:
        after = game.step(state, Move(one.move))
        path, number = named[one.library].place_of(one.record)
        row = {"notation": game.notation(after, game.notations[0].id)}
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
