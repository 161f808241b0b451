"""The findings in an open record: of its reader, of the rules, of a check of its format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.tree.diagnostic import Diagnostic, Severity, Told
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

    There may be hundreds of thousands: each is gone through once, when it comes.

    Signals:
        changed: there are others now.
    """

    changed = Signal()

    def __init__(self, context: JudgedRecord, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._by_format: list[Diagnostic] = []  # what `check` found last
        self._key = -1  # of the record that the following are of
        self._file: Sequence[Diagnostic] = ()  # what the reader found, of which `_read` are meant
        self._read: list[Diagnostic] = []
        self._read_to = 0
        self._rules: Sequence[Diagnostic] = ()
        self._rules_to = 0
        self._shown: list[Diagnostic] = []  # the first of them, as they are shown
        self._told = Told(())
        self._fault: Diagnostic | None = None  # the first error among those by the rules
        context.rules.judging.found.connect(self.changed)

    def _go_on(self) -> None:
        """Go through what came since the last time."""
        context, key = self._context, self._context.key
        file, rules = context.document.diagnostics, context.rules.judging.findings
        if key != self._key or file is not self._file or len(file) < self._read_to:
            self._file, self._read, self._read_to = file, [], 0
        if key != self._key or rules is not self._rules or len(rules) < self._rules_to:
            self._rules, self._rules_to, self._fault, self._shown = rules, 0, None, []
            self._told = Told([one for one in self._by_format if one.record in (None, key)])
        self._key = key
        new = file[self._read_to :]
        self._read += [one for one in new if one.record in (None, key)]
        self._read_to = len(file)
        more = rules[self._rules_to :]
        self._rules_to = len(rules)
        self._told.take(one.in_record(key) for one in more)
        if self._fault is None:
            self._fault = next((one for one in more if one.severity is Severity.ERROR), None)

    @property
    def count(self) -> int:
        """How many there are."""
        self._go_on()
        return len(self._read) + len(self._told.by_format) + len(self._rules)

    def first(self, most: int) -> list[Diagnostic]:
        """The first of them: those of reader, check and rules; `record` is the record's key."""
        self._go_on()
        found = [*self._read, *self._told.by_format][:most]
        by_rules = max(0, most - len(found))
        self._shown += [
            self._told.placed(one.in_record(self._key))
            for one in self._rules[len(self._shown) : by_rules]
        ]
        return found + self._shown[:by_rules]

    @property
    def here(self) -> list[Diagnostic]:
        """All of them."""
        return self.first(self.count)

    @property
    def fault(self) -> Diagnostic | None:
        """The first error, None if there is none."""
        self._go_on()
        errors = (
            one for one in (*self._read, *self._told.by_format) if one.severity is Severity.ERROR
        )
        return next(errors, self._fault)

    def check(self) -> None:
        """Check the file against its format's specification; adds to the findings."""
        from viewer.ui.session.format_check import check_format  # deferred

        self._context.flush()
        found, told = check_format(self._context.document)
        if found is not None:
            self._by_format, self._rules = found, ()
            self.changed.emit()
            count = self.count
            told = message("{words} In Notes: {count}.", words=told, count=count)
        self._context.say(told)

    def forget_check(self) -> None:
        """Another file is shown, or the file was read again: what a check found is of the one before."""
        self._by_format, self._rules = [], ()
