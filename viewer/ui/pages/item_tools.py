"""Actions on items of a list of headers: by keys, a menu, and icons at the end of a row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.paint.icons import draw_icon
from viewer.paint.painter import saved
from viewer.ui.models.headers import HeaderModel
from viewer.ui.pages.rows import RowLook

SIDE = 15
_GAP = 7
_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYS = {
    (Qt.Key.Key_Up, _ALT): "up",
    (Qt.Key.Key_Down, _ALT): "down",
    (Qt.Key.Key_Delete, _SHIFT): "trash",
}


class ItemAction(NamedTuple):
    """One action: its icon, words, key and function; the function is None while it isn't possible."""

    icon: str
    words: Message
    key: str
    act: Callable[[], None] | None


def tools(model: HeaderModel, row: int) -> list[ItemAction]:
    """The actions on the item of a row; [] if it belongs to none."""
    found = model.item(row)
    if found is None:
        return []
    of, number = found
    count = model.count(of)
    name = of.item.given(number=number + 1)
    out: list[ItemAction] = []
    if of.ordered:
        up = None if number == 0 else lambda: model.move(of, number, number - 1)
        down = None if number == count - 1 else lambda: model.move(of, number, number + 1)
        out.append(ItemAction("up", message("Move up: {item}", item=name), "Alt+Up", up))
        out.append(ItemAction("down", message("Move down: {item}", item=name), "Alt+Down", down))
    remove = message("Remove: {item}", item=name)
    out.append(ItemAction("trash", remove, "Shift+Del", lambda: model.remove(of, number)))
    return out


def is_key(event: QKeyEvent) -> bool:
    """Whether a key is that of an action."""
    return (Qt.Key(event.key()), event.modifiers()) in _KEYS


def press(model: HeaderModel, row: int, event: QKeyEvent) -> int | None:
    """Carry out a key's action on the item of a row; returns how far it moved, None if there is no action."""
    wanted = _KEYS.get((Qt.Key(event.key()), event.modifiers()))
    tool = next((one for one in tools(model, row) if one.icon == wanted), None)
    if tool is None:
        return None
    if tool.act is None:
        return 0
    tool.act()
    return {"up": -1, "down": 1}.get(tool.icon, 0)


def boxes(model: HeaderModel, row: int, field: QRectF) -> list[tuple[QRectF, ItemAction]]:
    """The rectangles of the icons at the right end of an item's first row."""
    found = [] if model.inner(row) else tools(model, row)
    top, right = field.center().y() - SIDE / 2, field.right() - _GAP
    left = right - len(found) * (SIDE + _GAP) + _GAP
    return [
        (QRectF(left + index * (SIDE + _GAP), top, SIDE, SIDE), tool)
        for index, tool in enumerate(found)
    ]


def paint(painter: QPainter, some: list[tuple[QRectF, ItemAction]], look: RowLook) -> None:
    """Draw the icons, faint for impossible actions."""
    for box, tool in some:
        with saved(painter):
            if tool.act is None:
                painter.setOpacity(0.3)
            draw_icon(painter, tool.icon, look.theme["muted"], box)


def open_menu(over: QWidget, model: HeaderModel, row: int, point: QPoint) -> None:
    """Open the menu of actions on the item of a row."""
    some = tools(model, row)
    if not some:
        return
    menu = QMenu(over)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for tool in some:
        action = menu.addAction(f"{tr(tool.words)}\t{tool.key}")
        action.setEnabled(tool.act is not None)
        if tool.act is not None:
            action.triggered.connect(lambda _=False, act=tool.act: act())
    menu.popup(point)
