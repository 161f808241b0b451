"""`qipu mistakes`: the mistakes in analysed games, decks of them, and what came of training these."""

from __future__ import annotations

import argparse
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from datetime import datetime, time
from typing import Any

import platformdirs

from viewer.base.catalogs import active, tr
from viewer.base.files import SYSTEM
from viewer.base.jobs import run_inline
from viewer.base.line_files import lines_of
from viewer.base.messages import Message, listed, message
from viewer.base.person_names import OwnNames
from viewer.base.settings import Settings
from viewer.base.system_errors import error_at
from viewer.cli.arguments import counting_number, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import STANDARD, Failed, complain, follow, json_text, put, say, utf8
from viewer.document.document import Document
from viewer.document.record_set import files_of
from viewer.document.saving.save import write_file
from viewer.document.training.decks import SUFFIX, Card, Deck, DeckNews
from viewer.document.training.drill import sorted_out
from viewer.document.training.games_read import DeckOrder
from viewer.document.training.history import TrainingHistory
from viewer.document.training.mistakes import Bound, Mistake, Player, packed
from viewer.document.training.outcomes import Outcome, outcome, result_words, table
from viewer.document.training.posing import answer_words, posed_together
from viewer.engines.chosen import list_folder
from viewer.face import LossRefused, Refused, SaveError, export
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES
from viewer.library import LibraryFailed
from viewer.library.game_sources import source_named
from viewer.library.typed import side_from
from viewer.publish.targets import keep_read

_KINDS = {".pdf": "sheet", ".html": "problems", ".htm": "problems", ".csv": "csv"}
"""The exports of problems by the suffix of what is written."""
NOTHING_FOUND = 1


def _percent(text: str) -> float:
    """A number from 1 to 100. For argparse, which tells what it raises."""
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(
            tr(message("“{text}” is no number from 1 to 100", text=text))
        )
    return int(text) / 100


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if there are no mistakes, 2 if it can't be done."""
    parser = parser_of("mistakes")
    games = message("analysed games: files and folders, or the name of a library")
    parser.add_argument("games", metavar="GAMES", nargs="*", help=tr(games))
    _add_player(parser)
    least = message(
        "what a move has to lose of the chance of winning, in percent; by default what programs of"
        " the game call a mistake"
    )
    parser.add_argument("--percent", metavar="N", type=_percent, help=tr(least))
    points = message("in go, so many points")
    parser.add_argument("--points", metavar="N", type=counting_number, help=tr(points))
    deck = message(
        "keep them as a deck, of a name or in a file, and bring it up to date; without games, those"
        " that it was made of"
    )
    parser.add_argument("--deck", metavar="NAME", help=tr(deck))
    due = message("only the problems of the deck that are due today, and new ones")
    parser.add_argument("--due", action="store_true", help=tr(due))
    results = message("say what came of training the deck; with --output as a table (CSV)")
    parser.add_argument("--results", action="store_true", help=tr(results))
    game = message("the game: {games}", games=", ".join(GAMES))
    parser.add_argument("--game", metavar="GAME", choices=list(GAMES), default="", help=tr(game))
    out = message(
        "write them as problems: a sheet (.pdf), a page (.html), a table (.csv), or games"
        " in a format for these"
    )
    parser.add_argument("-o", "--output", metavar="OUT", help=tr(out))
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    args = parser.parse_args(words)
    if not args.games and not args.deck:
        parser.error(tr(message("name games, or a deck")))
    if args.results and not args.deck:
        parser.error(tr(message("name the deck")))
    if args.output == STANDARD:
        parser.error(tr(message("--output wants the name of a file")))
    try:
        return _run(args)
    except (LibraryFailed, Refused) as error:
        raise Failed(error.reason) from error
    except SaveError as error:
        raise Failed(error.reason) from error
    except OSError as error:
        raise Failed(error_at(error.filename or args.deck or args.output or "", error)) from error


def _add_player(parser: ArgumentParser) -> None:
    who = message("the mistakes of this player (repeat it for several spellings)")
    parser.add_argument("--player", metavar="NAME", action="append", default=[], help=tr(who))
    side = message("the mistakes of one side: white, black, red …; or first, second")
    parser.add_argument("--side", metavar="COLOUR", default="", help=tr(side))
    everybody = message("the mistakes of all players; else those of your names in the settings")
    parser.add_argument("--everybody", action="store_true", help=tr(everybody))


def _run(args: Namespace) -> int:
    deck = _deck(args)
    for _ in follow(deck.reading()):
        pass
    if deck.problem is not None:
        raise LibraryFailed(deck.problem)
    deck.follow(own_names())
    if not deck.order.sources:
        raise LibraryFailed(message("Name the games that the deck is to be made of."))
    if args.output:
        keep_read([args.output], [deck.path, *files_of(deck.order.sources)])
    (news,) = follow(deck.growing())
    status = FAILED if news.unread else OK
    if args.results:
        _tell_unread(news)
        return max(status, _tell_results(args, deck))
    problems = [one for one in deck.listed() if args.game in ("", one.game)]
    if args.due:
        ready, new, _ = sorted_out(problems, _history(), _tonight())
        problems = [*ready, *new]
    cards = map(deck.card, problems)
    _tell(news, bool(args.deck))
    if args.json:
        put(utf8(json_text([_data(card) for card in cards])) + b"\n")
    elif args.output and problems:
        _write(cards, args.output)
    elif not args.deck or args.due:
        for card in cards:
            say(_card_words(card))
    if problems or (args.deck and not (args.due or args.output)):
        return status
    complain(message("There are no problems."))
    return max(status, NOTHING_FOUND)


