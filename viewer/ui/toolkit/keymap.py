"""Which command has which keys by the settings: the usual ones, a profile over them, one's own over both."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from viewer.base.kept_json import kept_json
from viewer.ui.toolkit.key_names import readable_key

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
