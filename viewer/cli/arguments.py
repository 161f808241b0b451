"""The words of a command: argparse, with the program's own names and templates."""

from __future__ import annotations

import argparse

from viewer.base.messages import Message, message
from viewer.cli.commands import COMMANDS


def parser_of(name: str, epilog: str = "") -> argparse.ArgumentParser:
    """A parser for a command of the table; `epilog` stands below the help, its lines as they are."""
    parser = argparse.ArgumentParser(
        prog=f"qipu {name}",
        description=_sentence(COMMANDS[name].help),
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action="help", help=str(message("show this and stop")))
    return parser


def add_encoding(parser: argparse.ArgumentParser) -> None:
    """`--encoding CODEC`, for files whose text is read wrongly by itself."""
    parser.add_argument(
        "--encoding",
        metavar="CODEC",
        help=str(message("read the file's text with this codec")),
    )


def _sentence(words: Message) -> str:
    text = str(words)
    return text[:1].upper() + text[1:] + "."
