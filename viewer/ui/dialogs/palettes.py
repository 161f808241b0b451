"""Palettes of the window: of choices, of kept searches, of tabs, of what the texts of a record say."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import active, tr
from viewer.base.fields import CHOICE, Field
from viewer.base.folding import folded
from viewer.base.messages import Message, counted, message, readable
from viewer.base.mistakes import reason
from viewer.base.pinyin import said_in
from viewer.base.samples import samples
from viewer.document import plans
from viewer.document.plans import board as plans_board
from viewer.document.reading.record_texts import TextHit, find
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.games.capabilities import Connecting, result_words
from viewer.tree.action import Terminal
from viewer.tree.annotation import VERDICT
from viewer.tree.verdict import UNDETERMINED, WON, words_with
from viewer.ui.library.completion import search_words
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import sample_title, told_apart
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.palette_frame import matches
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow
from viewer.ui.toolkit.plain import Label

if TYPE_CHECKING:
    from viewer.ui.controllers.libraries import LibraryController
    from viewer.ui.window.window import Window


class ChoicePalette(PaletteList):
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

    def further(self, typed: str) -> Iterable[PaletteRow]:
        """Additional rows below the values."""
        return ()

    def found(self, text: str) -> Iterator[PaletteRow]:
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
            rows.append(PaletteRow(tr(self.take_out), lambda: self.write("")))
        rows += self.further(typed)
        yield from rows or [PaletteRow(tr(self._field.help))]

    def _row(self, value: str, words: Message) -> PaletteRow:
        holds = value == self._field.default
        parts = [self.shown(value), tr(message("set")) if holds else ""]
        more = "  ·  ".join(part for part in parts if part)
        return PaletteRow(tr(words), lambda: self.write(value), more, holds=holds)


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
        self._session.do(plans_board.result, value)

    def value_of(self, typed: str) -> str | None:
        return typed if _can_write(self._session, typed) else None

    def words_of(self, value: str) -> Message:
        written = message("As it is written")
        if value != self._field.default:
            written = message("Write it as it is")
        return result_words(self._session.game, value) or written

    def shown(self, value: str) -> str:
        return value

    def further(self, typed: str) -> Iterator[PaletteRow]:
        for end in self._session.game.ends:
            if not typed or typed in end.text or matches(typed, tr(end.name)):
                words = message("{end}: written at this move", end=end.name)
                act = partial(self._session.do, plans.action, Terminal(end.text))
                yield PaletteRow(tr(words), act, end.text)


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


class SavedPalette(PaletteList):
    """Typing filters the list, Enter searches; saved searches can be forgotten at its end."""

    def __init__(self, searcher: LibraryController, over: QWidget) -> None:
        hint = tr(message("Find a saved search"))
        super().__init__(over, hint, hint, tr(message("Saved searches")))
        self._searcher = searcher
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        searcher, saved = self._searcher, self._searcher.saved
        saved.read()
        rows: list[PaletteRow] = []
        for name, search in saved.saved.items():
            words = search_words(search)
            if matches(text, f"{name} {words}"):
                more = "" if words == name else words
                rows.append(PaletteRow(name, partial(searcher.search, search), more))
        for search in saved.last:
            words = search_words(search)
            if matches(text, words):
                act = partial(searcher.search, search)
                rows.append(PaletteRow(words, act, tr(message("last search"))))
        for name in saved.saved:
            words = tr(message("Forget “{search}”", search=name))
            if matches(text, words):
                rows.append(PaletteRow(words, partial(searcher.forget_saved, name)))
        none = message("Nothing was searched yet.") if not text else message("No search fits.")
        yield from rows or [PaletteRow(tr(none))]


_AROUND = 60  # pixels of width around a name and its folder
_FOLDER = 180  # pixels of width that the folder of a file takes at most


class TabPalette(PaletteList):
    """Open files as rows, filtered by any part of their names; Enter turns to the selected one."""

    def __init__(
        self,
        over: QWidget,
        tabs: Sequence[tuple[str, str]],
        front: int,
        turn: Callable[[int], object],
    ) -> None:
        """`tabs`: name and path of each; `front`: the index of the one that is shown."""
        name = tr(message("Go to a tab"))
        super().__init__(over, name, name, tr(message("Open files")))
        self._tabs, self._front, self._turn = tabs, front, turn
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        sought, left = folded(text), Qt.TextElideMode.ElideLeft
        names = [name for name, _ in self._tabs]
        fitting = [
            (index, name, path)
            for index, (name, path) in enumerate(self._tabs)
            if said_in(folded(name), sought)
        ]
        for index, name, path in fitting:
            folder = self.fontMetrics().elidedText(readable(os.path.dirname(path)), left, _FOLDER)
            apart = told_apart(names, index, self._fit)
            words = apart if apart.startswith("…") else name
            yield PaletteRow(words, partial(self._turn, index), folder, holds=index == self._front)
        if not fitting:
            yield PaletteRow(tr(message("No open file has that name.")))

    def _fit(self, name: str) -> str:
        room = self.wide - _FOLDER - _AROUND
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room)


class SamplePalette(PaletteList):
    """Qipu's samples, of one game or of all, filtered by their titles; Enter opens the selected one."""

    def __init__(self, window: Window, game: str = "") -> None:
        """`game`: the id of the only game whose samples are listed."""
        name = tr(message("Samples"))
        super().__init__(window, name, name, name)
        self._window = window
        all_of_them = samples(active())
        self._listed = [
            path for id in GAMES if game in ("", id) for path in all_of_them[id].values()
        ]
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        rows = [
            PaletteRow(title, partial(self._open, path))
            for path in self._listed
            if matches(text, title := sample_title(Path(path).stem))
        ]
        yield from rows or [PaletteRow(tr(message("No sample has that name.")))]

    def _open(self, path: str) -> None:
        self._window.files.open(path)
        if self._window.desk is not None:
            self._window.desk.panels.show_comments()  # they are what a sample teaches with


