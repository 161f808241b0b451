"""A report of many games of a player: by opening, colour, phase, time trouble, opponent and month.

A `PlayerReport` adds up what `player_games` reads; of each game it keeps where it is and against whom it was
(`Played`), in a row its number.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from operator import itemgetter
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import NOTHING, Message, Number, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.spellings import by_person
from viewer.document.reading.player_games import (
    GameFacts,
    Read,
    of_collection,
    reading_games,
)
from viewer.document.whose_games import Told, names_in, names_of_files, nobody, told_words
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.phases import phases_of
from viewer.games.results import DRAWN, LOST, WON

OPENING, COLOUR, PHASE, TROUBLE = "opening", "colour", "phase", "trouble"
OPPONENT, MONTH = "opponent", "month"
BY: dict[str, Message] = {
    OPENING: message("Opening"),
    COLOUR: in_context("the side that a player had", "Colour"),
    PHASE: message("Phase in which most was lost"),
    TROUBLE: message("Time trouble"),
    OPPONENT: message("Opponent"),
    MONTH: message("Month"),
}
"""What games are counted by."""
_OF_GAMES = (OPENING, COLOUR, PHASE)
"""Those of which each game has its own rows."""


_SHOWN = 200  # rows


class Played(NamedTuple):
    """A game that was counted: the path of its file, its number in it from 0; the rest as in `GameFacts`."""

    path: str
    number: int
    opponent: str
    month: str
    score: int | None


HEADS: tuple[Message, ...] = (
    message("Games"),
    in_context("number of games", "Won"),
    in_context("number of games", "Drawn"),
    in_context("number of games", "Lost"),
    in_context("points out of games", "Score"),
    message("Accuracy"),
)
"""Of the columns with what is counted of a row."""
GAME_HEADS: tuple[Message, ...] = (
    message("Result"),
    message("Month"),
    message("File"),
    message("Number"),
)
"""Of the columns with what is known of a game, beside the opponent."""
ENDED = {
    WON: in_context("a game, by a player", "Won"),
    DRAWN: in_context("a game, by a player", "Drawn"),
    LOST: in_context("a game, by a player", "Lost"),
}


class Row:
    """The games that have something in common.

    Attributes:
        name: what that is.
        game: the id of their game, "" where they may be of several.
        won, drawn, lost, open: how many ended so; the last have no result.
        members: the indexes of the games in `PlayerReport`.
    """

    __slots__ = ("_judged", "_sum", "drawn", "game", "lost", "members", "name", "open", "won")

    def __init__(self, name: Message, game: str = "") -> None:
        self.name, self.game = name, game
        self.won = self.drawn = self.lost = self.open = 0
        self._sum, self._judged = 0.0, 0
        self.members = array("I")

    def add(self, at: int, facts: GameFacts) -> None:
        """Count a game, which is at an index of `PlayerReport`."""
        self.won += facts.score == WON
        self.drawn += facts.score == DRAWN
        self.lost += facts.score == LOST
        self.open += facts.score is None
        if facts.accuracy is not None:
            self._sum += facts.accuracy
            self._judged += 1
        self.members.append(at)

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Row:
        """The games of several rows, with the name of the first."""
        if len(rows) == 1:
            return rows[0]
        made = cls(rows[0].name, rows[0].game)
        for row in rows:
            made.won, made.drawn = made.won + row.won, made.drawn + row.drawn
            made.lost, made.open = made.lost + row.lost, made.open + row.open
            made._sum, made._judged = made._sum + row._sum, made._judged + row._judged
        made.members = array("I", sorted(at for row in rows for at in row.members))
        return made

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.members)

    @property
    def ended(self) -> int:
        """How many of them have a result."""
        return self.won + self.drawn + self.lost

    @property
    def values(self) -> tuple[float | None, ...]:
        """What is counted, by `HEADS`; score and accuracy in percent."""
        score = None if self.score is None else 100 * self.score
        return self.games, self.won, self.drawn, self.lost, score, self.accuracy

    @property
    def cells(self) -> tuple[Message, ...]:
        """The values as they are shown."""
        *counts, score, accuracy = self.values
        percents = (
            NOTHING if one is None else message("{percent} %", percent=round(one))
            for one in (score, accuracy)
        )
        return *(message("{number}", number=Number(one or 0)) for one in counts), *percents

    @property
    def score(self) -> float | None:
        """The part of the points that was won, 0.0 to 1.0, of the games with a result."""
        return (self.won + self.drawn / 2) / self.ended if self.ended else None

    @property
    def accuracy(self) -> float | None:
        """The mean of the accuracies of the analysed games, in percent."""
        return self._sum / self._judged if self._judged else None


class PlayerReport:
    """The counts.

    Attributes:
        all: all games of the player.
        games: how many there are by the ids of their games.
        failures: (path, why) of files that can't be read.
        stranger: that no game is the player's, and whose they are; None where some are.
    """

    def __init__(self) -> None:
        # Plain tuples of what `Played` has: the garbage collector lets them alone.
        self._played: list[tuple[Any, ...]] = []
        self.all = Row(in_context("played by a player", "All games"))
        self.games = Counter[str]()
        self.failures: list[tuple[str, Message]] = []
        self.stranger: Message | None = None
        self._told: Counter[Told] = Counter()
        self._rows: dict[str, dict[Any, Row]] = {by: {} for by in BY}
        self._sorted: dict[str, list[Row]] = {}
        self._texts: dict[str, str] = {}

    def add(self, read: Read) -> None:
        """Count what was read of a file."""
        if read.failure is not None:
            self.failures.append((read.path, read.failure))
        self._told.update(read.told)
        self._sorted.clear()
        for facts in read.games:
            index = len(self._played)
            opponent = self._texts.setdefault(facts.opponent, facts.opponent)
            month = self._texts.setdefault(facts.month, facts.month)
            self._played.append((read.path, facts.number, opponent, month, facts.score))
            self.games[facts.game] += 1
            self.all.add(index, facts)
            for by, (key, name) in _keys(facts).items():
                row = self._rows[by].get(key)
                if row is None:
                    row = self._rows[by][key] = Row(name, key[0] if by in _OF_GAMES else "")
                row.add(index, facts)

    def games_of(self, row: Row) -> Iterator[Played]:
        """The games of a row."""
        return (Played(*self._played[at]) for at in row.members)

    def worst_of(self, row: Row, most: int) -> list[Played]:
        """So many games of a row: lost ones first, of these the latest."""
        games = sorted((self._played[at] for at in row.members), key=itemgetter(3), reverse=True)
        games.sort(key=lambda one: 3 if one[4] is None else one[4])
        return [Played(*one) for one in games[:most]]

    def rows(self, by: str) -> list[Row]:
        """The rows of one of `BY`: months in their order, phases too, others by the number of games."""
        if by not in self._sorted:
            found = self._rows[by]
            if by == OPPONENT:
                self._sorted[by] = _by_games(self._opponents())
            elif by == OPENING:
                self._sorted[by] = _by_games(found.values())
            else:
                self._sorted[by] = [found[key] for key in sorted(found)]
        return self._sorted[by]

    def _opponents(self) -> Iterator[Row]:
        """The rows of the opponents, each person under the most frequent spelling."""
        found = self._rows[OPPONENT]
        people = by_person({name: row.games for name, row in found.items()})
        return (Row.of([found[one] for one in some]) for some in people)

    @property
    def months(self) -> list[str]:
        """The months of the games that have one."""
        return sorted(filter(None, self._rows[MONTH]))

    def shown(self, by: str) -> tuple[Sequence[Row], list[Message]]:
        """The first of `rows`, as many as somebody may look at; what is said where there are more."""
        rows = self.rows(by)
        more = message(
            "The first {count} of {all} groups are listed.",
            count=Number(_SHOWN),
            all=Number(len(rows)),
        )
        return rows[:_SHOWN], [more] if len(rows) > _SHOWN else []

    def name_of(self, row: Row) -> Message:
        """What the games of a row have in common; with the game where there are several."""
        if row.game and len(self.games) > 1:
            return message("{game}: {what}", game=game_of(row.game).name, what=row.name)
        return row.name

    @property
    def told(self) -> list[Message]:
        """What people should know of the games that weren't counted, or only in part."""
        said = [] if self.stranger is None else [self.stranger]
        said += told_words(self._told)
        if self.all.open:
            said.append(
                counted(
                    "{count} game has no result.", "{count} games have no result.", self.all.open
                )
            )
        return said


