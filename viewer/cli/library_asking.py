"""`qipu library`: its actions and their options, what these ask for, and how what is found is printed."""

from __future__ import annotations

import argparse
import csv
import io
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import table_cell
from viewer.base.messages import Message, listed, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.text import one_line
from viewer.cli.arguments import add_action, add_way, parse_intermixed, parser_of
from viewer.cli.book import add_choice
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, json_text, opened, put, reading, utf8
from viewer.cli.library_edits import REMOVE
from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.library import Query
from viewer.library.ask.grouping import KINDS
from viewer.library.ask.grouping import ORDERS as GROUP_ORDERS
from viewer.library.ask.searching import ORDERS, Hit
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

_COMMAND = "library"


def _count(text: str) -> int:
    """A number of 0 or more. For argparse, which tells what it raises."""
    if not text.isdecimal():
        words = message("“{text}” is no number of 0 or more", text=text)
        raise argparse.ArgumentTypeError(tr(words))
    return int(text)


class _Options:
    """Adds options to the parser of an action."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser

    def text(self, name: str, metavar: str, help: Message) -> None:
        self.parser.add_argument(name, metavar=metavar, default="", help=tr(help))

    def number(self, name: str, help: Message) -> None:
        self.parser.add_argument(name, metavar="N", type=_count, help=tr(help))

    def flag(self, name: str, help: Message) -> None:
        self.parser.add_argument(name, action="store_true", help=tr(help))


def _library(add: _Options) -> None:
    what = message("folders and files, or the name of a library")
    add.parser.add_argument("library", nargs="*", metavar="LIBRARY", help=tr(what))
    where = message("the folder or URL of the library's tables, in place of the user's own folder")
    add.text("--tables", "PLACE", where)


def _building(add: _Options) -> None:
    add.text("--name", "NAME", message("build the library under this name"))
    by = message("build by the workers of a Dask scheduler; local: by some that are started here")
    add.text("--scheduler", "ADDRESS", by)
    add.flag("--again", message("read everything anew"))


def _game(add: _Options) -> None:
    add.text("--game", "GAME", message("the game: {games}", games=", ".join(GAMES)))


def _position(add: _Options) -> None:
    add.text(
        "--position",
        "TEXT",
        message("a position, in the form that the game's programs write (FEN, SFEN …)"),
    )
    add.text("--moves", "MOVES", message("moves from the start, or from the position: 1. e4 c5"))
    add.flag("--either-side", message("whoever is to move"))


def _at(add: _Options) -> None:
    where = message(
        "the position of a record, as hits are named: game.sgf#2@17; without @ the end of its main line"
    )
    add.text("--at", "FILE", where)


def _main_lines(add: _Options) -> None:
    add.flag("--main-lines", message("main lines only, without variations"))


def _plies_from(add: _Options) -> None:
    add.number("--plies-from", message("the least number of plies"))


def _conditions(add: _Options) -> None:
    anywhere = message("moves that follow each other anywhere in a game: h2e2 h9g7")
    add.text("--moves-anywhere", "MOVES", anywhere)
    add.flag("--elsewhere", message("the --region anywhere on the board, edges at edges"))
    material = message(
        "pieces of either side, R+P v R, 车兵对士象全, 飛車角, “opposite bishops”; or the numbers of one: "
        "white-queen=0 black-rook=1-2"
    )
    add.text("--material", "PIECES", material)
    add.number("--for", message("the material stands for so many half-moves of the main line"))
    add.flag("--or-more", message("other pieces may be there beside those of --material"))
    add.flag("--sided", message("what --material names first is the first side's"))


def _part(add: _Options) -> None:
    region = message(
        "only these squares of the position count: A1:H8 e4 f5=empty g5=black|empty; corner: that of the last"
        " move"
    )
    add.text("--region", "SQUARES", region)
    add.flag("--pawns-only", message("only the pawns of --region, or of the whole board, count"))
    add.flag("--turned", message("also mirrored and turned positions"))
    add.flag("--exchanged", message("also with colours exchanged"))


def _headers(add: _Options) -> None:
    add.text("--player", "NAME", message("a player, on either side"))
    colour = message("the colour of that player: white, black, red …; or first, second")
    add.text("--colour", "COLOUR", colour)
    add.text("--opponent", "NAME", message("who played against that player"))
    add.text("--first", "NAME", message("the player who plays the first side"))
    add.text("--second", "NAME", message("the player who plays the second side"))
    apart = message("a name with a team before it, such as 上海 胡荣华, is another player's")
    add.flag("--apart", apart)
    add.text("--event", "NAME", message("the event; =NAME is the whole name, of players too"))
    add.text("--comment", "TEXT", message("a text in comments"))
    add.number("--rating-from", message("the least average rating"))
    add.number("--rating-to", message("the greatest average rating"))
    add.text("--from", "DATE", message("the first date: 1972, 1972-07 or 1972-07-11"))
    add.text("--to", "DATE", message("the last date"))
    results = message("who won: first, second, draw, or a colour; player: the one of --player")
    add.text("--result", "RESULT", results)
    _plies_from(add)
    add.number("--plies-to", message("the greatest number of plies"))
    add.text(
        "--opening",
        "TEXT",
        message("a part of the name of the opening, or the beginning of its code"),
    )
    add.text("--format", "FORMAT", message("the format of the files"))
    add.text("--folder", "FOLDER", message("only files in this folder"))
    has = message(
        "only games that have comments, variations, problems or a set-up (repeat it for several)"
    )
    kinds = ("comments", "variations", "problems", "set-up")
    add.parser.add_argument("--has", action="append", default=[], choices=kinds, help=tr(has))


def _limit(add: _Options) -> None:
    add.number("--limit", message("show at most so many; 100 if it isn't given"))


def _groups(add: _Options) -> None:
    add.text("--by", "WHAT", message("group by {kinds}", kinds=", ".join(KINDS)))
    add.number("--at-least", message("only groups of so many games"))


def _sort_groups(add: _Options) -> None:
    _sort(add, GROUP_ORDERS)


def _sort_hits(add: _Options) -> None:
    _sort(add, ORDERS)


def _sort(add: _Options, orders: Sequence[str]) -> None:
    add.text("--sort", "COLUMN", message("sort by {columns}", columns=", ".join(orders)))


def _hits_output(add: _Options) -> None:
    out = message("write the games into this new file: records, or a book (.pdf), a page (.html) …")
    add.text("--output", "FILE", out)
    add.flag("--sheet", message("write the positions found into --output (.pdf), as diagrams"))
    _writing(add)


def _output(add: _Options) -> None:
    add.text("--output", "FILE", message("write the games into this new file"))
    _writing(add)


def _writing(add: _Options) -> None:
    add.flag("--allow-loss", message("write --output even if its format can't hold everything"))
    add.flag("--force", message("write over --output if it is there"))


def _book(add: _Options) -> None:
    out = message("the new book: .bin for chess, .db for shogi")
    add.parser.add_argument("--output", metavar="FILE", required=True, help=tr(out))
    add.flag("--force", message("write over --output if it is there"))
    add_choice(add.parser)


def _joined(add: _Options) -> None:
    out = message("write the tree of games into this new file")
    add.parser.add_argument("--output", metavar="FILE", required=True, help=tr(out))
    add.flag("--allow-loss", message("write --output even if its format can't hold everything"))
    add.flag("--force", message("write over --output if it is there"))
    add_way(add.parser)


def _merging(add: _Options) -> None:
    what = message("bring each group into its longest game; keep or remove the others")
    add.parser.add_argument("--merge", choices=("keep", REMOVE), default="", help=tr(what))


def _unifying(add: _Options) -> None:
    add.text("--unify", "NAME", message("give players this name, those of --of"))
    of = message("an old name, all of it (repeat it for several)")
    add.parser.add_argument("--of", metavar="NAME", action="append", default=[], help=tr(of))


def _in_place(add: _Options) -> None:
    add.flag("--in-place", message("change the files; qipu library undo takes it back"))


def _json(add: _Options) -> None:
    add.flag("--json", message("print JSON"))


def _tables(add: _Options) -> None:
    add.flag("--tsv", message("print columns divided by tabs"))
    add.flag("--csv", message("print columns divided by commas, for a spreadsheet"))


def _columns(add: _Options) -> None:
    column = message(
        "print this column (repeat it for several), also with --csv or --json: White, ECO, 戦型, Komi, path …"
    )
    add.parser.add_argument(
        "--column", action="append", default=[], metavar="NAME", help=tr(column)
    )


class Action(NamedTuple):
    """Something that `qipu library` does.

    Attributes:
        help: what it does.
        options: what adds its options to a parser, in the order of its help.
    """

    help: Message
    options: tuple[Callable[[_Options], None], ...]

    @property
    def searches(self) -> bool:
        """Whether words to search for may follow after --."""
        return _headers in self.options


_BUILD = (_library, _building, _main_lines, _json)
_QUERY = (_library, _game, _position, _at, _conditions, _part, _headers, _main_lines)
_ROWS = (_json, _tables)
ACTIONS: dict[str, Action] = {
    "build": Action(message("make a library of folders and files, or bring it up to date"), _BUILD),
    "update": Action(message("read what is new or changed in the files of a library"), _BUILD),
    "check": Action(message("make sure that the tables are as they were written"), (_library,)),
    "search": Action(
        message("find games by word, player, move and position"),
        (*_QUERY, _sort_hits, _limit, _hits_output, *_ROWS, _columns),
    ),
    "explore": Action(
        message(
            "list the next moves from a position, of one library or several, of all games or some"
        ),
        (_library, _game, _position, _at, _part, _headers, *_ROWS),
    ),
    "places": Action(
        message(
            "list the positions of a file, or of a library's files of variations, that have a part of a"
            " position, with their comments"
        ),
        (_library, _game, _position, _at, _part, _limit, *_ROWS),
    ),
    "book": Action(message("make an opening book of the games found"), (*_QUERY, _book)),
    "join": Action(
        message("join the games found into one, as variations"), (*_QUERY, _joined, _sort_hits)
    ),
    "group": Action(
        message("count games by player, event, year, opening, game or result"),
        (*_QUERY, _groups, _sort_groups, _limit, *_ROWS),
    ),
    "crosstable": Action(message("print the cross table of an event"), (*_QUERY, *_ROWS)),
    "dedupe": Action(
        message("list the games that are there more than once, or merge them"),
        (_library, _plies_from, _limit, _merging, _in_place, _output, *_ROWS),
    ),
    "names": Action(
        message("list the names that may be spellings of one, or unify them"),
        (*_QUERY, _limit, _unifying, _in_place, *_ROWS),
    ),
    "list": Action(message("list all libraries"), ()),
    "undo": Action(message("take back the last change of files by dedupe or names"), ()),
    "delete": Action(message("delete a library; the records stay as they are"), (_library,)),
}


def parsed(words: list[str]) -> tuple[argparse.Namespace, str]:
    """The action and its options, and the words to search for, which follow after --."""
    parser = parser_of(_COMMAND, epilog=tr(message("Each action has its own --help.")))
    adding = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    parsers = {name: _add(adding, name, action) for name, action in ACTIONS.items()}
    if not words or words[0] not in ACTIONS:
        return parser.parse_args(words), ""  # its help, or what is wrong
    name, *rest = words
    searched = ""
    if ACTIONS[name].searches and "--" in rest:
        at = rest.index("--")
        rest, searched = rest[:at], " ".join(rest[at + 1 :])
    return parse_intermixed(parsers[name], rest), searched


def _add(
    adding: argparse._SubParsersAction[argparse.ArgumentParser], name: str, action: Action
) -> argparse.ArgumentParser:
    epilog = ""
    if action.searches:
        epilog = tr(
            message(
                "After -- come words to search for in headers: qipu library {action} Club -- adler 1972",
                action=name,
            )
        )
    parser = add_action(adding, _COMMAND, name, action.help, epilog)
    parser.set_defaults(action=name, game="", name="")
    for add in action.options:
        add(_Options(parser))
    return parser


# ---------------------------------------------------------------------------- what they ask for

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
    """The game and position of --position or --at, and --moves; None where none is given."""
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
        result = side_from(result, args.game, tr)
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
