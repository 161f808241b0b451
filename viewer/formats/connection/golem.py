"""Little Golem's games as its service gives them: `gtid`, `variant`, `players`, `moves` with a `dmove` each.

A `dmove` is a place like `f4` or a word; columns after z are A, B and so on. The list may begin with an empty
one. In Hex, DEFAULT is a board of 13 lines.
"""

from __future__ import annotations

import re

from viewer.formats.connection.collection import Draft, json_object, list_in, value_in
from viewer.games.stones.connection import GOLEM_LETTERS
from viewer.games.stones.coordinates import square_at

_SIZE = re.compile(r"SIZE(\d{1,3})\Z")
_PLACE = re.compile(r"([A-Za-z])([1-9]\d{0,2})\Z", re.ASCII)
_WORDS = {
    **{"swap": "swap-pieces", "resign": "resign", "pass": "pass", "forfeit": "forfeit"},
    "draw": "draw",
}
_USUAL = {"hex": 13, "twixt": 24}
_RESULTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2-1/2"}
_SMALL = 26  # lines up to which capitals are small letters


def read(data: bytes, draft: Draft) -> None:
    """Read the bytes of a file into a draft. Raises Unreadable."""
    said = json_object(data)
    gtid = str(said.get("gtid", ""))
    game = "twixt" if gtid.startswith("twixt") else "hex"
    variant = str(said.get("variant", ""))
    sized = _SIZE.search(variant) or _SIZE.search(gtid.upper())
    lines = int(sized[1]) if sized else _USUAL[game]
    draft.begin(game, lines)
    for key, player in zip(("First", "Second"), list_in(said, "players"), strict=False):
        draft.say(
            key, value_in(player, "player", "real_name") or value_in(player, "player", "name")
        )
    points = tuple(value for value in list_in(said, "results") if isinstance(value, int))
    draft.say("Result", _RESULTS.get(points, "")[:7] if len(points) == 2 else "")
    for move in list_in(said, "moves"):
        text = str(value_in(move, "dmove") or "").strip()
        if text:
            draft.add(_word(text, lines, game), text)


def _word(text: str, lines: int, game: str) -> str:
    found = _PLACE.match(text)
    if found is not None:
        letter = found[1] if lines > _SMALL else found[1].lower()
        return square_at(GOLEM_LETTERS.index(letter), int(found[2]) - 1)
    word = _WORDS.get(text.lower(), "")
    return "" if word == "draw" and game == "hex" else word