def _by_games(rows: Iterable[Row]) -> list[Row]:
    """Those with most games first; twice, since sorting by pairs would hold the window for longer."""
    return sorted(sorted(rows, key=lambda row: row.name.text()), key=lambda row: -row.games)


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
        OPPONENT: (facts.opponent, _name(facts.opponent) if facts.opponent else nameless),
        MONTH: (
            facts.month,
            _name(facts.month) if facts.month else in_context("games without one", "no date"),
        ),
    }


# ------------------------------------------------------------------------------ what stands out


def conspicuous(report: PlayerReport) -> list[Message]:
    """Sentences about groups with better or worse results than the other games; the plainest first.

    Only differences that chance makes in one of twenty cases or less count: two standard errors.
    """
    found: list[tuple[float, Message]] = []
    for by in (OPENING, COLOUR, TROUBLE):
        rows = [one for one in report.rows(by) if one.score is not None]
        told = [(abs(sure), one) for one in rows if abs(sure := _surely(one, report.all)) >= _SURE]
        # Of two colours each is the other's opposite.
        best = sorted(told, key=lambda one: -one[0])[: 1 if by != OPENING else _OPENINGS]
        found += [(sure, _compared(report, by, row)) for sure, row in best]
    words = [one for _, one in sorted(found, key=lambda one: -one[0])]
    phase = _worst_phase(report)
    return words if phase is None else [*words, phase]


