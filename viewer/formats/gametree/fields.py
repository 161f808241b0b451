"""Text of a game tree, and its headers. Strings that aren't UTF-8 share one other codec."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.text import CP1252, UTF8, lacking
from viewer.formats.gametree.layout import (
    BDSIZE,
    GTV,
    POV,
    SIZE,
    TYPE,
    Head,
    HeaderItem,
    NumberLayout,
    TreeGame,
)
from viewer.formats.headers import HeaderField
from viewer.formats.kit import charsets, judge
from viewer.formats.kit.charsets import is_utf8
from viewer.tree.record import Header

_ENOUGH = 1 << 20  # bytes that suffice to detect a codec


class Codec(NamedTuple):
    """How strings are decoded.

    Attributes:
        name: the codec of strings that aren't UTF-8.
        by_hand: whether the user chose it; then it applies to all strings.
    """

    name: str = UTF8
    by_hand: bool = False

    def read(self, raw: bytes) -> str:
        """Decode a string; in the same codec, different bytes give different texts."""
        return charsets.decode(raw, UTF8 if self._is_utf8(raw) else self.name)

    def write(self, text: str) -> bytes:
        """Encode a text; in UTF-8 if the codec would not give it back, unless the user chose the codec.

        Text of which the codec has only some characters stays in it, since those may be other ones in truth;
        the others become `?`.
        """
        raw = charsets.encode(text, self.name)
        if self.by_hand or self.name == UTF8 or self.read(raw) == text:
            return raw
        lacks = lacking(text, self.name)
        if lacks and any(char > "\x7f" and char not in lacks for char in text):
            return raw
        return charsets.encode(text, UTF8)

    def _is_utf8(self, raw: bytes) -> bool:
        return not self.by_hand and self.name != UTF8 and is_utf8(raw)


def detect(strings: Iterable[bytes], judged: Callable[[bytes], str] = judge.guess) -> Codec:
    """Detect the codec of a file's strings, by those that aren't UTF-8."""
    odd: list[bytes] = []
    size = 0
    for raw in strings:
        if not is_utf8(raw):
            odd.append(raw)
            size += len(raw)
            if size > _ENOUGH:
                break
    if not odd:
        return Codec()
    name = judged(b"\n".join(odd))
    return Codec(CP1252 if name in (charsets.UTF16_LE, charsets.UTF16_BE) else name)


# -------------------------------------------------------------------------------- line breaks


def breaks_of(raws: Iterable[bytes]) -> str:
    """The line break that most comments use."""
    crlf = cr = lf = 0
    for raw in raws:
        if b"\r\n" in raw:
            crlf += 1
        elif b"\n" in raw:
            lf += 1
        elif b"\r" in raw:
            cr += 1
    if crlf > lf and crlf >= cr:
        return "\r\n"
    return "\r" if cr > lf else "\n"


def read_comment(raw: bytes, codec: Codec) -> str:
    """Decode a comment, with line feeds as line breaks and without zero bytes at its end."""
    text = codec.read(raw)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\0")


def write_comment(text: str, codec: Codec, breaks: str) -> bytes:
    """Encode a comment, with `breaks` as line breaks."""
    return codec.write(text if breaks == "\n" else text.replace("\n", breaks))


PLAYER1, PLAYER2, NAME = b"player1", b"player2", b"name"
V_PLAYER, H_PLAYER = b"vplayer", b"hplayer"
_LONGEST = 4096  # most bytes of a shown value of an unknown key
_SHOWN = 40
_WIDEST = 8  # bytes of a number

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("player1", message("First player"), "side0"),
    HeaderField("player2", message("Second player"), "side1"),
    HeaderField("name", message("Name of the game"), "title"),
    HeaderField(
        "pov",
        message("Good and bad moves are seen by"),
        "viewpoint",
        {
            "0": message("Who moves"),
            "1": message("The first player"),
            "2": message("The second player"),
        },
    ),
)

_OLD_NAMES = {V_PLAYER: PLAYER1, H_PLAYER: PLAYER2}

# In the order of a new file; the keys of the game take the place of the last three.
_ORDER: tuple[bytes, ...] = (GTV, PLAYER1, PLAYER2, NAME, POV, TYPE, BDSIZE)
_OLD_ORDER: tuple[bytes, ...] = (SIZE, V_PLAYER, H_PLAYER, NAME)


class Value(NamedTuple):
    """A header item that is shown to the user, with its header."""

    item: HeaderItem
    header: Header


def order_of(layout: NumberLayout) -> tuple[bytes, ...]:
    """The known keys of a layout, in the order of a new file."""
    return _OLD_ORDER if layout.old else _ORDER


def is_known(key: bytes, layout: NumberLayout, kind: TreeGame) -> bool:
    """Whether a header key is known."""
    return key in order_of(layout) or (not layout.old and key == kind.version_key)


def is_text(key: bytes, layout: NumberLayout) -> bool:
    """Whether the value of a key is free text."""
    return key in ((V_PLAYER, H_PLAYER, NAME) if layout.old else (PLAYER1, PLAYER2, NAME))


def strings_of(head: Head) -> list[bytes]:
    """The values of a header that are free text."""
    return [item.value for item in head.items if is_text(item.key, head.layout)]


def values_of(head: Head, kind: TreeGame, codec: Codec) -> list[Value]:
    """The items that are shown to the user, with their headers: the first of each key."""
    found: list[Value] = []
    seen: set[bytes] = set()
    for item in head.items:
        name = _name_of(item.key, head.layout)
        if name not in seen:
            seen.add(name)
            text = text_of(item, head.layout, kind, codec)
            if text is not None:
                found.append(Value(item, Header(name.decode("latin-1"), text)))
    return found


def _name_of(key: bytes, layout: NumberLayout) -> bytes:
    """The key under which an item is shown: that of the newer layout."""
    return _OLD_NAMES.get(key, key) if layout.old else key


def key_of(name: str, layout: NumberLayout) -> bytes:
    """The key in the file for a header's shown key `name`."""
    key = name.encode("latin-1", "replace")
    if layout.old:
        return next((old for old, new in _OLD_NAMES.items() if new == key), key)
    return key


