"""`qipu convert`: writing records in another format or version, with losses named beforehand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from viewer.base.catalogs import tr
from viewer.base.files import SYSTEM
from viewer.base.garbage import GarbagePause
from viewer.base.messages import Message, message
from viewer.base.source import piece_blocks, piece_bytes
from viewer.base.streams import Packer, packer_for
from viewer.cli.arguments import add_encoding, add_jobs, add_records, add_recursive, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import STANDARD, Failed, complain, place_of, put, reading, standard_input
from viewer.cli.converting import FolderWay, PartsWriter, convert_folder
from viewer.document.parts import MUCH, size_of
from viewer.document.saving.losses import LossGroup, grouped
from viewer.document.saving.save import SaveError
from viewer.face import Conversion, Refused, Writer, prepare
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import GAMES

REFUSED = 1


def run(words: list[str]) -> int:
    """The command. Exit status 0 written, 1 refused because something would be lost, 2 failed."""
    parser = parser_of("convert", _offers() if {"-h", "--help"} & set(words) else "")
    add_target(parser, folders=True)
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=tr(message("a choice that the format offers, see below")),
    )
    parser.add_argument(
        "--sort",
        action="store_true",
        help=tr(message("put the games in the sorting order of their format")),
    )
    parser.add_argument(
        "--from",
        dest="format",
        metavar="FORMAT",
        default="",
        help=tr(
            message("what IN is, by a suffix or as “text”, whatever it is called or looks like")
        ),
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        default="",
        help=tr(message("IN is a text about this game: {games}", games=", ".join(GAMES))),
    )
    add_records(parser)
    add_recursive(parser)
    add_jobs(parser)
    args = parser.parse_args(words)
    if args.target is None:
        args.target = args.output
    if args.target is None:
        parser.error(tr(message("OUT is missing")))
    if SYSTEM.is_folder(args.source):
        return _convert_files(args)
    return write_converted(
        args,
        options=_options(args.option),
        sort=args.sort,
        records=args.records,
        jobs=args.jobs,
        format=args.format,
        game=args.game,
    )


def _convert_files(args: Namespace) -> int:
    if not args.to:
        raise Failed(message("For the files of a folder, name the format with --to FORMAT."))
    for option in ("records", "format", "game"):
        if getattr(args, option):
            name = "from" if option == "format" else option
            raise Failed(message("--{name} is for a single file.", name=name))
    way = FolderWay(
        args.to,
        _options(args.option),
        args.encoding,
        args.allow_loss,
        args.force,
        args.sort,
        args.jobs,
    )
    return convert_folder(args.source, args.target, way)


def add_target(parser: ArgumentParser, folders: bool = False) -> None:
    """Add the arguments for input and output: IN, OUT, `--to`, `--allow-loss`, `--force`, `--encoding`.

    With `folders` both may be folders, and `-o OUT` is another way to say OUT.
    """
    what = message("a file; - is standard input")
    where = message("its suffix names the format; - is standard output, with --to")
    if folders:
        what = message("a file, or a folder with all that is in it; - is standard input")
        where = message(
            "its suffix names the format; - is standard output, with --to; for a folder a folder"
        )
        parser.add_argument("-o", dest="output", metavar="OUT", help=tr(message("the same as OUT")))
    parser.add_argument("source", metavar="IN", help=tr(what))
    parser.add_argument("target", metavar="OUT", nargs="?" if folders else None, help=tr(where))
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        default="",
        help=tr(message("the format, by a suffix (kif, pgn.gz), whatever OUT is called")),
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help=tr(message("write even if the format can't hold everything")),
    )
    parser.add_argument(
        "--force", action="store_true", help=tr(message("write over OUT if it is there"))
    )
    add_encoding(parser)


def write_converted(
    args: Namespace,
    edit: Callable[[Collection], Collection] | None = None,
    *,
    options: Mapping[str, str] | None = None,
    sort: bool = False,
    records: str = "",
    jobs: int = 1,
    format: str = "",
    game: str = "",
) -> int:
    """Write OUT as `add_target` was answered, with the losses named first; see `face.prepare`.

    Exit status 0 written, 1 refused because something would be lost. Raises Failed.
    """
    if args.target == STANDARD and not args.to:
        raise Failed(message("Standard output has no suffix: name the format with --to FORMAT."))
    named = f"{STANDARD}.{args.to.lower().lstrip('.')}" if args.to else args.target
    with GarbagePause():
        try:
            with reading(args.source):
                conversion = prepare(
                    standard_input() if args.source == STANDARD else args.source,
                    args.target,
                    options,
                    encoding=args.encoding,
                    overwrite=args.force or args.target == STANDARD,
                    sort=sort,
                    records=records,
                    named=named,
                    format=format,
                    game=game,
                    edit=edit,
                    write=None if format or game else _writer(args, jobs),
                )
            _tell_unread(args.source, conversion.collection)
            return _convert(conversion, args.allow_loss, named)
        except (Refused, SaveError) as error:
            raise Failed(error.reason) from error


def _tell_unread(path: str, collection: Collection) -> None:
    """Tell what of a text wasn't understood, and where."""
    for one in collection.diagnostics if collection.format == "text" else ():
        complain(message("{place}: {what}", place=place_of(path, one), what=one.message))


