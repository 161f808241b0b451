"""A breach of a specification, as the checks of formats report it."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message
from viewer.tree.diagnostic import Severity


class Breach(NamedTuple):
    """A breach of a specification.

    Attributes:
        at: its offset in the bytes that are checked.
        section: of the specification.
        words: what is wrong.
        code: the same for programs, behind the name of the check.
        severity: less than a warning for what only should be otherwise.
    """

    at: int
    section: str
    words: Message
    code: str = "import"
    severity: Severity = Severity.WARNING
