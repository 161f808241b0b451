"""What a damaged or hostile file may repeat: files put together from the tokens of a format's alphabet.

A file is a head and a foot that a reader of the format accepts, and between them tokens: one of them
again and again, two by turns, many of one behind another, many of one and as many of another, two by
turns behind one that opened something. So a case that nobody thought of is found by being made.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

# What any text may hold: letters, figures, blanks, line ends, bytes that are no text, characters of
# one, two, three and four bytes in the codecs that records come in; and lines of them.
COMMON = (
    *(b"a", b"1", b" ", b"\t", b"\n", b"\r\n", b"\r", b"\n\n", b"\0", b"\x1b", b"-", b"\\"),
    *(b'"', b"'", b"a\n"),
    *(b"\x80", b"\xff", b"\xa1", b"\xb1", b"\xe3", b"\xc2\xa0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff\n"),
    *("é".encode(), "歩".encode(), "𠀋".encode(), "歩\n".encode()),
    *("歩".encode("cp932"), "歩\n".encode("cp932"), "馬".encode("gb18030")),
    *("車".encode("big5"), "歩".encode("euc_jp")),
    *("a歩".encode("cp932"), b"\xff\xfea\0"),
    bytes(range(256)),
)  # fmt: skip
# Those that come in pairs with a format's own tokens.
MIXED = (b"a", b" ", b"\n", b"\xff", "歩".encode(), "歩".encode("cp932"))


class Alphabet(NamedTuple):
    """What files of a format are made of.

    Attributes:
        head, foot: what stands around the tokens.
        tokens: the format's own.
        binary: whether it is no text, so that what any text may hold says nothing of it.
    """

    head: bytes
    tokens: tuple[bytes, ...]
    foot: bytes = b""
    binary: bool = False


class Construct(NamedTuple):
    """A way to fill a file: so many of each unit, one kind behind the other."""

    name: str
    head: bytes
    units: tuple[bytes, ...]
    foot: bytes

    @property
    def ascii(self) -> bool:
        """Whether it says nothing of codecs."""
        return all(unit.isascii() for unit in self.units)

    def made(self, size: int) -> bytes:
        """A file of about `size` bytes."""
        room = max(0, size - len(self.head) - len(self.foot))
        count = max(1, room // sum(len(unit) for unit in self.units))
        return self.head + b"".join(unit * count for unit in self.units) + self.foot


def singles(alphabet: Alphabet) -> Iterator[Construct]:
    """Each token by itself; what is of no format without a head as well."""
    head, foot = alphabet.head, alphabet.foot
    common = () if alphabet.binary else COMMON
    for token in (*alphabet.tokens, *common):
        yield Construct(f"{_shown(token)}*", head, (token,), foot)
    for token in common:
        yield Construct(f"bare {_shown(token)}*", b"", (token,), b"")


def combined(alphabet: Alphabet, dice: random.Random) -> Iterator[Construct]:
    """Two and three tokens, picked by chance, for ever."""
    head, own, foot = alphabet.head, alphabet.tokens, alphabet.foot
    some = own if alphabet.binary else (*own, *MIXED)
    while True:
        first, a, b = dice.choice(own), *dice.sample(some, 2)
        opener, one, other = _shown(first), _shown(a), _shown(b)
        yield Construct(f"({one} {other})*", head, (a + b,), foot)
        yield Construct(f"{one} {other}*", head + a, (b,), foot)
        yield Construct(f"{one}* {other}*", head, (a, b), foot)
        yield Construct(f"{opener} ({one} {other})*", head + first, (a + b,), foot)


def _shown(token: bytes) -> str:
    return repr(token[:24])[2:-1]
