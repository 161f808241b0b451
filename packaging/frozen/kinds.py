"""The kinds of file as Windows and macOS have them: by suffixes alone, from the registry of formats.

Files known by their content only on Linux, and packed ones (.pgn.gz), are opened from within Qipu there:
these systems look at what follows the last dot.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from about import ROOT

sys.path.insert(0, str(ROOT))

from viewer.cli.launcher import OTHERS_SUFFIXES, kinds_of  # the checkout's
from viewer.formats import FORMATS


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        id: a word, unique.
        name: for people.
        suffixes: those that a double click may belong to, without the dot.
        offered: those that mean something else to many people: Qipu is one of the choices there.
        media_type: as in the registry.
        parent: the media type that such a file also is, "" for none.
        shared: whether other programs open it too.
        icon: the name of its icon's file, without a suffix.
    """

    id: str
    name: str
    suffixes: tuple[str, ...]
    offered: tuple[str, ...]
    media_type: str
    parent: str
    shared: bool
    icon: str


def kinds() -> list[Kind]:
    """All of them that have a suffix there."""
    found = []
    for kind in kinds_of(FORMATS.values()):
        entries = [entry for entry in FORMATS.values() if entry.media_type == kind.media_type]
        suffixes = tuple(
            dict.fromkeys(one for entry in entries for one in entry.suffixes if "." not in one)
        )
        if suffixes:
            id = kind.media_type.partition("/")[2].removeprefix("x-").removeprefix("vnd.")
            found.append(
                Kind(
                    id.replace("+", "-"),
                    str(kind.name),
                    tuple(one for one in suffixes if one not in OTHERS_SUFFIXES),
                    tuple(one for one in suffixes if one in OTHERS_SUFFIXES),
                    kind.media_type,
                    kind.parent,
                    kind.shared,
                    icon_of(kind.games),
                )
            )
    return found


def icon_of(games: tuple[str, ...]) -> str:
    """The name of the icon of a kind that holds records of these games."""
    return f"record-{games[0]}" if len(games) == 1 else "record"


def icon_games() -> dict[str, tuple[str, ...]]:
    """The icons of kinds, by their names, with the games that they are for."""
    return {icon_of(kind.games): kind.games for kind in kinds_of(FORMATS.values())}
