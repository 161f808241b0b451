"""What a player has more than the other one: small pieces in a row, and how much they are worth."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import listed, message
from viewer.games.game import Game, State
from viewer.paint.painter import paint, painter_on, saved
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.shapes import SHADOW, Shape
from viewer.scene.theme import Theme
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import theme_in_use

_UNIT = 21  # px a board unit
_SAME = 9  # px from a piece to the next of its kind
_OTHER = 18
_GAP = 6
_AROUND = tuple((dx * 0.9, dy * 0.9) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


class MaterialStrip(QWidget):
    """A row of small pieces, those of one kind close together."""

    def __init__(self, game: Game[State], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.kinds: tuple[str, ...] = ()
        self.lead = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_material(self, game: Game[State], mine: tuple[str, ...], lead: int) -> None:
        """Show the kinds of the extra pieces and their value in pawns (0 shows no number)."""
        art = game.geometry.art
        kinds = tuple(kind for kind in mine if kind in art)
        words = f"+{lead}" if lead > 0 else ""
        if (game, kinds, words) == (self._game, self.kinds, self.lead):
            return
        self._game, self.kinds, self.lead = game, kinds, words
        names = listed([game.piece_name(kind) for kind in kinds])
        sentence = message("More than the other side: {pieces} {lead}", pieces=names, lead=words)
        words = tr(sentence).strip() if kinds else ""
        set_tip(self, words)
        self.setAccessibleName(words)
        self.setVisible(bool(kinds))
        self.updateGeometry()
        self.update()

    def _places(self) -> list[int]:
        """The left edge of each piece."""
        places: list[int] = []
        x = 0
        for number, kind in enumerate(self.kinds):
            if number:
                x += _SAME if kind == self.kinds[number - 1] else _OTHER
            places.append(x)
        return places

    def sizeHint(self) -> QSize:
        if not self.kinds:
            return QSize(0, _UNIT)
        width = self._places()[-1] + _UNIT
        if self.lead:
            width += _GAP + self.fontMetrics().horizontalAdvance(self.lead)
        return QSize(width, max(_UNIT, self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _rim_of(self, shapes: Sequence[Shape], theme: Theme) -> QPixmap:
        """What keeps a dark piece apart from a dark window: its outline filled in a light colour."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(QSize(_UNIT, _UNIT) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with painter_on(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            with saved(painter):
                painter.translate(_UNIT / 2, _UNIT / 2)
                paint(painter, shapes, _UNIT)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(QRectF(0, 0, _UNIT, _UNIT), QColor(theme["muted"]))
        return picture

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_use()
        with painter_on(self) as painter:
            look = BoardLook(self._game.geometry, theme)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = self.height() / 2
            places = self._places()
            for x, kind in zip(places, self.kinds, strict=True):
                shapes = [
                    shape for shape in piece_shapes(look, kind, (0.0, 0.0)) if shape.layer != SHADOW
                ]
                if theme.dark:
                    rim = self._rim_of(shapes, theme)
                    for dx, dy in _AROUND:
                        painter.drawPixmap(QPointF(x + dx, middle - _UNIT / 2 + dy), rim)
                with saved(painter):
                    painter.translate(x + _UNIT / 2, middle)
                    paint(painter, shapes, _UNIT)
            if self.lead and places:
                painter.setPen(QColor(theme["muted"]))
                x = places[-1] + _UNIT + _GAP
                metrics = self.fontMetrics()
                baseline = round(middle + (metrics.ascent() - metrics.descent()) / 2)
                painter.drawText(x, baseline, self.lead)
