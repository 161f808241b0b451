"""`qipu library explore`: the next moves from a position in one library or several."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import width_of
from viewer.base.messages import counted, message, number
from viewer.cli.commands import OK
from viewer.cli.console import complain, say
from viewer.cli.library_asking import covered, put_json, put_rows
from viewer.games.game import Game, State
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.query import position_wanted
from viewer.tree.action import Move

NOTHING_FOUND = 1
_COLUMNS = ("move", "games", "won", "drawn", "lost", "rating", "first_year", "last_year")


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
