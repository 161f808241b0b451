"""The PGN tag for the start of a game of xiangqi: FEN."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message
from viewer.games.xiangqi.board import Position
from viewer.games.xiangqi.fen import START_TEXT, read_setup, setup_text
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
    text = setup_text(Position(None, None, read.side, 0, read.board))
    return (None if text == START_TEXT else Setup(text)), read.complaint


def tags_of_setup(setup: Setup | None) -> dict[str, str]:
    """The FEN tag for a set-up, completed by counters; {} for the usual start."""
    if setup is None or setup.text == START_TEXT:
        return {}
    return {"FEN": f"{setup.text} - - 0 1"}
