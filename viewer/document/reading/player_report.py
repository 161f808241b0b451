"""A report of many games of a player: by opening, colour, phase, time trouble and month.

`reading_games` reads files, long ones by parts in several processes, and says of each game of the player
what counts (`GameFacts`, plain data); a `PlayerReport` adds them up. Records are let go of once they are
read; of each game the report keeps where it is and against whom it was (`Played`), in a row its number.
"""

from __future__ import annotations

import os
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, in_context, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.base.processes import in_processes, processors
from viewer.base.system_errors import error_words
from viewer.document.reading.report import report_of
from viewer.formats import FORMATS
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Format, Unreadable
from viewer.formats.forwarding import reads_anew
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.games.phases import phases_of
from viewer.games.results import DRAWN, LOST, WON, score_at_end, score_of
from viewer.games.states import States
from viewer.tree.annotation import CLOCK, COMMENT, EVALUATION
from viewer.tree.record import Header, Record

OPENING, COLOUR, PHASE, TROUBLE, MONTH = "opening", "colour", "phase", "trouble", "month"
BY: dict[str, Message] = {
    OPENING: message("Opening"),
    COLOUR: in_context("the side that a player had", "Colour"),
    PHASE: message("Phase in which most was lost"),
    TROUBLE: message("Time trouble"),
    MONTH: message("Month"),
}
"""What games are counted by."""
_MUCH = 1 << 21  # bytes from which several processes read
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


NAMELESS, OTHERS, BOTH, UNREAD, VARIANTS = "nameless", "others", "both", "unread", "variants"
_TOLD = {
    NAMELESS: lambda n: counted(
        "{count} game has no names of players.", "{count} games have no names of players.", n
    ),
    OTHERS: lambda n: counted(
        "{count} game is of other players.", "{count} games are of other players.", n
    ),
    BOTH: lambda n: counted(
        "In {count} game both players have that name: it isn't counted.",
        "In {count} games both players have that name: they aren't counted.",
        n,
    ),
    UNREAD: lambda n: counted(
        "{count} game couldn't be read.", "{count} games couldn't be read.", n
    ),
    VARIANTS: lambda n: counted(
        "{count} game of a variant counts without opening and phase.",
        "{count} games of variants count without opening and phase.",
        n,
    ),
}


class Read(NamedTuple):
    """What was read of a file: games of the player, what else there is, or why it can't be read."""

    path: str
    games: list[GameFacts]
    told: dict[str, int]
    failure: Message | None = None


# ------------------------------------------------------------------------------------ a game


def facts_of(record: Record, format_: Format, own: OwnNames, number: int = 0) -> GameFacts | str:
    """What counts of a game; why it doesn't count, one of `NAMELESS`, `OTHERS`, `BOTH`."""
    side = side_in(record.headers, record.game, format_, own)
    return side if isinstance(side, str) else _facts(record, format_, side, number)


def side_in(headers: Sequence[Header], game: str, format_: Format, own: OwnNames) -> int | str:
    """The side that the player has by the headers of a record, or why it doesn't count."""
    names = [format_.by_role(f"side{side}", headers, game) for side in (0, 1)]
    if not any(names):
        return NAMELESS
    sides = [side for side, name in enumerate(names) if name and own.has(name)]
    return sides[0] if len(sides) == 1 else BOTH if sides else OTHERS


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
    opponent = format_.by_role(f"side{1 - side}", record.headers, record.game)
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


_SAID = frozenset((EVALUATION, CLOCK, COMMENT))


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
    sizes = {}
    for path in paths:
        stamp = None
        with suppress(OSError):
            stamp = files.stamp_of(path)
        sizes[path] = 0 if stamp is None else stamp.size
    if sum(sizes.values()) < _MUCH or processors() < 2:
        for done, path in enumerate(paths):
            for step in _of_file(path, names, 0, 1):
                share = step.done / step.total if step.total else 0.0
                yield JobStep(round(1000 * (done + share)), 1000 * len(paths), step.result)
        return
    items: list[tuple[Any, ...]] = []
    for path in paths:
        parts = processors() if sizes[path] >= _MUCH else 1
        items += [(path, names, part, parts) for part in range(parts)]
    for news in in_processes(_of_file, items, processors(), patience=0.2):
        outcome = news.result
        if outcome is not None and outcome.error is not None:
            path = items[outcome.number][0]
            why = message("{why}", why=reason(outcome.error))
            yield JobStep(news.done, news.total, Read(path, [], {}, why))
        for result in () if outcome is None else outcome.results:
            yield JobStep(news.done, news.total, result)
        yield JobStep(news.done, news.total, waiting=news.waiting)


