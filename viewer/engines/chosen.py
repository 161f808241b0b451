"""The user's list of engines as text, as it is kept between runs. Only programs of this list are started."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from viewer.engines.engine import EngineSetup
from viewer.engines.translation import TRANSLATORS, translator_for


def read_engines(text: str) -> tuple[EngineSetup, ...]:
    """The engines of a text of `engines_text`. Entries that can't be read are left out."""
    try:
        entries = json.loads(text) if text.strip() else []
    except ValueError:
        return ()
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
        }
        for one in engines
    ]
    return json.dumps(entries, indent=1, ensure_ascii=False)


def engines_for(engines: Iterable[EngineSetup], game: str) -> list[EngineSetup]:
    """The engines that play a game, in the order of the list."""
    return [one for one in engines if game in one.protocols]


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
            return EngineSetup(name, program, tuple(arguments), spoken, options) if sound else None
    return None


def _speaks(game: str, protocol: object) -> bool:
    translator = translator_for(game) if game in TRANSLATORS else None
    return translator is not None and protocol in translator.protocols
