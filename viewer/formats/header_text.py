"""Header values as displayed in lists, titles and beside the board."""

from __future__ import annotations

from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.base.patterns import late
from viewer.base.text import readable
from viewer.games.game import Game, State
from viewer.games.score import plain_result

_DATE = late(r"(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?))?)?")
_MONTHS = (
    in_context("month in a date", "Jan"),
    in_context("month in a date", "Feb"),
    in_context("month in a date", "Mar"),
    in_context("month in a date", "Apr"),
    in_context("month in a date", "May"),
    in_context("month in a date", "Jun"),
    in_context("month in a date", "Jul"),
    in_context("month in a date", "Aug"),
    in_context("month in a date", "Sep"),
    in_context("month in a date", "Oct"),
    in_context("month in a date", "Nov"),
    in_context("month in a date", "Dec"),
)


def value_text(role: str, value: str) -> str:
    """A header in one line, by its role, as short as in a list; "" for a value that means unknown.

    Of a date only the known part: "1895.05.??" gives 1895.05.
    """
    text = " ".join(readable(value).split())
    if not text.strip("?.-"):
        return ""
    if role == "date":
        return text.replace(".??", "").replace("????", "?")
    if role == "result":
        return plain_result(text).replace("1/2-1/2", "½–½").replace("-", "–")
    return text


def value_words(role: str, value: str, game: Game[Any], start: State | None = None) -> Message:
    """A header for people, in their language: a date, a result of the game; else as in a list.

    `start`: of the record, where it is known.
    """
    if role == "result" and (words := game.result_words(plain_result(value), start)) is not None:
        return words
    text = value_text(role, value)
    if role == "date" and (date := _DATE.fullmatch(text)) is not None:
        return _date_words(*date.groups()) or message("{text}", text=text)
    return message("{text}", text=text)


def cell_words(role: str, value: str, game: Game[Any] | None) -> Message:
    """A header as a cell of a list shows it: a result as in titles, a date in figures, to be compared.

    `game`: None where it isn't known; a result is then shown as it stands.
    """
    if role == "result" and game is not None:
        return value_words(role, value, game)
    return message("{text}", text=value_text(role, value))


def _date_words(year: str, month: str | None, day: str | None) -> Message | None:
    """A date with a month and perhaps a day; None for a year alone, or one that is on no calendar."""
    if month is None or not 0 < int(month) <= 12 or not 0 < int(day or 1) <= 31:
        return None
    name = _MONTHS[int(month) - 1]
    if day is None:
        return message("{month} {year}", month=name, year=int(year))
    return message("{day} {month} {year}", day=int(day), month=name, year=int(year))
