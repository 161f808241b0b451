"""The report of a player's games: counts by opening, opponent, month and so on, and the games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLineEdit, QSplitter, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, in_context, message, readable, sentences
from viewer.base.person_names import OwnNames
from viewer.document.reading.player_report import (
    BY,
    ENDED,
    GAME_HEADS,
    HEADS,
    Played,
    PlayerReport,
    conspicuous,
)
from viewer.document.reading.player_report import Row as Counts
from viewer.library.game_sources import GameSource
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.jobs import JobRunner, how_far
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, literal

_COLUMNS = (
    PlainColumn(in_context("of games found", "Group"), 260, main=True),
    *(PlainColumn(head, 80, number=True) for head in HEADS),
)
_GAMES = (
    PlainColumn(message("Opponent"), 220, main=True),
    *(
        PlainColumn(head, 110, number=number)
        for head, number in zip(GAME_HEADS, (False, False, False, True), strict=True)
    ),
)
_MOST = 1000
"""Games that are listed of a row."""

Counting = Callable[[Sequence[str], str], Iterator[JobStep[PlayerReport]]]
"""The job that counts the games of a player in files and folders, for a thread: (paths, names)."""


class PlayerReportDialog(QDialog):
    """The report; not modal. It counts again when other games or another player are chosen.

    Signals:
        opening: a game is wanted: `Played`.
        saving: the report is to be written to a file.

    Attributes:
        report: None while games are counted.
        source, player, by: which games, whose, and what they are counted by.
        rows, games: the lists: the counts, and the games of the selected row.
        open_game, save: the buttons.
    """

    opening = Signal(object)
    saving = Signal()

    def __init__(
        self,
        sources: Mapping[str, GameSource],
        names: str,
        counting: Counting,
        parent: QWidget | None = None,
    ) -> None:
        """`sources`: what may be counted, by key; `names`: of the player at first."""
        super().__init__(parent)
        self._sources, self._counting = sources, counting
        self._counted: tuple[str, str] | None = None
        self.report: PlayerReport | None = None
        self._more: list[Message] = []  # of the rows that are shown
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Report of a player's games")))
        column = dialog_column(self)
        column.addLayout(self._chooser(names))
        self._counts = PlainRows(_COLUMNS, self)
        self.rows = PlainList(self._counts, _COLUMNS)
        self.rows.setAccessibleName(tr(message("Counts")))
        self._found = PlainRows(_GAMES, self)
        self.games = PlainList(self._found, _GAMES)
        self.games.setAccessibleName(tr(message("Games")))
        self.games.opened.connect(lambda _: self._open())
        self.rows.opened.connect(lambda _: self.games.setFocus())
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        for one in (self.rows, self.games):
            one.left.connect(self.close)
            split.addWidget(one)
        column.addWidget(split, 1)
        self._said = Label(look="muted", wraps=True)
        column.addWidget(self._said)
        self.open_game = plain_button(message("Open the game"), self._open)
        self.save = plain_button(message("Save the report…"), self.saving.emit)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(self.open_game, self.save, end=close))
        self.resize(880, 620)
        self.rows.selectionModel().currentRowChanged.connect(self._turn)
        self._reader = JobRunner(self)
        self._reader.result.connect(self._take)
        self._reader.progress.connect(self._tell_progress)
        self.count()

    def _chooser(self, names: str) -> FlowLayout:
        flow = FlowLayout()
        self.source = QComboBox()
        for key, one in self._sources.items():
            self.source.addItem(literal(tr(one.name)), key)
        self.source.activated.connect(self.count)
        self.player = QLineEdit(names)
        self.player.setMinimumWidth(200)
        self.player.setPlaceholderText(tr(message("Player")))
        self.player.editingFinished.connect(self.count)
        self.by = QComboBox()
        for by, words in BY.items():
            self.by.addItem(tr(words), by)
        self.by.currentIndexChanged.connect(self._show)
        for words, input in (
            (message("Games"), self.source),
            (message("Player"), self.player),
            (message("Group by"), self.by),
        ):
            label = Label(tr(words))
            label.setBuddy(input)
            pair = QWidget()
            row = QHBoxLayout(pair)
            row.setContentsMargins(0, 0, 6, 0)
            row.addWidget(label)
            row.addWidget(input)
            flow.addWidget(pair)
        return flow

    # --------------------------------------------------------------------------------- counting

    def count(self) -> None:
        """Count the chosen games of the player, unless they are counted already."""
        wanted = str(self.source.currentData() or ""), self.player.text()
        if wanted == self._counted:
            return
        self._counted, self.report = wanted, None
        self._show()
        if not OwnNames(wanted[1]):
            self._reader.stop()
            self._said.setText(
                tr(message("Whose games? Several spellings are apart by semicolons."))
            )
            return
        if wanted[0] not in self._sources:
            self._said.setText(tr(message("Open a file of the player's games first.")))
            return
        paths = self._sources[wanted[0]].paths
        self._said.setText(tr(message("Counting…")))
        self._reader.start(in_thread(self._counting(paths, wanted[1])))

    @property
    def counting(self) -> bool:
        """Whether games are being counted."""
        return self._reader.running

    @property
    def said(self) -> str:
        """What is said below."""
        return self._said.text()

    def _tell_progress(self, done: int, total: int) -> None:
        if self.report is None and total:
            percent = 100 * done // total
            self._said.setText(tr(how_far(message("Counting…"), percent)))

    def _take(self, report: PlayerReport) -> None:
        self.report = report
        self._show()
        self.rows.setFocus()

    # --------------------------------------------------------------------------------- lists

    def _show(self) -> None:
        report, rows = self.report, []
        if report is not None:
            some, self._more = report.shown(str(self.by.currentData()))
            rows = [_row(report, one) for one in (report.all, *some)]
        self._counts.show(rows)
        self.rows.show_order(-1, False)
        self.rows.choose_row(0)
        self._turn()

    @property
    def _current(self) -> Counts | None:
        found = self._counts.key_of(self.rows.currentIndex().row())
        return found if isinstance(found, Counts) else None

    def _turn(self, *_: object) -> None:
        report, row = self.report, self._current
        some = iter(()) if report is None or row is None else report.games_of(row)
        games = 0 if row is None else row.games
        self._found.show([_game_row(one) for one in islice(some, _MOST)])
        self.games.show_order(-1, False)
        self.games.choose_row(0)
        self.open_game.setEnabled(games > 0)
        self.save.setEnabled(report is not None and bool(report.all.games))
        if report is not None:
            self._said.setText(tr(sentences([*self._more, *_told(report, games)])))

    def _open(self) -> None:
        game = self._found.key_of(self.games.currentIndex().row())
        if isinstance(game, Played):
            self.opening.emit(game)

    def done(self, result: int) -> None:
        self._reader.stop()
        super().done(result)


def _told(report: PlayerReport, games: int) -> list[Message]:
    """What people should know of what was counted and is listed."""
    told = [*conspicuous(report), *report.told]
    told += [message("{path}: {why}", path=path, why=why) for path, why in report.failures]
    if games > _MOST:
        told.append(
            counted(
                "The first {count} game is listed.", "The first {count} games are listed.", _MOST
            )
        )
    return told


def _row(report: PlayerReport, one: Counts) -> Row:
    name = tr(report.name_of(one))
    return Row(one, (name, *map(tr, one.cells)), (name, *one.values))


def _game_row(one: Played) -> Row:
    ended = "" if one.score is None else tr(ENDED[one.score])
    file = readable(os.path.basename(one.path))
    texts = (one.opponent, ended, one.month, file, str(one.number + 1))
    return Row(one, texts, (one.opponent, one.score, one.month, one.path, one.number))
