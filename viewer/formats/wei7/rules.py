"""The grammar of wei7 3.0, second draft: what single values may be, faults, the most frequent patterns.

The specification's "at most" means that an object may have no other members.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode
from viewer.formats.kit.json.style import in_halves, number_of, whole_number
from viewer.formats.kit.json.tape import KEY, OBJECT, STRING, WORD, Grammar, JsonFault, Shape, Tape
from viewer.formats.kit.json.tape import parse as parse_json
from viewer.tree.diagnostic import Diagnostic, Severity

Check = Callable[[str, "Size"], bool]


class Size(NamedTuple):
    """The limits for values: the size of the board, and the number of participants."""

    width: int
    height: int
    participants: int


NO_SIZE = Size(0, 0, 100)
"""For checks in which the board and the participants don't matter."""


class Scalar(NamedTuple):
    """The rule of a value that contains no others.

    Attributes:
        paragraph: the paragraph of the specification.
        kind: STRING or WORD.
        good: the check: whether a text is allowed, given a Size.
        words: a description of the allowed values.
    """

    paragraph: str
    kind: int
    good: Check
    words: Message


class ObjectRule(NamedTuple):
    """The rule of an object: its paragraph, the rules of its members by name, the required members."""

    paragraph: str
    members: dict[str, str]
    needed: tuple[str, ...] = ()


class ArrayRule(NamedTuple):
    """The rule of an array: its paragraph and the rule of its items."""

    paragraph: str
    items: str


def _whole(text: str, low: int, below: int) -> bool:
    number = whole_number(text, below)
    return number is not None and number >= low


def _number(text: str, low: int, below: int, halves: bool, above: bool = False) -> bool:
    value = number_of(text)
    if value is None:
        return False
    fits = low < value < below if above else low <= value < below
    return fits and (not halves or in_halves(value))


def _is_positive(text: str) -> bool:
    """Whether a text is a whole number above 0, of any size."""
    value = number_of(text)
    return value is not None and value >= 1 and value == value.to_integral_value()


def _is_moment(text: str) -> bool:
    """Whether a text is a valid date and time in one of the three forms; a leap second must end a day."""
    found = _MOMENT.match(text)
    if found is None:
        return False
    year, month, day = (int(found[number]) for number in (1, 2, 3))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    last = 29 if month == 2 and leap else _DAYS[month - 1]
    return day <= last and (found[5] != "60" or found[4] == "23:59")


_MOMENT = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T((?:[01][0-9]|2[0-3]):[0-5][0-9])(?::([0-5][0-9]|60)(?:\.[0-9]{1,9})?)?Z\Z"
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
SYMBOL = re.compile(r"[a-zA-Z0-9@#$%&*?]\Z")


def _one_of(*values: str) -> Check:
    return lambda text, size: text in values


_LINE = message("a text of one line, 128 characters at most")
_TEXT = message("a text")

