"""The keys of commands: as text, by the settings, and those in force with the tooltips that name them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.kept_json import kept_json
from viewer.base.messages import NOTHING, Message, message
from viewer.ui.toolkit.plain import set_tip

_UNUSABLE = frozenset(
    {
        *(Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta),
        *(Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown),
    }
)
"""Keys that no command can have: those that are held, or mean nothing."""
_HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.ShiftModifier
)


def key_name(key: str) -> str:
    """A key ("Ctrl+S") as Qt names it in menus: on a German keyboard Ctrl is Strg."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def readable_key(key: object) -> str:
    """A key as the settings write it; "" for what isn't a single key that a command can have."""
    sequence = QKeySequence(key) if isinstance(key, str) else QKeySequence()
    if sequence.count() != 1:
        return ""
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)


def pressed_key(event: QKeyEvent) -> str:
    """The key that was pressed, as the settings write it; "" for Shift and the like alone."""
    key = Qt.Key(event.key())
    if key in _UNUSABLE:
        return ""
    held = event.modifiers() & _HELD
    text = event.text()
    if text.isprintable() and text.strip() and not text.isalnum():
        held &= (
            ~Qt.KeyboardModifier.ShiftModifier
        )  # Shift is a part of the sign: "?", not "Shift+?"
    if key == Qt.Key.Key_Enter:
        key = Qt.Key.Key_Return
    return QKeySequence(QKeyCombination(held, key)).toString(
        QKeySequence.SequenceFormat.PortableText
    )


Keys = Mapping[str, tuple[str, ...]]
"""By the command's id."""


class KeyMap:
    """The keys of all commands; a key belongs to one command at most.

    Kept are only the differences from the profile. A key that was given to a command is taken from
    the one that has it by its profile.

    Attributes:
        profile: the name of the profile.
        keys: those in force.
    """

    def __init__(
        self, usual: Keys, profiles: Mapping[str, Keys], profile: str, own: Keys | None = None
    ) -> None:
        """`profiles`: what each changes; `own` may have commands that aren't known."""
        own = own or {}
        self._usual, self._profiles = usual, profiles
        self.profile = profile
        self._below = _over(usual, profiles[profile])
        self._unknown = {id: keys for id, keys in own.items() if id not in usual}
        self.keys = _over(self._below, {id: keys for id, keys in own.items() if id in usual})

    def with_profile(self, profile: str) -> KeyMap:
        """The same changes over another profile."""
        return KeyMap(self._usual, self._profiles, profile, self.own)

    def without_own(self) -> KeyMap:
        """The profile alone."""
        return KeyMap(self._usual, self._profiles, self.profile)

    def holder(self, key: str) -> str:
        """The command that has a key, "" for none."""
        return next((id for id, keys in self.keys.items() if key in keys), "")

    def by_profile(self, id: str) -> tuple[str, ...]:
        """The keys of a command by the profile alone."""
        return self._below[id]

    def give(self, id: str, keys: Sequence[str]) -> None:
        """Give a command these keys and no others, and take them from the commands that have them."""
        for other, had in self.keys.items():
            if not set(keys).isdisjoint(had):
                self.keys[other] = tuple(key for key in had if key not in keys)
        self.keys[id] = tuple(dict.fromkeys(keys))

    def exchange(self, id: str, key: str) -> None:
        """Give a command the key of another one, which gets the first key of this one in its place."""
        other, mine = self.holder(key), self.keys[id][0]
        swapped = {key: mine, mine: key}
        for one in (id, other):
            self.keys[one] = tuple(swapped.get(had, had) for had in self.keys[one])

    @property
    def own(self) -> dict[str, tuple[str, ...]]:
        """What differs from the profile, without what follows from the rest; unknown commands' too."""
        holders = {key: id for id, keys in self.keys.items() for key in keys}
        found = {
            id: keys
            for id, keys in self.keys.items()
            if keys != tuple(key for key in self._below[id] if holders.get(key, id) == id)
        }
        return self._unknown | found

    @property
    def text(self) -> str:
        """What differs, as the settings keep it; "" for nothing."""
        return json.dumps(self.own, sort_keys=True) if self.own else ""


def own_keys(text: str) -> dict[str, tuple[str, ...]]:
    """What `KeyMap.text` says; what isn't a key there is left out."""
    found = kept_json(text)
    return {
        id: tuple(filter(None, map(readable_key, keys)))
        for id, keys in (found.items() if isinstance(found, dict) else ())
        if isinstance(keys, list)
    }


def _over(below: Keys, over: Keys) -> dict[str, tuple[str, ...]]:
    """Keys with others over them, which are no longer those of the commands below."""
    taken = {key for keys in over.values() for key in keys}
    out = {id: tuple(key for key in keys if key not in taken) for id, keys in below.items()}
    given: set[str] = set()
    for id, keys in over.items():
        out[id] = tuple(key for key in dict.fromkeys(keys) if key not in given)
        given.update(keys)
    return out


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
