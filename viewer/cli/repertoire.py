"""`qipu repertoire`: which files are repertoires, where games left their lines, and what they lack."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from viewer.base.catalogs import active, tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.cli.arguments import add_action, counting_number, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, follow, opened, reading, say
from viewer.cli.library_asking import USUAL, put_json
from viewer.cli.mistakes import own_names
from viewer.document.record_set import NoSuchRecords, NumberedSet
from viewer.games import GAMES, game_of
from viewer.games.states import States
from viewer.library import LibraryFailed
from viewer.library.game_sources import source_named
from viewer.library.repertoire import gaps as bounds
from viewer.library.repertoire.corners import CORNERS
from viewer.library.repertoire.gaps import Wishes
from viewer.library.repertoire.kept import Repertoire, Repertoires, branch_at
from viewer.library.repertoire.leaving import Departure, Mine, Who
from viewer.library.repertoire.lines import LinePosition
from viewer.library.repertoire.reading import Looked, games_of, line_records, looking
from viewer.library.repertoire.seen import GamesSeen
from viewer.library.repertoire.wording import LineWords, summary
from viewer.library.sources import absolute
from viewer.library.typed import game_for, moves_from, side_from

_COMMAND = "repertoire"
_SIDES = ("first", "second")
NOTHING_FOUND = 1


class _Action(NamedTuple):
    """An action: what it is, its options, what does it."""

    help: Message
    options: Sequence[Callable[[ArgumentParser], None]]
    run: Callable[[Namespace], int]


def _place(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=tr(message("a file with lines")))
    one = message(
        "the number of a record, of which all is meant without --moves; else all of the file"
    )
    parser.add_argument("--record", metavar="N", default="", help=tr(one))
    moves = message("the moves that lead to a branch: 1. e4 c5")
    parser.add_argument("--moves", metavar="MOVES", default="", help=tr(moves))


def _side(parser: ArgumentParser) -> None:
    what = message("the side that plays the lines: white, black, red …; or first, second")
    parser.add_argument("--side", metavar="COLOUR", default="", help=tr(what))


def _compared(parser: ArgumentParser) -> None:
    games = message("the games to look through: files and folders, or the name of a library")
    parser.add_argument("games", metavar="GAMES", nargs="+", help=tr(games))
    of = message("a file with lines, in place of those that are marked (repeat it for several)")
    parser.add_argument("--of", metavar="FILE", action="append", default=[], help=tr(of))
    game = message("the game: {games}", games=", ".join(GAMES))
    parser.add_argument("--game", metavar="GAME", default="", help=tr(game))
    name = message(
        "only games in which this player has the side of the lines (repeat it for several)"
    )
    parser.add_argument("--player", metavar="NAME", action="append", default=[], help=tr(name))
    everybody = message("all games; else those of your names in the settings")
    parser.add_argument("--everybody", action="store_true", help=tr(everybody))
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    most = message("show at most so many; 100 if it isn't given")
    parser.add_argument("--limit", metavar="N", type=counting_number, help=tr(most))


def _bounds(parser: ArgumentParser) -> None:
    least = message(
        "only answers that come in so many games, by default {count}", count=bounds.LEAST
    )
    parser.add_argument(
        "--at-least", metavar="N", type=counting_number, default=bounds.LEAST, help=tr(least)
    )
    usual = round(100 * bounds.SHARE)
    share = message(
        "and in so many percent of those at the position, by default {count}", count=usual
    )
    parser.add_argument(
        "--percent", metavar="N", type=counting_number, default=usual, help=tr(share)
    )
    ends = message("also where lines end")
    parser.add_argument("--ends", action="store_true", help=tr(ends))


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if nothing was found, 2 if it can't be done."""
    parser = parser_of(_COMMAND)
    adding = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, action in ACTIONS.items():
        one = add_action(adding, _COMMAND, name, action.help)
        for add in action.options:
            add(one)
    args = parser.parse_args(words)
    try:
        return ACTIONS[args.action].run(args)
    except (LibraryFailed, NoSuchRecords) as error:
        raise Failed(error.reason) from error


# ---------------------------------------------------------------------------------- the list


def _named(args: Namespace) -> Repertoire:
    """The file or branch that the words mean."""
    with opened(args.file, None) as collection:
        wanted = args.record or ("1" if args.moves else "")
        if not len(collection):
            raise LibraryFailed(message("There are no records in {name}.", name=args.file))
        (number, *_) = NumberedSet(collection, wanted).indexes
        with reading(args.file):
            record = collection.record(number)
    game = game_of(record.game)
    moves = tuple(moves_from(game, game.start_of(record), args.moves)) if args.moves else ()
    if branch_at(States(game, record), moves) is None:
        raise LibraryFailed(message("{name} has no such branch.", name=args.file))
    side = _SIDES.index(side_from(args.side or _SIDES[0], game.id, tr))
    return Repertoire(absolute(args.file), game.id, side, number if wanted else None, moves)


