"""Findings of a reader or of the rules, with severity and location."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

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


class Told:
    """The findings of a format and those by the rules of the game, each fault once.

    If both tell the same of a node (their codes end alike: an illegal move), the one by the rules
    says why and the one of the format says where: the first stands, with the place of the other.
    Those by the rules may come bit by bit; what was taken isn't gone through again.

    Attributes:
        by_format: those of the format that none by the rules told.
    """

    def __init__(self, by_format: Sequence[Diagnostic]) -> None:
        self.by_format: Sequence[Diagnostic] = by_format
        self._at = {_fault(one): one for one in by_format if one.node is not None}

    def take(self, by_rules: Iterable[Diagnostic]) -> None:
        """Take some of those by the rules. Nothing is done if the format has none at a node."""
        if not self._at:
            return
        again = {_fault(one) for one in by_rules} & self._at.keys()
        if again:
            self.by_format = [one for one in self.by_format if _fault(one) not in again]

    def placed(self, by_rules: Diagnostic) -> Diagnostic:
        """One by the rules, with the place that the format tells of it."""
        other = self._at.get(_fault(by_rules))
        if other is None:
            return by_rules
        return by_rules._replace(offset=other.offset, line=other.line, column=other.column)


_Fault = tuple[int | None, int | None, str]


def _fault(finding: Diagnostic) -> _Fault:
    return finding.record, finding.node, finding.code.rpartition(".")[2]


def told_once(found: Sequence[Diagnostic], by_rules: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings of a format and those by the rules of the game, in this order; see `Told`."""
    told = Told(found)
    told.take(by_rules)
    return [*told.by_format, *map(told.placed, by_rules)]
