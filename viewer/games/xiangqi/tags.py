"""The tag for the start of a game of xiangqi in PGN: FEN."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message
from viewer.games.xiangqi.board import Position
from viewer.games.xiangqi.fen import START_TEXT, read_setup, setup_text
from viewer.tree.action import Setup

_NOTHING = ("", "?", "-")


def setup_of_tags(tags: Mapping[str, str]) -> tuple[Setup | None, Message | None]:
    """The set-up of a game's tags, None for the usual start, and the first fault of the FEN.

    A text that is no FEN at all leaves the usual start.
    """
    found = {name.lower(): value.strip() for name, value in reversed(list(tags.items()))}
    fen = found.get("fen", "")
    if fen in _NOTHING:
        return None, None
    read = read_setup(fen)
    if read.complaint is not None and "/" not in fen:  # no position at all
        return None, read.complaint
    text = setup_text(Position(None, None, read.side, 0, read.board))
    return (None if text == START_TEXT else Setup(text)), read.complaint


def tags_of_setup(setup: Setup | None) -> dict[str, str]:
    """The tag for a set-up, with the counters of a whole FEN; {} for the usual start."""
    if setup is None or setup.text == START_TEXT:
        return {}
    return {"FEN": f"{setup.text} - - 0 1"}
