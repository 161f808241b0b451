"""Conversion of SGF headers to those wei7 headers that mean the same.

A day, for which wei7 has moments only, is its first minute.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from viewer.formats.wei7.headers import value_text
from viewer.tree.record import Header

_NAMES: Final = {
    "GN": "info.name",
    "PC": "info.place",
    "PB": "info.participants.0.name",
    "BR": "info.participants.0.rank",
    "PW": "info.participants.1.name",
    "WR": "info.participants.1.rank",
}
_PLAYERS: Final = (
    Header("info.players.0.participant", "0"),
    Header("info.players.0.color", "1"),
    Header("info.players.1.participant", "1"),
    Header("info.players.1.color", "2"),
)
_RULES: Final = {"chinese": "Chinese", "japanese": "Japanese", "korean": "Korean"}
# Properties of the SGF file itself: its version, the game, the board's size, the encoding.
_OF_THE_FILE: Final = frozenset(("FF", "GM", "SZ", "CA"))
_KOMI = re.compile(r"[0-9](?:\.[05]0*)?\Z")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_RESULT = re.compile(r"([BW])\+(?:(R|Resign)|([0-9]{1,3}(?:\.[05]0*)?))\Z")


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """The headers of a record with those of SGF converted; headers without an equivalent stay unchanged."""
    there = {header.key for header in headers}
    out: list[Header] = []
    players = False
    unnamed = not {"GN", "info.name"} & there  # then the game is called by its event
    for header in headers:
        if header.key in _OF_THE_FILE:
            continue
        key = "GN" if header.key == "EV" and unnamed else header.key
        new = [
            one
            for one in _renamed(key, header.value)
            if one.key not in there and value_text(*one) is not None
        ]
        there.update(one.key for one in new)
        players = players or any(one.key.startswith("info.participants") for one in new)
        out += new or [header]
    if players and not any(key.startswith("info.players") for key in there):
        out += _PLAYERS
    return tuple(out)


def _renamed(key: str, value: str) -> list[Header]:
    if key in _NAMES:
        return [Header(_NAMES[key], value)]
    if key == "KM" and _KOMI.match(value):
        return [Header("info.rules.komi", value)]
    if key == "RU" and value.lower() in _RULES:
        return [Header("info.rules.type", _RULES[value.lower()])]
    if key == "RE":
        return _result(value)
    if key == "DT" and _DAY.match(value):
        return [Header("info.time", f"{value}T00:00Z")]
    return []


def _result(value: str) -> list[Header]:
    if value in ("0", "Draw"):
        return [Header("info.result.winner", "null")]
    found = _RESULT.match(value)
    if found is None or (found[3] and not 0 < float(found[3]) < 512):
        return []
    winner = Header("info.result.winner", "1" if found[1] == "B" else "2")
    return [winner, Header("info.result.margin", found[3])] if found[3] else [winner]