def _of_file(path: str, names: str, part: int, parts: int) -> Iterator[JobStep[Read]]:
    """The job that reads every `parts`th record of a file, from the number `part` on."""
    try:
        collection = load_file(path)
        find_all(collection)
    except Unreadable as error:
        yield JobStep(1, 1, Read(path, [], {}, error.reason))
        return
    except OSError as error:
        yield JobStep(1, 1, Read(path, [], {}, error_words(error)))
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
    told: Counter[str] = Counter()
    anew, by_headers = reads_anew(collection), not format_.game_fields
    for number in range(part, count, parts):
        variant = False
        try:
            found: GameFacts | int | str = OTHERS
            if by_headers:
                found = side_in(collection.headers(number), "", format_, own)
            if not (by_headers and isinstance(found, str)):
                record = collection.record(number)
                found = facts_of(record, format_, own, number)
                variant = _is_variant(record)
                if anew:
                    record.dissolve()
        except OSError as error:
            yield JobStep(1, 1, Read(path, games, dict(told), error_words(error)))
            return
        except Exception:  # one game that no reader understands must not hide the others
            found = UNREAD
        if isinstance(found, GameFacts):
            told[VARIANTS] += variant
            games.append(found)
        else:
            told[str(found)] += 1
        if len(games) >= _TOGETHER:
            yield JobStep(number, count, Read(path, games, dict(told)))
            games, told = [], Counter()
        else:
            yield JobStep(number, count)
    yield JobStep(1, 1, Read(path, games, dict(told)))


def _is_variant(record: Record) -> bool:
    game = game_of(record.game)
    return game.unplayed(game.start_of(record)) is not None


# ------------------------------------------------------------------------------------ counts


class Played(NamedTuple):
    """A game that was counted: the path of its file, its number in it from 0; the rest as in `GameFacts`."""

    path: str
    number: int
    opponent: str
    month: str
    score: int | None


class Row:
    """The games that have something in common.

    Attributes:
        name: what that is.
        won, drawn, lost, open: how many ended so; the last have no result.
        members: the indexes of the games in `PlayerReport.played`.
    """

    def __init__(self, name: Message) -> None:
        self.name = name
        self.won = self.drawn = self.lost = self.open = 0
        self._sum, self._judged = 0.0, 0
        self.members = array("I")

    def add(self, at: int, facts: GameFacts) -> None:
        """Count a game, which is at an index of `PlayerReport.played`."""
        self.won += facts.score == WON
        self.drawn += facts.score == DRAWN
        self.lost += facts.score == LOST
        self.open += facts.score is None
        if facts.accuracy is not None:
            self._sum += facts.accuracy
            self._judged += 1
        self.members.append(at)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.members)

    @property
    def score(self) -> float | None:
        """The part of the points that was won, 0.0 to 1.0, of the games with a result."""
        ended = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / ended if ended else None

    @property
    def accuracy(self) -> float | None:
        """The mean of the accuracies of the analysed games, in percent."""
        return self._sum / self._judged if self._judged else None


