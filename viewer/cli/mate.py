"""`qipu mate`: whether the side to move mates by force, by which line, and whether other moves mate too."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from viewer.base.catalogs import active, tr
from viewer.base.messages import message
from viewer.cli.arguments import (
    add_encoding,
    add_place,
    add_records,
    counting_number,
    parser_of,
)
from viewer.cli.commands import OK
from viewer.cli.console import Failed, json_text, opened, put, reading, say, utf8
from viewer.document.record_set import NumberedSet, files_of
from viewer.face import Refused
from viewer.games import game_of
from viewer.games.mates import DEEPEST, MOST, SECONDS, Mate, search, told
from viewer.games.states import States
from viewer.publish.exporter import Place

UNSOUND = 1


def run(words: list[str]) -> int:
    """The command. Exit status 0 if each position is a mate by one line alone, 1 if not, 2 for failures."""
    parser = parser_of("mate")
    parser.add_argument("files", metavar="FILE", nargs="+", help=tr(message("records")))
    add_place(parser)
    add_records(parser)
    parser.add_argument(
        "--plies",
        type=counting_number,
        default=DEEPEST,
        metavar="N",
        help=tr(message("mates of at most so many plies, by default {count}", count=DEEPEST)),
    )
    parser.add_argument(
        "--seconds",
        type=counting_number,
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
    status = OK
    data: list[dict[str, Any]] = []
    for path in files_of(args.files):
        with opened(path, args.encoding) as collection:
            for index in NumberedSet(collection, args.records).indexes:
                with reading(path):
                    record = collection.record(index)
                game = game_of(record.game)
                place = Place(args.ply or 0, args.node)
                state = States(game, record).at(place.of(record)).settled()
                found = search(game, state, args.plies, MOST, args.seconds)
                sound = found is not None and found.plies and found.certain and not found.cooks
                status = status if sound else UNSOUND
                if args.json:
                    data.append({"file": path, "record": index, **_data(found)})
                else:
                    style = game.usual_notation(active())
                    for line in told(game, state, found, args.plies, style):
                        say(
                            message(
                                "{file}, {number}: {what}", file=path, number=index + 1, what=line
                            )
                        )
    if args.json:
        put(utf8(json_text(data)) + b"\n")
    return status


def _data(found: Mate | None) -> dict[str, Any]:
    """The answer as JSON has it: moves are neutral."""
    if found is None:
        return {"plies": None, "searched": False}
    return {
        "plies": found.plies,
        "searched": True,
        "certain": found.certain,
        "line": [move.text for move in found.line],
        "cooks": [{"ply": ply + 1, "move": move.text} for ply, move in found.cooks],
        "positions": found.nodes,
    }
