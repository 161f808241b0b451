"""`qipu export`: records as pictures, animations, pages, books and texts, many files at once."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, Field
from viewer.base.messages import Message, message
from viewer.base.processes import processors
from viewer.base.refused import Refused
from viewer.base.source import Source
from viewer.cli.arguments import add_encoding, add_place, add_records, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import STANDARD, Failed, complain, follow, put, standard_input
from viewer.document.record_set import files_of
from viewer.publish.export import Exported, Order, export_files, export_joined
from viewer.publish.exporter import Missing, Place, left_out_words
from viewer.publish.kinds import KINDS, ExportKind, kind_named
from viewer.publish.styles import STYLE, STYLES, styled
from viewer.publish.targets import joins, targets
from viewer.publish.text.forms import POSTS

_MANY = 4  # files for which another process is worth its start
_MUCH = 100_000  # bytes of a file with so many records that it is


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 if something couldn't be exported."""
    wants_help = bool({"-h", "--help"} & set(words))
    parser = parser_of("export", _offers(words) if wants_help else "")
    files = message("records, or folders of them; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    kinds = parser.add_mutually_exclusive_group()
    for kind in KINDS.values():
        words_of_kind = message("{name}: {help}", name=kind.name, help=kind.help)
        kinds.add_argument(
            f"--{kind.id}", dest="kind", action="store_const", const=kind.id, help=tr(words_of_kind)
        )
    out = message(
        "a file of all records, whose suffix names the kind if no option does; a folder, or a name"
        " with / at its end, for a file each; - is standard output"
    )
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help=tr(out))
    parser.add_argument(
        "--style",
        metavar="STYLE|NAME=VALUE",
        action="append",
        default=[],
        help=tr(
            message(
                "a style ({styles}), or a choice that the kind offers; --help with the kind lists them",
                styles=", ".join(STYLES),
            )
        ),
    )
    form = message("the form of a text, as people send it: {forms}", forms=", ".join(POSTS))
    parser.add_argument("--form", metavar="NAME", help=tr(form))
    add_place(parser)
    at_a_time = message("export so many files at a time; otherwise as many as is quickest")
    parser.add_argument("--jobs", metavar="N", type=int, default=0, help=tr(at_a_time))
    add_records(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    try:
        return exported(args)
    except Refused as error:
        raise Failed(error.reason) from error


def exported(args: Namespace, given: Mapping[str, Source] | None = None) -> int:
    """Export what the arguments say. Returns the exit status. Raises Refused, Failed.

    `given`: sources that are no files, if standard input has been read already.
    """
    kind = kind_named(args.kind or ("text" if args.form else ""), args.output)
    style = style_of(args.style)
    if args.form:
        style["form"] = args.form
    values = styled(kind.load().fields, style)
    place = Place(args.ply or 0, args.node)
    order = Order(kind.id, values, args.records, place, args.encoding, tr)
    sources = list(files_of(args.files))
    joined = joins(sources, args.output)
    if joined and STANDARD in sources:
        raise Failed(message("Standard input and files don't go into one file."))
    if given is None:
        given = {STANDARD: standard_input()} if STANDARD in sources else {}
    made = targets(sources, args.output, kind.suffix)
    status = OK
    several = len(sources) > 1 and not joined
    known: set[str] = set()  # sources whose missing characters have been named
    processes = _jobs(args.jobs, sources)
    if joined:
        job = export_joined(sources, made[0], order, processes)
    else:
        job = export_files(sources, made, order, processes, given)
    for done in follow(job):
        if isinstance(done, Missing):
            known.add(done.source)
            _complain(done.words, done.source, several)
            continue
        if done.source in known:
            del done.left_out["characters"]
        status = max(status, tell(done, several))
    return status


def _jobs(wanted: int, sources: list[str]) -> int:
    """In how many processes to export: starting one takes as long as some pictures."""
    if wanted > 0:
        return wanted
    if len(sources) >= _MANY:
        return processors()
    try:
        much = any(os.stat(path).st_size >= _MUCH for path in sources if path != STANDARD)
    except OSError:
        much = False  # told when it is read
    return processors() if much else 1


def tell(done: Exported, several: bool) -> int:
    """Say what became of a source. Returns its exit status."""
    for block in done.output:
        put(block)
    left_out = left_out_words(done.left_out, done.missing)
    if left_out is not None:
        _complain(left_out, done.source, several)
    if done.failure is None and not done.written:
        complain(message("{path}: there is nothing of this kind to export.", path=done.source))
    if done.failure is not None:
        complain(done.failure)
        return FAILED
    return OK if done.written else FAILED


def _complain(what: Message, source: str, several: bool) -> None:
    complain(message("{path}: {what}", path=source, what=what) if several else what)


def style_of(words: list[str]) -> dict[str, str]:
    """The choices of an export by their keys. Raises Failed."""
    style: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if word in STYLES:
            name, value = STYLE, word
        elif not equals or not name:
            known = ", ".join(STYLES)
            raise Failed(
                message(
                    "--style wants a style ({known}) or NAME=VALUE, not {word}.",
                    known=known,
                    word=word,
                )
            )
        style[name] = value
    return style


def _offers(words: list[str]) -> str:
    """What `--style` can be, for the kinds that are named on the command line, or for all."""
    named = [kind for kind in KINDS.values() if f"--{kind.id}" in words]
    lines: list[str] = []
    for kind in named or KINDS.values():
        lines += _offers_of(kind)
    return "\n".join(lines)


def _offers_of(kind: ExportKind) -> list[str]:
    try:
        fields = kind.load().fields
    except ImportError:
        return []  # said when it is used
    shown = [field for field in fields if field.kind is not BUTTON]
    heading = message("{words} ({keys})", words=kind.name, keys=f"--{kind.id}")
    return [tr(heading), *map(_offer, shown)]


def _offer(field: Field) -> str:
    default = field.default
    if isinstance(default, bool):
        default = "yes" if default else "no"
    use = f"  --style {field.key}={default}"
    words = message("{item}: {field}", item=field.label, field=field.limits())
    return f"{use:32} {tr(words)}"
