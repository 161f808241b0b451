"""The faults found in a file, each with its line and column."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode
from viewer.tree.diagnostic import Diagnostic, Severity


class Finding(NamedTuple):
    """A fault in a file: its offset in characters, its path of names and numbers, the id of its node."""

    severity: Severity
    code: str
    words: Message
    at: int
    path: str = ""
    node: int | None = None


def diagnostics_of(text: str, findings: Sequence[Finding]) -> list[Diagnostic]:
    """The diagnostics for findings, in the order of the text. Goes through the text once."""
    out: list[Diagnostic] = []
    at = offset = 0
    line, begin = 1, 0
    for one in sorted(findings, key=lambda finding: finding.at):
        offset += len(encode(text[at : one.at], UTF8))
        lines = text.count("\n", at, one.at)
        if lines:
            line += lines
            begin = text.rfind("\n", at, one.at) + 1
        at = one.at
        column = at - begin + 1
        place = message("Line {line}, column {column}", line=line, column=column)
        # From a long line, only the part around the fault.
        first = begin if column <= 50 else at - 30
        stretch = text[first : first + 60].split("\n", 1)[0].strip()
        if one.path:
            words = message(
                "{what} {place}, at {path}: {text}",
                what=one.words,
                place=place,
                path=one.path,
                text=stretch,
            )
        else:
            words = message("{what} {place}: {text}", what=one.words, place=place, text=stretch)
        out.append(Diagnostic(one.severity, one.code, words, 0, one.node, offset, line, column))
    return out
