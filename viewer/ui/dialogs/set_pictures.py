"""Small pictures of piece sets, beside their names in a list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox

from viewer.games.game import Game, PieceSet, State
from viewer.paint.painter import paint
from viewer.paint.scopes import painter_on, saved
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.theme import Theme
from viewer.ui.toolkit.style import theme_in_use

_SHOWN = 4  # pieces of a set
_CELL = 21  # px for a piece
_ROUND = 4.0


def show_sets(part: QComboBox, game: Game[State]) -> None:
    """Give a list of a game's piece sets, in their order, a picture of each."""
    kinds, theme = telling_kinds(game.piece_sets), theme_in_use()
    part.setIconSize(QSize(_CELL * len(kinds), _CELL))
    for row, pieces in enumerate(game.piece_sets):
        look = BoardLook(game.geometry, theme, pieces=pieces)
        part.setItemIcon(row, QIcon(_picture(look, kinds, theme, part.devicePixelRatioF())))


def telling_kinds(sets: tuple[PieceSet, ...]) -> list[str]:
    """Some kinds of pieces, first those in which most sets differ, from all along the list."""
    kinds = list(sets[0].art)
    unlike = {kind: len({one.art[kind] for one in sets}) for kind in kinds}
    most = [kind for kind in kinds if unlike[kind] == max(unlike.values())]
    found = _spread(most, _SHOWN)
    found += _spread([kind for kind in kinds if kind not in most], _SHOWN - len(found))
    return sorted(found, key=kinds.index)


def _spread(kinds: list[str], count: int) -> list[str]:
    """At most so many of them, from all along the list."""
    return kinds[:: max(1, len(kinds) // count)][:count] if count else []


def _picture(look: BoardLook, kinds: list[str], theme: Theme, ratio: float) -> QPixmap:
    size = QSize(_CELL * len(kinds), _CELL)
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    unit = _CELL / (look.geometry.piece_radius * 2.3)
    with painter_on(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme["wood"]))
        painter.drawRoundedRect(QRectF(0, 0, size.width(), size.height()), _ROUND, _ROUND)
        for number, kind in enumerate(kinds):
            with saved(painter):
                painter.translate(_CELL * (number + 0.5), _CELL / 2)
                paint(painter, piece_shapes(look, kind, (0.0, 0.0)), unit)
    return picture
