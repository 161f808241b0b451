"""Headers: those that formats define, and their values as displayed in lists, titles and beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import readable
from viewer.games.game import Game, State
from viewer.games.score import plain_result
from viewer.tree.record import Header


class HeaderField(NamedTuple):
    """A header that a format defines.

    Attributes:
        key: as in `Header.key`.
        name: for people.
        role: its meaning in any format (of several with one role, the first that has a value counts):
            "title", "event", "date", "place", "round", "result",
            "side0", "side1" (the players), "rank0", "rank1" (or ratings), "title0",
            "title1" (titles of the players: "GM"), "annotator", "author", "note",
            "end" (when it was over), "time-rule", "clock0", "clock1", "type",
            "opening", "variation", "subvariation" (names of an opening, each finer than the one
            before), "opening-code" (ECO and the like), "nic-code" (New in Chess),
            "plies", "viewpoint" (whose verdicts are: 1, 2, else the mover's), or "" for headers that
            only this format has.
        choices: its possible values, with their words; None for free text.
        limit: maximum length in bytes, 0 for no limit.
        kind: a kind of value that games define: "rules", "scoring", "komi", "handicap"; see
            `Begun` and `Counted` of `viewer.games.capabilities`; or "termination", PGN's word for how
            the game ended.
        offered: common values, if others are possible as well.
        refers: the key of a list (see `HeaderList`), an item of which its value names by number.
        start: whether it gives the start of the game: it follows from the record and can't be edited.
        implied: whether it only repeats the game, the start or the notation of the moves, so that a
            format without such a header loses nothing.
        unknown: the value that stands for nothing known, in formats that don't leave a header out.
        telling: whether it tells how the game ends, as the result does: hidden while the next moves are.
    """

    key: str
    name: Message
    role: str = ""
    choices: Mapping[str, Message] | None = None
    limit: int = 0
    kind: str = ""
    offered: tuple[str, ...] = ()
    refers: str = ""
    start: bool = False
    implied: bool = False
    unknown: str = ""
    telling: bool = False


class HeaderList(NamedTuple):
    """A list of headers, of any length: `info.participants.0.name` and so on.

    Attributes:
        key: the part before the number.
        item: the name of an item; its argument `number` counts from 1.
        another: the label for adding an item.
        fields: the fields of an item, keyed by the part after the number; the first identifies the item.
        ordered: whether the order has a meaning.
    """

    key: str
    item: Message
    another: Message
    fields: tuple[HeaderField, ...]
    ordered: bool = True


def value_of(headers: Sequence[Header], key: str) -> str:
    """The value of the first header with a key, "" if there is none."""
    return next((entry.value for entry in headers if entry.key == key), "")


# -------------------------------------------------------------------------------- Values in words

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
