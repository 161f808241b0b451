"""Dates and time limits as records of shogi write them.

KIF's dates are `1999/07/15(木) 19:07:12`, CSA's are without the weekday.
"""

from __future__ import annotations

import datetime
import re
import unicodedata

from viewer.base.named import NamedTuple

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
