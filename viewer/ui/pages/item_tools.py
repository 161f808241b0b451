"""What is done with the items of a list of headers: by keys, a menu, and signs at the end of a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
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
    """One thing to do: its icon, its words, its key, what it does; None where it can't be done."""

    icon: str
    words: Message
    key: str
    act: Callable[[], None] | None


def tools(model: HeaderModel, row: int) -> list[ItemAction]:
    """What can be done with the item of a row; [] where it belongs to none."""
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
    """Whether a key is one of these."""
    return (Qt.Key(event.key()), event.modifiers()) in _KEYS


def press(model: HeaderModel, row: int, event: QKeyEvent) -> int | None:
    """Do what a key says with the item of a row; how many items further it is then, None for no key."""
    wanted = _KEYS.get((Qt.Key(event.key()), event.modifiers()))
    tool = next((one for one in tools(model, row) if one.icon == wanted), None)
    if tool is None:
        return None
    if tool.act is None:
        return 0
    tool.act()
    return {"up": -1, "down": 1}.get(tool.icon, 0)


def boxes(model: HeaderModel, row: int, field: QRectF) -> list[tuple[QRectF, ItemAction]]:
    """Where the signs stand at the right end of the first row of an item."""
    found = [] if model.inner(row) else tools(model, row)
    top, right = field.center().y() - SIDE / 2, field.right() - _GAP
    left = right - len(found) * (SIDE + _GAP) + _GAP
    return [
        (QRectF(left + index * (SIDE + _GAP), top, SIDE, SIDE), tool)
        for index, tool in enumerate(found)
    ]


def paint(painter: QPainter, some: list[tuple[QRectF, ItemAction]], look: RowLook) -> None:
    """Draw the signs; what can't be done is faint."""
    for box, tool in some:
        with saved(painter):
            if tool.act is None:
                painter.setOpacity(0.3)
            draw_icon(painter, tool.icon, look.theme["muted"], box)


def open_menu(over: QWidget, model: HeaderModel, row: int, point: QPoint) -> None:
    """A menu of what can be done with the item of a row."""
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
