"""The opcodes of section 16.2.5 of the standard, and the header fields of those that are headers."""

from __future__ import annotations

import re

from viewer.base.messages import Message, message
from viewer.formats.format import HeaderField

BM, AM, PV, SM = "bm", "am", "pv", "sm"
CE, DM = "ce", "dm"
CLOCK, NUMBER = "hmvc", "fmvn"
COMMENTS = tuple(f"c{digit}" for digit in range(10))
MAPPED = frozenset((BM, AM, PV, SM, CE, DM, CLOCK, NUMBER, *COMMENTS))
"""The opcodes that aren't headers: moves, evaluation, counters and comments of the position."""

STRINGS = frozenset(("id", "eco", "nic", *COMMENTS, *(f"v{digit}" for digit in range(10))))
"""The opcodes whose operand is a string."""

OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,14}")

_NAMES: dict[str, tuple[Message, str]] = {
    "id": (message("Identification"), "title"),
    "eco": (message("ECO code"), "opening-code"),
    "nic": (message("New in Chess code"), "nic-code"),
    "v0": (message("Opening"), "opening"),
    "v1": (message("Variation"), "variation"),
    "v2": (message("Subvariation"), "subvariation"),
    "acd": (message("Depth searched"), ""),
    "acn": (message("Nodes searched"), ""),
    "acs": (message("Seconds searched"), ""),
    "pm": (message("Predicted move"), ""),
    "rc": (message("Repetitions"), ""),
    "draw_accept": (message("Draw accepted"), ""),
    "draw_claim": (message("Draw claimed"), ""),
    "draw_offer": (message("Draw offered"), ""),
    "draw_reject": (message("Draw offer rejected"), ""),
    "resign": (message("Resigned"), ""),
    "tcgs": (message("Number of the game by mail"), ""),
    "tcri": (message("Receiver by mail"), ""),
    "tcsi": (message("Sender by mail"), ""),
    "noop": (message("Note for programs"), ""),
}

FIELDS = tuple(HeaderField(key, name, role) for key, (name, role) in _NAMES.items())
