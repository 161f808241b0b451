"""Lists with small boards in their first column."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.ui.models.thumbnails import Thumbnails, Wanted
from viewer.ui.pages.list_page import ListView
from viewer.ui.pages.rows import set_row_height

_ROW = 84  # px
_BOARD = 76  # px
BOARD_WIDTH = _BOARD + 14
"""Pixels that a small board takes in its column."""


class BoardsView(ListView):
    """A list whose rows can have a small board each.

    Attributes:
        thumbnails: the pictures of the boards, None where none are shown.
    """

    thumbnails: Thumbnails | None = None

    def wanted(self, row: int) -> Wanted | None:
        """The position that a row shows, None for none."""
        raise NotImplementedError

    def fit_rows(self) -> None:
        if self.thumbnails is None:
            super().fit_rows()
        else:
            set_row_height(self, _ROW)

    def show_boards(self, on: bool) -> None:
        """Show small boards, or none."""
        if on == (self.thumbnails is not None):
            return
        if self.thumbnails is not None:
            self.thumbnails.close()
            self.thumbnails.deleteLater()
        self.thumbnails = Thumbnails(parent=self) if on else None
        if self.thumbnails is not None:
            self.thumbnails.made.connect(self.viewport().update)
        self.fit_rows()
        self.set_widths()
        self.viewport().update()

    def paint_board(self, painter: QPainter, box: QRectF, row: int) -> None:
        """Paint the board of a row at the left of a cell, once it is drawn."""
        wanted, thumbnails = self.wanted(row), self.thumbnails
        if wanted is None or thumbnails is None:
            return
        image = thumbnails.image(wanted, _BOARD, self.devicePixelRatioF())
        if image is not None:
            size = image.deviceIndependentSize()
            left = box.left() + 6 + (_BOARD - size.width()) / 2
            painter.drawImage(
                QRectF(left, box.center().y() - size.height() / 2, size.width(), size.height()),
                image,
            )
