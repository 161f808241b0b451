"""`qipu library`: its actions, and the options that each takes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.cli.arguments import add_action, add_way, parse_intermixed, parser_of
from viewer.cli.book import add_choice
from viewer.cli.library_edits import REMOVE
from viewer.document.training.lessons import TASK_FIELD
from viewer.games import GAMES
from viewer.library.ask.grouping import KINDS
from viewer.library.ask.grouping import ORDERS as GROUP_ORDERS
from viewer.library.ask.searching import ORDERS

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
    lesson = message(
        "write the games into --output as a lesson (records, or a page), each from the place that was found:"
        " {kinds}",
        kinds="; ".join(f"{id}: {tr(name)}" for id, name in TASK_FIELD.choices.items()),
    )
    add.parser.add_argument("--lesson", choices=list(TASK_FIELD.choices), help=tr(lesson))
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
