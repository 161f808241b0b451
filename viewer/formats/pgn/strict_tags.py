"""Checking the characters and lines of a PGN game, and the values of its supplemental tags."""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import CP1252, UTF8
from viewer.formats.kit.findings import Breach, fen_faults
from viewer.formats.pgn.kinds import Tag, unescaped
from viewer.games.chess.boards import is_chess, is_chess960
from viewer.tree.diagnostic import Severity

# ---------------------------------------------------------- Characters and lines (sections 4 and 7)


BOM = b"\xef\xbb\xbf"
LINE = 255
"""Characters of a line, with its end (4.3)."""
_PRINTING = 79  # characters of a line that no editor has difficulties with

_WHOLE_LINE = re.compile(rb"[^\n\r]{%d,}(?:\r\n|\n|\r|\Z)" % (LINE - 1))
_LONG = re.compile(rb"[^\n\r]{%d,}" % (_PRINTING + 1))
_CONTROL = re.compile(rb"[\x00-\x08\x0c\x0e-\x1f]")
_UNUSED = re.compile(rb"[\x7f-\x9f]")
_UNUSED_TEXT = re.compile(r"[\x7f-\x9f]")
_DISCOURAGED = re.compile(rb"[\xa0-\xbf]")
_DISCOURAGED_TEXT = re.compile(r"[\xa0-\xbf]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def lexis_breaches(data: bytes) -> Iterator[Breach]:
    """The breaches by characters and lines of a game's bytes, in Latin-1 or UTF-8."""
    text = utf8_text(data)
    yield from _lines(data, text is not None)
    for found in _CONTROL.finditer(data):
        words = message("The control code {code} is not allowed.", code=f"{found.group()[0]:02X}")
        yield Breach(found.start(), "4.1", words, "control")
    if text is None:
        yield from _codes(data)
    elif len(text) < len(data) or b"\x7f" in data:
        yield from _characters(text)


def foreign_encoding(data: bytes, codec: str | None = None) -> Breach | None:
    """The breach of a game in an encoding that the standard doesn't have, at its first such character.

    `codec` is that of the text if it isn't UTF-8, None for any that the standard has.
    """
    if data.startswith(BOM):
        return _in(UTF8, 0)
    found = _BEYOND_ASCII.search(data)
    if found is None:
        return None
    if utf8_text(data) is not None:
        return _in(UTF8, found.start())
    return None if codec in (None, UTF8, CP1252) else _in(str(codec), found.start())


def _in(codec: str, at: int) -> Breach:
    words = message("The text is in {encoding}; the standard has Latin-1.", encoding=codec.upper())
    return Breach(at, "4.1", words, "encoding", Severity.INFO)


def utf8_text(data: bytes) -> str | None:
    """The text of bytes in ASCII or UTF-8; None if they are in neither."""
    try:
        return data.decode(UTF8)
    except UnicodeDecodeError:
        return None


def _lines(data: bytes, utf8: bool) -> Iterator[Breach]:
    if max(map(len, data.splitlines()), default=0) <= _PRINTING:
        return
    too_long = -1  # where the first such line begins
    for found in _WHOLE_LINE.finditer(data):
        line = found.group()
        if (len(line.decode(UTF8)) if utf8 else len(line)) > LINE:
            too_long = found.start() if too_long < 0 else too_long
            words = message("The line has more than {most} characters.", most=LINE)
            yield Breach(found.start(), "4.3", words, "line-length")
    for found in _LONG.finditer(data):
        line = found.group()
        if not line.startswith(b"[") and len(line.decode(UTF8) if utf8 else line) > _PRINTING:
            if found.start() != too_long:
                words = message("Lines of 80 characters and more are discouraged.")
                yield Breach(found.start(), "4.3", words, "long-line", Severity.INFO)
            return


def _codes(data: bytes) -> Iterator[Breach]:
    """What is wrong with bytes of Latin-1; each code is told once."""
    told: set[bytes] = set()
    for found in _UNUSED.finditer(data):
        code = found.group()
        if code not in told:
            told.add(code)
            yield _unused(found.start(), code[0])
    discouraged = _DISCOURAGED.search(data)
    if discouraged is not None:
        yield _discouraged(discouraged.start(), discouraged.group()[0])


def _characters(text: str) -> Iterator[Breach]:
    """The same for a text that was in UTF-8."""
    unused = _UNUSED_TEXT.search(text)
    if unused is not None:
        yield _unused(len(text[: unused.start()].encode(UTF8)), ord(unused.group()))
    discouraged = _DISCOURAGED_TEXT.search(text)
    if discouraged is not None:
        place = len(text[: discouraged.start()].encode(UTF8))
        yield _discouraged(place, ord(discouraged.group()))


def _unused(at: int, code: int) -> Breach:
    words = message("The character code {code} is not used in PGN.", code=f"{code:02X}")
    return Breach(at, "4.1", words, "unused-code")


def _discouraged(at: int, code: int) -> Breach:
    words = message("The character code {code} is discouraged.", code=f"{code:02X}")
    return Breach(at, "4.1", words, "discouraged-code", Severity.INFO)


# ----------- Checking the values of the supplemental tags (sections 9 and 16.1 of the PGN standard)
#
# Values that the standard leaves to people (names, towns, openings, modes) aren't checked.


_INTEGER = re.compile(r"[0-9]+")
_RATING = re.compile(r"[0-9]+|-")
_ECO = re.compile(r"[A-E][0-9][0-9](/[0-9][0-9])?")
_DATE = re.compile(r"([0-9?]{4})\.([0-9?]{2})\.([0-9?]{2})")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)  # of months
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]|[0-2]\?|\?[0-9]|\?\?):(?:[0-5?][0-9?]):(?:[0-5?][0-9?])")
_POSITIVE = r"0*[1-9][0-9]*"
_PERIOD = re.compile(rf"{_POSITIVE}/{_POSITIVE}")
_ANY_PLACE = re.compile(rf"\?|-|{_PERIOD.pattern}")
_LAST_ONLY = re.compile(rf"{_POSITIVE}|{_POSITIVE}\+{_POSITIVE}|\*{_POSITIVE}")
# FIDE's titles, with those that are honorary and those of its arena.
_TITLE = re.compile(r"H?W?GM|W?[IFC]M|A[GIFC]M|-")
_TERMINATIONS = (
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated",
)
_SHOWN = 40  # characters of a value
_FEN_SECTIONS = ("16.1.3.1", "16.1.3.2", "16.1.3.3", "16.1.3.4", "16.1.3.5", "16.1.3.6")


