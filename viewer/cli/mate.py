"""`qipu mate`: whether the side to move mates by force, by which line, and whether other moves mate too."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from viewer.base.catalogs import active, tr
from viewer.base.jobs import following
from viewer.base.messages import message
from viewer.base.processes import processors
from viewer.cli.arguments import add_encoding, add_place, add_records, parser_of, up_to
from viewer.cli.commands import OK
from viewer.cli.console import Failed, json_text, opened, put, reading, say, utf8
from viewer.document.problems.mates import Found, Problem, searching, told
from viewer.document.record_set import NumberedSet, files_of
from viewer.face import Refused
from viewer.games.mates import DEEPEST, LONGEST, SECONDS
from viewer.publish.exporter import Place

UNSOUND = 1
_DAY = 86_400  # seconds


def run(words: list[str]) -> int:
    """The command. Exit status 0 if each position is a mate by one line alone, 1 if not, 2 for failures."""
    parser = parser_of("mate")
    parser.add_argument("files", metavar="FILE", nargs="+", help=tr(message("records")))
    add_place(parser)
    add_records(parser)
    parser.add_argument(
        "--plies",
        type=up_to(LONGEST),
        default=DEEPEST,
        metavar="N",
        help=tr(message("mates of at most so many plies, by default {count}", count=DEEPEST)),
    )
    parser.add_argument(
        "--seconds",
        type=up_to(_DAY),
        default=SECONDS,
        metavar="N",
        help=tr(message("so long for each position, by default {count}", count=SECONDS)),
    )
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    add_encoding(parser)
    args = parser.parse_args(words)
    try:
        return _run(args)
    except Refused as error:
        raise Failed(error.reason) from error


def _run(args: Namespace) -> int:
    numbers: list[tuple[str, int]] = []
    problems: list[Problem] = []
    for path in files_of(args.files):
        with opened(path, args.encoding) as collection:
            for index in NumberedSet(collection, args.records).indexes:
                with reading(path):
                    record = collection.record(index)
                numbers.append((path, index + 1))
                problems.append(Problem(record, Place(args.ply or 0, args.node).of(record)))
    status = OK
    data: list[dict[str, Any]] = []
    each = zip(numbers, problems, _found(problems, args), strict=True)
    for (path, number), problem, found in each:
        if found.mate is None or not found.mate.sound:
            status = UNSOUND
        if args.json:
            data.append({"file": path, "record": number, **_data(found)})
            continue
        style = problem.game.usual_notation(active())
        for line in told(problem, found, args.plies, style):
            say(message("{file}, {number}: {what}", file=path, number=number, what=line))
    if args.json:
        put(utf8(json_text(data)) + b"\n")
    return status


def _found(problems: list[Problem], args: Namespace) -> Iterator[Found]:
    """What is found in each, as soon as it is."""
    job = searching(problems, args.plies, args.seconds, processors())
    return (step.result for step in following(job) if step.result is not None)


def _data(found: Found) -> dict[str, Any]:
    """The answer as JSON has it: moves are neutral."""
    mate = found.mate
    if mate is None:
        return {"plies": None, "searched": False, "why": str(found.why)}
    return {
        "plies": mate.plies,
        "searched": True,
        "certain": mate.certain,
        "line": [move.text for move in mate.line],
        "cooks": [{"ply": ply + 1, "move": move.text} for ply, move in mate.cooks],
        "positions": mate.nodes,
    }