RULES: Final[dict[str, Scalar | ObjectRule | ArrayRule]] = {
    "root": ObjectRule(
        "3.2",
        {"format": "format", "version": "version", "size": "size", "info": "info", "tree": "tree"},
        ("format", "version", "tree"),
    ),
    "format": Scalar("3.2", STRING, _one_of("wei7"), message("“wei7”")),
    "version": Scalar("3.2", STRING, _one_of("3.0"), message("“3.0”")),
    "lines": Scalar(
        "3.9",
        WORD,
        lambda text, size: _is_positive(text),
        message("a whole number above 0"),
    ),
    "rectangle": ObjectRule("3.9", {"width": "lines", "height": "lines"}, ("width", "height")),
    "info": ObjectRule(
        "3.10",
        {
            "domain": "short-string",
            "id": "short-string",
            "name": "short-string",
            "rules": "rules",
            "time": "start-time",
            "place": "place",
            "participants": "participants",
            "players": "players",
            "result": "result",
        },
    ),
    "short-string": Scalar("3.10.6", STRING, lambda text, size: _is_short(text), _LINE),
    "place": Scalar("3.10.3", STRING, lambda text, size: _is_short(text), _LINE),
    "rules": ObjectRule("3.10.1", {"scoring": "scoring", "komi": "komi", "type": "type"}),
    "scoring": Scalar(
        "3.10.1", STRING, _one_of("area", "territory"), message("“area” or “territory”")
    ),
    "komi": Scalar(
        "3.10.1",
        WORD,
        lambda text, size: _number(text, 0, 10, True),
        message("a number from 0 to below 10, in halves"),
    ),
    "type": Scalar(
        "3.10.1",
        STRING,
        _one_of("Chinese", "Japanese", "Korean"),
        message("“Chinese”, “Japanese” or “Korean”"),
    ),
    "start-time": Scalar(
        "3.10.2",
        STRING,
        lambda text, size: _is_moment(text),
        message("a moment of the calendar in UTC as 2013-03-21T03:21Z, with or without seconds"),
    ),
    "participants": ArrayRule("3.10.4", "participant"),
    "participant": ObjectRule(
        "3.10.4", dict.fromkeys(("domain", "id", "name", "title", "rank"), "short-string")
    ),
    "players": ArrayRule("3.10.7", "player"),
    "player": ObjectRule(
        "3.10.7", {"participant": "participant-index", "color": "color"}, ("participant",)
    ),
    "participant-index": Scalar(
        "3.7",
        WORD,
        lambda text, size: _whole(text, 0, size.participants),
        message("the number of a participant, from 0"),
    ),
    "color": Scalar("3.5", WORD, lambda text, size: _whole(text, 1, 3), message("1 or 2")),
    "result": ObjectRule("3.8", {"winner": "winner", "margin": "margin"}, ("winner",)),
    "winner": Scalar(
        "3.8",
        WORD,
        lambda text, size: text == "null" or _whole(text, 1, 3),
        message("1, 2 or null"),
    ),
    "margin": Scalar(
        "3.8",
        WORD,
        lambda text, size: _number(text, 0, 512, True, above=True),
        message("a number above 0 and below 512, in halves"),
    ),
    "tree": ObjectRule(
        "3.16", {"title": "title", "pre": "pre", "steps": "steps", "branches": "branches"}
    ),
    "title": Scalar("3.16.1", STRING, lambda text, size: True, _TEXT),
    "pre": ObjectRule(
        "3.16.2", {"stones": "stones", "problem": "problem", "marks": "marks", "comment": "comment"}
    ),
    "stones": ArrayRule("3.16.2.1", "stone"),
    "stone": ObjectRule("3.16.2.1", {"color": "color", "point": "point"}, ("color", "point")),
    "point": ObjectRule("3.6", {"x": "x", "y": "y"}, ("x", "y")),
    "x": Scalar(
        "3.6",
        WORD,
        lambda text, size: _whole(text, 0, size.width),
        message("a column of the board, from 0"),
    ),
    "y": Scalar(
        "3.6",
        WORD,
        lambda text, size: _whole(text, 0, size.height),
        message("a row of the board, from 0"),
    ),
    "problem": ObjectRule("3.15", {"color": "color"}, ("color",)),
    "marks": ArrayRule("3.13", "mark"),
    "mark": ObjectRule("3.12", {"point": "point", "symbol": "symbol"}, ("point", "symbol")),
    "symbol": Scalar(
        "3.12",
        STRING,
        lambda text, size: SYMBOL.match(text) is not None,
        message("one character of a-z, A-Z, 0-9, @#$%&*?"),
    ),
    "comment": Scalar("3.11", STRING, lambda text, size: True, _TEXT),
    "steps": ArrayRule("3.16.3", "step"),
    "step": ObjectRule(
        "3.16.3",
        {
            "time": "time",
            "action": "action",
            "actor": "participant-index",
            "marks": "marks",
            "comment": "comment",
        },
        ("action",),
    ),
    "time": Scalar(
        "3.14",
        WORD,
        lambda text, size: _number(text, 0, 86400, False),
        message("seconds from 0 to below 86400"),
    ),
    "branches": ArrayRule("3.16.4", "tree"),
    "action": ObjectRule("3.16.3.2", {"type": "action-type"}, ("type", "value")),
    "action-type": Scalar(
        "3.16.3.2",
        STRING,
        _one_of("move", "takeback", "mark", "message", "result"),
        message("“move”, “takeback”, “mark”, “message” or “result”"),
    ),
    "move": ObjectRule(
        "3.16.3.2.1",
        {"color": "color", "point": "point", "evaluation": "evaluation", "problem": "problem"},
        ("color", "point"),
    ),
    "evaluation": Scalar(
        "3.16.3.2.1.3",
        STRING,
        _one_of("bad", "good", "trick", "controversial"),
        message("“bad”, “good”, “trick” or “controversial”"),
    ),
    "takeback": Scalar(
        "3.16.3.2.2",
        WORD,
        lambda text, size: _is_positive(text),
        message("a whole number above 0"),
    ),
    "message": Scalar("3.11", STRING, lambda text, size: True, _TEXT),
}


