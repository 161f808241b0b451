"""Abstract Play's games of Hex, as its pages show them for debugging: `game`, `variants`, `stack`.

Each entry of the stack has the results of a move, of which `{"type": "place", "where": "e4"}` is a stone. The
usual board has 11 lines, another one is a variant: `size-13`.
"""

from __future__ import annotations

import re

from viewer.formats.connection.collection import Draft, json_object, list_in, value_in

_SIZE = re.compile(r"size-(\d{1,3})\Z")
_PLACE = re.compile(r"[a-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
_USUAL = 11
_WINNERS = {1: "1-0", 2: "0-1"}


def read(data: bytes, draft: Draft) -> None:
    """Read the bytes of a file into a draft. Raises Unreadable."""
    said = json_object(data)
    sizes = [found for one in list_in(said, "variants") if (found := _SIZE.match(str(one)))]
    draft.begin("hex", int(sizes[0][1]) if sizes else _USUAL)
    winners = list_in(said, "winner")
    if len(winners) == 1 and winners[0] in (1, 2):
        draft.say("Result", _WINNERS[1 if winners[0] == 1 else 2])
    for entry in list_in(said, "stack"):
        for result in list_in(entry, "_results"):
            where = value_in(result, "where")
            if value_in(result, "type") == "place" and isinstance(where, str):
                draft.add(where if _PLACE.match(where) else "", where)
