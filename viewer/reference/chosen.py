"""The user's list of reference works as text, as it is kept between runs."""

from __future__ import annotations

import json
from collections.abc import Iterable

from viewer.base.kept_json import kept_json
from viewer.base.named import NamedTuple


class ChosenWork(NamedTuple):
    """A reference work of the user's list.

    Attributes:
        path: of its file or folder, absolute.
        game: the id of its game.
    """

    path: str
    game: str


def read_works(text: str) -> tuple[ChosenWork, ...]:
    """The works of a text of `works_text`. Entries that can't be read are left out."""
    entries = kept_json(text)
    found: list[ChosenWork] = []
    for entry in entries if isinstance(entries, list) else ():
        match entry:
            case {"path": str(path), "game": str(game)} if path and game:
                found.append(ChosenWork(path, game))
    return tuple(dict.fromkeys(found))


def works_text(works: Iterable[ChosenWork]) -> str:
    """Works as JSON."""
    return json.dumps([work._asdict() for work in works], indent=1, ensure_ascii=False)
