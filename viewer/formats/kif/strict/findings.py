"""The findings of the strict check; a fault of many lines is reported once, with the number of lines."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.diagnostics import WARNING
from viewer.tree.diagnostic import Diagnostic, Severity


class LinePlace(NamedTuple):
    """A line of the file.

    Attributes:
        number: from 1.
        offset: of its first byte; None if the file's bytes aren't those of its text.
        node: id of the node that it belongs to.
    """

    number: int
    offset: int | None
    node: int


class StrictFindings:
    """The findings so far, in the order of the file."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._habits: dict[str, tuple[int, Message, str, int]] = {}

    def add(
        self,
        code: str,
        section: str,
        why: Message,
        place: LinePlace | None = None,
        severity: Severity = WARNING,
    ) -> None:
        """Add a finding; `section` is a heading of the description, without a place it is about the file."""
        if len(self._found) < DEFAULT.diagnostics:
            self._found.append(_finding(code, section, why, place, severity))

    def habit(
        self,
        code: str,
        section: str,
        why: Message,
        place: LinePlace,
        severity: Severity = WARNING,
    ) -> None:
        """Add a finding that may apply to many lines: the first is reported, with the number of others."""
        known = self._habits.get(code)
        if known is None:
            self._habits[code] = len(self._found), why, section, 0
            self.add(code, section, why, place, severity)
        else:
            self._habits[code] = (*known[:3], known[3] + 1)

    def all(self) -> list[Diagnostic]:
        """All findings."""
        found = list(self._found)
        for at, why, section, more in self._habits.values():
            if more and at < len(found):
                told = counted(
                    "{why} One more line is like this.",
                    "{why} {count} more lines are like this.",
                    more,
                ).given(why=why)
                found[at] = found[at]._replace(message=_words(section, told))
        return found


def _finding(
    code: str, section: str, why: Message, place: LinePlace | None, severity: Severity
) -> Diagnostic:
    words = _words(section, why)
    if place is None:
        return Diagnostic(severity, f"kif.strict.{code}", words)
    return Diagnostic(
        severity, f"kif.strict.{code}", words, 0, place.node, place.offset, place.number, 1
    )


def _words(section: str, why: Message) -> Message:
    return message("KIF, {section}: {why}", section=section, why=why)
