"""Findings of a reader or of the rules, with severity and location."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from viewer.base.messages import Message


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


def told_once(found: Iterable[Diagnostic], by_rules: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings of a format and those by the rules of the game, in this order, each fault once.

    If both tell the same of a node (their codes end alike: an illegal move), the one by the rules
    says why and the one of the format says where: the first stands, with the place of the other.
    """
    rules = {(one.record, one.node, _kind(one)): index for index, one in enumerate(by_rules)}
    out: list[Diagnostic] = []
    told = list(by_rules)
    for one in found:
        index = rules.get((one.record, one.node, _kind(one))) if one.node is not None else None
        if index is None:
            out.append(one)
        else:
            told[index] = told[index]._replace(offset=one.offset, line=one.line, column=one.column)
    return out + told


def _kind(finding: Diagnostic) -> str:
    return finding.code.rpartition(".")[2]
