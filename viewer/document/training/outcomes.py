"""What came of training: days, what is due, how much was right at once, for each deck."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, tzinfo

from viewer.base.columns import table_cell
from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.document.training.drill import Asked, DrillCount, sorted_out
from viewer.document.training.history import Grade, TrainingHistory


class TrainedDay(NamedTuple):
    """How the problems went that were tried on a day."""

    day: date
    right: int
    hinted: int
    wrong: int


class Outcome(NamedTuple):
    """What came of training a deck.

    Attributes:
        name: of the deck.
        asked: how many problems are due, new, and not due yet.
        aside: how many are set aside.
        days: on which it was trained, the first one first.
        tried: how many problems were ever tried.
        first_right: how many of these were right at once, at the first attempt.
    """

    name: str
    asked: DrillCount
    aside: int
    days: tuple[TrainedDay, ...]
    tried: int
    first_right: int

    @property
    def problems(self) -> int:
        """How many problems there are, without those set aside."""
        return sum(self.asked)

    @property
    def right_share(self) -> float | None:
        """The share of problems that were right at the first attempt; None before any was tried."""
        return self.first_right / self.tried if self.tried else None


def outcome(
    name: str,
    cards: Iterable[Asked],
    aside: int,
    history: TrainingHistory,
    until: datetime,
    zone: tzinfo | None = None,
) -> Outcome:
    """What came of training problems. `until`: the end of today; `zone`: that of the days, None for here."""
    problems = list(cards)
    ready, new, later = sorted_out(problems, history, until)
    days: dict[date, Counter[Grade]] = {}
    tried = right = 0
    for one in problems:
        attempts = history.of(one.key)
        if attempts:
            tried += 1
            right += attempts[0].grade is Grade.RIGHT
        for moment, grade in attempts:
            day = datetime.fromtimestamp(moment, zone).date()
            days.setdefault(day, Counter())[grade] += 1
    trained = tuple(
        TrainedDay(day, grades[Grade.RIGHT], grades[Grade.HINTED], grades[Grade.WRONG])
        for day, grades in sorted(days.items())
    )
    count = DrillCount(len(ready), len(new), len(later))
    return Outcome(name, count, aside, trained, tried, right)


def result_words(found: Outcome) -> list[Message]:
    """What came of training a deck, in sentences."""
    due, new, later = found.asked
    said = [
        message(
            "{name}: {due} due today, {new} new, {later} later.",
            name=found.name,
            due=Number(due),
            new=Number(new),
            later=Number(later),
        )
    ]
    if found.right_share is not None:
        said.append(
            message(
                "Tried: {count}; right at once: {percent} %. Days of training: {days}.",
                percent=round(100 * found.right_share),
                count=Number(found.tried),
                days=Number(len(found.days)),
            )
        )
    return said


def table(outcomes: Sequence[Outcome]) -> str:
    """Outcomes as CSV: a row for each deck and day, in fixed English columns."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["deck", "day", "right", "hinted", "wrong"])
    for one in outcomes:
        rows.writerows([table_cell(one.name), *day] for day in one.days)
    return text.getvalue()
