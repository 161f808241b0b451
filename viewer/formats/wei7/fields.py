"""What stands in `info`, for people: names, choices, lists, and what the specification wants of values.

Paragraph numbers are those of the second draft of version 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from viewer.base.messages import Message, message
from viewer.formats.format import HeaderField, HeaderList
from viewer.tree.annotation import ACTOR, MOMENT, PROBLEM, TITLE
from viewer.tree.record import Header

PARTICIPANTS = "info.participants"
PLAYERS = "info.players"
COLOURS = {"1": message("Black"), "2": message("White")}
_SCORING = {
    "area": message("Area, as in China"),
    "territory": message("Territory, as in Japan and Korea"),
}
_RULES = {
    "Chinese": message("Chinese"),
    "Japanese": message("Japanese"),
    "Korean": message("Korean"),
}
_WINNERS = {**COLOURS, "null": message("Nobody: a draw")}
_LONGEST = 128  # characters of a short text
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z\Z", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?\Z", re.ASCII)
_TEXTS = frozenset(("domain", "id", "name", "title", "rank", "place"))


def _participant(number: int) -> tuple[HeaderField, ...]:
    name = message("Participant {number}: name", number=number + 1)
    rank = message("Participant {number}: rank", number=number + 1)
    return (
        HeaderField(f"{PARTICIPANTS}.{number}.name", name, f"side{number}"),
        HeaderField(f"{PARTICIPANTS}.{number}.rank", rank, f"rank{number}"),
    )


FIELDS: tuple[HeaderField, ...] = (
    HeaderField("info.name", message("Name of the game"), "title"),
    HeaderField("info.time", message("Beginning (UTC)"), "date"),
    HeaderField("info.place", message("Place"), "place"),
    *_participant(0),
    *_participant(1),
    HeaderField(f"{PLAYERS}.0.participant", message("Player {number}", number=1)),
    HeaderField("info.rules.type", message("Rules"), "", _RULES, kind="rules"),
    HeaderField("info.rules.scoring", message("Scoring"), "", _SCORING, kind="scoring"),
    HeaderField("info.rules.komi", message("Komi"), kind="komi"),
    HeaderField("info.result.winner", message("Winner"), "result", _WINNERS),
    HeaderField("info.result.margin", message("Margin")),
    HeaderField("info.id", message("Identifier")),
    HeaderField("info.domain", message("Domain of the identifier")),
)
LISTS: tuple[HeaderList, ...] = (
    HeaderList(
        PARTICIPANTS,
        message("Participant {number}", number=1),
        message("Another participant…"),
        (
            HeaderField("name", message("Name")),
            HeaderField("rank", message("Rank")),
            HeaderField("title", message("Title")),
            HeaderField("id", message("Identifier")),
            HeaderField("domain", message("Domain")),
        ),
    ),
    HeaderList(
        PLAYERS,
        message("Player {number}", number=1),
        message("Another player…"),
        (
            HeaderField("participant", message("Participant"), refers=PARTICIPANTS),
            HeaderField("color", message("Colour"), "", COLOURS),
        ),
        ordered=False,
    ),
)
FACETS = frozenset((TITLE, PROBLEM, MOMENT, ACTOR))
STEPS = ("takeback", "message", "result", "mark")
GLYPHS: Mapping[int, Message] = MappingProxyType(
    {
        1: message("good"),
        2: message("bad"),
        5: message("controversial"),
        6: message("trick: bad for who plays it, if answered rightly"),
    }
)


def meaning(key: str, value: str) -> Message | None:
    """What a winner, a colour or a choice means."""
    if re.match(r"info\.players\.\d+\.color\Z", key):
        return COLOURS.get(value)
    field = next((field for field in FIELDS if field.key == key), None)
    return None if field is None or field.choices is None else field.choices.get(value)


def fault(key: str, value: str, headers: Sequence[Header]) -> Message | None:
    """What the specification has against a value, with its paragraph."""
    last = key.rpartition(".")[2]
    if key == "info.time":
        if not _TIME.match(value):
            return message(
                "A beginning is written 2011-09-05T18:35Z, with seconds or not (3.10.2)."
            )
    elif key == "info.rules.komi":
        if not _is_step(value, 0, 10, True):
            return message("Komi is from 0 to 9.5, in steps of a half (3.10.1).")
    elif key == "info.result.margin":
        if not _is_step(value, 0, 512, False):
            return message("A margin is from 0.5 to 511.5, in steps of a half (3.8).")
    elif last == "participant" and key.startswith(PLAYERS):
        if not _is_there(value, headers):
            return message("There is no participant of this number (3.7).")
    elif last in _TEXTS and (len(value) > _LONGEST or "\n" in value or "\r" in value):
        return message("This text is one line of 128 characters at most (3.4).")
    return _not_offered(key, value)


def _not_offered(key: str, value: str) -> Message | None:
    choices = next((field.choices for field in FIELDS if field.key == key), None)
    if choices is not None and value not in choices:
        listed = ", ".join(choices)
        return message("The specification knows {values} only.", values=listed)
    return None


def _is_step(text: str, low: int, high: int, with_low: bool) -> bool:
    if not _NUMBER.match(text):
        return False
    number = Fraction(text)
    return (low < number or (with_low and number == low)) and number < high and number * 2 % 1 == 0


def _is_there(value: str, headers: Sequence[Header]) -> bool:
    if not value.isdecimal():
        return False
    least = int(value[:9])
    for key, _ in headers:
        if key.startswith(PARTICIPANTS + "."):
            number = key[len(PARTICIPANTS) + 1 :].partition(".")[0]
            if number.isdecimal() and int(number[:9]) >= least:
                return True
    return False
