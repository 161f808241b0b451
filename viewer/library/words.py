"""Texts and values of headers as they are searched: folded words, names without teams, dates and ratings as
numbers, scores; what the headers of records say as columns of the table of games.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from viewer.base.folding import folded
from viewer.base.named import NamedTuple
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.results import DRAWN, LOST, WON, score_of
from viewer.tree.record import Header

_YEAR = re.compile(r"(?<![0-9])([12][0-9]{3})(?![0-9])")
_DIGITS = re.compile("[0-9]+")
_COMPACT = re.compile(r"(?<![0-9])([12][0-9]{3})([01][0-9])([0-3][0-9])(?![0-9])")
_NUMBER = re.compile(r"[0-9]{1,2}(?![0-9])")
_RATING = re.compile(r"(?<![0-9])([1-9][0-9]{2,3})(?![0-9])")
_HIGHEST = 4000

RESULT_OF = {WON: "1-0", DRAWN: "1/2-1/2", LOST: "0-1"}
"""By score, the result of a record that has it only at its last move."""


def day_of(text: str) -> int | None:
    """A date as yyyymmdd, with 00 for what isn't known: 1972.07.11, 2001-5, 1987年6月. None: no year."""
    text = unicodedata.normalize("NFKC", text)
    whole = _COMPACT.search(text)
    if whole is not None:
        return int(whole[1]) * 10000 + int(whole[2]) * 100 + int(whole[3])
    found = _YEAR.search(text)
    if found is None:
        return None
    rest = _NUMBER.findall(text, found.end())
    month = int(rest[0]) if rest else 0
    day = int(rest[1]) if len(rest) > 1 else 0
    if not 1 <= month <= 12:
        month = day = 0
    return int(found[1]) * 10000 + month * 100 + (day if day <= 31 else 0)


def day_asked(text: str) -> int | None:
    """The same of a date that somebody asks for: None too for one that no calendar has, 2020-13-45."""
    day = day_of(text)
    if day is None:
        return None
    year, month, number = day // 10000, day // 100 % 100, day % 100
    written = len(_DIGITS.findall(unicodedata.normalize("NFKC", text)))
    if written > 1 + (month > 0) + (number > 0):
        return None
    try:
        date(year, month or 1, number or 1)
    except ValueError:
        return None
    return day


def rating_of(text: str) -> int | None:
    """A rating: the first number of three or four digits, up to 4000."""
    found = _RATING.search(text)
    if found is None or int(found[1]) > _HIGHEST:
        return None
    return int(found[1])


_LONGEST = 1 << 16  # characters of a record's header words that are kept
_ROLES = ("title", "event", "place", "round", "date", "result", "opening", "opening-code")
_KINDS = ("handicap", "komi")
SEARCHED = ("rank0", "rank1", "event", "place", "round", "date", "opening", "handicap", "komi")
"""Columns of `games` that free words are looked for in, each of their different texts once; in names too.

What headers say there stays out of `words`. Titles are often all different, and a code of the opening and
the result may be others than the headers say.
"""
_APART = frozenset((*SEARCHED, "side0", "side1"))
_EMPTY = "\0"
# Most headers of an archive come again and again: a function is asked once for each of them.
folded_once = lru_cache(maxsize=1 << 14)(folded)
_day_of = lru_cache(maxsize=1 << 14)(day_of)
_rating_of = lru_cache(maxsize=1 << 14)(rating_of)


def headers_of(game: Game[Any], format_: Format, headers: tuple[Header, ...]) -> dict[str, Any]:
    """The columns of `games` that the headers of a record fill."""
    return {key: values[0] for key, values in columns_of(game, format_, [headers]).items()}


