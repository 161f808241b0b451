"""The keys of the commands, by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.settings import Settings
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.commands.table import PROFILES
from viewer.ui.toolkit.keymap import SHORTCUTS, KeyMap, own_keys

if TYPE_CHECKING:
    from viewer.ui.dialogs.keys_page import KeysPage


def key_map(settings: Settings) -> KeyMap:
    """That of the settings."""
    usual = {command.id: command.keys for command in COMMANDS.values()}
    return KeyMap(usual, PROFILES, str(settings["key-profile"]), own_keys(str(settings["keys"])))


def use_keys(settings: Settings) -> None:
    """Have the keys of the settings from now on."""
    SHORTCUTS.take(key_map(settings).keys)


def keys_page(settings: Settings) -> KeysPage:
    """The page on which they are changed; a change takes effect at once."""
    from viewer.ui.dialogs.keys_page import KeysPage, ListedCommand  # deferred

    def keep(changed: KeyMap) -> None:
        settings.set("key-profile", changed.profile)
        settings.set("keys", changed.text)
        SHORTCUTS.take(changed.keys)

    menus = [
        (
            menu,
            [
                ListedCommand(one.id, one.title, one.also)
                for one in COMMANDS.values()
                if one.menu is menu
            ],
        )
        for menu in (*MENUS, None)
    ]
    return KeysPage(menus, key_map(settings), keep)
