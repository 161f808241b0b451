"""A breach of the PGN standard, as the checks of this folder report it."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message


class Breach(NamedTuple):
    """A breach of the standard.

    Attributes:
        at: its offset in the game's bytes.
        section: of the standard.
        words: what is wrong.
        code: the same for programs, behind `pgn.strict.`.
    """

    at: int
    section: str
    words: Message
    code: str = "import"
