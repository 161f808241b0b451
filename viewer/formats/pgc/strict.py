"""Checking a PGC file against section 20 of the standard, beyond the faults that its reader finds."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import message
from viewer.formats.format import Collection
from viewer.formats.kit.breach import Breach
from viewer.formats.kit.roster import ROSTER
from viewer.formats.pgc.reader import AFTER, BEFORE, GAME, headers_of
from viewer.formats.pgc.syntax import END, ESCAPE, NOOP, REST, tokens_of
from viewer.tree.diagnostic import Diagnostic


def strict(collection: Collection) -> list[Diagnostic]:
    """The breaches, game by game; their offsets are those in the file as it would be written."""
    out: list[Diagnostic] = []
    offset = 0
    for index in range(len(collection)):
        record = collection.record(index)
        for name in (BEFORE, GAME, AFTER):
            fact = record.fact(name)
            if fact is None:
                continue
            if isinstance(fact.raw, bytes):
                out += [
                    _finding(one, index, offset)
                    for one in (_in_game if name == GAME else _outside)(fact.raw)
                ]
            offset += len(fact.raw) if isinstance(fact.raw, bytes) else fact.raw.length
    return out


def _finding(one: Breach, index: int, offset: int) -> Diagnostic:
    words = message("PGC, {section}: {why}", section=one.section, why=one.words)
    code = f"pgc.strict.{one.code}"
    return Diagnostic(one.severity, code, words, index, None, offset + one.at)


def _in_game(data: bytes) -> Iterator[Breach]:
    tokens = tokens_of(data)
    for token in tokens:
        if token.marker == ESCAPE:
            yield _escape(token.start)
    keys = {header.key for header in headers_of(tokens)}
    for key in ROSTER:
        if key not in keys:
            yield Breach(0, "20.4.1", message("The tag {key} is missing.", key=key), "missing-tag")


def _outside(data: bytes) -> Iterator[Breach]:
    for token in tokens_of(data):
        if token.marker == ESCAPE:
            yield _escape(token.start)
        elif token.marker == END:
            words = message("A game ends that didn't begin.")
            yield Breach(token.start, "20.4.6", words, "end-without-begin")
        elif token.marker not in (NOOP, REST):
            words = message("A record stands outside of all games.")
            yield Breach(token.start, "20.4.5", words, "outside")


def _escape(at: int) -> Breach:
    words = message("Escape strings are for data that isn't kept.")
    return Breach(at, "20.4.10", words, "escape")
