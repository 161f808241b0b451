"""`qipu library`: its actions and their options, what these ask for, and how what is found is printed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import table_cell, width_of
from viewer.base.messages import Message, Number, counted, listed, message, number
from viewer.base.named import NamedTuple
from viewer.base.text import one_line
from viewer.cli.arguments import add_action, add_way, parse_intermixed, parser_of
from viewer.cli.book import add_choice
from viewer.cli.commands import OK
from viewer.cli.console import complain, json_text, put, say, utf8
from viewer.cli.library_edits import REMOVE
from viewer.games import GAMES
from viewer.games.game import Game, State
from viewer.library import Query
from viewer.library.ask.grouping import KINDS
from viewer.library.ask.grouping import ORDERS as GROUP_ORDERS
from viewer.library.ask.searching import ORDERS, Hit
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_from
from viewer.library.query import MaterialWanted, explored_from, position_wanted
from viewer.library.regions import continued_from, pattern_from, pattern_wanted
from viewer.library.typed import (
    game_for,
    moves_anywhere,
    moves_from,
    side_from,
    state_of,
)
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
    region = message("only these squares of the position count: A1:H8 e4 f5=empty g5=black|empty")
    add.text("--region", "SQUARES", region)
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


def _tsv(add: _Options) -> None:
    add.flag("--tsv", message("print columns divided by tabs"))


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
_QUERY = (_library, _game, _position, _conditions, _part, _headers, _main_lines)
_ROWS = (_json, _tsv)
ACTIONS: dict[str, Action] = {
    "build": Action(message("make a library of folders and files, or bring it up to date"), _BUILD),
    "update": Action(message("read what is new or changed in the files of a library"), _BUILD),
    "check": Action(message("make sure that the tables are as they were written"), (_library,)),
    "search": Action(
        message("find games by word, player, move and position"),
        (*_QUERY, _sort_hits, _limit, _hits_output, *_ROWS),
    ),
    "explore": Action(
        message(
            "list the next moves from a position, of one library or several, of all games or some"
        ),
        (_library, _game, _position, _part, _headers, *_ROWS),
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
_PART_COLUMNS = ("move", "games", "won", "drawn", "lost", "last_year", "node")
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
            material = _material_of(args, game, state)
        if args.region:
            pattern = pattern_from(game, state, args.region)
            ways = (args.turned, args.exchanged, args.elsewhere)
            region = pattern_wanted(game, state, pattern, *ways)
        elif args.position:
            position = position_wanted(game, state, args.either_side, args.turned, args.exchanged)
    elif args.moves:
        game = game_for("", args.game)
        moves = moves_from(game, game.start(None), args.moves)
    return replace(
        headers_of(args, searched),
        moves=moves,
        anywhere=bool(args.moves_anywhere),
        position=position,
        region=region,
        material=material,
        main_lines=args.main_lines,
    )


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


def ended(found: int, covers: Sequence[Message]) -> int:
    """The exit status of a question; where nothing was found, standard error says so."""
    if found:
        return OK
    complain(message("Nothing was found. Searched: {covers}.", covers=covered(covers)))
    return NOTHING_FOUND


def explore(
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
    elif rows:
        _tell(found, rows)
    return ended(len(rows), found.covers)


def continue_part(
    args: argparse.Namespace, library: Library, game: Game[Any], state: State, among: Query
) -> int:
    """Print what was played next in a part of a position. Raises LibraryFailed."""
    pattern = pattern_from(game, state, args.region)
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
    elif args.tsv:
        put_rows(["square", *_PART_COLUMNS, "path", "number"], rows)
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