def _marked() -> Repertoires:
    """What is marked. Raises LibraryFailed if the list can't be read."""
    kept = Repertoires()
    problem = kept.problem
    if problem is not None:
        if kept.file.problem is not None:
            raise LibraryFailed(problem)
        complain(problem)
    return kept


def _mark(args: Namespace) -> int:
    if not args.side:
        raise LibraryFailed(message("Say for which side it is, by --side."))
    kept = _marked()
    kept.mark(_named(args))
    if words := kept.aside():
        complain(words)
    return OK


def _unmark(args: Namespace) -> int:
    kept, one = _marked(), _named(args)
    some = [other for other in kept.all if other.place_is(one)]
    some = [other for other in some if not args.side or other.side == one.side]
    for other in some:
        kept.unmark(other)
    if not some:
        complain(message("It was no repertoire."))
    return OK if some else NOTHING_FOUND


def _list(args: Namespace) -> int:
    found = _marked().all
    if args.json:
        put_json([one._asdict() for one in found])
        return OK if found else NOTHING_FOUND
    for one in found:
        game = game_of(one.game)
        place = one.path if one.record is None else f"{one.path}#{one.record + 1}"
        say("\t".join([place, game.id, tr(game.sides[one.side].name), " ".join(one.moves)]))
    if not found:
        complain(message("No file is marked as a repertoire."))
    return OK if found else NOTHING_FOUND


# --------------------------------------------------------------------------------- comparing


def _repertoires(args: Namespace) -> list[Repertoire]:
    """Those of one side of one game that are meant."""
    if args.of:
        some = []
        for path in args.of:
            with opened(path, None) as collection, reading(path):
                game = args.game or collection.record(0).game
            side = side_from(args.side or _SIDES[0], game, tr)
            some.append(Repertoire(absolute(path), game, _SIDES.index(side)))
        if not args.side:
            raise LibraryFailed(message("Say for which side it is, by --side."))
    else:
        some = _marked().all
        if not some:
            raise LibraryFailed(
                message("No file is marked as a repertoire. Name one by --of, or mark one.")
            )
    if args.game:
        some = [one for one in some if one.game == game_for("", args.game).id]
    if args.side:
        some = [one for one in some if _SIDES[one.side] == side_from(args.side, one.game, tr)]
    meant = {(one.game, one.side) for one in some}
    if not some:
        raise LibraryFailed(message("No repertoire is for this game and side."))
    if len({game for game, _ in meant}) > 1:
        raise LibraryFailed(message("Say which game is meant, by --game."))
    if len(meant) > 1:
        raise LibraryFailed(message("Say for which side it is, by --side."))
    return some


def _looked(args: Namespace, wishes: Wishes | None, seen: GamesSeen | None = None) -> Looked:
    some = _repertoires(args)
    problems: list[Message] = []
    mine = _mine(args)
    games = partial(games_of, source_named(args.games), some, problems=problems)
    records = line_records(some, {}, problems)
    (found,) = follow(looking(some[0].game, some[0].side, records, games, mine, wishes, seen))
    for problem in problems:
        complain(problem)
    if found.lines.cut:
        complain(message("The lines have more positions than are looked at; the rest is left out."))
    return found


def _mine(args: Namespace) -> Mine | None:
    """Whose games count: None for all."""
    names = "\n".join(args.player)
    if not (names or args.everybody):
        names = own_names()
        if not OwnNames(names):
            complain(message("No names of yours are in the settings: all games count."))
    return OwnNames(names).has if names else None


def _left(args: Namespace) -> int:
    """Print where games left the lines, the newest first."""
    if args.new and args.of:
        raise LibraryFailed(message("Which games are new is remembered for lines that are marked."))
    found = _looked(args, None, None if args.of else GamesSeen())
    rows = [one for one in found.departures.left if not args.by or one.who == args.by]
    rows = [one for one in rows if one.new or not args.new]
    shown = rows[: args.limit or USUAL]
    hits = found.games.hits_of([one.game.record for one in shown])
    words = LineWords(found.lines, found.lines.game.usual_notation(active()))
    data: list[dict[str, Any]] = []
    for one in shown:
        position, hit = found.lines.positions[one.last.position], hits[one.game.record]
        if args.json:
            data.append(_departure(words, position, one, hit.path, hit.number))
        else:
            place = f"{hit.path}#{hit.number + 1} @{one.last.node}"
            said = words.departure(one)
            said = message("New: {what}", what=said) if one.new else said
            say(f"{place}  {tr(said)}")
    if args.json:
        left = found.departures
        told = {"games": left.games, "within": left.within, "elsewhere": left.elsewhere}
        put_json(
            {
                **told,
                "corners": {id: one.size for id, one in found.lines.corners.items()},
                "new": left.new,
                "since": left.since,
                "left": data,
            }
        )
    else:
        complain(summary(found))
    return OK if shown else NOTHING_FOUND


