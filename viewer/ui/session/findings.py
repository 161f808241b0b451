"""The findings in an open record: of its reader, of the rules, of a check of its format."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.tree.diagnostic import Diagnostic, told_once
from viewer.ui.session.record_rules import RecordRules


class JudgedRecord(Protocol):
    """The open record with findings.

    Attributes:
        key: of the record.
        rules: what they say of it.
    """

    document: Document
    key: int
    rules: RecordRules

    def flush(self) -> None:
        """Make editors commit pending text."""
        ...

    def say(self, sentence: Message) -> None:
        """Show a sentence in the status line."""
        ...


class Findings(QObject):
    """What was found in the record that is shown, and in its file as a whole.

    Signals:
        changed: there are others now.
    """

    changed = Signal()

    def __init__(self, context: JudgedRecord, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._by_format: list[Diagnostic] = []  # what `check` found last
        context.rules.judging.found.connect(self.changed)

    @property
    def here(self) -> list[Diagnostic]:
        """Those of reader, rules and check; `record` is the record's key."""
        context = self._context
        places = (None, context.key)
        found = [one for one in context.document.diagnostics if one.record in places]
        by_format = (one for one in self._by_format if one.record in places)
        by_rules = [one.in_record(context.key) for one in context.rules.judging.findings]
        return [*found, *told_once(by_format, by_rules)]

    def check(self) -> None:
        """Check the file against its format's specification; adds to the findings."""
        from viewer.ui.session.format_check import check_format  # deferred

        self._context.flush()
        found, told = check_format(self._context.document)
        if found is not None:
            self._by_format = found
            self.changed.emit()
            count = len(self.here)
            told = message("{words} In Notes: {count}.", words=told, count=count)
        self._context.say(told)

    def forget_check(self) -> None:
        """Another file is shown, or the file was read again: what a check found is of the one before."""
        self._by_format = []
