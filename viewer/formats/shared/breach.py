"""A breach of a specification, as the checks of formats report it."""

from __future__ import annotations

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.tree.diagnostic import Severity


class Breach(NamedTuple):
    """A breach of a specification.

    Attributes:
        at: its offset in the bytes that are checked.
        section: the section of the specification.
        words: a description of the fault.
        code: the end of the diagnostic's code, after the name of the check.
        severity: less than a warning if the specification only advises otherwise.
    """

    at: int
    section: str
    words: Message
    code: str = "import"
    severity: Severity = Severity.WARNING
