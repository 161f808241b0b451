"""`qipu book` and `qipu library book`: opening books made of games, as new files."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from viewer.base.catalogs import tr
from viewer.base.messages import counted, listed, message
from viewer.base.refused import Refused
from viewer.cli.arguments import add_encoding, add_records, counting_number, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import STANDARD, Failed, complain, follow, opened, put, say
from viewer.document.record_set import NumberedSet
from viewer.document.saving.save import SaveError, write_file
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format
from viewer.games import GAMES
from viewer.library import LibraryFailed
from viewer.library.typed import side_from
from viewer.reference.making import AT_LEAST, MADE, MOVES, Choice, kind_for, kind_made, making
from viewer.reference.reference import Kind
from viewer.tree.record import Record


def run(words: list[str]) -> int:
    """`qipu book`. Exit status 0, or 2 if nothing was written."""
    parser = parser_of("book")
    source = message("a file of games; - is standard input")
    parser.add_argument("source", metavar="IN", help=tr(source))
    target = message("the new book, .bin or .db by the game; - is standard output")
    parser.add_argument("target", metavar="OUT", help=tr(target))
    add_choice(parser)
    add_records(parser)
    parser.add_argument(
        "--force", action="store_true", help=tr(message("write over OUT if it is there"))
    )
    add_encoding(parser)
    args = parser.parse_args(words)
    try:
        with opened(args.source, args.encoding) as collection:
            games = NumberedSet(collection, args.records).collection()
            if not len(games):
                raise Failed(message("There is no game."))
            kind = _kind(args.target, games)
            records = ((_format(games), games.record(at)) for at in range(len(games)))
            return write_book(args, args.target, kind, records, len(games))
    except Refused as error:
        raise Failed(error.reason) from error


def _format(games: Collection) -> Format:
    return FORMATS[games.format].load()


def _kind(target: str, games: Collection) -> Kind:
    """The kind of book by the file's name, else by the game. Raises Refused."""
    if target != STANDARD:
        return kind_made(target)
    game = games.record(0).game
    kind = kind_for(game)
    if kind is None:
        known = listed([GAMES[kind.game].name for kind in MADE])
        name = GAMES[game].name
        raise Refused(
            message("No opening books are made of {game}, only of {games}.", game=name, games=known)
        )
    return kind


def add_choice(parser: ArgumentParser) -> None:
    """What of the games goes into the book: `--up-to`, `--at-least`, `--moves-of`."""
    first = message("only the first N moves of each game; {count} if it isn't given", count=MOVES)
    parser.add_argument("--up-to", metavar="N", type=counting_number, default=MOVES, help=tr(first))
    often = message(
        "only moves played so many times in a position; {count} if it isn't given", count=AT_LEAST
    )
    parser.add_argument(
        "--at-least", metavar="N", type=counting_number, default=AT_LEAST, help=tr(often)
    )
    side = message("only moves of this colour: white, black …; or first, second")
    parser.add_argument("--moves-of", metavar="COLOUR", default="", help=tr(side))


def write_book(
    args: Namespace, target: str, kind: Kind, games: Iterable[tuple[Format, Record]], total: int
) -> int:
    """Make a book of games and write it into a new file. Raises Failed, Refused, and what reading raises."""
    if target != STANDARD and os.path.exists(target) and not args.force:
        raise Failed(message("{path} is there already; --force writes over it.", path=target))
    side = None
    if args.moves_of:
        try:
            side = int(side_from(args.moves_of, kind.game, tr) == "second")
        except LibraryFailed as error:
            raise Failed(error.reason) from error
    choice = Choice(args.up_to, args.at_least, side)
    (made,) = follow(making(games, total, kind, choice))
    if target == STANDARD:
        put(made.data)
    else:
        try:
            write_file(target, [made.data], None)
        except SaveError as error:
            raise Failed(error.reason) from error
    tell = complain if target == STANDARD else say
    tell(
        message(
            "{moves} of {positions} from {games}.",
            moves=counted("One move", "{count} moves", made.moves),
            positions=counted("one position", "{count} positions", made.positions),
            games=counted("one game", "{count} games", made.games),
        )
    )
    if made.left_out:
        complain(
            counted(
                "One game is left out: it isn't of {game}, or has no readable move.",
                "{count} games are left out: they aren't of {game}, or have no readable move.",
                made.left_out,
                game=GAMES[kind.game].name,
            )
        )
    return OK
