"""Headers of SGF in the words of a game tree, where these say exactly the same."""

from __future__ import annotations

from viewer.tree.record import Header, Record

_NAMES = {"GN": "name"}
_PLAYERS = {"PB": "player1", "PW": "player2"}
# In SGF's own Twixt White begins; Little Golem's files, which have no GM, name who begins PB there too.
_PLAYERS_OF_TWIXT = {"PW": "player1", "PB": "player2"}
_TWIXT_IN_SGF = "21"
# What a file of SGF says of itself: the format, its version, the game, the board, the encoding.
_OF_THE_FILE = frozenset(("FF", "GM", "SZ", "CA", "AP"))


def headers_of(record: Record) -> tuple[Header, ...]:
    """The headers of a record, those of SGF renamed; what has no equal stays as it is."""
    names = dict(_NAMES)
    names.update(_PLAYERS_OF_TWIXT if record.header("GM") == _TWIXT_IN_SGF else _PLAYERS)
    there = {header.key for header in record.headers}
    out: list[Header] = []
    for key, value in record.headers:
        new = names.get(key, key)
        if key not in _OF_THE_FILE:
            out.append(Header(key if new in there else new, value))
    return tuple(out)
