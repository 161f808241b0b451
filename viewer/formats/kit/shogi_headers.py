"""Headers of other formats under KIF's names, which CSA and JKF know too; dates and time limits of shogi."""

from __future__ import annotations

import datetime
import re
import unicodedata

from viewer.base.named import NamedTuple
from viewer.formats import FORMATS
from viewer.formats.kit.shogi_words import CSA_KEYS, renamed
from viewer.formats.roles import by_roles
from viewer.games.shogi.position import position_of
from viewer.games.shogi.setups import handicap_of
from viewer.tree.action import Setup
from viewer.tree.record import Header, Record

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
_SECONDS = re.compile(r"([0-9]{1,4})秒?")


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
    found, beside = _LIMIT.fullmatch(text), _SECONDS.fullmatch(more)
    if found is None or not (found[1] or found[2]) or (more and (beside is None or found[3])):
        return None
    hours, minutes = divmod(60 * int(found[1] or 0) + int(found[2] or 0), 60)
    seconds = int(found[3] or (beside[1] if beside is not None else 0))
    return f"{hours:02}:{minutes:02}+{seconds:02}"
