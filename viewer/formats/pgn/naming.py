"""File names by section 11 of the PGN standard, and the order of games by section 12."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from viewer.formats.format import Collection
from viewer.formats.kit.tags import ROSTER
from viewer.formats.pgn.write.export import export_movetext
from viewer.formats.pgn.write.head import marker_of, roster
from viewer.tree.record import Header

Headers = Sequence[Header]

_UNKNOWN = frozenset(("", "?", "-", "*"))
_DATE = re.compile(r"([0-9?]{4})(?:[-./]([0-9?]{1,2})(?:[-./]([0-9?]{1,2}))?)?")
_LONGEST = 60  # characters of a name: what people still read in a list of files


def file_name(games: Sequence[Headers]) -> str:
    """The name, without folder and suffix, for a file of games with these tags.

    For several games: the last name of a player in all of them (11.2), the event that all are
    of (11.3), the day, month or year that all are from (11.4: `19921104`, `199211`, `1992`; unknown
    digits are zeros). One game has all of these, and the most informative are used: the last names
    of both players, else the event, else the day. "" if the tags have none of this.
    """
    if not games:
        return ""
    if len(games) == 1:
        known = "-".join(name for name in players(games[0]) if name)
        return known[:_LONGEST].rstrip("_-") or event(games[0]) or date(games[0])
    everywhere = set(players(games[0])) - {""}
    for headers in games:
        everywhere &= set(players(headers))
    if everywhere:  # two players in all: a match, which has both names
        return "-".join(name for name in players(games[0]) if name in everywhere)[:_LONGEST]
    events = {event(headers) for headers in games}
    if len(events) == 1 and "" not in events:
        return events.pop()
    return _span({date(headers) for headers in games})


def players(headers: Headers) -> tuple[str, str]:
    """White's and Black's last names as used in file names, "" if not known.

    The standard writes "Fischer, Robert J."; a name without comma is taken whole. Of several
    players for a side, the first is taken.
    """
    white, black = (_value(headers, key).split(":", 1)[0] for key in ("White", "Black"))
    return _last_name(white), _last_name(black)


def event(headers: Headers) -> str:
    """The event's name as used in file names, "" if not known."""
    value = _value(headers, "Event")
    return "" if value in _UNKNOWN else portable(value)


def date(headers: Headers) -> str:
    """The date as `YYYYMMDD`, with zeros for unknown digits; "" without a year."""
    match = _DATE.fullmatch(_value(headers, "Date"))
    if match is None:
        return ""
    year, month, day = ((part or "").replace("?", "0") for part in match.groups())
    return "" if year == "0000" else year + month.zfill(2) + day.zfill(2)


def portable(text: str) -> str:
    """Text as a file name valid on any system: letters without accents, digits, `_` and `-`.

    Letters without an ASCII form (Chinese, Cyrillic) stay: today's systems accept them.
    """
    bare = "".join(
        one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)
    )
    words = re.split(r"[^\w-]+", unicodedata.normalize("NFC", bare))
    name = "_".join(word for word in words if word.strip("-_"))
    return name[:_LONGEST].strip("_-")


def _last_name(name: str) -> str:
    last = name.split(",", 1)[0].strip()
    return "" if last in _UNKNOWN else portable(last)


def _value(headers: Headers, key: str) -> str:
    return next((entry.value for entry in headers if entry.key == key), "").strip()


def _span(dates: set[str]) -> str:
    """The shortest span of time that contains all dates: a day, a month or a year."""
    if "" in dates:
        return ""
    for length in (8, 6, 4):
        found = {day[:length] for day in dates}
        if len(found) == 1:
            return found.pop()
    return ""


# -------------- The collating sequence of section 12 of the PGN standard, in which games are sorted
#
# Eight keys: Date (unknown digits are zeros), Event, Site, Round ("?" before "-" before numbers),
# White, Black, Result, and the movetext in the export form, with its line ends. Decided here, since
# the standard doesn't say: anything in a Date that should be a number but isn't counts as unknown;
# rounds of several numbers go number by number ("3" before "3.1" before "10"); a round that is none
# of these comes last, by its text; a tag that is missing counts as unknown ("?"); "ascending ASCII
# order" is that of the characters' numbers; games that are equal in all keys keep their order.


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