def _tell(news: DeckNews, kept: bool) -> None:
    for words in news.words[0 if kept else 1 :]:
        complain(words)


def _tell_unread(news: DeckNews) -> None:
    for path, why in news.unread:
        complain(message("{path}: {why}", path=path, why=why))


# ----------------------------------------------------------------------------- what is meant


def _state() -> str:
    """The folder of what the window keeps of one run for the next."""
    return platformdirs.user_state_dir("qipu", False)


def _history() -> TrainingHistory:
    history = TrainingHistory(_state(), SYSTEM)
    run_inline(history.reading())
    if history.problem is not None:
        complain(history.problem)
    return history


def _tonight() -> datetime:
    return datetime.combine(datetime.now().astimezone().date(), time.max).astimezone()


def own_names() -> str:
    """The names of the person in the settings of the window; "" if there are none, or none can be read."""
    path = os.path.join(list_folder(), "settings.json")
    try:
        settings = Settings(b"\n".join(lines_of(SYSTEM, path)).decode("utf-8"))
    except OSError as error:
        complain(error_at(path, error))
        return ""
    except UnicodeDecodeError:
        settings = Settings("\0")
    if "own-names" not in settings.values:
        for words in settings.problems:
            complain(message("{path}: {why}", path=path, why=words))
    return str(settings["own-names"])


def _deck(args: Namespace) -> Deck:
    """The deck that the words mean; one in memory, so to say, if none is named."""
    path = args.deck or ""
    if path and not path.endswith(SUFFIX) and os.path.basename(path) == path:
        path = os.path.join(_state(), "decks", path + SUFFIX)
    if not args.games:
        if SYSTEM.stamp_of(path) is None:
            raise LibraryFailed(message("{path}: there is no such deck.", path=args.deck))
        return Deck(path)
    side = None
    if args.side:
        side = ("first", "second").index(side_from(args.side, args.game or "chess", tr))
    names = "\n".join(args.player)
    if not (names or args.side or args.everybody):
        names = own_names()
        if not OwnNames(names):
            complain(message("No names of yours are in the settings: the mistakes of all players."))
    own = bool(names) and not args.player
    bound = Bound(args.percent, args.points)
    order = DeckOrder(source_named(args.games).paths, Player(names, side), bound, own)
    return Deck(path, order)


# -------------------------------------------------------------------------------- what is told


def _card_words(card: Card) -> Message:
    words = answer_words(card.mistake, active())
    return message("{file}, {number}: {what}", file=card.path, number=card.record + 1, what=words)


def _data(card: Card) -> dict[str, Any]:
    return {
        "file": card.path,
        "record": card.record,
        "times": card.times,
        "key": card.key,
        **packed(card.mistake),
    }


def _write(cards: Iterable[Card], out: str) -> None:
    """Write problems, in the way that the suffix says."""
    mistakes: list[Mistake] = [card.mistake for card in cards]
    games = sorted({one.game for one in mistakes})
    if len(games) > 1:
        known = listed([message("{name}", name=game) for game in games])
        raise LibraryFailed(
            message("The problems are of several games: {games}. Name one by --game.", games=known)
        )
    collection = posed_together(mistakes, tr)
    suffix = os.path.splitext(out)[1].lower()
    if suffix in _KINDS:
        export(collection, out, _KINDS[suffix])
        return
    told: set[str] = set()
    for document, path in _files(Document(collection), out):
        try:
            document.save(path)
        except LossRefused as error:
            words = dict.fromkeys(tr(loss.words) for loss in error.losses)
            for one in words:
                if one not in told:
                    complain(one)
            told.update(words)
            document.save(path, allow_loss=True)


def _files(document: Document, out: str) -> Iterator[tuple[Document, str]]:
    """What goes into which file: where one holds a single problem, each into one of a new folder."""
    format_, count = document.format_for(out), len(document)
    if count == 1 or not format_.single:
        yield document, out
        return
    folder, suffix = os.path.splitext(out)
    complain(
        message(
            "A file of {format} holds one problem: {count} files are written into the folder {folder}.",
            format=format_.name,
            count=count,
            folder=folder,
        )
    )
    os.makedirs(folder)
    for number in range(count):
        name = f"{number + 1:0{len(str(count))}}{suffix}"
        record = MemoryCollection(document.format, [document.record(number)])
        yield Document(record), os.path.join(folder, name)


def _tell_results(args: Namespace, deck: Deck) -> int:
    found = outcome(deck.name, deck.listed(), deck.aside, _history(), _tonight())
    if args.output:
        write_file(args.output, [utf8(table([found]))], None)
    elif args.json:
        put(utf8(json_text(_result_data(found))) + b"\n")
    else:
        for words in result_words(found):
            say(words)
    return OK


def _result_data(found: Outcome) -> dict[str, Any]:
    return {
        "deck": found.name,
        **found.asked._asdict(),
        "aside": found.aside,
        "tried": found.tried,
        "first_right": found.first_right,
        "days": [{**one._asdict(), "day": str(one.day)} for one in found.days],
    }
