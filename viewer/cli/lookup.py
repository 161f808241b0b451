"""`qipu lookup`: what opening books and tablebases say of a position."""

from __future__ import annotations

from typing import Any

from viewer.base.catalogs import active, tr
from viewer.base.messages import Message, message
from viewer.cli.arguments import add_encoding, add_place, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import Failed, follow, json_text, opened, put, reading, say, utf8
from viewer.face import Refused
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.states import States
from viewer.publish.exporter import Place
from viewer.reference.reference import Answer, KnownMove, Reference, looking_up, opening
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 where the record or a work can't be read."""
    parser = parser_of("lookup")
    parser.add_argument("file", metavar="FILE", help=tr(message("a record; - is standard input")))
    parser.add_argument(
        "--in",
        dest="works",
        action="append",
        required=True,
        metavar="BOOK",
        help=tr(
            message("an opening book (.bin, .db, .ybb, .sbk) or a folder of Syzygy tablebases")
        ),
    )
    add_place(parser)
    parser.add_argument(
        "--record",
        type=int,
        default=0,
        metavar="N",
        help=tr(message("of a file with several records, as qipu dump counts them")),
    )
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    add_encoding(parser)
    args = parser.parse_args(words)
    with opened(args.file, args.encoding) as collection:
        if not 0 <= args.record < len(collection):
            raise Failed(message("There is no record {number}.", number=args.record))
        with reading(args.file):
            record = collection.record(args.record)
    game = game_of(record.game)
    answers: list[dict[str, Any]] = []
    try:
        state = States(game, record).at(Place(args.ply or 0, args.node).of(record)).settled()
        for path in args.works:
            *_, work = follow(opening(path))
            try:
                *_, answer = follow(looking_up(work, game, state))
                if args.json:
                    answers.append(_data(work, game, state, answer))
                else:
                    _print(work, game, state, answer)
            finally:
                work.close()
    except Refused as error:
        raise Failed(error.reason) from error
    if args.json:
        put(utf8(json_text(answers)) + b"\n")
    return OK


def _print(work: Reference, game: Game[Any], state: Any, answer: Answer) -> None:
    say(work.name)
    if answer.remark is not None:
        say(message("  {words}", words=answer.remark))
    if not answer.moves:
        return
    rows = [[tr(message("Move")), *(tr(column.name) for column in work.columns), ""]]
    for known in answer.moves:
        style = game.usual_notation(active())
        shown = [column.shown(known, game, state, style) for column in work.columns]
        cells = [one if isinstance(one, str) else tr(one) for one in shown]
        rows.append([_name(game, state, known), *cells, known.comment])
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]) - 1)]
    for row in rows:
        line = [row[0].ljust(widths[0])]
        for column, cell, width in zip(work.columns, row[1:-1], widths[1:], strict=True):
            line.append(cell.rjust(width) if column.number else cell.ljust(width))
        say("  " + "  ".join([*line, row[-1]]).rstrip())


def _data(work: Reference, game: Game[Any], state: Any, answer: Answer) -> dict[str, Any]:
    """What a work says, in English; evaluations are for the first side, scores in hundredths."""
    moves: list[dict[str, Any]] = []
    for known in answer.moves:
        data: dict[str, Any] = {"move": known.move.text, "text": _name(game, state, known)}
        for column in work.columns:
            value = column.value(known)
            if isinstance(value, Evaluation):
                data["mate" if value.mate is not None else column.id] = (
                    value.mate if value.mate is not None else value.centipawns
                )
            elif value is not None:
                words = value.text() if isinstance(value, Message) else value
                data[column.id] = value.text if isinstance(value, Move) else words
        if known.comment:
            data["comment"] = known.comment
        moves.append(data)
    return {
        "work": work.name,
        "remark": None if answer.remark is None else answer.remark.text(),
        "moves": moves,
    }


def _name(game: Game[Any], state: Any, known: KnownMove) -> str:
    return game.notation(game.step(state, known.move), game.usual_notation(active()))
