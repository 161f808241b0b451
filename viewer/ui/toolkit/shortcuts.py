"""The keys in force: those of each command by its id, and tooltips that name them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.ui.toolkit.key_names import key_name
from viewer.ui.toolkit.plain import set_tip


class Shortcuts(QObject):
    """The keys of the commands of this process, as written in settings ("Ctrl+Shift+F").

    Signals:
        changed: a command has other keys now.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._keys: dict[str, tuple[str, ...]] = {}

    def of(self, id: str) -> tuple[str, ...]:
        """The keys of a command; none for an unknown one."""
        return self._keys.get(id, ())

    def name(self, id: str) -> str:
        """The first key of a command as the keyboard names it, "" for none."""
        keys = self.of(id)
        return key_name(keys[0]) if keys else ""

    def names(self, id: str) -> str:
        """All keys of a command as the keyboard names them."""
        return ", ".join(map(key_name, self.of(id)))

    def take(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Have these keys from now on."""
        if self._keys != keys:
            self._keys = dict(keys)
            self.changed.emit()


SHORTCUTS = Shortcuts()
"""Those in force, in all windows."""


def with_key(words: str, *ids: str) -> str:
    """Words with the key of a command behind them: "Flip the board (F)". Commands without a key add none."""
    keys = ", ".join(filter(None, map(SHORTCUTS.name, ids)))
    return tr(message("{words} ({keys})", words=words, keys=keys)) if keys else words


def naming_keys(words: Message, without: Message = NOTHING, **ids: str) -> Message:
    """A sentence with the keys of commands in its places; `without` if one of them has none.

    `ids`: the id of a command by the name of its place.
    """
    keys = {place: SHORTCUTS.name(id) for place, id in ids.items()}
    return words.given(**keys) if all(keys.values()) else without


class _KeyTip(QObject):
    """Keeps the tooltip of a widget up to date."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget, self.words = widget, ""
        self.ids: tuple[str, ...] = ()
        SHORTCUTS.changed.connect(self.show)

    def show(self) -> None:
        set_tip(self._widget, with_key(self.words, *self.ids))


def set_key_tip(widget: QWidget, words: str, *ids: str) -> None:
    """Set a widget's tooltip, with the keys that commands have now and later."""
    found = [one for one in widget.children() if isinstance(one, _KeyTip)]
    tip = found[0] if found else _KeyTip(widget)
    tip.words, tip.ids = words, ids
    tip.show()
