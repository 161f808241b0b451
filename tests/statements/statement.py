"""One sentence of a specification with the inputs that show that Qipu checks it."""

from __future__ import annotations

import functools
from typing import NamedTuple

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.diagnostic import Diagnostic


class Example(NamedTuple):
    """A file and the words that stand for it in the table.

    Attributes:
        words: the part of the file that matters; for a binary file, what is in it.
        raw: the whole file.
        name: its name, since for some formats the suffix counts.
        format: the id of its format, "" for that of the specification.
    """

    words: str
    raw: bytes
    name: str = ""
    format: str = ""


class Statement(NamedTuple):
    """A sentence of a specification.

    Either a valid and an invalid example and the code of the finding that tells them apart, or names
    of tests, for what a file can't break: what a program may do, must show or must write. Both is
    better. A statement with neither is open, and `why` says what is missing.

    Attributes:
        section: its number or heading in the specification.
        says: the statement in short, in our own words.
        valid: a file that follows it: the check finds no error and no warning there.
        invalid: a file that breaks it.
        finding: the code of the diagnostic for the invalid one.
        tests: "tests/formats/test_x.py::test_y", without parameters.
        why: a note; where the statement is open, the reason.
    """

    section: str
    says: str
    valid: Example | None = None
    invalid: Example | None = None
    finding: str = ""
    tests: tuple[str, ...] = ()
    why: str = ""

    @property
    def open(self) -> bool:
        """Whether nothing shows it."""
        return not (self.valid and self.invalid and self.finding) and not self.tests


@functools.cache
def findings(format_id: str, example: Example) -> tuple[Diagnostic, ...]:
    """What `qipu check` finds in an example: the reader, the format's check, the rules of the game."""
    format_ = FORMATS[example.format or format_id].load()
    collection = format_.read(BytesSource(example.raw, example.name), DEFAULT)
    found = [*format_.strict(collection)]
    for index in range(len(collection)):
        record = collection.record(index)  # its reading may find more
        for step in judge(game_of(record.game), record):
            found += [one.in_record(index) for one in step.result or ()]
    return (*collection.diagnostics, *found)
