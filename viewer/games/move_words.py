"""Moves that name no place on the board, as lists of moves call them in the language of their readers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viewer.base.messages import Message, in_context

MOVE_WORDS: Mapping[str, Message] = MappingProxyType(
    {
        "pass": in_context("a move in a list", "pass"),
        "swap-pieces": in_context("a move in a list", "swap-pieces"),
        "swap-sides": in_context("a move in a list", "swap-sides"),
        "resign": in_context("a move in a list", "resign"),
        "forfeit": in_context("a move in a list", "forfeit"),
        "propose-draw": in_context("a move in a list", "propose-draw"),
        "accept-draw": in_context("a move in a list", "accept-draw"),
        "draw": in_context("a move in a list", "draw"),
    }
)
"""By their notation."""
