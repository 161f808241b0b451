"""Spaced repetition: when a position is due again, by FSRS from the history of its attempts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler

from viewer.document.training.history import Attempted, Grade

_RATINGS = {Grade.RIGHT: Rating.Good, Grade.HINTED: Rating.Hard, Grade.WRONG: Rating.Again}
_SCHEDULER = Scheduler(enable_fuzzing=False)  # the same history gives the same day


def due(attempts: Sequence[Attempted]) -> datetime | None:
    """When a position is to be asked again (UTC), by its attempts, the oldest first; None if it is new."""
    if not attempts:
        return None
    card = Card(card_id=0)
    for moment, grade in attempts:
        at = datetime.fromtimestamp(moment, UTC)
        card, _ = _SCHEDULER.review_card(card, _RATINGS[grade], at)
    return card.due
