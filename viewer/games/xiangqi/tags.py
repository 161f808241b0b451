"""Xiangqi in PGN: the tag of a start (FEN), and how a record writes its moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

from viewer.base.messages import Message
from viewer.games.xiangqi.position import START_TEXT, read_setup, setup_text
from viewer.tree.action import Setup

_NOTHING = ("", "?", "-")


def setup_of_tags(tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The set-up given by a game's tags (None: the usual start), and a message about the FEN's first fault.

    A text that isn't a FEN at all counts as the usual start.
    """
    found = {name.lower(): value.strip() for name, value in reversed(list(tags.items()))}
    fen = found.get("fen", "")
    if fen in _NOTHING:
        return None, None
    read = read_setup(fen)
    if read.complaint is not None and "/" not in fen:  # no position at all
        return None, read.complaint
    text = setup_text(read.board, read.side)
    return (None if text == START_TEXT else Setup(text)), read.complaint


def tags_of_setup(setup: Setup | None) -> dict[str, str]:
    """The FEN tag for a set-up, completed by counters; {} for the usual start."""
    if setup is None or setup.text == START_TEXT:
        return {}
    return {"FEN": f"{setup.text} - - 0 1"}


# ------------------- Detect how a record writes its moves: its notation, letters, digits and signs

_COORDINATES = re.compile(r"[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])")
_TRADITIONAL = re.compile("[車俥馬傌進後將帥]")
_HALF_WIDTH = str.maketrans("１２３４５６７８９", "123456789")
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_NO_DASH: dict[int, int | None] = {ord("-"): None}
_PERIOD = str.maketrans("=", ".")


def habit_of(moves: Sequence[str], form: str) -> tuple[str, Mapping[int, int | None]]:
    """The id of the notation used for moves, and a table for `str.translate` to the record's characters.

    `form`: the value of the Format tag, used only if there are no moves.
    """
    if not moves:
        return {"iccs": "iccs", "wxf": "wxf"}.get(form.strip().lower(), "chinese"), {}
    text = "".join(moves)
    if all(_COORDINATES.fullmatch(move) for move in moves):
        lower = _LOWER if text.islower() else {}
        return "iccs", {**lower, **({} if "-" in text else _NO_DASH)}
    if text.isascii():
        return "wxf", _PERIOD if "." in text and "=" not in text else {}
    style = "traditional" if _TRADITIONAL.search(text) else "chinese"
    return style, _HALF_WIDTH if re.search("[1-9]", text) else {}
