"""Where a part of the board stands in files of many variations, with what is said there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Protocol

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, message, readable, sentences
from viewer.library.failures import LibraryFailed
from viewer.library.places import Place
from viewer.library.query import ContinuedFrom
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.part_frame import PartFrame
from viewer.ui.library.plain_rows import PlainColumn, PlainList, Row, ToldRows
from viewer.ui.pages.part_bar import PartBar
from viewer.ui.session.part_choice import PartChoice
from viewer.ui.toolkit.asking import Asker

_COLUMNS = (
    PlainColumn(message("Comment"), 180, main=True),
    PlainColumn(message("Plies"), 48, number=True),
    PlainColumn(message("File"), 110),
)
_MOST = 500  # rows
_SHOWN = 8  # of them at once


class _List(PlainList):
    """As high as its rows, up to some."""

    def sizeHint(self) -> QSize:
        rows = min(max(self.model().rowCount(), 1), _SHOWN)
        head = self.horizontalHeader().height()
        return QSize(super().sizeHint().width(), head + rows * self.row_height + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())


class PlacesList(ToldRows):
    """The places; hidden while there is nothing to say.

    Signals:
        answered: whether there are places.
    """

    answered = Signal(bool)

    def __init__(
        self,
        question: Callable[[ContinuedFrom], tuple[list[Place], int, Message | None]],
        parent: QWidget | None = None,
    ) -> None:
        """`question` is asked in a thread: the places, of how many files, what else there is to say."""
        super().__init__(_COLUMNS, message("In files of variations"), _List, parent)
        self._question = question
        self._asked: ContinuedFrom | None = None
        self._column.setContentsMargins(0, 6, 0, 0)
        self._column.setSpacing(4)
        self._asker = Asker(lambda: None, (LibraryFailed, OSError), self)
        self.hide()

    def show_part(self, wanted: ContinuedFrom | None) -> None:
        """Show where a part stands, once that is known; None: no part is asked about."""
        if wanted == self._asked:
            return
        self._asked = wanted
        if wanted is None:
            self._asker.drop("places")
            self.hide()
            self.answered.emit(False)
            return
        self._asker.ask("places", lambda: self._question(wanted), self._show, lambda _: self.hide())

    def ask_again(self) -> None:
        """Ask once more: more is known now."""
        asked, self._asked = self._asked, None
        self.show_part(asked)

    def run_now(self) -> None:
        """Wait for the answer."""
        self._asker.run_now()

    def _show(self, answer: tuple[list[Place], int, Message | None]) -> None:
        places, files, more = answer
        self.setVisible(bool(files) or more is not None)
        self.list.setVisible(bool(places))
        shown = _telling(places)
        words = message(
            "In files: {places} in {files}.",
            places=counted("one place", "{count} places", len(places)),
            files=counted("one file of variations", "{count} files of variations", files),
        )
        if not files:
            words = more or words
        elif len(shown) > _MOST:
            words = message(
                "{words} The first {count} are shown.", words=words, count=Number(_MOST)
            )
        elif more is not None:
            words = sentences([words, more])
        self.show_rows([_row(one) for one in shown[:_MOST]], words)
        self.list.updateGeometry()
        self.answered.emit(bool(places))


def _telling(places: Sequence[Place]) -> list[Place]:
    """Places where something is said, then others: of nodes that follow each other the first."""
    silent = [
        one
        for before, one in pairwise((None, *places))
        if one is not None
        and not one.text
        and (before is None or (one.path, one.number, one.node) != _after(before))
    ]
    return [one for one in places if one.text] + silent


def _after(place: Place) -> tuple[str, int, int]:
    return place.path, place.number, place.node + 1


def _row(place: Place) -> Row:
    text = " ".join(place.text.split())
    name = readable(os.path.basename(place.path))
    texts = (text, tr(message("{number}", number=Number(place.ply))), name)
    return Row(place, texts, (text, place.ply, name))


class PartPage(Protocol):
    """A page that asks about parts of the board; see `ExplorerPage`."""

    choice: PartChoice
    bar: PartBar

    @property
    def turned(self) -> Any: ...

    @property
    def partAsked(self) -> Any: ...

    def add_below(self, widget: QWidget) -> None:
        """Show something below the moves."""

    def isVisible(self) -> bool: ...


def look_at_parts(
    page: PartPage, board: BoardCanvas, places: Callable[[], PlacesList]
) -> PlacesList:
    """Show the part that a page asks about on a board, and below its moves where the part stands in files.

    Returns the list of these.
    """
    frame = PartFrame(board, page.choice)
    page.bar.drawAsked.connect(frame.draw)
    frame.drawn.connect(lambda: page.bar.draw.setChecked(False))
    page.turned.connect(frame.set_wanted)
    frame.set_wanted(page.isVisible())
    below = places()
    page.add_below(below)
    page.partAsked.connect(below.show_part)
    return below