def choose_sample(window: Window) -> None:
    """Choose one of the samples of all games."""
    SamplePalette(window).open_over()


_MOST = 300  # rows; more are found by typing more


class TextFinder(PaletteList):
    """Lists the nodes whose comments, titles or labels contain the typed text; Enter jumps to one.

    With Ctrl the list stays open. Once it is closed, F3 goes to the next match.
    """

    stays = True

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("Find in comments, titles and labels"))
        super().__init__(over, hint, hint, tr(message("Places found")))
        self._session = session
        self._count = 0
        self._job = JobRunner(self)
        self._job.result.connect(self._show)
        self._job.finished.connect(self._tell)
        self._job.failed.connect(self._tell_failed)
        self._said = Label(look="muted")
        self.column.addWidget(self._said)
        self.add(())

    def open_over(self, text: str = "") -> None:
        """Show the list with the last search text."""
        super().open_over(text or self._session.sought)
        self.line.selectAll()

    def look_for(self, text: str) -> None:
        """Start searching for a text."""
        self._job.stop()
        self._count = 0
        self._session.sought = text.strip()
        super().look_for(text)
        if self._session.sought:
            self._job.start(find(self._session.record, self._session.sought))
        else:
            self._tell()

    def found(self, text: str) -> tuple[PaletteRow, ...]:
        """No rows at first: the job adds them."""
        return ()

    def _show(self, hits: list[TextHit]) -> None:
        session = self._session
        self._count += len(hits)
        start = tr(message("Start"))
        places = [(session.record.nodes.get(hit.node), hit) for hit in hits]
        self.add(
            PaletteRow(
                f"{session.words.numbered(node) or start}    {hit.excerpt}",
                partial(session.go_to, hit.node),
            )
            for node, hit in places[: max(0, _MOST - len(self.rows))]
            if node is not None
        )

    def _tell(self) -> None:
        """Show the number of matches."""
        if not self._session.sought:
            self._said.setText(tr(_ways()))
        elif self._count > len(self.rows):
            words = message(
                "{count} places; the first {shown} are listed.",
                count=self._count,
                shown=len(self.rows),
            )
            self._said.setText(tr(words))
        elif self._count:
            self._said.setText(tr(counted("{count} place", "{count} places", self._count)))
        else:
            self._said.setText(tr(message("No comment of this game holds that.")))
        self.adjustSize()

    def _tell_failed(self, error: Exception) -> None:
        self._said.setText(tr(message("The search broke off: {why}", why=reason(error))))
        self.adjustSize()

    def go_away(self) -> None:
        """Close, and stop searching."""
        self._job.stop()
        super().go_away()


def _ways() -> Message:
    """The keys that go from place to place, as far as there are any."""
    return naming_keys(
        message("{next} goes to the next place, {previous} to the one before."),
        next="find-next",
        previous="find-previous",
    )
