"""Checking the tag pairs of a PGN game and the Seven Tag Roster (sections 7 and 8.1 of the standard)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.formats.kit.breach import Breach
from viewer.formats.kit.roster import ROSTER
from viewer.formats.pgn.read.tags import Tag, unescaped
from viewer.formats.pgn.standard.strict_lexis import utf8_text
from viewer.formats.pgn.standard.strict_tags import A_DATE, about_tag, is_date
from viewer.tree.diagnostic import Severity

TOKEN = 255
"""Characters of a string or symbol (7)."""
MARKERS = (b"1-0", b"0-1", b"1/2-1/2", b"*")

_NAME = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_]*")
_LONE_BACKSLASH = re.compile(rb'(?<!\\)(?:\\\\)*\\(?!["\\])')
_ROUND = re.compile(r"[0-9]+(?:\.[0-9]+)*|[-?]")
_COMMA = re.compile(r",(?! )")
_INITIAL = re.compile(r"(?<=[ ,])[A-Z](?![\w.'’-])")
_RARE = re.compile(rb"[\\\t\v]")
_SECTIONS = {name.encode(): f"8.1.1.{number}" for number, name in enumerate(ROSTER, 1)}


def pair_breaches(data: bytes, tags: Sequence[Tag], odd: Sequence[int]) -> Iterator[Breach]:
    """The breaches in a game's tag pairs, whatever their names, and in the values of the roster.

    `odd` has the offsets of what stands among them in brackets and is no tag.
    """
    for at in odd:
        yield Breach(at, "8.1", message("A tag pair is [, a name, a value in quotes, ]."), "tag")
    seen: set[bytes] = set()
    for tag in tags:
        yield from _pair(data, tag)
        if tag.name in seen:
            words = message("The tag {name} is there twice.", name=tag.name.decode("ascii"))
            yield Breach(tag.start, "8.1", words, "tag-repeated")
        seen.add(tag.name)
        if tag.name in _SECTIONS:
            yield from _value(tag, _text(data[tag.value_start : tag.value_end], tag.whole))
    missing = [name for name in ROSTER if name.encode() not in seen]
    if missing:
        words = message("The roster lacks: {names}", names=", ".join(missing))
        yield Breach(0, "8.1.1", words, "roster", Severity.INFO)


def _text(raw: bytes, whole: bool) -> str:
    text = utf8_text(raw)
    text = raw.decode("latin-1") if text is None else text
    return unescaped(text) if whole else text


@lru_cache(maxsize=1000)
def _is_plain(name: bytes) -> bool:
    """Whether there is nothing to say of a tag's name."""
    fit = _NAME.fullmatch(name) is not None and len(name) <= TOKEN
    return fit and name[:1].decode("ascii").isupper()


def _pair(data: bytes, tag: Tag) -> Iterator[Breach]:
    raw = data[tag.value_start : tag.value_end]
    if tag.whole and len(raw) <= TOKEN and not _RARE.search(raw) and _is_plain(tag.name):
        return
    name = tag.name.decode("ascii")
    if not tag.whole:
        words = message("The tag {name} isn't well formed.", name=name)
        yield Breach(tag.start, "8.1", words, "tag")
    elif _LONE_BACKSLASH.search(raw):
        words = message("A backslash in a value is written twice.")
        yield Breach(tag.value_start, "7", words, "string-escape")
    if len(raw) > TOKEN and len(_text(raw, tag.whole)) > TOKEN:
        words = message("The value has more than {most} characters.", most=TOKEN)
        yield Breach(tag.value_start, "7", words, "string-length")
    if b"\t" in raw or b"\v" in raw:
        words = message("A value can't have tab characters.")
        yield Breach(tag.value_start, "4.2", words, "string-tab")
    if len(tag.name) > TOKEN:
        words = message("The name has more than {most} characters.", most=TOKEN)
        yield Breach(tag.start, "7", words, "symbol-length")
    if not _NAME.fullmatch(tag.name):
        words = message("A tag is named with letters, digits and underscores.")
        yield Breach(tag.start, "8.1", words, "tag-name")
    elif not name[0].isupper():
        words = message("In archives the name of a tag begins with a capital letter.")
        yield Breach(tag.start, "8.1", words, "tag-case", Severity.INFO)


# ------------------------------------------------------------------------------------ the roster


def _value(tag: Tag, value: str) -> Iterator[Breach]:
    section = _SECTIONS[tag.name]
    if tag.name == b"Date":
        if not is_date(value):
            words = about_tag(tag.name, value, A_DATE)
            yield Breach(tag.value_start, section, words, "date")
        return
    if tag.name == b"Result":
        if value.encode() not in MARKERS:
            words = message("Result is 1-0, 0-1, 1/2-1/2 or *.")
            yield Breach(tag.start, section, words, "result")
        return
    for code, words in _advised(tag.name, value):
        yield Breach(tag.value_start, section, words, code, Severity.INFO)


@lru_cache(maxsize=4000)
def _advised(name: bytes, value: str) -> tuple[tuple[str, Message], ...]:
    """`_advice`, remembered: the same names and places stand in many games of a file."""
    return tuple(_advice(name, value))


def _advice(name: bytes, value: str) -> Iterator[tuple[str, Message]]:
    """What the standard says a value should be."""
    player = name in (b"White", b"Black")
    items = value.split(":") if player else [value]
    if any(not item.strip("? ") and item != "?" for item in items):
        yield "unknown-value", message("What isn't known is a single question mark.")
    elif name == b"Round" and not _ROUND.fullmatch(value):
        yield "round", message("A round is a number, numbers divided by periods, - or ?.")
    elif not player and ":" in value:
        yield "colon", message("A colon divides items; it should not stand elsewhere.")
    if player:
        for code, fits, words in _OF_PLAYERS:
            if not fits(items):
                yield code, words


def _has_initials(items: Sequence[str]) -> bool:
    """Whether the initials behind the comma of each name have periods."""
    return not any(_INITIAL.search(item, item.index(",")) for item in items if "," in item)


_OF_PLAYERS: tuple[tuple[str, Callable[[Sequence[str]], bool], Message], ...] = (
    (
        "player-comma",
        lambda items: not any(map(_COMMA.search, items)),
        message("A space follows the comma in a name."),
    ),
    ("player-initial", _has_initials, message("A period follows an initial.")),
    (
        "player-order",
        lambda items: list(items) == sorted(items),
        message("Several players are in alphabetical order."),
    ),
)
