"""Making sure that a game ends before the next one in a file begins."""

from __future__ import annotations

from viewer.base.source import BytesSource
from viewer.formats.pgc.games import Games
from viewer.formats.pgc.syntax import (
    BEGIN,
    END,
    ESCAPE,
    MAX_LONG,
    REDUCED,
    encode_atoms,
    encode_tag,
    read_token,
)
from viewer.formats.shared.roster import ROSTER


def ended(data: bytes, behind: bytes, new: bool) -> bytes:
    """A game's bytes, changed only if needed so that the bytes `behind` are read as another game.

    The unreadable end of an incomplete game would absorb the next game: it is put into escape strings,
    which readers skip. A game without an end record gets one if necessary, or if the next game is `new`.
    """
    at = _end_of_whole(data)
    if at == len(data):
        unclosed = _games(data).unclosed
        if not (unclosed and new) and _is_apart(data, behind):
            return data
        return data + bytes((END,)) if unclosed else data
    if data[at] == REDUCED:
        return data[:at] + _general(data[at:])
    made = data[:at] + _escaped(data[at:])
    return made + bytes((END,)) if _games(made).unclosed else made


def _games(data: bytes) -> Games:
    games = Games(BytesSource(data))
    for _ in games.find_all():
        pass
    return games


def _end_of_whole(data: bytes) -> int:
    """The offset of the first incomplete or unknown record, the length of the data if there is none."""
    at = 0
    while at < len(data):
        token = read_token(data, at)
        if token is None or not token.whole:
            return at
        at = token.end
    return at


def _is_apart(data: bytes, behind: bytes) -> bool:
    first, second, both = _games(data), _games(behind), _games(data + behind)
    starts = [*first.starts, *(len(data) + at for at in second.starts)]
    ends = [*first.ends, *(len(data) + at for at in second.ends)]
    return list(both.starts) == starts and list(both.ends) == ends


def _escaped(rest: bytes) -> bytes:
    parts = [rest[at : at + MAX_LONG] for at in range(0, len(rest), MAX_LONG)]
    return b"".join(bytes((ESCAPE,)) + len(part).to_bytes(2, "little") + part for part in parts)


def _general(rest: bytes) -> bytes:
    """An incomplete game in one record, converted to a general game."""
    token = read_token(rest, 0)
    assert token is not None
    tags = [
        encode_tag(key, value.decode("iso8859-1")) or b""
        for key, value in zip(ROSTER, token.strings, strict=False)
    ]
    read = 1 + sum(1 + len(text) for text in token.strings)
    left = b"" if token.ordinals else rest[read : token.end]
    return b"".join(
        [
            bytes((BEGIN,)),
            *tags,
            encode_atoms(list(token.ordinals)),
            _escaped(left),
            bytes((END,)),
        ]
    )