def _writer(args: Namespace, jobs: int) -> Writer | None:
    """What makes the output of a long file in several processes; None for what the format does itself."""
    try:
        if jobs == 1 or args.source == STANDARD or size_of(args.source) < MUCH:
            return None
    except OSError:  # which is told when it is opened
        return None
    return PartsWriter(args.source, args.encoding, jobs)


def _convert(conversion: Conversion, allow_loss: bool, named: str) -> int:
    """Name the losses, then write; to standard output packed as a file of the name would be."""
    losses = conversion.output.losses
    try:
        for group in grouped(losses):
            complain(_words(group, len(conversion.collection)))
        if losses and not allow_loss:
            complain(_refusal(conversion.target))
            _offer(conversion)
            return REFUSED
        if conversion.target == STANDARD:
            _put(conversion, packer_for(named))
        else:
            conversion.write()
    finally:
        conversion.close()
    return OK


def _refusal(target: str) -> Message:
    if target == STANDARD:
        return message(
            "Nothing is written to standard output, for that would be lost; --allow-loss writes it."
        )
    return message(
        "{path} is not written, for that would be lost; --allow-loss writes it.", path=target
    )


def _offer(conversion: Conversion) -> None:
    """Name the option with which nothing, or at least less, would be lost, if there is one."""
    other, left = conversion.fuller() or ({}, 0)
    for option in conversion.format.all_options:
        if option.key in other:
            value = other[option.key]
            words = (
                message("Less is lost with --option {name}={value}: {words}")
                if left
                else message("Nothing is lost with --option {name}={value}: {words}")
            )
            complain(words.given(name=option.key, value=value, words=option.choices[value]))


def _put(conversion: Conversion, packer: Packer | None) -> None:
    for piece in conversion.output.pieces:
        for block in piece_blocks(piece):
            data = piece_bytes(block, conversion.collection.source)
            put(data if packer is None else packer.pack(data))
    if packer is not None:
        put(packer.finish())


def _words(group: LossGroup, records: int) -> Message:
    """The losses in words; for equal losses, their number and the place of the first."""
    loss, what, count = group.losses[0], group.words, len(group.losses)
    number = loss.record + 1
    if count > 1 and records > 1:
        return message(
            "lost {count} times, first in game {number}: {what}",
            count=count,
            number=number,
            what=what,
        )
    if count > 1 and loss.node is not None:
        return message(
            "lost {count} times, first at node {node}: {what}",
            count=count,
            node=loss.node,
            what=what,
        )
    if count > 1:
        return message("lost {count} times: {what}", count=count, what=what)
    if records == 1:
        return message("lost: {what}", what=what)
    return message("lost in game {number}: {what}", number=number, what=what)


def _options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Failed(message("--option wants NAME=VALUE, not {word}.", word=word))
        options[name] = value
    return options


def _offers() -> str:
    """What `--option` can be, format by format: for the help, which alone loads them all."""
    lines: list[str] = []
    for entry in FORMATS.values():
        for option in entry.load().all_options:
            lines.append(tr(message("{item}: {field}", item=entry.name, field=option.label)))
            lines += [
                f"  --option {option.key}={id}  {tr(name)}" for id, name in option.choices.items()
            ]
    return "\n".join(lines)