def _is_short(text: str) -> bool:
    return len(text) <= 128 and len(text.splitlines()) <= 1 and not text.endswith(("\n", "\r"))


@lru_cache(maxsize=512)
def header_rule(key: str) -> Scalar | None:
    """The rule of a header by its key (`info.rules.komi`), None if wei7 has no such header."""
    name, *names = key.split(".")
    rule = RULES["info"] if name == "info" else None
    for name in names:
        if isinstance(rule, ObjectRule):
            rule = RULES[rule.members[name]] if name in rule.members else None
        elif isinstance(rule, ArrayRule) and _INDEX.match(name):
            rule = RULES[rule.items]
        else:
            rule = None
    return rule if isinstance(rule, Scalar) else None


def is_good_header(rule: Scalar, text: str) -> bool:
    """Whether a header's text follows its rule; a participant's number needn't exist, but be below 100."""
    return rule.good(text, NO_SIZE)


_INDEX = re.compile(r"(?:0|[1-9][0-9]?)\Z")


# ------------------------------------------------------------------------------------------- faults


class Fault(NamedTuple):
    """A fault in a file: its offset in characters, its path of names and numbers, the id of its node."""

    severity: Severity
    code: str
    words: Message
    at: int
    path: str = ""
    node: int | None = None


def diagnostics_of(text: str, faults: Sequence[Fault]) -> list[Diagnostic]:
    """The diagnostics of faults, in the order of the text. Goes through the text once."""
    out: list[Diagnostic] = []
    at = offset = 0
    line, begin = 1, 0
    for one in sorted(faults, key=lambda one: one.at):
        offset += len(encode(text[at : one.at], UTF8))
        lines = text.count("\n", at, one.at)
        if lines:
            line += lines
            begin = text.rfind("\n", at, one.at) + 1
        at = one.at
        column = at - begin + 1
        place = message("Line {line}, column {column}", line=line, column=column)
        # From a long line, only the part around the fault.
        first = begin if column <= 50 else at - 30
        stretch = text[first : first + 60].split("\n", 1)[0].strip()
        if one.path:
            words = message(
                "{what} {place}, at {path}: {text}",
                what=one.words,
                place=place,
                path=one.path,
                text=stretch,
            )
        else:
            words = message("{what} {place}: {text}", what=one.words, place=place, text=stretch)
        out.append(Diagnostic(one.severity, one.code, words, 0, one.node, offset, line, column))
    return out


# -------------------------------------------------------------------------------- frequent patterns

_POINT = r'\{~("x")~:~(0|[1-9][0-9]{0,5})~,~("y")~:~(0|[1-9][0-9]{0,5})~\}'
_MOVE = (
    r'\{~("type")~:~("move")~,~("value")~:~(\{~("color")~:~([12])~,~("point")~:~('
    + _POINT
    + r")~\})~\}"
)
_STEP = r'\{~("action")~:~(' + _MOVE + r")~\}"
_POINT_KINDS = bytes((OBJECT, KEY, WORD, KEY, WORD))
_MOVE_KINDS = bytes((OBJECT, KEY, STRING, KEY, OBJECT, KEY, WORD, KEY, *_POINT_KINDS))
_MOVE_AFTER = (13, 2, 3, 4, 13, 6, 7, 8, 13, 10, 11, 12, 13)
_GRAMMAR = Grammar(
    Shape(_POINT, _POINT_KINDS, (5, 2, 3, 4, 5)),
    Shape(_STEP, bytes((OBJECT, KEY)) + _MOVE_KINDS, (15, 2, *(by + 2 for by in _MOVE_AFTER))),
    Shape(_MOVE, _MOVE_KINDS, _MOVE_AFTER),
)


def parse(text: str, most: int = 1000) -> tuple[Tape, list[JsonFault]]:
    """Parse a text: its values, and up to `most` faults. Linear, without recursion."""
    return parse_json(text, most, _GRAMMAR)
