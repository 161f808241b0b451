"""Words that formats of shogi share: ends, times, dates, time limits; headers under KIF's names and CSA's."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from viewer.base.named import NamedTuple
from viewer.formats import FORMATS
from viewer.formats.kit.foreign import by_roles
from viewer.games.shogi.names import (
    FOUL_WIN,
    SPELLINGS,
    end_meaning,
    handicap_of,
    spelled,
    start_named,
)
from viewer.games.shogi.position import BLACK, Position, position_of
from viewer.tree.action import Action, Setup, Terminal
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# A sealed move is a special interruption, so it is read back as an interruption.
_NARROWER = {"封じ手": "中断"}
_HANDICAP = "手合割"
_CSA_WORD = re.compile(r"[+-]?[A-Z][A-Z0-9_]*")
_ELAPSED = re.compile(r"([0-9]{1,6}):([0-5][0-9]):([0-5][0-9])(\.[0-9]{1,9})?")
_SECONDS = re.compile(r"([0-9]{1,9})(\.[0-9]{0,9})?")

KIF_KEYS: Mapping[str, str] = {
    "先手": "N+",
    "下手": "N+",
    "後手": "N-",
    "上手": "N-",
    "棋戦": "$EVENT",
    "場所": "$SITE",
    "対局日": "$START_TIME",
    "開始日時": "$START_TIME",
    "終了日時": "$END_TIME",
    "持ち時間": "$TIME_LIMIT",
    "戦型": "$OPENING",
    "備考": "$NOTE",
}
"""CSA's headers by the keys of the equivalent headers of KIF; of two for one, the usual one is last."""
CSA_KEYS: Mapping[str, str] = {"N+": "先手", "N-": "後手"} | {
    csa: kif for kif, csa in KIF_KEYS.items() if csa.startswith("$")
}


def renamed(headers: Iterable[Header], names: Mapping[str, str]) -> tuple[Header, ...]:
    """The headers renamed, except those whose new name is taken; of two for one the last in `names` is."""
    headers = tuple(headers)
    there = {header.key for header in headers}
    chosen = {own: key for key, own in names.items() if key in there}
    out: list[Header] = []
    for key, value in headers:
        own = names.get(key)
        if own is not None and own not in there and chosen[own] == key:
            there.add(own)
            key = own
        out.append(Header(key, value))
    return tuple(out)


def beside_start(headers: Iterable[Header], start: Position) -> list[Header]:
    """The headers without a handicap's name (手合割) if that is the name of the start."""
    return [
        header
        for header in headers
        if header.key != _HANDICAP or not start.numbered(1).same(start_named(header.value))
    ]


def csa_end(word: str, side: int) -> str | None:
    """CSA's word for an end by the side to move, without `%`; None if it has none."""
    if _CSA_WORD.fullmatch(word):
        return word
    if spelled(word) == FOUL_WIN:
        # The word names the offender: the side that moved before.
        return "-ILLEGAL_ACTION" if side == BLACK else "+ILLEGAL_ACTION"
    spellings = SPELLINGS.get(_NARROWER.get(word, spelled(word)), ())
    return next((one for one in spellings if _CSA_WORD.fullmatch(one)), None)


def is_exact_end(word: str) -> bool:
    """Whether CSA's word for an end is as specific as the given word."""
    return word not in _NARROWER


def ends_meant(sides: Mapping[int, int]) -> Callable[[Node, Action | None], Action | None]:
    """The meaning of what a file says at a node: of an end that of its word, by who is to move there."""

    def meant(node: Node, action: Action | None) -> Action | None:
        if type(action) is not Terminal or node.id not in sides:
            return action
        return Terminal(end_meaning(action.text, sides[node.id]))

    return meant


def in_normal_form(
    record: Record,
    actions: Mapping[int, Action | None],
    headers: Iterable[Header],
    start: Action | None,
) -> Record:
    """A copy in which what means the same is equal, for comparing: `actions` by the ids of their nodes."""
    copy = record.mapped(lambda node: actions.get(node.id, node.action), headers)
    copy.root.action = start
    return copy


def elapsed_of_seconds(text: str) -> str | None:
    """`0:00:12` for seconds as written (`12`, `6.123`); None for other texts."""
    found = _SECONDS.fullmatch(text)
    if found is None:
        return None
    minutes, seconds = divmod(int(found[1]), 60)
    fraction = found[2] if found[2] and len(found[2]) > 1 else ""
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}"


