"""A line of moves with ▲ and △ cut into its moves, as bytes."""

from __future__ import annotations

import re

from viewer.formats.kif.encoding import CP932, EUC

# Where characters have several bytes, all have to be walked over to find a mark that is one.
_MARKS: dict[str, re.Pattern[bytes]] = {
    CP932: re.compile(rb"(\x81[\xa2-\xa5])|[\x81-\x9f\xe0-\xfc][\x40-\xfc]|[\x00-\xff]"),
    EUC: re.compile(rb"(\xa2[\xa4-\xa7])|\x8f[\xa1-\xfe]{2}|[\xa1-\xfe]{2}|[\x00-\xff]"),
}
_UTF8 = re.compile(rb"(\xe2\x96[\xb2\xb3\xbc\xbd]|\xe2\x98[\x96\x97])")


def cut_tokens(raw: bytes, codec: str) -> list[bytes]:
    """The pieces of a line, each from its mark to the next; blanks before the first are the first's."""
    found = _MARKS.get(codec, _UTF8).finditer(raw)
    starts = [one.start() for one in found if one.lastindex]
    if not starts:
        return [raw]
    starts[0] = 0
    return [raw[start:end] for start, end in zip(starts, [*starts[1:], len(raw)], strict=True)]
