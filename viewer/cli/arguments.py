"""The words of a command: argparse with the program's own names, templates, examples and exit statuses."""

from __future__ import annotations

import argparse
import gettext
import re
from collections.abc import Callable
from typing import Any

from viewer.base.catalogs import DOMAIN, catalog_folder, tr
from viewer.base.columns import wrapped
from viewer.base.messages import Message, counted, message
from viewer.base.text import one_line
from viewer.cli.commands import COMMANDS, FAILED, INTERRUPTED, OK, PIPE_CLOSED

# What argparse says by itself, so that translators find it; it asks gettext for these texts.
_OF_ARGPARSE = (
    message("usage: "),
    message("positional arguments"),
    message("options"),
    message("%(prog)s: error: %(message)s\n"),
    message("argument %(argument_name)s: %(message)s"),
    message("the following arguments are required: %s"),
    message("unrecognized arguments: %s"),
    message("not allowed with argument %s"),
    message("ignored explicit argument %r"),
    message("invalid %(type)s value: %(value)r"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    counted("expected %s argument", "expected %s arguments", 2),
)
EXAMPLES: dict[str, tuple[str, ...]] = {
    "help": (
        "qipu help read",
        "qipu help encoding",
    ),
    "dump": (
        "qipu dump game.pgn",
        "qipu dump --lines game.pgn game.kif",
    ),
    "check": (
        "qipu check game.kif",
        "qipu check games/ --json",
    ),
    "convert": (
        "qipu convert game.pgn game.pgn.zst",
        "qipu convert game.kif game.csa --allow-loss",
        "qipu convert hex/ -o copies/ --to sgf",
    ),
    "diff": (
        "qipu diff before.pgn after.pgn",
        "qipu diff before.pgn after.pgn --json",
    ),
    "merge": ("qipu merge before.pgn mine.pgn theirs.pgn -o merged.pgn",),
    "strip": ("qipu strip game.pgn plain.pgn --comments --variations --records 1-2",),
    "replace": (
        "qipu replace game.pgn corrected.pgn --find good --by strong --whole-words",
        "qipu replace game.pgn named.pgn --find Morphy --by 'P. Morphy' --headers White,Black",
    ),
    "openings": ("qipu openings game.pgn openings.pgn",),
    "lookup": (
        "qipu lookup game.pgn --in book.bin --ply 6",
        "qipu lookup game.pgn --in syzygy/ --record 2 --json",
    ),
    "mate": (
        "qipu mate game.pgn --records 1 --ply 30 --plies 3",
        "qipu mate game.kif --plies 1 --json",
    ),
    "mistakes": (
        "qipu mistakes game.pgn --everybody --percent 5",
        "qipu mistakes games/ --player Morphy --deck Morphy",
        "qipu mistakes --deck Morphy --due --output today.pdf",
        "qipu mistakes --deck Morphy --results",
    ),
    "lesson": (
        "qipu lesson game.pgn lesson.pgn --records 1 --from 12",
        "qipu lesson game.kif lesson.html --side both",
    ),
    "book": (
        "qipu book game.pgn book.bin --up-to 20 --at-least 1",
        "qipu book game.kif book.db --up-to 40 --at-least 1 --moves-of first",
    ),
    "repertoire": (
        "qipu repertoire mark game.pgn --side white --record 1 --moves '1. e4 e5'",
        "qipu repertoire mark game.pgn --side black",
        "qipu repertoire list",
        "qipu repertoire left games/ --side white --game chess",
        "qipu repertoire left games/ --side white --game chess --new",
        "qipu repertoire left games/ --of game.pgn --side black --player Morphy",
        "qipu repertoire gaps games/ --side white --at-least 1 --ends",
        "qipu repertoire unmark game.pgn --side black",
    ),
    "join": (
        "qipu join game.pgn joined.pgn --records 1-2",
        "qipu join game.pgn tree.pgn --up-to 10 --most-played",
    ),
    "extract": ("qipu extract game.pgn line.pgn --node 12",),
    "library": (
        "qipu library build games/ --name Club",
        "qipu library update Club",
        "qipu library check Club",
        "qipu library list",
        "qipu library search Club --result draw --from 1850 -- morphy",
        "qipu library search Club --game chess --moves '1. e4' --sheet --output positions.pdf",
        "qipu library explore Club --game chess --moves '1. e4 e5'",
        "qipu library explore Club --at game.sgf --region corner --turned --exchanged",
        "qipu library places joseki.sgf --at game.sgf@17 --region corner --turned --exchanged",
        "qipu library book Club --player Morphy --at-least 1 --output morphy.bin",
        "qipu library join Club --player Morphy --up-to 10 --output morphy.pgn",
        "qipu library group Club --by opening --sort games",
        "qipu library crosstable Club --event Paris",
        "qipu library dedupe Club",
        "qipu library names Club",
        "qipu library undo",
        "qipu library delete Club",
    ),
    "export": (
        "qipu export game.pgn -o game.pdf",
        "qipu export games/ -o pages/ --html",
        "qipu export game.pgn -o board.png --ply 12 --style size=600",
        "qipu export game.pgn -o - --text --form paragraph --style levels=0",
    ),
    "analyse": (
        "qipu analyse game.pgn -o analysed.pgn --engine Stockfish --time 2",
        "qipu analyse games/ -o analysed/ --nodes 100000 --lines 2 --jobs 4",
        "qipu analyse game.sgf --summary --worst 10",
        "qipu analyse game.kif -o - --to kif --engine ./engine --depth 20 --write evaluations",
    ),
    "report": (
        "qipu report game.pgn",
        "qipu report game.pgn -o report.html --player Morphy",
        "qipu report games/ -o reports/",
        "qipu report games/ --together --player Morphy",
    ),
    "render": ("qipu render game.pgn -o board.svg --ply 12 --theme dark",),
    "register": ("qipu register",),
    "unregister": ("qipu unregister",),
}
"""Of each command; of `library` and `repertoire` one of each action. Files are those of somebody's own."""
_TOLD = message("it can't be done, or only in part, and why was told")
_WRITTEN = {
    OK: message("everything was written"),
    1: message("a file wasn't written: its format can't hold everything"),
    FAILED: message("something failed, and was told"),
}
_UNREADABLE = message("a file can't be read")
_DONE = {OK: message("done"), FAILED: _TOLD}
_FOUND = {OK: message("done"), 1: message("nothing was found"), FAILED: _TOLD}
_FOUND_OR_WRITTEN = {
    OK: message("done"),
    1: message("nothing was found, or a file wasn't written: its format can't hold everything"),
    FAILED: _TOLD,
}
STATUSES: dict[str, dict[int, Message]] = {
    "help": {OK: message("it was printed"), FAILED: message("nothing in the manual has the words")},
    "dump": {OK: message("everything was read"), FAILED: _UNREADABLE},
    "check": {
        OK: message("nothing is odd"),
        1: message("something is odd"),
        FAILED: _UNREADABLE,
    },
    "convert": _WRITTEN,
    "diff": {
        OK: message("nothing differs; with --git always, as git expects"),
        1: message("something differs"),
        FAILED: _UNREADABLE,
    },
    "merge": {
        OK: message("merged, without conflicts"),
        1: message("merged, with conflicts, in which the version of A stands"),
        FAILED: message("nothing was written"),
    },
    "strip": _WRITTEN,
    "replace": _WRITTEN,
    "openings": _WRITTEN,
    "lookup": {
        OK: message("the answers were printed"),
        FAILED: message("the record, or a book or tablebase, can't be read"),
    },
    "mate": {
        OK: message("each position is a mate, and only one move mates each time"),
        1: message("a position isn't, or it couldn't be found out"),
        FAILED: message("a file can't be read"),
    },
    "mistakes": {
        OK: message("done"),
        1: message("there are no problems"),
        FAILED: _TOLD,
    },
    "lesson": _WRITTEN,
    "book": {OK: _WRITTEN[OK], FAILED: message("nothing was written")},
    "join": _WRITTEN,
    "extract": _WRITTEN,
    "repertoire": _FOUND,
    "library": _FOUND_OR_WRITTEN,
    "export": {OK: _WRITTEN[OK], FAILED: message("something couldn't be exported")},
    "analyse": _WRITTEN,
    "report": {
        OK: message("everything was reported"),
        FAILED: message("something couldn't be reported"),
    },
    "render": {
        OK: message("the board was drawn"),
        FAILED: message("the file can't be read, or the picture can't be written"),
    },
    "register": _DONE,
    "unregister": _DONE,
}
"""What the exit status of each command means."""
ACTION_STATUSES: dict[str, dict[str, dict[int, Message]]] = {
    "library": {
        "build": _DONE,
        "update": _DONE,
        "check": _DONE,
        "list": _FOUND,
        "search": _FOUND_OR_WRITTEN,
        "explore": _FOUND,
        "places": _FOUND,
        "book": _FOUND,
        "join": _FOUND_OR_WRITTEN,
        "group": _FOUND,
        "crosstable": _FOUND,
        "dedupe": _FOUND_OR_WRITTEN,
        "names": _FOUND,
        "undo": {**_FOUND, 1: message("there was nothing to take back")},
        "delete": _DONE,
    },
    "repertoire": {
        "mark": _DONE,
        "unmark": _FOUND,
        "list": _FOUND,
        "left": _FOUND,
        "gaps": _FOUND,
    },
}
"""The same of each action of a command that has some."""
COMMON_STATUSES: dict[int, Message] = {
    INTERRUPTED: message("interrupted by Ctrl+C"),
    PIPE_CLOSED: message("whoever read the output has closed it"),
    143: message("ended by SIGTERM; temporary files and processes went first"),
}
"""Of all commands."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Breaks lines as wide as the terminal, also those of languages without blanks and of wide characters."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [line.rstrip() for line in wrapped(" ".join(text.split()), width)]

    def format_help(self) -> str:
        """The help, whose headings have the colon of the language: argparse has that of English."""
        text = super().format_help()
        return _HEADING.sub(lambda found: tr(message("{kind}:", kind=found[1])), text)


_HEADING = re.compile(r"^(\S.*):$", re.MULTILINE)


class _Parser(argparse.ArgumentParser):
    """A parser whose words a terminal shows, whatever the words are that it complains of."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message("\n".join(map(one_line, message.split("\n"))), file)


def parser_of(name: str, epilog: str = "") -> argparse.ArgumentParser:
    """A parser for a command of the table; `epilog` stands below the options, before the examples."""
    folder = catalog_folder()
    if folder is not None:
        gettext.bindtextdomain(DOMAIN, folder)
        gettext.textdomain(DOMAIN)
    shape = _shape(COMMANDS[name].help, epilog, end_of_help(name))
    return _with_help(_Parser(prog=f"qipu {name}", **shape))


def add_action(
    adding: argparse._SubParsersAction[argparse.ArgumentParser],
    command: str,
    name: str,
    help: Message,
    epilog: str = "",
) -> argparse.ArgumentParser:
    """A parser for an action of a command, whose help ends with the examples of that action."""
    shape = _shape(help, epilog, end_of_help(command, name))
    return _with_help(
        adding.add_parser(name, help=tr(help), prog=f"qipu {command} {name}", **shape)
    )


def _shape(help: Message, epilog: str, end: str) -> dict[str, Any]:
    return {
        "description": _sentence(help),
        "epilog": "\n\n".join(filter(None, (epilog, end))),
        "formatter_class": _Formatter,
        "allow_abbrev": False,
        "add_help": False,
    }


def _with_help(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("-h", "--help", action="help", help=tr(message("show this and stop")))
    return parser


def parse_intermixed(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """What a parser makes of words in any order, with its usage whole in every language.

    argparse cuts seven characters of the usage off here: "usage: ", however long the translation is.
    """
    usage = parser.format_usage().removeprefix(tr(message("usage: ")))
    parser.usage = usage.replace("%", "%%")
    return parser.parse_intermixed_args(words)


def counting_number(text: str) -> int:
    """A number of 1 or more. For argparse, which tells what it raises."""
    if not text.isdecimal() or not int(text):
        words = message("“{text}” is no number of 1 or more", text=text)
        raise argparse.ArgumentTypeError(tr(words))
    return int(text)


def up_to(most: int) -> Callable[[str], int]:
    """A number of 1 to `most`. For argparse."""

    def number(text: str) -> int:
        long = text.isdecimal() and len(text.lstrip("0")) > len(str(most))
        found = most + 1 if long else counting_number(text)
        if found > most:
            words = message("“{text}” is more than {most}", text=text, most=most)
            raise argparse.ArgumentTypeError(tr(words))
        return found

    return number


def add_encoding(parser: argparse.ArgumentParser) -> None:
    """`--encoding CODEC`, for files whose text is read wrongly by itself."""
    parser.add_argument(
        "--encoding",
        metavar="CODEC",
        help=tr(message("read the file's text with this codec")),
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    """`--name NAME`, for copies of a file under other names, as git makes them."""
    parser.add_argument(
        "--name",
        metavar="NAME",
        default="",
        help=tr(message("a name whose suffix tells the format, whatever the files are called")),
    )


def add_records(parser: argparse.ArgumentParser) -> None:
    """`--records 2,5-7,12-`: which records of a file are meant."""
    parser.add_argument(
        "--records",
        metavar="N,N-N",
        default="",
        help=tr(message("only the games with these numbers, as in 2,5-7,12-")),
    )


def add_way(parser: argparse.ArgumentParser) -> None:
    """How games are joined: `--up-to`, `--no-names`, `--most-played`."""
    first = message("only the first N moves of each game")
    parser.add_argument("--up-to", metavar="N", type=counting_number, default=0, help=tr(first))
    plain = message("without comments that name the games and their results")
    parser.add_argument("--no-names", action="store_true", help=tr(plain))
    often = message("of several moves that of most games first")
    parser.add_argument("--most-played", action="store_true", help=tr(often))


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """`--jobs N`: the number of processes that work on files and on parts of long files."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=0,
        help=tr(message("work in so many processes; otherwise in as many as is quickest")),
    )


def add_recursive(parser: argparse.ArgumentParser) -> None:
    """`-r`, for people who are used to say it: folders within folders are always meant."""
    parser.add_argument(
        "-r",
        "--recursive",
        action="store_true",
        help=tr(message("with the folders in a folder; that is always so")),
    )


def add_place(parser: argparse.ArgumentParser) -> None:
    """`--ply N` or `--node ID`: a position of each record."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--ply",
        type=int,
        metavar="N",
        help=tr(message("after so many plies of the main line; by default the start")),
    )
    place.add_argument(
        "--node",
        type=int,
        metavar="ID",
        help=tr(message("at the node of this number, as qipu dump counts them")),
    )


def _sentence(words: Message) -> str:
    text = tr(words)
    return tr(message("{why}.", why=text[:1].upper() + text[1:]))


def end_of_help(name: str, action: str = "") -> str:
    """Examples and exit statuses of a command or one of its actions, as they stand below the options."""
    begun = f"qipu {name} {action}".split()
    meant = ACTION_STATUSES[name][action] if action else STATUSES[name]
    statuses = {**meant, INTERRUPTED: COMMON_STATUSES[INTERRUPTED]}
    return "\n".join(
        (
            tr(message("examples:")),
            *(f"  {one}" for one in EXAMPLES[name] if one.split()[: len(begun)] == begun),
            "",
            tr(message("exit status:")),
            *(f"  {number:<5}{tr(words)}" for number, words in statuses.items()),
        )
    )
