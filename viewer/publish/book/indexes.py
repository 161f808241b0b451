"""The indexes of a book: names, and the sections in which they stand."""

from __future__ import annotations

import unicodedata

from viewer.publish.outline import Heading

Entries = list[tuple[str, list[str]]]
"""(name, labels of sections), sorted by name."""


class Indexes:
    """Gathers players and openings, section by section."""

    def __init__(self) -> None:
        self._players: dict[str, list[str]] = {}
        self._openings: dict[str, list[str]] = {}

    def add(self, heading: Heading, label: str) -> None:
        """Add a section with a label."""
        for name in dict.fromkeys(side for side in heading.sides if side):
            self._players.setdefault(name, []).append(label)
        opening = " ".join(part for part in (heading.opening_code, heading.opening) if part)
        if opening:
            self._openings.setdefault(opening, []).append(label)

    def merge(self, other: Indexes) -> None:
        """Add the sections of another one, which come after these."""
        for mine, theirs in (
            (self._players, other._players),
            (self._openings, other._openings),
        ):
            for name, labels in theirs.items():
                mine.setdefault(name, []).extend(labels)

    def players(self) -> Entries:
        """The players."""
        return _sorted(self._players)

    def openings(self) -> Entries:
        """The openings, those with a code by it."""
        return _sorted(self._openings)


def _sorted(found: dict[str, list[str]]) -> Entries:
    return sorted(found.items(), key=lambda entry: (_plain(entry[0]), entry[0]))


def _plain(name: str) -> str:
    """A name without accents and case, by which it is sorted."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(one for one in apart if not unicodedata.combining(one)).casefold()
