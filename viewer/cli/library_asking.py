"""`qipu library`: what options ask for, and how what is found is printed."""

from __future__ import annotations

import argparse
import csv
import io
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import table_cell
from viewer.base.messages import Message, listed, message
from viewer.base.refused import Refused
from viewer.base.text import one_line
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, json_text, opened, put, reading, utf8
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.library import Query
from viewer.library.ask.searching import Hit
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_from
from viewer.library.query import MaterialWanted, chart_at, position_wanted
from viewer.library.regions import Pattern, pattern_from, pattern_wanted, structure_at
from viewer.library.typed import (
    begun_with,
    game_for,
    moves_anywhere,
    moves_from,
    side_from,
    squares_from,
    state_of,
)
from viewer.publish.exporter import Place
from viewer.tree.action import Move

USUAL = 100
"""Hits that are shown where nobody says how many."""
# Options that are conditions of a query by the same name.
_SAME = (
    *("player", "opponent", "first", "second", "event", "comment", "opening"),
    *("rating_from", "rating_to", "plies_from", "plies_to", "game", "format", "folder"),
)
_RESULTS = ("first", "second", "draw", "player")
_TOLD = ("result", "date", "event")
NOTHING_FOUND = 1


def place_of(args: argparse.Namespace) -> tuple[Game[Any], State] | None:
    """The game and position of --position or --at, and --moves; None for none. Raises LibraryFailed."""
    if args.at:
        if args.position:
            raise LibraryFailed(message("--position and --at are two positions: give one of them."))
        game, state = position_at(args.at)
        if args.game not in ("", game.id):
            known = message(
                "{place} is a position of {game}; games of {other} are asked for.",
                place=args.at,
                game=game.id,
                other=args.game,
            )
            raise LibraryFailed(known)
        for move in moves_from(game, state, args.moves):
            state = game.step(state, Move(move))
        return game, state
    if not args.position and not args.moves:
        return None
    game = game_for(args.position, args.game)
    return game, state_of(game, args.position, args.moves)


_PLACE = re.compile(r"(.*?)(?:#([0-9]+))?(?:\s*@([0-9]+))?", re.DOTALL)


def position_at(text: str) -> tuple[Game[Any], State]:
    """The game and position of a place as hits are named: "game.sgf#2 @17". Raises Failed."""
    found = _PLACE.fullmatch(text)
    path, number, node = (
        found.groups() if found and not os.path.exists(text) else (text, None, None)
    )
    at = int(number or 1) - 1
    with opened(path, None) as collection:
        if not 0 <= at < len(collection):
            raise Failed(message("There is no record {number}.", number=at + 1))
        with reading(path):
            record = collection.record(at)
    line = list(record.root.main_line())
    try:
        here = Place(node=int(node)).of(record) if node else line[-1]
    except Refused as error:
        raise Failed(error.reason) from error
    game = game_of(record.game)
    return game, States(game, record).at(here).settled()


def pattern_of(args: argparse.Namespace, game: Game[Any], state: State) -> Pattern | None:
    """What --region and --pawns-only say of a position; None where neither is given."""
    if args.pawns_only:
        chart = chart_at(game, state)
        squares = squares_from(game, state, args.region) if args.region else chart.squares
        return structure_at(game, state, filter(None, squares))
    return pattern_from(game, state, args.region) if args.region else None


def query_of(args: argparse.Namespace, searched: str) -> Query:
    """What the options ask for, and the words after --. Raises LibraryFailed."""
    position = region = material = reached = None
    moves: tuple[str, ...] = ()
    placed = args.position or args.at
    if args.moves_anywhere:
        game, state = _start_of(args)
        moves = moves_anywhere(game, state, args.moves_anywhere)
    elif placed or args.region or args.pawns_only or args.material:
        game, state = place_of(args) or _start_of(args)
        if args.material:
            material = _material_of(args, game, state)
        pattern = pattern_of(args, game, state)
        if pattern is not None:
            ways = (args.turned, args.exchanged, args.elsewhere)
            region = pattern_wanted(game, state, pattern, *ways)
        elif placed:
            position = position_wanted(game, state, args.either_side, args.turned, args.exchanged)
    elif args.moves:
        moves, reached = begun_with(game_for("", args.game), args.moves)
    return replace(
        headers_of(args, searched),
        moves=moves,
        reached=reached,
        anywhere=bool(args.moves_anywhere),
        position=position,
        region=region,
        material=material,
        main_lines=args.main_lines,
    )


def _start_of(args: argparse.Namespace) -> tuple[Game[Any], State]:
    """The game that is asked about, and its position without --moves."""
    game = game_for(args.position, args.game)
    return game, state_of(game, args.position)


def _material_of(args: argparse.Namespace, game: Game[Any], state: State) -> MaterialWanted:
    lasting = vars(args)["for"]
    if lasting is not None and lasting < 1:
        raise LibraryFailed(message("--for takes the number of half-moves, from 1 on."))
    return material_from(game, state, args.material, args.or_more, args.sided, lasting or 1)


def headers_of(args: argparse.Namespace, searched: str) -> Query:
    """What the options ask of headers, and the words after --. Raises LibraryFailed."""
    if args.colour and not args.player:
        raise LibraryFailed(message("--colour is that of a player: name one with --player."))
    result = args.result
    if result and result not in _RESULTS:
        try:
            result = side_from(result, args.game, tr)
        except LibraryFailed as error:
            words = message(
                "A result is first, second, draw, player or a colour, not “{text}”.", text=result
            )
            raise LibraryFailed(words) from error
    return Query(
        words=searched,
        side=side_from(args.colour, args.game, tr) if args.colour else "",
        date_from=vars(args)["from"],
        date_to=args.to,
        has=frozenset(args.has),
        result=result,
        apart=args.apart,
        **{key: vars(args)[key] for key in _SAME},
    )


# ------------------------------------------------------------------------------------- printed


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


def put_rows(
    args: argparse.Namespace,
    columns: Sequence[str],
    rows: Sequence[dict[str, Any]],
    titles: Sequence[str] = (),
) -> None:
    """Rows below the names of their columns, or below `titles`: divided by tabs, or by commas with `--csv`.

    Tabs and line breaks in a text become blanks; a text that a spreadsheet would take for a formula has an
    apostrophe before it.
    """
    written = io.StringIO()
    lines = [titles or columns, *([_cell(row[key]) for key in columns] for row in rows)]
    if args.csv:
        csv.writer(written, lineterminator="\n").writerows(lines)
    else:
        written.writelines("\t".join(cells) + "\n" for cells in lines)
    put(utf8(written.getvalue()))


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


def ended(found: int, covers: Sequence[Message]) -> int:
    """The exit status of a question; where nothing was found, standard error says so."""
    if found:
        return OK
    complain(message("Nothing was found. Searched: {covers}.", covers=covered(covers)))
    return NOTHING_FOUND
