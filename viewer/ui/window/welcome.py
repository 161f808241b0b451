"""The start page, shown while no file is open: six games, the recent files, and what can be done."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHideEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import active, tr
from viewer.base.files import existence
from viewer.base.messages import Message, message, readable
from viewer.base.newest import Newest
from viewer.base.samples import samples
from viewer.document.workspace import Workspace
from viewer.games import GAMES
from viewer.ui.controllers.files import FileController
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip
from viewer.ui.window.game_card import ACROSS, LARGE, GameCard, SmallBoard
from viewer.ui.window.store import Store

if TYPE_CHECKING:
    from viewer.ui.models.thumbnails import Thumbnails
    from viewer.ui.window.window import Window


_LOW_BOARD, _SMALL = 88, 52  # px of the board of a game in a low window, of a recent file
_LOW = 640  # px of height below which the page is low
_SIDE = 300  # px of what can be done, beside the games
_NARROW = 760  # px below which it stands under them
_RECENT = 6
_LOOKED = 0.5  # s in which disks answer, in a thread, whether the files are there
_SOON = 120  # ms after the page is shown until boards are drawn: it is painted by then
_KEPT = "start.txt"  # the game that was open last
_OFFERED = "new-here.txt"  # there once the sample was offered and answered
_FIRST = {"zh": "xiangqi", "ja": "shogi", "ko": "go"}  # whose study shows what can be done
_SHEET = """
QFrame#card, QFrame#drop, QPushButton#recent { border: 1px solid palette(mid); border-radius: 8px; }
QFrame#card { background: palette(base); }
QFrame#card[current="true"] { border: 2px solid palette(highlight); margin: -1px; }
QFrame#drop { border-style: dashed; border-color: palette(placeholder-text); }
QFrame#offer { background: palette(alternate-base); border-radius: 8px; }
QPushButton#recent { background: transparent; border-color: transparent; padding: 0; text-align: left; }
QPushButton#recent:hover { background: palette(base); }
QPushButton#recent:focus { border-color: palette(highlight); }
QPushButton#word { background: transparent; border: 1px solid transparent; border-radius: 4px;
  padding: 2px 5px; color: palette(link); }
QPushButton#word:focus { border-color: palette(highlight); }
QPushButton#word:hover { background: palette(alternate-base); }
QLabel#key { border: 1px solid palette(mid); border-radius: 4px; padding: 1px 6px;
  background: palette(base); }