def columns_of(
    game: Game[Any], format_: Format, records: Sequence[tuple[Header, ...]]
) -> dict[str, list[Any]]:
    """The same for the headers of many records: a value for each."""
    sides = game.sides
    roles = _ROLES + tuple(f"{role}{at}" for at in range(len(sides)) for role in ("side", "rank"))
    ids = tuple(side.id for side in sides)
    rows: list[list[str]] = []
    words: list[str] = []
    for headers in records:
        # The values of empty headers don't count, but where one has a value does.
        there = tuple([key if value else f"{_EMPTY}{key}" for key, value in headers])
        shape = _shape(game.id, format_, there, roles, ids)
        if shape.places is None:
            row = [format_.by_role(role, headers, game.id) for role in roles]
        else:
            row = ["" if at is None else headers[at][1] for at in shape.places]
        row += ["" if at is None else headers[at][1] for at in shape.ratings + shape.kinds]
        rows.append(row)
        values = [folded_once(headers[at][1]) for at in shape.words]
        words.append(" ".join([value for value in values if value])[:_LONGEST])
    columns = [list(column) for column in zip(*rows, strict=True)]
    said: dict[str, list[Any]] = dict(zip(roles, columns, strict=False))
    said |= zip(_KINDS, columns[len(roles) + len(sides) :], strict=True)
    for at, rated in enumerate(columns[len(roles) : len(roles) + len(sides)]):
        said[f"player{at}"] = players = said.pop(f"side{at}")
        said[f"folded{at}"] = list(map(folded_once, players))
        ranks = said[f"rank{at}"]
        said[f"rating{at}"] = [
            _rating_of(own or rank) for own, rank in zip(rated, ranks, strict=True)
        ]
    said["rating"] = list(map(_average, said["rating0"], said["rating1"]))
    said["opening_code"] = said.pop("opening-code")
    said["day"] = list(map(_day_of, said["date"]))
    said["year"] = [None if day is None else day // 10000 for day in said["day"]]
    said["score"] = [_score_of(game.id, result) for result in said["result"]]
    said["words"] = words
    return said


def _average(first: int | None, second: int | None) -> int | None:
    if first is None or second is None:
        return second if first is None else first
    return (first + second) // 2


@lru_cache(maxsize=1 << 10)
def _score_of(game: str, result: str) -> int | None:
    return score_of(game_of(game), result)


class _Shape(NamedTuple):
    """Where the headers of records with the same keys have what is looked for, as indexes.

    Attributes:
        places: of each role; None for formats that don't tell roles by keys.
        ratings: of the sides, where headers of their own say them: WhiteElo.
        kinds: of handicap and komi.
        words: of all that says what the game is, and not where it begins, but for what other columns have.
    """

    places: tuple[int | None, ...] | None
    ratings: tuple[int | None, ...]
    kinds: tuple[int | None, ...]
    words: tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def _shape(
    game: str,
    format_: Format,
    there: tuple[str, ...],
    roles: tuple[str, ...],
    sides: tuple[str, ...],
) -> _Shape:
    """The shape of headers; `there` are keys, those of empty ones after `_EMPTY`."""
    keys = [key.removeprefix(_EMPTY) for key in there]
    cased = [key.casefold() for key in keys]
    ratings = tuple([_index(cased, f"{side}elo") for side in sides])
    fields = format_.fields_of(game)
    of_kind = [{field.key for field in fields if field.kind == kind} for kind in _KINDS]
    kinds = tuple(
        next((at for at, key in enumerate(there) if key in wanted), None) for wanted in of_kind
    )
    starts = frozenset(field.key for field in fields if field.start)
    words = [
        at
        for at, (key, said) in enumerate(zip(keys, there, strict=True))
        if key == said and key not in starts and at not in kinds
    ]
    if not format_.roles_by_key:
        return _Shape(None, ratings, kinds, tuple(words))
    numbered = tuple(
        Header(key, "" if key != said else str(at))
        for at, (key, said) in enumerate(zip(keys, there, strict=True))
    )
    found = [format_.by_role(role, numbered, game) for role in roles]
    places = tuple([int(at) if at else None for at in found])
    apart = {at for role, at in zip(roles, places, strict=True) if role in _APART}
    words = [at for at in words if at not in apart]
    return _Shape(places, ratings, kinds, tuple(words))


def _index(keys: Sequence[str], wanted: str) -> int | None:
    return keys.index(wanted) if wanted in keys else None
