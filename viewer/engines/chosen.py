"""The user's list of engines as text, as it is kept between runs.

The window starts only programs of this list.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from viewer.base.kept_json import kept_json
from viewer.base.messages import Message
from viewer.engines.analysis import Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.translation import TRANSLATORS, translator_for

LIST_FILE = "engines.json"


def read_engines(text: str) -> tuple[EngineSetup, ...]:
    """The engines of a text of `engines_text`. Entries that can't be read are left out."""
    entries = kept_json(text)
    found = [_setup_of(entry) for entry in entries] if isinstance(entries, list) else []
    return tuple({one.name: one for one in found if one is not None}.values())


def engines_text(engines: Iterable[EngineSetup]) -> str:
    """Engines as JSON."""
    entries = [
        {
            "name": one.name,
            "program": one.program,
            "arguments": list(one.arguments),
            "protocols": dict(one.protocols),
            "options": dict(one.options),
            "limits": {key: value for key, value in one.limits._asdict().items() if value},
            "preferred": list(one.preferred),
            "variants": list(one.variants),
            **({} if one.fault is None else {"fault": one.fault.packed()}),
        }
        for one in engines
    ]
    return json.dumps(entries, indent=1, ensure_ascii=False)


def engines_for(engines: Iterable[EngineSetup], game: str, state: Any = None) -> list[EngineSetup]:
    """The engines that play a game, by its id: the preferred first, the others in the order of the list.

    With `state`, a position, only those that play its variant.
    """
    found = [one for one in engines if one.plays(game, state)]
    return sorted(found, key=lambda one: game not in one.preferred)


def unused(name: str, engines: Iterable[EngineSetup]) -> str:
    """A name that no engine has: with a number if it has to be."""
    taken = {one.name for one in engines}
    number = 2
    found = name
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    return found


def is_variant(game: str, state: Any) -> bool:
    """Whether a position belongs to a variant, which only some engines of the game play."""
    translator = translator_for(game)
    return translator is not None and not translator.knows((), state)


def listed_engines() -> tuple[EngineSetup, ...]:
    """The list of the window's user, () if there is none; for scripts and the command line, without Qt."""
    try:
        with open(os.path.join(list_folder(), LIST_FILE), encoding="utf-8") as file:
            return read_engines(file.read())
    except (OSError, ValueError):
        return ()


def list_folder() -> str:
    """Where the window keeps the list: in Qt's folder for configurations."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        folder = os.path.expanduser("~/Library/Preferences")
    else:
        folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(folder, "qipu")


def _setup_of(entry: Any) -> EngineSetup | None:
    """The engine of an entry, None if it is no such entry."""
    match entry:
        case {
            "name": str(name),
            "program": str(program),
            "arguments": list(arguments),
            "protocols": dict(protocols),
            "options": dict(options),
        } if name and program:
            spoken = {game: one for game, one in protocols.items() if _speaks(game, one)}
            sound = all(isinstance(one, str) for one in arguments) and all(
                isinstance(one, bool | int | str) for one in options.values()
            )
            if not sound:
                return None
            return EngineSetup(
                name,
                program,
                tuple(arguments),
                spoken,
                options,
                _limits_of(entry.get("limits")),
                _texts(entry.get("preferred")),
                _texts(entry.get("variants")),
                _fault_of(entry.get("fault")),
            )
    return None


def _limits_of(entry: Any) -> Limits:
    """Limits; without what is no positive number."""
    given = entry if isinstance(entry, dict) else {}
    sound = {key: one for key, one in given.items() if key in Limits._fields and _positive(one)}
    return Limits(**sound)


def _positive(value: Any) -> bool:
    return type(value) in (int, float) and value > 0


def _texts(entry: Any) -> tuple[str, ...]:
    return tuple(one for one in entry if isinstance(one, str)) if isinstance(entry, list) else ()


def _fault_of(entry: Any) -> Message | None:
    with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError):
        return Message.unpacked(entry)
    return None


def _speaks(game: str, protocol: object) -> bool:
    translator = translator_for(game) if game in TRANSLATORS else None
    return translator is not None and protocol in translator.protocols
