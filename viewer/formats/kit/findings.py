"""What checks find: breaches of a specification, and each fault told once.

A fault is told once, whoever found it: the reader, a check of the format, the rules of the game. Those of the
text of a chess position are those of section 16.1.3 of the PGN standard (16.2.3 for EPD). The readers of
positions are tolerant; these checks are for authors of files. The only rule of chess used is a pawn's double
step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.collections import LOST_LETTERS
from viewer.tree.diagnostic import Diagnostic, Severity


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

    def told(self, format: str) -> Message:
        """The fault as a finding of a check, by the format's name for people."""
        return section_words(format, self.section, self.words)


def section_words(format: str, section: str | Message, why: Message) -> Message:
    """What breaks a section of a format's specification: its number, or its heading."""
    return message("{format}, {section}: {why}", format=format, section=section, why=why)


# --------------------------------------------------------------------------- the text of a position

PLACEMENT, SIDE, CASTLING, EN_PASSANT, CLOCK, NUMBER = range(6)

_PIECES = "PNBRQKpnbrqk"
_CASTLING = re.compile(r"-|(?=[KQkq])K?Q?k?q?")
_EN_PASSANT = re.compile(r"-|[a-h][36]")
_DIGITS = re.compile(r"[0-9]{1,9}")
# By the side to move: the rank of the en passant square, the pawn that jumped over it, its direction.
_JUMPS = {"w": ("6", "p", -1), "b": ("3", "P", 1)}


class FenFault(NamedTuple):
    """A fault of one field.

    Attributes:
        field: the field's index.
        code: the kind of fault: placement, side, castling, en-passant, clock, number.
        words: a description of the fault.
    """

    field: int
    code: str
    words: Message


def fen_faults(fields: Sequence[str], chess960: bool = False) -> Iterator[FenFault]:
    """The faults in the fields of a position; `fields` may have fewer than six.

    Castling rights aren't checked for Chess960, whose notations the standard of 1994 doesn't have.
    """
    squares = None
    for number, text in enumerate(fields[:6]):
        if number == PLACEMENT:
            squares = squares_of(text)
            words = _placement(text)
            if words is not None:
                yield FenFault(number, "placement", words)
        elif number == SIDE and text not in ("w", "b"):
            yield FenFault(number, "side", message("The side to move is w or b."))
        elif number == CASTLING and not (chess960 or _CASTLING.fullmatch(text)):
            words = message("Castling availability is - or some of KQkq, in this order.")
            yield FenFault(number, "castling", words)
        elif number == EN_PASSANT and text != "-":
            words = _en_passant(text, fields[SIDE], squares)
            if words is not None:
                yield FenFault(number, "en-passant", words)
        elif number == CLOCK:
            words = _clock(text, fields[EN_PASSANT])
            if words is not None:
                yield FenFault(number, "clock", words)
        elif number == NUMBER and not (_DIGITS.fullmatch(text) and int(text)):
            words = message("The number of the move is a positive integer.")
            yield FenFault(number, "number", words)


def squares_of(placement: str) -> str | None:
    """The 64 squares from a8 to h1, a dot for an empty one; None unless there are 8 ranks of 8."""
    rows = [re.sub("[1-8]", lambda run: "." * int(run[0]), row) for row in placement.split("/")]
    return "".join(rows) if [len(row) for row in rows] == [8] * 8 else None


def _placement(text: str) -> Message | None:
    rows = text.split("/")
    if len(rows) != 8:
        return message("A position has eight ranks, divided by strokes.")
    for rank, row in zip("87654321", rows, strict=True):
        if not all(one in _PIECES or one in "12345678" for one in row):
            return message("Rank {rank} has something else than pieces and digits.", rank=rank)
        if sum(int(one) if one.isdigit() else 1 for one in row) != 8:
            return message("Rank {rank} hasn't eight squares.", rank=rank)
        if re.search("[1-8]{2}", row):
            words = message(
                "Rank {rank} has two digits in a row, where one counts all the empty squares.",
                rank=rank,
            )
            return words
    return None


def _en_passant(text: str, side: str, squares: str | None) -> Message | None:
    if not _EN_PASSANT.fullmatch(text):
        return message("The en passant square is - or a square of rank 3 or 6.")
    if side not in _JUMPS:
        return None
    rank, pawn, forward = _JUMPS[side]
    if text[1] != rank:
        return message("The en passant square is on rank {rank} here.", rank=rank)
    if squares is None:
        return None
    file = "abcdefgh".index(text[0])
    over, behind, front = (
        squares[(8 - int(rank) - step * forward) * 8 + file] for step in (0, -1, 1)
    )
    if (over, behind, front) != (".", ".", pawn):
        return message("No pawn can have jumped over {square}.", square=text)
    return None


def _clock(text: str, en_passant: str) -> Message | None:
    if not _DIGITS.fullmatch(text):
        return message("The halfmove clock is an integer that isn't negative.")
    if int(text) and en_passant != "-":
        return message("The halfmove clock is 0 after a pawn's move, as the en passant square is.")
    return None


# -------------------------------------------------------------------------------------- told once

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
