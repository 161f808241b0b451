"""`qipu convert`: a record in another format or version, with what is lost named beforehand."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.cli.arguments import add_encoding, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import complain
from viewer.cli.failures import Failed, reading
from viewer.cli.garbage import GarbagePause
from viewer.document.save import SaveError
from viewer.face import Conversion, Refused, prepare
from viewer.formats import FORMATS
from viewer.formats.format import Loss

REFUSED = 1


def run(words: list[str]) -> int:
    """The command. Exit status 0 written, 1 refused because something would be lost, 2 failed."""
    parser = parser_of("convert", _offers() if {"-h", "--help"} & set(words) else "")
    parser.add_argument("source", metavar="IN")
    parser.add_argument("target", metavar="OUT", help=str(message("its suffix names the format")))
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=str(message("a choice that the format offers, see below")),
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help=str(message("write even if the format can't hold everything")),
    )
    parser.add_argument(
        "--force", action="store_true", help=str(message("write over OUT if it is there"))
    )
    parser.add_argument(
        "--sort",
        action="store_true",
        help=str(message("put the games in the sorting order of their format")),
    )
    add_encoding(parser)
    args = parser.parse_args(words)
    options = _options(args.option)
    with GarbagePause():
        try:
            with reading(args.source):
                conversion = prepare(
                    args.source,
                    args.target,
                    options,
                    encoding=args.encoding,
                    overwrite=args.force,
                    sort=args.sort,
                )
            return _convert(conversion, args.allow_loss)
        except (Refused, SaveError) as error:
            raise Failed(error.reason) from error


def _convert(conversion: Conversion, allow_loss: bool) -> int:
    """Name the losses, then write."""
    losses = conversion.output.losses
    try:
        for loss in losses:
            complain(_words(loss, len(conversion.collection)))
        if losses and not allow_loss:
            complain(
                message(
                    "{path} is not written, for that would be lost; --allow-loss writes it.",
                    path=conversion.target,
                )
            )
            return REFUSED
        conversion.write()
    finally:
        conversion.close()
    return OK


def _words(loss: Loss, records: int) -> Message:
    if records == 1:
        return message("lost: {what}", what=loss.words)
    return message("lost in game {number}: {what}", number=loss.record + 1, what=loss.words)


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
        for option in entry.load().options:
            lines.append(f"{entry.name}: {option.name}")
            lines += [f"  --option {option.id}={id}  {name}" for id, name in option.values.items()]
    return "\n".join(lines)