class _Rule(NamedTuple):
    """What a tag's value has to be.

    Attributes:
        section: of the standard.
        code: of the breach.
        fits: whether a value, or a field of it, is right.
        words: what it has to be.
        fields: whether there is a field for each player of a side.
    """

    section: str
    code: str
    fits: Callable[[str], object]
    words: Message
    fields: bool = False


@lru_cache(maxsize=1000)
def is_date(value: str) -> bool:
    """Whether a value is a date as PGN has it (8.1.1.3), ? for unknown digits, and there is such a day."""
    found = _DATE.fullmatch(value)
    if found is None:
        return False
    year, month, day = found.groups()
    if (year + month + day).isdigit():
        known = 1 <= int(month) <= 12
        leap = known and int(month) == 2 and isleap(int(year))
        return known and 1 <= int(day) <= _DAYS[int(month) - 1] - (int(month) == 2 and not leap)
    for number, days in enumerate(_DAYS, 1):
        if _can_be(month, number):
            short = number == 2 and year.isdigit() and not isleap(int(year))
            if any(_can_be(day, each) for each in range(1, days + 1 - short)):
                return True
    return False


def _can_be(digits: str, number: int) -> bool:
    """Whether two digits, which may be unknown, can stand for a number."""
    pairs = zip(digits, f"{number:02}", strict=True)
    return all(digit in ("?", wanted) for digit, wanted in pairs)


def _fits_time_control(value: str) -> bool:
    *before, last = value.split(":")
    return all(map(_ANY_PLACE.fullmatch, before)) and bool(
        _ANY_PLACE.fullmatch(last) or _LAST_ONLY.fullmatch(last)
    )


def _both(name: str, rule: _Rule) -> dict[bytes, _Rule]:
    return {f"{side}{name}".encode(): rule._replace(fields=True) for side in ("White", "Black")}


_ELO = message("A rating is an integer, or - for a player without one.")
A_DATE = message("A date is YYYY.MM.DD and exists; ? stands for a digit that isn't known.")
_CLOCK_TIME = message("A time of day is HH:MM:SS.")

_RULES: Mapping[bytes, _Rule] = {
    **_both(
        "Title",
        _Rule(
            "9.1.1",
            "title",
            _TITLE.fullmatch,
            message("A title is an abbreviation of FIDE (GM, IM, FM …), or - for none."),
        ),
    ),
    **_both("Elo", _Rule("9.1.2", "rating", _RATING.fullmatch, _ELO)),
    **_both("USCF", _Rule("9.1.3", "rating", _RATING.fullmatch, _ELO)),
    **_both(
        "Type",
        _Rule(
            "9.1.5",
            "player-type",
            ("human", "program").__contains__,
            message("The type of a player is human or program."),
        ),
    ),
    **_both("NA", _Rule("9.1.4", "address", bool, message("A player without an address has a -."))),
    b"EventDate": _Rule("9.2.1", "date", is_date, A_DATE),
    b"UTCDate": _Rule("9.5.3", "date", is_date, A_DATE),
    b"Board": _Rule("9.2.5", "board", _INTEGER.fullmatch, message("A board is a number.")),
    b"ECO": _Rule(
        "9.4.1", "eco", _ECO.fullmatch, message("An ECO code is like B42 or B42/10, from A to E.")
    ),
    b"Time": _Rule("9.5.1", "time", _TIME.fullmatch, _CLOCK_TIME),
    b"UTCTime": _Rule("9.5.2", "time", _TIME.fullmatch, _CLOCK_TIME),
    b"TimeControl": _Rule(
        "9.6.1",
        "time-control",
        _fits_time_control,
        message("A time control is like 40/9000:3600, 300, 4500+60, *180, ? or -; no number is 0."),
    ),
    b"Termination": _Rule(
        "9.8.1",
        "termination",
        _TERMINATIONS.__contains__,
        message("Termination is one of: {words}.", words=", ".join(_TERMINATIONS)),
    ),
}


