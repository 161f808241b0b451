"""A CHOICE field as a palette, its values as rows filtered by typing: how a game ended, who stands better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from viewer.tree.annotation import VERDICT
from viewer.tree.verdict import UNDETERMINED, WON, words_with
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow


class ChoicePalette(FindingList):
    """The values of a field of a session's record. Enter writes the selected one; Escape closes.

    `field.default` is the present value, listed even if it is no choice; `field.help` is shown if
    nothing matches. Typed text may be a value that is no choice; see `value_of`.
    """

    take_out: Message
    """The row that removes the value."""

    def __init__(self, session: RecordSession, over: QWidget, field: Field) -> None:
        hint = tr(field.hint)
        super().__init__(over, hint, hint, tr(field.label))
        self._session = session
        self._field = field
        self.look_for("")

    def write(self, value: str) -> None:
        """Write a value to the record; "" removes it."""
        raise NotImplementedError

    def value_of(self, typed: str) -> str | None:
        """The value that a typed text stands for, None if it stands for none."""
        raise NotImplementedError

    def words_of(self, value: str) -> Message:
        """Words for a value that is no choice."""
        raise NotImplementedError

    def shown(self, value: str) -> str:
        """The value as shown after its words, "" to omit it."""
        return ""

    def further(self, typed: str) -> Iterable[FoundRow]:
        """Additional rows below the values."""
        return ()

    def found(self, text: str) -> Iterator[FoundRow]:
        typed, now = text.strip(), str(self._field.default)
        fitting = [
            (value, words)
            for value, words in self._field.choices.items()
            if self.shown(value).lower().startswith(typed.lower()) or matches(typed, tr(words))
        ]
        own = self.value_of(typed) if typed else now
        rows = [self._row(value, words) for value, words in fitting]
        if own and own not in dict(fitting):
            rows.insert(0, self._row(own, self.words_of(own)))
        if now and not typed:
            rows.append(FoundRow(tr(self.take_out), lambda: self.write("")))
        rows += self.further(typed)
        yield from rows or [FoundRow(tr(self._field.help))]

    def _row(self, value: str, words: Message) -> FoundRow:
        holds = value == self._field.default
        parts = [self.shown(value), tr(message("set")) if holds else ""]
        more = "  ·  ".join(part for part in parts if part)
        return FoundRow(tr(words), lambda: self.write(value), more, holds=holds)


_BETTER = [WON // 100 * share for share in (75, 50, 25)]  # percent
_VERDICTS = [WON, *_BETTER, 0, *(-value for value in reversed(_BETTER)), -WON, UNDETERMINED]


class VerdictPalette(ChoicePalette):
    """The verdicts of a node; the first side's share in percent can be typed."""

    take_out = message("Take the verdict out")

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        field = Field(
            "verdict",
            message("Verdicts"),
            CHOICE,
            str(session.node.notes.get(VERDICT, "")),
            {str(value): _words(session, value) for value in _VERDICTS},
            hint=message("Who wins, or an advantage in percent: 40, -25"),
            help=message("That is no verdict: from -100 to 100."),
        )
        super().__init__(session, over, field)

    def write(self, value: str) -> None:
        self._session.do(plans.note, VERDICT, int(value) if value else "")

    def value_of(self, typed: str) -> str | None:
        try:
            share = float(typed.removesuffix("%").replace(",", ".").replace("\u2212", "-"))
        except ValueError:
            return None
        return str(round(share * WON / 100)) if -100 <= share <= 100 else None

    def words_of(self, value: str) -> Message:
        return _words(self._session, int(value))


def _words(session: RecordSession, value: int) -> Message:
    return words_with(value, session.states.side_names)


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
