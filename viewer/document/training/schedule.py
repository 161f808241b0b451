"""Spaced repetition: when a position is due again, by FSRS from the history of its attempts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler

from viewer.document.training.history import Attempted, Grade

_RATINGS = {Grade.RIGHT: Rating.Good, Grade.HINTED: Rating.Hard, Grade.WRONG: Rating.Again}
# Without steps of minutes, since a sitting asks again what was wrong; the same history gives the same day.
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def due(attempts: Sequence[Attempted]) -> datetime | None:
    """When a position is to be asked again (UTC), by its attempts, the oldest first; None if it is new.

    After a wrong answer at once; after a right one in a day or more.
    """
    if not attempts:
        return None
    if attempts[-1].grade is Grade.WRONG:
        return datetime.fromtimestamp(attempts[-1].moment, UTC)
    card = Card(card_id=0)
    for moment, grade in attempts:
        at = datetime.fromtimestamp(moment, UTC)
        card, _ = _SCHEDULER.review_card(card, _RATINGS[grade], at)
    return card.due
