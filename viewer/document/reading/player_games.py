"""What counts of the games of a player: files are read game by game, long ones by parts in several processes.

Records are let go of once they are read; `GameFacts` is what is left of each, plain data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.base.processes import on_files
from viewer.base.system_errors import error_words
from viewer.document.reading.report import report_of
from viewer.document.whose_games import Told, stranger
from viewer.formats import FORMATS
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Format, Unreadable
from viewer.formats.forwarding import reads_anew
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.games.results import LOST, WON, score_at_end, score_of
from viewer.games.states import States
from viewer.tree.annotation import CLOCK, COMMENT, ELAPSED, EVALUATION
from viewer.tree.record import Record

_TOGETHER = 500  # games that are handed on at once
_NAMED_PLIES = 30
"""Plies of the main line from which an opening is named."""
_MONTH = re.compile(r"(\d{4})[-./年](\d{1,2})(?:\D|$)")
_YEAR = re.compile(r"\d{4}")


class GameFacts(NamedTuple):
    """What counts of a game of the player.

    Attributes:
        number: of the record in its file, from 0.
        game: the id of its game.
        side: that the player had.
        opponent: the name of the other side, "" for none.
        score: the player's: `games.results`; None without a result.
        opening: its name, "" for none.
        month: "2026-11", "2026" or "".
        trouble: whether little time was left; None without clocks.
        phase: in which most was lost; None without evaluations, or if nothing was.
        accuracy: percent; None without evaluations.
    """

    number: int
    game: str
    side: int
    opponent: str
    score: int | None
    opening: str
    month: str
    trouble: bool | None
    phase: int | None
    accuracy: float | None


class Read(NamedTuple):
    """What was read of a file: games of the player, what else there is, or why it can't be read."""

    path: str
    games: list[GameFacts]
    told: Counter[Told]
    failure: Message | None = None


# ------------------------------------------------------------------------------------ a game


def facts_of(record: Record, format_: Format, own: OwnNames, number: int = 0) -> GameFacts | Told:
    """What counts of a game, or why it doesn't count."""
    side = side_in(format_.players(record.headers, record.game), own)
    return side if isinstance(side, Told) else _facts(record, format_, side, number)


def side_in(names: Sequence[str], own: OwnNames) -> int | Told:
    """The side that the player has by the names of both, or why the game doesn't count."""
    sides = own.sides(names)
    if len(sides) == 1:
        return sides[0]
    return Told.BOTH if sides else stranger(names)


def _facts(record: Record, format_: Format, side: int, number: int) -> GameFacts:
    game = game_of(record.game)
    states = States(game, record)
    score = score_of(game, format_.by_role("result", record.headers, record.game))
    line = list(record.root.main_line())
    if score is None:
        score = score_at_end(game, states.at(line[-1]))
    if score is not None and side:
        score = WON + LOST - score
    variant = game.unplayed(states.at(record.root)) is not None
    opening = "" if variant else _opening(states, format_)
    found = _MONTH.search(date := format_.by_role("date", record.headers, record.game))
    year = _YEAR.search(date)
    month = f"{found[1]}-{int(found[2]):02}" if found else year[0] if year else ""
    opponent = format_.players(record.headers, record.game)[1 - side]
    trouble = phase = accuracy = None
    if not variant and any(_SAID & node.notes.keys() for node in line):
        report = report_of(states, format_)
        trouble = None if report.bound is None else bool(report.trouble[side])
        accuracy = report.values.sides[side].accuracy
        lost = [one.lost for one in report.sides[side]]
        phase = lost.index(max(lost)) if any(lost) else None
    return GameFacts(
        number, record.game, side, opponent, score, opening, month, trouble, phase, accuracy
    )


_SAID = frozenset((EVALUATION, CLOCK, ELAPSED, COMMENT))


def _opening(states: States, format_: Format) -> str:
    """The name of the opening, from the moves; else that in the headers."""
    record = states.record
    last = record.root
    for ply, node in enumerate(record.root.main_line()):
        if ply > _NAMED_PLIES:
            break
        last = node
    named = opening_of(states.game, states.at(last))
    if named is not None:
        return named.name
    return format_.by_role("opening", record.headers, record.game).partition(":")[0].strip()


# ------------------------------------------------------------------------------------ files


def reading_games(
    paths: Sequence[str], names: str, files: FileSystem = SYSTEM
) -> Iterator[JobStep[Read]]:
    """The job that reads the games of a player from files; `names`: as `OwnNames` takes them."""

    def failed(path: str, error: Exception) -> Read:
        return Read(path, [], Counter(), message("{why}", why=reason(error)))

    return on_files(_of_file, paths, (names,), failed, files)


def _of_file(path: str, names: str, part: int, parts: int) -> Iterator[JobStep[Read]]:
    """The job that reads every `parts`th record of a file, from the number `part` on."""
    try:
        collection = load_file(path)
        find_all(collection)
    except Unreadable as error:
        yield JobStep(1, 1, Read(path, [], Counter(), error.reason))
        return
    except OSError as error:
        yield JobStep(1, 1, Read(path, [], Counter(), error_words(error)))
        return
    try:
        yield from of_collection(collection, names, path, part, parts)
    finally:
        if collection.source is not None:
            collection.source.close()


def of_collection(
    collection: Collection, names: str, path: str = "", part: int = 0, parts: int = 1
) -> Iterator[JobStep[Read]]:
    """The job that reads every `parts`th record of a collection, from the number `part` on."""
    own, format_ = OwnNames(names), FORMATS[collection.format].load()
    count = len(collection)
    games: list[GameFacts] = []
    told: Counter[Told] = Counter()
    anew, by_headers = reads_anew(collection), not format_.game_fields
    for number in range(part, count, parts):
        variant = False
        try:
            found: GameFacts | int | Told = Told.OTHERS
            if by_headers:
                found = side_in(format_.players(collection.headers(number)), own)
            if not (by_headers and isinstance(found, Told)):
                record = collection.record(number)
                found = facts_of(record, format_, own, number)
                variant = _is_variant(record)
                if anew:
                    record.dissolve()
        except OSError as error:
            yield JobStep(1, 1, Read(path, games, told, error_words(error)))
            return
        except Exception:  # one game that no reader understands must not hide the others
            found = Told.UNREAD
        if isinstance(found, GameFacts):
            told[Told.UNPHASED] += variant
            games.append(found)
        elif isinstance(found, Told):
            told[found] += 1
        if len(games) >= _TOGETHER:
            yield JobStep(number, count, Read(path, games, told))
            games, told = [], Counter()
        else:
            yield JobStep(number, count)
    yield JobStep(1, 1, Read(path, games, told))


def _is_variant(record: Record) -> bool:
    game = game_of(record.game)
    return game.unplayed(game.start_of(record)) is not None
