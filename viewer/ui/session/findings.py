"""The findings in an open record: of its reader, of the rules, of a check of its format, and of engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.games.states import States
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node

if TYPE_CHECKING:
    from viewer.document.check import Checked
    from viewer.engines.analysis import Analysis
    from viewer.formats.kit.findings import Told
    from viewer.ui.session.record_session import RecordSession


class _Find(NamedTuple):
    position: str
    analysis: Analysis


class EngineFinds(QObject):
    """Analyses by record and node. One of another position than the node's now isn't returned.

    Signals:
        added: something was found for a node, the first time or again: (record key, node id).
        begun: something is known of more than one node now.
    """

    added = Signal(int, int)
    begun = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[tuple[int, int], _Find] = {}

    def __bool__(self) -> bool:
        return bool(self._kept)

    def clear(self) -> None:
        """Forget everything: another document is shown."""
        self._kept.clear()

    @property
    def many(self) -> bool:
        """Whether something was found for more than one node."""
        return len(self._kept) > 1

    def keep(self, key: int, node: Node, states: States, analysis: Analysis) -> None:
        """Keep what was found at a node of a record."""
        many = self.many
        self._kept[key, node.id] = _Find(states.game.setup_text(states.at(node)), analysis)
        self.added.emit(key, node.id)
        if self.many and not many:
            self.begun.emit()

    def all(self) -> Iterator[tuple[tuple[int, int], str, Analysis]]:
        """All that was found: of each the record and the node, the position, and the analysis."""
        for place, (position, analysis) in self._kept.items():
            yield place, position, analysis

    def at(self, key: int, node: Node, states: States) -> Analysis | None:
        """What was found at a node of a record, None if nothing was."""
        find = self._kept.get((key, node.id)) if self._kept else None
        if find is None or find.position != states.game.setup_text(states.at(node)):
            return None
        return find.analysis

    def evaluation(self, key: int, node: Node, states: States) -> Evaluation | None:
        """The evaluation that was found at a node, None without one."""
        found = self.at(key, node, states)
        return None if found is None else found.evaluation


class Findings(QObject):
    """What was found in the record that is shown, in its file as a whole, and in the file's other records.

    There may be hundreds of thousands: each is gone through once, when it comes.

    Attributes:
        more: those that searches found, in the order of the file.

    Signals:
        changed: there are others now.
    """

    changed = Signal()

    def __init__(self, context: RecordSession, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.more: Callable[[], list[Diagnostic]] = list
        self._checked: Checked | None = None  # what `check` found last
        self._key = -1  # of the record that the following are of
        self._file: Sequence[Diagnostic] = ()  # what the reader found, of which `_read` are meant
        self._read: list[Diagnostic] = []
        self._read_to = 0
        self._elsewhere: list[Diagnostic] = []  # in other records, by reader and check
        self._rules: Sequence[Diagnostic] = ()
        self._rules_to = 0
        self._left_out = 0  # of them
        self._shown: list[Diagnostic] = []  # the first of them, as they are shown
        self._shown_to = 0
        self._told: Told | None = None  # None if reader and check found nothing here
        self._fault: Diagnostic | None = None  # the first error among those by the rules
        context.rules.judging.found.connect(self.changed)

    def _go_on(self) -> None:
        """Go through what came since the last time."""
        context, key = self._context, self._context.key
        file, rules = context.document.diagnostics, context.rules.judging.findings
        new = file[self._read_to :]
        again = key != self._key or file is not self._file or len(file) < self._read_to
        if again:
            self._file, self._read, new = file, [], file
        self._key, self._read_to = key, len(file)
        here = [one for one in new if one.record in (None, key)]
        elsewhere = [one for one in new if one.record not in (None, key)]
        self._read += here
        if again:
            self._elsewhere = _listed(self._told_with(elsewhere, False))
        else:
            self._elsewhere += elsewhere
        if again or here or rules is not self._rules or len(rules) < self._rules_to:
            self._rules, self._rules_to, self._fault = rules, 0, None
            self._shown, self._shown_to, self._left_out = [], 0, 0
            self._told = self._told_with(self._read, True)
        more = [one.in_record(key) for one in rules[self._rules_to :]]
        self._rules_to = len(rules)
        told = self._told
        if told is not None:
            told.take(more)
            self._left_out += sum(not told.is_told(one) for one in more)
        if self._fault is None:
            placed = map(self._placed, more)
            self._fault = next((one for one in placed if one.severity is Severity.ERROR), None)

    def _told_with(self, by_reader: list[Diagnostic], here: bool) -> Told | None:
        """Findings of the reader with those of the check, in the shown record or elsewhere."""
        checked = self._checked
        found = [] if checked is None else checked.found
        by_check = [one for one in found if (one.record in (None, self._key)) is here]
        if not by_reader and not by_check:
            return None
        from viewer.formats.kit.findings import Told, has_lost_letters  # deferred

        same_bytes = checked is None or checked.anew is None
        return Told(by_reader, by_check, same_bytes, has_lost_letters(self._read))

    def _placed(self, by_rules: Diagnostic) -> Diagnostic:
        return by_rules if self._told is None else self._told.placed(by_rules)

    @property
    def count(self) -> int:
        """How many there are in the shown record and in the file as a whole."""
        self._go_on()
        return len(_listed(self._told)) + len(self._rules) - self._left_out

    @property
    def total(self) -> int:
        """How many there are, with those of the other records."""
        return self.count + len(self.more()) + len(self._elsewhere)

    def first(self, most: int) -> list[Diagnostic]:
        """The first of all: those of reader, check and rules, `more`, then those of other records.

        Their `record` is the key of one.
        """
        self._go_on()
        found = _listed(self._told)[:most]
        by_rules = max(0, most - len(found))
        while len(self._shown) < by_rules and self._shown_to < len(self._rules):
            one = self._rules[self._shown_to].in_record(self._key)
            self._shown_to += 1
            if self._told is None or self._told.is_told(one):
                self._shown.append(self._placed(one))
        found += self._shown[:by_rules]
        return [*found, *self.more(), *self._elsewhere][:most]

    @property
    def here(self) -> list[Diagnostic]:
        """All of the shown record and of the file as a whole."""
        return self.first(self.count)

    def follow(self, finding: Diagnostic) -> None:
        """Show the record and the node that a finding leads to."""
        from viewer.document.check import leads_to  # deferred

        self._context.flush()
        checked = self._checked
        if checked is not None and finding not in checked.found:
            checked = None
        try:
            place = leads_to(self._context.document, finding, checked)
        except OSError as error:
            self._context.say(message("The file can't be read: {why}.", why=error_words(error)))
            return
        if place is not None:
            self._context.show(*place)

    @property
    def fault(self) -> Diagnostic | None:
        """The first error, None if there is none."""
        self._go_on()
        errors = (one for one in _listed(self._told) if one.severity is Severity.ERROR)
        return next(errors, self._fault)

    def check(self) -> None:
        """Check the file against its format's specification; adds to the findings."""
        from viewer.document.check import check_format  # deferred

        self._context.flush()
        checked, told = check_format(self._context.document)
        if checked is not None:
            self._checked, self._key = checked, -1
            self.changed.emit()
            told = message("{words} In File check: {count}.", words=told, count=self.total)
        self._context.say(told)

    def forget_check(self) -> None:
        """Another file is shown, or the file was read again: what a check found is of the one before."""
        self._checked, self._key = None, -1


def _listed(told: Told | None) -> list[Diagnostic]:
    return [] if told is None else [*told.by_reader, *told.by_format]