"""


class Welcome(QScrollArea):
    """The games, the recent files, and the ways to begin.

    Attributes:
        cards: by game, its card.
        boards: by path of a recent file that is there, what shows its small board.
    """

    def __init__(
        self,
        files: FileController,
        store: Store,
        workspace: Workspace,
        run: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        """`run` carries out a command, by its id."""
        super().__init__(parent)
        self._files, self._store, self._workspace, self._run = files, store, workspace, run
        self._pictures: Thumbnails | None = None
        self._there: Newest[dict[str, bool | None]] = Newest()
        self.boards: dict[str, SmallBoard] = {}
        self.setObjectName("content")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr(message("Start")))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        content.setObjectName("content")
        content.setStyleSheet(_SHEET)
        self.setWidget(content)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, content)
        self._halves.setContentsMargins(28, 20, 24, 16)
        self._halves.setSpacing(28)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addLayout(_head(message("A new board"), message("arrow keys choose, Enter begins")))
        self.cards = self._made_cards()
        grid = QGridLayout()
        grid.setSpacing(12)
        for index, card in enumerate(self.cards.values()):
            grid.addWidget(card, index // ACROSS, index % ACROSS)
        left.addLayout(grid)
        if not store.recent and not store.kept_text(_OFFERED):  # where recent files will stand
            left.addWidget(self._offer())
        self._recent = QWidget()
        self._place = QVBoxLayout()
        self._place.addWidget(self._recent)
        left.addLayout(self._place)
        left.addStretch(1)
        self._halves.addLayout(left, 1)
        self._side = self._ways()
        self._halves.addWidget(self._side)

    # ------------------------------------------------------------------------------- its parts

    def _made_cards(self) -> dict[str, GameCard]:
        cards = {}
        for id, entry in GAMES.items():
            card = GameCard(
                entry, partial(self._files.new_of, id), partial(self._choose_sample, id)
            )
            card.moved.connect(lambda step, id=id: self._go(id, step))
            card.entered.connect(lambda id=id: self._mark(id))
            cards[id] = card
        return cards

    def _ways(self) -> QWidget:
        """What can be done, with its keys."""
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        drop = QFrame()
        drop.setObjectName("drop")
        inner = QVBoxLayout(drop)
        inner.setContentsMargins(16, 22, 16, 22)
        for text, look in (
            (message("Drop records or a folder here"), "name"),
            (message("XQF, PGN, SGF, KIF, wei7 and some forty other formats"), "muted"),
        ):
            label = Label(tr(text), look=look, wraps=True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            inner.addWidget(label)
        column.addWidget(drop)
        for id, name, words in (
            ("open", message("Open…"), None),
            (
                "open-folder",
                message("Open a folder…"),
                message("Its records become one list that can be searched."),
            ),
            (
                "paste",
                message("Paste"),
                message("Moves, a position or a whole record, from a mail, a forum or a web page."),
            ),
            (
                "new-empty",
                message("New record…"),
                message("Any game, with players, rules and time."),
            ),
            ("library", message("Library"), None),
        ):
            column.addLayout(self._way(id, name, words))
        column.addStretch(1)
        for id, name in (
            ("manual", message("Manual")),
            ("keys", message("All keys")),
            ("palette", message("Find a command or a setting")),
        ):
            column.addLayout(self._way(id, name, None))
        return side

    def _offer(self) -> QWidget:
        """The sample, offered until it is begun or somebody doesn't want it."""
        box = QFrame()
        box.setObjectName("offer")
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(12)
        column = QVBoxLayout()
        column.addWidget(Label(tr(message("New here?")), look="name"))
        words = message(
            "A game of {game} to step through, whose comments show one after the other what Qipu does. "
            "Nothing is saved unless you save it.",
            game=GAMES[_first()].name,
        )
        column.addWidget(Label(tr(words), look="muted", wraps=True))
        row.addLayout(column, 1)
        for text, begins in ((message("Begin"), True), (message("Not again"), False)):
            button = QPushButton(tr(text))
            button.setDefault(begins)
            button.setObjectName("" if begins else "word")
            button.clicked.connect(lambda _=False, begins=begins: self._answer(box, begins))
            row.addWidget(button)
        return box

    def _answer(self, box: QWidget, begins: bool) -> None:
        box.hide()
        self._store.keep_text(_OFFERED, "yes" if begins else "no")
        if begins:
            self._files.open(_studies()[_first()])

    def _choose_sample(self, game: str) -> None:
        from viewer.ui.dialogs.palettes import SamplePalette  # deferred

        SamplePalette(cast("Window", self.window()), game).open_over()

    def _way(self, id: str, name: Message, words: Message | None) -> QVBoxLayout:
        """A command as a button with its key, and a sentence about it."""
        row = QHBoxLayout()
        button = QPushButton(tr(name))
        button.setObjectName("word")
        button.clicked.connect(lambda _=False: self._run(id))
        row.addWidget(button)
        row.addStretch(1)
        key = SHORTCUTS.name(id)
        if key:
            label = Label(key)
            label.setObjectName("key")
            row.addWidget(label)
        column = QVBoxLayout()
        column.setSpacing(1)
        column.addLayout(row)
        if words is not None:
            said = Label(tr(words), look="muted", wraps=True)
            said.setContentsMargins(6, 0, 0, 0)
            column.addWidget(said)
        return column

    # -------------------------------------------------------------------------------- keyboard

    def _go(self, id: str, step: int) -> None:
        """To another game by an arrow key."""
        ids = list(self.cards)
        place = ids.index(id) + step
        if 0 <= place < len(ids):
            self.cards[ids[place]].new.setFocus()

    def _mark(self, id: str) -> None:
        for other, card in self.cards.items():
            card.mark(other == id)

    def _take_keys(self) -> None:
        """Give the keyboard to the game that was open last."""
        last = self._store.kept_text(_KEPT)
        card = self.cards.get(last) or next(iter(self.cards.values()))
        if self.isVisible() and not self._workspace.documents:
            card.new.setFocus()

    def _remember(self) -> None:
        """Keep which game was opened."""
        documents = self._workspace.documents
        try:
            game = documents[-1].record_of(documents[-1].keys()[0]).game if documents else ""
        except OSError:
            return
        if game in self.cards and game != self._store.kept_text(_KEPT):
            self._store.keep_text(_KEPT, game)

    # ------------------------------------------------------------------------------ what is shown

    @property
    def waiting(self) -> bool:
        """Whether it isn't known yet which of the recent files are there."""
        return self._there.busy

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        recent, files = self._store.recent, self._workspace.files
        self._list_recent(dict.fromkeys(recent))
        self._there.ask(lambda: existence(files, recent, _LOOKED))
        later(self, self._show_boards, _SOON)
        later(self, self._take_keys, 0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        pictures, self._pictures = self._pictures, None
        if pictures is not None:  # files may be others when it is shown again
            pictures.close()
            pictures.deleteLater()
        later(self, self._remember, _SOON)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        ways = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._halves.setDirection(ways[not narrow])
        self._side.setMinimumWidth(0 if narrow else _SIDE)
        self._side.setMaximumWidth(16777215 if narrow else _SIDE)
        for card in self.cards.values():
            card.board.be(_LOW_BOARD if self.height() < _LOW else LARGE)
        if self._pictures is not None:
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._pictures is not None:
            self._draw()

    def _list_recent(self, there: dict[str, bool | None]) -> None:
        """List the recent files but those that are gone; None is not known yet, or never."""
        old, self._recent = self._recent, QWidget()
        self._place.replaceWidget(old, self._recent)
        old.hide()
        old.deleteLater()
        paths = [path for path, found in there.items() if found is not False][:_RECENT]
        column = QVBoxLayout(self._recent)
        column.setContentsMargins(0, 8, 0, 0)
        self.boards = {}
        if paths:
            column.addLayout(_head(message("Recent"), None))
        grid = QGridLayout()
        grid.setSpacing(6)
        for number in (0, 1):
            grid.setColumnStretch(number, 1)
        column.addLayout(grid)
        for row, path in enumerate(paths):
            board = SmallBoard(_SMALL)
            if there[path]:  # what a silent disk has can be opened once it answers
                self.boards[path] = board
            grid.addWidget(self._file(path, board), row // 2, row % 2)

    def _file(self, path: str, board: SmallBoard) -> QPushButton:
        """A recent file, with the place of its board."""
        button = QPushButton()
        button.setObjectName("recent")
        button.setMinimumHeight(_SMALL + 12)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda _=False: self._files.open(path))
        row = QHBoxLayout(button)
        row.setContentsMargins(6, 5, 8, 5)
        row.setSpacing(12)
        row.addWidget(board)
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addStretch(1)
        for text, look in (
            (readable(os.path.basename(path)), "name"),
            (readable(os.path.dirname(path)), "muted"),
        ):
            line = ElidedLabel()
            line.setText(text)
            line.setProperty(look, True)
            lines.addWidget(line)
        lines.addStretch(1)
        row.addLayout(lines, 1)
        button.setAccessibleName(readable(os.path.basename(path)))
        set_tip(button, readable(path))
        return button

    def _show_boards(self) -> None:
        """Show the boards, once it is known which of the recent files are there."""
        if not self.isVisible():
            return
        busy = self._there.busy
        for answer in self._there.take():
            if answer.value is not None:
                self._list_recent(answer.value)
        if busy:
            later(self, self._show_boards, _SOON)
        self._draw()

    def _draw(self) -> None:
        """Show the boards that are drawn; the others follow."""
        from viewer.ui.models.thumbnails import FileAt, Thumbnails, Wanted  # deferred

        if not self.isVisible():
            return
        if self._pictures is None:
            self._pictures = Thumbnails(parent=self)
            self._pictures.made.connect(self._draw)
        studies = _studies()
        shown = {studies[id]: card.board for id, card in self.cards.items()}
        for path, board in (*shown.items(), *self.boards.items()):
            wanted = Wanted(FileAt(path, None))
            image = self._pictures.image(wanted, board.side, self.devicePixelRatioF())
            if image is not None:
                board.setPixmap(QPixmap.fromImage(image))


def _studies() -> dict[str, str]:
    """Paths of the studies in the language in force, by the ids of their games."""
    return {id: kinds["study"] for id, kinds in samples(active()).items()}


def _first() -> str:
    """The game whose study is offered, by the language in force."""
    return _FIRST.get(active().split("_")[0], "chess")


def _head(words: Message, more: Message | None) -> QHBoxLayout:
    """The head of a part of the page."""
    row = QHBoxLayout()
    row.setSpacing(10)
    row.addWidget(Label(tr(words), look="name"))
    if more is not None:
        row.addWidget(Label(tr(more), look="muted"))
    row.addStretch(1)
    return row