def elapsed_parts(text: str) -> tuple[int, int, int, str] | None:
    """Hours, minutes, seconds, fraction with its point; None for other texts."""
    found = _ELAPSED.fullmatch(text)
    return found and (int(found[1]), int(found[2]), int(found[3]), found[4] or "")


def elapsed_of(node: Node) -> str:
    """The time that a node's move took, "" if the record doesn't say."""
    value = node.notes.get(ELAPSED, "")
    return value if isinstance(value, str) else ""


# ---------------------------------------------------------------- KIF's names, dates, time limits

_KIF = "kif"
_RECEIVER = {"先手": "下手", "後手": "上手"}


def with_kif_keys(record: Record, source: str) -> Record:
    """The record with KIF's keys for its headers, without those that only give its start.

    The record itself if it was read as `source` from a format that has some of KIF's or CSA's keys.
    """
    own = FORMATS[source].load() if source in FORMATS else None
    if own is None or not record.headers:
        return record
    kif = FORMATS[_KIF].load()
    fields = own.fields_of(record.game)
    known = {field.key for field in kif.fields} | set(CSA_KEYS)
    if known.intersection(field.key for field in fields):
        return record
    start = {field.key for field in fields if field.start}
    named = by_roles(record, source, kif).headers
    headers = tuple(header for header in named if header.key not in start)
    headers = named_by_start(headers, record.setup)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def named_by_start(headers: tuple[Header, ...], start: Setup | None) -> tuple[Header, ...]:
    """The headers with players named by their part in a handicap game, where the start is one."""
    if handicap_of(position_of(start)) is None:
        return headers
    return renamed(headers, _RECEIVER)


# --------------------------------------------- Dates and time limits as records of shogi write them
#
# KIF's dates are `1999/07/15(木) 19:07:12`, CSA's are without the weekday.


_WEEKDAYS = "月火水木金土日"
_DATE = re.compile(
    rf"([0-9]{{4}})/([0-9]{{1,2}})/([0-9]{{1,2}})(?:[ \t]*[(（]([{_WEEKDAYS}])[)）])?"
    r"(?:[ \t]+([0-9]{1,2})[:：]([0-9]{2})(?:[:：]([0-9]{2}))?)?"
)


_LIMIT = re.compile(
    r"各?(?=[0-9])(?:([0-9]{1,2})時間)?(?:([0-9]{1,4})分)?(?:[、 ]?切れ負け|\+([0-9]{1,4})秒)?"
)
_CSA_LIMIT = re.compile(r"[0-9]{1,3}:[0-9]{2}\+[0-9]{1,4}")
_BYOYOMI = re.compile(r"([0-9]{1,4})秒?")


class ShogiDate(NamedTuple):
    """A day and a time that exist.

    Attributes:
        when: the day, and the time if there is one.
        time: whether there is a time.
        weekday: as written, "" for none.
    """

    when: datetime.datetime
    time: bool
    weekday: str

    @property
    def right(self) -> bool:
        """Whether the weekday, if any, is that of the day."""
        return self.weekday in ("", _WEEKDAYS[self.when.weekday()])

    @property
    def plain(self) -> str:
        """The date as CSA has it: `1999/07/15 19:07:12` or `1999/07/15`."""
        day = f"{self.when.year:04}/{self.when.month:02}/{self.when.day:02}"
        return f"{day} {self.when:%H:%M:%S}" if self.time else day


def date_of(text: str) -> ShogiDate | None:
    """The date in a text; None for other texts, and for a day or a time that doesn't exist."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, weekday, hour, minute, second = found.groups()
    try:
        when = datetime.datetime(
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0)
        )
    except ValueError:
        return None
    return ShogiDate(when, hour is not None, weekday or "")


def limit_of(text: str, more: str = "") -> str | None:
    """A time limit (`10分+30秒`, `各6時間`) as CSA has it: `00:10+30`, hours, minutes, seconds of byo-yomi.

    `more` is what stands beside it about the byo-yomi (`30秒`). None for texts that say something else.
    """
    text, more = (unicodedata.normalize("NFKC", one).strip() for one in (text, more))
    if not more and _CSA_LIMIT.fullmatch(text):
        return text
    found, beside = _LIMIT.fullmatch(text), _BYOYOMI.fullmatch(more)
    if found is None or not (found[1] or found[2]) or (more and (beside is None or found[3])):
        return None
    hours, minutes = divmod(60 * int(found[1] or 0) + int(found[2] or 0), 60)
    seconds = int(found[3] or (beside[1] if beside is not None else 0))
    return f"{hours:02}:{minutes:02}+{seconds:02}"