class PlayerReport:
    """The counts.

    Attributes:
        played: each game that was counted.
        all: all games of the player.
        failures: (path, why) of files that can't be read.
    """

    def __init__(self) -> None:
        self.played: list[Played] = []
        self.all = Row(in_context("played by a player", "All games"))
        self.failures: list[tuple[str, Message]] = []
        self._told: Counter[str] = Counter()
        self._rows: dict[str, dict[Any, Row]] = {by: {} for by in BY}
        self._texts: dict[str, str] = {}

    def add(self, read: Read) -> None:
        """Count what was read of a file."""
        if read.failure is not None:
            self.failures.append((read.path, read.failure))
        self._told.update(read.told)
        for facts in read.games:
            index = len(self.played)
            opponent = self._texts.setdefault(facts.opponent, facts.opponent)
            month = self._texts.setdefault(facts.month, facts.month)
            self.played.append(Played(read.path, facts.number, opponent, month, facts.score))
            self.all.add(index, facts)
            for by, (key, name) in _keys(facts).items():
                row = self._rows[by].get(key)
                if row is None:
                    row = self._rows[by][key] = Row(name)
                row.add(index, facts)

    def games_of(self, row: Row) -> Iterator[Played]:
        """The games of a row."""
        return (self.played[at] for at in row.members)

    def rows(self, by: str) -> list[Row]:
        """The rows of one of `BY`: months in their order, phases too, others by the number of games."""
        found = self._rows[by]
        if by in (MONTH, PHASE, COLOUR, TROUBLE):
            return [found[key] for key in sorted(found)]
        return sorted(found.values(), key=lambda row: (-row.games, row.name.text()))

    @property
    def told(self) -> list[Message]:
        """What people should know of the games that weren't counted, or only in part."""
        said = [_TOLD[what](count) for what in _TOLD if (count := self._told[what])]
        if self.all.open:
            said.append(
                counted(
                    "{count} game has no result.", "{count} games have no result.", self.all.open
                )
            )
        return said


@lru_cache(maxsize=1 << 14)
def _name(text: str) -> Message:
    return message("{name}", name=text)


def _keys(facts: GameFacts) -> dict[str, tuple[Any, Message]]:
    """By each of `BY`, the row of a game: its key, by which rows are sorted, and its name."""
    game = game_of(facts.game)
    nameless = in_context("games without one", "without a name")
    phase: tuple[Any, Message] = ((facts.game, 3), message("without evaluations, or nothing lost"))
    if facts.phase is not None:
        phase = ((facts.game, facts.phase), phases_of(game).names[facts.phase])
    trouble = (2, message("no clock times"))
    if facts.trouble is not None:
        trouble = (0, message("little time left")) if facts.trouble else (1, message("enough time"))
    return {
        OPENING: (
            (facts.game, facts.opening),
            _name(facts.opening) if facts.opening else nameless,
        ),
        COLOUR: ((facts.game, facts.side), game.sides[facts.side].name),
        PHASE: phase,
        TROUBLE: trouble,
        MONTH: (
            facts.month,
            _name(facts.month) if facts.month else in_context("games without one", "no date"),
        ),
    }


def row_words(row: Row) -> Message:
    """The counts of a row."""
    words = counted(
        "{count} game: +{won} ={drawn} −{lost}",
        "{count} games: +{won} ={drawn} −{lost}",
        row.games,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
    )
    if row.score is not None:
        percent = round(100 * row.score)
        words = message(
            "{first}, {second}", first=words, second=message("{percent} %", percent=percent)
        )
    if row.accuracy is not None:
        accuracy = message("accuracy {percent} %", percent=round(row.accuracy))
        words = message("{first}, {second}", first=words, second=accuracy)
    return words


def adding_up(
    job: Iterable[JobStep[Read]], report: PlayerReport
) -> Iterator[JobStep[PlayerReport]]:
    """The job that adds what another one reads to a report, which is its result in the end."""
    for step in job:
        if step.result is not None:
            report.add(step.result)
        yield JobStep(step.done, step.total, waiting=step.waiting)
    yield JobStep(1, 1, report)


def player_report(
    sources: list[str | os.PathLike[str]] | tuple[str | os.PathLike[str], ...] | Collection,
    player: str,
) -> PlayerReport:
    """The report of the games of a player: of files, of a collection or a document.

    `player`: the name; several spellings are apart by lines or semicolons. Files that can't be read are told
    in its `failures`.
    """
    report = PlayerReport()
    if isinstance(sources, (list, tuple)):
        job = reading_games([os.fspath(one) for one in sources], player)
    else:
        job = of_collection(sources, player)
    for _ in adding_up(job, report):
        pass
    return report
