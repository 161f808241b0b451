"""The collating sequence of section 12 of the PGN standard, in which games are sorted.

Eight keys: Date (unknown digits are zeros), Event, Site, Round ("?" before "-" before numbers),
White, Black, Result, and the movetext in the export form, with its line ends. Decided here, since
the standard doesn't say: anything in a Date that should be a number but isn't counts as unknown;
rounds of several numbers go number by number ("3" before "3.1" before "10"); a round that is none
of these comes last, by its text; a tag that is missing counts as unknown ("?"); "ascending ASCII
order" is that of the characters' numbers; games that are equal in all keys keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.formats.format import Collection
from viewer.formats.kit.roster import ROSTER
from viewer.formats.pgn.export.form import export_movetext
from viewer.formats.pgn.export.tags import marker_of, roster

_NUMBER = re.compile(r"[0-9?]{1,9}")
_ROUND = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")

Round = tuple[int, tuple[int, ...], str]
HeadKey = tuple[tuple[int, int, int], str, str, Round, str, str, str]


def collate(collection: Collection) -> list[int]:
    """The indices of a collection's games in the collating sequence.

    Only games with equal tags are read completely, for their movetext. Raises OSError
    if the source fails.
    """
    for _ in collection.indexing():
        pass
    games: dict[HeadKey, list[int]] = {}
    for index in range(len(collection)):
        games.setdefault(head_key(collection, index), []).append(index)
    order: list[int] = []
    for key in sorted(games):
        order += _by_movetext(collection, games[key])
    return order


def head_key(collection: Collection, index: int) -> HeadKey:
    """The first seven keys of a game."""
    tags = roster(collection.headers(index))
    result = tags["Result"] or marker_of(collection.record(index))
    event, site, white, black = (tags[name] for name in ("Event", "Site", "White", "Black"))
    number = round_key(tags["Round"])
    return date_key(tags["Date"]), event, site, number, white, black, result


def date_key(value: str) -> tuple[int, int, int]:
    """Year, month, day; 0 if unknown."""
    parts = [*value.strip().split("."), "", ""][:3]
    year, month, day = (
        int(part.replace("?", "0")) if _NUMBER.fullmatch(part) else 0 for part in parts
    )
    return year, month, day


def round_key(value: str) -> Round:
    """(class, numbers, text) of a Round tag's value."""
    value = value.strip()
    if value in ("", ROSTER["Round"]):
        return 0, (), ""
    if value == "-":
        return 1, (), ""
    if _ROUND.fullmatch(value):
        return 2, tuple(map(int, value.split("."))), ""
    return 3, (), value


def _by_movetext(collection: Collection, games: Iterable[int]) -> list[int]:
    same = list(games)
    if len(same) < 2:
        return same
    return sorted(same, key=lambda index: export_movetext(collection.record(index)))