def text_of(item: HeaderItem, layout: NumberLayout, kind: TreeGame, codec: Codec) -> str | None:
    """The text of an item, None if it isn't shown to the user."""
    if is_text(item.key, layout):
        return codec.read(item.value)
    if item.key == POV and not layout.old:
        number = number_of(item.value)
        return None if number is None else str(number)
    if is_known(item.key, layout, kind) or len(item.value) > _LONGEST:
        return None
    text = codec.read(item.value)
    return text if text.isprintable() and item.key.decode("latin-1").isprintable() else None


def value_bytes(key: bytes, text: str, layout: NumberLayout, codec: Codec) -> bytes | None:
    """The bytes of a header's text, None if the text can't be the value of this key."""
    if key == POV and not layout.old:
        return bytes((int(text),)) if text in ("0", "1", "2") else None
    return codec.write(text)


def shown(raw: bytes) -> str:
    """The first 40 bytes of a value that isn't understood, as printable text for a message."""
    text = raw[:_SHOWN].decode("latin-1")
    return "".join(char if char.isprintable() else "?" for char in text)


def number_of(raw: bytes) -> int | None:
    """A big-endian number of 1 to 8 bytes; None for other lengths."""
    return int.from_bytes(raw, "big") if 0 < len(raw) <= _WIDEST else None


def size_item(head: Head) -> HeaderItem | None:
    """The item with the board's size, None if there is none."""
    return head.first(SIZE if head.layout.old else BDSIZE)


def size_of(head: Head) -> int | None:
    """The number of lines of the board, None if the header doesn't give it."""
    item = size_item(head)
    return None if item is None else number_of(item.value)
