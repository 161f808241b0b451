"""Changes of what a file is built of: values, texts, blank lines, and very many of one thing."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

# A header's value in the formats' own syntax: PGN and JSON, SGF, KIF, CSA, XML, UBB.
_VALUE = re.compile(
    rb'(?<=")[^"\n]*(?=")|(?<=\[)[^][]*(?=\])|(?<=\xef\xbc\x9a)[^\n]+|(?<=:)[^\n]+|(?<=>)[^<>\n]+'
)
_BEGINS = re.compile(rb"['*{}\[\" ]+")
_WITHIN = re.compile(rb"(?<=[A-Za-z\x80-\xff])(?=[A-Za-z\x80-\xff])")
_VALUES = (
    *("", "[x]", "x", "-", "0", "-1", "9" * 30, "1.5e999", "?", "???", "{x}", "=1+1", "@x", "a;b"),
    *(
        "[",
        "]",
        "\\",
        "\\]",
        '\\"',
        ":",
        "：",
        "<x>",
        "&#0;",
        "\0",
        "\x9b31m",
        "\u202etxt",
        "\u2066",
    ),
    *("9/9 b", "8/8 w - - 0 1", "startpos", "红胜", "後手", "2024-13-45", "00:00:99", "  x  "),
)
_SEVERE = (
    "\0",
    "\0",
    "\0",
    "\x01",
    "\x07",
    "\x1b[31m",
    "\x7f",
    "\x9b",
    "\u202e",
    "\u2066",
    "\u2028",
    "\ufeff",
)
_CODECS = ("utf-8", "gb18030", "big5", "cp932", "euc_kr", "cp1251", "cp1252", "utf-16-le")
_TRAILS = ("\u4e4a", "\u8a31\u529f\u84cb", "表示ソ能", "\u6a0a", "ïé")
"""Characters whose bytes in some codec look like signs of a format."""
MANY = "many"
"""The name of the change that makes very many of one thing."""
# Things of which a file may have very many, by the family of its suffix (see mutations.py).
_THINGS: dict[str, tuple[str, ...]] = {
    "pgn": (
        "\n",
        '[Tag# "x"]\n',
        "{x} ",
        "(1. e4) ",
        "$1 ",
        ";x\n",
        "%x\n",
        '[Event "#"]\n\n*\n\n',
        " ",
    ),
    "sgf": (
        "AB[aa:ss]AE[aa:ss]",
        "X#[x]",
        "XA[x]",
        ";AB[aa:ss]AE[aa:ss]",
        "(;B[aa])",
        ";C[x]",
        "\n",
        ";LB[aa:x]",
    ),
    "kif": ("\n", "見出し#：x\n", "*x\n", "変化：1手\n", "#x\n", "&x\n", "備考：x\n"),
    "csa": ("$KEY#:x\n", "'x\n", "'*x\n", "\n", "T5\n", ",", "PI\n", "/\n"),
    "jkf": ('"key#":"x",', '{"comments":["x"]},', '"x",', "[],", "\n"),
    "sfen": (" 7g7f", "\n", "#x\n", "startpos moves 7g7f\n"),
    "usen": ("~0.", "7ku", "\n", ".p"),
    "psn": ('[Key# "x"]\n', "{x}", "\n", "Variation:1\n"),
    "epd": ('8/8/8/8/8/8/8/8 w - - c0 "x";\n', ' c# "x";', "\n"),
    "wei7": ("<key#>x</key#>", "<branch>", "<comment>x</comment>", "\n"),
    "gametree": ("[C x]", "(a1)", "C[x]", "\n"),
    "t1": ("\n", "# x\n"),
    "lines": ("https://hexworld.org/board/#11,a1\n", "a1", "#11,a1b2\n", "\n", ",a1"),
    "ubb": (
        "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[/DhtmlXQ]\n",
        "[DhtmlXQ_key#]x[/DhtmlXQ_key#]\n",
        "[DhtmlXQ_comment#]x[/DhtmlXQ_comment#]\n",
        "\n",
    ),
    "cbf": ("<Key#>x</Key#>", '<Move value="77-47"/>', "\n"),
}
_LARGE = 96 << 10


def many(data: bytes, family: str, chance: random.Random, part: int = 1) -> bytes:
    """Very many of one thing, each its own number, behind a line or where such a thing stands.

    With a `part` it is only that part of them: 4 for a quarter.
    """
    thing = chance.choice(_THINGS.get(family, ("\n", "x", " ", "\0\0\0\0")))
    size = chance.choice((8 << 10, 32 << 10, _LARGE))
    count = max(1, size // (len(thing.encode()) + 3) // part)
    block = "".join(thing.replace("#", str(number)) for number in range(count)).encode()
    if '":' in thing:  # a member: at the beginning of an object, more often one of the first
        places = [found.end() for found in re.finditer(rb"\{", data)]
        places = places[:3] if chance.random() < 0.5 else places
    else:
        sign = re.escape(thing.encode()[:1])
        places = [found.start() for found in re.finditer(sign, data)]
    at = chance.choice(places) if places and chance.random() < 0.6 else 0
    if not places or chance.random() < 0.3:
        at = data.rfind(b"\n", 0, chance.randrange(len(data) + 1)) + 1
    return data[:at] + block + data[at:]


def value_changed(
    data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random
) -> bytes:
    """The value of a header, or what looks like one, is another."""
    spans = [found.span() for found in _VALUE.finditer(data[:_LARGE])]
    if not spans:
        return data
    start, end = chance.choice(spans[:40] if chance.random() < 0.5 else spans)
    return data[:start] + chance.choice(_VALUES).encode() + data[end:]


def value_recoded(
    data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random
) -> bytes:
    """One value is in another codec than the rest, with bytes that look like signs of the format."""
    spans = [found.span() for found in _VALUE.finditer(data[:_LARGE])]
    if not spans:
        return data
    start, end = chance.choice(spans[:20])
    text = chance.choice(_TRAILS) * chance.choice((1, 3, 20))
    return data[:start] + text.encode(chance.choice(_CODECS), "ignore") + data[end:]


def sign_in_text(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    """A control or an invisible sign within a text: behind what begins one, or between two letters."""
    where = chance.choice((_BEGINS, _WITHIN))
    places = [found.end() for found in where.finditer(data[:_LARGE])]
    if not places:
        return data
    at = chance.choice(places)
    codec = "utf-8" if chance.random() < 0.7 else "latin-1"
    return data[:at] + chance.choice(_SEVERE).encode(codec, "ignore") + data[at:]


def blank_lines(data: bytes, suffix: str, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Empty lines where there was a line's end."""
    places = [found.end() for found in re.finditer(rb"\n", data)] or [len(data)]
    at = chance.choice((0, len(data), chance.choice(places)))
    line = chance.choice((b"\n", b"\r\n", b" \n", b"\t\n"))
    return data[:at] + line * chance.choice((1, 2, 3, 40)) + data[at:]
