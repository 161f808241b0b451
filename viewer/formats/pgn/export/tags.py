"""The tag pairs of the export form (sections 8.1 and 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from viewer.formats.kit.openings import TAG_OF
from viewer.formats.kit.roster import ROSTER
from viewer.formats.pgn.dialects import roster_of, setup_of, tags_of
from viewer.formats.pgn.export.layout import printable
from viewer.formats.pgn.fields import SPELLED_RESULTS
from viewer.formats.pgn.read.facts import TAIL
from viewer.formats.pgn.read.lexer import CHESS, RESULT
from viewer.formats.pgn.read.tags import escaped
from viewer.games.chess.fen import START_TEXT
from viewer.tree.facts import raw_of
from viewer.tree.record import Header, Record

MARKERS = ("1-0", "0-1", "1/2-1/2", "*")
DATES = frozenset(("Date", "EventDate", "UTCDate"))
START_TAGS = frozenset(("Variant", "SetUp", "FEN"))

_NAME = re.compile(r"[A-Za-z0-9_]+")
_DATE = re.compile(r"(\d{4}|\?{4})(?:[-./](\d{1,2}|\?{1,2})(?:[-./](\d{1,2}|\?{1,2}))?)?")


def marker_of(record: Record) -> str:
    """The game termination marker: by the Result tag, or without that, the one the game ended
    with in its file; `*` if that is none of the four.
    """
    value = _named(record.headers).get("Result", "")
    if not value:
        found = CHESS.match(raw_of(record.facts, TAIL) or b"")
        value = (found[RESULT] or b"").decode("utf-8", "replace") if found is not None else ""
    return result_of(value)


def result_of(value: str) -> str:
    """The marker for a Result tag's value, `*` for values that correspond to none."""
    value = "".join(value.split())
    value = SPELLED_RESULTS.get(value, value)
    return value if value in MARKERS else "*"


def tag_pairs(record: Record, reduced: bool) -> list[tuple[str, str]]:
    """(name, value) of the tags in the order of the export form, values clean but not escaped.

    Always has the roster, with "?" and the like for unknown values. Of tags of one name, the first counts.
    Names have letters, digits and underscores and begin with a capital: other characters are left
    out, as are tags whose names become empty. Values have no control characters (a blank replaces
    each); a recognised date is written with ten characters.
    """
    tags = {name: _tidy(name, value) for name, value in _named(record.headers).items()}
    game = record.game
    out = roster(record.headers, roster_of(game))
    out["Result"] = marker_of(record)
    if reduced:
        return list(out.items())
    rest = {name: value for name, value in tags.items() if name not in out}
    setup = record.setup
    wanted, named = tags_of(game, setup)
    read, complaint = setup_of(game, rest)
    if setup is None and "setup" in named and "FEN" in rest and read is None and complaint is None:
        wanted = {"SetUp": rest.get("SetUp", "1"), "FEN": START_TEXT}  # four fields are six now
    if read != setup:
        rest = {name: value for name, value in rest.items() if name.lower() not in _START_NAMES}
    if read != setup or (wanted and complaint is None):
        variant = rest.get("Variant")
        rest = {
            name: value
            for name, value in rest.items()
            if name in START_TAGS or name.lower() not in _START_NAMES
        }
        rest.update({name: printable(value) for name, value in wanted.items()})
        if variant is not None and read == setup:
            rest["Variant"] = variant  # "From Position", "fischerandom": the game's own word
    return [*out.items(), *sorted(rest.items())]


_START_NAMES = frozenset(name.lower() for name in START_TAGS)


def roster(headers: Iterable[Header], usual: Mapping[str, str] = ROSTER) -> dict[str, str]:
    """The roster by headers, in the order of `usual`; a missing Result is "", other values are filled in."""
    tags = {name: _tidy(name, value) for name, value in _named(headers).items() if name in usual}
    out = {name: tags.get(name) or nothing for name, nothing in usual.items()}
    out["Result"] = result_of(tags["Result"]) if tags.get("Result") else ""
    return out


@lru_cache(maxsize=1000)
def tag_name(key: str) -> str:
    """The name under which a header is written; "" if it can't be. Opcodes of EPD are tags."""
    name = TAG_OF.get(key) or "".join(_NAME.findall(key))
    return name[:1].upper() + name[1:]


def tag_line(name: str, value: str) -> str:
    """A tag pair as written in the file, without its line end."""
    return f'[{name} "{escaped(value)}"]'


def same_value(name: str, first: str, second: str) -> bool:
    """Whether two values of a tag are equivalent: dates are in any spelling."""
    if first == second:
        return True
    is_date = name in DATES and _DATE.fullmatch(first.strip()) is not None
    return is_date and _tidy(name, first) == second


def _named(headers: Iterable[Header]) -> dict[str, str]:
    """The first value of each name as written; an exact name takes precedence over a mended one."""
    tags: dict[str, str] = {}
    exact: set[str] = set()
    for key, value in headers:
        name = tag_name(key)
        if not name or (name in tags and (name in exact or name != key)):
            continue
        tags[name] = value
        if name == key:
            exact.add(name)
    return tags


def _tidy(name: str, value: str) -> str:
    value = printable(value)
    if name in DATES:
        match = _DATE.fullmatch(value.strip())
        if match is not None:
            year, month, day = (part or "??" for part in match.groups())
            return f"{year}.{_two(month)}.{_two(day)}"
    return value


def _two(part: str) -> str:
    return part.rjust(2, part if part == "?" else "0")
