"""Shogi in PSN and PGN: the tags of a start (SFEN, FEN, Handicap), and how a game writes moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.base.messages import Message, message
from viewer.games.shogi.names import HANDICAPS, handicap_named
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


# ----------------- Detect how a record in PSN or PGN writes its moves: its notation, and its signs

_CHESSBOARD = re.compile(r"\+?[PLNSGBRKHD]?[a-i]?[1-9]?[-x@]?[a-i][1-9](?:=[GHD]?)?[+#]*")
_NAMES_PROMOTED = re.compile(r"[HD]|=[GHD]")
_LONG = re.compile(r"\+?[PLNSGBRK][1-9][a-i][-x][1-9][a-i][+=]?")
_USI = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
_DIGITS = re.compile(r"\+?[PLNSGBRK](?:[1-9]{2})?[-x*'’@]?[1-9]{2}[+=]?")
_NO_DASH: dict[int, int | None] = {ord("-"): None}


def habit_of(moves: Sequence[str], form: str) -> tuple[str, Mapping[int, int | None]]:
    """The id of the notation used for moves, and a table for `str.translate` to the record's characters.

    `form` is the value of the Format tag, which has no meaning in shogi.
    """
    if not moves:
        return "hodges", {}
    drop = next((sign for move in moves for sign in ("'", "’", "@") if sign in move), "*")
    letters: dict[int, int | None] = {} if drop == "*" else {ord("*"): ord(drop)}
    on_board = [move for move in moves if "*" not in move and "'" not in move and "’" not in move]
    if not moves[0].isascii():
        return "kif", letters
    if all(_CHESSBOARD.fullmatch(move) for move in on_board):
        plain = any(move.startswith("+") for move in moves)
        named = any(_NAMES_PROMOTED.search(move) for move in moves)
        return "fairy+" if plain and not named else "fairy", {}
    if all(_USI.fullmatch(move) for move in moves):
        return "usi", {}
    if all(_LONG.fullmatch(move) for move in on_board if "@" not in move):
        return "psn", letters
    if all(_DIGITS.fullmatch(move) for move in moves):
        return "hosking", letters
    return "hodges", letters if any("-" in move for move in moves) else {**letters, **_NO_DASH}