def _departure(
    words: LineWords, position: LinePosition, one: Departure, path: str, number: int
) -> dict[str, Any]:
    return {
        "path": path,
        "number": number + 1,
        "node": one.last.node,
        "players": one.game.names,
        "day": one.game.day or None,
        "who": one.who,
        "corner": CORNERS[one.last.corner] if words.of_corners else None,
        "move": one.move,
        "notation": words.move(position, one.move),
        "lines": words.own(position),
        "time": one.time,
        "times": one.times,
        "new": one.new,
        **_place_data(position),
    }


def _place_data(position: LinePosition) -> dict[str, Any]:
    place = position.place
    return {
        "lines_path": place.where.path,
        "lines_number": place.where.number + 1,
        "lines_node": place.node.id,
    }


def _gaps(args: Namespace) -> int:
    """Print what the lines lack, what speaks against them, and where they have several moves."""
    wishes = Wishes(args.at_least, args.percent / 100, args.ends)
    found = _looked(args, wishes)
    words = LineWords(found.lines, found.lines.game.usual_notation(active()))
    positions, said = found.lines.positions, found.findings
    gaps = said.gaps[: args.limit or USUAL]
    if args.json:
        _put_gaps(words, found, len(gaps))
    else:
        for gap in gaps:
            say(f"{_line_place(positions[gap.position])}  {tr(words.gap(gap))}")
        for one in said.objections:
            say(f"{_line_place(positions[one.position])}  {tr(words.objection(one))}")
        for number in said.doubles:
            say(f"{_line_place(positions[number])}  {tr(words.several(number))}")
        complain(summary(found))
    return OK if gaps or said.objections or said.doubles else NOTHING_FOUND


def _line_place(position: LinePosition) -> str:
    place = position.place
    return f"{place.where.path}#{place.where.number + 1} @{place.node.id}"


def _put_gaps(words: LineWords, found: Looked, count: int) -> None:
    positions, said = found.lines.positions, found.findings
    gaps = [
        {
            "move": gap.move,
            "notation": words.move(positions[gap.position], gap.move),
            "games": gap.played.games,
            "share": gap.share,
            "listed": gap.listed,
            "reply": None if gap.reply is None else gap.reply.move,
            **_place_data(positions[gap.position]),
        }
        for gap in said.gaps[:count]
    ]
    objections = [
        {
            "notation": words.to(positions[one.position], one.after),
            "said": words.objection(one).text(),
            "better": None if one.better is None else one.better.move,
            **_place_data(positions[one.position]),
        }
        for one in said.objections
    ]
    doubles = [
        {"lines": words.own(positions[one]), **_place_data(positions[one])} for one in said.doubles
    ]
    total = len(said.gaps) + said.left_out
    put_json({"total": total, "gaps": gaps, "against": objections, "several": doubles})


def _by(parser: ArgumentParser) -> None:
    who = message("only those that this side left (mine, other), or in which the lines ended (end)")
    parser.add_argument("--by", choices=tuple(Who), default="", help=tr(who))


def _new(parser: ArgumentParser) -> None:
    new = message("only games that are new since the last day on which this was asked")
    parser.add_argument("--new", action="store_true", help=tr(new))


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))


ACTIONS: dict[str, _Action] = {
    "mark": _Action(
        message("have a file, or a branch of a record, as the lines that a side wants to play"),
        (_place, _side),
        _mark,
    ),
    "unmark": _Action(message("have it as a repertoire no longer"), (_place, _side), _unmark),
    "list": _Action(message("list what is marked"), (_json,), _list),
    "left": _Action(
        message("say where games left the lines, by whose move and how often"),
        (_compared, _side, _by, _new),
        _left,
    ),
    "gaps": _Action(
        message(
            "say which answers the lines have no move against, by how often they come; what games and"
            " evaluations say against the lines; where they have several moves"
        ),
        (_compared, _side, _bounds),
        _gaps,
    ),
}
"""The actions by name."""
