"""Whether content is a game of Little Golem."""

from __future__ import annotations

from viewer.formats import Likeness
from viewer.formats.shared.golem import game_of_golem


def probe(head: bytes) -> Likeness:
    """What says of which game it is, is sure."""
    return Likeness.YES if game_of_golem(head) else Likeness.NO
