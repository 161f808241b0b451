"""Profiles: keys that differ from the usual ones, so that the hands find what another program taught them.

Where the other program has the same action, it has the same key; what loses its key by that has
another one. The keys of other programs are those of their menus and manuals.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_STEPS_DOWN = {
    "next": ("Down",),
    "previous": ("Up",),
    "next-variation": ("Right",),
    "previous-variation": ("Left",),
}

PROFILES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "usual": {},
        "vertical": _STEPS_DOWN,
        "scid": {
            "forward-10": ("Down", "PgDown"),
            "back-10": ("Up", "PgUp"),
            "next-variation": ("Shift+Down",),
            "previous-variation": ("Shift+Up",),
            "into-variation": ("V", "Ctrl+Right"),
            "timeline": ("Ctrl+Shift+V",),
            "flip": ("Ctrl+F", "F", "Ctrl+T"),
            "find": ("Ctrl+Alt+F",),
            "comment": ("Ctrl+E", "C", "D"),
            "save-picture": ("Ctrl+Alt+Shift+E",),
            "next-game": ("Ctrl+Down", "Ctrl+PgDown"),
            "previous-game": ("Ctrl+Up", "Ctrl+PgUp"),
            "promote": ("Ctrl+Alt+Up",),
            "demote": ("Ctrl+Alt+Down",),
            "games": ("Ctrl+Shift+G", "Ctrl+G", "Ctrl+Shift+F"),
            "copy-games": ("Ctrl+C",),
            "copy": ("Ctrl+Alt+C",),
        },
        "sabaki": {
            **_STEPS_DOWN,
            "comment": ("Ctrl+Shift+T", "C", "D"),
            "promote": ("Ctrl+Alt+Shift+Left", "Ctrl+Up"),
        },
        "shogihome": {
            "next": ("Down",),
            "previous": ("Up",),
            "first": ("Left", "Home"),
            "last": ("Right", "End"),
            "next-variation": ("Shift+Down",),
            "previous-variation": ("Shift+Up",),
            "flip": ("Ctrl+T", "F"),
            "delete": ("Ctrl+D", "Del", "Backspace"),
            "duplicate-game": ("Ctrl+Alt+D",),
            "copy-position": ("Ctrl+B", "Ctrl+Shift+C"),
            "bookmarks": ("Ctrl+Alt+B",),
            "copy-games": ("Ctrl+C",),
            "copy": ("Ctrl+Alt+C",),
        },
    }
)
"""Keys by the command, by the value of the setting `key-profile`."""
