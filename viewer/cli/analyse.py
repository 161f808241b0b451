"""`qipu analyse`: an engine's evaluations, glyphs and better lines written into copies of files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.cli.arguments import add_encoding, add_records, parser_of
from viewer.cli.commands import FAILED, INTERRUPTED, OK
from viewer.cli.console import STANDARD, Failed, complain, follow, opened, reading, say
from viewer.cli.convert import write_converted
from viewer.document.document import Document
from viewer.document.reading.line_values import line_values
from viewer.document.reading.summary import WORST, summary
from viewer.document.record_set import NoSuchRecords, NumberedSet, files_of
from viewer.document.whole import annotating
from viewer.engines.chosen import listed_engines
from viewer.engines.engine import EngineSetup
from viewer.engines.library import analyse, engine_named
from viewer.engines.review import KeptFindings
from viewer.face import prepare
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games.clocks import Clocks
from viewer.publish.targets import is_folder
from viewer.tree.evaluation import Evaluation
from viewer.tree.finding import Findings
from viewer.tree.node import Node

_WRITTEN = {
    "evaluations": message("the evaluations of the positions"),
    "glyphs": message("?!, ? and ?? at moves that lose much"),
    "lines": message("the better lines as variations"),
}
_SECONDS = 1.0
_SUFFIX = ".analysis"


def run(words: list[str]) -> int:
    """The command. Exit status 0 written, 1 refused because something would be lost, 2 failed."""
    parser = _parser()
    args = parser.parse_args(words)
    if args.time is None and args.depth is None and args.nodes is None:
        args.time = _SECONDS
    try:
        jobs = _jobs_of(args)
        return _run(args, jobs)
    except Refused as error:
        raise Failed(error.reason) from error


class _Job(NamedTuple):
    """A file to analyse, and where the result goes."""

    source: str
    target: str


def _run(args: Namespace, jobs: list[_Job]) -> int:
    kept = _kept_for(args.output, jobs[0].target != args.output) if args.output else None
    status = OK
    engines: dict[str, EngineSetup] = {}
    try:
        for job in jobs:
            if kept is not None and job.target in kept.done and os.path.exists(job.target):
                continue  # written before an interruption
            status = max(status, _one(args, job, engines, kept, several=len(jobs) > 1))
    except KeyboardInterrupt:
        if kept is not None and kept:
            words = message(
                "What was found is kept in {path}: the same command goes on from there.",
                path=kept.path,
            )
            complain(words)
        return INTERRUPTED
    finally:
        if kept is not None:
            kept.close()
    if kept is not None and status == OK:
        kept.discard()
    return status


def _one(
    args: Namespace,
    job: _Job,
    engines: dict[str, EngineSetup],
    kept: KeptFindings | None,
    several: bool,
) -> int:
    """Analyse one file and write it. Returns its exit status."""

    def told(words: Message) -> None:
        complain(message("{path}: {what}", path=job.source, what=words) if several else words)

    def analysed(collection: Collection) -> Collection:
        document = Document(collection)
        if len(collection):
            title = job.source if several else ""
            words = _analysed(args, document, engines, kept, title)
            if job.target:
                told(words)
        return document if len(collection) else collection

    answers = Namespace(**{**vars(args), "source": job.source, "target": job.target})
    try:
        if not job.target:
            with opened(job.source, args.encoding) as collection:
                analysed(collection)
            return OK
        _ensure_writable(answers)
        if job.target != STANDARD and (folder := os.path.dirname(job.target)):
            os.makedirs(folder, exist_ok=True)
        status = write_converted(answers, analysed)
    except OSError as error:
        words = message("{path}: {why}", path=job.target, why=error_words(error))
        complain(words)
        return FAILED
    except (Failed, Refused) as error:
        if not several:
            raise
        told(error.reason)
        return FAILED
    if kept is not None and status == OK:
        kept.finish(job.target)
    return status


def _ensure_writable(args: Namespace) -> None:
    """Raise, before hours of work, what writing a file would raise after them; see `prepare`."""
    if STANDARD in (args.source, args.target):
        return
    named = f"{STANDARD}.{args.to.lower().lstrip('.')}" if args.to else args.target
    with reading(args.source):
        prepare(
            args.source, args.target, encoding=args.encoding, overwrite=args.force, named=named
        ).close()


def _analysed(
    args: Namespace,
    document: Document,
    engines: dict[str, EngineSetup],
    kept: KeptFindings | None,
    title: str,
) -> Message:
    """Analyse the games of a document and write what was found into them; what was done in words.

    `title`: of the file where there are several, for what sums its games up.
    """
    game = document.record(0).game
    if game not in engines:
        (found,) = follow(engine_named(args.engine, game, listed_engines(), complain))
        options: Mapping[str, Value] = {**found.options, **_options(args.set)}
        engines[game] = found._replace(options=options)
    try:
        indexes = NumberedSet(document, args.records).indexes
    except NoSuchRecords as error:
        raise Failed(error.reason) from error
    keys = document.keys()
    findings = analyse(
        document,
        engines[game],
        seconds=args.time,
        depth=args.depth,
        nodes=args.nodes,
        lines=args.lines,
        keys=[keys[index] for index in indexes],
        variations=args.variations,
        keep=args.keep,
        engines=args.jobs,
        known=kept,
        run=follow,
        tell=complain,
    )
    if args.summary:
        stream = sys.stderr if args.output == STANDARD else sys.stdout
        for number, index in enumerate(indexes):
            lines = [] if number == 0 else [""]
            if title or len(indexes) > 1:
                what = message("Game {number}", number=index + 1)
                lines.append(
                    tr(message("{path}: {what}", path=title, what=what) if title else what)
                )
            lines += map(tr, _summed_up(document, keys[index], findings, args.worst))
            for line in lines:
                say(line, stream)
    written = set(args.write.split(",")) if args.write else set(_WRITTEN)
    return annotating.annotate(
        document,
        findings,
        evaluations="evaluations" in written,
        glyphs="glyphs" in written,
        lines="lines" in written,
        plies=args.plies,
        records=args.records,
        run=follow,
    )


def _summed_up(document: Document, key: int, findings: Findings, count: int) -> list[Message]:
    """How the sides played in the main line of a game, by what was found, and its worst moves."""
    states = document.states(key)
    record = states.record
    line = list(record.root.main_line())

    def found(node: Node) -> Evaluation | None:
        finding = findings.get((key, node.id))
        return None if finding is None else finding.evaluation

    clocks = Clocks(states, FORMATS[document.format].load().time_control)
    (values,) = follow(line_values(line, states, clocks, found))
    style = states.game.notations[0].id
    return summary(states, values, lambda node: findings.get((key, node.id)), style, count)


# ------------------------------------------------------------------------------------- files


def _jobs_of(args: Namespace) -> list[_Job]:
    """The files and their targets: a folder for several. Raises Refused."""
    _check(args)
    sources = list(files_of(args.files))
    out = args.output
    if not out:
        if not args.summary:
            raise Refused(message("Name a file or folder with -o, or ask for --summary."))
        return [_Job(source, "") for source in sources]
    if len(sources) == 1 and not is_folder(out) and not os.path.isdir(args.files[0]):
        jobs = [_Job(sources[0], out)]
    elif out == STANDARD:
        raise Refused(message("Standard output takes one file; name a folder for several."))
    elif os.path.isfile(out):
        raise Refused(message("{path} is a file; several files go into a folder.", path=out))
    else:
        jobs = [_Job(source, os.path.join(out, _name(source, args))) for source in sources]
    read = {os.path.realpath(one.source) for one in jobs if one.source != STANDARD}
    taken: set[str] = set()
    for one in jobs:
        if os.path.realpath(one.target) in read:
            raise Refused(message("{path} is being read; write to another file.", path=one.target))
        if one.target in taken:
            raise Refused(message("Several files would be written as {path}.", path=one.target))
        taken.add(one.target)
    return jobs


def _name(source: str, args: Namespace) -> str:
    """The name of a file within the folder OUT: that which it has in the folder that was named."""
    if source == STANDARD:
        raise Refused(message("Standard input goes into a file: it has no name in a folder."))
    name = os.path.basename(source)
    for path in args.files:
        folder = os.path.join(os.path.abspath(path), "")
        if os.path.isdir(path) and os.path.abspath(source).startswith(folder):
            name = os.path.relpath(source, path)
    return f"{os.path.splitext(name)[0]}.{args.to.lstrip('.')}" if args.to else name


def _kept_for(output: str, folder: bool) -> KeptFindings | None:
    """The findings of an interrupted run, and the place for those of this; None on standard output.

    `folder`: whether the output is one.
    """
    if output == STANDARD:
        return None
    path = os.path.join(output, "qipu" + _SUFFIX) if folder else output + _SUFFIX
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    return KeptFindings(path)


# ----------------------------------------------------------------------------------- options


def _check(args: Namespace) -> None:
    """Raises Refused for options that mean nothing."""
    for name in ("time", "depth", "nodes", "lines", "plies", "worst"):
        value = getattr(args, name)
        if value is not None and not value > 0:
            raise Refused(message("--{name} wants a number above 0.", name=name))
    unknown = set(args.write.split(",")) - _WRITTEN.keys() if args.write else set()
    if unknown:
        raise Refused(
            message(
                "--write wants some of {known}, not {word}.",
                known=", ".join(_WRITTEN),
                word=min(unknown),
            )
        )
    _options(args.set)


def _options(words: list[str]) -> dict[str, Value]:
    options: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Refused(message("--set wants NAME=VALUE, not {word}.", word=word))
        options[name] = int(value) if value.isdecimal() and len(value) < 10 else value
    return options


def _parser() -> ArgumentParser:
    parser = parser_of("analyse", _epilog())

    def add(*names: str, help: Message, **more: object) -> None:
        parser.add_argument(*names, help=tr(help), **more)  # type: ignore[arg-type]  # argparse's own

    add(
        "files",
        nargs="+",
        metavar="FILE",
        help=message("records, or folders of them; - is standard input"),
    )
    add(
        "-o",
        "--output",
        metavar="OUT",
        default="",
        help=message("a file, or a folder for several; - is standard output, with --to"),
    )
    add(
        "--summary",
        action="store_true",
        help=message("print how the sides played and which moves lost most; OUT isn't needed then"),
    )
    add(
        "--worst",
        metavar="N",
        type=int,
        default=WORST,
        help=message("name at most so many moves in a summary (5)"),
    )
    add(
        "--engine",
        metavar="NAME",
        default="",
        help=message(
            "one of the window's list, an installed one, or the path of a program; else the first there is"
        ),
    )
    seconds = message("search each position so long; 1 if there is no other limit")
    add("--time", metavar="SECONDS", type=float, help=seconds)
    add("--depth", metavar="N", type=int, help=message("search so many plies deep"))
    add("--nodes", metavar="N", type=int, help=message("search so many positions or playouts"))
    add(
        "--lines",
        metavar="K",
        type=int,
        default=1,
        help=message("find so many lines, all of which are written where a bad move was played"),
    )
    add(
        "--plies",
        metavar="N",
        type=int,
        default=12,
        help=message("write at most so many plies of a line (12)"),
    )
    add(
        "--write",
        metavar="WHAT,WHAT",
        default="",
        help=message("only some of evaluations, glyphs, lines"),
    )
    add(
        "--variations",
        action="store_true",
        help=message("analyse the variations, too, not only the main line"),
    )
    add(
        "--keep",
        action="store_true",
        help=message("leave positions alone that have an evaluation, unless a bad move follows"),
    )
    add(
        "--jobs",
        metavar="N",
        type=int,
        default=0,
        help=message("run so many engines at a time; otherwise as many as there are processors"),
    )
    add(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=message("an option of the engine, as in Hash=256"),
    )
    add_records(parser)
    add(
        "--to",
        metavar="FORMAT",
        default="",
        help=message("the format, by a suffix (kif, pgn.gz), whatever OUT is called"),
    )
    add(
        "--allow-loss",
        action="store_true",
        help=message("write even if the format can't hold everything"),
    )
    add("--force", action="store_true", help=message("write over OUT if it is there"))
    add_encoding(parser)
    return parser


def _epilog() -> str:
    kept = message(
        "What is found is kept in OUT.analysis until OUT is written: after an interruption the same command"
    )
    goes_on = message("goes on from there. In a folder the file is called qipu.analysis.")
    return "\n".join((tr(kept), tr(goes_on)))