def tag_breaches(data: bytes, tags: Sequence[Tag], plies: int | None) -> Iterator[Breach]:
    """The breaches in the values of a game's tags; `plies` of its main line, None if unknown."""
    first = {tag.name: tag for tag in reversed(tags)}
    values = {name: _value(data, tag) for name, tag in first.items()}
    for name, tag in first.items():
        value, rule = values[name], _RULES.get(name)
        if rule is not None:
            yield from _by_rule(rule, value, tag, values.get(name[:5], ""))
        elif name == b"PlyCount":
            yield from _ply_count(value, tag, plies)
    yield from _start(first, values)


def _value(data: bytes, tag: Tag) -> str:
    value = data[tag.value_start : tag.value_end].decode("latin-1")
    return unescaped(value) if tag.whole else value


def _by_rule(rule: _Rule, value: str, tag: Tag, players: str) -> Iterator[Breach]:
    wanted = players.count(":") + 1 if rule.fields else 1
    fields = value.split(":") if wanted > 1 else [value]
    if len(fields) != wanted:
        words = message("There is a field for each player: {count}.", count=wanted)
        yield Breach(tag.value_start, "9.1", words, "player-fields")
    elif not all(map(rule.fits, fields)):
        words = about_tag(tag.name, value, rule.words)
        yield Breach(tag.value_start, rule.section, words, rule.code)


def about_tag(name: bytes, value: str, words: Message) -> Message:
    """A sentence about a tag's value, with both ahead."""
    shown = value if len(value) <= _SHOWN else value[:_SHOWN] + "…"
    return message(
        "{tag} “{value}”: {why}", tag=name.decode("latin-1")[:_SHOWN], value=shown, why=words
    )


def _ply_count(value: str, tag: Tag, plies: int | None) -> Iterator[Breach]:
    if not _INTEGER.fullmatch(value):
        words = message("PlyCount is a number.")
        yield Breach(tag.value_start, "9.9.3", words, "ply-count")
    elif plies is not None and value.lstrip("0") != str(plies or ""):
        words = message("The game has {count} plies.", count=plies)
        yield Breach(tag.value_start, "9.9.3", words, "ply-count")


# ------------------------------------------------------------------------------------- the start


def _start(first: Mapping[bytes, Tag], values: Mapping[bytes, str]) -> Iterator[Breach]:
    set_up, fen = first.get(b"SetUp"), first.get(b"FEN")
    if set_up is not None and values[b"SetUp"] not in ("0", "1"):
        yield Breach(set_up.start, "9.7.1", message("SetUp is 0 or 1."), "setup")
    if set_up is not None and values[b"SetUp"] == "1" and fen is None:
        words = message("With a SetUp of 1 there has to be a FEN.")
        yield Breach(set_up.start, "9.7.2", words, "setup-without-fen")
    if fen is None:
        return
    if values.get(b"SetUp") == "0":
        words = message("With a SetUp of 0 the game starts from the usual array, whatever the FEN.")
        yield Breach(fen.value_start, "9.7.1", words, "setup-zero")
    elif set_up is None:
        words = message("With FEN there has to be a SetUp of 1.")
        yield Breach(fen.start, "9.7.1", words, "fen-without-setup")
    variant = values.get(b"Variant", "")
    if is_chess(variant) or is_chess960(variant):
        yield from _fen(fen, values[b"FEN"], is_chess960(variant))


def _fen(tag: Tag, value: str, chess960: bool) -> Iterator[Breach]:
    fields = value.split(" ")
    if len(fields) != 6 or "" in fields or not value.isascii():
        words = message("A FEN has six fields of ASCII, divided by single blanks.")
        yield Breach(tag.value_start, "16.1.3", words, "fen-fields")
    for fault in fen_faults(value.split(), chess960):
        section = _FEN_SECTIONS[fault.field]
        yield Breach(tag.value_start, section, fault.words, f"fen-{fault.code}")
