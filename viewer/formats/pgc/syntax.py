"""The records of a PGC file: markers, lengths and strings, without the rules of chess."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.entry import Likeness

NOOP, REDUCED, TAG, SHORT, LONG, BEGIN, END, NAG, RAV, RAV_END, ESCAPE = range(11)
REST = -1
"""Not a marker of the format: the unreadable part of a game, up to its end."""

MAX_STRING = 0xFF
MAX_SHORT = 0xFF
MAX_LONG = 0xFFFF
LONGEST = 1 + 7 * 256 + 2 + MAX_LONG
"""The length of the longest record in bytes."""

_RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
_TEXT = "iso8859-1"


class Token(NamedTuple):
    """One record of a PGC file.

    Attributes:
        marker: its kind, or REST.
        start, end: the offsets of its bytes.
        strings: name and value of a tag; the seven values of a reduced game, as many as there are.
        ordinals: the moves of a sequence or a reduced game; one NAG; the text of an escape string.
        whole: whether it is complete.
    """

    marker: int
    start: int
    end: int
    strings: tuple[bytes, ...] = ()
    ordinals: bytes = b""
    whole: bool = True


def read_token(data: bytes, at: int) -> Token | None:
    """The record at an offset, None for an unknown marker. An incomplete one ends with the data."""
    marker = data[at]
    if marker > ESCAPE:
        return None
    place = at + 1
    strings: list[bytes] = []
    for _ in range(7 if marker == REDUCED else 2 if marker == TAG else 0):
        length = data[place] if place < len(data) else 0
        if place + 1 + length > len(data) or place >= len(data):
            return Token(marker, at, len(data), tuple(strings), whole=False)
        strings.append(data[place + 1 : place + 1 + length])
        place += 1 + length
    size = {SHORT: 1, LONG: 2, ESCAPE: 2, REDUCED: 2}.get(marker, 0)
    count = int.from_bytes(data[place : place + size], "little") if size else marker == NAG
    end = place + size + count
    whole = end <= len(data)
    ordinals = data[place + size : end]
    return Token(marker, at, min(end, len(data)), tuple(strings), ordinals, whole)


def tokens_of(data: bytes) -> list[Token]:
    """The records in a game's bytes; the last is REST if the end can't be read."""
    out: list[Token] = []
    at = 0
    while at < len(data):
        token = read_token(data, at)
        if token is None or (not token.whole and token.marker != REDUCED):
            out.append(Token(REST, at, len(data), whole=False))
            break
        out.append(token)
        at = token.end
    return out


def probe_pgc(head: bytes) -> Likeness:
    """The likeness of a PGC file.

    Without tags, or with data before the first game, only the file's name can decide.
    """
    if looks_like_games(head):
        return Likeness.YES
    return Likeness.IF_NAMED if head[:1] and head[0] <= ESCAPE else Likeness.NO


def looks_like_games(head: bytes) -> bool:
    """Whether a file's beginning looks like PGC: there is no magic number, so all of it must be valid."""
    at = 0
    while at < len(head) and head[at] == NOOP:
        at += 1
    if at == len(head) or head[at] not in (REDUCED, BEGIN):
        return False
    tags = 0
    while at < len(head):
        token = read_token(head, at)
        if token is None:
            return tags > 0
        if not all(map(_is_text, token.strings)):
            return False
        tags += len(token.strings)
        if token.marker == REDUCED and len(token.strings) == 7:
            return token.strings[6] in _RESULTS
        if not token.whole or tags > 14:
            return tags > 0
        at = token.end
    return tags > 0


def _is_text(raw: bytes) -> bool:
    return all(byte >= 0x20 and byte != 0x7F for byte in raw)


# --------------------------------------------------------------------------------------- writing


def decode(raw: bytes) -> str:
    """The text of a string's bytes."""
    return raw.decode(_TEXT)


def encode(text: str) -> bytes | None:
    """A string with its length before it; None if it is too long or isn't Latin-1."""
    try:
        raw = text.encode(_TEXT)
    except UnicodeEncodeError:
        return None
    return bytes((len(raw),)) + raw if len(raw) <= MAX_STRING else None


def encode_tag(key: str, value: str) -> bytes | None:
    """A tag record; None if its name or value is too long or isn't Latin-1."""
    name, text = encode(key), encode(value)
    return None if name is None or text is None else bytes((TAG,)) + name + text


def encode_escape(text: str) -> bytes | None:
    """An escape record; None if its text is too long or isn't Latin-1."""
    try:
        raw = text.encode(_TEXT)
    except UnicodeEncodeError:
        return None
    if len(raw) > MAX_LONG:
        return None
    return bytes((ESCAPE,)) + len(raw).to_bytes(2, "little") + raw


def encode_moves(ordinals: bytes) -> bytes:
    """Move sequences for ordinals: one short one, or as many long ones as needed."""
    if len(ordinals) <= MAX_SHORT:
        return bytes((SHORT, len(ordinals))) + ordinals if ordinals else b""
    parts = (ordinals[at : at + MAX_LONG] for at in range(0, len(ordinals), MAX_LONG))
    return b"".join(bytes((LONG,)) + len(part).to_bytes(2, "little") + part for part in parts)


Atom = int
"""One step of the movetext: an ordinal, 0x100 + a NAG, OPEN or CLOSE."""
NAG_ATOM = 0x100
OPEN, CLOSE = 0x200, 0x201


def atoms_of(token: Token) -> list[Atom]:
    """The movetext in a record; empty for records of other kinds."""
    if token.marker in (SHORT, LONG, REDUCED):
        return list(token.ordinals)
    if token.marker == NAG:
        return [NAG_ATOM + token.ordinals[0]]
    return [OPEN] if token.marker == RAV else [CLOSE] if token.marker == RAV_END else []


def encode_atoms(atoms: Sequence[Atom]) -> bytes:
    """The records for movetext."""
    out: list[bytes] = []
    run = bytearray()
    for atom in atoms:
        if atom < NAG_ATOM:
            run.append(atom)
            continue
        out.append(encode_moves(bytes(run)))
        run.clear()
        if atom in (OPEN, CLOSE):
            out.append(bytes((RAV if atom == OPEN else RAV_END,)))
        else:
            out.append(bytes((NAG, atom - NAG_ATOM)))
    out.append(encode_moves(bytes(run)))
    return b"".join(out)
