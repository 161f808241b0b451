r"""Text in seven-bit codecs that switch to double bytes and back: ISO-2022-JP and HZ.

Bytes between two switches are decoded if encoding restores them; all others, switches included, are kept
as ASCII, so that `encode(decode(raw)) == raw` for all ASCII bytes. If something can be written in several
ways, those that Python's codec doesn't use are marked by a variation selector, which no font shows. In
ISO-2022-JP these are `ESC $ @` and `ESC ( J` of older texts, instead of `ESC $ B` and `ESC ( B`. In HZ
`~~` is a tilde; a single tilde, written by programs that don't double it, is marked.
"""

from __future__ import annotations

import re

from viewer.base.patterns import late

ISO_2022_JP, HZ = "iso2022_jp", "hz"
CODECS = frozenset({ISO_2022_JP, HZ})

_OTHERS = {(b"B", b"B"): "", (b"B", b"J"): "\ufe01", (b"@", b"B"): "\ufe02", (b"@", b"J"): "\ufe03"}
_SWITCHES = {mark: switches for switches, mark in _OTHERS.items()}
_SINGLE = "\ufe01"  # after a tilde that isn't doubled
_JAPANESE = late(rb"\x1b\$([B@])((?:[\x21-\x7e]{2})++)\x1b\(([BJ])")
_CHINESE = late(rb"~~|~\{((?:[\x21-\x77][\x21-\x7e])++)~\}|~")
_RUN = late("([^\x00-\x7f\ufe01-\ufe03]+)([\ufe01-\ufe03]?)|[\ufe01-\ufe03]")
_RUN_OR_TILDE = late(f"[^\x00-\x7f{_SINGLE}]+|~{_SINGLE}?|{_SINGLE}")


def codec_of(data: bytes) -> str:
    """The codec of ASCII bytes by their content, "" if neither codec applies."""
    if b"\x1b$" in data and any(_japanese(found) for found in _JAPANESE.finditer(data)):
        return ISO_2022_JP
    starts = data.count(b"~{")
    if starts and starts == sum(
        1 for one in _CHINESE.finditer(data) if one[1] and _chinese(one[1])
    ):
        return HZ
    return ""


def decode(data: bytes, codec: str) -> str:
    """The text of ASCII bytes."""
    out: list[str] = []
    at, joined = (
        0,
        -1,
    )  # `joined`: the end of characters that would merge with any that follow directly
    for found in (_JAPANESE if codec == ISO_2022_JP else _CHINESE).finditer(data):
        start, end = found.span()
        text = ""
        if start != joined:
            text = _japanese(found) if codec == ISO_2022_JP else _chinese(found[1] or b"")
        if codec == HZ and not text:
            # Unreadable text is kept, with its tilde marked as not doubled.
            raw = found[0].decode("ascii")
            text = "~" if raw == "~~" else raw.replace("~", f"~{_SINGLE}")
        elif text and not text.endswith(tuple(_SWITCHES)[1:]):
            joined = end
        if text:
            out += (data[at:start].decode("ascii"), text)
            at = end
    return "".join([*out, data[at:].decode("ascii")])


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    written = (
        _RUN.sub(_switched, text) if codec == ISO_2022_JP else _RUN_OR_TILDE.sub(_tilded, text)
    )
    return written.encode("ascii")


def _japanese(found: re.Match[bytes]) -> str:
    """The characters between two switches, "" if they are invalid."""
    raw = b"\x1b$B" + found[2] + b"\x1b(B"
    try:
        text = raw.decode(ISO_2022_JP)
    except UnicodeDecodeError:
        return ""
    return text + _OTHERS[found[1], found[3]] if text.encode(ISO_2022_JP) == raw else ""


def _switched(found: re.Match[str]) -> str:
    if not found[1]:
        return "?"
    raw = found[1].encode(ISO_2022_JP, "replace").decode("ascii")
    first, last = (switch.decode("ascii") for switch in _SWITCHES[found[2]])
    return raw.replace("\x1b$B", f"\x1b${first}").replace("\x1b(B", f"\x1b({last}")


def _chinese(pairs: bytes) -> str:
    """The characters for pairs of bytes, "" if they are invalid."""
    raw = b"~{" + pairs + b"~}"
    try:
        text = raw.decode(HZ) if pairs else ""
    except UnicodeDecodeError:
        return ""
    return text if text.encode(HZ) == raw else ""


def _tilded(found: re.Match[str]) -> str:
    said = found[0]
    if said == "~":
        return "~~"
    if said == f"~{_SINGLE}":
        return "~"
    return said.encode(HZ, "replace").decode("ascii")
