"""File names by section 11 of the PGN standard."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

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
