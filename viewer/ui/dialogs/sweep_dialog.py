"""Dialogs that strip many games or replace words in them, and count the changes before making them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, FLAG, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.mistakes import reason
from viewer.document.edits import Location
from viewer.document.whole import strip, words
from viewer.document.whole.sweep import Scope, Sweep
from viewer.formats import FORMATS
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import SheetDialog

WHERE = "where"
BRANCH, GAME, CHOSEN, ALL = "branch", "game", "chosen", "all"
_LINE = "line"
_ROWS = 6
_FRAME = 40  # px that the frame of a dialog may take


class Sweeping:
    """A requested change: the job that plans it, and its sentences before and after.

    Attributes:
        planned: the result of the job, None while it runs.
    """

    def __init__(self, session: RecordSession) -> None:
        self.session = session
        self.planned: Sweep | None = None

    @abstractmethod
    def job(self) -> Iterator[JobStep[Sweep]]:
        """A new job that plans the change."""

    @abstractmethod
    def before(self, sweep: Sweep) -> Message:
        """The sentence that says what will be done."""

    @abstractmethod
    def after(self, sweep: Sweep) -> Message:
        """The sentence that says what was done."""


class SweepDialog(SheetDialog):
    """A form, with the number of changes below it, counted while the user chooses.

    Signals:
        asked: the dialog was accepted, with the Sweeping.

    Attributes:
        said: the label that says how much will be done.
    """

    asked = Signal(object)

    def __init__(
        self,
        session: RecordSession,
        chosen: Sequence[int],
        title: Message,
        words: Message,
        fields: Iterable[Field],
        parent: QWidget | None = None,
        scope: Scope | None = None,
    ) -> None:
        """`chosen`: keys of the games selected in the list. With `scope` it isn't asked where."""
        self._session = session
        self._chosen = list(chosen)
        self._scope = scope
        where = [where_field(session, self._chosen)] if scope is None else []
        super().__init__(title, words, [*where, *fields], parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.said = Label()
        self.said.setWordWrap(True)
        self.said.setMinimumWidth(420)
        self.said.setAccessibleName(tr(message("What will be done")))
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(1, self.said)
        self._counting: Sweeping | None = None
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._tell_progress)
        self._runner.failed.connect(self._tell_failed)
        self.sheet.changed.connect(self._count)
        self.finished.connect(self._runner.stop)

    @abstractmethod
    def sweeping(self, values: Values) -> Sweeping | None:
        """The requested change; None if there is none."""

    @abstractmethod
    def nothing(self) -> Message:
        """The sentence shown if no change is requested."""

    def scope(self, values: Values) -> Scope:
        """The records to change."""
        return self._scope or scope_of(self._session, self._chosen, values)

    @property
    def here(self) -> Location:
        """The current position."""
        return Location(self._session.key, self._session.node.id)

    def _count(self, *_: object) -> None:
        """Restart counting."""
        self._runner.stop()
        self._counting = self.sweeping(self.sheet.values())
        self.accepting.setEnabled(self._counting is not None)
        if self._counting is None:
            self._say(self.nothing())
            return
        self._runner.start(self._counting.job())
        self._runner.run_now(0.05)

    def _say(self, sentence: Message) -> None:
        self.said.setText(tr(sentence))
        self._fit()

    def _take(self, sweep: Sweep) -> None:
        if self._counting is not None:
            self._counting.planned = sweep
            self._say(self._counting.before(sweep))

    def _tell_progress(self, done: int, total: int) -> None:
        if self._counting is not None and self._counting.planned is None and total:
            part = min(100 * done // total, 99)
            self.said.setText(tr(message("Counting … {part} %", part=part)))

    def _tell_failed(self, error: Exception) -> None:
        self._say(message("It can't be counted: {why}", why=reason(error)))

    def accept(self) -> None:
        if self._counting is not None:
            super().accept()

    def take(self, values: Values) -> None:
        if self._counting is not None:
            self.asked.emit(self._counting)


def scope_of(session: RecordSession, chosen: Sequence[int], values: Values) -> Scope:
    """The records that the answer to `where_field` means."""
    where = values[WHERE]
    if where == ALL:
        return Scope(list(session.document.keys()))
    if where == CHOSEN:
        return Scope(chosen)
    return Scope([session.key], session.node.id if where == BRANCH else None)


def where_field(session: RecordSession, chosen: Sequence[int]) -> Field:
    """The field for the games to change: the selected ones, else the current one."""
    choices: dict[str, Message] = {}
    if session.node.parent is not None:
        move = session.words.numbered(session.node)
        choices[BRANCH] = message("From {move} on", move=move)
    choices[GAME] = message("This game")
    if len(chosen) > 1:
        choices[CHOSEN] = counted("The chosen game", "The {count} chosen games", len(chosen))
    count = len(session.document)
    if count > 1:
        choices[ALL] = counted("The game", "All {count} games of the file", count)
    usual = CHOSEN if CHOSEN in choices else GAME
    return Field(WHERE, message("Scope"), CHOICE, usual, choices)


# ------------------------------------------------------------------------------------ stripping


class _Stripping(Sweeping):
    def __init__(
        self,
        session: RecordSession,
        scope: Scope,
        parts: frozenset[str],
        here: Location,
        keep: int | None,
    ) -> None:
        super().__init__(session)
        self._scope, self._parts, self._here, self._keep = scope, parts, here, keep

    def job(self) -> Iterator[JobStep[Sweep]]:
        """The job."""
        return strip.stripping(
            self.session.document, self._scope, self._parts, self._here, self._keep
        )

    def before(self, sweep: Sweep) -> Message:
        return strip.before_words(sweep)

    def after(self, sweep: Sweep) -> Message:
        return strip.after_words(sweep)


class StripDialog(SweepDialog):
    """Asks what to strip from which games."""

    def __init__(
        self, session: RecordSession, chosen: Sequence[int], parent: QWidget | None = None
    ) -> None:
        fields = [Field(id, part.name, FLAG, False) for id, part in strip.PARTS.items()]
        kept = {"main": message("The main line"), "here": message("The line that is shown")}
        fields.append(
            Field(
                _LINE,
                message("What stays"),
                CHOICE,
                "main",
                kept,
                condition=lambda values: bool(values[strip.VARIATIONS]),
            )
        )
        title, words = message("Remove from games"), message("Remove")
        super().__init__(session, chosen, title, words, fields, parent)
        self._count()

    def nothing(self) -> Message:
        return message("Choose what is to be removed.")

    def sweeping(self, values: Values) -> Sweeping | None:
        parts = frozenset(id for id in strip.PARTS if values[id])
        if not parts:
            return None
        keep = None
        if values.get(_LINE) == "here":
            keep = self._session.cursor.last().id
        return _Stripping(self._session, self.scope(values), parts, self.here, keep)


# ------------------------------------------------------------------------------------ replacing


class _Replacing(Sweeping):
    def __init__(
        self,
        session: RecordSession,
        scope: Scope,
        replacement: words.Replacement,
        here: Location,
    ) -> None:
        super().__init__(session)
        self._scope, self._replacement, self._here = scope, replacement, here
        self.places: Sequence[words.Place] = ()

    @property
    def new(self) -> str:
        """The replacement."""
        return self._replacement.new

    def job(self) -> Iterator[JobStep[Sweep]]:
        """The job."""
        document = self.session.document
        replacer = words.replacer_for(document, self._replacement)
        self.places = replacer.places
        return words.replacing(document, self._scope, replacer, self._here)

    def before(self, sweep: Sweep) -> Message:
        if sweep.edit is None and not self._replacement.headers:
            return message("Not found in the comments. The details are not searched.")
        return words.before_words(sweep)

    def after(self, sweep: Sweep) -> Message:
        return words.after_words(sweep)


class ReplaceDialog(SweepDialog):
    """Asks for words, their replacement, and where to look; the first matches are listed.

    Attributes:
        list: the matches.
    """

    def __init__(
        self, session: RecordSession, chosen: Sequence[int], parent: QWidget | None = None
    ) -> None:
        format_ = FORMATS[session.document.format].load()
        self._fields = words.text_fields(format_, session.record.game)
        title, replace = message("Replace words"), message("Replace")
        fields = _replace_fields(session, {field.key: field.name for field in self._fields})
        super().__init__(session, chosen, title, replace, fields, parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Places found")))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(2, self.list)
        self._count()
        self.sheet.go_to("sought")

    def nothing(self) -> Message:
        return message("Nothing is looked for yet.")

    def sweeping(self, values: Values) -> Sweeping | None:
        details = str(values["details"])
        keys = {"": (), "*": tuple(field.key for field in self._fields)}.get(details, (details,))
        replacement = words.Replacement(
            str(values["sought"]),
            str(values["new"]),
            exact=bool(values["exact"]),
            whole=bool(values["whole"]),
            comments=bool(values["comments"]),
            headers=frozenset(keys),
        )
        if not replacement.sought or not (replacement.comments or replacement.headers):
            return None
        return _Replacing(self._session, self.scope(values), replacement, self.here)

    def _say(self, sentence: Message) -> None:
        counting = self._counting
        self.list.clear()
        if isinstance(counting, _Replacing) and counting.planned is not None:
            for place in counting.places:
                self.list.addItem(tr(self._words(counting, place)))
        rows = min(self.list.count(), _ROWS)
        self.list.setVisible(rows > 0)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        super()._say(sentence)
        room = self.screen().availableGeometry()
        over = self.sizeHint().height() - room.height() + _FRAME
        if over > 0 and rows:
            self.list.setFixedHeight(max(self.list.height() - over, 24))
            self._fit()
        below = self.frameGeometry().bottom() - room.bottom()
        if below > 0:
            self.move(self.x(), max(self.y() - below, room.top()))

    def _words(self, counting: _Replacing, place: words.Place) -> Message:
        session = self._session
        changed = message(
            "{ahead}[{before} → {after}]{behind}",
            ahead=place.ahead,
            before=place.before,
            after=counting.new,
            behind=place.behind,
        )
        where = message("{key}", key=place.header)
        node = session.record.nodes.get(-1 if place.node is None else place.node)
        if not place.header:
            where = message("comment")
            if place.record == session.key and node is not None:
                move = session.words.numbered(node)
                where = message("{move}", move=move) if move else message("the start")
        if len(session.document) > 1:
            number = session.document.index_of(place.record) + 1
            where = message("game {number}, {place}", number=number, place=where)
        return message("{place}:  {what}", place=where, what=changed)


def _replace_fields(session: RecordSession, names: Mapping[str, Message]) -> list[Field]:
    details = {
        "": message("Not in them"),
        "*": message("In all that are text"),
        **{key: message("Only in: {name}", name=name) for key, name in names.items()},
    }
    return [
        Field("sought", message("Words"), default=session.sought),
        Field("new", message("Replaced by"), hint=message("empty: they are taken out")),
        Field("exact", message("Match case"), FLAG, False),
        Field("whole", message("Whole words only"), FLAG, False),
        Field("comments", message("In comments"), FLAG, True),
        Field("details", message("In the details"), CHOICE, "", details),
    ]
