"""Findings of a reader or of the rules, with severity and location."""

from __future__ import annotations

import enum

from viewer.base.messages import Message
from viewer.base.named import NamedTuple


class Severity(enum.Enum):
    """How much a finding matters: wrong, odd, or worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Diagnostic(NamedTuple):
    """One finding.

    Attributes:
        severity: see Severity.
        code: stable and dotted, e.g. "xqf.bad-size", "xiangqi.illegal-move".
        message: for people.
        record: number of the record in its collection, None for the whole file.
        node: id of the node it leads to.
        offset: of the byte in the file.
        line, column: from 1, for text formats.
    """

    severity: Severity
    code: str
    message: Message
    record: int | None = 0
    node: int | None = None
    offset: int | None = None
    line: int | None = None
    column: int | None = None

    def in_record(self, record: int) -> Diagnostic:
        """The same finding in another record of the collection."""
        return self._replace(record=record)