_SURE = 2.0
_OPENINGS = 3  # that are told
_FEW = 5  # games of which nothing can be said


def _rest(row: Row, all: Row) -> tuple[int, float]:
    """(games with a result that aren't of a row, points in them)."""
    points = row.won + row.drawn / 2
    return all.ended - row.ended, all.won + all.drawn / 2 - points


def _surely(row: Row, all: Row) -> float:
    """By how many standard errors the score of a row is above that of the other games."""
    others, points = _rest(row, all)
    if row.score is None or all.score is None or min(row.ended, others) < _FEW:
        return 0.0
    spread = sqrt(all.score * (1 - all.score) * (1 / row.ended + 1 / others))
    return (row.score - points / others) / spread if spread else 0.0


def _compared(report: PlayerReport, by: str, row: Row) -> Message:
    others, points = _rest(row, report.all)
    return message(
        "{by}, {group}: {percent} % of the points in {games}, {other} % in the others.",
        by=BY[by],
        group=report.name_of(row),
        percent=round(100 * (row.score or 0.0)),
        games=counted("{count} game", "{count} games", row.ended),
        other=round(100 * points / others),
    )


def _worst_phase(report: PlayerReport) -> Message | None:
    """In which phase most was lost most often, if that is clear."""
    rows = [(key, row) for key, row in report._rows[PHASE].items() if key[1] < 3]
    judged = sum(row.games for _, row in rows)
    if len(report.games) != 1 or len(rows) < 2 or judged < _FEW:
        return None
    row = max((row for _, row in rows), key=lambda one: one.games)
    if row.games <= judged / 2:
        return None
    return message(
        "{phase}: most was lost here in {count} of {all} analysed games.",
        count=row.games,
        all=judged,
        phase=row.name,
    )


# ------------------------------------------------------------------------------------ making it


def counting(
    paths: Sequence[str], names: str, files: FileSystem = SYSTEM
) -> Iterator[JobStep[PlayerReport]]:
    """The job that makes the report of the games of a player in files; `names`: as `OwnNames` takes them."""
    report = PlayerReport()
    for step in reading_games(paths, names, files):
        if step.result is not None:
            report.add(step.result)
        yield JobStep(step.done, step.total, waiting=step.waiting)
    if not report.all.games:
        report.stranger = nobody(names, names_of_files(paths))
    for by in BY:  # here, not when they are shown
        report.rows(by)
        yield JobStep(1, 1)
    yield JobStep(1, 1, report)


def player_report(
    sources: list[str | os.PathLike[str]] | tuple[str | os.PathLike[str], ...] | Collection,
    player: str,
) -> PlayerReport:
    """The report of the games of a player: of files, of a collection or a document.

    `player`: the name; several spellings are apart by lines or semicolons. Files that can't be read are told
    in its `failures`.
    """
    if isinstance(sources, (list, tuple)):
        (report,) = run_inline(counting([os.fspath(one) for one in sources], player))
        return report
    report = PlayerReport()
    for read in run_inline(of_collection(sources, player)):
        report.add(read)
    if not report.all.games:
        report.stranger = nobody(player, Counter(names_in(sources)))
    return report
