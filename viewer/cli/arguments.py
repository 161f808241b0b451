"""The words of a command: argparse, with the program's own names and templates."""

from __future__ import annotations

import argparse
import gettext
from typing import Any

from viewer.base.catalogs import DOMAIN, catalog_folder, tr
from viewer.base.columns import wrapped
from viewer.base.messages import Message, counted, message
from viewer.base.text import one_line
from viewer.cli.commands import COMMANDS
from viewer.cli.examples import end_of_help

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


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Breaks lines as wide as the terminal, also those of languages without blanks and of wide characters."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [line.rstrip() for line in wrapped(" ".join(text.split()), width)]


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
