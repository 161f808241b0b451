"""Each fault told once, whoever found it: the reader, a check of the format, the rules of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from viewer.formats.kit.collections import LOST_LETTERS
from viewer.tree.diagnostic import Diagnostic, Severity

# Last parts of the codes that tell the same fault, the most specific first. Of a node:
_OF_A_NODE = (
    (
        *("off-board", "point", "colour", "bad-entry", "illegal-move", "wrong-side", "wrong-mark"),
        *("wrong-piece", "occupied", "bad-move", "bad-line", "move", "token"),
    ),
    ("variation-closed", "reserved", "symbol-length", "stray", "token"),
    ("variation-open", "unclosed-variation"),
    ("comment-open", "unclosed-comment"),
    ("no-result",),
    ("result-in-variation", "inner-result"),
    ("result", "result-other"),
)
# Of a place in the file, since there may be several at a node:
_OF_A_PLACE = (
    ("tag-name", "no-tag", "broken-tag", "tag"),
    ("repeated-tag", "tag-repeated"),
    (
        *("setup", "setup-without-fen", "setup-zero", "fen-placement", "fen-side", "fen-castling"),
        *("fen-en-passant", "fen-clock", "fen-number"),
    ),
    ("unknown-start", "handicap"),
    ("origin", "drop", "same", "incomplete-move"),
    ("bad-position", "placement"),
    ("no-opcode", "opcode", "blank"),
    ("bad-size", "limit", "size"),
    ("long-field", "length"),
    ("no-root", "end"),
    ("root-sibling", "root"),
    ("unknown-result", "result"),
    ("unknown-type", "type"),
    (
        *("syntax", "missing", "unknown", "twice", "point", "colour", "color", "action-type"),
        *("action", "move", "mark", "stone", "step", "tree", "pre", "x", "y", "time"),
        *("participant-index", "participants", "player"),
        *("bad-step", "bad-value", "bad-branch", "no-tree", "no-format"),
    ),
)
_GRAVEST = tuple(Severity)
_LOST = "\ufffd"
_NODE, _OFFSET = "node", "offset"


class Told:
    """The findings of a reader, of a check of the format and of the rules of the game, each fault once.

    Of several that tell the same fault (see `_OF_A_NODE`, `_OF_A_PLACE`) the most specific stands, as
    grave as the gravest, with the place that any of them has: of reader and check where the reader has
    its own, of them and the rules where the rules have theirs. Those by the rules may come bit by bit;
    what was taken isn't gone through again.

    Attributes:
        by_reader, by_format: those that none of the following told.
    """

    def __init__(
        self,
        by_reader: Sequence[Diagnostic] = (),
        by_format: Sequence[Diagnostic] = (),
        same_bytes: bool = True,
        lost: bool = False,
    ) -> None:
        """`same_bytes`: whether the reader's offsets and those of the check are of the same bytes.

        `lost`: whether letters of the file are lost, so that what follows from that isn't told.
        """
        self._lost = lost
        by_reader, by_format = self._meant(by_reader), self._meant(by_format)
        self.by_reader, self.by_format = by_reader, list[Diagnostic]()
        at = {
            fault: place
            for place in reversed(range(len(by_reader)))
            for fault in _faults(by_reader[place])
        }
        free = dict(at)
        for one in by_format:
            faults = [fault for fault in _faults(one) if same_bytes or fault[2] == _NODE]
            same = next((fault for fault in faults if fault in free), None)
            if same is None:
                self.by_format.append(one)
                continue
            self.by_reader[at[same]] = _one_of(self.by_reader[at[same]], one)
            if same[2] != _NODE:  # several faults of one place are told apart
                del free[same]
        self._at = {fault: one for one in self.by_format for fault in _faults(one)}
        self._at |= {fault: self.by_reader[place] for fault, place in at.items()}

    def is_told(self, finding: Diagnostic) -> bool:
        """Whether a finding is told at all: not if it follows from lost letters, as what quotes them does."""
        if not self._lost or finding.code == LOST_LETTERS:
            return True
        return _word(finding) != "encoding" and _LOST not in str(finding.message)

    def _meant(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        return [one for one in found if self.is_told(one)]

    def take(self, by_rules: Iterable[Diagnostic]) -> None:
        """Take some of those by the rules. Nothing is done if nothing else was found."""
        if not self._at:
            return
        again = {id(self._at[key]) for one in by_rules for key in _faults(one) if key in self._at}
        if again:
            self.by_reader = [one for one in self.by_reader if id(one) not in again]
            self.by_format = [one for one in self.by_format if id(one) not in again]

    def placed(self, by_rules: Diagnostic) -> Diagnostic:
        """What is told in place of one by the rules."""
        others = (self._at[key] for key in _faults(by_rules) if key in self._at)
        other = next(others, None)
        return by_rules if other is None else _one_of(by_rules, other)


_Fault = tuple[int | None, str, str, int]
"""A record, the first word for the fault, what tells where it is, and this."""


@cache
def _rows(word: str) -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """The kinds of fault that a code with this last part tells, each with whether it is that of a node."""
    tables = ((True, _OF_A_NODE), (False, _OF_A_PLACE))
    rows = tuple((of_node, row) for of_node, table in tables for row in table if word in row)
    return rows or ((False, (word,)),)


def _word(finding: Diagnostic) -> str:
    return finding.code.rpartition(".")[2]


def _faults(finding: Diagnostic) -> list[_Fault]:
    faults: list[_Fault] = []
    for of_node, row in _rows(_word(finding)):
        if of_node and finding.node is not None:
            faults.append((finding.record, row[0], _NODE, finding.node))
        if finding.offset is not None:
            faults.append((finding.record, row[0], _OFFSET, finding.offset))
    return faults


def _one_of(one: Diagnostic, other: Diagnostic) -> Diagnostic:
    """The more specific of two that tell the same, with what it lacks of the other."""
    word, second_word = _word(one), _word(other)
    both = next((row for _, row in _rows(word) if second_word in row), None)
    first, second = one, other
    if both is None or both.index(second_word) < both.index(word):
        first, second = other, one
    if first.offset is None and first.line is None:
        first = first._replace(offset=second.offset, line=second.line, column=second.column)
    return first._replace(
        severity=min(one.severity, other.severity, key=_GRAVEST.index),
        node=second.node if first.node is None else first.node,
    )


def has_lost_letters(found: Iterable[Diagnostic]) -> bool:
    """Whether a reader found that letters of the file are lost."""
    return any(one.code == LOST_LETTERS for one in found)


def told_once(
    by_reader: Sequence[Diagnostic],
    by_format: Sequence[Diagnostic],
    by_rules: Sequence[Diagnostic],
    lost: bool = False,
) -> list[Diagnostic]:
    """The findings of reader, check and rules, in this order, each fault once; see `Told`."""
    told = Told(by_reader, by_format, lost=lost)
    told.take(by_rules)
    rules = (told.placed(one) for one in by_rules if told.is_told(one))
    return [*told.by_reader, *told.by_format, *rules]
