"""twixtui's records: lines of a word and its value, `moves` with the game.

    twixtui-record 1
    ruleset size=24;deliberate=true;removal=true;pegremoval=false;owncross=false;swap=true
    result vertical-wins connection
    moves D4; swap; E6 ~D4:E6; F8 +B4:C6 -D4:E6; v:resign

After a peg, `~` declines a link that would be made, `+` makes another one, `-` takes one away; these happen
before the peg is put. What names its side (`v:`, `h:`) may be out of turn. Lifting a peg (`x`) isn't known to
Qipu.
"""

from __future__ import annotations

import re

from viewer.formats.connection.collection import Draft
from viewer.formats.connection.links import Links

_SIZE = re.compile(r"\bsize=(\d{1,3})\b")
_PLACE = re.compile(r"[a-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
_LINK = re.compile(r"([~+-])([a-z]{1,2}[1-9]\d{0,2})[:-]([a-z]{1,2}[1-9]\d{0,2})\Z", re.ASCII)
_WORDS = {
    **{"swap": "swap-pieces", "resign": "resign"},
    **{"draw?": "propose-draw", "draw!": "accept-draw"},
}
_SIDES = {"v": 1, "h": 2}
_RESULTS = {"vertical-wins": "1-0", "horizontal-wins": "0-1", "draw": "1/2-1/2"}
_OFFER = "propose-draw"


def read(data: bytes, draft: Draft) -> None:
    """Read the bytes of a file into a draft."""
    said: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        key, _, value = line.strip().partition(" ")
        said.setdefault(key, value.strip())
    rules = said.get("ruleset", "")
    size = _SIZE.search(rules)
    draft.begin("twixt", int(size[1]) if size else None)
    draft.say("RU", "PP" if "owncross=true" in rules else "STD")
    outcome, _, reason = said.get("result", "").partition(" ")
    draft.say("Result", _RESULTS.get(outcome, ""))
    draft.say("Ending", reason.strip() if outcome in _RESULTS else "")
    links = Links(draft)
    for move in said.get("moves", "").split(";"):
        text = move.strip()
        if text:
            _add(draft, links, text)


def _add(draft: Draft, links: Links, text: str) -> None:
    low = text.lower()
    side, colon, word = low.partition(":")
    player = _SIDES[side] if colon and side in _SIDES else 0
    if player == 0:
        word = low
    if word in _WORDS:
        turn = draft.player
        draft.add(_WORDS[word], player=player)
        if _WORDS[word] == _OFFER:
            draft.player = turn  # an offer is no turn
        return
    place, *edits = low.split()
    found = [_LINK.match(edit) for edit in edits]
    if not _PLACE.match(place) or not all(found):
        draft.add("", text)
        return
    changes = [(one[1], f"{one[2]}/{one[3]}") for one in found if one is not None]
    draft.add(links.move_of(place, changes))
