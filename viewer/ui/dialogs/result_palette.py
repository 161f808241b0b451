"""The result palette: results for the header, and ends written at a ply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.document.plans import results as plans_results
from viewer.formats import FORMATS
from viewer.games.capabilities import Connecting, result_words
from viewer.tree.action import Terminal
from viewer.ui.dialogs.choice_palette import ChoicePalette
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FoundRow


class ResultPalette(ChoicePalette):
    """Results and ends. A result is written to a header, an end at the current move.

    If the format accepts any text as a result, typed text can be written unchanged.
    """

    take_out = message("Take the result out")

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        super().__init__(session, over, _field(session))

    def write(self, value: str) -> None:
        self._session.do(plans_results.result, value)

    def value_of(self, typed: str) -> str | None:
        return typed if _can_write(self._session, typed) else None

    def words_of(self, value: str) -> Message:
        written = message("As it is written")
        if value != self._field.default:
            written = message("Write it as it is")
        return result_words(self._session.game, value) or written

    def shown(self, value: str) -> str:
        return value

    def further(self, typed: str) -> Iterator[FoundRow]:
        for end in self._session.game.ends:
            if not typed or typed in end.text or matches(typed, tr(end.name)):
                words = message("{end}: written at this move", end=end.name)
                act = partial(self._session.do, plans.action, Terminal(end.text))
                yield FoundRow(tr(words), act, end.text)


def _field(session: RecordSession) -> Field:
    """The field for the result of a session's record, in the header that the board shows first."""
    game = session.game
    ended = game.outcome(session.state) if isinstance(game, Connecting) else None
    offered = sorted(results(session), key=lambda one: ended is None or one[0] != ended.result)
    return Field(
        "result",
        message("Results"),
        CHOICE,
        result_now(session),
        dict(offered),
        hint=message("How it ended: choose, or type a result"),
        help=message("This file's format has no place for that result."),
    )


def _can_write(session: RecordSession, text: str) -> bool:
    format = FORMATS[session.document.format].load()
    return format.with_result(session.record.headers, text) is not None


def result_now(session: RecordSession) -> str:
    """The record's result, as its format writes it."""
    return FORMATS[session.document.format].load().by_role("result", session.record.headers)


def results(session: RecordSession) -> list[tuple[str, Message]]:
    """The results that can be written to a record, with their words."""
    format = FORMATS[session.document.format].load()
    if session.game.results:
        offered = [(one.text, one.name) for one in session.game.results]
    else:
        offered = [
            (value, words)
            for field in format.fields
            if field.role == "result" and field.choices is not None
            for value, words in field.choices.items()
        ]
    return [(value, words) for value, words in offered if _can_write(session, value)]
