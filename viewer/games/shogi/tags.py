"""The tags for the start of a game of shogi in PSN and PGN: SFEN, FEN, Handicap."""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.games.shogi.handicaps import HANDICAPS, handicap_named
from viewer.games.shogi.position import START, Position, read_sfen, setup_of, write_sfen
from viewer.tree.action import Setup

_NOTHING = ("", "?", "-", "startpos")
_POCKETS = re.compile(r"\[([^\]]*)\]")
_SIDES = {"s": "b", "g": "w"}  # Sente, Gote: in the PSN of 1997
_NUMBERS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "8": "eight",
    "10": "ten",
}
_NAMES = {
    "lance": "lance",
    "left lance": "lance",
    "right lance": "right-lance",
    "bishop": "bishop",
    "rook": "rook",
    "rook lance": "rook-lance",
    "rook left lance": "rook-lance",
    "rook bishop": "two",
    "bishop rook": "two",
    **{f"{name} piece": name for name in _NUMBERS.values()},
}
_EVEN = ("", "even", "none", "no", "?", "-")
_BY_ID = {one.id: one for one in HANDICAPS}
_THREE_PAWNS = read_sfen("4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1")[0]


def setup_of_tags(tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The set-up given by a game's tags (None: the usual start), and a message about their first fault.

    A position takes precedence over the name of a handicap.
    """
    found = {name.lower(): value.strip() for name, value in reversed(list(tags.items()))}
    text = found.get("sfen", "")
    if text in _NOTHING:
        text = found.get("fen", "")
    if text not in _NOTHING:
        position, complaint = read_sfen(_as_sfen(text))
        if complaint is None or "/" in text:
            return setup_of(position), complaint
        return None, complaint
    name = found.get("handicap", "")
    named = handicap_start(name)
    if named is None:
        return None, message("“{name}” is no known handicap.", name=name)
    return setup_of(named), None


def handicap_start(name: str) -> Position | None:
    """The start named by a Handicap tag, in English or Japanese; None for other words."""
    plain = " ".join(re.sub(r"[^0-9a-z]|\band\b|handicap\b|\bdrop\b", " ", name.lower()).split())
    plain = " ".join(_NUMBERS.get(word, word) for word in plain.split()).replace("pieces", "piece")
    if name.strip().lower() in _EVEN:
        return START
    if plain in ("three pawn", "three pawns"):
        return _THREE_PAWNS
    one = _BY_ID.get(_NAMES.get(plain, "")) or handicap_named(name)
    return None if one is None else one.start


def _as_sfen(text: str) -> str:
    """A position as SFEN: from the FEN of chess programs (hands in brackets, White first), or of 1997."""
    pockets = _POCKETS.search(text)
    words = _POCKETS.sub("", text).split()
    if not words:
        return ""  # hands without a board
    if len(words) == 1:
        words.append("b")
    if pockets is not None:
        side = words[1].lower()
        if len(words) != 4 or words[2] != "-":  # `w 0 1`: the side that begins is White there
            side = {"w": "b", "b": "w"}.get(side, side)
        return f"{words[0]} {side} {_counted(pockets[1])} {words[-1] if words[-1].isdigit() else 1}"
    words[1:3] = [word for word in words[1:3] if word.lower() in "bwsg"] + [
        word for word in words[1:3] if word.lower() not in "bwsg"
    ]
    words[1] = _SIDES.get(words[1].lower(), words[1])
    return " ".join(words[:2] + (["-"] if len(words) < 3 else words[2:3]) + words[3:4])


def _counted(pieces: str) -> str:
    """Hands in an SFEN's form, of letters that are repeated for each piece."""
    letters = pieces.replace("-", "")
    if any(letter.isdigit() for letter in letters):
        return letters
    counts = {letter: letters.count(letter) for letter in letters}
    return (
        "".join(f"{count if count > 1 else ''}{letter}" for letter, count in counts.items()) or "-"
    )


def tags_of_setup(setup: Setup | None) -> dict[str, str]:
    """The SFEN tag for a set-up; {} for the usual start."""
    if setup is None or setup.text == write_sfen(START):
        return {}
    return {"SFEN": setup.text}
